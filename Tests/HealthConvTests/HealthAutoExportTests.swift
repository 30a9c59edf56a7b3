import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// The JSON of Health Auto Export: what its map reads again, and that everything else is counted.
@Suite struct HealthAutoExportTests {
  /// What a file states of the sources that it does not name.
  private static let source = "Health Auto Export"

  struct Written {
    let samples: [Sample]
    let losses: [String: Int]
    let findings: [String]
  }

  /// Writes samples, and reads them again.
  func write(_ samples: [Sample], _ info: DatasetInfo = DatasetInfo()) throws -> Written {
    let folder = try TemporaryFolder()
    let input = try folder.write(samples, "in.jsonl", info)
    let output = folder.path + "/out.json"
    let report = try Conversion(of: try Dataset.open(input), to: .healthAutoExport)
      .run(toFile: output)
    #expect(report.readError == nil)
    var losses: [String: Int] = [:]
    for loss in report.losses where loss.count > 0 { losses[loss.loss.name] = Int(loss.count) }
    #expect((try? JSONSerialization.jsonObject(with: Data(try Fixtures.bytes(output)))) != nil)
    let dataset = try Dataset.open(output)
    #expect(dataset.format.name == "mapped-csv")
    var read = try dataset.samples()
    var found: [Sample] = []
    while let sample = try read.next() { found.append(sample) }
    return Written(samples: found, losses: losses, findings: read.takeFindings().map(\.rule))
  }

  static func header(
    _ type: SampleType, _ unit: String?, _ metadata: [(String, String)] = [], minutes: Int64 = 0
  ) -> SampleHeader {
    let start = MarkedSamples.date("2026-01-02 08:00:00 +0100")
    return SampleHeader(
      descriptor: SampleDescriptor(type: type, unitText: unit, source: Source(name: "Watch")),
      start: start, end: start.advanced(byNanoseconds: minutes * 60_000_000_000),
      metadata: Metadata(metadata.map { MetadataEntry(key: MetadataKey($0.0), value: $0.1) }))
  }

  private static func quantity(
    _ type: QuantityType, _ number: String, _ unit: String, _ metadata: [(String, String)] = [],
    minutes: Int64 = 0
  ) throws -> Sample {
    .quantity(
      QuantitySample(
        header: header(.quantity(type), unit, metadata, minutes: minutes),
        number: try #require(Number(number))))
  }

  /// Every quantity of the catalog in each unit of exports: either it is counted as lost, or it comes back with the number, the
  /// unit, the source and the date, and only a mark in addition.
  @Test func quantitiesComeBack() throws {
    var (held, lost) = (0, 0)
    for type in QuantityType.all {
      for unit in [type.canonicalUnit].compactMap({ $0 }) + type.otherUnits {
        let sample = try Self.quantity(type, "0.25", unit)
        let written = try write([sample])
        if written.losses["samples"] == 1 {
          lost += 1
          #expect(written.samples.isEmpty)
          continue
        }
        held += 1
        let read = try #require(written.samples.first, "\(type)")
        #expect(written.samples.count == 1 && written.findings == [], "\(type)")
        var plain = read
        plain.updateHeader { $0.metadata = Metadata() }
        #expect(plain == sample, "\(type) in \(unit)")
        let marks = read.metadata.entries.map(\.key.identifier)
        #expect(marks.first == "aggregate", "\(type)")
        // What was read once comes back as it is.
        #expect(written.losses == ["aggregates": 1])
        let again = try write([read])
        #expect(again.losses == [:] && again.samples == [read], "\(type)")
      }
    }
    #expect(held > 100 && lost > 0)
  }

  @Test func sleepAndLengthsComeBack() throws {
    var samples: [Sample] = []
    for name in ["InBed", "Awake", "AsleepUnspecified", "AsleepCore", "AsleepDeep", "AsleepREM"] {
      samples.append(
        .category(
          CategorySample(
            header: Self.header(.category(.sleepAnalysis), nil, minutes: 37),
            value: CategoryValue("HKCategoryValueSleepAnalysis\(name)"))))
    }
    for type in [CategoryType.mindfulSession, .handwashingEvent, .toothbrushingEvent] {
      samples.append(
        .category(
          CategorySample(
            header: Self.header(.category(type), nil, minutes: 7),
            value: CategoryValue("HKCategoryValueNotApplicable"))))
    }
    let written = try write(samples)
    #expect(
      written.samples.map(Self.unmarked) == samples && written.losses == ["aggregates": 9]
        && written.findings == [])
    let again = try write(written.samples)
    #expect(again.samples == written.samples && again.losses == [:])
  }

  /// A sample without the mark that a reader adds.
  private static func unmarked(_ sample: Sample) -> Sample {
    var unmarked = sample
    unmarked.updateHeader {
      $0.metadata.entries.removeAll { $0.key == MetadataKey("aggregate") }
    }
    return unmarked
  }

  @Test func pressuresComeBack() throws {
    func member(_ type: QuantityType, _ number: Int) -> NestedSample {
      NestedSample(
        sample: .quantity(
          QuantitySample(
            header: Self.header(.quantity(type), "mmHg"), number: Number(number))))
    }
    var correlation = Correlation(
      header: Self.header(.correlation(.bloodPressure), nil),
      members: [member(.bloodPressureSystolic, 121), member(.bloodPressureDiastolic, 79)])
    let written = try write([.correlation(correlation)])
    #expect(
      written.samples.map(Self.unmarked) == [.correlation(correlation)]
        && written.losses == ["aggregates": 1])
    correlation.members.removeLast()
    // The correlation, and its member.
    #expect(try write([.correlation(correlation)]).losses == ["samples": 2])
  }

