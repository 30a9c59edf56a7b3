// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

extension CategoryType {
  /// `HKCategoryTypeIdentifierAbdominalCramps`.
  public static var abdominalCramps: Self { Self(known: 0) }
  /// `HKCategoryTypeIdentifierAcne`.
  public static var acne: Self { Self(known: 1) }
  /// `HKCategoryTypeIdentifierAppetiteChanges`.
  public static var appetiteChanges: Self { Self(known: 2) }
  /// `HKCategoryTypeIdentifierAppleStandHour`.
  public static var appleStandHour: Self { Self(known: 3) }
  /// `HKCategoryTypeIdentifierAppleWalkingSteadinessEvent`.
  public static var appleWalkingSteadinessEvent: Self { Self(known: 4) }
  /// `HKCategoryTypeIdentifierAudioExposureEvent`.
  public static var audioExposureEvent: Self { Self(known: 5) }
  /// `HKCategoryTypeIdentifierBladderIncontinence`.
  public static var bladderIncontinence: Self { Self(known: 6) }
  /// `HKCategoryTypeIdentifierBleedingAfterMenopause`.
  public static var bleedingAfterMenopause: Self { Self(known: 7) }
  /// `HKCategoryTypeIdentifierBleedingAfterPregnancy`.
  public static var bleedingAfterPregnancy: Self { Self(known: 8) }
  /// `HKCategoryTypeIdentifierBleedingDuringPregnancy`.
  public static var bleedingDuringPregnancy: Self { Self(known: 9) }
  /// `HKCategoryTypeIdentifierBloating`.
  public static var bloating: Self { Self(known: 10) }
  /// `HKCategoryTypeIdentifierBreastPain`.
  public static var breastPain: Self { Self(known: 11) }
  /// `HKCategoryTypeIdentifierCervicalMucusQuality`.
  public static var cervicalMucusQuality: Self { Self(known: 12) }
  /// `HKCategoryTypeIdentifierChestTightnessOrPain`.
  public static var chestTightnessOrPain: Self { Self(known: 13) }
  /// `HKCategoryTypeIdentifierChills`.
  public static var chills: Self { Self(known: 14) }
  /// `HKCategoryTypeIdentifierConstipation`.
  public static var constipation: Self { Self(known: 15) }
  /// `HKCategoryTypeIdentifierContraceptive`.
  public static var contraceptive: Self { Self(known: 16) }
  /// `HKCategoryTypeIdentifierCoughing`.
  public static var coughing: Self { Self(known: 17) }
  /// `HKCategoryTypeIdentifierDiarrhea`.
  public static var diarrhea: Self { Self(known: 18) }
  /// `HKCategoryTypeIdentifierDizziness`.
  public static var dizziness: Self { Self(known: 19) }
  /// `HKCategoryTypeIdentifierDrySkin`.
  public static var drySkin: Self { Self(known: 20) }
  /// `HKCategoryTypeIdentifierFainting`.
  public static var fainting: Self { Self(known: 21) }
  /// `HKCategoryTypeIdentifierFatigue`.
  public static var fatigue: Self { Self(known: 22) }
  /// `HKCategoryTypeIdentifierFever`.
  public static var fever: Self { Self(known: 23) }
  /// `HKCategoryTypeIdentifierGeneralizedBodyAche`.
  public static var generalizedBodyAche: Self { Self(known: 24) }
  /// `HKCategoryTypeIdentifierHairLoss`.
  public static var hairLoss: Self { Self(known: 25) }
  /// `HKCategoryTypeIdentifierHandwashingEvent`.
  public static var handwashingEvent: Self { Self(known: 26) }
  /// `HKCategoryTypeIdentifierHeadache`.
  public static var headache: Self { Self(known: 27) }
  /// `HKCategoryTypeIdentifierHeadphoneAudioExposureEvent`.
  public static var headphoneAudioExposureEvent: Self { Self(known: 28) }
  /// `HKCategoryTypeIdentifierHeartburn`.
  public static var heartburn: Self { Self(known: 29) }
  /// `HKCategoryTypeIdentifierHighHeartRateEvent`.
  public static var highHeartRateEvent: Self { Self(known: 30) }
  /// `HKCategoryTypeIdentifierHotFlashes`.
  public static var hotFlashes: Self { Self(known: 31) }
  /// `HKCategoryTypeIdentifierHypertensionEvent`.
  public static var hypertensionEvent: Self { Self(known: 32) }
  /// `HKCategoryTypeIdentifierInfrequentMenstrualCycles`.
  public static var infrequentMenstrualCycles: Self { Self(known: 33) }
  /// `HKCategoryTypeIdentifierIntermenstrualBleeding`.
  public static var intermenstrualBleeding: Self { Self(known: 34) }
  /// `HKCategoryTypeIdentifierIrregularHeartRhythmEvent`.
  public static var irregularHeartRhythmEvent: Self { Self(known: 35) }
  /// `HKCategoryTypeIdentifierIrregularMenstrualCycles`.
  public static var irregularMenstrualCycles: Self { Self(known: 36) }
  /// `HKCategoryTypeIdentifierLactation`.
  public static var lactation: Self { Self(known: 37) }
  /// `HKCategoryTypeIdentifierLossOfSmell`.
  public static var lossOfSmell: Self { Self(known: 38) }
  /// `HKCategoryTypeIdentifierLossOfTaste`.
  public static var lossOfTaste: Self { Self(known: 39) }
  /// `HKCategoryTypeIdentifierLowCardioFitnessEvent`.
  public static var lowCardioFitnessEvent: Self { Self(known: 40) }
  /// `HKCategoryTypeIdentifierLowHeartRateEvent`.
  public static var lowHeartRateEvent: Self { Self(known: 41) }
  /// `HKCategoryTypeIdentifierLowerBackPain`.
  public static var lowerBackPain: Self { Self(known: 42) }
  /// `HKCategoryTypeIdentifierMemoryLapse`.
  public static var memoryLapse: Self { Self(known: 43) }
  /// `HKCategoryTypeIdentifierMenopausalState`.
  public static var menopausalState: Self { Self(known: 44) }
  /// `HKCategoryTypeIdentifierMenstrualFlow`.
  public static var menstrualFlow: Self { Self(known: 45) }
  /// `HKCategoryTypeIdentifierMindfulSession`.
  public static var mindfulSession: Self { Self(known: 46) }
  /// `HKCategoryTypeIdentifierMoodChanges`.
  public static var moodChanges: Self { Self(known: 47) }
  /// `HKCategoryTypeIdentifierNausea`.
  public static var nausea: Self { Self(known: 48) }
  /// `HKCategoryTypeIdentifierNightSweats`.
  public static var nightSweats: Self { Self(known: 49) }
  /// `HKCategoryTypeIdentifierOvulationTestResult`.
  public static var ovulationTestResult: Self { Self(known: 50) }
  /// `HKCategoryTypeIdentifierPelvicPain`.
  public static var pelvicPain: Self { Self(known: 51) }
  /// `HKCategoryTypeIdentifierPersistentIntermenstrualBleeding`.
  public static var persistentIntermenstrualBleeding: Self { Self(known: 52) }
  /// `HKCategoryTypeIdentifierPregnancy`.
  public static var pregnancy: Self { Self(known: 53) }
  /// `HKCategoryTypeIdentifierPregnancyTestResult`.
  public static var pregnancyTestResult: Self { Self(known: 54) }
  /// `HKCategoryTypeIdentifierProgesteroneTestResult`.
  public static var progesteroneTestResult: Self { Self(known: 55) }
  /// `HKCategoryTypeIdentifierProlongedMenstrualPeriods`.
  public static var prolongedMenstrualPeriods: Self { Self(known: 56) }
  /// `HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat`.
  public static var rapidPoundingOrFlutteringHeartbeat: Self { Self(known: 57) }
  /// `HKCategoryTypeIdentifierRunnyNose`.
  public static var runnyNose: Self { Self(known: 58) }
  /// `HKCategoryTypeIdentifierSexualActivity`.
  public static var sexualActivity: Self { Self(known: 59) }
  /// `HKCategoryTypeIdentifierShortnessOfBreath`.
  public static var shortnessOfBreath: Self { Self(known: 60) }
  /// `HKCategoryTypeIdentifierSinusCongestion`.
  public static var sinusCongestion: Self { Self(known: 61) }
  /// `HKCategoryTypeIdentifierSkippedHeartbeat`.
  public static var skippedHeartbeat: Self { Self(known: 62) }
  /// `HKCategoryTypeIdentifierSleepAnalysis`.
  public static var sleepAnalysis: Self { Self(known: 63) }
  /// `HKCategoryTypeIdentifierSleepApneaEvent`.
  public static var sleepApneaEvent: Self { Self(known: 64) }
  /// `HKCategoryTypeIdentifierSleepChanges`.
  public static var sleepChanges: Self { Self(known: 65) }
  /// `HKCategoryTypeIdentifierSoreThroat`.
  public static var soreThroat: Self { Self(known: 66) }
  /// `HKCategoryTypeIdentifierToothbrushingEvent`.
  public static var toothbrushingEvent: Self { Self(known: 67) }
  /// `HKCategoryTypeIdentifierVaginalDryness`.
  public static var vaginalDryness: Self { Self(known: 68) }
  /// `HKCategoryTypeIdentifierVomiting`.
  public static var vomiting: Self { Self(known: 69) }
  /// `HKCategoryTypeIdentifierWheezing`.
  public static var wheezing: Self { Self(known: 70) }
  /// `HKCategoryTypeIdentifierAudioExposureEvent`, by the name HealthKit gives it.
  public static var environmentalAudioExposureEvent: Self { Self(known: 5) }
}

