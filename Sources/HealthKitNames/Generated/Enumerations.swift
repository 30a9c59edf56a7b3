// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

/// `HKActivityMoveMode`, as HealthKit numbers it.
public enum HKActivityMoveMode: Int, Sendable, CaseIterable {
  /// `HKActivityMoveModeActiveEnergy`.
  case activeEnergy = 1
  /// `HKActivityMoveModeAppleMoveTime`.
  case appleMoveTime = 2
}

/// `HKAppleECGAlgorithmVersion`, as HealthKit numbers it.
public enum HKAppleECGAlgorithmVersion: Int, Sendable, CaseIterable {
  /// `HKAppleECGAlgorithmVersion1`.
  case version1 = 1
  /// `HKAppleECGAlgorithmVersion2`.
  case version2 = 2
}

/// `HKAppleSleepingBreathingDisturbancesClassification`, as HealthKit numbers it.
public enum HKAppleSleepingBreathingDisturbancesClassification: Int, Sendable, CaseIterable {
  /// `HKAppleSleepingBreathingDisturbancesClassificationNotElevated`.
  case notElevated = 0
  /// `HKAppleSleepingBreathingDisturbancesClassificationElevated`.
  case elevated = 1
}

/// `HKAppleWalkingSteadinessClassification`, as HealthKit numbers it.
public enum HKAppleWalkingSteadinessClassification: Int, Sendable, CaseIterable {
  /// `HKAppleWalkingSteadinessClassificationOK`.
  case ok = 1
  /// `HKAppleWalkingSteadinessClassificationLow`.
  case low = 2
  /// `HKAppleWalkingSteadinessClassificationVeryLow`.
  case veryLow = 3
}

/// `HKAudiogramConductionType`, as HealthKit numbers it.
public enum HKAudiogramConductionType: Int, Sendable, CaseIterable {
  /// `HKAudiogramConductionTypeAir`.
  case air = 0
}

/// `HKAudiogramSensitivityTestSide`, as HealthKit numbers it.
public enum HKAudiogramSensitivityTestSide: Int, Sendable, CaseIterable {
  /// `HKAudiogramSensitivityTestSideLeft`.
  case left = 0
  /// `HKAudiogramSensitivityTestSideRight`.
  case right = 1
}

/// `HKBiologicalSex`, as HealthKit numbers it.
public enum HKBiologicalSex: Int, Sendable, CaseIterable {
  /// `HKBiologicalSexNotSet`.
  case notSet = 0
  /// `HKBiologicalSexFemale`.
  case female = 1
  /// `HKBiologicalSexMale`.
  case male = 2
  /// `HKBiologicalSexOther`.
  case other = 3
}

/// `HKBloodGlucoseMealTime`, as HealthKit numbers it.
public enum HKBloodGlucoseMealTime: Int, Sendable, CaseIterable {
  /// `HKBloodGlucoseMealTimePreprandial`.
  case preprandial = 1
  /// `HKBloodGlucoseMealTimePostprandial`.
  case postprandial = 2
}

/// `HKBloodType`, as HealthKit numbers it.
public enum HKBloodType: Int, Sendable, CaseIterable {
  /// `HKBloodTypeNotSet`.
  case notSet = 0
  /// `HKBloodTypeAPositive`.
  case aPositive = 1
  /// `HKBloodTypeANegative`.
  case aNegative = 2
  /// `HKBloodTypeBPositive`.
  case bPositive = 3
  /// `HKBloodTypeBNegative`.
  case bNegative = 4
  /// `HKBloodTypeABPositive`.
  case abPositive = 5
  /// `HKBloodTypeABNegative`.
  case abNegative = 6
  /// `HKBloodTypeOPositive`.
  case oPositive = 7
  /// `HKBloodTypeONegative`.
  case oNegative = 8
}

/// `HKBodyTemperatureSensorLocation`, as HealthKit numbers it.
public enum HKBodyTemperatureSensorLocation: Int, Sendable, CaseIterable {
  /// `HKBodyTemperatureSensorLocationOther`.
  case other = 0
  /// `HKBodyTemperatureSensorLocationArmpit`.
  case armpit = 1
  /// `HKBodyTemperatureSensorLocationBody`.
  case body = 2
  /// `HKBodyTemperatureSensorLocationEar`.
  case ear = 3
  /// `HKBodyTemperatureSensorLocationFinger`.
  case finger = 4
  /// `HKBodyTemperatureSensorLocationGastroIntestinal`.
  case gastroIntestinal = 5
  /// `HKBodyTemperatureSensorLocationMouth`.
  case mouth = 6
  /// `HKBodyTemperatureSensorLocationRectum`.
  case rectum = 7
  /// `HKBodyTemperatureSensorLocationToe`.
  case toe = 8
  /// `HKBodyTemperatureSensorLocationEarDrum`.
  case earDrum = 9
  /// `HKBodyTemperatureSensorLocationTemporalArtery`.
  case temporalArtery = 10
  /// `HKBodyTemperatureSensorLocationForehead`.
  case forehead = 11
}

/// `HKCategoryValue`, as HealthKit numbers it.
public enum HKCategoryValue: Int, Sendable, CaseIterable {
  /// `HKCategoryValueNotApplicable`.
  case notApplicable = 0
}

/// `HKCategoryValueAppetiteChanges`, as HealthKit numbers it.
public enum HKCategoryValueAppetiteChanges: Int, Sendable, CaseIterable {
  /// `HKCategoryValueAppetiteChangesUnspecified`.
  case unspecified = 0
  /// `HKCategoryValueAppetiteChangesNoChange`.
  case noChange = 1
  /// `HKCategoryValueAppetiteChangesDecreased`.
  case decreased = 2
  /// `HKCategoryValueAppetiteChangesIncreased`.
  case increased = 3
}