  /// Members that only a correlation has are items; those that are at top level, too, are not written twice.
  @Test func membersOfFoodAreWrittenOnce() throws {
    let members = try [
      Self.quantity(.dietaryEnergyConsumed, "350", "kcal"),
      Self.quantity(.dietaryProtein, "12", "g"),
    ]
    func food(_ membership: NestedSample.Membership) -> Sample {
      .correlation(
        Correlation(
          header: Self.header(.correlation(.food), nil),
          members: members.map { NestedSample(sample: $0, membership: membership) }))
    }
    for samples in [[food(.nestedOnly)], members + [food(.alsoTopLevel)]] {
      let written = try write(samples)
      let numbers = written.samples.compactMap { sample -> String? in
        guard case .quantity(let quantity) = sample else { return nil }
        return "\(quantity.type.shortName) \(quantity.number)"
      }
      #expect(numbers.sorted() == ["DietaryEnergyConsumed 350", "DietaryProtein 12"])
      #expect(written.losses == ["samples": 1, "aggregates": 2])
    }
  }

  /// Every activity of the catalog has a name that is read as the activity; totals and heart rates come back.
  @Test func workoutsComeBack() throws {
    for activity in WorkoutActivityType.all {
      var fields = Sample.WorkoutFields()
      (fields.duration, fields.durationUnit) = (Number(1_800), "s")
      (fields.totalDistance, fields.totalDistanceUnit) = (Number("5.01"), "km")
      (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (Number(300), "kcal")
      var rates = WorkoutStatistics()
      (rates.type, rates.unit) = ("HKQuantityTypeIdentifierHeartRate", "count/min")
      (rates.average, rates.maximum) = (Number(140), Number(171))
      fields.statistics = [rates]
      let workout = Workout(
        header: Self.header(.workout(activity), nil, minutes: 31), fields: fields)
      let written = try write([.workout(workout)])
      if written.losses["samples"] == 1 {
        // An old name of another activity.
        #expect(written.samples.isEmpty)
        continue
      }
      guard case .workout(let read) = written.samples.first else {
        Issue.record("\(activity)")
        continue
      }
      #expect(read.activityType == activity && read.fields == fields, "\(activity)")
      #expect(read.start == workout.start && read.end == workout.end)
      #expect(read.metadata[.externalUUID] == workout.uuid.description)
      #expect(written.losses == ["aggregates": 1, "details": 1] && written.findings == [])
      let again = try write([.workout(read)])
      #expect(again.losses == [:] && again.samples == [.workout(read)])
    }
  }

  /// Every place of the model: what is not counted comes back.
  @Test func everyPlaceThatIsDroppedIsCounted() throws {
    let digester = SampleDigester(.exact)
    var lost: [String] = []
    var kept = 0
    for place in ModelPlaces.samples {
      let samples = place.samples.map(Self.marked)
      let written = try write(samples)
      if !written.losses.isEmpty { continue }
      let isKept =
        written.samples.count == samples.count
        && zip(written.samples, samples).allSatisfy { read, sample in
          var (read, sample) = (read, sample)
          (read.ordinal, sample.ordinal) = (0, 0)
          return read == sample && digester.total(read) == digester.total(sample)
        }
      if isKept { kept += 1 } else { lost.append(place.name) }
    }
    #expect(lost == [])
    #expect(kept > 3)
    for (place, info) in ModelPlaces.datasets where info != DatasetInfo() {
      let losses = try write([], info).losses
      #expect(losses == ["dataset": 1] || losses == ["participants": 1], "\(place): \(losses)")
    }
  }

  /// A sample of a place as a file has it: an instant that is an average, or a workout with an id and a name, and no source.
  private static func marked(_ sample: Sample) -> Sample {
    var marked = sample
    marked.updateHeader { header in
      func mark(_ value: String) -> MetadataEntry {
        MetadataEntry(key: MetadataKey("aggregate"), value: value)
      }
      var entries: [MetadataEntry] = []
      switch sample {
      case .quantity:
        entries = [mark("average")]
        if header.start.spelling == nil { header.end = header.start }
      case .category: entries = [mark("copy")]
      case .correlation: entries = [mark("average")]
      case .workout:
        entries = [
          mark("copy"),
          MetadataEntry(key: .externalUUID, value: "A"),
          MetadataEntry(key: MetadataKey("Workout Type"), value: "Outdoor Run"),
        ]
        let old = header.descriptor
        if old.source == Source(name: "Watch") {
          header.descriptor = SampleDescriptor(
            type: old.type, unitText: old.unitText, source: Source(name: source),
            device: old.device)
        }
      default: break
      }
      header.metadata.entries = entries + header.metadata.entries
    }
    return marked
  }

  @Test func whatIsLostIsCounted() throws {
    let written = try write([
      try Self.quantity(.stepCount, "523", "count", minutes: 10),
      try Self.quantity(.bodyMass, "70000000", "mg", [("aggregate", "average"), ("k", "v")]),
      try Self.quantity(.bloodPressureSystolic, "121", "mmHg"),
    ])
    #expect(
      written.losses == ["periods": 1, "aggregates": 1, "units": 1, "details": 1, "samples": 1])
    #expect(written.samples.count == 2)
  }

