import HealthModel
import Testing

@Suite("Facts of the catalog")
struct FactsTests {
  /// What the catalog says of a quantity type.
  struct QuantityFacts: Sendable {
    let type: QuantityType
    let dimension: String
    let style: QuantityType.AggregationStyle
    let unit: String
    let introduced: SystemVersion
  }

  @Test(
    "quantity types",
    arguments: [
      QuantityFacts(
        type: .stepCount, dimension: "scalar", style: .cumulative, unit: "count",
        introduced: SystemVersion(8, 0)),
      QuantityFacts(
        type: .heartRate, dimension: "count/time", style: .discreteTemporallyWeighted,
        unit: "count/min", introduced: SystemVersion(8, 0)),
      QuantityFacts(
        type: .bodyMass, dimension: "mass", style: .discreteArithmetic, unit: "kg",
        introduced: SystemVersion(8, 0)),
      QuantityFacts(
        type: .vo2Max, dimension: "volume/(mass*time)", style: .discreteArithmetic,
        unit: "mL/min·kg", introduced: SystemVersion(11, 0)),
      QuantityFacts(
        type: .environmentalAudioExposure, dimension: "soundPressureLevel",
        style: .discreteEquivalentContinuousLevel, unit: "dBASPL", introduced: SystemVersion(13, 0)),
    ])
  func quantities(_ facts: QuantityFacts) {
    #expect(facts.type.dimension == facts.dimension)
    #expect(facts.type.aggregationStyle == facts.style)
    #expect(facts.type.canonicalUnit == facts.unit)
    #expect(facts.type.introduced == facts.introduced)
  }

  @Test("as many aggregation styles as HealthKit has")
  func styles() {
    func count(_ style: QuantityType.AggregationStyle) -> Int {
      QuantityType.all.count { $0.aggregationStyle == style }
    }
    #expect(QuantityType.AggregationStyle.allCases.map(count) == [63, 48, 7, 3])
  }

  @Test("fractions")
  func fractions() {
    #expect(QuantityType.all.count { $0.isFraction } == 8)
    #expect(QuantityType.oxygenSaturation.isFraction)
    #expect(!QuantityType.bodyMassIndex.isFraction)
    #expect(QuantityType.bodyMass.otherUnits == ["lb", "st", "g"])
    #expect(QuantityType.heartRate.group == "Heart")
  }

  @Test("correlations and their members")
  func correlations() {
    let pressure = CorrelationType.bloodPressure
    #expect(pressure.memberTypes == [.bloodPressureDiastolic, .bloodPressureSystolic])
    #expect(pressure.needsAllMembers)
    #expect(CorrelationType.food.memberTypes.count == 39)
    #expect(!CorrelationType.food.needsAllMembers)
    let members = CorrelationType.all.flatMap(\.memberTypes)
    #expect(Set(members) == Set(QuantityType.all.filter(\.canBeCorrelationMember)))
    #expect(CorrelationType("HKCorrelationTypeIdentifierNew").memberTypes.isEmpty)
  }

  @Test("metadata keys")
  func metadata() {
    #expect(MetadataKey.wasUserEntered.valueType == .boolean)
    #expect(MetadataKey.weatherTemperature.valueType == .quantity)
    #expect(MetadataKey.weatherTemperature.dimension == "temperature")
    #expect(MetadataKey.heartRateMotionContext.enumeration == .heartRateMotionContext)
    #expect(MetadataKey.heartRateRecoveryActivityType.enumeration == .workoutActivityType)
    #expect(MetadataKey.timeZone.constant == "HKMetadataKeyTimeZone")
    #expect(MetadataKey.timeZone.applies(to: "HKQuantityTypeIdentifierHeartRate"))
    #expect(MetadataKey.elevationAscended.applies(to: "HKQuantityTypeIdentifierDistanceCycling"))
    #expect(!MetadataKey.elevationAscended.applies(to: "HKQuantityTypeIdentifierHeartRate"))
    #expect(MetadataKey.swimmingStrokeStyle.applies(to: "HKWorkoutEventTypeLap"))
    #expect(MetadataKey.syncIdentifier.requires == [.syncVersion])
    #expect(MetadataKey.syncVersion.requires == [.syncIdentifier])
    #expect(CategoryType.menstrualFlow.requiredMetadata == [.menstrualCycleStart])
    #expect(QuantityType.insulinDelivery.requiredMetadata == [.insulinDeliveryReason])
    #expect(CategoryType.sleepAnalysis.requiredMetadata.isEmpty)
  }

  @Test("what a key applies to is in the catalog")
  func targets() {
    let events = WorkoutEventType.all.map(\.identifier)
    let known = Catalog.allTypes.map(\.identifier) + events
    for key in MetadataKey.all {
      #expect(known.contains(where: key.applies(to:)), "\(key)")
      #expect((key.valueType == .enumeration) == (key.enumeration != nil), "\(key)")
    }
  }

  @Test("workout activities and events")
  func workouts() {
    #expect(WorkoutActivityType.running.rawValue == 37)
    #expect(WorkoutActivityType.other.rawValue == 3000)
    #expect(WorkoutActivityType(rawValue: 52) == .walking)
    #expect(WorkoutActivityType(rawValue: 81) == nil)
    #expect(WorkoutActivityType.dance.deprecated == SystemVersion(14, 0))
    #expect(WorkoutActivityType.dance.replacements == [.socialDance, .cardioDance])
    #expect(WorkoutActivityType.running.deprecated == nil)
    #expect(WorkoutActivityType.all.count { $0.deprecated != nil } == 3)
    #expect(!WorkoutActivityType("HKWorkoutEventTypePause").isKnown)
    #expect(WorkoutEventType.pauseOrResumeRequest.rawValue == 8)
    #expect(WorkoutEventType.all.filter(\.canHaveDuration) == [.lap, .segment])
  }

  @Test("characteristics")
  func characteristics() {
    #expect(CharacteristicType.dateOfBirth.values.isEmpty)
    #expect(CharacteristicType.biologicalSex.enumeration == .biologicalSex)
    #expect(
      CharacteristicType.biologicalSex.values.map(\.shortName)
        == ["NotSet", "Female", "Male", "Other"])
    #expect(CharacteristicType.all.count { $0.isExported } == 5)
  }

  @Test("clinical records")
  func clinicalRecords() {
    #expect(
      ClinicalRecordType.observation.clinicalTypes
        == ["HKClinicalTypeIdentifierLabResultRecord", "HKClinicalTypeIdentifierVitalSignRecord"])
    #expect(!ClinicalRecordType("Patient").isKnown)
  }
}
