import HealthModel
import Testing

@Suite("The list of all types")
struct CatalogTests {
  @Test("holds every kind, each identifier once")
  func everyKind() {
    let types = Catalog.allTypes
    #expect(Set(types.map(\.identifier)).count == types.count)
    let kinds = Dictionary(grouping: types, by: \.kind).mapValues(\.count)
    #expect(
      kinds == [
        "quantity": 121, "category": 71, "correlation": 2, "characteristic": 7,
        "activitySummary": 1, "audiogram": 1, "clinicalRecord": 9, "document": 1,
        "electrocardiogram": 1, "heartbeatSeries": 1, "medication": 1, "medicationDoseEvent": 1,
        "scoredAssessment": 2, "sleepDurationGoal": 1, "stateOfMind": 1, "visionPrescription": 1,
        "workout": 1, "workoutRoute": 1,
      ])
  }

  @Test(
    "is asked by whole name, short name or pattern, in any case",
    arguments: [
      ("HeartRate", ["HKQuantityTypeIdentifierHeartRate"]),
      ("heartRate", ["HKQuantityTypeIdentifierHeartRate"]),
      ("HKQuantityTypeIdentifierHeartRate", ["HKQuantityTypeIdentifierHeartRate"]),
      ("hkquantitytypeidentifierheartrate", ["HKQuantityTypeIdentifierHeartRate"]),
      ("HeartRate?", []),
      ("BodyMas?", ["HKQuantityTypeIdentifierBodyMass"]),
      (
        "*audio*event",
        [
          "HKCategoryTypeIdentifierAudioExposureEvent",
          "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent",
        ]
      ),
      ("EnvironmentalAudioExposureEvent", ["HKCategoryTypeIdentifierAudioExposureEvent"]),
      ("stateofmind", ["HKDataTypeStateOfMind"]),
      ("workout", ["HKWorkoutTypeIdentifier"]),
      ("GAD7", ["HKScoredAssessmentTypeIdentifierGAD7"]),
      ("", []),
      ("é", []),
    ])
  func matching(_ pattern: String, _ identifiers: [String]) {
    #expect(Catalog.types(matching: pattern).map(\.identifier) == identifiers)
  }

  @Test("patterns find many")
  func patterns() {
    #expect(Catalog.types(matching: "*Dietary*").count == 39)
    #expect(Catalog.types(matching: "dietary*").count == 39)
    #expect(Catalog.types(matching: "*").count == Catalog.allTypes.count)
    #expect(Catalog.types(matching: String(repeating: "*a", count: 200)).isEmpty)
  }

  @Test(
    "suggests what is near",
    arguments: [
      ("hartrate", "HeartRate"), ("HeratRate", "HeartRate"), ("stepscount", "StepCount"),
      ("HKQuantityTypeIdentifierHearRate", "HeartRate"), ("glucose", "BloodGlucose"),
      ("SleepAnalisys", "SleepAnalysis"), ("audiograms", "Audiogram"),
    ])
  func suggestions(_ name: String, _ first: String) {
    let found = Catalog.suggestions(for: name)
    #expect(found.first?.shortName == first)
    #expect(found.count <= 3)
  }

  @Test(
    "suggests nothing that is far",
    arguments: ["", "x", "quux", "é", String(repeating: "heart", count: 1000)])
  func noSuggestions(_ name: String) {
    #expect(Catalog.suggestions(for: name).isEmpty)
  }

  @Test("entries say what the types say")
  func facts() throws {
    let entry = try #require(Catalog.types(matching: "HeartRate").first)
    #expect(entry.unit == "count/min")
    #expect(entry.dimension == "count/time")
    #expect(entry.aggregationStyle == .discreteTemporallyWeighted)
    #expect(entry.group == "Heart")
    #expect(entry.introduced == SystemVersion(8, 0))
    let sleep = try #require(Catalog.types(matching: "SleepAnalysis").first)
    #expect(sleep.values == CategoryType.sleepAnalysis.values)
  }
}
