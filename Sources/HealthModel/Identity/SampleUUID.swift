/// The UUID of a sample (`HKObject.uuid`).
///
/// A sample that is made in code has a random UUID, which lossless formats and stores preserve: two equal glasses of water in
/// one second are two samples. Exports of Apple Health contain no UUIDs. The UUID of such a sample is calculated from its
/// identity and ordinal, so it is the same wherever the sample is read.
public struct SampleUUID: Hashable, Sendable, Comparable {
  /// The first 64 bits.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  /// A UUID from its bits.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A random UUID (version 4 of RFC 9562).
  public static func random() -> SampleUUID {
    SampleUUID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max), version: 4)
  }

  /// The UUID of a sample without a stored one, calculated from its identity and ordinal (version 8 of RFC 9562).
  public init(id: SampleID, ordinal: UInt32) {
    let ordinal = UInt64(ordinal) &* 0x9e37_79b9_7f4a_7c15
    self.init(high: id.high ^ ordinal, low: id.low, version: 8)
  }

  private init(high: UInt64, low: UInt64, version: UInt64) {
    self.init(
      high: high & ~0xf000 | version &<< 12, low: low & ~(0b11 &<< 62) | 0b10 &<< 62)
  }

  /// Parses 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 with hyphens between; `nil` for other texts.
  public init?(_ text: String) {
    let hyphen = UInt8(ascii: "-")
    guard text.utf8.count == 36,
      text.utf8.enumerated().allSatisfy({ ($1 == hyphen) == [8, 13, 18, 23].contains($0) }),
      let bits = SampleID(digits: text.utf8.lazy.filter { $0 != hyphen })
    else { return nil }
    self.init(bits)
  }

  /// Orders UUIDs by their bits.
  public static func < (a: SampleUUID, b: SampleUUID) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }

  /// The bits in the type of identities: stores save both in the same form.
  package var bits: SampleID { SampleID(high: high, low: low) }

  /// The UUID of the bits.
  package init(_ bits: SampleID) { self.init(high: bits.high, low: bits.low) }

  /// Whether it can be one that was calculated from an identity.
  package var mayBeDerived: Bool { high &>> 12 & 15 == 8 && low &>> 62 == 0b10 }

  /// A hash to combine with that of a sample's content by exclusive or. Combined twice, it has no effect.
  package var hash: UInt64 {
    var hash = IdentityHash()
    hash.combine(high)
    hash.combine(low)
    return hash.id.low
  }
}

extension SampleUUID: CustomStringConvertible {
  /// Upper-case hexadecimal digits in groups of 8, 4, 4, 4 and 12, as HealthKit prints them.
  public var description: String {
    var digits = Substring(bits.description.uppercased())
    return [8, 4, 4, 4, 12].map { count in
      defer { digits = digits.dropFirst(count) }
      return String(digits.prefix(count))
    }.joined(separator: "-")
  }
}
