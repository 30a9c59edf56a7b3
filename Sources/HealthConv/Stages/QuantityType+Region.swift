public import HealthModel
public import HealthUnits

extension QuantityType {
  /// The unit that is usual for quantities of this type in a region; `nil` for types that are not in the catalog.
  ///
  /// The source is the table of unit preferences of the Unicode CLDR, version 46, for the usages *person*, *person-height*, *road*, *fluid*,
  /// *food*, *blood-glucose* and the defaults. Its units of two parts (5 ft 9 in, 11 st 3 lb) are the first of them here.
  /// Where it has no entry, the United States have the units of an export there, others those of the metric system.
  ///
  /// - Parameter region: The code of ISO 3166, such as `GB`.
  public func preferredUnit(in region: String) -> HealthUnit? {
    guard let metricUnit else { return nil }
    switch (self, metricUnit) {
    case (.bloodGlucose, _):
      return Self.millimoleRegions.contains(region) ? .millimolePerLiterOfGlucose : metricUnit
    case _ where region == "US": return UnitPreferences.imperial(self, metricUnit)
    case (.height, _) where Self.footRegions.contains(region): return try? HealthUnit("ft")
    case (.waistCircumference, _) where Self.footRegions.contains(region):
      return try? HealthUnit("in")
    case (.bodyMass, _) where region == "GB", (.leanBodyMass, _) where region == "GB":
      return try? HealthUnit("st")
    case (_, .kilometer) where region == "GB": return .mile
    case (_, .kilometer / .hour) where region == "GB": return .mile / .hour
    case (.dietaryWater, _) where region == "GB": return try? HealthUnit("fl_oz_imp")
    default: return metricUnit
    }
  }

  private static let footRegions: Set = ["CA", "GB", "IN"]

  private static let millimoleRegions = Set(
    """
    AG AI AO AU BA BG BH BM BN BW BY CA CH CM CN CZ DK DM EE FI FJ GB GD HK HR HU IE IM IS KE KN KW KZ LC LI LT LU LV ME \
    MG MK MO MS MT MU MY MZ NA NL NO NZ OM PG RS RU SE SG SI SK TC TO UA UG VC VG VN VU ZA
    """.split(separator: " ").map(String.init))
}
