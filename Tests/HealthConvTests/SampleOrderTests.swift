import HealthConv
import HealthFormats
import HealthModel
import HealthStatistics
import HealthTesting
import Synchronization
import Testing

/// A nested sample that is also at top level counts once, in every order of the samples and in every format.
@Suite struct SampleOrderTests {
  /// Correlations and workouts with samples that are also at top level, in one version or several, or are not.
  private struct Nesting {
    var random: FixedRandom
    private var time: Int64 = 1_700_000_000
    private(set) var samples: [Sample] = []
    /// How many samples count of which type.
    private(set) var expected: [String: Int] = [:]

    init(seed: UInt64, _ types: [(QuantityType, String)]) {
      random = FixedRandom(seed: seed)
      for _ in 0..<30 { add(types[random.below(types.count)]) }
    }

    private mutating func sample(
      _ type: (QuantityType, unit: String), at time: Int64, version: Int? = nil
    ) -> Sample {
      let start = Timestamp(secondsSince1970: time, offsetMinutes: 60)
      let entries = version.map {
        [
          MetadataEntry(key: .syncIdentifier, value: "s\(time)"),
          MetadataEntry(key: .syncVersion, value: "\($0)"),
        ]
      }
      let header = SampleHeader(
        descriptor: SampleDescriptor(
          type: .quantity(type.0), unitText: type.unit, source: Source(name: "App")),
        start: start, end: start, metadata: Metadata(entries ?? []))
      return .quantity(
        QuantitySample(header: header, number: Number(40 + random.below(60))))
    }

    private mutating func add(_ type: (QuantityType, String)) {
      time += 60
      let (own, nested) = (random.below(3), random.below(3))
      let isVersion = random.below(3) == 0
      let member = sample(type, at: time, version: isVersion ? nested : nil)
      let single = isVersion ? sample(type, at: time, version: own) : member
      let isSingle = random.below(4) > 0
      let name = type.0.identifier.dropFirst("HKQuantityTypeIdentifier".count)
      // A higher version that is nested is another value.
      expected[String(name), default: 0] += isSingle && isVersion && nested > own ? 2 : 1
      if isSingle { samples.append(single) }
      samples.append(holder(random.below(3) > 0 ? .correlation : .workout, member))
    }

    private func holder(_ kind: SampleKind, _ member: Sample) -> Sample {
      let start = Timestamp(secondsSince1970: time + 7, offsetMinutes: 60)
      if kind == .correlation {
        return .correlation(
          Correlation(
            header: SampleHeader(
              descriptor: SampleDescriptor(
                type: .correlation(.food), unitText: nil, source: Source(name: "App")),
              start: start, end: start),
            members: [NestedSample(sample: member)]))
      }
      var fields = Sample.WorkoutFields()
      fields.duration = Number(1)
      fields.samples = [NestedSample(sample: member)]
      return .workout(
        Workout(
          header: SampleHeader(
            descriptor: SampleDescriptor(
              type: .workout(.running), unitText: nil, source: Source(name: "App")),
            start: start, end: start), fields: fields))
    }
  }

  private static let nestedTypes: [(QuantityType, String)] = [
    (.bloodPressureSystolic, "mmHg"), (.dietaryProtein, "g"),
    (.workoutEffortScore, "appleEffortScore"),
  ]
  /// A reader of exports does not search for records of these.
  private static let otherTypes: [(QuantityType, String)] = [
    (.heartRate, "count/min"), (.bodyMass, "kg"),
  ]