  /// A reader that adds up the items of a watch and a phone counts twice what both recorded.
  @Test func sumsOfSeveralSourcesAreCounted() throws {
    let watch = try Self.quantity(.stepCount, "7", "count", [("aggregate", "sum")])
    var phone = try Self.quantity(.stepCount, "5", "count", [("aggregate", "sum")])
    phone.updateHeader { header in
      header.descriptor = SampleDescriptor(
        type: header.descriptor.type, unitText: "count", source: Source(name: "Phone"))
    }
    let later = try Self.quantity(.stepCount, "9", "count", [("aggregate", "sum")])
    #expect(try write([watch, phone, later]).losses == ["sources": 3])
    #expect(try write([watch, later]).losses == [:])
  }

  /// Metrics have the order of their first items, whatever the order of the samples.
  @Test func itemsAreGroupedByMetric() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      [
        try Self.quantity(.stepCount, "1", "count"), try Self.quantity(.bodyMass, "70", "kg"),
        try Self.quantity(.stepCount, "2", "count"), try Self.quantity(.bodyMass, "150", "lb"),
      ], "in.jsonl", DatasetInfo())
    let output = folder.path + "/out.json"
    _ = try Conversion(of: try Dataset.open(input), to: .healthAutoExport).run(toFile: output)
    func item(_ value: String) -> String {
      "{\"qty\":\(value),\"date\":\"2026-01-02 08:00:00 +0100\",\"source\":\"Watch\"}"
    }
    #expect(
      String(decoding: try Fixtures.bytes(output), as: UTF8.self) == """
        {"data":{"metrics":[
        {"name":"step_count","units":"count","data":[
        \(item("1")),
        \(item("2"))
        ]},
        {"name":"weight_body_mass","units":"kg","data":[
        \(item("70"))
        ]},
        {"name":"weight_body_mass","units":"lb","data":[
        \(item("150"))
        ]}
        ],"workouts":[]}}

        """)
  }
}
