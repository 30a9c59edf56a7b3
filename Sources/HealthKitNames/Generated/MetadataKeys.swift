// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

/// `HKActivityType`.
public let HKMetadataKeyActivityType = "HKActivityType"
/// `HKAlgorithmVersion`.
public let HKMetadataKeyAlgorithmVersion = "HKAlgorithmVersion"
/// `HKAlpineSlopeGrade`.
public let HKMetadataKeyAlpineSlopeGrade = "HKAlpineSlopeGrade"
/// `HKAverageMETs`.
public let HKMetadataKeyAverageMETs = "HKAverageMETs"
/// `HKAverageSpeed`.
public let HKMetadataKeyAverageSpeed = "HKAverageSpeed"
/// `HKBloodGlucoseMealTime`.
public let HKMetadataKeyBloodGlucoseMealTime = "HKBloodGlucoseMealTime"
/// `HKBodyTemperatureSensorLocation`.
public let HKMetadataKeyBodyTemperatureSensorLocation = "HKBodyTemperatureSensorLocation"
/// `HKCoachedWorkout`.
public let HKMetadataKeyCoachedWorkout = "HKCoachedWorkout"
/// `HKCrossTrainerDistance`.
public let HKMetadataKeyCrossTrainerDistance = "HKCrossTrainerDistance"
/// `HKCyclingCyclingFunctionalThresholdPowerTestType`.
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType =
  "HKCyclingCyclingFunctionalThresholdPowerTestType"
/// `HKDateOfEarliestDataUsedForEstimate`.
public let HKMetadataKeyDateOfEarliestDataUsedForEstimate = "HKDateOfEarliestDataUsedForEstimate"
/// `HKDeviceManufacturerName`.
public let HKMetadataKeyDeviceManufacturerName = "HKDeviceManufacturerName"
/// `HKDeviceName`.
public let HKMetadataKeyDeviceName = "HKDeviceName"
/// `HKDeviceSerialNumber`.
public let HKMetadataKeyDeviceSerialNumber = "HKDeviceSerialNumber"
/// `HKDigitalSignature`.
public let HKMetadataKeyDigitalSignature = "HKDigitalSignature"
/// `HKElevationAscended`.
public let HKMetadataKeyElevationAscended = "HKElevationAscended"
/// `HKElevationDescended`.
public let HKMetadataKeyElevationDescended = "HKElevationDescended"
/// `HKExternalUUID`.
public let HKMetadataKeyExternalUUID = "HKExternalUUID"
/// `HKFitnessMachineDuration`.
public let HKMetadataKeyFitnessMachineDuration = "HKFitnessMachineDuration"
/// `HKFoodType`.
public let HKMetadataKeyFoodType = "HKFoodType"
/// `HKGroupFitness`.
public let HKMetadataKeyGroupFitness = "HKGroupFitness"
/// `HKHeartRateEventThreshold`.
public let HKMetadataKeyHeartRateEventThreshold = "HKHeartRateEventThreshold"
/// `HKHeartRateSensorLocation`.
public let HKMetadataKeyHeartRateSensorLocation = "HKHeartRateSensorLocation"
/// `HKIndoorBikeDistance`.
public let HKMetadataKeyIndoorBikeDistance = "HKIndoorBikeDistance"
/// `HKIndoorWorkout`.
public let HKMetadataKeyIndoorWorkout = "HKIndoorWorkout"
/// `HKInsulinDeliveryReason`.
public let HKMetadataKeyInsulinDeliveryReason = "HKInsulinDeliveryReason"
/// `HKLapLength`.
public let HKMetadataKeyLapLength = "HKLapLength"
/// `HKLowCardioFitnessEventThreshold`.
public let HKMetadataKeyLowCardioFitnessEventThreshold = "HKLowCardioFitnessEventThreshold"
/// `HKMaximumSpeed`.
public let HKMetadataKeyMaximumSpeed = "HKMaximumSpeed"
/// `HKMenstrualCycleStart`.
public let HKMetadataKeyMenstrualCycleStart = "HKMenstrualCycleStart"
/// `HKMetadataKeyAppleDeviceCalibrated`.
public let HKMetadataKeyAppleDeviceCalibrated = "HKMetadataKeyAppleDeviceCalibrated"
/// `HKMetadataKeyAppleECGAlgorithmVersion`.
public let HKMetadataKeyAppleECGAlgorithmVersion = "HKMetadataKeyAppleECGAlgorithmVersion"
/// `HKMetadataKeyAppleFitnessPlusCatalogIdentifier`.
public let HKMetadataKeyAppleFitnessPlusCatalogIdentifier =
  "HKMetadataKeyAppleFitnessPlusCatalogIdentifier"