/// `HKCategoryValueAppleStandHour`, as HealthKit numbers it.
public enum HKCategoryValueAppleStandHour: Int, Sendable, CaseIterable {
  /// `HKCategoryValueAppleStandHourStood`.
  case stood = 0
  /// `HKCategoryValueAppleStandHourIdle`.
  case idle = 1
}

/// `HKCategoryValueAppleWalkingSteadinessEvent`, as HealthKit numbers it.
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, Sendable, CaseIterable {
  /// `HKCategoryValueAppleWalkingSteadinessEventInitialLow`.
  case initialLow = 1
  /// `HKCategoryValueAppleWalkingSteadinessEventInitialVeryLow`.
  case initialVeryLow = 2
  /// `HKCategoryValueAppleWalkingSteadinessEventRepeatLow`.
  case repeatLow = 3
  /// `HKCategoryValueAppleWalkingSteadinessEventRepeatVeryLow`.
  case repeatVeryLow = 4
}

/// `HKCategoryValueAudioExposureEvent`, as HealthKit numbers it.
public enum HKCategoryValueAudioExposureEvent: Int, Sendable, CaseIterable {
  /// `HKCategoryValueAudioExposureEventLoudEnvironment`.
  case loudEnvironment = 1
}

/// `HKCategoryValueCervicalMucusQuality`, as HealthKit numbers it.
public enum HKCategoryValueCervicalMucusQuality: Int, Sendable, CaseIterable {
  /// `HKCategoryValueCervicalMucusQualityDry`.
  case dry = 1
  /// `HKCategoryValueCervicalMucusQualitySticky`.
  case sticky = 2
  /// `HKCategoryValueCervicalMucusQualityCreamy`.
  case creamy = 3
  /// `HKCategoryValueCervicalMucusQualityWatery`.
  case watery = 4
  /// `HKCategoryValueCervicalMucusQualityEggWhite`.
  case eggWhite = 5
}

/// `HKCategoryValueContraceptive`, as HealthKit numbers it.
public enum HKCategoryValueContraceptive: Int, Sendable, CaseIterable {
  /// `HKCategoryValueContraceptiveUnspecified`.
  case unspecified = 1
  /// `HKCategoryValueContraceptiveImplant`.
  case implant = 2
  /// `HKCategoryValueContraceptiveInjection`.
  case injection = 3
  /// `HKCategoryValueContraceptiveIntrauterineDevice`.
  case intrauterineDevice = 4
  /// `HKCategoryValueContraceptiveIntravaginalRing`.
  case intravaginalRing = 5
  /// `HKCategoryValueContraceptiveOral`.
  case oral = 6
  /// `HKCategoryValueContraceptivePatch`.
  case patch = 7
}

/// `HKCategoryValueEnvironmentalAudioExposureEvent`, as HealthKit numbers it.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, Sendable, CaseIterable {
  /// `HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit`.
  case momentaryLimit = 1
}

/// `HKCategoryValueHeadphoneAudioExposureEvent`, as HealthKit numbers it.
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, Sendable, CaseIterable {
  /// `HKCategoryValueHeadphoneAudioExposureEventSevenDayLimit`.
  case sevenDayLimit = 1
}

/// `HKCategoryValueLowCardioFitnessEvent`, as HealthKit numbers it.
public enum HKCategoryValueLowCardioFitnessEvent: Int, Sendable, CaseIterable {
  /// `HKCategoryValueLowCardioFitnessEventLowFitness`.
  case lowFitness = 1
}

/// `HKCategoryValueMenopausalState`, as HealthKit numbers it.
public enum HKCategoryValueMenopausalState: Int, Sendable, CaseIterable {
  /// `HKCategoryValueMenopausalStateMenopause`.
  case menopause = 1
  /// `HKCategoryValueMenopausalStatePerimenopause`.
  case perimenopause = 2
  /// `HKCategoryValueMenopausalStateNone`.
  case none = 3
}

/// `HKCategoryValueMenstrualFlow`, as HealthKit numbers it.
public enum HKCategoryValueMenstrualFlow: Int, Sendable, CaseIterable {
  /// `HKCategoryValueMenstrualFlowUnspecified`.
  case unspecified = 1
  /// `HKCategoryValueMenstrualFlowLight`.
  case light = 2
  /// `HKCategoryValueMenstrualFlowMedium`.
  case medium = 3
  /// `HKCategoryValueMenstrualFlowHeavy`.
  case heavy = 4
  /// `HKCategoryValueMenstrualFlowNone`.
  case none = 5
}

/// `HKCategoryValueOvulationTestResult`, as HealthKit numbers it.
public enum HKCategoryValueOvulationTestResult: Int, Sendable, CaseIterable {
  /// `HKCategoryValueOvulationTestResultNegative`.
  case negative = 1
  /// `HKCategoryValueOvulationTestResultLuteinizingHormoneSurge`.
  case luteinizingHormoneSurge = 2
  /// `HKCategoryValueOvulationTestResultIndeterminate`.
  case indeterminate = 3
  /// `HKCategoryValueOvulationTestResultEstrogenSurge`.
  case estrogenSurge = 4
  /// `HKCategoryValueOvulationTestResultPositive`, an older name.
  public static let positive = Self.luteinizingHormoneSurge
}