  private static func answer(
    _ datasets: [Dataset], _ change: (inout Answer) throws -> Void = { _ in }
  ) throws -> String {
    var answer = Answer(.statistics, of: datasets)
    answer.plan.interval = .day
    try change(&answer)
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .csv)
    #expect(report.readError == nil)
    #expect(report.findings.rules.allSatisfy { $0.name != "late-copy" })
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  private static func counts(_ dataset: Dataset) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    let types = try Inventory(of: dataset).types.filter { $0.kind == .quantity }
    for (index, type) in types.enumerated() {
      let name = String(type.identifier.dropFirst("HKQuantityTypeIdentifier".count))
      counts[name] = type.count
      let predicate = try SamplePredicate(parsing: "type = \(name)")
      let limits = index == 0 ? [1, type.count - 1, type.count + 1] : []
      for limit in [SampleQuery.noLimit] + limits {
        let query = DatasetQuery(SampleQuery(predicate, limit: limit), of: [dataset])
        #expect(try query.count() == min(limit > 0 ? limit : .max, type.count))
      }
    }
    return counts
  }

  /// The samples that a query or a conversion writes of a type, sorted; checks what their reports count.
  private static func rows(
    _ datasets: [Dataset], _ type: String, limit: Int = SampleQuery.noLimit
  ) throws -> [String] {
    let predicate = try SamplePredicate(parsing: "type = \(type)")
    var outputs: [[String]] = []
    for number in 0..<3 {
      let sink = BytesSink()
      let output = OutputContainer(file: sink)
      let report: Conversion.Report
      if number == 0 {
        report = try DatasetQuery(SampleQuery(predicate, limit: limit), of: datasets)
          .run(into: output, as: .jsonLines, name: "rows")
      } else {
        if limit != SampleQuery.noLimit { continue }
        var conversion = Conversion(of: datasets, to: .jsonLines)
        conversion.selection.types = [try TypePattern(type)]
        // Stages take another way through a conversion.
        if number == 2 { conversion.order = .start }
        report = try conversion.run(into: output, name: "rows")
      }
      #expect(report.readError == nil)
      let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      #expect(report.types.map(\.written).reduce(0, +) == lines.count)
      #expect(Set(lines).count == lines.count)
      outputs.append(lines.map(String.init).sorted())
    }
    #expect(outputs.allSatisfy { $0 == outputs[0] })
    return outputs[0]
  }

  @Test(arguments: 0..<6)
  func statisticsDoNotDependOnTheOrder(_ seed: Int) throws {
    let types =
      seed % 3 == 0
      ? Self.otherTypes : seed % 3 == 1 ? Self.nestedTypes : Self.nestedTypes + Self.otherTypes
    let nesting = Nesting(seed: UInt64(seed), types)
    var random = FixedRandom(seed: UInt64(seed + 100))
    let samples = nesting.samples
    let singles = samples.filter { !$0.canHoldSamples }
    let holders = samples.filter(\.canHoldSamples)
    var expected: [String]?
    var expectedRows: [String: [String]] = [:]
    let folder = try TemporaryFolder()
    for (number, order) in [
      singles + holders, holders + singles, samples.shuffled(using: &random),
    ].enumerated() {
      let lines = try folder.write(order, "\(number).jsonl")
      let outputs: [(Format, String)] = [
        (.appleHealth, "xml"), (.csvDataset, "csv/"), (.parquet, "parquet/"), (.sqlite, "db"),
      ]
      for (format, name) in [(Format.jsonLines, "jsonl")] + outputs {
        let path = "\(folder.path)/\(number).\(name)"
        if format.name != Format.jsonLines.name {
          _ = try Conversion(of: .open(lines), to: format).run(toFile: path)
        }
        let found = try [nil, types[0].0.identifier].map { (type) throws in
          try Self.answer([.open(path)]) {
            if let type { $0.selection.types = [try TypePattern(type)] }
          }
        }
        if expected == nil { expected = found }
        #expect(found == expected, "\(number) \(name)")
        #expect(try Self.counts(.open(path)) == nesting.expected, "\(number) \(name)")
        for (type, count) in nesting.expected.sorted(by: { $0.key < $1.key }).prefix(2) {
          var options = ReadOptions()
          options.jobs = 1 + seed % 2
          let dataset = try Dataset.open(path, options: options)
          let rows = try Self.rows([dataset], type)
          #expect(rows.count == count, "\(number) \(name) \(type)")
          #expect(rows == expectedRows[type] ?? rows, "\(number) \(name) \(type)")
          expectedRows[type] = rows
          let grant = Grant(types: [try TypePattern(type)], since: nil, allowing: [.samples])
          let granted = DatasetQuery(SampleQuery(), of: [dataset.granting(grant)])
          let sink = BytesSink()
          _ = try granted.run(into: OutputContainer(file: sink), as: .jsonLines, name: "rows")
          #expect(sink.bytes.count { $0 == 10 } == count + 1, "\(number) \(name) \(type)")
          for limit in [1, count - 1] where limit > 0 {
            let some = try Self.rows([dataset], type, limit: limit)
            #expect(some.count == min(limit, count))
            #expect(Set(rows).isSuperset(of: some))
          }
        }
        // The two are one dataset.
        let both = try Self.answer([.open(path), .open(lines)])
        #expect(both == expected?.first, "\(number) \(name)")
      }
    }
  }

  /// Members that are nested only, as other formats state them: one reading shows that they are at top level nowhere.
  @Test(arguments: [Format.jsonLines, .csvDataset, .appleHealth])
  func oneReadingIsEnoughWhereMembersAreNestedOnly(_ format: Format) throws {
    let samples = Nesting(seed: 3, Self.nestedTypes).samples.filter {
      // Versions of samples take readings of their own.
      $0.canHoldSamples && $0.members.allSatisfy { $0.sample.header?.metadata.isEmpty == true }
    }
    let folder = try TemporaryFolder()
    let lines = try folder.write(samples, "in.jsonl")
    let path = "\(folder.path)/out.\(format.name == Format.csvDataset.name ? "csv/" : "x")"
    _ = try Conversion(of: .open(lines), to: format).run(toFile: path)
    // Progress begins again with each reading.
    let progress = Mutex((readings: 0, samples: Int.max))
    _ = try Self.answer([.open(path)]) {
      $0.onProgress = { now in
        progress.withLock { progress in
          if now.samples <= progress.samples { progress.readings += 1 }
          progress.samples = now.samples
        }
      }
    }
    #expect(progress.withLock { $0.readings } == 1)
  }
}
