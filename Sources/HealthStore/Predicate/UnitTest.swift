import HealthModel
import HealthUnits

/// A unit that a predicate names: its text, and what it means if it is known.
struct UnitName: Sendable {
  let text: String
  let unit: HealthUnit?

  init(_ text: String) {
    self.text = text
    unit = try? HealthUnit(text)
  }

  /// The unit with the molar mass of what a type measures, where moles were named without one: people write
  /// `mmol/L`, exports of blood glucose `mmol<180.1558800000541>/L`.
  func unit(for type: SampleType) -> HealthUnit? {
    guard case .quantity(let type) = type else { return unit }
    return unit?.measuring(type)
  }

  /// Whether values of some of these types may have it; `nil` is any type.
  func fits(anyOf types: Set<String>?) -> Bool {
    types?.contains { fits(QuantityType($0)) } ?? true
  }

  /// Whether values of a type may have it; any value may if the type is unknown.
  private func fits(_ type: QuantityType) -> Bool {
    guard let canonical = type.canonicalUnit else { return true }
    let wanted = unit(for: .quantity(type))
    return ([canonical] + type.otherUnits).contains {
      NumberScale(from: try? HealthUnit($0), to: wanted) != nil
    }
  }
}

/// A ``SamplePredicate/TextMatch`` for units: spellings of one unit are the same.
struct UnitTest: Sendable {
  private let test: TextTest
  private let wanted: UnitName?

  init(_ match: SamplePredicate.TextMatch) {
    test = TextTest(match)
    switch match {
    case .equals(let text), .differs(let text): wanted = UnitName(text)
    case .like, .exists: wanted = nil
    }
  }

  /// Whether the unit of samples fits; `false` if they have no unit.
  func matches(_ descriptor: SampleDescriptor) -> Bool {
    guard let text = descriptor.unitText else { return false }
    guard let wanted else { return test.matches(text) }
    // The case of a unit's letters has a meaning.
    let isSame =
      text == wanted.text
      || (wanted.unit != nil && descriptor.unit == wanted.unit(for: descriptor.type))
    if case .differs = test { return !isSame }
    return isSame
  }
}

/// Converts the numbers of samples to the unit of a query.
struct NumberScale: Sendable {
  private let conversion: HealthUnit.Conversion?

  /// Compares numbers without conversion.
  init() { conversion = nil }

  init?(from own: HealthUnit?, to wanted: HealthUnit?) {
    guard let own, let wanted, let conversion = try? own.conversion(to: wanted) else { return nil }
    self.init(conversion)
  }

  init(_ conversion: HealthUnit.Conversion) {
    self.conversion = conversion.powerOfTen == 0 ? nil : conversion
  }

  /// The scale from the unit of samples to another; `nil` if they cannot be converted.
  init?(from descriptor: SampleDescriptor, to wanted: UnitName?) {
    if wanted == nil || wanted?.text == descriptor.unitText {
      self.init()
    } else {
      self.init(from: descriptor.unit, to: wanted?.unit(for: descriptor.type))
    }
  }

  /// The number in the unit of the query.
  func value(of number: Number) -> Double {
    guard let conversion else { return number.doubleValue }
    // Of a number with more digits, only the spelling has all of them.
    guard number.spelling == nil || number.digits.magnitude < 10_000_000_000_000_000 else {
      return conversion(number.doubleValue)
    }
    return conversion(digits: number.digits, exponent: Int(number.exponent))
  }
}
