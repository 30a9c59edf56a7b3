// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

extension EnumerationValue {
  /// `HKActivityMoveModeActiveEnergy`, 1.
  public static var activityMoveModeActiveEnergy: Self { Self(known: 0) }
  /// `HKActivityMoveModeAppleMoveTime`, 2.
  public static var activityMoveModeAppleMoveTime: Self { Self(known: 1) }
  /// `HKAppleECGAlgorithmVersion1`, 1.
  public static var appleECGAlgorithmVersion1: Self { Self(known: 2) }
  /// `HKAppleECGAlgorithmVersion2`, 2.
  public static var appleECGAlgorithmVersion2: Self { Self(known: 3) }
  /// `HKAppleSleepingBreathingDisturbancesClassificationNotElevated`, 0.
  public static var appleSleepingBreathingDisturbancesClassificationNotElevated: Self {
    Self(known: 4)
  }
  /// `HKAppleSleepingBreathingDisturbancesClassificationElevated`, 1.
  public static var appleSleepingBreathingDisturbancesClassificationElevated: Self {
    Self(known: 5)
  }
  /// `HKAppleWalkingSteadinessClassificationOK`, 1.
  public static var appleWalkingSteadinessClassificationOK: Self { Self(known: 6) }
  /// `HKAppleWalkingSteadinessClassificationLow`, 2.
  public static var appleWalkingSteadinessClassificationLow: Self { Self(known: 7) }
  /// `HKAppleWalkingSteadinessClassificationVeryLow`, 3.
  public static var appleWalkingSteadinessClassificationVeryLow: Self { Self(known: 8) }
  /// `HKAudiogramConductionTypeAir`, 0.
  public static var audiogramConductionTypeAir: Self { Self(known: 9) }
  /// `HKAudiogramSensitivityTestSideLeft`, 0.
  public static var audiogramSensitivityTestSideLeft: Self { Self(known: 10) }
  /// `HKAudiogramSensitivityTestSideRight`, 1.
  public static var audiogramSensitivityTestSideRight: Self { Self(known: 11) }
  /// `HKBiologicalSexNotSet`, 0.
  public static var biologicalSexNotSet: Self { Self(known: 12) }
  /// `HKBiologicalSexFemale`, 1.
  public static var biologicalSexFemale: Self { Self(known: 13) }
  /// `HKBiologicalSexMale`, 2.
  public static var biologicalSexMale: Self { Self(known: 14) }
  /// `HKBiologicalSexOther`, 3.
  public static var biologicalSexOther: Self { Self(known: 15) }
  /// `HKBloodGlucoseMealTimePreprandial`, 1.
  public static var bloodGlucoseMealTimePreprandial: Self { Self(known: 16) }
  /// `HKBloodGlucoseMealTimePostprandial`, 2.
  public static var bloodGlucoseMealTimePostprandial: Self { Self(known: 17) }
  /// `HKBloodTypeNotSet`, 0.
  public static var bloodTypeNotSet: Self { Self(known: 18) }
  /// `HKBloodTypeAPositive`, 1.
  public static var bloodTypeAPositive: Self { Self(known: 19) }
  /// `HKBloodTypeANegative`, 2.
  public static var bloodTypeANegative: Self { Self(known: 20) }
  /// `HKBloodTypeBPositive`, 3.
  public static var bloodTypeBPositive: Self { Self(known: 21) }
  /// `HKBloodTypeBNegative`, 4.
  public static var bloodTypeBNegative: Self { Self(known: 22) }
  /// `HKBloodTypeABPositive`, 5.
  public static var bloodTypeABPositive: Self { Self(known: 23) }
  /// `HKBloodTypeABNegative`, 6.
  public static var bloodTypeABNegative: Self { Self(known: 24) }
  /// `HKBloodTypeOPositive`, 7.
  public static var bloodTypeOPositive: Self { Self(known: 25) }
  /// `HKBloodTypeONegative`, 8.
  public static var bloodTypeONegative: Self { Self(known: 26) }
  /// `HKBodyTemperatureSensorLocationOther`, 0.
  public static var bodyTemperatureSensorLocationOther: Self { Self(known: 27) }
  /// `HKBodyTemperatureSensorLocationArmpit`, 1.
  public static var bodyTemperatureSensorLocationArmpit: Self { Self(known: 28) }
  /// `HKBodyTemperatureSensorLocationBody`, 2.
  public static var bodyTemperatureSensorLocationBody: Self { Self(known: 29) }
  /// `HKBodyTemperatureSensorLocationEar`, 3.
  public static var bodyTemperatureSensorLocationEar: Self { Self(known: 30) }
  /// `HKBodyTemperatureSensorLocationFinger`, 4.
  public static var bodyTemperatureSensorLocationFinger: Self { Self(known: 31) }
  /// `HKBodyTemperatureSensorLocationGastroIntestinal`, 5.
  public static var bodyTemperatureSensorLocationGastroIntestinal: Self { Self(known: 32) }
  /// `HKBodyTemperatureSensorLocationMouth`, 6.
  public static var bodyTemperatureSensorLocationMouth: Self { Self(known: 33) }
  /// `HKBodyTemperatureSensorLocationRectum`, 7.
  public static var bodyTemperatureSensorLocationRectum: Self { Self(known: 34) }
  /// `HKBodyTemperatureSensorLocationToe`, 8.
  public static var bodyTemperatureSensorLocationToe: Self { Self(known: 35) }
  /// `HKBodyTemperatureSensorLocationEarDrum`, 9.
  public static var bodyTemperatureSensorLocationEarDrum: Self { Self(known: 36) }
  /// `HKBodyTemperatureSensorLocationTemporalArtery`, 10.
  public static var bodyTemperatureSensorLocationTemporalArtery: Self { Self(known: 37) }
  /// `HKBodyTemperatureSensorLocationForehead`, 11.
  public static var bodyTemperatureSensorLocationForehead: Self { Self(known: 38) }
  /// `HKCategoryValueNotApplicable`, 0.
  public static var notApplicable: Self { Self(known: 39) }
  /// `HKCategoryValueAppetiteChangesUnspecified`, 0.
  public static var appetiteChangesUnspecified: Self { Self(known: 40) }
  /// `HKCategoryValueAppetiteChangesNoChange`, 1.
  public static var appetiteChangesNoChange: Self { Self(known: 41) }
  /// `HKCategoryValueAppetiteChangesDecreased`, 2.
  public static var appetiteChangesDecreased: Self { Self(known: 42) }
  /// `HKCategoryValueAppetiteChangesIncreased`, 3.
  public static var appetiteChangesIncreased: Self { Self(known: 43) }
  /// `HKCategoryValueAppleStandHourStood`, 0.
  public static var appleStandHourStood: Self { Self(known: 44) }
  /// `HKCategoryValueAppleStandHourIdle`, 1.
  public static var appleStandHourIdle: Self { Self(known: 45) }
  /// `HKCategoryValueAppleWalkingSteadinessEventInitialLow`, 1.
  public static var appleWalkingSteadinessEventInitialLow: Self { Self(known: 46) }
  /// `HKCategoryValueAppleWalkingSteadinessEventInitialVeryLow`, 2.
  public static var appleWalkingSteadinessEventInitialVeryLow: Self { Self(known: 47) }
  /// `HKCategoryValueAppleWalkingSteadinessEventRepeatLow`, 3.
  public static var appleWalkingSteadinessEventRepeatLow: Self { Self(known: 48) }
  /// `HKCategoryValueAppleWalkingSteadinessEventRepeatVeryLow`, 4.
  public static var appleWalkingSteadinessEventRepeatVeryLow: Self { Self(known: 49) }
  /// `HKCategoryValueAudioExposureEventLoudEnvironment`, 1, deprecated since iOS 14.0.
  public static var audioExposureEventLoudEnvironment: Self { Self(known: 50) }
  /// `HKCategoryValueCervicalMucusQualityDry`, 1.
  public static var cervicalMucusQualityDry: Self { Self(known: 51) }
  /// `HKCategoryValueCervicalMucusQualitySticky`, 2.
  public static var cervicalMucusQualitySticky: Self { Self(known: 52) }
  /// `HKCategoryValueCervicalMucusQualityCreamy`, 3.
  public static var cervicalMucusQualityCreamy: Self { Self(known: 53) }
  /// `HKCategoryValueCervicalMucusQualityWatery`, 4.
  public static var cervicalMucusQualityWatery: Self { Self(known: 54) }
  /// `HKCategoryValueCervicalMucusQualityEggWhite`, 5.
  public static var cervicalMucusQualityEggWhite: Self { Self(known: 55) }
  /// `HKCategoryValueContraceptiveUnspecified`, 1.
  public static var contraceptiveUnspecified: Self { Self(known: 56) }
  /// `HKCategoryValueContraceptiveImplant`, 2.
  public static var contraceptiveImplant: Self { Self(known: 57) }
  /// `HKCategoryValueContraceptiveInjection`, 3.
  public static var contraceptiveInjection: Self { Self(known: 58) }
  /// `HKCategoryValueContraceptiveIntrauterineDevice`, 4.
  public static var contraceptiveIntrauterineDevice: Self { Self(known: 59) }
  /// `HKCategoryValueContraceptiveIntravaginalRing`, 5.
  public static var contraceptiveIntravaginalRing: Self { Self(known: 60) }
  /// `HKCategoryValueContraceptiveOral`, 6.
  public static var contraceptiveOral: Self { Self(known: 61) }
  /// `HKCategoryValueContraceptivePatch`, 7.
  public static var contraceptivePatch: Self { Self(known: 62) }
  /// `HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit`, 1.
  public static var environmentalAudioExposureEventMomentaryLimit: Self { Self(known: 63) }
  /// `HKCategoryValueHeadphoneAudioExposureEventSevenDayLimit`, 1.
  public static var headphoneAudioExposureEventSevenDayLimit: Self { Self(known: 64) }
  /// `HKCategoryValueLowCardioFitnessEventLowFitness`, 1.
  public static var lowCardioFitnessEventLowFitness: Self { Self(known: 65) }
  /// `HKCategoryValueMenopausalStateMenopause`, 1.
  public static var menopausalStateMenopause: Self { Self(known: 66) }
  /// `HKCategoryValueMenopausalStatePerimenopause`, 2.
  public static var menopausalStatePerimenopause: Self { Self(known: 67) }
  /// `HKCategoryValueMenopausalStateNone`, 3.
  public static var menopausalStateNone: Self { Self(known: 68) }
  /// `HKCategoryValueMenstrualFlowUnspecified`, 1, deprecated since iOS 18.0.
  public static var menstrualFlowUnspecified: Self { Self(known: 69) }
  /// `HKCategoryValueMenstrualFlowLight`, 2, deprecated since iOS 18.0.
  public static var menstrualFlowLight: Self { Self(known: 70) }
  /// `HKCategoryValueMenstrualFlowMedium`, 3, deprecated since iOS 18.0.
  public static var menstrualFlowMedium: Self { Self(known: 71) }
  /// `HKCategoryValueMenstrualFlowHeavy`, 4, deprecated since iOS 18.0.
  public static var menstrualFlowHeavy: Self { Self(known: 72) }
  /// `HKCategoryValueMenstrualFlowNone`, 5, deprecated since iOS 18.0.
  public static var menstrualFlowNone: Self { Self(known: 73) }
  /// `HKCategoryValueOvulationTestResultNegative`, 1.
  public static var ovulationTestResultNegative: Self { Self(known: 74) }
  /// `HKCategoryValueOvulationTestResultLuteinizingHormoneSurge`, 2.
  public static var ovulationTestResultLuteinizingHormoneSurge: Self { Self(known: 75) }
  /// `HKCategoryValueOvulationTestResultPositive`, 2, deprecated since iOS 13.0.
  public static var ovulationTestResultPositive: Self { Self(known: 76) }
  /// `HKCategoryValueOvulationTestResultIndeterminate`, 3.
  public static var ovulationTestResultIndeterminate: Self { Self(known: 77) }
  /// `HKCategoryValueOvulationTestResultEstrogenSurge`, 4.
  public static var ovulationTestResultEstrogenSurge: Self { Self(known: 78) }
  /// `HKCategoryValuePregnancyTestResultNegative`, 1.
  public static var pregnancyTestResultNegative: Self { Self(known: 79) }
  /// `HKCategoryValuePregnancyTestResultPositive`, 2.
  public static var pregnancyTestResultPositive: Self { Self(known: 80) }
  /// `HKCategoryValuePregnancyTestResultIndeterminate`, 3.
  public static var pregnancyTestResultIndeterminate: Self { Self(known: 81) }
  /// `HKCategoryValuePresencePresent`, 0.
  public static var presencePresent: Self { Self(known: 82) }
  /// `HKCategoryValuePresenceNotPresent`, 1.
  public static var presenceNotPresent: Self { Self(known: 83) }
  /// `HKCategoryValueProgesteroneTestResultNegative`, 1.
  public static var progesteroneTestResultNegative: Self { Self(known: 84) }
  /// `HKCategoryValueProgesteroneTestResultPositive`, 2.
  public static var progesteroneTestResultPositive: Self { Self(known: 85) }
  /// `HKCategoryValueProgesteroneTestResultIndeterminate`, 3.
  public static var progesteroneTestResultIndeterminate: Self { Self(known: 86) }
  /// `HKCategoryValueSeverityUnspecified`, 0.
  public static var severityUnspecified: Self { Self(known: 87) }
  /// `HKCategoryValueSeverityNotPresent`, 1.
  public static var severityNotPresent: Self { Self(known: 88) }
  /// `HKCategoryValueSeverityMild`, 2.
  public static var severityMild: Self { Self(known: 89) }
  /// `HKCategoryValueSeverityModerate`, 3.
  public static var severityModerate: Self { Self(known: 90) }
  /// `HKCategoryValueSeveritySevere`, 4.
  public static var severitySevere: Self { Self(known: 91) }
  /// `HKCategoryValueSleepAnalysisInBed`, 0.
  public static var sleepAnalysisInBed: Self { Self(known: 92) }
  /// `HKCategoryValueSleepAnalysisAsleepUnspecified`, 1.
  public static var sleepAnalysisAsleepUnspecified: Self { Self(known: 93) }
  /// `HKCategoryValueSleepAnalysisAsleep`, 1, deprecated since iOS 16.0.
  public static var sleepAnalysisAsleep: Self { Self(known: 94) }
  /// `HKCategoryValueSleepAnalysisAwake`, 2.
  public static var sleepAnalysisAwake: Self { Self(known: 95) }
  /// `HKCategoryValueSleepAnalysisAsleepCore`, 3.
  public static var sleepAnalysisAsleepCore: Self { Self(known: 96) }
  /// `HKCategoryValueSleepAnalysisAsleepDeep`, 4.
  public static var sleepAnalysisAsleepDeep: Self { Self(known: 97) }
  /// `HKCategoryValueSleepAnalysisAsleepREM`, 5.
  public static var sleepAnalysisAsleepREM: Self { Self(known: 98) }
  /// `HKCategoryValueVaginalBleedingUnspecified`, 1.
  public static var vaginalBleedingUnspecified: Self { Self(known: 99) }
  /// `HKCategoryValueVaginalBleedingLight`, 2.
  public static var vaginalBleedingLight: Self { Self(known: 100) }
  /// `HKCategoryValueVaginalBleedingMedium`, 3.
  public static var vaginalBleedingMedium: Self { Self(known: 101) }
  /// `HKCategoryValueVaginalBleedingHeavy`, 4.
  public static var vaginalBleedingHeavy: Self { Self(known: 102) }
  /// `HKCategoryValueVaginalBleedingNone`, 5.
  public static var vaginalBleedingNone: Self { Self(known: 103) }
  /// `HKCyclingFunctionalThresholdPowerTestTypeMaxExercise60Minute`, 1.
  public static var cyclingFunctionalThresholdPowerTestTypeMaxExercise60Minute: Self {
    Self(known: 104)
  }
  /// `HKCyclingFunctionalThresholdPowerTestTypeMaxExercise20Minute`, 2.
  public static var cyclingFunctionalThresholdPowerTestTypeMaxExercise20Minute: Self {
    Self(known: 105)
  }
  /// `HKCyclingFunctionalThresholdPowerTestTypeRampTest`, 3.
  public static var cyclingFunctionalThresholdPowerTestTypeRampTest: Self { Self(known: 106) }
  /// `HKCyclingFunctionalThresholdPowerTestTypePredictionExercise`, 4.
  public static var cyclingFunctionalThresholdPowerTestTypePredictionExercise: Self {
    Self(known: 107)
  }
  /// `HKDevicePlacementSideUnknown`, 0.
  public static var devicePlacementSideUnknown: Self { Self(known: 108) }
  /// `HKDevicePlacementSideLeft`, 1.
  public static var devicePlacementSideLeft: Self { Self(known: 109) }
  /// `HKDevicePlacementSideRight`, 2.
  public static var devicePlacementSideRight: Self { Self(known: 110) }
  /// `HKDevicePlacementSideCentral`, 3.
  public static var devicePlacementSideCentral: Self { Self(known: 111) }
  /// `HKElectrocardiogramClassificationNotSet`, 0.
  public static var electrocardiogramClassificationNotSet: Self { Self(known: 112) }
  /// `HKElectrocardiogramClassificationSinusRhythm`, 1.
  public static var electrocardiogramClassificationSinusRhythm: Self { Self(known: 113) }
  /// `HKElectrocardiogramClassificationAtrialFibrillation`, 2.
  public static var electrocardiogramClassificationAtrialFibrillation: Self { Self(known: 114) }
  /// `HKElectrocardiogramClassificationInconclusiveLowHeartRate`, 3.
  public static var electrocardiogramClassificationInconclusiveLowHeartRate: Self {
    Self(known: 115)
  }
  /// `HKElectrocardiogramClassificationInconclusiveHighHeartRate`, 4.
  public static var electrocardiogramClassificationInconclusiveHighHeartRate: Self {
    Self(known: 116)
  }
  /// `HKElectrocardiogramClassificationInconclusivePoorReading`, 5.
  public static var electrocardiogramClassificationInconclusivePoorReading: Self {
    Self(known: 117)
  }
  /// `HKElectrocardiogramClassificationInconclusiveOther`, 6.
  public static var electrocardiogramClassificationInconclusiveOther: Self { Self(known: 118) }
  /// `HKElectrocardiogramClassificationUnrecognized`, 100.
  public static var electrocardiogramClassificationUnrecognized: Self { Self(known: 119) }
  /// `HKElectrocardiogramLeadAppleWatchSimilarToLeadI`, 1.
  public static var electrocardiogramLeadAppleWatchSimilarToLeadI: Self { Self(known: 120) }
  /// `HKElectrocardiogramSymptomsStatusNotSet`, 0.
  public static var electrocardiogramSymptomsStatusNotSet: Self { Self(known: 121) }
  /// `HKElectrocardiogramSymptomsStatusNone`, 1.
  public static var electrocardiogramSymptomsStatusNone: Self { Self(known: 122) }
  /// `HKElectrocardiogramSymptomsStatusPresent`, 2.
  public static var electrocardiogramSymptomsStatusPresent: Self { Self(known: 123) }
  /// `HKFitzpatrickSkinTypeNotSet`, 0.
  public static var fitzpatrickSkinTypeNotSet: Self { Self(known: 124) }
  /// `HKFitzpatrickSkinTypeI`, 1.
  public static var fitzpatrickSkinTypeI: Self { Self(known: 125) }
  /// `HKFitzpatrickSkinTypeII`, 2.
  public static var fitzpatrickSkinTypeII: Self { Self(known: 126) }
  /// `HKFitzpatrickSkinTypeIII`, 3.
  public static var fitzpatrickSkinTypeIII: Self { Self(known: 127) }
  /// `HKFitzpatrickSkinTypeIV`, 4.
  public static var fitzpatrickSkinTypeIV: Self { Self(known: 128) }
  /// `HKFitzpatrickSkinTypeV`, 5.
  public static var fitzpatrickSkinTypeV: Self { Self(known: 129) }
  /// `HKFitzpatrickSkinTypeVI`, 6.
  public static var fitzpatrickSkinTypeVI: Self { Self(known: 130) }
  /// `HKGAD7AssessmentAnswerNotAtAll`, 0.
  public static var gad7AssessmentAnswerNotAtAll: Self { Self(known: 131) }
  /// `HKGAD7AssessmentAnswerSeveralDays`, 1.
  public static var gad7AssessmentAnswerSeveralDays: Self { Self(known: 132) }
  /// `HKGAD7AssessmentAnswerMoreThanHalfTheDays`, 2.
  public static var gad7AssessmentAnswerMoreThanHalfTheDays: Self { Self(known: 133) }
  /// `HKGAD7AssessmentAnswerNearlyEveryDay`, 3.
  public static var gad7AssessmentAnswerNearlyEveryDay: Self { Self(known: 134) }
  /// `HKGAD7AssessmentRiskNoneToMinimal`, 1.
  public static var gad7AssessmentRiskNoneToMinimal: Self { Self(known: 135) }
  /// `HKGAD7AssessmentRiskMild`, 2.
  public static var gad7AssessmentRiskMild: Self { Self(known: 136) }
  /// `HKGAD7AssessmentRiskModerate`, 3.
  public static var gad7AssessmentRiskModerate: Self { Self(known: 137) }
  /// `HKGAD7AssessmentRiskSevere`, 4.
  public static var gad7AssessmentRiskSevere: Self { Self(known: 138) }
  /// `HKHeartRateMotionContextNotSet`, 0.
  public static var heartRateMotionContextNotSet: Self { Self(known: 139) }
  /// `HKHeartRateMotionContextSedentary`, 1.
  public static var heartRateMotionContextSedentary: Self { Self(known: 140) }
  /// `HKHeartRateMotionContextActive`, 2.
  public static var heartRateMotionContextActive: Self { Self(known: 141) }
  /// `HKHeartRateRecoveryTestTypeMaxExercise`, 1.
  public static var heartRateRecoveryTestTypeMaxExercise: Self { Self(known: 142) }
  /// `HKHeartRateRecoveryTestTypePredictionSubMaxExercise`, 2.
  public static var heartRateRecoveryTestTypePredictionSubMaxExercise: Self { Self(known: 143) }
  /// `HKHeartRateRecoveryTestTypePredictionNonExercise`, 3.
  public static var heartRateRecoveryTestTypePredictionNonExercise: Self { Self(known: 144) }
  /// `HKHeartRateSensorLocationOther`, 0.
  public static var heartRateSensorLocationOther: Self { Self(known: 145) }
  /// `HKHeartRateSensorLocationChest`, 1.
  public static var heartRateSensorLocationChest: Self { Self(known: 146) }
  /// `HKHeartRateSensorLocationWrist`, 2.
  public static var heartRateSensorLocationWrist: Self { Self(known: 147) }
  /// `HKHeartRateSensorLocationFinger`, 3.
  public static var heartRateSensorLocationFinger: Self { Self(known: 148) }
  /// `HKHeartRateSensorLocationHand`, 4.
  public static var heartRateSensorLocationHand: Self { Self(known: 149) }
  /// `HKHeartRateSensorLocationEarLobe`, 5.
  public static var heartRateSensorLocationEarLobe: Self { Self(known: 150) }
  /// `HKHeartRateSensorLocationFoot`, 6.
  public static var heartRateSensorLocationFoot: Self { Self(known: 151) }
  /// `HKInsulinDeliveryReasonBasal`, 1.
  public static var insulinDeliveryReasonBasal: Self { Self(known: 152) }
  /// `HKInsulinDeliveryReasonBolus`, 2.
  public static var insulinDeliveryReasonBolus: Self { Self(known: 153) }
  /// `HKMedicationDoseEventLogStatusNotInteracted`, 1.
  public static var medicationDoseEventLogStatusNotInteracted: Self { Self(known: 154) }
  /// `HKMedicationDoseEventLogStatusNotificationNotSent`, 2.
  public static var medicationDoseEventLogStatusNotificationNotSent: Self { Self(known: 155) }
  /// `HKMedicationDoseEventLogStatusSnoozed`, 3.
  public static var medicationDoseEventLogStatusSnoozed: Self { Self(known: 156) }
  /// `HKMedicationDoseEventLogStatusTaken`, 4.
  public static var medicationDoseEventLogStatusTaken: Self { Self(known: 157) }
  /// `HKMedicationDoseEventLogStatusSkipped`, 5.
  public static var medicationDoseEventLogStatusSkipped: Self { Self(known: 158) }
  /// `HKMedicationDoseEventLogStatusNotLogged`, 6.
  public static var medicationDoseEventLogStatusNotLogged: Self { Self(known: 159) }
  /// `HKMedicationDoseEventScheduleTypeAsNeeded`, 1.
  public static var medicationDoseEventScheduleTypeAsNeeded: Self { Self(known: 160) }
  /// `HKMedicationDoseEventScheduleTypeSchedule`, 2.
  public static var medicationDoseEventScheduleTypeSchedule: Self { Self(known: 161) }
  /// `HKMedicationGeneralFormCapsule`.
  public static var medicationGeneralFormCapsule: Self { Self(known: 162) }
  /// `HKMedicationGeneralFormCream`.
  public static var medicationGeneralFormCream: Self { Self(known: 163) }
  /// `HKMedicationGeneralFormDevice`.
  public static var medicationGeneralFormDevice: Self { Self(known: 164) }
  /// `HKMedicationGeneralFormDrops`.
  public static var medicationGeneralFormDrops: Self { Self(known: 165) }
  /// `HKMedicationGeneralFormFoam`.
  public static var medicationGeneralFormFoam: Self { Self(known: 166) }
  /// `HKMedicationGeneralFormGel`.
  public static var medicationGeneralFormGel: Self { Self(known: 167) }
  /// `HKMedicationGeneralFormInhaler`.
  public static var medicationGeneralFormInhaler: Self { Self(known: 168) }
  /// `HKMedicationGeneralFormInjection`.
  public static var medicationGeneralFormInjection: Self { Self(known: 169) }
  /// `HKMedicationGeneralFormLiquid`.
  public static var medicationGeneralFormLiquid: Self { Self(known: 170) }
  /// `HKMedicationGeneralFormLotion`.
  public static var medicationGeneralFormLotion: Self { Self(known: 171) }
  /// `HKMedicationGeneralFormOintment`.
  public static var medicationGeneralFormOintment: Self { Self(known: 172) }
  /// `HKMedicationGeneralFormPatch`.
  public static var medicationGeneralFormPatch: Self { Self(known: 173) }
  /// `HKMedicationGeneralFormPowder`.
  public static var medicationGeneralFormPowder: Self { Self(known: 174) }
  /// `HKMedicationGeneralFormSpray`.
  public static var medicationGeneralFormSpray: Self { Self(known: 175) }
  /// `HKMedicationGeneralFormSuppository`.
  public static var medicationGeneralFormSuppository: Self { Self(known: 176) }
  /// `HKMedicationGeneralFormTablet`.
  public static var medicationGeneralFormTablet: Self { Self(known: 177) }
  /// `HKMedicationGeneralFormTopical`.
  public static var medicationGeneralFormTopical: Self { Self(known: 178) }
  /// `HKMedicationGeneralFormUnknown`.
  public static var medicationGeneralFormUnknown: Self { Self(known: 179) }
  /// `HKPHQ9AssessmentAnswerNotAtAll`, 0.
  public static var phq9AssessmentAnswerNotAtAll: Self { Self(known: 180) }
  /// `HKPHQ9AssessmentAnswerSeveralDays`, 1.
  public static var phq9AssessmentAnswerSeveralDays: Self { Self(known: 181) }
  /// `HKPHQ9AssessmentAnswerMoreThanHalfTheDays`, 2.
  public static var phq9AssessmentAnswerMoreThanHalfTheDays: Self { Self(known: 182) }
  /// `HKPHQ9AssessmentAnswerNearlyEveryDay`, 3.
  public static var phq9AssessmentAnswerNearlyEveryDay: Self { Self(known: 183) }
  /// `HKPHQ9AssessmentAnswerPreferNotToAnswer`, 4.
  public static var phq9AssessmentAnswerPreferNotToAnswer: Self { Self(known: 184) }
  /// `HKPHQ9AssessmentRiskNoneToMinimal`, 1.
  public static var phq9AssessmentRiskNoneToMinimal: Self { Self(known: 185) }
  /// `HKPHQ9AssessmentRiskMild`, 2.
  public static var phq9AssessmentRiskMild: Self { Self(known: 186) }
  /// `HKPHQ9AssessmentRiskModerate`, 3.
  public static var phq9AssessmentRiskModerate: Self { Self(known: 187) }
  /// `HKPHQ9AssessmentRiskModeratelySevere`, 4.
  public static var phq9AssessmentRiskModeratelySevere: Self { Self(known: 188) }
  /// `HKPHQ9AssessmentRiskSevere`, 5.
  public static var phq9AssessmentRiskSevere: Self { Self(known: 189) }
  /// `HKPhysicalEffortEstimationTypeActivityLookup`, 1.
  public static var physicalEffortEstimationTypeActivityLookup: Self { Self(known: 190) }
  /// `HKPhysicalEffortEstimationTypeDeviceSensed`, 2.
  public static var physicalEffortEstimationTypeDeviceSensed: Self { Self(known: 191) }
  /// `HKPrismBaseNone`, 0.
  public static var prismBaseNone: Self { Self(known: 192) }
  /// `HKPrismBaseUp`, 1.
  public static var prismBaseUp: Self { Self(known: 193) }
  /// `HKPrismBaseDown`, 2.
  public static var prismBaseDown: Self { Self(known: 194) }
  /// `HKPrismBaseIn`, 3.
  public static var prismBaseIn: Self { Self(known: 195) }
  /// `HKPrismBaseOut`, 4.
  public static var prismBaseOut: Self { Self(known: 196) }
  /// `HKStateOfMindAssociationCommunity`, 1.
  public static var stateOfMindAssociationCommunity: Self { Self(known: 197) }
  /// `HKStateOfMindAssociationCurrentEvents`, 2.
  public static var stateOfMindAssociationCurrentEvents: Self { Self(known: 198) }
  /// `HKStateOfMindAssociationDating`, 3.
  public static var stateOfMindAssociationDating: Self { Self(known: 199) }
  /// `HKStateOfMindAssociationEducation`, 4.
  public static var stateOfMindAssociationEducation: Self { Self(known: 200) }
  /// `HKStateOfMindAssociationFamily`, 5.
  public static var stateOfMindAssociationFamily: Self { Self(known: 201) }
  /// `HKStateOfMindAssociationFitness`, 6.
  public static var stateOfMindAssociationFitness: Self { Self(known: 202) }
  /// `HKStateOfMindAssociationFriends`, 7.
  public static var stateOfMindAssociationFriends: Self { Self(known: 203) }
  /// `HKStateOfMindAssociationHealth`, 8.
  public static var stateOfMindAssociationHealth: Self { Self(known: 204) }
  /// `HKStateOfMindAssociationHobbies`, 9.
  public static var stateOfMindAssociationHobbies: Self { Self(known: 205) }
  /// `HKStateOfMindAssociationIdentity`, 10.
  public static var stateOfMindAssociationIdentity: Self { Self(known: 206) }
  /// `HKStateOfMindAssociationMoney`, 11.
  public static var stateOfMindAssociationMoney: Self { Self(known: 207) }
  /// `HKStateOfMindAssociationPartner`, 12.
  public static var stateOfMindAssociationPartner: Self { Self(known: 208) }
  /// `HKStateOfMindAssociationSelfCare`, 13.
  public static var stateOfMindAssociationSelfCare: Self { Self(known: 209) }
  /// `HKStateOfMindAssociationSpirituality`, 14.
  public static var stateOfMindAssociationSpirituality: Self { Self(known: 210) }
  /// `HKStateOfMindAssociationTasks`, 15.
  public static var stateOfMindAssociationTasks: Self { Self(known: 211) }
  /// `HKStateOfMindAssociationTravel`, 16.
  public static var stateOfMindAssociationTravel: Self { Self(known: 212) }
  /// `HKStateOfMindAssociationWork`, 17.
  public static var stateOfMindAssociationWork: Self { Self(known: 213) }
  /// `HKStateOfMindAssociationWeather`, 18.
  public static var stateOfMindAssociationWeather: Self { Self(known: 214) }
  /// `HKStateOfMindKindMomentaryEmotion`, 1.
  public static var stateOfMindKindMomentaryEmotion: Self { Self(known: 215) }
  /// `HKStateOfMindKindDailyMood`, 2.
  public static var stateOfMindKindDailyMood: Self { Self(known: 216) }
  /// `HKStateOfMindLabelAmazed`, 1.
  public static var stateOfMindLabelAmazed: Self { Self(known: 217) }
  /// `HKStateOfMindLabelAmused`, 2.
  public static var stateOfMindLabelAmused: Self { Self(known: 218) }
  /// `HKStateOfMindLabelAngry`, 3.
  public static var stateOfMindLabelAngry: Self { Self(known: 219) }
  /// `HKStateOfMindLabelAnxious`, 4.
  public static var stateOfMindLabelAnxious: Self { Self(known: 220) }
  /// `HKStateOfMindLabelAshamed`, 5.
  public static var stateOfMindLabelAshamed: Self { Self(known: 221) }
  /// `HKStateOfMindLabelBrave`, 6.
  public static var stateOfMindLabelBrave: Self { Self(known: 222) }
  /// `HKStateOfMindLabelCalm`, 7.
  public static var stateOfMindLabelCalm: Self { Self(known: 223) }
  /// `HKStateOfMindLabelContent`, 8.
  public static var stateOfMindLabelContent: Self { Self(known: 224) }
  /// `HKStateOfMindLabelDisappointed`, 9.
  public static var stateOfMindLabelDisappointed: Self { Self(known: 225) }
  /// `HKStateOfMindLabelDiscouraged`, 10.
  public static var stateOfMindLabelDiscouraged: Self { Self(known: 226) }
  /// `HKStateOfMindLabelDisgusted`, 11.
  public static var stateOfMindLabelDisgusted: Self { Self(known: 227) }
  /// `HKStateOfMindLabelEmbarrassed`, 12.
  public static var stateOfMindLabelEmbarrassed: Self { Self(known: 228) }
  /// `HKStateOfMindLabelExcited`, 13.
  public static var stateOfMindLabelExcited: Self { Self(known: 229) }
  /// `HKStateOfMindLabelFrustrated`, 14.
  public static var stateOfMindLabelFrustrated: Self { Self(known: 230) }
  /// `HKStateOfMindLabelGrateful`, 15.
  public static var stateOfMindLabelGrateful: Self { Self(known: 231) }
  /// `HKStateOfMindLabelGuilty`, 16.
  public static var stateOfMindLabelGuilty: Self { Self(known: 232) }
  /// `HKStateOfMindLabelHappy`, 17.
  public static var stateOfMindLabelHappy: Self { Self(known: 233) }
  /// `HKStateOfMindLabelHopeless`, 18.
  public static var stateOfMindLabelHopeless: Self { Self(known: 234) }
  /// `HKStateOfMindLabelIrritated`, 19.
  public static var stateOfMindLabelIrritated: Self { Self(known: 235) }
  /// `HKStateOfMindLabelJealous`, 20.
  public static var stateOfMindLabelJealous: Self { Self(known: 236) }
  /// `HKStateOfMindLabelJoyful`, 21.
  public static var stateOfMindLabelJoyful: Self { Self(known: 237) }
  /// `HKStateOfMindLabelLonely`, 22.
  public static var stateOfMindLabelLonely: Self { Self(known: 238) }
  /// `HKStateOfMindLabelPassionate`, 23.
  public static var stateOfMindLabelPassionate: Self { Self(known: 239) }
  /// `HKStateOfMindLabelPeaceful`, 24.
  public static var stateOfMindLabelPeaceful: Self { Self(known: 240) }
  /// `HKStateOfMindLabelProud`, 25.
  public static var stateOfMindLabelProud: Self { Self(known: 241) }
  /// `HKStateOfMindLabelRelieved`, 26.
  public static var stateOfMindLabelRelieved: Self { Self(known: 242) }
  /// `HKStateOfMindLabelSad`, 27.
  public static var stateOfMindLabelSad: Self { Self(known: 243) }
  /// `HKStateOfMindLabelScared`, 28.
  public static var stateOfMindLabelScared: Self { Self(known: 244) }
  /// `HKStateOfMindLabelStressed`, 29.
  public static var stateOfMindLabelStressed: Self { Self(known: 245) }
  /// `HKStateOfMindLabelSurprised`, 30.
  public static var stateOfMindLabelSurprised: Self { Self(known: 246) }
  /// `HKStateOfMindLabelWorried`, 31.
  public static var stateOfMindLabelWorried: Self { Self(known: 247) }
  /// `HKStateOfMindLabelAnnoyed`, 32.
  public static var stateOfMindLabelAnnoyed: Self { Self(known: 248) }
  /// `HKStateOfMindLabelConfident`, 33.
  public static var stateOfMindLabelConfident: Self { Self(known: 249) }
  /// `HKStateOfMindLabelDrained`, 34.
  public static var stateOfMindLabelDrained: Self { Self(known: 250) }
  /// `HKStateOfMindLabelHopeful`, 35.
  public static var stateOfMindLabelHopeful: Self { Self(known: 251) }
  /// `HKStateOfMindLabelIndifferent`, 36.
  public static var stateOfMindLabelIndifferent: Self { Self(known: 252) }
  /// `HKStateOfMindLabelOverwhelmed`, 37.
  public static var stateOfMindLabelOverwhelmed: Self { Self(known: 253) }
  /// `HKStateOfMindLabelSatisfied`, 38.
  public static var stateOfMindLabelSatisfied: Self { Self(known: 254) }
  /// `HKStateOfMindValenceClassificationVeryUnpleasant`, 1.
  public static var stateOfMindValenceClassificationVeryUnpleasant: Self { Self(known: 255) }
  /// `HKStateOfMindValenceClassificationUnpleasant`, 2.
  public static var stateOfMindValenceClassificationUnpleasant: Self { Self(known: 256) }
  /// `HKStateOfMindValenceClassificationSlightlyUnpleasant`, 3.
  public static var stateOfMindValenceClassificationSlightlyUnpleasant: Self { Self(known: 257) }
  /// `HKStateOfMindValenceClassificationNeutral`, 4.
  public static var stateOfMindValenceClassificationNeutral: Self { Self(known: 258) }
  /// `HKStateOfMindValenceClassificationSlightlyPleasant`, 5.
  public static var stateOfMindValenceClassificationSlightlyPleasant: Self { Self(known: 259) }
  /// `HKStateOfMindValenceClassificationPleasant`, 6.
  public static var stateOfMindValenceClassificationPleasant: Self { Self(known: 260) }
  /// `HKStateOfMindValenceClassificationVeryPleasant`, 7.
  public static var stateOfMindValenceClassificationVeryPleasant: Self { Self(known: 261) }
  /// `HKSwimmingStrokeStyleUnknown`, 0.
  public static var swimmingStrokeStyleUnknown: Self { Self(known: 262) }
  /// `HKSwimmingStrokeStyleMixed`, 1.
  public static var swimmingStrokeStyleMixed: Self { Self(known: 263) }
  /// `HKSwimmingStrokeStyleFreestyle`, 2.
  public static var swimmingStrokeStyleFreestyle: Self { Self(known: 264) }
  /// `HKSwimmingStrokeStyleBackstroke`, 3.
  public static var swimmingStrokeStyleBackstroke: Self { Self(known: 265) }
  /// `HKSwimmingStrokeStyleBreaststroke`, 4.
  public static var swimmingStrokeStyleBreaststroke: Self { Self(known: 266) }
  /// `HKSwimmingStrokeStyleButterfly`, 5.
  public static var swimmingStrokeStyleButterfly: Self { Self(known: 267) }
  /// `HKSwimmingStrokeStyleKickboard`, 6.
  public static var swimmingStrokeStyleKickboard: Self { Self(known: 268) }
  /// `HKUserMotionContextNotSet`, 0.
  public static var userMotionContextNotSet: Self { Self(known: 269) }
  /// `HKUserMotionContextStationary`, 1.
  public static var userMotionContextStationary: Self { Self(known: 270) }
  /// `HKUserMotionContextActive`, 2.
  public static var userMotionContextActive: Self { Self(known: 271) }
  /// `HKVO2MaxTestTypeMaxExercise`, 1.
  public static var vo2MaxTestTypeMaxExercise: Self { Self(known: 272) }
  /// `HKVO2MaxTestTypePredictionSubMaxExercise`, 2.
  public static var vo2MaxTestTypePredictionSubMaxExercise: Self { Self(known: 273) }
  /// `HKVO2MaxTestTypePredictionNonExercise`, 3.
  public static var vo2MaxTestTypePredictionNonExercise: Self { Self(known: 274) }
  /// `HKVO2MaxTestTypePredictionStepTest`, 4.
  public static var vo2MaxTestTypePredictionStepTest: Self { Self(known: 275) }
  /// `HKVisionEyeLeft`, 1.
  public static var visionEyeLeft: Self { Self(known: 276) }
  /// `HKVisionEyeRight`, 2.
  public static var visionEyeRight: Self { Self(known: 277) }
  /// `HKVisionPrescriptionTypeGlasses`, 1.
  public static var visionPrescriptionTypeGlasses: Self { Self(known: 278) }
  /// `HKVisionPrescriptionTypeContacts`, 2.
  public static var visionPrescriptionTypeContacts: Self { Self(known: 279) }
  /// `HKWaterSalinityFreshWater`, 1.
  public static var waterSalinityFreshWater: Self { Self(known: 280) }
  /// `HKWaterSalinitySaltWater`, 2.
  public static var waterSalinitySaltWater: Self { Self(known: 281) }
  /// `HKWeatherConditionNone`, 0.
  public static var weatherConditionNone: Self { Self(known: 282) }
  /// `HKWeatherConditionClear`, 1.
  public static var weatherConditionClear: Self { Self(known: 283) }
  /// `HKWeatherConditionFair`, 2.
  public static var weatherConditionFair: Self { Self(known: 284) }
  /// `HKWeatherConditionPartlyCloudy`, 3.
  public static var weatherConditionPartlyCloudy: Self { Self(known: 285) }
  /// `HKWeatherConditionMostlyCloudy`, 4.
  public static var weatherConditionMostlyCloudy: Self { Self(known: 286) }
  /// `HKWeatherConditionCloudy`, 5.
  public static var weatherConditionCloudy: Self { Self(known: 287) }
  /// `HKWeatherConditionFoggy`, 6.
  public static var weatherConditionFoggy: Self { Self(known: 288) }
  /// `HKWeatherConditionHaze`, 7.
  public static var weatherConditionHaze: Self { Self(known: 289) }
  /// `HKWeatherConditionWindy`, 8.
  public static var weatherConditionWindy: Self { Self(known: 290) }
  /// `HKWeatherConditionBlustery`, 9.
  public static var weatherConditionBlustery: Self { Self(known: 291) }
  /// `HKWeatherConditionSmoky`, 10.
  public static var weatherConditionSmoky: Self { Self(known: 292) }
  /// `HKWeatherConditionDust`, 11.
  public static var weatherConditionDust: Self { Self(known: 293) }
  /// `HKWeatherConditionSnow`, 12.
  public static var weatherConditionSnow: Self { Self(known: 294) }
  /// `HKWeatherConditionHail`, 13.
  public static var weatherConditionHail: Self { Self(known: 295) }
  /// `HKWeatherConditionSleet`, 14.
  public static var weatherConditionSleet: Self { Self(known: 296) }
  /// `HKWeatherConditionFreezingDrizzle`, 15.
  public static var weatherConditionFreezingDrizzle: Self { Self(known: 297) }
  /// `HKWeatherConditionFreezingRain`, 16.
  public static var weatherConditionFreezingRain: Self { Self(known: 298) }
  /// `HKWeatherConditionMixedRainAndHail`, 17.
  public static var weatherConditionMixedRainAndHail: Self { Self(known: 299) }
  /// `HKWeatherConditionMixedRainAndSnow`, 18.
  public static var weatherConditionMixedRainAndSnow: Self { Self(known: 300) }
  /// `HKWeatherConditionMixedRainAndSleet`, 19.
  public static var weatherConditionMixedRainAndSleet: Self { Self(known: 301) }
  /// `HKWeatherConditionMixedSnowAndSleet`, 20.
  public static var weatherConditionMixedSnowAndSleet: Self { Self(known: 302) }
  /// `HKWeatherConditionDrizzle`, 21.
  public static var weatherConditionDrizzle: Self { Self(known: 303) }
  /// `HKWeatherConditionScatteredShowers`, 22.
  public static var weatherConditionScatteredShowers: Self { Self(known: 304) }
  /// `HKWeatherConditionShowers`, 23.
  public static var weatherConditionShowers: Self { Self(known: 305) }
  /// `HKWeatherConditionThunderstorms`, 24.
  public static var weatherConditionThunderstorms: Self { Self(known: 306) }
  /// `HKWeatherConditionTropicalStorm`, 25.
  public static var weatherConditionTropicalStorm: Self { Self(known: 307) }
  /// `HKWeatherConditionHurricane`, 26.
  public static var weatherConditionHurricane: Self { Self(known: 308) }
  /// `HKWeatherConditionTornado`, 27.
  public static var weatherConditionTornado: Self { Self(known: 309) }
  /// `HKWheelchairUseNotSet`, 0.
  public static var wheelchairUseNotSet: Self { Self(known: 310) }
  /// `HKWheelchairUseNo`, 1.
  public static var wheelchairUseNo: Self { Self(known: 311) }
  /// `HKWheelchairUseYes`, 2.
  public static var wheelchairUseYes: Self { Self(known: 312) }
  /// `HKWorkoutActivityTypeAmericanFootball`, 1.
  public static var workoutActivityTypeAmericanFootball: Self { Self(known: 313) }
  /// `HKWorkoutActivityTypeArchery`, 2.
  public static var workoutActivityTypeArchery: Self { Self(known: 314) }
  /// `HKWorkoutActivityTypeAustralianFootball`, 3.
  public static var workoutActivityTypeAustralianFootball: Self { Self(known: 315) }
  /// `HKWorkoutActivityTypeBadminton`, 4.
  public static var workoutActivityTypeBadminton: Self { Self(known: 316) }
  /// `HKWorkoutActivityTypeBaseball`, 5.
  public static var workoutActivityTypeBaseball: Self { Self(known: 317) }
  /// `HKWorkoutActivityTypeBasketball`, 6.
  public static var workoutActivityTypeBasketball: Self { Self(known: 318) }
  /// `HKWorkoutActivityTypeBowling`, 7.
  public static var workoutActivityTypeBowling: Self { Self(known: 319) }
  /// `HKWorkoutActivityTypeBoxing`, 8.
  public static var workoutActivityTypeBoxing: Self { Self(known: 320) }
  /// `HKWorkoutActivityTypeClimbing`, 9.
  public static var workoutActivityTypeClimbing: Self { Self(known: 321) }
  /// `HKWorkoutActivityTypeCricket`, 10.
  public static var workoutActivityTypeCricket: Self { Self(known: 322) }
  /// `HKWorkoutActivityTypeCrossTraining`, 11.
  public static var workoutActivityTypeCrossTraining: Self { Self(known: 323) }
  /// `HKWorkoutActivityTypeCurling`, 12.
  public static var workoutActivityTypeCurling: Self { Self(known: 324) }
  /// `HKWorkoutActivityTypeCycling`, 13.
  public static var workoutActivityTypeCycling: Self { Self(known: 325) }
  /// `HKWorkoutActivityTypeDance`, 14, deprecated since iOS 14.0.
  public static var workoutActivityTypeDance: Self { Self(known: 326) }
  /// `HKWorkoutActivityTypeDanceInspiredTraining`, 15, deprecated since iOS 10.0.
  public static var workoutActivityTypeDanceInspiredTraining: Self { Self(known: 327) }
  /// `HKWorkoutActivityTypeElliptical`, 16.
  public static var workoutActivityTypeElliptical: Self { Self(known: 328) }
  /// `HKWorkoutActivityTypeEquestrianSports`, 17.
  public static var workoutActivityTypeEquestrianSports: Self { Self(known: 329) }
  /// `HKWorkoutActivityTypeFencing`, 18.
  public static var workoutActivityTypeFencing: Self { Self(known: 330) }
  /// `HKWorkoutActivityTypeFishing`, 19.
  public static var workoutActivityTypeFishing: Self { Self(known: 331) }
  /// `HKWorkoutActivityTypeFunctionalStrengthTraining`, 20.
  public static var workoutActivityTypeFunctionalStrengthTraining: Self { Self(known: 332) }
  /// `HKWorkoutActivityTypeGolf`, 21.
  public static var workoutActivityTypeGolf: Self { Self(known: 333) }
  /// `HKWorkoutActivityTypeGymnastics`, 22.
  public static var workoutActivityTypeGymnastics: Self { Self(known: 334) }
  /// `HKWorkoutActivityTypeHandball`, 23.
  public static var workoutActivityTypeHandball: Self { Self(known: 335) }
  /// `HKWorkoutActivityTypeHiking`, 24.
  public static var workoutActivityTypeHiking: Self { Self(known: 336) }
  /// `HKWorkoutActivityTypeHockey`, 25.
  public static var workoutActivityTypeHockey: Self { Self(known: 337) }
  /// `HKWorkoutActivityTypeHunting`, 26.
  public static var workoutActivityTypeHunting: Self { Self(known: 338) }
  /// `HKWorkoutActivityTypeLacrosse`, 27.
  public static var workoutActivityTypeLacrosse: Self { Self(known: 339) }
  /// `HKWorkoutActivityTypeMartialArts`, 28.
  public static var workoutActivityTypeMartialArts: Self { Self(known: 340) }
  /// `HKWorkoutActivityTypeMindAndBody`, 29.
  public static var workoutActivityTypeMindAndBody: Self { Self(known: 341) }
  /// `HKWorkoutActivityTypeMixedMetabolicCardioTraining`, 30, deprecated since iOS 11.0.
  public static var workoutActivityTypeMixedMetabolicCardioTraining: Self { Self(known: 342) }
  /// `HKWorkoutActivityTypePaddleSports`, 31.
  public static var workoutActivityTypePaddleSports: Self { Self(known: 343) }
  /// `HKWorkoutActivityTypePlay`, 32.
  public static var workoutActivityTypePlay: Self { Self(known: 344) }
  /// `HKWorkoutActivityTypePreparationAndRecovery`, 33.
  public static var workoutActivityTypePreparationAndRecovery: Self { Self(known: 345) }
  /// `HKWorkoutActivityTypeRacquetball`, 34.
  public static var workoutActivityTypeRacquetball: Self { Self(known: 346) }
  /// `HKWorkoutActivityTypeRowing`, 35.
  public static var workoutActivityTypeRowing: Self { Self(known: 347) }
  /// `HKWorkoutActivityTypeRugby`, 36.
  public static var workoutActivityTypeRugby: Self { Self(known: 348) }
  /// `HKWorkoutActivityTypeRunning`, 37.
  public static var workoutActivityTypeRunning: Self { Self(known: 349) }
  /// `HKWorkoutActivityTypeSailing`, 38.
  public static var workoutActivityTypeSailing: Self { Self(known: 350) }
  /// `HKWorkoutActivityTypeSkatingSports`, 39.
  public static var workoutActivityTypeSkatingSports: Self { Self(known: 351) }
  /// `HKWorkoutActivityTypeSnowSports`, 40.
  public static var workoutActivityTypeSnowSports: Self { Self(known: 352) }
  /// `HKWorkoutActivityTypeSoccer`, 41.
  public static var workoutActivityTypeSoccer: Self { Self(known: 353) }
  /// `HKWorkoutActivityTypeSoftball`, 42.
  public static var workoutActivityTypeSoftball: Self { Self(known: 354) }
  /// `HKWorkoutActivityTypeSquash`, 43.
  public static var workoutActivityTypeSquash: Self { Self(known: 355) }
  /// `HKWorkoutActivityTypeStairClimbing`, 44.
  public static var workoutActivityTypeStairClimbing: Self { Self(known: 356) }
  /// `HKWorkoutActivityTypeSurfingSports`, 45.
  public static var workoutActivityTypeSurfingSports: Self { Self(known: 357) }
  /// `HKWorkoutActivityTypeSwimming`, 46.
  public static var workoutActivityTypeSwimming: Self { Self(known: 358) }
  /// `HKWorkoutActivityTypeTableTennis`, 47.
  public static var workoutActivityTypeTableTennis: Self { Self(known: 359) }
  /// `HKWorkoutActivityTypeTennis`, 48.
  public static var workoutActivityTypeTennis: Self { Self(known: 360) }
  /// `HKWorkoutActivityTypeTrackAndField`, 49.
  public static var workoutActivityTypeTrackAndField: Self { Self(known: 361) }
  /// `HKWorkoutActivityTypeTraditionalStrengthTraining`, 50.
  public static var workoutActivityTypeTraditionalStrengthTraining: Self { Self(known: 362) }
  /// `HKWorkoutActivityTypeVolleyball`, 51.
  public static var workoutActivityTypeVolleyball: Self { Self(known: 363) }
  /// `HKWorkoutActivityTypeWalking`, 52.
  public static var workoutActivityTypeWalking: Self { Self(known: 364) }
  /// `HKWorkoutActivityTypeWaterFitness`, 53.
  public static var workoutActivityTypeWaterFitness: Self { Self(known: 365) }
  /// `HKWorkoutActivityTypeWaterPolo`, 54.
  public static var workoutActivityTypeWaterPolo: Self { Self(known: 366) }
  /// `HKWorkoutActivityTypeWaterSports`, 55.
  public static var workoutActivityTypeWaterSports: Self { Self(known: 367) }
  /// `HKWorkoutActivityTypeWrestling`, 56.
  public static var workoutActivityTypeWrestling: Self { Self(known: 368) }
  /// `HKWorkoutActivityTypeYoga`, 57.
  public static var workoutActivityTypeYoga: Self { Self(known: 369) }
  /// `HKWorkoutActivityTypeBarre`, 58.
  public static var workoutActivityTypeBarre: Self { Self(known: 370) }
  /// `HKWorkoutActivityTypeCoreTraining`, 59.
  public static var workoutActivityTypeCoreTraining: Self { Self(known: 371) }
  /// `HKWorkoutActivityTypeCrossCountrySkiing`, 60.
  public static var workoutActivityTypeCrossCountrySkiing: Self { Self(known: 372) }
  /// `HKWorkoutActivityTypeDownhillSkiing`, 61.
  public static var workoutActivityTypeDownhillSkiing: Self { Self(known: 373) }
  /// `HKWorkoutActivityTypeFlexibility`, 62.
  public static var workoutActivityTypeFlexibility: Self { Self(known: 374) }
  /// `HKWorkoutActivityTypeHighIntensityIntervalTraining`, 63.
  public static var workoutActivityTypeHighIntensityIntervalTraining: Self { Self(known: 375) }
  /// `HKWorkoutActivityTypeJumpRope`, 64.
  public static var workoutActivityTypeJumpRope: Self { Self(known: 376) }
  /// `HKWorkoutActivityTypeKickboxing`, 65.
  public static var workoutActivityTypeKickboxing: Self { Self(known: 377) }
  /// `HKWorkoutActivityTypePilates`, 66.
  public static var workoutActivityTypePilates: Self { Self(known: 378) }
  /// `HKWorkoutActivityTypeSnowboarding`, 67.
  public static var workoutActivityTypeSnowboarding: Self { Self(known: 379) }
  /// `HKWorkoutActivityTypeStairs`, 68.
  public static var workoutActivityTypeStairs: Self { Self(known: 380) }
  /// `HKWorkoutActivityTypeStepTraining`, 69.
  public static var workoutActivityTypeStepTraining: Self { Self(known: 381) }
  /// `HKWorkoutActivityTypeWheelchairWalkPace`, 70.
  public static var workoutActivityTypeWheelchairWalkPace: Self { Self(known: 382) }
  /// `HKWorkoutActivityTypeWheelchairRunPace`, 71.
  public static var workoutActivityTypeWheelchairRunPace: Self { Self(known: 383) }
  /// `HKWorkoutActivityTypeTaiChi`, 72.
  public static var workoutActivityTypeTaiChi: Self { Self(known: 384) }
  /// `HKWorkoutActivityTypeMixedCardio`, 73.
  public static var workoutActivityTypeMixedCardio: Self { Self(known: 385) }
  /// `HKWorkoutActivityTypeHandCycling`, 74.
  public static var workoutActivityTypeHandCycling: Self { Self(known: 386) }
  /// `HKWorkoutActivityTypeDiscSports`, 75.
  public static var workoutActivityTypeDiscSports: Self { Self(known: 387) }
  /// `HKWorkoutActivityTypeFitnessGaming`, 76.
  public static var workoutActivityTypeFitnessGaming: Self { Self(known: 388) }
  /// `HKWorkoutActivityTypeCardioDance`, 77.
  public static var workoutActivityTypeCardioDance: Self { Self(known: 389) }
  /// `HKWorkoutActivityTypeSocialDance`, 78.
  public static var workoutActivityTypeSocialDance: Self { Self(known: 390) }
  /// `HKWorkoutActivityTypePickleball`, 79.
  public static var workoutActivityTypePickleball: Self { Self(known: 391) }
  /// `HKWorkoutActivityTypeCooldown`, 80.
  public static var workoutActivityTypeCooldown: Self { Self(known: 392) }
  /// `HKWorkoutActivityTypeSwimBikeRun`, 82.
  public static var workoutActivityTypeSwimBikeRun: Self { Self(known: 393) }
  /// `HKWorkoutActivityTypeTransition`, 83.
  public static var workoutActivityTypeTransition: Self { Self(known: 394) }
  /// `HKWorkoutActivityTypeUnderwaterDiving`, 84.
  public static var workoutActivityTypeUnderwaterDiving: Self { Self(known: 395) }
  /// `HKWorkoutActivityTypeOther`, 3000.
  public static var workoutActivityTypeOther: Self { Self(known: 396) }
  /// `HKWorkoutEventTypePause`, 1.
  public static var workoutEventTypePause: Self { Self(known: 397) }
  /// `HKWorkoutEventTypeResume`, 2.
  public static var workoutEventTypeResume: Self { Self(known: 398) }
  /// `HKWorkoutEventTypeLap`, 3.
  public static var workoutEventTypeLap: Self { Self(known: 399) }
  /// `HKWorkoutEventTypeMarker`, 4.
  public static var workoutEventTypeMarker: Self { Self(known: 400) }
  /// `HKWorkoutEventTypeMotionPaused`, 5.
  public static var workoutEventTypeMotionPaused: Self { Self(known: 401) }
  /// `HKWorkoutEventTypeMotionResumed`, 6.
  public static var workoutEventTypeMotionResumed: Self { Self(known: 402) }
  /// `HKWorkoutEventTypeSegment`, 7.
  public static var workoutEventTypeSegment: Self { Self(known: 403) }
  /// `HKWorkoutEventTypePauseOrResumeRequest`, 8.
  public static var workoutEventTypePauseOrResumeRequest: Self { Self(known: 404) }
  /// `HKWorkoutSessionLocationTypeUnknown`, 1.
  public static var workoutSessionLocationTypeUnknown: Self { Self(known: 405) }
  /// `HKWorkoutSessionLocationTypeIndoor`, 2.
  public static var workoutSessionLocationTypeIndoor: Self { Self(known: 406) }
  /// `HKWorkoutSessionLocationTypeOutdoor`, 3.
  public static var workoutSessionLocationTypeOutdoor: Self { Self(known: 407) }
  /// `HKWorkoutSwimmingLocationTypeUnknown`, 0.
  public static var workoutSwimmingLocationTypeUnknown: Self { Self(known: 408) }
  /// `HKWorkoutSwimmingLocationTypePool`, 1.
  public static var workoutSwimmingLocationTypePool: Self { Self(known: 409) }
  /// `HKWorkoutSwimmingLocationTypeOpenWater`, 2.
  public static var workoutSwimmingLocationTypeOpenWater: Self { Self(known: 410) }
}