/// `HKCategoryValuePregnancyTestResult`, as HealthKit numbers it.
public enum HKCategoryValuePregnancyTestResult: Int, Sendable, CaseIterable {
  /// `HKCategoryValuePregnancyTestResultNegative`.
  case negative = 1
  /// `HKCategoryValuePregnancyTestResultPositive`.
  case positive = 2
  /// `HKCategoryValuePregnancyTestResultIndeterminate`.
  case indeterminate = 3
}

/// `HKCategoryValuePresence`, as HealthKit numbers it.
public enum HKCategoryValuePresence: Int, Sendable, CaseIterable {
  /// `HKCategoryValuePresencePresent`.
  case present = 0
  /// `HKCategoryValuePresenceNotPresent`.
  case notPresent = 1
}

/// `HKCategoryValueProgesteroneTestResult`, as HealthKit numbers it.
public enum HKCategoryValueProgesteroneTestResult: Int, Sendable, CaseIterable {
  /// `HKCategoryValueProgesteroneTestResultNegative`.
  case negative = 1
  /// `HKCategoryValueProgesteroneTestResultPositive`.
  case positive = 2
  /// `HKCategoryValueProgesteroneTestResultIndeterminate`.
  case indeterminate = 3
}

/// `HKCategoryValueSeverity`, as HealthKit numbers it.
public enum HKCategoryValueSeverity: Int, Sendable, CaseIterable {
  /// `HKCategoryValueSeverityUnspecified`.
  case unspecified = 0
  /// `HKCategoryValueSeverityNotPresent`.
  case notPresent = 1
  /// `HKCategoryValueSeverityMild`.
  case mild = 2
  /// `HKCategoryValueSeverityModerate`.
  case moderate = 3
  /// `HKCategoryValueSeveritySevere`.
  case severe = 4
}

/// `HKCategoryValueSleepAnalysis`, as HealthKit numbers it.
public enum HKCategoryValueSleepAnalysis: Int, Sendable, CaseIterable {
  /// `HKCategoryValueSleepAnalysisInBed`.
  case inBed = 0
  /// `HKCategoryValueSleepAnalysisAsleepUnspecified`.
  case asleepUnspecified = 1
  /// `HKCategoryValueSleepAnalysisAwake`.
  case awake = 2
  /// `HKCategoryValueSleepAnalysisAsleepCore`.
  case asleepCore = 3
  /// `HKCategoryValueSleepAnalysisAsleepDeep`.
  case asleepDeep = 4
  /// `HKCategoryValueSleepAnalysisAsleepREM`.
  case asleepREM = 5
  /// `HKCategoryValueSleepAnalysisAsleep`, an older name.
  public static let asleep = Self.asleepUnspecified
}

/// `HKCategoryValueVaginalBleeding`, as HealthKit numbers it.
public enum HKCategoryValueVaginalBleeding: Int, Sendable, CaseIterable {
  /// `HKCategoryValueVaginalBleedingUnspecified`.
  case unspecified = 1
  /// `HKCategoryValueVaginalBleedingLight`.
  case light = 2
  /// `HKCategoryValueVaginalBleedingMedium`.
  case medium = 3
  /// `HKCategoryValueVaginalBleedingHeavy`.
  case heavy = 4
  /// `HKCategoryValueVaginalBleedingNone`.
  case none = 5
}

/// `HKCyclingFunctionalThresholdPowerTestType`, as HealthKit numbers it.
public enum HKCyclingFunctionalThresholdPowerTestType: Int, Sendable, CaseIterable {
  /// `HKCyclingFunctionalThresholdPowerTestTypeMaxExercise60Minute`.
  case maxExercise60Minute = 1
  /// `HKCyclingFunctionalThresholdPowerTestTypeMaxExercise20Minute`.
  case maxExercise20Minute = 2
  /// `HKCyclingFunctionalThresholdPowerTestTypeRampTest`.
  case rampTest = 3
  /// `HKCyclingFunctionalThresholdPowerTestTypePredictionExercise`.
  case predictionExercise = 4
}

/// `HKDevicePlacementSide`, as HealthKit numbers it.
public enum HKDevicePlacementSide: Int, Sendable, CaseIterable {
  /// `HKDevicePlacementSideUnknown`.
  case unknown = 0
  /// `HKDevicePlacementSideLeft`.
  case left = 1
  /// `HKDevicePlacementSideRight`.
  case right = 2
  /// `HKDevicePlacementSideCentral`.
  case central = 3
}

/// `HKElectrocardiogramClassification`, as HealthKit numbers it.
public enum HKElectrocardiogramClassification: Int, Sendable, CaseIterable {
  /// `HKElectrocardiogramClassificationNotSet`.
  case notSet = 0
  /// `HKElectrocardiogramClassificationSinusRhythm`.
  case sinusRhythm = 1
  /// `HKElectrocardiogramClassificationAtrialFibrillation`.
  case atrialFibrillation = 2
  /// `HKElectrocardiogramClassificationInconclusiveLowHeartRate`.
  case inconclusiveLowHeartRate = 3
  /// `HKElectrocardiogramClassificationInconclusiveHighHeartRate`.
  case inconclusiveHighHeartRate = 4
  /// `HKElectrocardiogramClassificationInconclusivePoorReading`.
  case inconclusivePoorReading = 5
  /// `HKElectrocardiogramClassificationInconclusiveOther`.
  case inconclusiveOther = 6
  /// `HKElectrocardiogramClassificationUnrecognized`.
  case unrecognized = 100
}

/// `HKElectrocardiogramLead`, as HealthKit numbers it.
public enum HKElectrocardiogramLead: Int, Sendable, CaseIterable {
  /// `HKElectrocardiogramLeadAppleWatchSimilarToLeadI`.
  case appleWatchSimilarToLeadI = 1
}

