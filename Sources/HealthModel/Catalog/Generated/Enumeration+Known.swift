// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

extension Enumeration {
  /// `HKActivityMoveMode`.
  public static var activityMoveMode: Self { Self(index: 0) }
  /// `HKAppleECGAlgorithmVersion`.
  public static var appleECGAlgorithmVersion: Self { Self(index: 1) }
  /// `HKAppleSleepingBreathingDisturbancesClassification`.
  public static var appleSleepingBreathingDisturbancesClassification: Self { Self(index: 2) }
  /// `HKAppleWalkingSteadinessClassification`.
  public static var appleWalkingSteadinessClassification: Self { Self(index: 3) }
  /// `HKAudiogramConductionType`.
  public static var audiogramConductionType: Self { Self(index: 4) }
  /// `HKAudiogramSensitivityTestSide`.
  public static var audiogramSensitivityTestSide: Self { Self(index: 5) }
  /// `HKBiologicalSex`.
  public static var biologicalSex: Self { Self(index: 6) }
  /// `HKBloodGlucoseMealTime`.
  public static var bloodGlucoseMealTime: Self { Self(index: 7) }
  /// `HKBloodType`.
  public static var bloodType: Self { Self(index: 8) }
  /// `HKBodyTemperatureSensorLocation`.
  public static var bodyTemperatureSensorLocation: Self { Self(index: 9) }
  /// `HKCategoryValue`.
  public static var categoryValue: Self { Self(index: 10) }
  /// `HKCategoryValueAppetiteChanges`.
  public static var categoryValueAppetiteChanges: Self { Self(index: 11) }
  /// `HKCategoryValueAppleStandHour`.
  public static var categoryValueAppleStandHour: Self { Self(index: 12) }
  /// `HKCategoryValueAppleWalkingSteadinessEvent`.
  public static var categoryValueAppleWalkingSteadinessEvent: Self { Self(index: 13) }
  /// `HKCategoryValueAudioExposureEvent`.
  public static var categoryValueAudioExposureEvent: Self { Self(index: 14) }
  /// `HKCategoryValueCervicalMucusQuality`.
  public static var categoryValueCervicalMucusQuality: Self { Self(index: 15) }
  /// `HKCategoryValueContraceptive`.
  public static var categoryValueContraceptive: Self { Self(index: 16) }
  /// `HKCategoryValueEnvironmentalAudioExposureEvent`.
  public static var categoryValueEnvironmentalAudioExposureEvent: Self { Self(index: 17) }
  /// `HKCategoryValueHeadphoneAudioExposureEvent`.
  public static var categoryValueHeadphoneAudioExposureEvent: Self { Self(index: 18) }
  /// `HKCategoryValueLowCardioFitnessEvent`.
  public static var categoryValueLowCardioFitnessEvent: Self { Self(index: 19) }
  /// `HKCategoryValueMenopausalState`.
  public static var categoryValueMenopausalState: Self { Self(index: 20) }
  /// `HKCategoryValueMenstrualFlow`.
  public static var categoryValueMenstrualFlow: Self { Self(index: 21) }
  /// `HKCategoryValueOvulationTestResult`.
  public static var categoryValueOvulationTestResult: Self { Self(index: 22) }
  /// `HKCategoryValuePregnancyTestResult`.
  public static var categoryValuePregnancyTestResult: Self { Self(index: 23) }
  /// `HKCategoryValuePresence`.
  public static var categoryValuePresence: Self { Self(index: 24) }
  /// `HKCategoryValueProgesteroneTestResult`.
  public static var categoryValueProgesteroneTestResult: Self { Self(index: 25) }
  /// `HKCategoryValueSeverity`.
  public static var categoryValueSeverity: Self { Self(index: 26) }
  /// `HKCategoryValueSleepAnalysis`.
  public static var categoryValueSleepAnalysis: Self { Self(index: 27) }
  /// `HKCategoryValueVaginalBleeding`.
  public static var categoryValueVaginalBleeding: Self { Self(index: 28) }
  /// `HKCyclingFunctionalThresholdPowerTestType`.
  public static var cyclingFunctionalThresholdPowerTestType: Self { Self(index: 29) }
  /// `HKDevicePlacementSide`.
  public static var devicePlacementSide: Self { Self(index: 30) }
  /// `HKElectrocardiogramClassification`.
  public static var electrocardiogramClassification: Self { Self(index: 31) }
  /// `HKElectrocardiogramLead`.
  public static var electrocardiogramLead: Self { Self(index: 32) }
  /// `HKElectrocardiogramSymptomsStatus`.
  public static var electrocardiogramSymptomsStatus: Self { Self(index: 33) }
  /// `HKFitzpatrickSkinType`.
  public static var fitzpatrickSkinType: Self { Self(index: 34) }
  /// `HKGAD7AssessmentAnswer`.
  public static var gad7AssessmentAnswer: Self { Self(index: 35) }
  /// `HKGAD7AssessmentRisk`.
  public static var gad7AssessmentRisk: Self { Self(index: 36) }
  /// `HKHeartRateMotionContext`.
  public static var heartRateMotionContext: Self { Self(index: 37) }
  /// `HKHeartRateRecoveryTestType`.
  public static var heartRateRecoveryTestType: Self { Self(index: 38) }
  /// `HKHeartRateSensorLocation`.
  public static var heartRateSensorLocation: Self { Self(index: 39) }
  /// `HKInsulinDeliveryReason`.
  public static var insulinDeliveryReason: Self { Self(index: 40) }
  /// `HKMedicationDoseEventLogStatus`.
  public static var medicationDoseEventLogStatus: Self { Self(index: 41) }
  /// `HKMedicationDoseEventScheduleType`.
  public static var medicationDoseEventScheduleType: Self { Self(index: 42) }
  /// `HKMedicationGeneralForm`.
  public static var medicationGeneralForm: Self { Self(index: 43) }
  /// `HKPHQ9AssessmentAnswer`.
  public static var phq9AssessmentAnswer: Self { Self(index: 44) }
  /// `HKPHQ9AssessmentRisk`.
  public static var phq9AssessmentRisk: Self { Self(index: 45) }
  /// `HKPhysicalEffortEstimationType`.
  public static var physicalEffortEstimationType: Self { Self(index: 46) }
  /// `HKPrismBase`.
  public static var prismBase: Self { Self(index: 47) }
  /// `HKStateOfMindAssociation`.
  public static var stateOfMindAssociation: Self { Self(index: 48) }
  /// `HKStateOfMindKind`.
  public static var stateOfMindKind: Self { Self(index: 49) }
  /// `HKStateOfMindLabel`.
  public static var stateOfMindLabel: Self { Self(index: 50) }
  /// `HKStateOfMindValenceClassification`.
  public static var stateOfMindValenceClassification: Self { Self(index: 51) }
  /// `HKSwimmingStrokeStyle`.
  public static var swimmingStrokeStyle: Self { Self(index: 52) }
  /// `HKUserMotionContext`.
  public static var userMotionContext: Self { Self(index: 53) }
  /// `HKVO2MaxTestType`.
  public static var vo2MaxTestType: Self { Self(index: 54) }
  /// `HKVisionEye`.
  public static var visionEye: Self { Self(index: 55) }
  /// `HKVisionPrescriptionType`.
  public static var visionPrescriptionType: Self { Self(index: 56) }
  /// `HKWaterSalinity`.
  public static var waterSalinity: Self { Self(index: 57) }
  /// `HKWeatherCondition`.
  public static var weatherCondition: Self { Self(index: 58) }
  /// `HKWheelchairUse`.
  public static var wheelchairUse: Self { Self(index: 59) }
  /// `HKWorkoutActivityType`.
  public static var workoutActivityType: Self { Self(index: 60) }
  /// `HKWorkoutEventType`.
  public static var workoutEventType: Self { Self(index: 61) }
  /// `HKWorkoutSessionLocationType`.
  public static var workoutSessionLocationType: Self { Self(index: 62) }
  /// `HKWorkoutSwimmingLocationType`.
  public static var workoutSwimmingLocationType: Self { Self(index: 63) }
}

