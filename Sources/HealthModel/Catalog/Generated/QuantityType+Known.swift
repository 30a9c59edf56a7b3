// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

extension QuantityType {
  /// `HKQuantityTypeIdentifierActiveEnergyBurned`.
  public static var activeEnergyBurned: Self { Self(known: 0) }
  /// `HKQuantityTypeIdentifierAppleExerciseTime`.
  public static var appleExerciseTime: Self { Self(known: 1) }
  /// `HKQuantityTypeIdentifierAppleMoveTime`.
  public static var appleMoveTime: Self { Self(known: 2) }
  /// `HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances`.
  public static var appleSleepingBreathingDisturbances: Self { Self(known: 3) }
  /// `HKQuantityTypeIdentifierAppleSleepingWristTemperature`.
  public static var appleSleepingWristTemperature: Self { Self(known: 4) }
  /// `HKQuantityTypeIdentifierAppleStandTime`.
  public static var appleStandTime: Self { Self(known: 5) }
  /// `HKQuantityTypeIdentifierAppleWalkingSteadiness`.
  public static var appleWalkingSteadiness: Self { Self(known: 6) }
  /// `HKQuantityTypeIdentifierAtrialFibrillationBurden`.
  public static var atrialFibrillationBurden: Self { Self(known: 7) }
  /// `HKQuantityTypeIdentifierBasalBodyTemperature`.
  public static var basalBodyTemperature: Self { Self(known: 8) }
  /// `HKQuantityTypeIdentifierBasalEnergyBurned`.
  public static var basalEnergyBurned: Self { Self(known: 9) }
  /// `HKQuantityTypeIdentifierBloodAlcoholContent`.
  public static var bloodAlcoholContent: Self { Self(known: 10) }
  /// `HKQuantityTypeIdentifierBloodGlucose`.
  public static var bloodGlucose: Self { Self(known: 11) }
  /// `HKQuantityTypeIdentifierBloodPressureDiastolic`.
  public static var bloodPressureDiastolic: Self { Self(known: 12) }
  /// `HKQuantityTypeIdentifierBloodPressureSystolic`.
  public static var bloodPressureSystolic: Self { Self(known: 13) }
  /// `HKQuantityTypeIdentifierBodyFatPercentage`.
  public static var bodyFatPercentage: Self { Self(known: 14) }
  /// `HKQuantityTypeIdentifierBodyMass`.
  public static var bodyMass: Self { Self(known: 15) }
  /// `HKQuantityTypeIdentifierBodyMassIndex`.
  public static var bodyMassIndex: Self { Self(known: 16) }
  /// `HKQuantityTypeIdentifierBodyTemperature`.
  public static var bodyTemperature: Self { Self(known: 17) }
  /// `HKQuantityTypeIdentifierCrossCountrySkiingSpeed`.
  public static var crossCountrySkiingSpeed: Self { Self(known: 18) }
  /// `HKQuantityTypeIdentifierCyclingCadence`.
  public static var cyclingCadence: Self { Self(known: 19) }
  /// `HKQuantityTypeIdentifierCyclingFunctionalThresholdPower`.
  public static var cyclingFunctionalThresholdPower: Self { Self(known: 20) }
  /// `HKQuantityTypeIdentifierCyclingPower`.
  public static var cyclingPower: Self { Self(known: 21) }
  /// `HKQuantityTypeIdentifierCyclingSpeed`.
  public static var cyclingSpeed: Self { Self(known: 22) }
  /// `HKQuantityTypeIdentifierDietaryBiotin`.
  public static var dietaryBiotin: Self { Self(known: 23) }
  /// `HKQuantityTypeIdentifierDietaryCaffeine`.
  public static var dietaryCaffeine: Self { Self(known: 24) }
  /// `HKQuantityTypeIdentifierDietaryCalcium`.
  public static var dietaryCalcium: Self { Self(known: 25) }
  /// `HKQuantityTypeIdentifierDietaryCarbohydrates`.
  public static var dietaryCarbohydrates: Self { Self(known: 26) }
  /// `HKQuantityTypeIdentifierDietaryChloride`.
  public static var dietaryChloride: Self { Self(known: 27) }
  /// `HKQuantityTypeIdentifierDietaryCholesterol`.
  public static var dietaryCholesterol: Self { Self(known: 28) }
  /// `HKQuantityTypeIdentifierDietaryChromium`.
  public static var dietaryChromium: Self { Self(known: 29) }
  /// `HKQuantityTypeIdentifierDietaryCopper`.
  public static var dietaryCopper: Self { Self(known: 30) }
  /// `HKQuantityTypeIdentifierDietaryEnergyConsumed`.
  public static var dietaryEnergyConsumed: Self { Self(known: 31) }
  /// `HKQuantityTypeIdentifierDietaryFatMonounsaturated`.
  public static var dietaryFatMonounsaturated: Self { Self(known: 32) }
  /// `HKQuantityTypeIdentifierDietaryFatPolyunsaturated`.
  public static var dietaryFatPolyunsaturated: Self { Self(known: 33) }
  /// `HKQuantityTypeIdentifierDietaryFatSaturated`.
  public static var dietaryFatSaturated: Self { Self(known: 34) }
  /// `HKQuantityTypeIdentifierDietaryFatTotal`.
  public static var dietaryFatTotal: Self { Self(known: 35) }
  /// `HKQuantityTypeIdentifierDietaryFiber`.
  public static var dietaryFiber: Self { Self(known: 36) }
  /// `HKQuantityTypeIdentifierDietaryFolate`.
  public static var dietaryFolate: Self { Self(known: 37) }
  /// `HKQuantityTypeIdentifierDietaryIodine`.
  public static var dietaryIodine: Self { Self(known: 38) }
  /// `HKQuantityTypeIdentifierDietaryIron`.
  public static var dietaryIron: Self { Self(known: 39) }
  /// `HKQuantityTypeIdentifierDietaryMagnesium`.
  public static var dietaryMagnesium: Self { Self(known: 40) }
  /// `HKQuantityTypeIdentifierDietaryManganese`.
  public static var dietaryManganese: Self { Self(known: 41) }
  /// `HKQuantityTypeIdentifierDietaryMolybdenum`.
  public static var dietaryMolybdenum: Self { Self(known: 42) }
  /// `HKQuantityTypeIdentifierDietaryNiacin`.
  public static var dietaryNiacin: Self { Self(known: 43) }
  /// `HKQuantityTypeIdentifierDietaryPantothenicAcid`.
  public static var dietaryPantothenicAcid: Self { Self(known: 44) }
  /// `HKQuantityTypeIdentifierDietaryPhosphorus`.
  public static var dietaryPhosphorus: Self { Self(known: 45) }
  /// `HKQuantityTypeIdentifierDietaryPotassium`.
  public static var dietaryPotassium: Self { Self(known: 46) }
  /// `HKQuantityTypeIdentifierDietaryProtein`.
  public static var dietaryProtein: Self { Self(known: 47) }
  /// `HKQuantityTypeIdentifierDietaryRiboflavin`.
  public static var dietaryRiboflavin: Self { Self(known: 48) }
  /// `HKQuantityTypeIdentifierDietarySelenium`.
  public static var dietarySelenium: Self { Self(known: 49) }
  /// `HKQuantityTypeIdentifierDietarySodium`.
  public static var dietarySodium: Self { Self(known: 50) }
  /// `HKQuantityTypeIdentifierDietarySugar`.
  public static var dietarySugar: Self { Self(known: 51) }
  /// `HKQuantityTypeIdentifierDietaryThiamin`.
  public static var dietaryThiamin: Self { Self(known: 52) }
  /// `HKQuantityTypeIdentifierDietaryVitaminA`.
  public static var dietaryVitaminA: Self { Self(known: 53) }
  /// `HKQuantityTypeIdentifierDietaryVitaminB12`.
  public static var dietaryVitaminB12: Self { Self(known: 54) }
  /// `HKQuantityTypeIdentifierDietaryVitaminB6`.
  public static var dietaryVitaminB6: Self { Self(known: 55) }
  /// `HKQuantityTypeIdentifierDietaryVitaminC`.
  public static var dietaryVitaminC: Self { Self(known: 56) }
  /// `HKQuantityTypeIdentifierDietaryVitaminD`.
  public static var dietaryVitaminD: Self { Self(known: 57) }
  /// `HKQuantityTypeIdentifierDietaryVitaminE`.
  public static var dietaryVitaminE: Self { Self(known: 58) }
  /// `HKQuantityTypeIdentifierDietaryVitaminK`.
  public static var dietaryVitaminK: Self { Self(known: 59) }
  /// `HKQuantityTypeIdentifierDietaryWater`.
  public static var dietaryWater: Self { Self(known: 60) }
  /// `HKQuantityTypeIdentifierDietaryZinc`.
  public static var dietaryZinc: Self { Self(known: 61) }
  /// `HKQuantityTypeIdentifierDistanceCrossCountrySkiing`.
  public static var distanceCrossCountrySkiing: Self { Self(known: 62) }
  /// `HKQuantityTypeIdentifierDistanceCycling`.
  public static var distanceCycling: Self { Self(known: 63) }
  /// `HKQuantityTypeIdentifierDistanceDownhillSnowSports`.
  public static var distanceDownhillSnowSports: Self { Self(known: 64) }
  /// `HKQuantityTypeIdentifierDistancePaddleSports`.
  public static var distancePaddleSports: Self { Self(known: 65) }
  /// `HKQuantityTypeIdentifierDistanceRowing`.
  public static var distanceRowing: Self { Self(known: 66) }
  /// `HKQuantityTypeIdentifierDistanceSkatingSports`.
  public static var distanceSkatingSports: Self { Self(known: 67) }
  /// `HKQuantityTypeIdentifierDistanceSwimming`.
  public static var distanceSwimming: Self { Self(known: 68) }
  /// `HKQuantityTypeIdentifierDistanceWalkingRunning`.
  public static var distanceWalkingRunning: Self { Self(known: 69) }
  /// `HKQuantityTypeIdentifierDistanceWheelchair`.
  public static var distanceWheelchair: Self { Self(known: 70) }
  /// `HKQuantityTypeIdentifierElectrodermalActivity`.
  public static var electrodermalActivity: Self { Self(known: 71) }
  /// `HKQuantityTypeIdentifierEnvironmentalAudioExposure`.
  public static var environmentalAudioExposure: Self { Self(known: 72) }
  /// `HKQuantityTypeIdentifierEnvironmentalSoundReduction`.
  public static var environmentalSoundReduction: Self { Self(known: 73) }
  /// `HKQuantityTypeIdentifierEstimatedWorkoutEffortScore`.
  public static var estimatedWorkoutEffortScore: Self { Self(known: 74) }
  /// `HKQuantityTypeIdentifierFlightsClimbed`.
  public static var flightsClimbed: Self { Self(known: 75) }
  /// `HKQuantityTypeIdentifierForcedExpiratoryVolume1`.
  public static var forcedExpiratoryVolume1: Self { Self(known: 76) }
  /// `HKQuantityTypeIdentifierForcedVitalCapacity`.
  public static var forcedVitalCapacity: Self { Self(known: 77) }
  /// `HKQuantityTypeIdentifierHeadphoneAudioExposure`.
  public static var headphoneAudioExposure: Self { Self(known: 78) }
  /// `HKQuantityTypeIdentifierHeartRate`.
  public static var heartRate: Self { Self(known: 79) }
  /// `HKQuantityTypeIdentifierHeartRateRecoveryOneMinute`.
  public static var heartRateRecoveryOneMinute: Self { Self(known: 80) }
  /// `HKQuantityTypeIdentifierHeartRateVariabilityRMSSD`.
  public static var heartRateVariabilityRMSSD: Self { Self(known: 81) }
  /// `HKQuantityTypeIdentifierHeartRateVariabilitySDNN`.
  public static var heartRateVariabilitySDNN: Self { Self(known: 82) }
  /// `HKQuantityTypeIdentifierHeight`.
  public static var height: Self { Self(known: 83) }
  /// `HKQuantityTypeIdentifierInhalerUsage`.
  public static var inhalerUsage: Self { Self(known: 84) }
  /// `HKQuantityTypeIdentifierInsulinDelivery`.
  public static var insulinDelivery: Self { Self(known: 85) }
  /// `HKQuantityTypeIdentifierLeanBodyMass`.
  public static var leanBodyMass: Self { Self(known: 86) }
  /// `HKQuantityTypeIdentifierNikeFuel`.
  public static var nikeFuel: Self { Self(known: 87) }
  /// `HKQuantityTypeIdentifierNumberOfAlcoholicBeverages`.
  public static var numberOfAlcoholicBeverages: Self { Self(known: 88) }
  /// `HKQuantityTypeIdentifierNumberOfTimesFallen`.
  public static var numberOfTimesFallen: Self { Self(known: 89) }
  /// `HKQuantityTypeIdentifierOxygenSaturation`.
  public static var oxygenSaturation: Self { Self(known: 90) }
  /// `HKQuantityTypeIdentifierPaddleSportsSpeed`.
  public static var paddleSportsSpeed: Self { Self(known: 91) }
  /// `HKQuantityTypeIdentifierPeakExpiratoryFlowRate`.
  public static var peakExpiratoryFlowRate: Self { Self(known: 92) }
  /// `HKQuantityTypeIdentifierPeripheralPerfusionIndex`.
  public static var peripheralPerfusionIndex: Self { Self(known: 93) }
  /// `HKQuantityTypeIdentifierPhysicalEffort`.
  public static var physicalEffort: Self { Self(known: 94) }
  /// `HKQuantityTypeIdentifierPushCount`.
  public static var pushCount: Self { Self(known: 95) }
  /// `HKQuantityTypeIdentifierRespiratoryRate`.
  public static var respiratoryRate: Self { Self(known: 96) }
  /// `HKQuantityTypeIdentifierRestingHeartRate`.
  public static var restingHeartRate: Self { Self(known: 97) }
  /// `HKQuantityTypeIdentifierRowingSpeed`.
  public static var rowingSpeed: Self { Self(known: 98) }
  /// `HKQuantityTypeIdentifierRunningGroundContactTime`.
  public static var runningGroundContactTime: Self { Self(known: 99) }
  /// `HKQuantityTypeIdentifierRunningPower`.
  public static var runningPower: Self { Self(known: 100) }
  /// `HKQuantityTypeIdentifierRunningSpeed`.
  public static var runningSpeed: Self { Self(known: 101) }
  /// `HKQuantityTypeIdentifierRunningStrideLength`.
  public static var runningStrideLength: Self { Self(known: 102) }
  /// `HKQuantityTypeIdentifierRunningVerticalOscillation`.
  public static var runningVerticalOscillation: Self { Self(known: 103) }
  /// `HKQuantityTypeIdentifierSixMinuteWalkTestDistance`.
  public static var sixMinuteWalkTestDistance: Self { Self(known: 104) }
  /// `HKQuantityTypeIdentifierStairAscentSpeed`.
  public static var stairAscentSpeed: Self { Self(known: 105) }
  /// `HKQuantityTypeIdentifierStairDescentSpeed`.
  public static var stairDescentSpeed: Self { Self(known: 106) }
  /// `HKQuantityTypeIdentifierStepCount`.
  public static var stepCount: Self { Self(known: 107) }
  /// `HKQuantityTypeIdentifierSwimmingStrokeCount`.
  public static var swimmingStrokeCount: Self { Self(known: 108) }
  /// `HKQuantityTypeIdentifierTimeInDaylight`.
  public static var timeInDaylight: Self { Self(known: 109) }
  /// `HKQuantityTypeIdentifierUVExposure`.
  public static var uvExposure: Self { Self(known: 110) }
  /// `HKQuantityTypeIdentifierUnderwaterDepth`.
  public static var underwaterDepth: Self { Self(known: 111) }
  /// `HKQuantityTypeIdentifierVO2Max`.
  public static var vo2Max: Self { Self(known: 112) }
  /// `HKQuantityTypeIdentifierWaistCircumference`.
  public static var waistCircumference: Self { Self(known: 113) }
  /// `HKQuantityTypeIdentifierWalkingAsymmetryPercentage`.
  public static var walkingAsymmetryPercentage: Self { Self(known: 114) }
  /// `HKQuantityTypeIdentifierWalkingDoubleSupportPercentage`.
  public static var walkingDoubleSupportPercentage: Self { Self(known: 115) }
  /// `HKQuantityTypeIdentifierWalkingHeartRateAverage`.
  public static var walkingHeartRateAverage: Self { Self(known: 116) }
  /// `HKQuantityTypeIdentifierWalkingSpeed`.
  public static var walkingSpeed: Self { Self(known: 117) }
  /// `HKQuantityTypeIdentifierWalkingStepLength`.
  public static var walkingStepLength: Self { Self(known: 118) }
  /// `HKQuantityTypeIdentifierWaterTemperature`.
  public static var waterTemperature: Self { Self(known: 119) }
  /// `HKQuantityTypeIdentifierWorkoutEffortScore`.
  public static var workoutEffortScore: Self { Self(known: 120) }
}