/// `HKElectrocardiogramSymptomsStatus`, as HealthKit numbers it.
public enum HKElectrocardiogramSymptomsStatus: Int, Sendable, CaseIterable {
  /// `HKElectrocardiogramSymptomsStatusNotSet`.
  case notSet = 0
  /// `HKElectrocardiogramSymptomsStatusNone`.
  case none = 1
  /// `HKElectrocardiogramSymptomsStatusPresent`.
  case present = 2
}

/// `HKFitzpatrickSkinType`, as HealthKit numbers it.
public enum HKFitzpatrickSkinType: Int, Sendable, CaseIterable {
  /// `HKFitzpatrickSkinTypeNotSet`.
  case notSet = 0
  /// `HKFitzpatrickSkinTypeI`.
  case I = 1
  /// `HKFitzpatrickSkinTypeII`.
  case II = 2
  /// `HKFitzpatrickSkinTypeIII`.
  case III = 3
  /// `HKFitzpatrickSkinTypeIV`.
  case IV = 4
  /// `HKFitzpatrickSkinTypeV`.
  case V = 5
  /// `HKFitzpatrickSkinTypeVI`.
  case VI = 6
}

/// `HKGAD7AssessmentAnswer`, as HealthKit numbers it.
public enum HKGAD7AssessmentAnswer: Int, Sendable, CaseIterable {
  /// `HKGAD7AssessmentAnswerNotAtAll`.
  case notAtAll = 0
  /// `HKGAD7AssessmentAnswerSeveralDays`.
  case severalDays = 1
  /// `HKGAD7AssessmentAnswerMoreThanHalfTheDays`.
  case moreThanHalfTheDays = 2
  /// `HKGAD7AssessmentAnswerNearlyEveryDay`.
  case nearlyEveryDay = 3
}

/// `HKGAD7AssessmentRisk`, as HealthKit numbers it.
public enum HKGAD7AssessmentRisk: Int, Sendable, CaseIterable {
  /// `HKGAD7AssessmentRiskNoneToMinimal`.
  case noneToMinimal = 1
  /// `HKGAD7AssessmentRiskMild`.
  case mild = 2
  /// `HKGAD7AssessmentRiskModerate`.
  case moderate = 3
  /// `HKGAD7AssessmentRiskSevere`.
  case severe = 4
}

/// `HKHeartRateMotionContext`, as HealthKit numbers it.
public enum HKHeartRateMotionContext: Int, Sendable, CaseIterable {
  /// `HKHeartRateMotionContextNotSet`.
  case notSet = 0
  /// `HKHeartRateMotionContextSedentary`.
  case sedentary = 1
  /// `HKHeartRateMotionContextActive`.
  case active = 2
}

/// `HKHeartRateRecoveryTestType`, as HealthKit numbers it.
public enum HKHeartRateRecoveryTestType: Int, Sendable, CaseIterable {
  /// `HKHeartRateRecoveryTestTypeMaxExercise`.
  case maxExercise = 1
  /// `HKHeartRateRecoveryTestTypePredictionSubMaxExercise`.
  case predictionSubMaxExercise = 2
  /// `HKHeartRateRecoveryTestTypePredictionNonExercise`.
  case predictionNonExercise = 3
}

/// `HKHeartRateSensorLocation`, as HealthKit numbers it.
public enum HKHeartRateSensorLocation: Int, Sendable, CaseIterable {
  /// `HKHeartRateSensorLocationOther`.
  case other = 0
  /// `HKHeartRateSensorLocationChest`.
  case chest = 1
  /// `HKHeartRateSensorLocationWrist`.
  case wrist = 2
  /// `HKHeartRateSensorLocationFinger`.
  case finger = 3
  /// `HKHeartRateSensorLocationHand`.
  case hand = 4
  /// `HKHeartRateSensorLocationEarLobe`.
  case earLobe = 5
  /// `HKHeartRateSensorLocationFoot`.
  case foot = 6
}

/// `HKInsulinDeliveryReason`, as HealthKit numbers it.
public enum HKInsulinDeliveryReason: Int, Sendable, CaseIterable {
  /// `HKInsulinDeliveryReasonBasal`.
  case basal = 1
  /// `HKInsulinDeliveryReasonBolus`.
  case bolus = 2
}

/// `HKMedicationDoseEventLogStatus`, as HealthKit numbers it.
public enum HKMedicationDoseEventLogStatus: Int, Sendable, CaseIterable {
  /// `HKMedicationDoseEventLogStatusNotInteracted`.
  case notInteracted = 1
  /// `HKMedicationDoseEventLogStatusNotificationNotSent`.
  case notificationNotSent = 2
  /// `HKMedicationDoseEventLogStatusSnoozed`.
  case snoozed = 3
  /// `HKMedicationDoseEventLogStatusTaken`.
  case taken = 4
  /// `HKMedicationDoseEventLogStatusSkipped`.
  case skipped = 5
  /// `HKMedicationDoseEventLogStatusNotLogged`.
  case notLogged = 6
}

/// `HKMedicationDoseEventScheduleType`, as HealthKit numbers it.
public enum HKMedicationDoseEventScheduleType: Int, Sendable, CaseIterable {
  /// `HKMedicationDoseEventScheduleTypeAsNeeded`.
  case asNeeded = 1
  /// `HKMedicationDoseEventScheduleTypeSchedule`.
  case schedule = 2
}

