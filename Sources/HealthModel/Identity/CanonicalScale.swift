import HealthUnits

/// How a value of some unit becomes one in the canonical unit of its type, for identities.
///
/// One phone prints the same sample in the unit its user prefers at the time of the export. Between
/// units a power of ten apart (`Cal` and `kcal`, `m` and `km`) the decimal digits stay the same and the
/// identity is exact. Between others each export has rounded on its own to six digits, so 17 bits,
/// about five digits, are all that can be compared.
enum CanonicalScale: Sendable, Equatable {
  case power(Int)
  case linear(factor: Double, offset: Double)

  init(type: SampleType, unit: Unit?) {
    guard case .quantity(let quantity) = type, let unit,
      let canonical = quantity.canonicalUnit.flatMap({ try? Unit($0) })
    else {
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
      self = .power(0)  // of another dimension than the type's: compared as it stands
    }
  }

  func combine(_ number: Number, into hash: inout IdentityHash) {
    switch self {
    case .power(let power):
      let (digits, exponent) = number.normalized
      hash.combine(UInt64(bitPattern: digits))
      hash.combine(UInt64(bitPattern: Int64(digits == 0 ? 0 : exponent &+ power)))
    case .linear(let factor, let offset):
      let value = number.doubleValue * factor + offset
      let rounded = (value.bitPattern &+ (1 << 34)) & ~((1 << 35) &- 1)
      hash.combine(rounded)
    }
  }
}
