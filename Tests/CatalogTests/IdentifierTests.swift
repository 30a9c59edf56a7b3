import HealthModel
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  @Test("there are as many as HealthKit declares")
  func counts() {
    #expect(QuantityType.all.count == 121)
    #expect(CategoryType.all.count == 71)
    #expect(WorkoutActivityType.all.count == 84)
    #expect(WorkoutEventType.all.count == 8)
    #expect(MetadataKey.all.count == 71)
    #expect(CharacteristicType.all.count == 7)
    #expect(CorrelationType.all.count == 2)
    #expect(ClinicalRecordType.all.count == 12)
    #expect(Enumeration.all.count == 64)
    #expect(EnumerationValue.all.count == 411)
  }

  @Test("each is there once and is found by its text")
  func uniqueness() {
    expectUnique(QuantityType.self)
    expectUnique(CategoryType.self)
    expectUnique(WorkoutActivityType.self)
    expectUnique(WorkoutEventType.self)
    expectUnique(MetadataKey.self)
    expectUnique(CharacteristicType.self)
    expectUnique(CorrelationType.self)
    expectUnique(ClinicalRecordType.self)
    expectUnique(EnumerationValue.self)
  }

  private func expectUnique<I: CatalogIdentifier>(_ type: I.Type) {
    #expect(Set(I.all).count == I.all.count)
    #expect(Set(I.all.map(\.identifier)).count == I.all.count)
    for known in I.all {
      #expect(I(known.identifier) == known)
      #expect(known.isKnown)
    }
  }

  @Test("members are named as in HealthKit")
  func members() {
    #expect(QuantityType.heartRate.identifier == "HKQuantityTypeIdentifierHeartRate")
    #expect(QuantityType.vo2Max.identifier == "HKQuantityTypeIdentifierVO2Max")
    #expect(QuantityType.uvExposure.identifier == "HKQuantityTypeIdentifierUVExposure")
    #expect(
      QuantityType.dietaryVitaminB12 == QuantityType("HKQuantityTypeIdentifierDietaryVitaminB12"))
    #expect(CategoryType.sleepAnalysis.identifier == "HKCategoryTypeIdentifierSleepAnalysis")
    #expect(MetadataKey.wasUserEntered.identifier == "HKWasUserEntered")
    #expect(MetadataKey.syncVersion.identifier == "HKMetadataKeySyncVersion")
    #expect(MetadataKey.swolfScore.identifier == "HKSWOLFScore")
    #expect(
      MetadataKey.cyclingFunctionalThresholdPowerTestType.identifier
        == "HKCyclingCyclingFunctionalThresholdPowerTestType")
    #expect(WorkoutActivityType.running.identifier == "HKWorkoutActivityTypeRunning")
    #expect(WorkoutEventType.pause.identifier == "HKWorkoutEventTypePause")
    #expect(CorrelationType.bloodPressure.identifier == "HKCorrelationTypeIdentifierBloodPressure")
    #expect(ClinicalRecordType.observation.identifier == "Observation")
  }

  @Test("one constant of two shares the string of the other")
  func sharedString() {
    #expect(CategoryType.environmentalAudioExposureEvent == .audioExposureEvent)
    let constant = "HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent"
    #expect(CategoryType(constant).identifier == constant)
  }

  @Test(
    "an unknown one is carried as it is",
    arguments: [
      "", "HKQuantityTypeIdentifierFromNextYear", "com.example.mood", "hkheartrate", "é ",
    ])
  func unknown(_ text: String) {
    let type = QuantityType(text)
    #expect(!type.isKnown)
    #expect(type.identifier == text)
    #expect("\(type)" == text)
    #expect(type == QuantityType(text))
    #expect(type != .heartRate)
    #expect(type.dimension == nil && type.aggregationStyle == nil && type.canonicalUnit == nil)
    #expect(!type.canBeCorrelationMember && !type.isFraction && type.introduced == nil)
    #expect(MetadataKey(text).applies(to: "anything"))
  }

  @Test("short names leave out what all of a kind share")
  func shortNames() {
    #expect(QuantityType.heartRate.shortName == "HeartRate")
    #expect(QuantityType("HKQuantityTypeIdentifierNew").shortName == "New")
    #expect(QuantityType("new").shortName == "new")
    #expect(QuantityType("HKQuantityTypeIdentifier").shortName == "HKQuantityTypeIdentifier")
    #expect(QuantityType("HKQuantityTypeIdentifier\u{301}x").shortName == "\u{301}x")
    #expect(MetadataKey.timeZone.shortName == "TimeZone")
    #expect(MetadataKey.syncVersion.shortName == "SyncVersion")
    #expect(WorkoutActivityType.running.shortName == "Running")
    #expect(EnumerationValue.sleepAnalysisAsleepREM.shortName == "AsleepREM")
  }

  @Test("are small")
  func size() {
    #expect(MemoryLayout<QuantityType>.size <= 17)
    #expect(MemoryLayout<EnumerationValue>.size <= 17)
  }
}