let valueRows: [ValueRow] = [
  ValueRow(
    identifier: "HKActivityMoveModeActiveEnergy", enumeration: .activityMoveMode, number: 1,
    introduced: SystemVersion(14, 0)),
  ValueRow(
    identifier: "HKActivityMoveModeAppleMoveTime", enumeration: .activityMoveMode, number: 2,
    introduced: SystemVersion(14, 0)),
  ValueRow(
    identifier: "HKAppleECGAlgorithmVersion1", enumeration: .appleECGAlgorithmVersion, number: 1),
  ValueRow(
    identifier: "HKAppleECGAlgorithmVersion2", enumeration: .appleECGAlgorithmVersion, number: 2,
    introduced: SystemVersion(14, 3)),
  ValueRow(
    identifier: "HKAppleSleepingBreathingDisturbancesClassificationNotElevated",
    enumeration: .appleSleepingBreathingDisturbancesClassification, number: 0,
    introduced: SystemVersion(18, 0)),
  ValueRow(
    identifier: "HKAppleSleepingBreathingDisturbancesClassificationElevated",
    enumeration: .appleSleepingBreathingDisturbancesClassification, number: 1,
    introduced: SystemVersion(18, 0)),
  ValueRow(
    identifier: "HKAppleWalkingSteadinessClassificationOK",
    enumeration: .appleWalkingSteadinessClassification, number: 1,
    introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKAppleWalkingSteadinessClassificationLow",
    enumeration: .appleWalkingSteadinessClassification, number: 2,
    introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKAppleWalkingSteadinessClassificationVeryLow",
    enumeration: .appleWalkingSteadinessClassification, number: 3,
    introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKAudiogramConductionTypeAir", enumeration: .audiogramConductionType, number: 0),
  ValueRow(
    identifier: "HKAudiogramSensitivityTestSideLeft", enumeration: .audiogramSensitivityTestSide,
    number: 0),
  ValueRow(
    identifier: "HKAudiogramSensitivityTestSideRight", enumeration: .audiogramSensitivityTestSide,
    number: 1),
  ValueRow(
    identifier: "HKBiologicalSexNotSet", enumeration: .biologicalSex, number: 0,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBiologicalSexFemale", enumeration: .biologicalSex, number: 1,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBiologicalSexMale", enumeration: .biologicalSex, number: 2,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBiologicalSexOther", enumeration: .biologicalSex, number: 3,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBloodGlucoseMealTimePreprandial", enumeration: .bloodGlucoseMealTime, number: 1),
  ValueRow(
    identifier: "HKBloodGlucoseMealTimePostprandial", enumeration: .bloodGlucoseMealTime,
    number: 2),
  ValueRow(
    identifier: "HKBloodTypeNotSet", enumeration: .bloodType, number: 0,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBloodTypeAPositive", enumeration: .bloodType, number: 1,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBloodTypeANegative", enumeration: .bloodType, number: 2,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBloodTypeBPositive", enumeration: .bloodType, number: 3,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBloodTypeBNegative", enumeration: .bloodType, number: 4,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBloodTypeABPositive", enumeration: .bloodType, number: 5,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBloodTypeABNegative", enumeration: .bloodType, number: 6,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBloodTypeOPositive", enumeration: .bloodType, number: 7,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBloodTypeONegative", enumeration: .bloodType, number: 8,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationOther",
    enumeration: .bodyTemperatureSensorLocation, number: 0),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationArmpit",
    enumeration: .bodyTemperatureSensorLocation, number: 1),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationBody", enumeration: .bodyTemperatureSensorLocation,
    number: 2),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationEar", enumeration: .bodyTemperatureSensorLocation,
    number: 3),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationFinger",
    enumeration: .bodyTemperatureSensorLocation, number: 4),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationGastroIntestinal",
    enumeration: .bodyTemperatureSensorLocation, number: 5),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationMouth",
    enumeration: .bodyTemperatureSensorLocation, number: 6),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationRectum",
    enumeration: .bodyTemperatureSensorLocation, number: 7),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationToe", enumeration: .bodyTemperatureSensorLocation,
    number: 8),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationEarDrum",
    enumeration: .bodyTemperatureSensorLocation, number: 9),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationTemporalArtery",
    enumeration: .bodyTemperatureSensorLocation, number: 10),
  ValueRow(
    identifier: "HKBodyTemperatureSensorLocationForehead",
    enumeration: .bodyTemperatureSensorLocation, number: 11),
  ValueRow(
    identifier: "HKCategoryValueNotApplicable", enumeration: .categoryValue, number: 0,
    introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKCategoryValueAppetiteChangesUnspecified",
    enumeration: .categoryValueAppetiteChanges, number: 0, introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValueAppetiteChangesNoChange",
    enumeration: .categoryValueAppetiteChanges, number: 1, introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValueAppetiteChangesDecreased",
    enumeration: .categoryValueAppetiteChanges, number: 2, introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValueAppetiteChangesIncreased",
    enumeration: .categoryValueAppetiteChanges, number: 3, introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValueAppleStandHourStood", enumeration: .categoryValueAppleStandHour,
    number: 0, introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKCategoryValueAppleStandHourIdle", enumeration: .categoryValueAppleStandHour,
    number: 1, introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKCategoryValueAppleWalkingSteadinessEventInitialLow",
    enumeration: .categoryValueAppleWalkingSteadinessEvent, number: 1,
    introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKCategoryValueAppleWalkingSteadinessEventInitialVeryLow",
    enumeration: .categoryValueAppleWalkingSteadinessEvent, number: 2,
    introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKCategoryValueAppleWalkingSteadinessEventRepeatLow",
    enumeration: .categoryValueAppleWalkingSteadinessEvent, number: 3,
    introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKCategoryValueAppleWalkingSteadinessEventRepeatVeryLow",
    enumeration: .categoryValueAppleWalkingSteadinessEvent, number: 4,
    introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKCategoryValueAudioExposureEventLoudEnvironment",
    enumeration: .categoryValueAudioExposureEvent, number: 1, introduced: SystemVersion(13, 0),
    deprecated: SystemVersion(14, 0), replacedBy: [.environmentalAudioExposureEventMomentaryLimit]),
  ValueRow(
    identifier: "HKCategoryValueCervicalMucusQualityDry",
    enumeration: .categoryValueCervicalMucusQuality, number: 1, introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKCategoryValueCervicalMucusQualitySticky",
    enumeration: .categoryValueCervicalMucusQuality, number: 2, introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKCategoryValueCervicalMucusQualityCreamy",
    enumeration: .categoryValueCervicalMucusQuality, number: 3, introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKCategoryValueCervicalMucusQualityWatery",
    enumeration: .categoryValueCervicalMucusQuality, number: 4, introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKCategoryValueCervicalMucusQualityEggWhite",
    enumeration: .categoryValueCervicalMucusQuality, number: 5, introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKCategoryValueContraceptiveUnspecified",
    enumeration: .categoryValueContraceptive, number: 1, introduced: SystemVersion(14, 3)),
  ValueRow(
    identifier: "HKCategoryValueContraceptiveImplant", enumeration: .categoryValueContraceptive,
    number: 2, introduced: SystemVersion(14, 3)),
  ValueRow(
    identifier: "HKCategoryValueContraceptiveInjection", enumeration: .categoryValueContraceptive,
    number: 3, introduced: SystemVersion(14, 3)),
  ValueRow(
    identifier: "HKCategoryValueContraceptiveIntrauterineDevice",
    enumeration: .categoryValueContraceptive, number: 4, introduced: SystemVersion(14, 3)),
  ValueRow(
    identifier: "HKCategoryValueContraceptiveIntravaginalRing",
    enumeration: .categoryValueContraceptive, number: 5, introduced: SystemVersion(14, 3)),
  ValueRow(
    identifier: "HKCategoryValueContraceptiveOral", enumeration: .categoryValueContraceptive,
    number: 6, introduced: SystemVersion(14, 3)),
  ValueRow(
    identifier: "HKCategoryValueContraceptivePatch", enumeration: .categoryValueContraceptive,
    number: 7, introduced: SystemVersion(14, 3)),
  ValueRow(
    identifier: "HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit",
    enumeration: .categoryValueEnvironmentalAudioExposureEvent, number: 1,
    introduced: SystemVersion(14, 0)),
  ValueRow(
    identifier: "HKCategoryValueHeadphoneAudioExposureEventSevenDayLimit",
    enumeration: .categoryValueHeadphoneAudioExposureEvent, number: 1,
    introduced: SystemVersion(14, 2)),
  ValueRow(
    identifier: "HKCategoryValueLowCardioFitnessEventLowFitness",
    enumeration: .categoryValueLowCardioFitnessEvent, number: 1, introduced: SystemVersion(14, 3)),
  ValueRow(
    identifier: "HKCategoryValueMenopausalStateMenopause",
    enumeration: .categoryValueMenopausalState, number: 1, introduced: SystemVersion(27, 0)),
  ValueRow(
    identifier: "HKCategoryValueMenopausalStatePerimenopause",
    enumeration: .categoryValueMenopausalState, number: 2, introduced: SystemVersion(27, 0)),
  ValueRow(
    identifier: "HKCategoryValueMenopausalStateNone", enumeration: .categoryValueMenopausalState,
    number: 3, introduced: SystemVersion(27, 0)),
  ValueRow(
    identifier: "HKCategoryValueMenstrualFlowUnspecified",
    enumeration: .categoryValueMenstrualFlow, number: 1, introduced: SystemVersion(9, 0),
    deprecated: SystemVersion(18, 0), replacedBy: [.vaginalBleedingUnspecified]),
  ValueRow(
    identifier: "HKCategoryValueMenstrualFlowLight", enumeration: .categoryValueMenstrualFlow,
    number: 2, introduced: SystemVersion(9, 0), deprecated: SystemVersion(18, 0),
    replacedBy: [.vaginalBleedingLight]),
  ValueRow(
    identifier: "HKCategoryValueMenstrualFlowMedium", enumeration: .categoryValueMenstrualFlow,
    number: 3, introduced: SystemVersion(9, 0), deprecated: SystemVersion(18, 0),
    replacedBy: [.vaginalBleedingMedium]),
  ValueRow(
    identifier: "HKCategoryValueMenstrualFlowHeavy", enumeration: .categoryValueMenstrualFlow,
    number: 4, introduced: SystemVersion(9, 0), deprecated: SystemVersion(18, 0),
    replacedBy: [.vaginalBleedingHeavy]),
  ValueRow(
    identifier: "HKCategoryValueMenstrualFlowNone", enumeration: .categoryValueMenstrualFlow,
    number: 5, introduced: SystemVersion(12, 0), deprecated: SystemVersion(18, 0),
    replacedBy: [.vaginalBleedingNone]),
  ValueRow(
    identifier: "HKCategoryValueOvulationTestResultNegative",
    enumeration: .categoryValueOvulationTestResult, number: 1, introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKCategoryValueOvulationTestResultLuteinizingHormoneSurge",
    enumeration: .categoryValueOvulationTestResult, number: 2, introduced: SystemVersion(13, 0)),
  ValueRow(
    identifier: "HKCategoryValueOvulationTestResultPositive",
    enumeration: .categoryValueOvulationTestResult, number: 2, introduced: SystemVersion(9, 0),
    deprecated: SystemVersion(13, 0), replacedBy: [.ovulationTestResultLuteinizingHormoneSurge]),
  ValueRow(
    identifier: "HKCategoryValueOvulationTestResultIndeterminate",
    enumeration: .categoryValueOvulationTestResult, number: 3, introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKCategoryValueOvulationTestResultEstrogenSurge",
    enumeration: .categoryValueOvulationTestResult, number: 4, introduced: SystemVersion(13, 0)),
  ValueRow(
    identifier: "HKCategoryValuePregnancyTestResultNegative",
    enumeration: .categoryValuePregnancyTestResult, number: 1, introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKCategoryValuePregnancyTestResultPositive",
    enumeration: .categoryValuePregnancyTestResult, number: 2, introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKCategoryValuePregnancyTestResultIndeterminate",
    enumeration: .categoryValuePregnancyTestResult, number: 3, introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKCategoryValuePresencePresent", enumeration: .categoryValuePresence, number: 0,
    introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValuePresenceNotPresent", enumeration: .categoryValuePresence,
    number: 1, introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValueProgesteroneTestResultNegative",
    enumeration: .categoryValueProgesteroneTestResult, number: 1, introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKCategoryValueProgesteroneTestResultPositive",
    enumeration: .categoryValueProgesteroneTestResult, number: 2, introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKCategoryValueProgesteroneTestResultIndeterminate",
    enumeration: .categoryValueProgesteroneTestResult, number: 3, introduced: SystemVersion(15, 0)),
  ValueRow(
    identifier: "HKCategoryValueSeverityUnspecified", enumeration: .categoryValueSeverity,
    number: 0, introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValueSeverityNotPresent", enumeration: .categoryValueSeverity,
    number: 1, introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValueSeverityMild", enumeration: .categoryValueSeverity, number: 2,
    introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValueSeverityModerate", enumeration: .categoryValueSeverity, number: 3,
    introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValueSeveritySevere", enumeration: .categoryValueSeverity, number: 4,
    introduced: SystemVersion(13, 6)),
  ValueRow(
    identifier: "HKCategoryValueSleepAnalysisInBed", enumeration: .categoryValueSleepAnalysis,
    number: 0, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKCategoryValueSleepAnalysisAsleepUnspecified",
    enumeration: .categoryValueSleepAnalysis, number: 1, introduced: SystemVersion(16, 0)),
  ValueRow(
    identifier: "HKCategoryValueSleepAnalysisAsleep", enumeration: .categoryValueSleepAnalysis,
    number: 1, introduced: SystemVersion(8, 0), deprecated: SystemVersion(16, 0),
    replacedBy: [.sleepAnalysisAsleepUnspecified]),
  ValueRow(
    identifier: "HKCategoryValueSleepAnalysisAwake", enumeration: .categoryValueSleepAnalysis,
    number: 2, introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKCategoryValueSleepAnalysisAsleepCore", enumeration: .categoryValueSleepAnalysis,
    number: 3, introduced: SystemVersion(16, 0)),
  ValueRow(
    identifier: "HKCategoryValueSleepAnalysisAsleepDeep", enumeration: .categoryValueSleepAnalysis,
    number: 4, introduced: SystemVersion(16, 0)),
  ValueRow(
    identifier: "HKCategoryValueSleepAnalysisAsleepREM", enumeration: .categoryValueSleepAnalysis,
    number: 5, introduced: SystemVersion(16, 0)),
  ValueRow(
    identifier: "HKCategoryValueVaginalBleedingUnspecified",
    enumeration: .categoryValueVaginalBleeding, number: 1, introduced: SystemVersion(18, 0)),
  ValueRow(
    identifier: "HKCategoryValueVaginalBleedingLight", enumeration: .categoryValueVaginalBleeding,
    number: 2, introduced: SystemVersion(18, 0)),
  ValueRow(
    identifier: "HKCategoryValueVaginalBleedingMedium", enumeration: .categoryValueVaginalBleeding,
    number: 3, introduced: SystemVersion(18, 0)),
  ValueRow(
    identifier: "HKCategoryValueVaginalBleedingHeavy", enumeration: .categoryValueVaginalBleeding,
    number: 4, introduced: SystemVersion(18, 0)),
  ValueRow(
    identifier: "HKCategoryValueVaginalBleedingNone", enumeration: .categoryValueVaginalBleeding,
    number: 5, introduced: SystemVersion(18, 0)),
  ValueRow(
    identifier: "HKCyclingFunctionalThresholdPowerTestTypeMaxExercise60Minute",
    enumeration: .cyclingFunctionalThresholdPowerTestType, number: 1),
  ValueRow(
    identifier: "HKCyclingFunctionalThresholdPowerTestTypeMaxExercise20Minute",
    enumeration: .cyclingFunctionalThresholdPowerTestType, number: 2),
  ValueRow(
    identifier: "HKCyclingFunctionalThresholdPowerTestTypeRampTest",
    enumeration: .cyclingFunctionalThresholdPowerTestType, number: 3),
  ValueRow(
    identifier: "HKCyclingFunctionalThresholdPowerTestTypePredictionExercise",
    enumeration: .cyclingFunctionalThresholdPowerTestType, number: 4),
  ValueRow(
    identifier: "HKDevicePlacementSideUnknown", enumeration: .devicePlacementSide, number: 0),
  ValueRow(identifier: "HKDevicePlacementSideLeft", enumeration: .devicePlacementSide, number: 1),
  ValueRow(identifier: "HKDevicePlacementSideRight", enumeration: .devicePlacementSide, number: 2),
  ValueRow(
    identifier: "HKDevicePlacementSideCentral", enumeration: .devicePlacementSide, number: 3),
  ValueRow(
    identifier: "HKElectrocardiogramClassificationNotSet",
    enumeration: .electrocardiogramClassification, number: 0),
  ValueRow(
    identifier: "HKElectrocardiogramClassificationSinusRhythm",
    enumeration: .electrocardiogramClassification, number: 1),
  ValueRow(
    identifier: "HKElectrocardiogramClassificationAtrialFibrillation",
    enumeration: .electrocardiogramClassification, number: 2),
  ValueRow(
    identifier: "HKElectrocardiogramClassificationInconclusiveLowHeartRate",
    enumeration: .electrocardiogramClassification, number: 3),
  ValueRow(
    identifier: "HKElectrocardiogramClassificationInconclusiveHighHeartRate",
    enumeration: .electrocardiogramClassification, number: 4),
  ValueRow(
    identifier: "HKElectrocardiogramClassificationInconclusivePoorReading",
    enumeration: .electrocardiogramClassification, number: 5),
  ValueRow(
    identifier: "HKElectrocardiogramClassificationInconclusiveOther",
    enumeration: .electrocardiogramClassification, number: 6),
  ValueRow(
    identifier: "HKElectrocardiogramClassificationUnrecognized",
    enumeration: .electrocardiogramClassification, number: 100),
  ValueRow(
    identifier: "HKElectrocardiogramLeadAppleWatchSimilarToLeadI",
    enumeration: .electrocardiogramLead, number: 1),
  ValueRow(
    identifier: "HKElectrocardiogramSymptomsStatusNotSet",
    enumeration: .electrocardiogramSymptomsStatus, number: 0),
  ValueRow(
    identifier: "HKElectrocardiogramSymptomsStatusNone",
    enumeration: .electrocardiogramSymptomsStatus, number: 1),
  ValueRow(
    identifier: "HKElectrocardiogramSymptomsStatusPresent",
    enumeration: .electrocardiogramSymptomsStatus, number: 2),
  ValueRow(
    identifier: "HKFitzpatrickSkinTypeNotSet", enumeration: .fitzpatrickSkinType, number: 0,
    introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKFitzpatrickSkinTypeI", enumeration: .fitzpatrickSkinType, number: 1,
    introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKFitzpatrickSkinTypeII", enumeration: .fitzpatrickSkinType, number: 2,
    introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKFitzpatrickSkinTypeIII", enumeration: .fitzpatrickSkinType, number: 3,
    introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKFitzpatrickSkinTypeIV", enumeration: .fitzpatrickSkinType, number: 4,
    introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKFitzpatrickSkinTypeV", enumeration: .fitzpatrickSkinType, number: 5,
    introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKFitzpatrickSkinTypeVI", enumeration: .fitzpatrickSkinType, number: 6,
    introduced: SystemVersion(9, 0)),
  ValueRow(
    identifier: "HKGAD7AssessmentAnswerNotAtAll", enumeration: .gad7AssessmentAnswer, number: 0),
  ValueRow(
    identifier: "HKGAD7AssessmentAnswerSeveralDays", enumeration: .gad7AssessmentAnswer, number: 1),
  ValueRow(
    identifier: "HKGAD7AssessmentAnswerMoreThanHalfTheDays", enumeration: .gad7AssessmentAnswer,
    number: 2),
  ValueRow(
    identifier: "HKGAD7AssessmentAnswerNearlyEveryDay", enumeration: .gad7AssessmentAnswer,
    number: 3),
  ValueRow(
    identifier: "HKGAD7AssessmentRiskNoneToMinimal", enumeration: .gad7AssessmentRisk, number: 1),
  ValueRow(identifier: "HKGAD7AssessmentRiskMild", enumeration: .gad7AssessmentRisk, number: 2),
  ValueRow(identifier: "HKGAD7AssessmentRiskModerate", enumeration: .gad7AssessmentRisk, number: 3),
  ValueRow(identifier: "HKGAD7AssessmentRiskSevere", enumeration: .gad7AssessmentRisk, number: 4),
  ValueRow(
    identifier: "HKHeartRateMotionContextNotSet", enumeration: .heartRateMotionContext, number: 0),
  ValueRow(
    identifier: "HKHeartRateMotionContextSedentary", enumeration: .heartRateMotionContext,
    number: 1),
  ValueRow(
    identifier: "HKHeartRateMotionContextActive", enumeration: .heartRateMotionContext, number: 2),
  ValueRow(
    identifier: "HKHeartRateRecoveryTestTypeMaxExercise", enumeration: .heartRateRecoveryTestType,
    number: 1),
  ValueRow(
    identifier: "HKHeartRateRecoveryTestTypePredictionSubMaxExercise",
    enumeration: .heartRateRecoveryTestType, number: 2),
  ValueRow(
    identifier: "HKHeartRateRecoveryTestTypePredictionNonExercise",
    enumeration: .heartRateRecoveryTestType, number: 3),
  ValueRow(
    identifier: "HKHeartRateSensorLocationOther", enumeration: .heartRateSensorLocation, number: 0),
  ValueRow(
    identifier: "HKHeartRateSensorLocationChest", enumeration: .heartRateSensorLocation, number: 1),
  ValueRow(
    identifier: "HKHeartRateSensorLocationWrist", enumeration: .heartRateSensorLocation, number: 2),
  ValueRow(
    identifier: "HKHeartRateSensorLocationFinger", enumeration: .heartRateSensorLocation,
    number: 3),
  ValueRow(
    identifier: "HKHeartRateSensorLocationHand", enumeration: .heartRateSensorLocation, number: 4),
  ValueRow(
    identifier: "HKHeartRateSensorLocationEarLobe", enumeration: .heartRateSensorLocation,
    number: 5),
  ValueRow(
    identifier: "HKHeartRateSensorLocationFoot", enumeration: .heartRateSensorLocation, number: 6),
  ValueRow(
    identifier: "HKInsulinDeliveryReasonBasal", enumeration: .insulinDeliveryReason, number: 1),
  ValueRow(
    identifier: "HKInsulinDeliveryReasonBolus", enumeration: .insulinDeliveryReason, number: 2),
  ValueRow(
    identifier: "HKMedicationDoseEventLogStatusNotInteracted",
    enumeration: .medicationDoseEventLogStatus, number: 1),
  ValueRow(
    identifier: "HKMedicationDoseEventLogStatusNotificationNotSent",
    enumeration: .medicationDoseEventLogStatus, number: 2),
  ValueRow(
    identifier: "HKMedicationDoseEventLogStatusSnoozed",
    enumeration: .medicationDoseEventLogStatus, number: 3),
  ValueRow(
    identifier: "HKMedicationDoseEventLogStatusTaken", enumeration: .medicationDoseEventLogStatus,
    number: 4),
  ValueRow(
    identifier: "HKMedicationDoseEventLogStatusSkipped",
    enumeration: .medicationDoseEventLogStatus, number: 5),
  ValueRow(
    identifier: "HKMedicationDoseEventLogStatusNotLogged",
    enumeration: .medicationDoseEventLogStatus, number: 6),
  ValueRow(
    identifier: "HKMedicationDoseEventScheduleTypeAsNeeded",
    enumeration: .medicationDoseEventScheduleType, number: 1),
  ValueRow(
    identifier: "HKMedicationDoseEventScheduleTypeSchedule",
    enumeration: .medicationDoseEventScheduleType, number: 2),
  ValueRow(identifier: "HKMedicationGeneralFormCapsule", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormCream", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormDevice", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormDrops", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormFoam", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormGel", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormInhaler", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormInjection", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormLiquid", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormLotion", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormOintment", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormPatch", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormPowder", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormSpray", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormSuppository", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormTablet", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormTopical", enumeration: .medicationGeneralForm),
  ValueRow(identifier: "HKMedicationGeneralFormUnknown", enumeration: .medicationGeneralForm),
  ValueRow(
    identifier: "HKPHQ9AssessmentAnswerNotAtAll", enumeration: .phq9AssessmentAnswer, number: 0),
  ValueRow(
    identifier: "HKPHQ9AssessmentAnswerSeveralDays", enumeration: .phq9AssessmentAnswer, number: 1),
  ValueRow(
    identifier: "HKPHQ9AssessmentAnswerMoreThanHalfTheDays", enumeration: .phq9AssessmentAnswer,
    number: 2),
  ValueRow(
    identifier: "HKPHQ9AssessmentAnswerNearlyEveryDay", enumeration: .phq9AssessmentAnswer,
    number: 3),
  ValueRow(
    identifier: "HKPHQ9AssessmentAnswerPreferNotToAnswer", enumeration: .phq9AssessmentAnswer,
    number: 4),
  ValueRow(
    identifier: "HKPHQ9AssessmentRiskNoneToMinimal", enumeration: .phq9AssessmentRisk, number: 1),
  ValueRow(identifier: "HKPHQ9AssessmentRiskMild", enumeration: .phq9AssessmentRisk, number: 2),
  ValueRow(identifier: "HKPHQ9AssessmentRiskModerate", enumeration: .phq9AssessmentRisk, number: 3),
  ValueRow(
    identifier: "HKPHQ9AssessmentRiskModeratelySevere", enumeration: .phq9AssessmentRisk,
    number: 4),
  ValueRow(identifier: "HKPHQ9AssessmentRiskSevere", enumeration: .phq9AssessmentRisk, number: 5),
  ValueRow(
    identifier: "HKPhysicalEffortEstimationTypeActivityLookup",
    enumeration: .physicalEffortEstimationType, number: 1),
  ValueRow(
    identifier: "HKPhysicalEffortEstimationTypeDeviceSensed",
    enumeration: .physicalEffortEstimationType, number: 2),
  ValueRow(identifier: "HKPrismBaseNone", enumeration: .prismBase, number: 0),
  ValueRow(identifier: "HKPrismBaseUp", enumeration: .prismBase, number: 1),
  ValueRow(identifier: "HKPrismBaseDown", enumeration: .prismBase, number: 2),
  ValueRow(identifier: "HKPrismBaseIn", enumeration: .prismBase, number: 3),
  ValueRow(identifier: "HKPrismBaseOut", enumeration: .prismBase, number: 4),
  ValueRow(
    identifier: "HKStateOfMindAssociationCommunity", enumeration: .stateOfMindAssociation,
    number: 1),
  ValueRow(
    identifier: "HKStateOfMindAssociationCurrentEvents", enumeration: .stateOfMindAssociation,
    number: 2),
  ValueRow(
    identifier: "HKStateOfMindAssociationDating", enumeration: .stateOfMindAssociation, number: 3),
  ValueRow(
    identifier: "HKStateOfMindAssociationEducation", enumeration: .stateOfMindAssociation,
    number: 4),
  ValueRow(
    identifier: "HKStateOfMindAssociationFamily", enumeration: .stateOfMindAssociation, number: 5),
  ValueRow(
    identifier: "HKStateOfMindAssociationFitness", enumeration: .stateOfMindAssociation, number: 6),
  ValueRow(
    identifier: "HKStateOfMindAssociationFriends", enumeration: .stateOfMindAssociation, number: 7),
  ValueRow(
    identifier: "HKStateOfMindAssociationHealth", enumeration: .stateOfMindAssociation, number: 8),
  ValueRow(
    identifier: "HKStateOfMindAssociationHobbies", enumeration: .stateOfMindAssociation, number: 9),
  ValueRow(
    identifier: "HKStateOfMindAssociationIdentity", enumeration: .stateOfMindAssociation,
    number: 10),
  ValueRow(
    identifier: "HKStateOfMindAssociationMoney", enumeration: .stateOfMindAssociation, number: 11),
  ValueRow(
    identifier: "HKStateOfMindAssociationPartner", enumeration: .stateOfMindAssociation,
    number: 12),
  ValueRow(
    identifier: "HKStateOfMindAssociationSelfCare", enumeration: .stateOfMindAssociation,
    number: 13),
  ValueRow(
    identifier: "HKStateOfMindAssociationSpirituality", enumeration: .stateOfMindAssociation,
    number: 14),
  ValueRow(
    identifier: "HKStateOfMindAssociationTasks", enumeration: .stateOfMindAssociation, number: 15),
  ValueRow(
    identifier: "HKStateOfMindAssociationTravel", enumeration: .stateOfMindAssociation, number: 16),
  ValueRow(
    identifier: "HKStateOfMindAssociationWork", enumeration: .stateOfMindAssociation, number: 17),
  ValueRow(
    identifier: "HKStateOfMindAssociationWeather", enumeration: .stateOfMindAssociation,
    number: 18),
  ValueRow(
    identifier: "HKStateOfMindKindMomentaryEmotion", enumeration: .stateOfMindKind, number: 1),
  ValueRow(identifier: "HKStateOfMindKindDailyMood", enumeration: .stateOfMindKind, number: 2),
  ValueRow(identifier: "HKStateOfMindLabelAmazed", enumeration: .stateOfMindLabel, number: 1),
  ValueRow(identifier: "HKStateOfMindLabelAmused", enumeration: .stateOfMindLabel, number: 2),
  ValueRow(identifier: "HKStateOfMindLabelAngry", enumeration: .stateOfMindLabel, number: 3),
  ValueRow(identifier: "HKStateOfMindLabelAnxious", enumeration: .stateOfMindLabel, number: 4),
  ValueRow(identifier: "HKStateOfMindLabelAshamed", enumeration: .stateOfMindLabel, number: 5),
  ValueRow(identifier: "HKStateOfMindLabelBrave", enumeration: .stateOfMindLabel, number: 6),
  ValueRow(identifier: "HKStateOfMindLabelCalm", enumeration: .stateOfMindLabel, number: 7),
  ValueRow(identifier: "HKStateOfMindLabelContent", enumeration: .stateOfMindLabel, number: 8),
  ValueRow(identifier: "HKStateOfMindLabelDisappointed", enumeration: .stateOfMindLabel, number: 9),
  ValueRow(identifier: "HKStateOfMindLabelDiscouraged", enumeration: .stateOfMindLabel, number: 10),
  ValueRow(identifier: "HKStateOfMindLabelDisgusted", enumeration: .stateOfMindLabel, number: 11),
  ValueRow(identifier: "HKStateOfMindLabelEmbarrassed", enumeration: .stateOfMindLabel, number: 12),
  ValueRow(identifier: "HKStateOfMindLabelExcited", enumeration: .stateOfMindLabel, number: 13),
  ValueRow(identifier: "HKStateOfMindLabelFrustrated", enumeration: .stateOfMindLabel, number: 14),
  ValueRow(identifier: "HKStateOfMindLabelGrateful", enumeration: .stateOfMindLabel, number: 15),
  ValueRow(identifier: "HKStateOfMindLabelGuilty", enumeration: .stateOfMindLabel, number: 16),
  ValueRow(identifier: "HKStateOfMindLabelHappy", enumeration: .stateOfMindLabel, number: 17),
  ValueRow(identifier: "HKStateOfMindLabelHopeless", enumeration: .stateOfMindLabel, number: 18),
  ValueRow(identifier: "HKStateOfMindLabelIrritated", enumeration: .stateOfMindLabel, number: 19),
  ValueRow(identifier: "HKStateOfMindLabelJealous", enumeration: .stateOfMindLabel, number: 20),
  ValueRow(identifier: "HKStateOfMindLabelJoyful", enumeration: .stateOfMindLabel, number: 21),
  ValueRow(identifier: "HKStateOfMindLabelLonely", enumeration: .stateOfMindLabel, number: 22),
  ValueRow(identifier: "HKStateOfMindLabelPassionate", enumeration: .stateOfMindLabel, number: 23),
  ValueRow(identifier: "HKStateOfMindLabelPeaceful", enumeration: .stateOfMindLabel, number: 24),
  ValueRow(identifier: "HKStateOfMindLabelProud", enumeration: .stateOfMindLabel, number: 25),
  ValueRow(identifier: "HKStateOfMindLabelRelieved", enumeration: .stateOfMindLabel, number: 26),
  ValueRow(identifier: "HKStateOfMindLabelSad", enumeration: .stateOfMindLabel, number: 27),
  ValueRow(identifier: "HKStateOfMindLabelScared", enumeration: .stateOfMindLabel, number: 28),
  ValueRow(identifier: "HKStateOfMindLabelStressed", enumeration: .stateOfMindLabel, number: 29),
  ValueRow(identifier: "HKStateOfMindLabelSurprised", enumeration: .stateOfMindLabel, number: 30),
  ValueRow(identifier: "HKStateOfMindLabelWorried", enumeration: .stateOfMindLabel, number: 31),
  ValueRow(identifier: "HKStateOfMindLabelAnnoyed", enumeration: .stateOfMindLabel, number: 32),
  ValueRow(identifier: "HKStateOfMindLabelConfident", enumeration: .stateOfMindLabel, number: 33),
  ValueRow(identifier: "HKStateOfMindLabelDrained", enumeration: .stateOfMindLabel, number: 34),
  ValueRow(identifier: "HKStateOfMindLabelHopeful", enumeration: .stateOfMindLabel, number: 35),
  ValueRow(identifier: "HKStateOfMindLabelIndifferent", enumeration: .stateOfMindLabel, number: 36),
  ValueRow(identifier: "HKStateOfMindLabelOverwhelmed", enumeration: .stateOfMindLabel, number: 37),
  ValueRow(identifier: "HKStateOfMindLabelSatisfied", enumeration: .stateOfMindLabel, number: 38),
  ValueRow(
    identifier: "HKStateOfMindValenceClassificationVeryUnpleasant",
    enumeration: .stateOfMindValenceClassification, number: 1),
  ValueRow(
    identifier: "HKStateOfMindValenceClassificationUnpleasant",
    enumeration: .stateOfMindValenceClassification, number: 2),
  ValueRow(
    identifier: "HKStateOfMindValenceClassificationSlightlyUnpleasant",
    enumeration: .stateOfMindValenceClassification, number: 3),
  ValueRow(
    identifier: "HKStateOfMindValenceClassificationNeutral",
    enumeration: .stateOfMindValenceClassification, number: 4),
  ValueRow(
    identifier: "HKStateOfMindValenceClassificationSlightlyPleasant",
    enumeration: .stateOfMindValenceClassification, number: 5),
  ValueRow(
    identifier: "HKStateOfMindValenceClassificationPleasant",
    enumeration: .stateOfMindValenceClassification, number: 6),
  ValueRow(
    identifier: "HKStateOfMindValenceClassificationVeryPleasant",
    enumeration: .stateOfMindValenceClassification, number: 7),
  ValueRow(
    identifier: "HKSwimmingStrokeStyleUnknown", enumeration: .swimmingStrokeStyle, number: 0),
  ValueRow(identifier: "HKSwimmingStrokeStyleMixed", enumeration: .swimmingStrokeStyle, number: 1),
  ValueRow(
    identifier: "HKSwimmingStrokeStyleFreestyle", enumeration: .swimmingStrokeStyle, number: 2),
  ValueRow(
    identifier: "HKSwimmingStrokeStyleBackstroke", enumeration: .swimmingStrokeStyle, number: 3),
  ValueRow(
    identifier: "HKSwimmingStrokeStyleBreaststroke", enumeration: .swimmingStrokeStyle, number: 4),
  ValueRow(
    identifier: "HKSwimmingStrokeStyleButterfly", enumeration: .swimmingStrokeStyle, number: 5),
  ValueRow(
    identifier: "HKSwimmingStrokeStyleKickboard", enumeration: .swimmingStrokeStyle, number: 6,
    introduced: SystemVersion(16, 0)),
  ValueRow(identifier: "HKUserMotionContextNotSet", enumeration: .userMotionContext, number: 0),
  ValueRow(identifier: "HKUserMotionContextStationary", enumeration: .userMotionContext, number: 1),
  ValueRow(identifier: "HKUserMotionContextActive", enumeration: .userMotionContext, number: 2),
  ValueRow(identifier: "HKVO2MaxTestTypeMaxExercise", enumeration: .vo2MaxTestType, number: 1),
  ValueRow(
    identifier: "HKVO2MaxTestTypePredictionSubMaxExercise", enumeration: .vo2MaxTestType,
    number: 2),
  ValueRow(
    identifier: "HKVO2MaxTestTypePredictionNonExercise", enumeration: .vo2MaxTestType, number: 3),
  ValueRow(
    identifier: "HKVO2MaxTestTypePredictionStepTest", enumeration: .vo2MaxTestType, number: 4,
    introduced: SystemVersion(26, 0)),
  ValueRow(identifier: "HKVisionEyeLeft", enumeration: .visionEye, number: 1),
  ValueRow(identifier: "HKVisionEyeRight", enumeration: .visionEye, number: 2),
  ValueRow(
    identifier: "HKVisionPrescriptionTypeGlasses", enumeration: .visionPrescriptionType, number: 1),
  ValueRow(
    identifier: "HKVisionPrescriptionTypeContacts", enumeration: .visionPrescriptionType,
    number: 2),
  ValueRow(identifier: "HKWaterSalinityFreshWater", enumeration: .waterSalinity, number: 1),
  ValueRow(identifier: "HKWaterSalinitySaltWater", enumeration: .waterSalinity, number: 2),
  ValueRow(identifier: "HKWeatherConditionNone", enumeration: .weatherCondition, number: 0),
  ValueRow(identifier: "HKWeatherConditionClear", enumeration: .weatherCondition, number: 1),
  ValueRow(identifier: "HKWeatherConditionFair", enumeration: .weatherCondition, number: 2),
  ValueRow(identifier: "HKWeatherConditionPartlyCloudy", enumeration: .weatherCondition, number: 3),
  ValueRow(identifier: "HKWeatherConditionMostlyCloudy", enumeration: .weatherCondition, number: 4),
  ValueRow(identifier: "HKWeatherConditionCloudy", enumeration: .weatherCondition, number: 5),
  ValueRow(identifier: "HKWeatherConditionFoggy", enumeration: .weatherCondition, number: 6),
  ValueRow(identifier: "HKWeatherConditionHaze", enumeration: .weatherCondition, number: 7),
  ValueRow(identifier: "HKWeatherConditionWindy", enumeration: .weatherCondition, number: 8),
  ValueRow(identifier: "HKWeatherConditionBlustery", enumeration: .weatherCondition, number: 9),
  ValueRow(identifier: "HKWeatherConditionSmoky", enumeration: .weatherCondition, number: 10),
  ValueRow(identifier: "HKWeatherConditionDust", enumeration: .weatherCondition, number: 11),
  ValueRow(identifier: "HKWeatherConditionSnow", enumeration: .weatherCondition, number: 12),
  ValueRow(identifier: "HKWeatherConditionHail", enumeration: .weatherCondition, number: 13),
  ValueRow(identifier: "HKWeatherConditionSleet", enumeration: .weatherCondition, number: 14),
  ValueRow(
    identifier: "HKWeatherConditionFreezingDrizzle", enumeration: .weatherCondition, number: 15),
  ValueRow(
    identifier: "HKWeatherConditionFreezingRain", enumeration: .weatherCondition, number: 16),
  ValueRow(
    identifier: "HKWeatherConditionMixedRainAndHail", enumeration: .weatherCondition, number: 17),
  ValueRow(
    identifier: "HKWeatherConditionMixedRainAndSnow", enumeration: .weatherCondition, number: 18),
  ValueRow(
    identifier: "HKWeatherConditionMixedRainAndSleet", enumeration: .weatherCondition, number: 19),
  ValueRow(
    identifier: "HKWeatherConditionMixedSnowAndSleet", enumeration: .weatherCondition, number: 20),
  ValueRow(identifier: "HKWeatherConditionDrizzle", enumeration: .weatherCondition, number: 21),
  ValueRow(
    identifier: "HKWeatherConditionScatteredShowers", enumeration: .weatherCondition, number: 22),
  ValueRow(identifier: "HKWeatherConditionShowers", enumeration: .weatherCondition, number: 23),
  ValueRow(
    identifier: "HKWeatherConditionThunderstorms", enumeration: .weatherCondition, number: 24),
  ValueRow(
    identifier: "HKWeatherConditionTropicalStorm", enumeration: .weatherCondition, number: 25),
  ValueRow(identifier: "HKWeatherConditionHurricane", enumeration: .weatherCondition, number: 26),
  ValueRow(identifier: "HKWeatherConditionTornado", enumeration: .weatherCondition, number: 27),
  ValueRow(
    identifier: "HKWheelchairUseNotSet", enumeration: .wheelchairUse, number: 0,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWheelchairUseNo", enumeration: .wheelchairUse, number: 1,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWheelchairUseYes", enumeration: .wheelchairUse, number: 2,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeAmericanFootball", enumeration: .workoutActivityType,
    number: 1, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeArchery", enumeration: .workoutActivityType, number: 2,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeAustralianFootball", enumeration: .workoutActivityType,
    number: 3, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeBadminton", enumeration: .workoutActivityType, number: 4,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeBaseball", enumeration: .workoutActivityType, number: 5,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeBasketball", enumeration: .workoutActivityType, number: 6,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeBowling", enumeration: .workoutActivityType, number: 7,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeBoxing", enumeration: .workoutActivityType, number: 8,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeClimbing", enumeration: .workoutActivityType, number: 9,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeCricket", enumeration: .workoutActivityType, number: 10,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeCrossTraining", enumeration: .workoutActivityType,
    number: 11, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeCurling", enumeration: .workoutActivityType, number: 12,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeCycling", enumeration: .workoutActivityType, number: 13,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeDance", enumeration: .workoutActivityType, number: 14,
    introduced: SystemVersion(8, 0), deprecated: SystemVersion(14, 0),
    replacedBy: [.workoutActivityTypeSocialDance, .workoutActivityTypeCardioDance]),
  ValueRow(
    identifier: "HKWorkoutActivityTypeDanceInspiredTraining", enumeration: .workoutActivityType,
    number: 15, introduced: SystemVersion(8, 0), deprecated: SystemVersion(10, 0),
    replacedBy: [
      .workoutActivityTypeSocialDance,
      .workoutActivityTypeCardioDance,
      .workoutActivityTypeBarre,
      .workoutActivityTypePilates,
    ]),
  ValueRow(
    identifier: "HKWorkoutActivityTypeElliptical", enumeration: .workoutActivityType, number: 16,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeEquestrianSports", enumeration: .workoutActivityType,
    number: 17, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeFencing", enumeration: .workoutActivityType, number: 18,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeFishing", enumeration: .workoutActivityType, number: 19,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeFunctionalStrengthTraining",
    enumeration: .workoutActivityType, number: 20, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeGolf", enumeration: .workoutActivityType, number: 21,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeGymnastics", enumeration: .workoutActivityType, number: 22,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeHandball", enumeration: .workoutActivityType, number: 23,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeHiking", enumeration: .workoutActivityType, number: 24,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeHockey", enumeration: .workoutActivityType, number: 25,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeHunting", enumeration: .workoutActivityType, number: 26,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeLacrosse", enumeration: .workoutActivityType, number: 27,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeMartialArts", enumeration: .workoutActivityType, number: 28,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeMindAndBody", enumeration: .workoutActivityType, number: 29,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeMixedMetabolicCardioTraining",
    enumeration: .workoutActivityType, number: 30, introduced: SystemVersion(8, 0),
    deprecated: SystemVersion(11, 0),
    replacedBy: [
      .workoutActivityTypeMixedCardio,
      .workoutActivityTypeHighIntensityIntervalTraining,
    ]),
  ValueRow(
    identifier: "HKWorkoutActivityTypePaddleSports", enumeration: .workoutActivityType, number: 31,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypePlay", enumeration: .workoutActivityType, number: 32,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypePreparationAndRecovery", enumeration: .workoutActivityType,
    number: 33, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeRacquetball", enumeration: .workoutActivityType, number: 34,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeRowing", enumeration: .workoutActivityType, number: 35,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeRugby", enumeration: .workoutActivityType, number: 36,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeRunning", enumeration: .workoutActivityType, number: 37,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSailing", enumeration: .workoutActivityType, number: 38,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSkatingSports", enumeration: .workoutActivityType,
    number: 39, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSnowSports", enumeration: .workoutActivityType, number: 40,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSoccer", enumeration: .workoutActivityType, number: 41,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSoftball", enumeration: .workoutActivityType, number: 42,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSquash", enumeration: .workoutActivityType, number: 43,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeStairClimbing", enumeration: .workoutActivityType,
    number: 44, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSurfingSports", enumeration: .workoutActivityType,
    number: 45, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSwimming", enumeration: .workoutActivityType, number: 46,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeTableTennis", enumeration: .workoutActivityType, number: 47,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeTennis", enumeration: .workoutActivityType, number: 48,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeTrackAndField", enumeration: .workoutActivityType,
    number: 49, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeTraditionalStrengthTraining",
    enumeration: .workoutActivityType, number: 50, introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeVolleyball", enumeration: .workoutActivityType, number: 51,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeWalking", enumeration: .workoutActivityType, number: 52,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeWaterFitness", enumeration: .workoutActivityType, number: 53,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeWaterPolo", enumeration: .workoutActivityType, number: 54,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeWaterSports", enumeration: .workoutActivityType, number: 55,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeWrestling", enumeration: .workoutActivityType, number: 56,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeYoga", enumeration: .workoutActivityType, number: 57,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeBarre", enumeration: .workoutActivityType, number: 58,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeCoreTraining", enumeration: .workoutActivityType, number: 59,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeCrossCountrySkiing", enumeration: .workoutActivityType,
    number: 60, introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeDownhillSkiing", enumeration: .workoutActivityType,
    number: 61, introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeFlexibility", enumeration: .workoutActivityType, number: 62,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeHighIntensityIntervalTraining",
    enumeration: .workoutActivityType, number: 63, introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeJumpRope", enumeration: .workoutActivityType, number: 64,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeKickboxing", enumeration: .workoutActivityType, number: 65,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypePilates", enumeration: .workoutActivityType, number: 66,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSnowboarding", enumeration: .workoutActivityType, number: 67,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeStairs", enumeration: .workoutActivityType, number: 68,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeStepTraining", enumeration: .workoutActivityType, number: 69,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeWheelchairWalkPace", enumeration: .workoutActivityType,
    number: 70, introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeWheelchairRunPace", enumeration: .workoutActivityType,
    number: 71, introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeTaiChi", enumeration: .workoutActivityType, number: 72,
    introduced: SystemVersion(11, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeMixedCardio", enumeration: .workoutActivityType, number: 73,
    introduced: SystemVersion(11, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeHandCycling", enumeration: .workoutActivityType, number: 74,
    introduced: SystemVersion(11, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeDiscSports", enumeration: .workoutActivityType, number: 75,
    introduced: SystemVersion(13, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeFitnessGaming", enumeration: .workoutActivityType,
    number: 76, introduced: SystemVersion(13, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeCardioDance", enumeration: .workoutActivityType, number: 77,
    introduced: SystemVersion(14, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSocialDance", enumeration: .workoutActivityType, number: 78,
    introduced: SystemVersion(14, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypePickleball", enumeration: .workoutActivityType, number: 79,
    introduced: SystemVersion(14, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeCooldown", enumeration: .workoutActivityType, number: 80,
    introduced: SystemVersion(14, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeSwimBikeRun", enumeration: .workoutActivityType, number: 82,
    introduced: SystemVersion(16, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeTransition", enumeration: .workoutActivityType, number: 83,
    introduced: SystemVersion(16, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeUnderwaterDiving", enumeration: .workoutActivityType,
    number: 84, introduced: SystemVersion(17, 0)),
  ValueRow(
    identifier: "HKWorkoutActivityTypeOther", enumeration: .workoutActivityType, number: 3000,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutEventTypePause", enumeration: .workoutEventType, number: 1,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutEventTypeResume", enumeration: .workoutEventType, number: 2,
    introduced: SystemVersion(8, 0)),
  ValueRow(
    identifier: "HKWorkoutEventTypeLap", enumeration: .workoutEventType, number: 3,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutEventTypeMarker", enumeration: .workoutEventType, number: 4,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutEventTypeMotionPaused", enumeration: .workoutEventType, number: 5,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutEventTypeMotionResumed", enumeration: .workoutEventType, number: 6,
    introduced: SystemVersion(10, 0)),
  ValueRow(
    identifier: "HKWorkoutEventTypeSegment", enumeration: .workoutEventType, number: 7,
    introduced: SystemVersion(11, 0)),
  ValueRow(
    identifier: "HKWorkoutEventTypePauseOrResumeRequest", enumeration: .workoutEventType,
    number: 8, introduced: SystemVersion(11, 0)),
  ValueRow(
    identifier: "HKWorkoutSessionLocationTypeUnknown", enumeration: .workoutSessionLocationType,
    number: 1),
  ValueRow(
    identifier: "HKWorkoutSessionLocationTypeIndoor", enumeration: .workoutSessionLocationType,
    number: 2),
  ValueRow(
    identifier: "HKWorkoutSessionLocationTypeOutdoor", enumeration: .workoutSessionLocationType,
    number: 3),
  ValueRow(
    identifier: "HKWorkoutSwimmingLocationTypeUnknown", enumeration: .workoutSwimmingLocationType,
    number: 0),
  ValueRow(
    identifier: "HKWorkoutSwimmingLocationTypePool", enumeration: .workoutSwimmingLocationType,
    number: 1),
  ValueRow(
    identifier: "HKWorkoutSwimmingLocationTypeOpenWater",
    enumeration: .workoutSwimmingLocationType, number: 2),
]
