/// Names that people use for types and that HealthKit does not.
extension Catalog {
  /// The names, without spaces and punctuation, and the types or kinds that each means: all of them.
  static let commonNames: [String: [String]] = [
    "afib": ["AtrialFibrillationBurden"],
    "bloodoxygen": ["OxygenSaturation"],
    "bloodpressures": ["BloodPressure*"],
    "bloodsugar": ["BloodGlucose"],
    "bmi": ["BodyMassIndex"],
    "bodyfat": ["BodyFatPercentage"],
    "bodyweight": ["BodyMass"],
    "bp": ["BloodPressure*"],
    "bpm": ["HeartRate"],
    "breathing": ["RespiratoryRate"],
    "caffeine": ["DietaryCaffeine"],
    "carbs": ["DietaryCarbohydrates"],
    "cgm": ["BloodGlucose"],
    "daylight": ["TimeInDaylight"],
    "diastolic": ["BloodPressureDiastolic"],
    "ecg": ["electrocardiogram"],
    "ecgs": ["electrocardiogram"],
    "ekg": ["electrocardiogram"],
    "exerciseminutes": ["AppleExerciseTime"],
    "exercisetime": ["AppleExerciseTime"],
    "falls": ["NumberOfTimesFallen"],
    "fev1": ["ForcedExpiratoryVolume1"],
    "flights": ["FlightsClimbed"],
    "floors": ["FlightsClimbed"],
    "fvc": ["ForcedVitalCapacity"],
    "glucose": ["BloodGlucose"],
    "heartbeats": ["heartbeatSeries"],
    "hr": ["HeartRate"],
    "hrv": ["HeartRateVariabilitySDNN", "HeartRateVariabilityRMSSD"],
    "insulin": ["InsulinDelivery"],
    "lab": ["Observation"],
    "labs": ["Observation"],
    "meditation": ["MindfulSession"],
    "mindfulness": ["MindfulSession"],
    "mindfulminutes": ["MindfulSession"],
    "mood": ["stateOfMind"],
    "period": ["MenstrualFlow"],
    "periods": ["MenstrualFlow"],
    "pulse": ["HeartRate"],
    "respiration": ["RespiratoryRate"],
    "restinghr": ["RestingHeartRate"],
    "rhr": ["RestingHeartRate"],
    "rings": ["activitySummary"],
    "sleep": ["SleepAnalysis"],
    "sp02": ["OxygenSaturation"],
    "spo2": ["OxygenSaturation"],
    "standhours": ["AppleStandHour"],
    "standtime": ["AppleStandTime"],
    "step": ["StepCount"],
    "steps": ["StepCount"],
    "systolic": ["BloodPressureSystolic"],
    "vo2": ["VO2Max"],
    "waist": ["WaistCircumference"],
    "weight": ["BodyMass"],
    "workouts": ["workout"],
    "wristtemperature": ["AppleSleepingWristTemperature"],
  ]

  /// Names that may mean several types: each is a suggestion, none is selected.
  static let ambiguousNames: [String: [String]] = [
    "activity": ["activitySummary", "workout"],
    "calories": ["ActiveEnergyBurned", "BasalEnergyBurned", "DietaryEnergyConsumed"],
    "distance": ["DistanceWalkingRunning", "DistanceCycling", "DistanceSwimming"],
    "energy": ["ActiveEnergyBurned", "BasalEnergyBurned", "DietaryEnergyConsumed"],
    "exercise": ["AppleExerciseTime", "workout"],
    "fat": ["BodyFatPercentage", "DietaryFatTotal"],
    "noise": ["EnvironmentalAudioExposure", "HeadphoneAudioExposure"],
    "oxygen": ["OxygenSaturation", "VO2Max"],
    "speed": ["WalkingSpeed", "RunningSpeed", "CyclingSpeed"],
    "stand": ["AppleStandTime", "AppleStandHour"],
    "temp": ["BodyTemperature", "AppleSleepingWristTemperature", "WaterTemperature"],
    "temperature": ["BodyTemperature", "AppleSleepingWristTemperature", "WaterTemperature"],
  ]

  /// The short names, in small letters, of all types.
  private static let shortNames = Dictionary(
    allTypes.map { ($0.shortName.lowercased(), $0.shortName) },
    uniquingKeysWith: { first, _ in first })

  /// The names of types or kinds, or patterns of them, that a name means: `weight` for `BodyMass`,
  /// `heart rate` for `HeartRate`. A name that HealthKit has, a pattern, and what is not known mean themselves.
  package static func names(meantBy name: String) -> [String] {
    let lowercased = name.lowercased()
    if shortNames[lowercased] != nil { return [name] }
    let folded = folded(lowercased)
    if let names = commonNames[folded] { return names }
    return [shortNames[folded] ?? name]
  }

  /// A question for somebody who gave a name that is not known, with a space before it; nothing if no name is near.
  package static func question(for name: String) -> String {
    let names =
      ambiguousNames[folded(name.lowercased())] ?? suggestions(for: name, limit: 1).map(\.shortName)
    if names.isEmpty { return NearMiss.question(name.lowercased(), commonNames.keys.sorted()) }
    guard let last = names.last else { return "" }
    let first = names.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return " Did you mean \(first.isEmpty ? "" : first + " or ")'\(last)'?"
  }

  private static func folded(_ lowercased: String) -> String {
    String(lowercased.filter { !" -_.".contains($0) })
  }
}
