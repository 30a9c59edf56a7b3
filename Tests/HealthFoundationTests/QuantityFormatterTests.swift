import HealthConv
import HealthFoundation
import Testing

/// Quantities in words of a locale, with the units of its region.
struct QuantityFormatterTests {
  private static let hasICU = (try? QuantityFormatter(locale: "en_US")) != nil

  @Test(
    .enabled(if: hasICU, "ICU is not installed"),
    arguments: [
      ("en_GB", QuantityType.bodyMass, Quantity(71.2, .kilogram), "11 st 3 lb"),
      ("de_DE", .bodyMass, Quantity(70.5, .kilogram), "70,5 kg"),
      ("en_US", .height, Quantity(1.75, .meter), "5 ft 9 in"),
      ("en_US", .distanceWalkingRunning, Quantity(5, .kilometer), "3.11 mi"),
      ("de_DE", .oxygenSaturation, Quantity(0.958, .percent), "95,8\u{A0}%"),
      ("fr_FR", .stepCount, Quantity(12_345, .count), "12\u{202F}345"),
    ])
  func quantitiesHaveTheUnitsOfTheRegion(
    _ locale: String, _ type: QuantityType, _ quantity: Quantity, _ text: String
  ) throws {
    let formatter = try QuantityFormatter(locale: locale)
    let spaces = formatter.string(from: quantity, of: type)
    #expect(spaces == text, "\(spaces.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())")
  }

  @Test(.enabled(if: hasICU, "ICU is not installed"))
  func unitsAreThoseOfTheQuantityOrChosen() throws {
    var formatter = try QuantityFormatter(locale: "en_GB")
    #expect(formatter.string(from: Quantity(70.5, .kilogram)) == "70.5 kg")
    #expect(formatter.string(from: Quantity(70.5, .kilogram), places: 0) == "71 kg")
    try formatter.units.add("BodyMass=lb")
    #expect(formatter.string(from: Quantity(10, .kilogram), of: .bodyMass) == "22 lb")
    #expect(throws: HealthError.self) { try QuantityFormatter(locale: "no such") }
  }
}
