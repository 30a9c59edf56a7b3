import HealthConv
import HealthModel
import Testing

/// What can be put right is, and counted.
@Suite struct NormalizationTests {
  private static let moment =
    #"sourceName="Me" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200""#

  private static func record(_ type: String, _ rest: String) -> String {
    #"<Record type="HK\#(type)" \#(moment) \#(rest)/>"#
  }

  private static func food(_ member: String) -> String {
    #"<Correlation type="HKCorrelationTypeIdentifierFood" \#(moment)>\#(member)</Correlation>"#
  }

  /// Normalizes an export and says what is in it then.
  private static func normalize(
    _ body: String, _ change: (inout Conversion) throws -> Void = { _ in }
  ) throws -> (samples: [Sample], report: Conversion.Report) {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      bytes: Array("<HealthData>\(body)</HealthData>".utf8), "export.xml")
    var conversion = Conversion(of: try Dataset.open(input), to: .jsonLines)
    conversion.isNormalizing = true
    try change(&conversion)
    let output = folder.path + "/out.jsonl"
    let report = try conversion.run(toFile: output)
    var samples = try Dataset.open(output).samples()
    var found: [Sample] = []
    while let sample = try samples.next() { found.append(sample) }
    return (found, report)
  }

  @Test func unitsBecomeCanonical() throws {
    let mass = Self.record("QuantityTypeIdentifierBodyMass", #"unit="lb" value="155.426""#)
    let (samples, report) = try Self.normalize(mass)
    guard case .quantity(let quantity) = samples.first else { throw Unexpected() }
    #expect(quantity.unit == "kg")
    #expect(report.samplesConverted == 1)
    let pounds = try Self.normalize(mass) { try $0.units.add("BodyMass=lb") }
    #expect(pounds.report.samplesConverted == 0)
  }

  @Test(arguments: [
    (["as-is"], "lb", "m"), (["as-is", "BodyMass=kg"], "kg", "m"), (["BodyMass=lb"], "lb", "cm"),
    (["imperial"], "lb", "ft"), (["imperial", "as-is"], "lb", "m"), ([], "kg", "cm"),
  ])
  func unitsThatAreChosenTakePrecedence(_ units: [String], _ mass: String, _ height: String) throws
  {
    let body =
      Self.record("QuantityTypeIdentifierBodyMass", #"unit="lb" value="155""#)
      + Self.record("QuantityTypeIdentifierHeight", #"unit="m" value="1.8""#)
    let (samples, _) = try Self.normalize(body) { for text in units { try $0.units.add(text) } }
    let found: [String] = samples.compactMap {
      guard case .quantity(let sample) = $0 else { return nil }
      return sample.unit
    }
    #expect(found == [mass, height])
  }

  @Test func deprecatedNamesAreReplacedAndListed() throws {
    let asleep = Self.record(
      "CategoryTypeIdentifierSleepAnalysis", #"value="HKCategoryValueSleepAnalysisAsleep""#)
    let number = Self.record("CategoryTypeIdentifierSleepAnalysis", #"value="1""#)
    let dance = #"<Workout workoutActivityType="HKWorkoutActivityTypeDance" \#(Self.moment)/>"#
    let (samples, report) = try Self.normalize(asleep + number + dance)
    let names = samples.map { sample in
      if case .category(let category) = sample { return category.value?.name }
      return sample.header?.descriptor.type.identifier
    }
    #expect(names.prefix(2) == ["HKCategoryValueSleepAnalysisAsleepUnspecified", "1"])
    let listed = report.renamings.map { "\($0.from) \($0.to) \($0.count)" }
    #expect(
      listed.first
        == "HKCategoryValueSleepAnalysisAsleep HKCategoryValueSleepAnalysisAsleepUnspecified 1")
    // More than one activity stands for it now: which is not known.
    #expect(names.last == "HKWorkoutActivityTypeDance")
    #expect(listed.count == 1)
  }

  @Test func duplicatesAreMerged() throws {
    let mass = Self.record("QuantityTypeIdentifierBodyMass", #"unit="kg" value="70""#)
    let (samples, report) = try Self.normalize(mass + mass)
    #expect(samples.count == 1)
    #expect(report.duplicates == 1)
  }

  @Test func membersAreLinked() throws {
    let iron = Self.record("QuantityTypeIdentifierDietaryIron", #"unit="mg" value="1.5""#)
    let zinc = Self.record("QuantityTypeIdentifierDietaryZinc", #"unit="mg" value="2""#)
    // As they were read, one stands on its own; as they are selected, none does.
    let (samples, report) = try Self.normalize(iron + Self.food(iron) + Self.food(zinc)) {
      $0.selection.excludedTypes = [try TypePattern("DietaryIron")]
    }
    let memberships = samples.flatMap { sample -> [NestedSample.Membership] in
      guard case .correlation(let correlation) = sample else { return [] }
      return correlation.members.map(\.membership)
    }
    #expect(memberships == [.nestedOnly, .nestedOnly])
    // The selection has marked them already.
    #expect(report.correlationsRelinked == 0)
  }

  private struct Unexpected: Error {}
}
