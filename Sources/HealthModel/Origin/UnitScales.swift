import HealthUnits
import Synchronization

/// Units by their texts, with the scale to the canonical unit of a type, each worked out once: a file may have another
/// source or device in each record, but it has few units.
enum UnitScales {
  struct Entry: Sendable {
    let unit: HealthUnit?
    let canonical: CanonicalScale

    init(_ text: String, of type: QuantityType?) {
      let canonical = type?.canonicalUnit
      unit = type.map { try? HealthUnit(text, of: $0) } ?? (try? HealthUnit(text))
      self.canonical = CanonicalScale(unit, to: canonical)
    }
  }

  private struct Key: Hashable {
    let text: String
    let canonical: String?
    let molarMass: String?
  }

  private static let known = Mutex<[Key: Entry]>([:])
  /// How many are kept, and the longest text of one. All types of the catalog take fewer.
  private static let limit = (count: 1_024, length: 64)

  /// The unit of a text, and its scale.
  static func entry(of text: String, _ type: SampleType) -> Entry {
    let quantity: QuantityType? = if case .quantity(let type) = type { type } else { nil }
    // Outside of ASCII, strings are equal whose bytes differ.
    guard text.utf8.count <= limit.length, text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return Entry(text, of: quantity)
    }
    let key = Key(
      text: text, canonical: quantity?.canonicalUnit, molarMass: quantity?.molarMass)
    return known.withLock { known in
      if let entry = known[key] { return entry }
      if known.count >= limit.count { known.removeAll(keepingCapacity: true) }
      let entry = Entry(text, of: quantity)
      known[key] = entry
      return entry
    }
  }
}

/// How a value of some unit becomes one in the canonical unit of its type, for identities.
///
/// One phone prints the same sample in the unit its user prefers at the time of the export. Between units a power of
/// ten apart (`Cal` and `kcal`, `m` and `km`) the decimal digits stay the same and the identity is exact. Between
/// others (`lb` and `kg`) each export rounds separately to six digits, so the converted value is rounded to five: it
/// equals the canonical one if that has at most five digits, as 70.5 kg does when it was read as 155.426 lb.
enum CanonicalScale: Sendable, Equatable {
  case power(Int)
  case linear(factor: Double, offset: Double)

  init(_ unit: HealthUnit?, to canonical: String?) {
    guard let unit, let canonical = canonical.flatMap({ try? HealthUnit($0) }) else {
      self = .power(0)
      return
    }
    if let power = unit.powerOfTen(to: canonical) {
      self = .power(power)
    } else if let zero = try? unit.convert(0, to: canonical),
      let one = try? unit.convert(1, to: canonical)
    {
      self = .linear(factor: one - zero, offset: zero)
    } else {
      self = .power(0)  // of another dimension than the type's: compared without conversion
    }
  }

  /// The value in the canonical unit, without trailing zeros.
  func value(of number: Number) -> (digits: Int64, exponent: Int) {
    switch self {
    case .power(let power):
      let (digits, exponent) = number.normalized
      return (digits, digits == 0 ? 0 : exponent &+ power)
    case .linear(let factor, let offset):
      return Self.fiveDigits(number.doubleValue * factor + offset).normalized
    }
  }

  func combine(_ number: Number, into hash: inout IdentityHash) {
    let (digits, exponent) = value(of: number)
    hash.combine(UInt64(bitPattern: digits))
    hash.combine(UInt64(bitPattern: Int64(exponent)))
  }

  /// A value rounded to five significant digits.
  private static func fiveDigits(_ value: Double) -> Number {
    var magnitude = value.magnitude
    guard magnitude > 1e-20, magnitude < 1e20 else { return Number(digits: 0, exponent: 0) }
    var exponent = 0
    while magnitude >= 1e5 {
      magnitude /= 10
      exponent += 1
    }
    while magnitude < 1e4 {
      magnitude *= 10
      exponent -= 1
    }
    let digits = Int64(magnitude.rounded())
    return Number(digits: value < 0 ? -digits : digits, exponent: Int16(exponent))
  }
}