/// `HKPHQ9AssessmentAnswer`, as HealthKit numbers it.
public enum HKPHQ9AssessmentAnswer: Int, Sendable, CaseIterable {
  /// `HKPHQ9AssessmentAnswerNotAtAll`.
  case notAtAll = 0
  /// `HKPHQ9AssessmentAnswerSeveralDays`.
  case severalDays = 1
  /// `HKPHQ9AssessmentAnswerMoreThanHalfTheDays`.
  case moreThanHalfTheDays = 2
  /// `HKPHQ9AssessmentAnswerNearlyEveryDay`.
  case nearlyEveryDay = 3
  /// `HKPHQ9AssessmentAnswerPreferNotToAnswer`.
  case preferNotToAnswer = 4
}

/// `HKPHQ9AssessmentRisk`, as HealthKit numbers it.
public enum HKPHQ9AssessmentRisk: Int, Sendable, CaseIterable {
  /// `HKPHQ9AssessmentRiskNoneToMinimal`.
  case noneToMinimal = 1
  /// `HKPHQ9AssessmentRiskMild`.
  case mild = 2
  /// `HKPHQ9AssessmentRiskModerate`.
  case moderate = 3
  /// `HKPHQ9AssessmentRiskModeratelySevere`.
  case moderatelySevere = 4
  /// `HKPHQ9AssessmentRiskSevere`.
  case severe = 5
}

/// `HKPhysicalEffortEstimationType`, as HealthKit numbers it.
public enum HKPhysicalEffortEstimationType: Int, Sendable, CaseIterable {
  /// `HKPhysicalEffortEstimationTypeActivityLookup`.
  case activityLookup = 1
  /// `HKPhysicalEffortEstimationTypeDeviceSensed`.
  case deviceSensed = 2
}

/// `HKPrismBase`, as HealthKit numbers it.
public enum HKPrismBase: Int, Sendable, CaseIterable {
  /// `HKPrismBaseNone`.
  case none = 0
  /// `HKPrismBaseUp`.
  case up = 1
  /// `HKPrismBaseDown`.
  case down = 2
  /// `HKPrismBaseIn`.
  case `in` = 3
  /// `HKPrismBaseOut`.
  case out = 4
}

/// `HKStateOfMindAssociation`, as HealthKit numbers it.
public enum HKStateOfMindAssociation: Int, Sendable, CaseIterable {
  /// `HKStateOfMindAssociationCommunity`.
  case community = 1
  /// `HKStateOfMindAssociationCurrentEvents`.
  case currentEvents = 2
  /// `HKStateOfMindAssociationDating`.
  case dating = 3
  /// `HKStateOfMindAssociationEducation`.
  case education = 4
  /// `HKStateOfMindAssociationFamily`.
  case family = 5
  /// `HKStateOfMindAssociationFitness`.
  case fitness = 6
  /// `HKStateOfMindAssociationFriends`.
  case friends = 7
  /// `HKStateOfMindAssociationHealth`.
  case health = 8
  /// `HKStateOfMindAssociationHobbies`.
  case hobbies = 9
  /// `HKStateOfMindAssociationIdentity`.
  case identity = 10
  /// `HKStateOfMindAssociationMoney`.
  case money = 11
  /// `HKStateOfMindAssociationPartner`.
  case partner = 12
  /// `HKStateOfMindAssociationSelfCare`.
  case selfCare = 13
  /// `HKStateOfMindAssociationSpirituality`.
  case spirituality = 14
  /// `HKStateOfMindAssociationTasks`.
  case tasks = 15
  /// `HKStateOfMindAssociationTravel`.
  case travel = 16
  /// `HKStateOfMindAssociationWork`.
  case work = 17
  /// `HKStateOfMindAssociationWeather`.
  case weather = 18
}

/// `HKStateOfMindKind`, as HealthKit numbers it.
public enum HKStateOfMindKind: Int, Sendable, CaseIterable {
  /// `HKStateOfMindKindMomentaryEmotion`.
  case momentaryEmotion = 1
  /// `HKStateOfMindKindDailyMood`.
  case dailyMood = 2
}

/// `HKStateOfMindLabel`, as HealthKit numbers it.
public enum HKStateOfMindLabel: Int, Sendable, CaseIterable {
  /// `HKStateOfMindLabelAmazed`.
  case amazed = 1
  /// `HKStateOfMindLabelAmused`.
  case amused = 2
  /// `HKStateOfMindLabelAngry`.
  case angry = 3
  /// `HKStateOfMindLabelAnxious`.
  case anxious = 4
  /// `HKStateOfMindLabelAshamed`.
  case ashamed = 5
  /// `HKStateOfMindLabelBrave`.
  case brave = 6
  /// `HKStateOfMindLabelCalm`.
  case calm = 7
  /// `HKStateOfMindLabelContent`.
  case content = 8
  /// `HKStateOfMindLabelDisappointed`.
  case disappointed = 9
  /// `HKStateOfMindLabelDiscouraged`.
  case discouraged = 10
  /// `HKStateOfMindLabelDisgusted`.
  case disgusted = 11
  /// `HKStateOfMindLabelEmbarrassed`.
  case embarrassed = 12
  /// `HKStateOfMindLabelExcited`.
  case excited = 13
  /// `HKStateOfMindLabelFrustrated`.
  case frustrated = 14
  /// `HKStateOfMindLabelGrateful`.
  case grateful = 15
  /// `HKStateOfMindLabelGuilty`.
  case guilty = 16
  /// `HKStateOfMindLabelHappy`.
  case happy = 17
  /// `HKStateOfMindLabelHopeless`.
  case hopeless = 18
  /// `HKStateOfMindLabelIrritated`.
  case irritated = 19
  /// `HKStateOfMindLabelJealous`.
  case jealous = 20
  /// `HKStateOfMindLabelJoyful`.
  case joyful = 21
  /// `HKStateOfMindLabelLonely`.
  case lonely = 22
  /// `HKStateOfMindLabelPassionate`.
  case passionate = 23
  /// `HKStateOfMindLabelPeaceful`.
  case peaceful = 24
  /// `HKStateOfMindLabelProud`.
  case proud = 25
  /// `HKStateOfMindLabelRelieved`.
  case relieved = 26
  /// `HKStateOfMindLabelSad`.
  case sad = 27
  /// `HKStateOfMindLabelScared`.
  case scared = 28
  /// `HKStateOfMindLabelStressed`.
  case stressed = 29
  /// `HKStateOfMindLabelSurprised`.
  case surprised = 30
  /// `HKStateOfMindLabelWorried`.
  case worried = 31
  /// `HKStateOfMindLabelAnnoyed`.
  case annoyed = 32
  /// `HKStateOfMindLabelConfident`.
  case confident = 33
  /// `HKStateOfMindLabelDrained`.
  case drained = 34
  /// `HKStateOfMindLabelHopeful`.
  case hopeful = 35
  /// `HKStateOfMindLabelIndifferent`.
  case indifferent = 36
  /// `HKStateOfMindLabelOverwhelmed`.
  case overwhelmed = 37
  /// `HKStateOfMindLabelSatisfied`.
  case satisfied = 38
}