/// `HKMetadataKeyAppleFitnessPlusSession`.
public let HKMetadataKeyAppleFitnessPlusSession = "HKMetadataKeyAppleFitnessPlusSession"
/// `HKMetadataKeyAudioExposureDuration`.
public let HKMetadataKeyAudioExposureDuration = "HKMetadataKeyAudioExposureDuration"
/// `HKMetadataKeyAudioExposureLevel`.
public let HKMetadataKeyAudioExposureLevel = "HKMetadataKeyAudioExposureLevel"
/// `HKMetadataKeyBarometricPressure`.
public let HKMetadataKeyBarometricPressure = "HKMetadataKeyBarometricPressure"
/// `HKMetadataKeyDevicePlacementSide`.
public let HKMetadataKeyDevicePlacementSide = "HKMetadataKeyDevicePlacementSide"
/// `HKMetadataKeyGlassesPrescriptionDescription`.
public let HKMetadataKeyGlassesPrescriptionDescription =
  "HKMetadataKeyGlassesPrescriptionDescription"
/// `HKMetadataKeyHeadphoneGain`.
public let HKMetadataKeyHeadphoneGain = "HKMetadataKeyHeadphoneGain"
/// `HKMetadataKeyHeartRateMotionContext`.
public let HKMetadataKeyHeartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"
/// `HKMetadataKeyHeartRateRecoveryActivityDuration`.
public let HKMetadataKeyHeartRateRecoveryActivityDuration =
  "HKMetadataKeyHeartRateRecoveryActivityDuration"
/// `HKMetadataKeyHeartRateRecoveryActivityType`.
public let HKMetadataKeyHeartRateRecoveryActivityType = "HKMetadataKeyHeartRateRecoveryActivityType"
/// `HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate`.
public let HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate =
  "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"
/// `HKMetadataKeyHeartRateRecoveryTestType`.
public let HKMetadataKeyHeartRateRecoveryTestType = "HKMetadataKeyHeartRateRecoveryTestType"
/// `HKMetadataKeyMaximumLightIntensity`.
public let HKMetadataKeyMaximumLightIntensity = "HKMetadataKeyMaximumLightIntensity"
/// `HKMetadataKeyQuantityClampedToLowerBound`.
public let HKMetadataKeyQuantityClampedToLowerBound = "HKMetadataKeyQuantityClampedToLowerBound"
/// `HKMetadataKeyQuantityClampedToUpperBound`.
public let HKMetadataKeyQuantityClampedToUpperBound = "HKMetadataKeyQuantityClampedToUpperBound"
/// `HKMetadataKeySessionEstimate`.
public let HKMetadataKeySessionEstimate = "HKMetadataKeySessionEstimate"
/// `HKMetadataKeySyncIdentifier`.
public let HKMetadataKeySyncIdentifier = "HKMetadataKeySyncIdentifier"
/// `HKMetadataKeySyncVersion`.
public let HKMetadataKeySyncVersion = "HKMetadataKeySyncVersion"
/// `HKMetadataKeyUserMotionContext`.
public let HKMetadataKeyUserMotionContext = "HKMetadataKeyUserMotionContext"
/// `HKMetadataKeyWaterSalinity`.
public let HKMetadataKeyWaterSalinity = "HKMetadataKeyWaterSalinity"
/// `HKPhysicalEffortEstimationType`.
public let HKMetadataKeyPhysicalEffortEstimationType = "HKPhysicalEffortEstimationType"
/// `HKReferenceRangeLowerLimit`.
public let HKMetadataKeyReferenceRangeLowerLimit = "HKReferenceRangeLowerLimit"
/// `HKReferenceRangeUpperLimit`.
public let HKMetadataKeyReferenceRangeUpperLimit = "HKReferenceRangeUpperLimit"
/// `HKSWOLFScore`.
public let HKMetadataKeySWOLFScore = "HKSWOLFScore"
/// `HKSexualActivityProtectionUsed`.
public let HKMetadataKeySexualActivityProtectionUsed = "HKSexualActivityProtectionUsed"
/// `HKSwimmingLocationType`.
public let HKMetadataKeySwimmingLocationType = "HKSwimmingLocationType"
/// `HKSwimmingStrokeStyle`.
public let HKMetadataKeySwimmingStrokeStyle = "HKSwimmingStrokeStyle"
/// `HKTimeZone`.
public let HKMetadataKeyTimeZone = "HKTimeZone"
/// `HKUDIDeviceIdentifier`.
public let HKMetadataKeyUDIDeviceIdentifier = "HKUDIDeviceIdentifier"
/// `HKUDIProductionIdentifier`.
public let HKMetadataKeyUDIProductionIdentifier = "HKUDIProductionIdentifier"
/// `HKVO2MaxTestType`.
public let HKMetadataKeyVO2MaxTestType = "HKVO2MaxTestType"
/// `HKVO2MaxValue`.
public let HKMetadataKeyVO2MaxValue = "HKVO2MaxValue"
/// `HKWasTakenInLab`.
public let HKMetadataKeyWasTakenInLab = "HKWasTakenInLab"
/// `HKWasUserEntered`.
public let HKMetadataKeyWasUserEntered = "HKWasUserEntered"
/// `HKWeatherCondition`.
public let HKMetadataKeyWeatherCondition = "HKWeatherCondition"
/// `HKWeatherHumidity`.
public let HKMetadataKeyWeatherHumidity = "HKWeatherHumidity"
/// `HKWeatherTemperature`.
public let HKMetadataKeyWeatherTemperature = "HKWeatherTemperature"
/// `HKWorkoutBrandName`.
public let HKMetadataKeyWorkoutBrandName = "HKWorkoutBrandName"