let categoryRows: [CategoryRow] = [
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierAbdominalCramps", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierAcne", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierAppetiteChanges", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueAppetiteChanges]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierAppleStandHour", introduced: SystemVersion(9, 0),
    group: "Fitness", enumerations: [.categoryValueAppleStandHour]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierAppleWalkingSteadinessEvent",
    introduced: SystemVersion(15, 0), group: "Mobility",
    enumerations: [.categoryValueAppleWalkingSteadinessEvent]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierAudioExposureEvent", introduced: SystemVersion(13, 0),
    group: "Hearing Health",
    otherNames: ["HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent"],
    enumerations: [
      .categoryValueEnvironmentalAudioExposureEvent,
      .categoryValueAudioExposureEvent,
    ]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierBladderIncontinence", introduced: SystemVersion(14, 0),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierBleedingAfterMenopause", introduced: SystemVersion(27, 0),
    group: "Reproductive Health", enumerations: [.categoryValueVaginalBleeding]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierBleedingAfterPregnancy", introduced: SystemVersion(18, 0),
    group: "Reproductive Health", enumerations: [.categoryValueVaginalBleeding]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierBleedingDuringPregnancy",
    introduced: SystemVersion(18, 0), group: "Reproductive Health",
    enumerations: [.categoryValueVaginalBleeding]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierBloating", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierBreastPain", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierCervicalMucusQuality", introduced: SystemVersion(9, 0),
    group: "Reproductive Health", enumerations: [.categoryValueCervicalMucusQuality]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierChestTightnessOrPain", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierChills", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierConstipation", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierContraceptive", introduced: SystemVersion(14, 3),
    group: "Reproductive Health", enumerations: [.categoryValueContraceptive]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierCoughing", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierDiarrhea", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierDizziness", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierDrySkin", introduced: SystemVersion(14, 0),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierFainting", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierFatigue", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierFever", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierGeneralizedBodyAche", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierHairLoss", introduced: SystemVersion(14, 0),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierHandwashingEvent", introduced: SystemVersion(14, 0),
    group: "Other", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierHeadache", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent",
    introduced: SystemVersion(14, 2), group: "Hearing Health",
    enumerations: [.categoryValueHeadphoneAudioExposureEvent]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierHeartburn", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierHighHeartRateEvent", introduced: SystemVersion(12, 2),
    group: "Heart", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierHotFlashes", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierHypertensionEvent", introduced: SystemVersion(26, 2),
    group: "Heart", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierInfrequentMenstrualCycles",
    introduced: SystemVersion(16, 0), group: "Reproductive Health", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierIntermenstrualBleeding", introduced: SystemVersion(9, 0),
    group: "Reproductive Health", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierIrregularHeartRhythmEvent",
    introduced: SystemVersion(12, 2), group: "Heart", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierIrregularMenstrualCycles",
    introduced: SystemVersion(16, 0), group: "Reproductive Health", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierLactation", introduced: SystemVersion(14, 3),
    group: "Reproductive Health", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierLossOfSmell", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierLossOfTaste", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierLowCardioFitnessEvent", introduced: SystemVersion(14, 3),
    group: "Heart", enumerations: [.categoryValueLowCardioFitnessEvent]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierLowHeartRateEvent", introduced: SystemVersion(12, 2),
    group: "Heart", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierLowerBackPain", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierMemoryLapse", introduced: SystemVersion(14, 0),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierMenopausalState", introduced: SystemVersion(27, 0),
    group: "Reproductive Health", enumerations: [.categoryValueMenopausalState]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierMenstrualFlow", introduced: SystemVersion(9, 0),
    group: "Reproductive Health",
    enumerations: [.categoryValueVaginalBleeding, .categoryValueMenstrualFlow],
    requiredMetadata: [.menstrualCycleStart]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierMindfulSession", introduced: SystemVersion(10, 0),
    group: "Mental Wellbeing", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierMoodChanges", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValuePresence]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierNausea", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierNightSweats", introduced: SystemVersion(14, 0),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierOvulationTestResult", introduced: SystemVersion(9, 0),
    group: "Reproductive Health", enumerations: [.categoryValueOvulationTestResult]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierPelvicPain", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierPersistentIntermenstrualBleeding",
    introduced: SystemVersion(16, 0), group: "Reproductive Health", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierPregnancy", introduced: SystemVersion(14, 3),
    group: "Reproductive Health", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierPregnancyTestResult", introduced: SystemVersion(15, 0),
    group: "Reproductive Health", enumerations: [.categoryValuePregnancyTestResult]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierProgesteroneTestResult", introduced: SystemVersion(15, 0),
    group: "Reproductive Health", enumerations: [.categoryValueProgesteroneTestResult]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierProlongedMenstrualPeriods",
    introduced: SystemVersion(16, 0), group: "Reproductive Health", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat",
    introduced: SystemVersion(13, 6), group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierRunnyNose", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierSexualActivity", introduced: SystemVersion(9, 0),
    group: "Reproductive Health", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierShortnessOfBreath", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierSinusCongestion", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierSkippedHeartbeat", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierSleepAnalysis", introduced: SystemVersion(8, 0),
    group: "Sleep", enumerations: [.categoryValueSleepAnalysis]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierSleepApneaEvent", introduced: SystemVersion(18, 0),
    group: "Respiratory", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierSleepChanges", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValuePresence]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierSoreThroat", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierToothbrushingEvent", introduced: SystemVersion(13, 0),
    group: "Other", enumerations: [.categoryValue]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierVaginalDryness", introduced: SystemVersion(14, 0),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierVomiting", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
  CategoryRow(
    identifier: "HKCategoryTypeIdentifierWheezing", introduced: SystemVersion(13, 6),
    group: "Symptoms", enumerations: [.categoryValueSeverity]),
]
