extension Series {
  /// All series, in the order of an export: by type, quantities first.
  ///
  /// Densities follow real exports, where heart rate and energy are three quarters of the records.
  /// They add up to 2,700 a day.
  static let all: [Series] =
    body + heart + activity + glucose + nutrition + mobility + environment + vitals + categories

  private static func quantity(
    _ type: String, _ density: Int, _ hours: Hours, _ author: Author, _ values: Values,
    lasting duration: ClosedRange<Int> = 0...0, _ detail: Detail = .none, stream: UInt64? = nil
  ) -> Series {
    Series(
      type: "HKQuantityTypeIdentifier" + type, density: density, hours: hours, author: author,
      values: values, duration: duration, detail: detail, stream: stream ?? hash(type))
  }

  private static func category(
    _ type: String, _ density: Int, _ hours: Hours, _ author: Author, _ values: [StaticString],
    lasting duration: ClosedRange<Int> = 0...0, _ detail: Detail = .none
  ) -> Series {
    Series(
      type: "HKCategoryTypeIdentifier" + type, density: density, hours: hours, author: author,
      values: .names(values), duration: duration, detail: detail, stream: hash(type))
  }

  /// FNV-1a: a stream of its own for each type.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  private static let scale = Author.one(.scale)
  private static let phone = Author.one(.phone)
  private static let watch = Author.one(.watch)
  private static let health = Author.one(.health)
  private static let phoneAndWatch = Author.both(.phone, .watch)

  private static let body = [
    quantity("BodyMassIndex", 40, .all, scale, .even(.init("count", places: 2), 2230...2490)),
    quantity("Height", 2, .all, health, .even(.height, 1780...1784), .userEntered),
    quantity("BodyMass", 70, .all, scale, .even(.mass, 7012...7895), .scale),
    quantity("BodyFatPercentage", 40, .all, scale, .even(.fraction, 161_000...198_000)),
    quantity("LeanBodyMass", 40, .all, scale, .even(.mass, 5820...6100)),
  ]

  private static let heart = [
    quantity(
      "HeartRate", 78_767, .all, .turns(.watch, .trainer, every: 3), .heartRate, .motionContext)
  ]

  private static let activity = [
    quantity(
      "StepCount", 22_000, .waking, phoneAndWatch, .share(.count, ofDay: 2_900...6_500, .steps),
      lasting: 40...590),
    quantity(
      "DistanceWalkingRunning", 22_000, .waking, phoneAndWatch,
      .share(.distance, ofDay: 2_050_000...4_700_000, .distance), lasting: 40...590),
    quantity(
      "BasalEnergyBurned", 38_000, .all, watch, .steady(.energy, ofDay: 1_420_000...1_860_000),
      lasting: 60...200),
    quantity(
      "ActiveEnergyBurned", 65_000, .waking, .both(.watch, .trainer),
      .share(.energy, ofDay: 150_000...420_000, .energy), lasting: 20...120),
    quantity(
      "FlightsClimbed", 1_200, .waking, phoneAndWatch, .low(.count, 1...4), lasting: 10...300),
    quantity("AppleExerciseTime", 4_000, .waking, watch, .even(.minutes, 1...1), lasting: 60...60),
    quantity("AppleStandTime", 6_000, .waking, watch, .even(.minutes, 1...5), lasting: 300...300),
    quantity(
      "PhysicalEffort", 6_000, .waking, watch, .low(.effort, 11...98), lasting: 60...480, .effort),
    quantity("RunningPower", 900, .runs, watch, .even(.power, 182...331), lasting: 2...5),
    quantity("RunningSpeed", 900, .runs, watch, .even(.speed, 78_000...139_000)),
    quantity(
      "DistanceCycling", 500, .rides, watch, .perMinute(.distance, 280_000...420_000),
      lasting: 30...120),
  ]

  private static let glucose = [
    quantity(
      "BloodGlucose", 2_400, .all, .one(.glucoseMeter), .daily(.glucose, 38_500...99_900),
      .mealTime),
    quantity(
      "InsulinDelivery", 400, .meals, .one(.glucoseMeter), .even(.insulin, 5...120),
      lasting: 0...240, .insulinReason),
  ]

  /// The stream of all that is eaten in one meal.
  private static let meal: UInt64 = 0x6D65_616C
  private static let pressure: UInt64 = 0x6270

  /// The types of the members of a food correlation.
  static let nutrients = [
    nutrient("EnergyConsumed", .low(.energy, 120_000...890_000)),
    nutrient("FatTotal", .low(.grams, 150...4_200)),
    nutrient("Carbohydrates", .even(.grams, 900...9_800)),
    nutrient("Fiber", .low(.grams, 50...1_400)),
    nutrient("Sugar", .low(.grams, 120...3_900)),
    nutrient("Protein", .even(.grams, 400...4_400)),
    nutrient("Sodium", .even(.milligrams, 800...11_900)),
  ]

  private static let nutrition =
    nutrients + [
      quantity("DietaryWater", 500, .waking, .one(.foodDiary), .even(.water, 120...500)),
      quantity("DietaryCaffeine", 200, .meals, .one(.foodDiary), .even(.milligrams, 400...1_600)),
    ]

  private static func nutrient(_ name: String, _ values: Values) -> Series {
    quantity("Dietary" + name, 280, .meals, .one(.foodDiary), values, .food, stream: meal)
  }

