import HealthModel
import HealthStore
import HealthTesting
import Testing

/// Predicates built in code are held to what predicates written as text are.
struct PredicateBuildingTests {
  typealias Predicate = SamplePredicate
  typealias Build = @Sendable () throws -> SamplePredicate

  /// What is refused, in code and as text.
  static let refused: [(message: String, text: String, build: Build)] = [
    (
      "unknown type 'HartRate'. Did you mean 'HeartRate'?", "type = HartRate",
      { try Predicate.type("HartRate") }
    ),
    (
      "unknown type 'HKQuantityTypeIdentifierHeartRat'. Did you mean 'HeartRate'?",
      "type = HKQuantityTypeIdentifierHeartRat",
      { try Predicate.type("HKQuantityTypeIdentifierHeartRat") }
    ),
    (
      "no sample has the type 'DateOfBirth'", "type = DateOfBirth",
      { try Predicate.type("DateOfBirth") }
    ),
    (
      "unknown type 'HartRate'. Did you mean 'HeartRate'?", "type like HartRate",
      { try Predicate.types(like: "HartRate") }
    ),
    (
      "unknown unit 'mg/dx'", "value > 1 mg/dx",
      { try Predicate.value(.greater, 1, unit: "mg/dx") }
    ),
    (
      "unknown unit 'bpm'. Did you mean 'count/min'?", "unit != bpm",
      { try Predicate.text(.unit, .differs("bpm")) }
    ),
    (
      "unknown unit 'furlong'", "metadata.a > 1 furlong",
      { try Predicate.metadata(key: "a", .number(.greater, 1, unit: "furlong")) }
    ),
    (
      "unknown value 'InBd'. Did you mean 'InBed'?", "category = InBd",
      { try Predicate.category(.equals("InBd")) }
    ),
    (
      "'mg/dL' is not a unit of the queried type, expected one such as 'count/min'",
      "type = HeartRate and value > 1 mg/dL",
      { try Predicate.and([.type("HeartRate"), .value(.greater, 1, unit: "mg/dL")]) }
    ),
    (
      "'mi/hr' is not a unit of the queried type, expected one such as 'cm'",
      "(type = Height or type = BodyMass) and (all or not value > 1 mi/hr)",
      {
        try Predicate.and([
          .or([.type("Height"), .type("BodyMass")]),
          .or([.all, .not(.value(.greater, 1, unit: "mi/hr"))]),
        ])
      }
    ),
  ]

  @Test(arguments: refused.indices)
  func mistakesAreRefusedInCodeAsInText(_ index: Int) throws {
    let (message, text, build) = Self.refused[index]
    let built = #expect(throws: HealthError.self) { _ = try build() }
    #expect(built?.message == message)
    let parsed = #expect(throws: HealthError.self) {
      _ = try SamplePredicate(parsing: text)
    }
    #expect(parsed?.message.hasPrefix(message + "\n  ") == true)
  }

  @Test func numbersThatCompareWithNothingAreRefused() {
    for number in [Double.nan, .infinity] {
      #expect(throws: HealthError.self) { _ = try Predicate.value(.greater, number) }
      #expect(throws: HealthError.self) { _ = try Predicate.duration(.less, number) }
      #expect(throws: HealthError.self) {
        _ = try Predicate.metadata(key: "a", .number(.less, number, unit: nil))
      }
    }
  }

  /// What is built is what the text means.
  @Test func predicatesAreBuiltAsTheyAreRead() throws {
    let noon = DateBound(Timestamp(secondsSince1970: 1_700_000_000))
    let rows: [(SamplePredicate, String)] = [
      (.all, "all"), (try .type("HeartRate"), "type = HeartRate"),
      (try .type("workout"), "kind = workout"),
      (
        try .type("HKQuantityTypeIdentifierOfTomorrow"), "type = HKQuantityTypeIdentifierOfTomorrow"
      ),
      (.type(identifier: "HartRate"), "type.identifier = 'HartRate'"),
      (try .types(like: "Dietary*"), "type like Dietary*"), (.kind(.category), "kind = category"),
      (try .value(.less, 0.95, unit: "%"), "value < 95 %"), (try .value(.equal, 5), "value = 5"),
      (try .duration(.greater, 1_800), "duration > 30 min"), (.hasCreated, "created exists"),
      (.start(.less, noon), "start < \(noon)"), (.end(.less, noon), "end < \(noon)"),
      (.created(.less, noon), "created < \(noon)"),
      (try .figure(.distance, .greater, 5, unit: "km"), "distance > 5 km"),
      (try .figure(.latest, .less, 0.95, unit: "%"), "latest < 95 %"),
      (.has(.energy), "energy exists"),
      (try .category(.like("InBd")), "category like InBd"),
      (try .category(.equals("InBed")), "category = InBed"),
      (try .text(.source, .equals("HartRate")), "source = HartRate"),
      (try .text(.unit, .equals("mg/dL")), "unit = mg/dL"),
      (try .metadata(key: "a", .number(.less, 3, unit: "m")), "metadata.a < 3 m"),
      (
        try .and([.type("BloodGlucose"), .not(.value(.greater, 5, unit: "mmol/L"))]),
        "type = BloodGlucose and not value > 5 mmol/L"
      ),
      (.or([.kind(.workout), .kind(.category)]), "kind = workout or kind = category"),
    ]
    for (built, text) in rows { #expect(try SamplePredicate(parsing: text) == built, "\(text)") }
  }

  /// The reason for all that: under `not`, a mistyped unit would match everything.
  @Test func aMistypedUnitDeletesNothing() throws {
    let store = MemoryStore()
    try store.save([Inputs.heartRate(60), Inputs.heartRate(120)])
    #expect(throws: HealthError.self) {
      try store.delete(where: .not(.value(.greater, 100, unit: "count/mn")))
    }
    #expect(try store.all().count == 2)
    #expect(try store.delete(where: .not(.value(.greater, 100, unit: "count/min"))) == 1)
  }
}
