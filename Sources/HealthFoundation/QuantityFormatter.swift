public import HealthConv
import HealthLocale

/// Writes quantities as the people of a locale do: `11 st 3 lb`, `70,5 kg`, `5 ft 9 in`, `98%`.
///
/// ICU formats the texts. It is loaded with the first formatter, since it is large. The ICU that Foundation
/// contains on Linux is not used.
public struct QuantityFormatter: Sendable {
  private let format: LocaleFormat
  /// The units that are chosen for types: by default those of the locale's region.
  public var units: UnitPreferences

  /// The formatter of a locale.
  ///
  /// - Parameter locale: A language, with or without a region: `en_GB`, `de-DE`, `fr`.
  /// - Throws: `HealthError`: `.unsupported` if ICU is not installed, `.usage` if it does not know the locale.
  public init(locale: String) throws(HealthError) {
    var units = UnitPreferences()
    format = try LocaleFormat.open(named: locale, choosing: &units)
    self.units = units
  }

  /// A quantity in its own unit, rounded as people read it.
  ///
  /// - Parameter places: How many decimals are shown; `nil` for three digits.
  public func string(from quantity: Quantity, places: Int? = nil) -> String {
    format.text(shown(quantity), in: quantity.unit, places: places)
  }

  /// A quantity of a type, in the unit that is chosen for it; in its own unit if none is, or if it cannot be converted.
  public func string(from quantity: Quantity, of type: QuantityType, places: Int? = nil) -> String {
    guard let unit = units.unit(for: type), let converted = try? quantity.converted(to: unit) else {
      return string(from: quantity, places: places)
    }
    return format.text(
      shown(converted), in: unit, places: places, isHeight: type == .height)
  }

  /// Percent are stored as fractions.
  private func shown(_ quantity: Quantity) -> Double {
    quantity.unit == .percent ? quantity.value * 100 : quantity.value
  }
}
