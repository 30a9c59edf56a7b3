import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// `values: round` rounds a type wherever its figures are.
@Suite struct RoundingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func everyNumberOfTheModelIsAFigureOfSomethingOrOfNothing() {
    let numbers = (ClassifiedField.all + ClassifiedField.metadata).filter(\.isNumber)
    #expect(numbers.count > 70)
    for place in numbers {
      #expect(place.figure != nil, "\(place.structure).\(place.name) has no figure")
    }
  }

  /// The types of quantities whose figures a sample of some kind has in its fields.
  private static let rounded = [
    "ActiveEnergyBurned", "HeartRate", "DistanceWalkingRunning", "AppleMoveTime",
    "AppleExerciseTime",
    "PhysicalEffort", "VO2Max", "RunningSpeed", "EnvironmentalAudioExposure", "DistanceCycling",
  ]

  private static func strict(_ types: [String], to step: Int64) -> Policy {
    policy(.limited) { policy in
      policy.roundings = types.map {
        .init(type: TypePattern(unchecked: $0), step: Number(digits: step, exponent: 0))
      }
      policy.settings.biometric = .keep
      policy.settings.routes = .keep
    }
  }

  /// All numbers of a sample that a policy says are rounded are multiples of the step: found by the visitor, so that a new field
  /// is covered.
  @Test func noExactFigureRemains() throws {
    let policy = Self.strict(Self.rounded, to: 1_000)
    var reading = try Dataset.open(folder.write(Self.samples, "input.jsonl"))
      .releasing(Release(policy)).samples()
    var (kinds, numbers) = (Set<SampleKind>(), [String: [Double]]())
    while let sample = try reading.next() {
      kinds.insert(sample.kind)
      guard let structured = sample.structured else { continue }
      func collect<S: FieldSample>(_ sample: S) {
        var fields = sample.fields
        var collector = Numbers(path: sample.anySample.kind.rawValue)
        fields.visit(&collector)
        numbers.merge(collector.numbers, uniquingKeysWith: +)
      }
      collect(structured)
    }
    #expect(kinds.isSuperset(of: [.workout, .activitySummary, .electrocardiogram]))
    var count = 0
    for place in ClassifiedField.all where place.isNumber && policy.action(of: place) == .round {
      for number in numbers["\(place.structure).\(place.name)"] ?? [] {
        #expect(number.truncatingRemainder(dividingBy: 1_000) == 0, "\(place)")
        count += 1
      }
    }
    #expect(count > 20)
    // What is no figure of a type stays exact.
    #expect(numbers["workout.duration"] == [1_234.5])
  }

  @Test func figuresAreRoundedByTheirTypes() throws {
    let policy = Self.strict(["HeartRate"], to: 10)
    var reading = try Dataset.open(folder.write(Self.samples, "input.jsonl"))
      .releasing(Release(policy)).samples()
    var workout: Workout?
    while let sample = try reading.next() {
      if case .workout(let found) = sample { workout = found }
    }
    let statistics = try #require(workout).fields.statistics
    #expect(
      statistics[0].average?.description == "1230" && statistics[0].maximum?.description == "1230")
    #expect(statistics[1].sum?.description == "1234.5")
    #expect(workout?.fields.zoneGroups[0].zones[0].minimum?.description == "1230")
    #expect(workout?.fields.totalEnergyBurned?.description == "1234.5")
    let metadata = Metadata(
      (workout?.metadata.entries ?? [])
        + (workout?.fields.activities.flatMap(\.metadata.entries) ?? []))
    #expect(metadata[MetadataKey("HKAverageMETs")] == "1234.5 kcal/hr·kg")
    let effort = Self.strict(["PhysicalEffort"], to: 500)
    var other = try Dataset.open(folder.path + "/input.jsonl").releasing(Release(effort)).samples()
    var found: [String?] = []
    while let sample = try other.next() {
      if case .workout(let workout) = sample {
        found.append(workout.metadata[MetadataKey("HKAverageMETs")])
      }
    }
    #expect(found == ["1000 kcal/hr·kg"])
  }

  /// Times between heartbeats give the heart rate.
  @Test(arguments: ["HeartRate", "HeartRateVariabilitySDNN"])
  func heartbeatsAreNotGivenWithARoundedRate(_ type: String) throws {
    func kinds(_ policy: Policy) throws -> (kinds: Set<SampleKind>, beats: Int) {
      var reading = try Dataset.open(
        folder.write(MarkedSamples.kinds + MarkedSamples.numbers, "input.jsonl")
      )
      .releasing(Release(policy)).samples()
      var (kinds, beats) = (Set<SampleKind>(), 0)
      while let sample = try reading.next() {
        kinds.insert(sample.kind)
        if case .quantity(let quantity) = sample { beats += quantity.beats.count }
      }
      return (kinds, beats)
    }
    let all = try kinds(policy(.research))
    #expect(all.kinds.contains(.heartbeatSeries) && all.beats > 0)
    let rounded = try kinds(
      policy(.research) {
        $0.roundings = [.init(type: TypePattern(unchecked: type), step: Number(5))]
      })
    #expect(!rounded.kinds.contains(.heartbeatSeries) && rounded.beats == 0)
  }

  @Test func explainStatesWhatIsRounded() throws {
    let policy = Self.strict(["HeartRate"], to: 10)
    let actions = Dictionary(
      uniqueKeysWithValues: (ClassifiedField.all + ClassifiedField.metadata).map {
        ("\($0.structure).\($0.name)", policy.action(of: $0))
      })
    #expect(actions["quantity.number"] == .round)
    #expect(actions["workout.statistics.average"] == .round)
    #expect(actions["electrocardiogram.averageHeartRate"] == .round)
    #expect(actions["heartbeatSeries.beats.timeSinceStart"] == .drop)
    #expect(actions["metadata.HKHeartRateEventThreshold"] == .round)
    #expect(actions["workout.duration"] == .keep)
    #expect(actions["activitySummary.activeEnergyBurned"] == .keep)
  }

  @Test func onlyQuantitiesCanBeRounded() throws {
    let start = "healthconv-policy: 1\nprofile: day-numbers\nread: {types: all}\n"
    func message(_ type: String) -> String {
      do {
        _ = try Policy(yaml: start + "values: [{type: \(type), to: 5}]\n", file: "p.yml")
        return ""
      } catch { return "\(error)" }
    }
    #expect(message("SleepAnalysis").contains("not quantities"))
    #expect(message("HeartRate").isEmpty && message("BloodPressure").isEmpty)
  }

  /// Samples of the kinds with figures, whose numbers are all exact.
  private static var samples: [Sample] {
    SampleKind.allCases.compactMap { kind in
      kind.fields.map { sample($0, kind) }
    }
  }

  private static func sample<F: Sample.Fields>(_ empty: F, _ kind: SampleKind) -> Sample {
    var (fields, filler) = (empty, Exact())
    fields.visit(&filler)
    if var summary = fields as? Sample.ActivitySummaryFields {
      summary.dateComponents = "2024-06-01"
      fields = summary as? F ?? fields
    }
    if var workout = fields as? Sample.WorkoutFields {
      workout.statistics = ["HeartRate", "ActiveEnergyBurned"].map { name in
        var statistics = WorkoutStatistics()
        statistics.visit(&filler)
        statistics.type = "HKQuantityTypeIdentifier\(name)"
        return statistics
      }
      workout.zoneGroups[0].type = "HKQuantityTypeIdentifierHeartRate"
      fields = workout as? F ?? fields
    }
    let types: [SampleKind: SampleType] = [
      .workout: .workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")),
      .activitySummary: .other("HKActivitySummaryTypeIdentifier"),
      .electrocardiogram: .other("HKDataTypeIdentifierElectrocardiogram"),
      .heartbeatSeries: .other("HKDataTypeIdentifierHeartbeatSeries"),
    ]
    let date =
      kind.hasOwnDates
      ? MarkedSamples.date("2024-06-01 08:00:00 +0200") : fields.impliedDate ?? .unknown
    let header = SampleHeader(
      descriptor: SampleDescriptor(
        type: types[kind] ?? .other("HKDataTypeIdentifierAudiogram"), source: Source(name: "Watch")),
      start: date, end: date,
      metadata: Metadata([
        MetadataEntry(key: MetadataKey("HKAverageMETs"), value: "1234.5 kcal/hr·kg")
      ]))
    return StructuredSample(header: header, fields: fields).anySample
  }

  /// Sets every number to one with decimals.
  private struct Exact: Sample.FieldVisitor {
    mutating func number(_ name: String, _ value: inout Number?) { value = Number("1234.5") }
    mutating func date(_ name: String, _ value: inout Timestamp?) {
      value = Timestamp("2024-06-01 08:10:00 +0200")
    }
    mutating func text(_ name: String, _ value: inout String?) {}
    mutating func metadata(_ value: inout Metadata) {}
    mutating func numbers(_ name: String, _ value: inout [Number]) { value = [Number(1)] }
    mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
    mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}

    mutating func list<S: Sample.FieldStructure>(
      _ name: String, element: String, _ value: inout [S]
    ) {
      var structure = S()
      structure.visit(&self)
      value = [structure]
    }

    mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
      var structure = S()
      structure.visit(&self)
      value = structure
    }
  }

  /// The numbers of a structure, by their paths.
  private struct Numbers: Sample.FieldVisitor {
    let path: String
    var numbers: [String: [Double]] = [:]

    mutating func number(_ name: String, _ value: inout Number?) {
      if let value { numbers["\(path).\(name)", default: []].append(value.doubleValue) }
    }
    mutating func date(_ name: String, _ value: inout Timestamp?) {}
    mutating func text(_ name: String, _ value: inout String?) {}
    mutating func metadata(_ value: inout Metadata) {}
    mutating func numbers(_ name: String, _ value: inout [Number]) {}
    mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
    mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}

    mutating func list<S: Sample.FieldStructure>(
      _ name: String, element: String, _ value: inout [S]
    ) {
      for index in value.indices { collect(name, &value[index]) }
    }

    mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
      if var structure = value { collect(name, &structure) }
    }

    private mutating func collect<S: Sample.FieldStructure>(_ name: String, _ structure: inout S) {
      var nested = Numbers(path: "\(path).\(name)")
      structure.visit(&nested)
      numbers.merge(nested.numbers, uniquingKeysWith: +)
    }
  }
}
