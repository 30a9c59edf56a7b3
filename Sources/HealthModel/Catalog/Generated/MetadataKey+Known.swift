// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

extension MetadataKey {
  /// `HKActivityType`.
  public static var activityType: Self { Self(known: 0) }
  /// `HKAlgorithmVersion`.
  public static var algorithmVersion: Self { Self(known: 1) }
  /// `HKAlpineSlopeGrade`.
  public static var alpineSlopeGrade: Self { Self(known: 2) }
  /// `HKAverageMETs`.
  public static var averageMETs: Self { Self(known: 3) }
  /// `HKAverageSpeed`.
  public static var averageSpeed: Self { Self(known: 4) }
  /// `HKBloodGlucoseMealTime`.
  public static var bloodGlucoseMealTime: Self { Self(known: 5) }
  /// `HKBodyTemperatureSensorLocation`.
  public static var bodyTemperatureSensorLocation: Self { Self(known: 6) }
  /// `HKCoachedWorkout`.
  public static var coachedWorkout: Self { Self(known: 7) }
  /// `HKCrossTrainerDistance`.
  public static var crossTrainerDistance: Self { Self(known: 8) }
  /// `HKCyclingCyclingFunctionalThresholdPowerTestType`.
  public static var cyclingFunctionalThresholdPowerTestType: Self { Self(known: 9) }
  /// `HKDateOfEarliestDataUsedForEstimate`.
  public static var dateOfEarliestDataUsedForEstimate: Self { Self(known: 10) }
  /// `HKDeviceManufacturerName`.
  public static var deviceManufacturerName: Self { Self(known: 11) }
  /// `HKDeviceName`.
  public static var deviceName: Self { Self(known: 12) }
  /// `HKDeviceSerialNumber`.
  public static var deviceSerialNumber: Self { Self(known: 13) }
  /// `HKDigitalSignature`.
  public static var digitalSignature: Self { Self(known: 14) }
  /// `HKElevationAscended`.
  public static var elevationAscended: Self { Self(known: 15) }
  /// `HKElevationDescended`.
  public static var elevationDescended: Self { Self(known: 16) }
  /// `HKExternalUUID`.
  public static var externalUUID: Self { Self(known: 17) }
  /// `HKFitnessMachineDuration`.
  public static var fitnessMachineDuration: Self { Self(known: 18) }
  /// `HKFoodType`.
  public static var foodType: Self { Self(known: 19) }
  /// `HKGroupFitness`.
  public static var groupFitness: Self { Self(known: 20) }
  /// `HKHeartRateEventThreshold`.
  public static var heartRateEventThreshold: Self { Self(known: 21) }
  /// `HKHeartRateSensorLocation`.
  public static var heartRateSensorLocation: Self { Self(known: 22) }
  /// `HKIndoorBikeDistance`.
  public static var indoorBikeDistance: Self { Self(known: 23) }
  /// `HKIndoorWorkout`.
  public static var indoorWorkout: Self { Self(known: 24) }
  /// `HKInsulinDeliveryReason`.
  public static var insulinDeliveryReason: Self { Self(known: 25) }
  /// `HKLapLength`.
  public static var lapLength: Self { Self(known: 26) }
  /// `HKLowCardioFitnessEventThreshold`.
  public static var lowCardioFitnessEventThreshold: Self { Self(known: 27) }
  /// `HKMaximumSpeed`.
  public static var maximumSpeed: Self { Self(known: 28) }
  /// `HKMenstrualCycleStart`.
  public static var menstrualCycleStart: Self { Self(known: 29) }
  /// `HKMetadataKeyAppleDeviceCalibrated`.
  public static var appleDeviceCalibrated: Self { Self(known: 30) }
  /// `HKMetadataKeyAppleECGAlgorithmVersion`.
  public static var appleECGAlgorithmVersion: Self { Self(known: 31) }
  /// `HKMetadataKeyAppleFitnessPlusCatalogIdentifier`.
  public static var appleFitnessPlusCatalogIdentifier: Self { Self(known: 32) }
  /// `HKMetadataKeyAppleFitnessPlusSession`.
  public static var appleFitnessPlusSession: Self { Self(known: 33) }
  /// `HKMetadataKeyAudioExposureDuration`.
  public static var audioExposureDuration: Self { Self(known: 34) }
  /// `HKMetadataKeyAudioExposureLevel`.
  public static var audioExposureLevel: Self { Self(known: 35) }
  /// `HKMetadataKeyBarometricPressure`.
  public static var barometricPressure: Self { Self(known: 36) }
  /// `HKMetadataKeyDevicePlacementSide`.
  public static var devicePlacementSide: Self { Self(known: 37) }
  /// `HKMetadataKeyGlassesPrescriptionDescription`.
  public static var glassesPrescriptionDescription: Self { Self(known: 38) }
  /// `HKMetadataKeyHeadphoneGain`.
  public static var headphoneGain: Self { Self(known: 39) }
  /// `HKMetadataKeyHeartRateMotionContext`.
  public static var heartRateMotionContext: Self { Self(known: 40) }
  /// `HKMetadataKeyHeartRateRecoveryActivityDuration`.
  public static var heartRateRecoveryActivityDuration: Self { Self(known: 41) }
  /// `HKMetadataKeyHeartRateRecoveryActivityType`.
  public static var heartRateRecoveryActivityType: Self { Self(known: 42) }
  /// `HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate`.
  public static var heartRateRecoveryMaxObservedRecoveryHeartRate: Self { Self(known: 43) }
  /// `HKMetadataKeyHeartRateRecoveryTestType`.
  public static var heartRateRecoveryTestType: Self { Self(known: 44) }
  /// `HKMetadataKeyMaximumLightIntensity`.
  public static var maximumLightIntensity: Self { Self(known: 45) }
  /// `HKMetadataKeyQuantityClampedToLowerBound`.
  public static var quantityClampedToLowerBound: Self { Self(known: 46) }
  /// `HKMetadataKeyQuantityClampedToUpperBound`.
  public static var quantityClampedToUpperBound: Self { Self(known: 47) }
  /// `HKMetadataKeySessionEstimate`.
  public static var sessionEstimate: Self { Self(known: 48) }
  /// `HKMetadataKeySyncIdentifier`.
  public static var syncIdentifier: Self { Self(known: 49) }
  /// `HKMetadataKeySyncVersion`.
  public static var syncVersion: Self { Self(known: 50) }
  /// `HKMetadataKeyUserMotionContext`.
  public static var userMotionContext: Self { Self(known: 51) }
  /// `HKMetadataKeyWaterSalinity`.
  public static var waterSalinity: Self { Self(known: 52) }
  /// `HKPhysicalEffortEstimationType`.
  public static var physicalEffortEstimationType: Self { Self(known: 53) }
  /// `HKReferenceRangeLowerLimit`.
  public static var referenceRangeLowerLimit: Self { Self(known: 54) }
  /// `HKReferenceRangeUpperLimit`.
  public static var referenceRangeUpperLimit: Self { Self(known: 55) }
  /// `HKSWOLFScore`.
  public static var swolfScore: Self { Self(known: 56) }
  /// `HKSexualActivityProtectionUsed`.
  public static var sexualActivityProtectionUsed: Self { Self(known: 57) }
  /// `HKSwimmingLocationType`.
  public static var swimmingLocationType: Self { Self(known: 58) }
  /// `HKSwimmingStrokeStyle`.
  public static var swimmingStrokeStyle: Self { Self(known: 59) }
  /// `HKTimeZone`.
  public static var timeZone: Self { Self(known: 60) }
  /// `HKUDIDeviceIdentifier`.
  public static var udiDeviceIdentifier: Self { Self(known: 61) }
  /// `HKUDIProductionIdentifier`.
  public static var udiProductionIdentifier: Self { Self(known: 62) }
  /// `HKVO2MaxTestType`.
  public static var vo2MaxTestType: Self { Self(known: 63) }
  /// `HKVO2MaxValue`.
  public static var vo2MaxValue: Self { Self(known: 64) }
  /// `HKWasTakenInLab`.
  public static var wasTakenInLab: Self { Self(known: 65) }
  /// `HKWasUserEntered`.
  public static var wasUserEntered: Self { Self(known: 66) }
  /// `HKWeatherCondition`.
  public static var weatherCondition: Self { Self(known: 67) }
  /// `HKWeatherHumidity`.
  public static var weatherHumidity: Self { Self(known: 68) }
  /// `HKWeatherTemperature`.
  public static var weatherTemperature: Self { Self(known: 69) }
  /// `HKWorkoutBrandName`.
  public static var workoutBrandName: Self { Self(known: 70) }
}