/// `HKStateOfMindValenceClassification`, as HealthKit numbers it.
public enum HKStateOfMindValenceClassification: Int, Sendable, CaseIterable {
  /// `HKStateOfMindValenceClassificationVeryUnpleasant`.
  case veryUnpleasant = 1
  /// `HKStateOfMindValenceClassificationUnpleasant`.
  case unpleasant = 2
  /// `HKStateOfMindValenceClassificationSlightlyUnpleasant`.
  case slightlyUnpleasant = 3
  /// `HKStateOfMindValenceClassificationNeutral`.
  case neutral = 4
  /// `HKStateOfMindValenceClassificationSlightlyPleasant`.
  case slightlyPleasant = 5
  /// `HKStateOfMindValenceClassificationPleasant`.
  case pleasant = 6
  /// `HKStateOfMindValenceClassificationVeryPleasant`.
  case veryPleasant = 7
}

/// `HKSwimmingStrokeStyle`, as HealthKit numbers it.
public enum HKSwimmingStrokeStyle: Int, Sendable, CaseIterable {
  /// `HKSwimmingStrokeStyleUnknown`.
  case unknown = 0
  /// `HKSwimmingStrokeStyleMixed`.
  case mixed = 1
  /// `HKSwimmingStrokeStyleFreestyle`.
  case freestyle = 2
  /// `HKSwimmingStrokeStyleBackstroke`.
  case backstroke = 3
  /// `HKSwimmingStrokeStyleBreaststroke`.
  case breaststroke = 4
  /// `HKSwimmingStrokeStyleButterfly`.
  case butterfly = 5
  /// `HKSwimmingStrokeStyleKickboard`.
  case kickboard = 6
}

/// `HKUserMotionContext`, as HealthKit numbers it.
public enum HKUserMotionContext: Int, Sendable, CaseIterable {
  /// `HKUserMotionContextNotSet`.
  case notSet = 0
  /// `HKUserMotionContextStationary`.
  case stationary = 1
  /// `HKUserMotionContextActive`.
  case active = 2
}

/// `HKVO2MaxTestType`, as HealthKit numbers it.
public enum HKVO2MaxTestType: Int, Sendable, CaseIterable {
  /// `HKVO2MaxTestTypeMaxExercise`.
  case maxExercise = 1
  /// `HKVO2MaxTestTypePredictionSubMaxExercise`.
  case predictionSubMaxExercise = 2
  /// `HKVO2MaxTestTypePredictionNonExercise`.
  case predictionNonExercise = 3
  /// `HKVO2MaxTestTypePredictionStepTest`.
  case predictionStepTest = 4
}

/// `HKVisionEye`, as HealthKit numbers it.
public enum HKVisionEye: Int, Sendable, CaseIterable {
  /// `HKVisionEyeLeft`.
  case left = 1
  /// `HKVisionEyeRight`.
  case right = 2
}

/// `HKVisionPrescriptionType`, as HealthKit numbers it.
public enum HKVisionPrescriptionType: Int, Sendable, CaseIterable {
  /// `HKVisionPrescriptionTypeGlasses`.
  case glasses = 1
  /// `HKVisionPrescriptionTypeContacts`.
  case contacts = 2
}

/// `HKWaterSalinity`, as HealthKit numbers it.
public enum HKWaterSalinity: Int, Sendable, CaseIterable {
  /// `HKWaterSalinityFreshWater`.
  case freshWater = 1
  /// `HKWaterSalinitySaltWater`.
  case saltWater = 2
}

