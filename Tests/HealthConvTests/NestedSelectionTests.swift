import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

@testable import HealthConv

/// Selected are nested samples, too: `--type` and `--where` find them in every command.
struct NestedSelectionTests {
  private static let start = Timestamp(secondsSince1970: 1_700_000_000, offsetMinutes: 60)

  private static func quantity(_ type: QuantityType, _ value: Int, _ unit: String) -> Sample {
    .quantity(
      QuantitySample(
        header: header(.quantity(type), unit), number: Number(value)))
  }

  private static func header(_ type: SampleType, _ unit: String? = nil) -> SampleHeader {
    SampleHeader(
      descriptor: SampleDescriptor(type: type, unitText: unit, source: Source(name: "App")),
      start: start, end: start)
  }

  private static let systolic = quantity(.bloodPressureSystolic, 120, "mmHg")
  private static let diastolic = quantity(.bloodPressureDiastolic, 80, "mmHg")
  private static let effort = quantity(.workoutEffortScore, 7, "appleEffortScore")

  /// The systolic pressure is also at top level.
  private static let pressure = Sample.correlation(
    Correlation(
      header: header(.correlation(.bloodPressure)),
      members: [
        .init(sample: systolic, membership: .alsoTopLevel),
        .init(sample: diastolic, membership: .nestedOnly),
      ]))

  private static let workout: Sample = {
    var fields = Sample.WorkoutFields()
    fields.samples = [NestedSample(sample: effort)]
    return .workout(Workout(header: header(.workout(.running)), fields: fields))
  }()

  private static let samples = [systolic, pressure, workout]

  private static func convert(
    _ path: String, _ change: (inout Conversion) throws -> Void
  ) throws -> (samples: [Sample], report: Conversion.Report) {
    let sink = BytesSink()
    var conversion = Conversion(of: try Dataset.open(path), to: .jsonLines)
    try change(&conversion)
    let report = try conversion.run(into: OutputContainer(file: sink), name: "memory")
    var reader = try Samples(
      JSONLinesReader(source: BytesSource(sink.bytes), name: "memory", options: ReadOptions()))
    var samples: [Sample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return (samples, report)
  }

  @Test(arguments: [
    (["BloodPressureDiastolic"], [diastolic]), (["BloodPressureSystolic"], [systolic]),
    (["quantity"], [systolic, diastolic, effort]), (["workout"], [workout]),
    (["WorkoutEffortScore"], [effort]), (["workout", "WorkoutEffortScore"], [workout]),
    (["BloodPressure*"], [systolic, pressure]), (["HeartRate"], []),
  ])
  func typesAreFoundWhereverTheyAre(_ types: [String], _ expected: [Sample]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.samples, "all.jsonl")
    let (found, report) = try Self.convert(path) {
      $0.selection.types = try types.map { try TypePattern($0) }
    }
    #expect(found == expected)
    #expect(report.samplesWritten == expected.count)
    // The same by a predicate, and through stages.
    let predicate = SamplePredicate.or(try types.map { try .types(like: $0) })
    let (again, sorted) = try Self.convert(path) {
      $0.selection.predicate = predicate
      $0.isNormalizing = true
    }
    #expect(Set(again.map(\.id)) == Set(expected.map(\.id)))
    #expect(sorted.samplesWritten == expected.count)
    let count = try DatasetQuery(SampleQuery(predicate), of: [.open(path)]).count()
    #expect(count == expected.count)
  }

  @Test func whatIsLeftOutIsLeftOutWhereverItIs() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.samples, "all.jsonl")
    let (found, _) = try Self.convert(path) {
      $0.selection.excludedTypes = [try TypePattern("correlation")]
    }
    #expect(found == [Self.systolic, Self.diastolic, Self.workout])
  }

  /// The duplicate at top level is not selected: then the member is the only one, and is found in what was written.
  @Test func membersWithoutTheirDuplicateAreNestedOnly() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.samples, "all.jsonl")
    let (found, _) = try Self.convert(path) {
      $0.selection.types = [try TypePattern("correlation")]
    }
    guard case .correlation(let correlation)? = found.first else {
      Issue.record("the correlation is selected")
      return
    }
    #expect(correlation.members.map(\.membership) == [.nestedOnly, .nestedOnly])
    let again = try folder.write(found, "correlations.jsonl")
    #expect(
      try DatasetQuery(
        SampleQuery(.type("BloodPressureSystolic")), of: [.open(again)]
      ).count() == 1)
  }

  @Test func mergesAndComparisonsFindThem() throws {
    let folder = try TemporaryFolder()
    let (a, b) = (
      try folder.write(Self.samples, "a.jsonl"), try folder.write([Self.diastolic], "b.jsonl")
    )
    var merge = Merge(of: [try .open(a), try .open(b)], to: .jsonLines)
    merge.selection.types = [try TypePattern("BloodPressureDiastolic")]
    let report = try merge.run(toFile: folder.path + "/merged.jsonl")
    #expect(report.written == 1)
    var comparison = Comparison(of: try .open(a), with: try .open(b))
    comparison.selection.types = [try TypePattern("BloodPressureDiastolic")]
    let difference = try comparison.run { _ in }
    #expect(difference.same == 1 && difference.isSame)
  }

  @Test func anInventoryCountsThem() throws {
    let folder = try TemporaryFolder()
    let inventory = try Inventory(of: .open(try folder.write(Self.samples, "all.jsonl")))
    #expect(inventory.count == 5)
    #expect(inventory.nestedCount == 2)
    let counts = Dictionary(
      uniqueKeysWithValues: inventory.types.map { ($0.identifier, [$0.count, $0.nested]) })
    #expect(counts["HKQuantityTypeIdentifierBloodPressureSystolic"] == [1, 0])
    #expect(counts["HKQuantityTypeIdentifierBloodPressureDiastolic"] == [1, 1])
    #expect(counts["HKQuantityTypeIdentifierWorkoutEffortScore"] == [1, 1])
  }

  @Test func aValidationChecksThem() throws {
    let folder = try TemporaryFolder()
    let wrong = Self.quantity(.workoutEffortScore, 7, "kg")
    var fields = Sample.WorkoutFields()
    fields.samples = [NestedSample(sample: wrong)]
    let workout = Sample.workout(Workout(header: Self.header(.workout(.running)), fields: fields))
    var options = Validation.Options()
    options.predicate = try .type("WorkoutEffortScore")
    var validation = Validation(options)
    try validation.check(.open(try folder.write([workout, Self.systolic], "all.jsonl")))
    let report = validation.finish()
    #expect(report.inputs.map(\.samples) == [1])
    #expect(report.groups.list.contains { $0.rule == "unit-fits-type" })
  }
}
