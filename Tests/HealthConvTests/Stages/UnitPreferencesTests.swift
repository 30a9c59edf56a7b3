import Testing

@testable import HealthConv

struct UnitPreferencesTests {
  @Test(arguments: [
    (
      "metrik",
      "unknown units 'metrik', expected 'as-is', 'si', 'metric', 'imperial', a region such as GB, or a type and a unit such as BodyMass=lb"
    ),
    (
      "XX",
      "unknown units 'XX', expected 'as-is', 'si', 'metric', 'imperial', a region such as GB, or a type and a unit such as BodyMass=lb"
    ),
    (
      "BodyMass=cm",
      "cannot convert 'BodyMass' to 'cm' (length), expected a unit such as 'kg', 'lb', 'st', 'g'"
    ),
    (
      "Dietary*=mmHg",
      "cannot convert 'Dietary*' to 'mmHg' (pressure), expected a unit such as 'mcg'"
    ),
    (
      "BodyMass=lbs",
      "cannot convert 'BodyMass': unknown unit 'lbs' at character 1 of 'lbs'; did you mean 'lb'?"
    ),
    ("BodyMas=lb", "unknown type 'BodyMas'. Did you mean 'BodyMass'?"),
    ("SleepAnalysis=min", "cannot convert 'SleepAnalysis' to 'min': it is not a quantity"),
  ])
  func whatMakesNoSenseIsRefused(_ text: String, _ message: String) {
    var preferences = UnitPreferences()
    let error = #expect(throws: HealthError.self) { try preferences.add(text) }
    #expect(error?.code == .usage)
    #expect(error?.message == message)
  }

  @Test(
    arguments: [
      // Wishes in their order, a type, the unit it gets.
      ("metric", "BodyMass", "kg"), ("si", "Height", "m"), ("imperial", "Height", "ft"),
      ("imperial", "WaistCircumference", "in"), ("imperial", "DistanceSwimming", "yd"),
      ("imperial", "SixMinuteWalkTestDistance", "m"), ("imperial", "DietaryProtein", "g"),
      ("imperial", "BloodGlucose", "mg/dL"), ("si", "BloodGlucose", "mmol<180.1558800000541>/L"),
      ("si", "HeartRate", "count/min"), ("si", "BloodPressureSystolic", "mmHg"),
      ("metric BodyMass=st", "BodyMass", "st"), ("BodyMass=st metric", "BodyMass", "st"),
      ("*Mass=lb BodyMass=st", "BodyMass", "st"), ("BodyMass=st *Mass=lb", "BodyMass", "lb"),
      // A pattern means those of its types that its unit fits.
      ("metric *=mi", "DistanceCycling", "mi"), ("metric *=mi", "BodyMass", "kg"),
      ("*=mi", "BodyMass", nil), ("imperial as-is", "BodyMass", nil),
      ("metric", "HKQuantityTypeIdentifierNovelty", nil),
      ("GB", "BodyMass", "st"), ("GB", "Height", "ft"), ("GB", "DistanceWalkingRunning", "mi"),
      ("GB", "DietaryWater", "fl_oz_imp"), ("GB", "BodyTemperature", "degC"),
      ("GB", "BloodGlucose", "mmol<180.1558800000541>/L"), ("GB BodyMass=kg", "BodyMass", "kg"),
      ("GB metric", "BodyMass", "kg"), ("CA", "Height", "ft"), ("CA", "BodyMass", "kg"),
      ("IN", "WaistCircumference", "in"), ("IN", "BloodGlucose", "mg/dL"),
      ("US", "BodyMass", "lb"), ("US", "Height", "ft"), ("US", "BodyTemperature", "degF"),
      ("US", "DietaryWater", "fl_oz_us"), ("US", "BloodGlucose", "mg/dL"),
      ("US", "DietaryEnergyConsumed", "kcal"), ("US", "DistanceSwimming", "yd"),
      ("FR", "Height", "cm"), ("FR", "BodyMass", "kg"), ("FR", "BloodGlucose", "mg/dL"),
      ("DE", "DistanceCycling", "km"), ("CH", "BloodGlucose", "mmol<180.1558800000541>/L"),
      ("HKQuantityTypeIdentifierNovelty=m", "HKQuantityTypeIdentifierNovelty", "m"),
    ] as [(String, String, String?)])
  func theLastWishHolds(_ wishes: String, _ type: String, _ unit: String?) throws {
    var preferences = UnitPreferences()
    for wish in wishes.split(separator: " ") { try preferences.add(String(wish)) }
    let identifier = type.hasPrefix("HK") ? type : "HKQuantityTypeIdentifier" + type
    #expect(preferences.unit(for: QuantityType(identifier))?.description == unit)
  }

  /// Every region has a unit for each type of the catalog, and one that fits.
  @Test func regionsKnowEveryType() throws {
    for region in ["US", "GB", "CA", "IN", "FR", "AU", "ZZ"] {
      for type in QuantityType.all {
        let canonical = try HealthUnit(try #require(type.canonicalUnit))
        #expect(type.preferredUnit(in: region)?.isCompatible(with: canonical) == true)
      }
    }
  }

  /// Each system has a unit for each type of the catalog, and one that fits.
  @Test(arguments: UnitSystem.allCases)
  func systemsKnowEveryType(_ system: UnitSystem) throws {
    var preferences = UnitPreferences()
    preferences.system = system
    for type in QuantityType.all {
      let canonical = try HealthUnit(try #require(type.canonicalUnit))
      #expect(preferences.unit(for: type)?.isCompatible(with: canonical) == true)
    }
  }
}