/// `HKWeatherCondition`, as HealthKit numbers it.
public enum HKWeatherCondition: Int, Sendable, CaseIterable {
  /// `HKWeatherConditionNone`.
  case none = 0
  /// `HKWeatherConditionClear`.
  case clear = 1
  /// `HKWeatherConditionFair`.
  case fair = 2
  /// `HKWeatherConditionPartlyCloudy`.
  case partlyCloudy = 3
  /// `HKWeatherConditionMostlyCloudy`.
  case mostlyCloudy = 4
  /// `HKWeatherConditionCloudy`.
  case cloudy = 5
  /// `HKWeatherConditionFoggy`.
  case foggy = 6
  /// `HKWeatherConditionHaze`.
  case haze = 7
  /// `HKWeatherConditionWindy`.
  case windy = 8
  /// `HKWeatherConditionBlustery`.
  case blustery = 9
  /// `HKWeatherConditionSmoky`.
  case smoky = 10
  /// `HKWeatherConditionDust`.
  case dust = 11
  /// `HKWeatherConditionSnow`.
  case snow = 12
  /// `HKWeatherConditionHail`.
  case hail = 13
  /// `HKWeatherConditionSleet`.
  case sleet = 14
  /// `HKWeatherConditionFreezingDrizzle`.
  case freezingDrizzle = 15
  /// `HKWeatherConditionFreezingRain`.
  case freezingRain = 16
  /// `HKWeatherConditionMixedRainAndHail`.
  case mixedRainAndHail = 17
  /// `HKWeatherConditionMixedRainAndSnow`.
  case mixedRainAndSnow = 18
  /// `HKWeatherConditionMixedRainAndSleet`.
  case mixedRainAndSleet = 19
  /// `HKWeatherConditionMixedSnowAndSleet`.
  case mixedSnowAndSleet = 20
  /// `HKWeatherConditionDrizzle`.
  case drizzle = 21
  /// `HKWeatherConditionScatteredShowers`.
  case scatteredShowers = 22
  /// `HKWeatherConditionShowers`.
  case showers = 23
  /// `HKWeatherConditionThunderstorms`.
  case thunderstorms = 24
  /// `HKWeatherConditionTropicalStorm`.
  case tropicalStorm = 25
  /// `HKWeatherConditionHurricane`.
  case hurricane = 26
  /// `HKWeatherConditionTornado`.
  case tornado = 27
}

/// `HKWheelchairUse`, as HealthKit numbers it.
public enum HKWheelchairUse: Int, Sendable, CaseIterable {
  /// `HKWheelchairUseNotSet`.
  case notSet = 0
  /// `HKWheelchairUseNo`.
  case no = 1
  /// `HKWheelchairUseYes`.
  case yes = 2
}