let quantityRows: [QuantityRow] = [
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierActiveEnergyBurned", introduced: SystemVersion(8, 0),
    group: "Fitness", dimension: "energy", aggregationStyle: .cumulative, unit: "kcal",
    otherUnits: ["Cal", "kJ"], possible: 0...Double.infinity, plausible: 0...10000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierAppleExerciseTime", introduced: SystemVersion(9, 3),
    group: "Fitness", dimension: "time", aggregationStyle: .cumulative, unit: "min",
    possible: 0...Double.infinity, plausible: 0...1440),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierAppleMoveTime", introduced: SystemVersion(14, 5),
    group: "Fitness", dimension: "time", aggregationStyle: .cumulative, unit: "min",
    possible: 0...Double.infinity, plausible: 0...1440),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances",
    introduced: SystemVersion(18, 0), group: "Respiratory", dimension: "scalar",
    aggregationStyle: .discreteArithmetic, unit: "count", possible: 0...Double.infinity,
    plausible: 0...150),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierAppleSleepingWristTemperature",
    introduced: SystemVersion(16, 0), group: "Body Measurements", dimension: "temperature",
    aggregationStyle: .discreteArithmetic, unit: "degC", otherUnits: ["degF"], possible: 0...60,
    plausible: 25...42),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierAppleStandTime", introduced: SystemVersion(13, 0),
    group: "Fitness", dimension: "time", aggregationStyle: .cumulative, unit: "min",
    possible: 0...Double.infinity, plausible: 0...1440),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierAppleWalkingSteadiness", introduced: SystemVersion(15, 0),
    group: "Mobility", dimension: "scalar", aggregationStyle: .discreteArithmetic, unit: "%",
    possible: 0...1),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierAtrialFibrillationBurden",
    introduced: SystemVersion(16, 0), group: "Heart", dimension: "scalar",
    aggregationStyle: .discreteTemporallyWeighted, unit: "%", possible: 0...1),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierBasalBodyTemperature", introduced: SystemVersion(9, 0),
    group: "Reproductive Health", dimension: "temperature", aggregationStyle: .discreteArithmetic,
    unit: "degC", otherUnits: ["degF"], possible: 0...60, plausible: 33...43, isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierBasalEnergyBurned", introduced: SystemVersion(8, 0),
    group: "Fitness", dimension: "energy", aggregationStyle: .cumulative, unit: "kcal",
    otherUnits: ["Cal", "kJ"], possible: 0...Double.infinity, plausible: 0...10000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierBloodAlcoholContent", introduced: SystemVersion(8, 0),
    group: "Other", dimension: "scalar", aggregationStyle: .discreteArithmetic, unit: "%",
    possible: 0...1, plausible: 0...0.02, isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierBloodGlucose", introduced: SystemVersion(8, 0),
    group: "Vital Signs", dimension: "mass/volume", aggregationStyle: .discreteArithmetic,
    unit: "mg/dL", otherUnits: ["mmol<180.1558800000541>/L"], molarMass: "180.1558800000541",
    possible: 0...Double.infinity, plausible: 10...1000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierBloodPressureDiastolic", introduced: SystemVersion(8, 0),
    group: "Other", dimension: "pressure", aggregationStyle: .discreteArithmetic, unit: "mmHg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 20...200,
    isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierBloodPressureSystolic", introduced: SystemVersion(8, 0),
    group: "Other", dimension: "pressure", aggregationStyle: .discreteArithmetic, unit: "mmHg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 40...300,
    isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierBodyFatPercentage", introduced: SystemVersion(8, 0),
    group: "Body Measurements", dimension: "scalar", aggregationStyle: .discreteArithmetic,
    unit: "%", possible: 0...1, plausible: 0.02...0.75, isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierBodyMass", introduced: SystemVersion(8, 0),
    group: "Body Measurements", dimension: "mass", aggregationStyle: .discreteArithmetic,
    unit: "kg", otherUnits: ["lb", "st", "g"], possible: 0...1000, plausible: 10...400,
    isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierBodyMassIndex", introduced: SystemVersion(8, 0),
    group: "Body Measurements", dimension: "scalar", aggregationStyle: .discreteArithmetic,
    unit: "count", possible: 0...Double.infinity, plausible: 7...150, isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierBodyTemperature", introduced: SystemVersion(8, 0),
    group: "Vital Signs", dimension: "temperature", aggregationStyle: .discreteArithmetic,
    unit: "degC", otherUnits: ["degF"], possible: 0...60, plausible: 25...45, isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierCrossCountrySkiingSpeed",
    introduced: SystemVersion(18, 0), group: "Fitness", dimension: "length/time",
    aggregationStyle: .discreteArithmetic, unit: "km/hr", otherUnits: ["mi/hr"],
    possible: 0...Double.infinity, plausible: 0...100),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierCyclingCadence", introduced: SystemVersion(17, 0),
    group: "Fitness", dimension: "count/time", aggregationStyle: .discreteTemporallyWeighted,
    unit: "count/min", possible: 0...Double.infinity, plausible: 0...250),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower",
    introduced: SystemVersion(17, 0), group: "Fitness", dimension: "power",
    aggregationStyle: .discreteArithmetic, unit: "W", possible: 0...Double.infinity,
    plausible: 0...600),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierCyclingPower", introduced: SystemVersion(17, 0),
    group: "Fitness", dimension: "power", aggregationStyle: .discreteTemporallyWeighted, unit: "W",
    possible: 0...Double.infinity, plausible: 0...3000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierCyclingSpeed", introduced: SystemVersion(17, 0),
    group: "Fitness", dimension: "length/time", aggregationStyle: .discreteTemporallyWeighted,
    unit: "km/hr", otherUnits: ["mi/hr"], possible: 0...Double.infinity, plausible: 0...150),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryBiotin", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mcg",
    molarMass: "244.31", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...1000000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryCaffeine", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "194.19", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryCalcium", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "40.078", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryCarbohydrates", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "g",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...2000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryChloride", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "35.45", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryCholesterol", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "386.65", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryChromium", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mcg",
    molarMass: "51.996", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...1000000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryCopper", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "63.546", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryEnergyConsumed", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "energy", aggregationStyle: .cumulative, unit: "kcal",
    otherUnits: ["Cal", "kJ"], canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...20000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryFatMonounsaturated",
    introduced: SystemVersion(8, 0), group: "Nutrition", dimension: "mass",
    aggregationStyle: .cumulative, unit: "g", canBeCorrelationMember: true,
    possible: 0...Double.infinity, plausible: 0...2000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryFatPolyunsaturated",
    introduced: SystemVersion(8, 0), group: "Nutrition", dimension: "mass",
    aggregationStyle: .cumulative, unit: "g", canBeCorrelationMember: true,
    possible: 0...Double.infinity, plausible: 0...2000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryFatSaturated", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "g",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...2000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryFatTotal", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "g",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...2000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryFiber", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "g",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...2000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryFolate", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mcg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...1000000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryIodine", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mcg",
    molarMass: "126.9", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...1000000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryIron", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "55.845", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryMagnesium", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "24.305", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryManganese", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "54.938", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryMolybdenum", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mcg",
    molarMass: "95.95", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...1000000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryNiacin", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryPantothenicAcid", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "219.23", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryPhosphorus", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "30.974", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryPotassium", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "39.098", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryProtein", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "g",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...2000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryRiboflavin", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "376.37", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietarySelenium", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mcg",
    molarMass: "78.971", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...1000000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietarySodium", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "22.99", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietarySugar", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "g",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...2000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryThiamin", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryVitaminA", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mcg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...1000000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryVitaminB12", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mcg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...1000000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryVitaminB6", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryVitaminC", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "176.12", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryVitaminD", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mcg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...1000000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryVitaminE", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryVitaminK", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mcg",
    canBeCorrelationMember: true, possible: 0...Double.infinity, plausible: 0...1000000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryWater", introduced: SystemVersion(9, 0),
    group: "Nutrition", dimension: "volume", aggregationStyle: .cumulative, unit: "mL",
    otherUnits: ["fl_oz_us"], canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...10000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDietaryZinc", introduced: SystemVersion(8, 0),
    group: "Nutrition", dimension: "mass", aggregationStyle: .cumulative, unit: "mg",
    molarMass: "65.38", canBeCorrelationMember: true, possible: 0...Double.infinity,
    plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing",
    introduced: SystemVersion(18, 0), group: "Fitness", dimension: "length",
    aggregationStyle: .cumulative, unit: "km", otherUnits: ["mi"], possible: 0...Double.infinity,
    plausible: 0...500),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDistanceCycling", introduced: SystemVersion(8, 0),
    group: "Fitness", dimension: "length", aggregationStyle: .cumulative, unit: "km",
    otherUnits: ["mi"], possible: 0...Double.infinity, plausible: 0...1500),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDistanceDownhillSnowSports",
    introduced: SystemVersion(11, 2), group: "Fitness", dimension: "length",
    aggregationStyle: .cumulative, unit: "km", otherUnits: ["mi"], possible: 0...Double.infinity,
    plausible: 0...500),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDistancePaddleSports", introduced: SystemVersion(18, 0),
    group: "Fitness", dimension: "length", aggregationStyle: .cumulative, unit: "km",
    otherUnits: ["mi"], possible: 0...Double.infinity, plausible: 0...500),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDistanceRowing", introduced: SystemVersion(18, 0),
    group: "Fitness", dimension: "length", aggregationStyle: .cumulative, unit: "km",
    otherUnits: ["mi"], possible: 0...Double.infinity, plausible: 0...500),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDistanceSkatingSports", introduced: SystemVersion(18, 0),
    group: "Fitness", dimension: "length", aggregationStyle: .cumulative, unit: "km",
    otherUnits: ["mi"], possible: 0...Double.infinity, plausible: 0...500),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDistanceSwimming", introduced: SystemVersion(10, 0),
    group: "Fitness", dimension: "length", aggregationStyle: .cumulative, unit: "m",
    otherUnits: ["yd"], possible: 0...Double.infinity, plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDistanceWalkingRunning", introduced: SystemVersion(8, 0),
    group: "Fitness", dimension: "length", aggregationStyle: .cumulative, unit: "km",
    otherUnits: ["mi"], possible: 0...Double.infinity, plausible: 0...500),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierDistanceWheelchair", introduced: SystemVersion(10, 0),
    group: "Fitness", dimension: "length", aggregationStyle: .cumulative, unit: "km",
    otherUnits: ["mi"], possible: 0...Double.infinity, plausible: 0...500),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierElectrodermalActivity", introduced: SystemVersion(8, 0),
    group: "Body Measurements", dimension: "conductance", aggregationStyle: .discreteArithmetic,
    unit: "mcS", possible: 0...Double.infinity, plausible: 0...100),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierEnvironmentalAudioExposure",
    introduced: SystemVersion(13, 0), group: "Hearing Health", dimension: "soundPressureLevel",
    aggregationStyle: .discreteEquivalentContinuousLevel, unit: "dBASPL", plausible: 0...140),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierEnvironmentalSoundReduction",
    introduced: SystemVersion(16, 0), group: "Hearing Health", dimension: "soundPressureLevel",
    aggregationStyle: .discreteEquivalentContinuousLevel, unit: "dBASPL", plausible: 0...60),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore",
    introduced: SystemVersion(18, 0), group: "Fitness", dimension: "appleEffortScore",
    aggregationStyle: .discreteArithmetic, unit: "appleEffortScore", possible: 0...10),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierFlightsClimbed", introduced: SystemVersion(8, 0),
    group: "Fitness", dimension: "scalar", aggregationStyle: .cumulative, unit: "count",
    possible: 0...Double.infinity, plausible: 0...2000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierForcedExpiratoryVolume1", introduced: SystemVersion(8, 0),
    group: "Respiratory", dimension: "volume", aggregationStyle: .discreteArithmetic, unit: "L",
    possible: 0...Double.infinity, plausible: 0...12, isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierForcedVitalCapacity", introduced: SystemVersion(8, 0),
    group: "Respiratory", dimension: "volume", aggregationStyle: .discreteArithmetic, unit: "L",
    possible: 0...Double.infinity, plausible: 0...12, isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierHeadphoneAudioExposure", introduced: SystemVersion(13, 0),
    group: "Hearing Health", dimension: "soundPressureLevel",
    aggregationStyle: .discreteEquivalentContinuousLevel, unit: "dBASPL", plausible: 0...140),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierHeartRate", introduced: SystemVersion(8, 0),
    group: "Heart", dimension: "count/time", aggregationStyle: .discreteTemporallyWeighted,
    unit: "count/min", possible: 0...Double.infinity, plausible: 20...300),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute",
    introduced: SystemVersion(16, 0), group: "Heart", dimension: "count/time",
    aggregationStyle: .discreteArithmetic, unit: "count/min", plausible: -50...150),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD",
    introduced: SystemVersion(27, 0), group: "Heart", dimension: "time",
    aggregationStyle: .discreteArithmetic, unit: "ms", possible: 0...Double.infinity,
    plausible: 0...1000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN",
    introduced: SystemVersion(11, 0), group: "Heart", dimension: "time",
    aggregationStyle: .discreteArithmetic, unit: "ms", possible: 0...Double.infinity,
    plausible: 0...1000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierHeight", introduced: SystemVersion(8, 0),
    group: "Body Measurements", dimension: "length", aggregationStyle: .discreteArithmetic,
    unit: "cm", otherUnits: ["ft"], possible: 0...Double.infinity, plausible: 50...275,
    isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierInhalerUsage", introduced: SystemVersion(8, 0),
    group: "Respiratory", dimension: "scalar", aggregationStyle: .cumulative, unit: "count",
    possible: 0...Double.infinity, plausible: 0...100),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierInsulinDelivery", introduced: SystemVersion(11, 0),
    group: "Other", dimension: "internationalUnit", aggregationStyle: .cumulative, unit: "IU",
    requiredMetadata: [.insulinDeliveryReason], possible: 0...Double.infinity, plausible: 0...500),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierLeanBodyMass", introduced: SystemVersion(8, 0),
    group: "Body Measurements", dimension: "mass", aggregationStyle: .discreteArithmetic,
    unit: "kg", otherUnits: ["lb"], possible: 0...1000, plausible: 8...300, isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierNikeFuel", introduced: SystemVersion(8, 0),
    group: "Fitness", dimension: "scalar", aggregationStyle: .cumulative, unit: "count",
    possible: 0...Double.infinity, plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages",
    introduced: SystemVersion(15, 0), group: "Other", dimension: "scalar",
    aggregationStyle: .cumulative, unit: "count", possible: 0...Double.infinity,
    plausible: 0...100),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierNumberOfTimesFallen", introduced: SystemVersion(8, 0),
    group: "Other", dimension: "scalar", aggregationStyle: .cumulative, unit: "count",
    possible: 0...Double.infinity, plausible: 0...100),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierOxygenSaturation", introduced: SystemVersion(8, 0),
    group: "Respiratory", dimension: "scalar", aggregationStyle: .discreteArithmetic, unit: "%",
    possible: 0...1, plausible: 0.4...1),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierPaddleSportsSpeed", introduced: SystemVersion(18, 0),
    group: "Fitness", dimension: "length/time", aggregationStyle: .discreteArithmetic,
    unit: "km/hr", otherUnits: ["mi/hr"], possible: 0...Double.infinity, plausible: 0...60),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierPeakExpiratoryFlowRate", introduced: SystemVersion(8, 0),
    group: "Respiratory", dimension: "volume/time", aggregationStyle: .discreteArithmetic,
    unit: "L/min", possible: 0...Double.infinity, plausible: 0...1200, isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierPeripheralPerfusionIndex",
    introduced: SystemVersion(8, 0), group: "Heart", dimension: "scalar",
    aggregationStyle: .discreteArithmetic, unit: "%", possible: 0...1, plausible: 0...0.3),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierPhysicalEffort", introduced: SystemVersion(17, 0),
    group: "Fitness", dimension: "energy/(mass*time)", aggregationStyle: .discreteArithmetic,
    unit: "kcal/hr·kg", possible: 0...Double.infinity, plausible: 0...50),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierPushCount", introduced: SystemVersion(10, 0),
    group: "Fitness", dimension: "scalar", aggregationStyle: .cumulative, unit: "count",
    possible: 0...Double.infinity, plausible: 0...200000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierRespiratoryRate", introduced: SystemVersion(8, 0),
    group: "Respiratory", dimension: "count/time", aggregationStyle: .discreteArithmetic,
    unit: "count/min", possible: 0...Double.infinity, plausible: 2...100),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierRestingHeartRate", introduced: SystemVersion(11, 0),
    group: "Heart", dimension: "count/time", aggregationStyle: .discreteTemporallyWeighted,
    unit: "count/min", possible: 0...Double.infinity, plausible: 20...200),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierRowingSpeed", introduced: SystemVersion(18, 0),
    group: "Fitness", dimension: "length/time", aggregationStyle: .discreteArithmetic,
    unit: "km/hr", otherUnits: ["mi/hr"], possible: 0...Double.infinity, plausible: 0...60),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierRunningGroundContactTime",
    introduced: SystemVersion(16, 0), group: "Mobility", dimension: "time",
    aggregationStyle: .discreteArithmetic, unit: "ms", possible: 0...Double.infinity,
    plausible: 0...2000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierRunningPower", introduced: SystemVersion(16, 0),
    group: "Fitness", dimension: "power", aggregationStyle: .discreteArithmetic, unit: "W",
    possible: 0...Double.infinity, plausible: 0...3000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierRunningSpeed", introduced: SystemVersion(16, 0),
    group: "Fitness", dimension: "length/time", aggregationStyle: .discreteArithmetic,
    unit: "km/hr", otherUnits: ["mi/hr"], possible: 0...Double.infinity, plausible: 0...60),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierRunningStrideLength", introduced: SystemVersion(16, 0),
    group: "Mobility", dimension: "length", aggregationStyle: .discreteArithmetic, unit: "m",
    otherUnits: ["ft"], possible: 0...Double.infinity, plausible: 0...5),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierRunningVerticalOscillation",
    introduced: SystemVersion(16, 0), group: "Mobility", dimension: "length",
    aggregationStyle: .discreteArithmetic, unit: "cm", otherUnits: ["in"],
    possible: 0...Double.infinity, plausible: 0...50),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierSixMinuteWalkTestDistance",
    introduced: SystemVersion(14, 0), group: "Mobility", dimension: "length",
    aggregationStyle: .discreteArithmetic, unit: "m", possible: 0...Double.infinity,
    plausible: 0...1500),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierStairAscentSpeed", introduced: SystemVersion(14, 0),
    group: "Mobility", dimension: "length/time", aggregationStyle: .discreteArithmetic,
    unit: "m/s", otherUnits: ["ft/s"], possible: 0...Double.infinity, plausible: 0...10),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierStairDescentSpeed", introduced: SystemVersion(14, 0),
    group: "Mobility", dimension: "length/time", aggregationStyle: .discreteArithmetic,
    unit: "m/s", otherUnits: ["ft/s"], possible: 0...Double.infinity, plausible: 0...10),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierStepCount", introduced: SystemVersion(8, 0),
    group: "Fitness", dimension: "scalar", aggregationStyle: .cumulative, unit: "count",
    possible: 0...Double.infinity, plausible: 0...200000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierSwimmingStrokeCount", introduced: SystemVersion(10, 0),
    group: "Fitness", dimension: "scalar", aggregationStyle: .cumulative, unit: "count",
    possible: 0...Double.infinity, plausible: 0...100000),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierTimeInDaylight", introduced: SystemVersion(17, 0),
    group: "Other", dimension: "time", aggregationStyle: .cumulative, unit: "min",
    possible: 0...Double.infinity, plausible: 0...1440),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierUVExposure", introduced: SystemVersion(9, 0),
    group: "Other", dimension: "scalar", aggregationStyle: .discreteArithmetic, unit: "count",
    possible: 0...Double.infinity, plausible: 0...50),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierUnderwaterDepth", introduced: SystemVersion(16, 0),
    group: "Fitness", dimension: "length", aggregationStyle: .discreteArithmetic, unit: "m",
    otherUnits: ["ft"], plausible: -5...350),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierVO2Max", introduced: SystemVersion(11, 0), group: "Heart",
    dimension: "volume/(mass*time)", aggregationStyle: .discreteArithmetic, unit: "mL/min·kg",
    possible: 0...Double.infinity, plausible: 5...100),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierWaistCircumference", introduced: SystemVersion(11, 0),
    group: "Body Measurements", dimension: "length", aggregationStyle: .discreteArithmetic,
    unit: "cm", otherUnits: ["in"], possible: 0...Double.infinity, plausible: 30...400,
    isMomentary: true),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierWalkingAsymmetryPercentage",
    introduced: SystemVersion(14, 0), group: "Mobility", dimension: "scalar",
    aggregationStyle: .discreteArithmetic, unit: "%", possible: 0...1),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierWalkingDoubleSupportPercentage",
    introduced: SystemVersion(14, 0), group: "Mobility", dimension: "scalar",
    aggregationStyle: .discreteArithmetic, unit: "%", possible: 0...1),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierWalkingHeartRateAverage",
    introduced: SystemVersion(11, 0), group: "Heart", dimension: "count/time",
    aggregationStyle: .discreteTemporallyWeighted, unit: "count/min",
    possible: 0...Double.infinity, plausible: 20...250),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierWalkingSpeed", introduced: SystemVersion(14, 0),
    group: "Mobility", dimension: "length/time", aggregationStyle: .discreteArithmetic,
    unit: "km/hr", otherUnits: ["mi/hr"], possible: 0...Double.infinity, plausible: 0...30),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierWalkingStepLength", introduced: SystemVersion(14, 0),
    group: "Mobility", dimension: "length", aggregationStyle: .discreteArithmetic, unit: "cm",
    otherUnits: ["in"], possible: 0...Double.infinity, plausible: 0...250),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierWaterTemperature", introduced: SystemVersion(16, 0),
    group: "Other", dimension: "temperature", aggregationStyle: .discreteArithmetic, unit: "degC",
    otherUnits: ["degF"], plausible: -5...60),
  QuantityRow(
    identifier: "HKQuantityTypeIdentifierWorkoutEffortScore", introduced: SystemVersion(18, 0),
    group: "Fitness", dimension: "appleEffortScore", aggregationStyle: .discreteArithmetic,
    unit: "appleEffortScore", possible: 0...10),
]