let metadataRows: [MetadataRow] = [
  MetadataRow(
    identifier: "HKActivityType", constant: "HKMetadataKeyActivityType",
    introduced: SystemVersion(17, 0), value: .enumeration, enumeration: .workoutActivityType,
    appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKAlgorithmVersion", constant: "HKMetadataKeyAlgorithmVersion",
    introduced: SystemVersion(15, 0), value: .number, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKAlpineSlopeGrade", constant: "HKMetadataKeyAlpineSlopeGrade",
    introduced: SystemVersion(11, 2), value: .quantity, dimension: "scalar",
    appliesTo: ["HKQuantityTypeIdentifierDistanceDownhillSnowSports", "HKWorkoutEventTypeSegment"]),
  MetadataRow(
    identifier: "HKAverageMETs", constant: "HKMetadataKeyAverageMETs",
    introduced: SystemVersion(13, 0), value: .quantity, dimension: "energy/(mass*time)",
    appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKAverageSpeed", constant: "HKMetadataKeyAverageSpeed",
    introduced: SystemVersion(11, 2), value: .quantity, dimension: "length/time",
    appliesTo: ["HKQuantityTypeIdentifierDistanceDownhillSnowSports", "HKWorkoutEventTypeSegment"]),
  MetadataRow(
    identifier: "HKBloodGlucoseMealTime", constant: "HKMetadataKeyBloodGlucoseMealTime",
    introduced: SystemVersion(11, 0), value: .enumeration, enumeration: .bloodGlucoseMealTime,
    appliesTo: ["HKQuantityTypeIdentifierBloodGlucose"]),
  MetadataRow(
    identifier: "HKBodyTemperatureSensorLocation",
    constant: "HKMetadataKeyBodyTemperatureSensorLocation", introduced: SystemVersion(8, 0),
    value: .enumeration, enumeration: .bodyTemperatureSensorLocation,
    appliesTo: [
      "HKQuantityTypeIdentifierBasalBodyTemperature",
      "HKQuantityTypeIdentifierBodyTemperature",
    ]),
  MetadataRow(
    identifier: "HKCoachedWorkout", constant: "HKMetadataKeyCoachedWorkout",
    introduced: SystemVersion(8, 0), value: .boolean, appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKCrossTrainerDistance", constant: "HKMetadataKeyCrossTrainerDistance",
    introduced: SystemVersion(12, 0), value: .quantity, dimension: "length",
    appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKCyclingCyclingFunctionalThresholdPowerTestType",
    constant: "HKMetadataKeyCyclingFunctionalThresholdPowerTestType",
    introduced: SystemVersion(17, 0), value: .enumeration,
    enumeration: .cyclingFunctionalThresholdPowerTestType,
    appliesTo: ["HKQuantityTypeIdentifierCyclingFunctionalThresholdPower"]),
  MetadataRow(
    identifier: "HKDateOfEarliestDataUsedForEstimate",
    constant: "HKMetadataKeyDateOfEarliestDataUsedForEstimate", introduced: SystemVersion(15, 0),
    value: .date, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKDeviceManufacturerName", constant: "HKMetadataKeyDeviceManufacturerName",
    introduced: SystemVersion(8, 0), value: .string, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKDeviceName", constant: "HKMetadataKeyDeviceName",
    introduced: SystemVersion(8, 0), value: .string, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKDeviceSerialNumber", constant: "HKMetadataKeyDeviceSerialNumber",
    introduced: SystemVersion(8, 0), value: .string, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKDigitalSignature", constant: "HKMetadataKeyDigitalSignature",
    introduced: SystemVersion(8, 0), value: .string, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKElevationAscended", constant: "HKMetadataKeyElevationAscended",
    introduced: SystemVersion(11, 2), value: .quantity, dimension: "length",
    appliesTo: [
      "HKQuantityTypeIdentifierDistance*",
      "HKWorkoutEventTypeSegment",
      "HKWorkoutTypeIdentifier",
    ]),
  MetadataRow(
    identifier: "HKElevationDescended", constant: "HKMetadataKeyElevationDescended",
    introduced: SystemVersion(11, 2), value: .quantity, dimension: "length",
    appliesTo: [
      "HKQuantityTypeIdentifierDistance*",
      "HKWorkoutEventTypeSegment",
      "HKWorkoutTypeIdentifier",
    ]),
  MetadataRow(
    identifier: "HKExternalUUID", constant: "HKMetadataKeyExternalUUID",
    introduced: SystemVersion(8, 0), value: .string, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKFitnessMachineDuration", constant: "HKMetadataKeyFitnessMachineDuration",
    introduced: SystemVersion(12, 0), value: .quantity, dimension: "time",
    appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKFoodType", constant: "HKMetadataKeyFoodType", introduced: SystemVersion(8, 0),
    value: .string,
    appliesTo: ["HKCorrelationTypeIdentifierFood", "HKQuantityTypeIdentifierDietary*"]),
  MetadataRow(
    identifier: "HKGroupFitness", constant: "HKMetadataKeyGroupFitness",
    introduced: SystemVersion(8, 0), value: .boolean, appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKHeartRateEventThreshold", constant: "HKMetadataKeyHeartRateEventThreshold",
    introduced: SystemVersion(12, 2), value: .quantity, dimension: "count/time",
    appliesTo: [
      "HKCategoryTypeIdentifierHighHeartRateEvent",
      "HKCategoryTypeIdentifierLowHeartRateEvent",
    ]),
  MetadataRow(
    identifier: "HKHeartRateSensorLocation", constant: "HKMetadataKeyHeartRateSensorLocation",
    introduced: SystemVersion(8, 0), value: .enumeration, enumeration: .heartRateSensorLocation,
    appliesTo: ["HKQuantityTypeIdentifierHeartRate"]),
  MetadataRow(
    identifier: "HKIndoorBikeDistance", constant: "HKMetadataKeyIndoorBikeDistance",
    introduced: SystemVersion(12, 0), value: .quantity, dimension: "length",
    appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKIndoorWorkout", constant: "HKMetadataKeyIndoorWorkout",
    introduced: SystemVersion(8, 0), value: .boolean, appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKInsulinDeliveryReason", constant: "HKMetadataKeyInsulinDeliveryReason",
    introduced: SystemVersion(11, 0), value: .enumeration, enumeration: .insulinDeliveryReason,
    appliesTo: ["HKQuantityTypeIdentifierInsulinDelivery"]),
  MetadataRow(
    identifier: "HKLapLength", constant: "HKMetadataKeyLapLength",
    introduced: SystemVersion(10, 0), value: .quantity, dimension: "length",
    appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKLowCardioFitnessEventThreshold",
    constant: "HKMetadataKeyLowCardioFitnessEventThreshold", introduced: SystemVersion(14, 3),
    value: .quantity, dimension: "volume/(mass*time)",
    appliesTo: ["HKCategoryTypeIdentifierLowCardioFitnessEvent"]),
  MetadataRow(
    identifier: "HKMaximumSpeed", constant: "HKMetadataKeyMaximumSpeed",
    introduced: SystemVersion(11, 2), value: .quantity, dimension: "length/time",
    appliesTo: ["HKQuantityTypeIdentifierDistanceDownhillSnowSports", "HKWorkoutEventTypeSegment"]),
  MetadataRow(
    identifier: "HKMenstrualCycleStart", constant: "HKMetadataKeyMenstrualCycleStart",
    introduced: SystemVersion(9, 0), value: .boolean,
    appliesTo: ["HKCategoryTypeIdentifierMenstrualFlow"]),
  MetadataRow(
    identifier: "HKMetadataKeyAppleDeviceCalibrated",
    constant: "HKMetadataKeyAppleDeviceCalibrated", introduced: SystemVersion(14, 0),
    value: .boolean, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKMetadataKeyAppleECGAlgorithmVersion",
    constant: "HKMetadataKeyAppleECGAlgorithmVersion", introduced: SystemVersion(14, 0),
    value: .enumeration, enumeration: .appleECGAlgorithmVersion,
    appliesTo: ["HKDataTypeIdentifierElectrocardiogram"]),
  MetadataRow(
    identifier: "HKMetadataKeyAppleFitnessPlusCatalogIdentifier",
    constant: "HKMetadataKeyAppleFitnessPlusCatalogIdentifier", introduced: SystemVersion(18, 2),
    value: .string, appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKMetadataKeyAppleFitnessPlusSession",
    constant: "HKMetadataKeyAppleFitnessPlusSession", introduced: SystemVersion(17, 0),
    value: .boolean, appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKMetadataKeyAudioExposureDuration",
    constant: "HKMetadataKeyAudioExposureDuration", introduced: SystemVersion(14, 2),
    value: .quantity, dimension: "time",
    appliesTo: ["HKCategoryTypeIdentifierHeadphoneAudioExposureEvent"]),
  MetadataRow(
    identifier: "HKMetadataKeyAudioExposureLevel", constant: "HKMetadataKeyAudioExposureLevel",
    introduced: SystemVersion(13, 0), value: .quantity, dimension: "soundPressureLevel",
    appliesTo: [
      "HKCategoryTypeIdentifierAudioExposureEvent",
      "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent",
    ]),
  MetadataRow(
    identifier: "HKMetadataKeyBarometricPressure", constant: "HKMetadataKeyBarometricPressure",
    introduced: SystemVersion(14, 0), value: .quantity, dimension: "pressure", appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKMetadataKeyDevicePlacementSide", constant: "HKMetadataKeyDevicePlacementSide",
    introduced: SystemVersion(14, 0), value: .enumeration, enumeration: .devicePlacementSide,
    appliesTo: ["HKQuantityTypeIdentifierWalkingAsymmetryPercentage"]),
  MetadataRow(
    identifier: "HKMetadataKeyGlassesPrescriptionDescription",
    constant: "HKMetadataKeyGlassesPrescriptionDescription", introduced: SystemVersion(16, 0),
    value: .string, appliesTo: ["HKVisionPrescriptionTypeIdentifier"]),
  MetadataRow(
    identifier: "HKMetadataKeyHeadphoneGain", constant: "HKMetadataKeyHeadphoneGain",
    introduced: SystemVersion(16, 4), value: .quantity, dimension: "soundPressureLevel",
    appliesTo: ["HKCategoryTypeIdentifierHeadphoneAudioExposureEvent"]),
  MetadataRow(
    identifier: "HKMetadataKeyHeartRateMotionContext",
    constant: "HKMetadataKeyHeartRateMotionContext", introduced: SystemVersion(11, 0),
    value: .enumeration, enumeration: .heartRateMotionContext,
    appliesTo: ["HKQuantityTypeIdentifierHeartRate"]),
  MetadataRow(
    identifier: "HKMetadataKeyHeartRateRecoveryActivityDuration",
    constant: "HKMetadataKeyHeartRateRecoveryActivityDuration", introduced: SystemVersion(16, 0),
    value: .quantity, dimension: "time",
    appliesTo: ["HKQuantityTypeIdentifierHeartRateRecoveryOneMinute"]),
  MetadataRow(
    identifier: "HKMetadataKeyHeartRateRecoveryActivityType",
    constant: "HKMetadataKeyHeartRateRecoveryActivityType", introduced: SystemVersion(16, 0),
    value: .enumeration, enumeration: .workoutActivityType,
    appliesTo: ["HKQuantityTypeIdentifierHeartRateRecoveryOneMinute"]),
  MetadataRow(
    identifier: "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate",
    constant: "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate",
    introduced: SystemVersion(16, 0), value: .quantity, dimension: "count/time",
    appliesTo: ["HKQuantityTypeIdentifierHeartRateRecoveryOneMinute"]),
  MetadataRow(
    identifier: "HKMetadataKeyHeartRateRecoveryTestType",
    constant: "HKMetadataKeyHeartRateRecoveryTestType", introduced: SystemVersion(16, 0),
    value: .enumeration, enumeration: .heartRateRecoveryTestType,
    appliesTo: ["HKQuantityTypeIdentifierHeartRateRecoveryOneMinute"]),
  MetadataRow(
    identifier: "HKMetadataKeyMaximumLightIntensity",
    constant: "HKMetadataKeyMaximumLightIntensity", introduced: SystemVersion(17, 0),
    value: .quantity, dimension: "illuminance",
    appliesTo: ["HKQuantityTypeIdentifierTimeInDaylight"]),
  MetadataRow(
    identifier: "HKMetadataKeyQuantityClampedToLowerBound",
    constant: "HKMetadataKeyQuantityClampedToLowerBound", introduced: SystemVersion(16, 0),
    value: .boolean, appliesTo: ["HKQuantityTypeIdentifier*"]),
  MetadataRow(
    identifier: "HKMetadataKeyQuantityClampedToUpperBound",
    constant: "HKMetadataKeyQuantityClampedToUpperBound", introduced: SystemVersion(16, 0),
    value: .boolean, appliesTo: ["HKQuantityTypeIdentifier*"]),
  MetadataRow(
    identifier: "HKMetadataKeySessionEstimate", constant: "HKMetadataKeySessionEstimate",
    introduced: SystemVersion(16, 0), value: .quantity, appliesTo: ["HKQuantityTypeIdentifier*"]),
  MetadataRow(
    identifier: "HKMetadataKeySyncIdentifier", constant: "HKMetadataKeySyncIdentifier",
    introduced: SystemVersion(11, 0), value: .string, appliesTo: ["*"], requires: [.syncVersion]),
  MetadataRow(
    identifier: "HKMetadataKeySyncVersion", constant: "HKMetadataKeySyncVersion",
    introduced: SystemVersion(11, 0), value: .number, appliesTo: ["*"],
    requires: [.syncIdentifier]),
  MetadataRow(
    identifier: "HKMetadataKeyUserMotionContext", constant: "HKMetadataKeyUserMotionContext",
    introduced: SystemVersion(16, 0), value: .enumeration, enumeration: .userMotionContext,
    appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKMetadataKeyWaterSalinity", constant: "HKMetadataKeyWaterSalinity",
    introduced: SystemVersion(17, 0), value: .enumeration, enumeration: .waterSalinity,
    appliesTo: [
      "HKQuantityTypeIdentifierUnderwaterDepth",
      "HKQuantityTypeIdentifierWaterTemperature",
    ]),
  MetadataRow(
    identifier: "HKPhysicalEffortEstimationType",
    constant: "HKMetadataKeyPhysicalEffortEstimationType", introduced: SystemVersion(17, 0),
    value: .enumeration, enumeration: .physicalEffortEstimationType,
    appliesTo: ["HKQuantityTypeIdentifierPhysicalEffort"]),
  MetadataRow(
    identifier: "HKReferenceRangeLowerLimit", constant: "HKMetadataKeyReferenceRangeLowerLimit",
    introduced: SystemVersion(8, 0), value: .number, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKReferenceRangeUpperLimit", constant: "HKMetadataKeyReferenceRangeUpperLimit",
    introduced: SystemVersion(8, 0), value: .number, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKSWOLFScore", constant: "HKMetadataKeySWOLFScore",
    introduced: SystemVersion(16, 0), value: .number,
    appliesTo: ["HKWorkoutEventTypeLap", "HKWorkoutEventTypeSegment", "HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKSexualActivityProtectionUsed",
    constant: "HKMetadataKeySexualActivityProtectionUsed", introduced: SystemVersion(9, 0),
    value: .boolean, appliesTo: ["HKCategoryTypeIdentifierSexualActivity"]),
  MetadataRow(
    identifier: "HKSwimmingLocationType", constant: "HKMetadataKeySwimmingLocationType",
    introduced: SystemVersion(10, 0), value: .enumeration,
    enumeration: .workoutSwimmingLocationType, appliesTo: ["HKWorkoutTypeIdentifier"]),
  MetadataRow(
    identifier: "HKSwimmingStrokeStyle", constant: "HKMetadataKeySwimmingStrokeStyle",
    introduced: SystemVersion(10, 0), value: .enumeration, enumeration: .swimmingStrokeStyle,
    appliesTo: ["HKWorkoutEventTypeLap"]),
  MetadataRow(
    identifier: "HKTimeZone", constant: "HKMetadataKeyTimeZone", introduced: SystemVersion(8, 0),
    value: .string, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKUDIDeviceIdentifier", constant: "HKMetadataKeyUDIDeviceIdentifier",
    introduced: SystemVersion(8, 0), value: .string, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKUDIProductionIdentifier", constant: "HKMetadataKeyUDIProductionIdentifier",
    introduced: SystemVersion(8, 0), value: .string, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKVO2MaxTestType", constant: "HKMetadataKeyVO2MaxTestType",
    introduced: SystemVersion(11, 0), value: .enumeration, enumeration: .vo2MaxTestType,
    appliesTo: ["HKQuantityTypeIdentifierVO2Max"]),
  MetadataRow(
    identifier: "HKVO2MaxValue", constant: "HKMetadataKeyVO2MaxValue",
    introduced: SystemVersion(14, 3), value: .quantity, dimension: "volume/(mass*time)",
    appliesTo: ["HKCategoryTypeIdentifierLowCardioFitnessEvent"]),
  MetadataRow(
    identifier: "HKWasTakenInLab", constant: "HKMetadataKeyWasTakenInLab",
    introduced: SystemVersion(8, 0), value: .boolean, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKWasUserEntered", constant: "HKMetadataKeyWasUserEntered",
    introduced: SystemVersion(8, 0), value: .boolean, appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKWeatherCondition", constant: "HKMetadataKeyWeatherCondition",
    introduced: SystemVersion(10, 0), value: .enumeration, enumeration: .weatherCondition,
    appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKWeatherHumidity", constant: "HKMetadataKeyWeatherHumidity",
    introduced: SystemVersion(10, 0), value: .quantity, dimension: "scalar", appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKWeatherTemperature", constant: "HKMetadataKeyWeatherTemperature",
    introduced: SystemVersion(10, 0), value: .quantity, dimension: "temperature", appliesTo: ["*"]),
  MetadataRow(
    identifier: "HKWorkoutBrandName", constant: "HKMetadataKeyWorkoutBrandName",
    introduced: SystemVersion(8, 0), value: .string, appliesTo: ["HKWorkoutTypeIdentifier"]),
]