/// `HKWorkoutActivityType`, as HealthKit numbers it.
public enum HKWorkoutActivityType: UInt, Sendable, CaseIterable {
  /// `HKWorkoutActivityTypeAmericanFootball`.
  case americanFootball = 1
  /// `HKWorkoutActivityTypeArchery`.
  case archery = 2
  /// `HKWorkoutActivityTypeAustralianFootball`.
  case australianFootball = 3
  /// `HKWorkoutActivityTypeBadminton`.
  case badminton = 4
  /// `HKWorkoutActivityTypeBaseball`.
  case baseball = 5
  /// `HKWorkoutActivityTypeBasketball`.
  case basketball = 6
  /// `HKWorkoutActivityTypeBowling`.
  case bowling = 7
  /// `HKWorkoutActivityTypeBoxing`.
  case boxing = 8
  /// `HKWorkoutActivityTypeClimbing`.
  case climbing = 9
  /// `HKWorkoutActivityTypeCricket`.
  case cricket = 10
  /// `HKWorkoutActivityTypeCrossTraining`.
  case crossTraining = 11
  /// `HKWorkoutActivityTypeCurling`.
  case curling = 12
  /// `HKWorkoutActivityTypeCycling`.
  case cycling = 13
  /// `HKWorkoutActivityTypeDance`.
  case dance = 14
  /// `HKWorkoutActivityTypeDanceInspiredTraining`.
  case danceInspiredTraining = 15
  /// `HKWorkoutActivityTypeElliptical`.
  case elliptical = 16
  /// `HKWorkoutActivityTypeEquestrianSports`.
  case equestrianSports = 17
  /// `HKWorkoutActivityTypeFencing`.
  case fencing = 18
  /// `HKWorkoutActivityTypeFishing`.
  case fishing = 19
  /// `HKWorkoutActivityTypeFunctionalStrengthTraining`.
  case functionalStrengthTraining = 20
  /// `HKWorkoutActivityTypeGolf`.
  case golf = 21
  /// `HKWorkoutActivityTypeGymnastics`.
  case gymnastics = 22
  /// `HKWorkoutActivityTypeHandball`.
  case handball = 23
  /// `HKWorkoutActivityTypeHiking`.
  case hiking = 24
  /// `HKWorkoutActivityTypeHockey`.
  case hockey = 25
  /// `HKWorkoutActivityTypeHunting`.
  case hunting = 26
  /// `HKWorkoutActivityTypeLacrosse`.
  case lacrosse = 27
  /// `HKWorkoutActivityTypeMartialArts`.
  case martialArts = 28
  /// `HKWorkoutActivityTypeMindAndBody`.
  case mindAndBody = 29
  /// `HKWorkoutActivityTypeMixedMetabolicCardioTraining`.
  case mixedMetabolicCardioTraining = 30
  /// `HKWorkoutActivityTypePaddleSports`.
  case paddleSports = 31
  /// `HKWorkoutActivityTypePlay`.
  case play = 32
  /// `HKWorkoutActivityTypePreparationAndRecovery`.
  case preparationAndRecovery = 33
  /// `HKWorkoutActivityTypeRacquetball`.
  case racquetball = 34
  /// `HKWorkoutActivityTypeRowing`.
  case rowing = 35
  /// `HKWorkoutActivityTypeRugby`.
  case rugby = 36
  /// `HKWorkoutActivityTypeRunning`.
  case running = 37
  /// `HKWorkoutActivityTypeSailing`.
  case sailing = 38
  /// `HKWorkoutActivityTypeSkatingSports`.
  case skatingSports = 39
  /// `HKWorkoutActivityTypeSnowSports`.
  case snowSports = 40
  /// `HKWorkoutActivityTypeSoccer`.
  case soccer = 41
  /// `HKWorkoutActivityTypeSoftball`.
  case softball = 42
  /// `HKWorkoutActivityTypeSquash`.
  case squash = 43
  /// `HKWorkoutActivityTypeStairClimbing`.
  case stairClimbing = 44
  /// `HKWorkoutActivityTypeSurfingSports`.
  case surfingSports = 45
  /// `HKWorkoutActivityTypeSwimming`.
  case swimming = 46
  /// `HKWorkoutActivityTypeTableTennis`.
  case tableTennis = 47
  /// `HKWorkoutActivityTypeTennis`.
  case tennis = 48
  /// `HKWorkoutActivityTypeTrackAndField`.
  case trackAndField = 49
  /// `HKWorkoutActivityTypeTraditionalStrengthTraining`.
  case traditionalStrengthTraining = 50
  /// `HKWorkoutActivityTypeVolleyball`.
  case volleyball = 51
  /// `HKWorkoutActivityTypeWalking`.
  case walking = 52
  /// `HKWorkoutActivityTypeWaterFitness`.
  case waterFitness = 53
  /// `HKWorkoutActivityTypeWaterPolo`.
  case waterPolo = 54
  /// `HKWorkoutActivityTypeWaterSports`.
  case waterSports = 55
  /// `HKWorkoutActivityTypeWrestling`.
  case wrestling = 56
  /// `HKWorkoutActivityTypeYoga`.
  case yoga = 57
  /// `HKWorkoutActivityTypeBarre`.
  case barre = 58
  /// `HKWorkoutActivityTypeCoreTraining`.
  case coreTraining = 59
  /// `HKWorkoutActivityTypeCrossCountrySkiing`.
  case crossCountrySkiing = 60
  /// `HKWorkoutActivityTypeDownhillSkiing`.
  case downhillSkiing = 61
  /// `HKWorkoutActivityTypeFlexibility`.
  case flexibility = 62
  /// `HKWorkoutActivityTypeHighIntensityIntervalTraining`.
  case highIntensityIntervalTraining = 63
  /// `HKWorkoutActivityTypeJumpRope`.
  case jumpRope = 64
  /// `HKWorkoutActivityTypeKickboxing`.
  case kickboxing = 65
  /// `HKWorkoutActivityTypePilates`.
  case pilates = 66
  /// `HKWorkoutActivityTypeSnowboarding`.
  case snowboarding = 67
  /// `HKWorkoutActivityTypeStairs`.
  case stairs = 68
  /// `HKWorkoutActivityTypeStepTraining`.
  case stepTraining = 69
  /// `HKWorkoutActivityTypeWheelchairWalkPace`.
  case wheelchairWalkPace = 70
  /// `HKWorkoutActivityTypeWheelchairRunPace`.
  case wheelchairRunPace = 71
  /// `HKWorkoutActivityTypeTaiChi`.
  case taiChi = 72
  /// `HKWorkoutActivityTypeMixedCardio`.
  case mixedCardio = 73
  /// `HKWorkoutActivityTypeHandCycling`.
  case handCycling = 74
  /// `HKWorkoutActivityTypeDiscSports`.
  case discSports = 75
  /// `HKWorkoutActivityTypeFitnessGaming`.
  case fitnessGaming = 76
  /// `HKWorkoutActivityTypeCardioDance`.
  case cardioDance = 77
  /// `HKWorkoutActivityTypeSocialDance`.
  case socialDance = 78
  /// `HKWorkoutActivityTypePickleball`.
  case pickleball = 79
  /// `HKWorkoutActivityTypeCooldown`.
  case cooldown = 80
  /// `HKWorkoutActivityTypeSwimBikeRun`.
  case swimBikeRun = 82
  /// `HKWorkoutActivityTypeTransition`.
  case transition = 83
  /// `HKWorkoutActivityTypeUnderwaterDiving`.
  case underwaterDiving = 84
  /// `HKWorkoutActivityTypeOther`.
  case other = 3000
}

/// `HKWorkoutEventType`, as HealthKit numbers it.
public enum HKWorkoutEventType: Int, Sendable, CaseIterable {
  /// `HKWorkoutEventTypePause`.
  case pause = 1
  /// `HKWorkoutEventTypeResume`.
  case resume = 2
  /// `HKWorkoutEventTypeLap`.
  case lap = 3
  /// `HKWorkoutEventTypeMarker`.
  case marker = 4
  /// `HKWorkoutEventTypeMotionPaused`.
  case motionPaused = 5
  /// `HKWorkoutEventTypeMotionResumed`.
  case motionResumed = 6
  /// `HKWorkoutEventTypeSegment`.
  case segment = 7
  /// `HKWorkoutEventTypePauseOrResumeRequest`.
  case pauseOrResumeRequest = 8
}

/// `HKWorkoutSessionLocationType`, as HealthKit numbers it.
public enum HKWorkoutSessionLocationType: Int, Sendable, CaseIterable {
  /// `HKWorkoutSessionLocationTypeUnknown`.
  case unknown = 1
  /// `HKWorkoutSessionLocationTypeIndoor`.
  case indoor = 2
  /// `HKWorkoutSessionLocationTypeOutdoor`.
  case outdoor = 3
}

/// `HKWorkoutSwimmingLocationType`, as HealthKit numbers it.
public enum HKWorkoutSwimmingLocationType: Int, Sendable, CaseIterable {
  /// `HKWorkoutSwimmingLocationTypeUnknown`.
  case unknown = 0
  /// `HKWorkoutSwimmingLocationTypePool`.
  case pool = 1
  /// `HKWorkoutSwimmingLocationTypeOpenWater`.
  case openWater = 2
}