  /// The types of the members of a blood pressure correlation.
  static let pressures = [
    quantity(
      "BloodPressureSystolic", 70, .waking, .both(.cuff, .health), .even(.pressure, 104...139),
      stream: pressure),
    quantity(
      "BloodPressureDiastolic", 70, .waking, .both(.cuff, .health), .even(.pressure, 64...89),
      stream: pressure),
  ]

  private static let mobility = [
    quantity(
      "WalkingSpeed", 1_400, .waking, phone, .even(.speed, 30_000...60_000), lasting: 8...40),
    quantity(
      "WalkingStepLength", 1_400, .waking, phone, .even(.step, 550...850), lasting: 8...40),
    quantity(
      "WalkingDoubleSupportPercentage", 1_400, .waking, phone, .even(.fraction, 250_000...330_000),
      lasting: 8...40),
    quantity(
      "WalkingAsymmetryPercentage", 700, .waking, phone, .low(.fraction, 0...400_000),
      lasting: 8...40),
    quantity(
      "StairAscentSpeed", 300, .waking, watch, .even(.stairs, 180_000...460_000),
      lasting: 2...9),
    quantity(
      "StairDescentSpeed", 300, .waking, watch, .even(.stairs, 180_000...520_000),
      lasting: 2...9),
    quantity("SixMinuteWalkTestDistance", 14, .waking, watch, .even(.meters, 480...500), .estimate),
    quantity(
      "AppleWalkingSteadiness", 14, .waking, phone, .even(.fraction, 700_000...999_999), .estimate),
  ]

  private static let environment = [
    quantity(
      "EnvironmentalAudioExposure", 3_200, .waking, watch, .even(.sound, 381_000...876_000),
      lasting: 300...1800),
    quantity(
      "HeadphoneAudioExposure", 700, .waking, .one(.headphones), .even(.sound, 521_000...799_000),
      lasting: 20...600),
    quantity(
      "TimeInDaylight", 900, .waking, watch, .even(.minutes, 1...5), lasting: 300...300),
  ]

  private static let vitals =
    pressures + [
      quantity(
        "OxygenSaturation", 2_200, .all, watch, .even(.init("%", places: 2), 93...100), .pressure),
      quantity(
        "RespiratoryRate", 1_800, .night, watch, .even(.init("count/min", places: 1), 105...195)),
      quantity(
        "AppleSleepingWristTemperature", 95, .night, watch, .even(.temperature, 347_000...368_000),
        lasting: 21_600...28_800),
      quantity(
        "RestingHeartRate", 100, .waking, watch, .even(.perMinute, 51...63),
        lasting: 40_000...57_000),
      quantity(
        "WalkingHeartRateAverage", 95, .waking, watch,
        .even(.init("count/min", places: 1), 840...1120), lasting: 20_000...57_000),
      quantity("VO2Max", 14, .waking, watch, .even(.oxygenUptake, 3_710...4_460), .maximalTest),
      quantity(
        "HeartRateVariabilitySDNN", 500, .all, watch, .even(.milliseconds, 181_000...990_000),
        lasting: 58...65, .beats),
    ]

  private static let categories = [
    category(
      "SleepAnalysis", 1_600, .night, .turns(.watch, .phone, every: 16),
      [
        "HKCategoryValueSleepAnalysisAsleepCore", "HKCategoryValueSleepAnalysisAsleepDeep",
        "HKCategoryValueSleepAnalysisAsleepCore", "HKCategoryValueSleepAnalysisAsleepREM",
        "HKCategoryValueSleepAnalysisAsleepCore", "HKCategoryValueSleepAnalysisAsleepREM",
        "HKCategoryValueSleepAnalysisAwake",
      ], lasting: 1_200...5_400, .sleep),
    category(
      "AppleStandHour", 1_600, .waking, watch,
      [
        "HKCategoryValueAppleStandHourStood", "HKCategoryValueAppleStandHourStood",
        "HKCategoryValueAppleStandHourIdle",
      ], lasting: 3_600...3_600),
    category(
      "MindfulSession", 60, .waking, phone, ["HKCategoryValueNotApplicable"], lasting: 60...900),
    category(
      "AudioExposureEvent", 12, .waking, watch,
      ["HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit"], lasting: 180...600,
      .exposure),
    category(
      "HandwashingEvent", 500, .waking, watch, ["HKCategoryValueNotApplicable"],
      lasting: 12...24),
    category(
      "MenstrualFlow", 18, .all, .one(.cycleDiary),
      [
        "HKCategoryValueVaginalBleedingMedium", "HKCategoryValueVaginalBleedingHeavy",
        "HKCategoryValueVaginalBleedingMedium", "HKCategoryValueVaginalBleedingLight",
        "HKCategoryValueVaginalBleedingUnspecified",
      ], .cycleStart),
    category(
      "Headache", 10, .waking, health,
      [
        "HKCategoryValueSeverityMild", "HKCategoryValueSeverityModerate",
        "HKCategoryValueSeverityUnspecified",
      ], lasting: 0...7_200, .userEntered),
    category(
      "AppetiteChanges", 3, .waking, health, ["HKCategoryValueAppetiteChangesDecreased"],
      .userEntered),
    category(
      "HighHeartRateEvent", 4, .waking, watch, ["HKCategoryValueNotApplicable"],
      lasting: 600...600, .heartRateThreshold),
    Series(
      type: "HKDataTypeSleepDurationGoal", density: 2, hours: .waking, author: health,
      values: .even(.hours, 7...8), duration: 0...0, detail: .none, stream: hash("goal")),
  ]
}