let enumerationRows: [EnumerationRow] = [
  EnumerationRow(name: "HKActivityMoveMode", values: 0..<2),
  EnumerationRow(name: "HKAppleECGAlgorithmVersion", values: 2..<4),
  EnumerationRow(name: "HKAppleSleepingBreathingDisturbancesClassification", values: 4..<6),
  EnumerationRow(name: "HKAppleWalkingSteadinessClassification", values: 6..<9),
  EnumerationRow(name: "HKAudiogramConductionType", values: 9..<10),
  EnumerationRow(name: "HKAudiogramSensitivityTestSide", values: 10..<12),
  EnumerationRow(name: "HKBiologicalSex", values: 12..<16),
  EnumerationRow(name: "HKBloodGlucoseMealTime", values: 16..<18),
  EnumerationRow(name: "HKBloodType", values: 18..<27),
  EnumerationRow(name: "HKBodyTemperatureSensorLocation", values: 27..<39),
  EnumerationRow(name: "HKCategoryValue", values: 39..<40),
  EnumerationRow(name: "HKCategoryValueAppetiteChanges", values: 40..<44),
  EnumerationRow(name: "HKCategoryValueAppleStandHour", values: 44..<46),
  EnumerationRow(name: "HKCategoryValueAppleWalkingSteadinessEvent", values: 46..<50),
  EnumerationRow(name: "HKCategoryValueAudioExposureEvent", values: 50..<51),
  EnumerationRow(name: "HKCategoryValueCervicalMucusQuality", values: 51..<56),
  EnumerationRow(name: "HKCategoryValueContraceptive", values: 56..<63),
  EnumerationRow(name: "HKCategoryValueEnvironmentalAudioExposureEvent", values: 63..<64),
  EnumerationRow(name: "HKCategoryValueHeadphoneAudioExposureEvent", values: 64..<65),
  EnumerationRow(name: "HKCategoryValueLowCardioFitnessEvent", values: 65..<66),
  EnumerationRow(name: "HKCategoryValueMenopausalState", values: 66..<69),
  EnumerationRow(name: "HKCategoryValueMenstrualFlow", values: 69..<74),
  EnumerationRow(name: "HKCategoryValueOvulationTestResult", values: 74..<79),
  EnumerationRow(name: "HKCategoryValuePregnancyTestResult", values: 79..<82),
  EnumerationRow(name: "HKCategoryValuePresence", values: 82..<84),
  EnumerationRow(name: "HKCategoryValueProgesteroneTestResult", values: 84..<87),
  EnumerationRow(name: "HKCategoryValueSeverity", values: 87..<92),
  EnumerationRow(name: "HKCategoryValueSleepAnalysis", values: 92..<99),
  EnumerationRow(name: "HKCategoryValueVaginalBleeding", values: 99..<104),
  EnumerationRow(name: "HKCyclingFunctionalThresholdPowerTestType", values: 104..<108),
  EnumerationRow(name: "HKDevicePlacementSide", values: 108..<112),
  EnumerationRow(name: "HKElectrocardiogramClassification", values: 112..<120),
  EnumerationRow(name: "HKElectrocardiogramLead", values: 120..<121),
  EnumerationRow(name: "HKElectrocardiogramSymptomsStatus", values: 121..<124),
  EnumerationRow(name: "HKFitzpatrickSkinType", values: 124..<131),
  EnumerationRow(name: "HKGAD7AssessmentAnswer", values: 131..<135),
  EnumerationRow(name: "HKGAD7AssessmentRisk", values: 135..<139),
  EnumerationRow(name: "HKHeartRateMotionContext", values: 139..<142),
  EnumerationRow(name: "HKHeartRateRecoveryTestType", values: 142..<145),
  EnumerationRow(name: "HKHeartRateSensorLocation", values: 145..<152),
  EnumerationRow(name: "HKInsulinDeliveryReason", values: 152..<154),
  EnumerationRow(name: "HKMedicationDoseEventLogStatus", values: 154..<160),
  EnumerationRow(name: "HKMedicationDoseEventScheduleType", values: 160..<162),
  EnumerationRow(name: "HKMedicationGeneralForm", values: 162..<180),
  EnumerationRow(name: "HKPHQ9AssessmentAnswer", values: 180..<185),
  EnumerationRow(name: "HKPHQ9AssessmentRisk", values: 185..<190),
  EnumerationRow(name: "HKPhysicalEffortEstimationType", values: 190..<192),
  EnumerationRow(name: "HKPrismBase", values: 192..<197),
  EnumerationRow(name: "HKStateOfMindAssociation", values: 197..<215),
  EnumerationRow(name: "HKStateOfMindKind", values: 215..<217),
  EnumerationRow(name: "HKStateOfMindLabel", values: 217..<255),
  EnumerationRow(name: "HKStateOfMindValenceClassification", values: 255..<262),
  EnumerationRow(name: "HKSwimmingStrokeStyle", values: 262..<269),
  EnumerationRow(name: "HKUserMotionContext", values: 269..<272),
  EnumerationRow(name: "HKVO2MaxTestType", values: 272..<276),
  EnumerationRow(name: "HKVisionEye", values: 276..<278),
  EnumerationRow(name: "HKVisionPrescriptionType", values: 278..<280),
  EnumerationRow(name: "HKWaterSalinity", values: 280..<282),
  EnumerationRow(name: "HKWeatherCondition", values: 282..<310),
  EnumerationRow(name: "HKWheelchairUse", values: 310..<313),
  EnumerationRow(name: "HKWorkoutActivityType", values: 313..<397),
  EnumerationRow(name: "HKWorkoutEventType", values: 397..<405),
  EnumerationRow(name: "HKWorkoutSessionLocationType", values: 405..<408),
  EnumerationRow(name: "HKWorkoutSwimmingLocationType", values: 408..<411),
]
