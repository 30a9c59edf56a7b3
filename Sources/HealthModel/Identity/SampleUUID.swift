/// The UUID of a sample (`HKObject.uuid`).
///
/// A sample that is made in code has a random one, which lossless formats and stores keep: two glasses of water of one
/// second are two samples. Exports of Apple Health have none; the UUID of a sample that states none is made of its
/// identity and ordinal, so that it is the same wherever the sample is read.
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

  /// The UUID of a sample that states none: its identity with the ordinal (version 8 of RFC 9562).
  public init(id: SampleID, ordinal: UInt32) {
    let ordinal = UInt64(ordinal) &* 0x9e37_79b9_7f4a_7c15
    self.init(high: id.high ^ ordinal, low: id.low, version: 8)
  }

  private init(high: UInt64, low: UInt64, version: UInt64) {
    self.init(
      high: high & ~0xf000 | version &<< 12, low: low & ~(0b11 &<< 62) | 0b10 &<< 62)
  }

  /// The UUID that 32 hexadecimal digits spell, in groups of 8, 4, 4, 4 and 12 with hyphens between; `nil` for other text.
  public init?(_ text: String) {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == Self.groups, let bits = SampleID(groups.joined()) else {
      return nil
    }
    self.init(bits)
  }

  /// How many digits the groups of a text have.
  private static let groups = [8, 4, 4, 4, 12]

  /// Orders UUIDs by their bits.
  public static func < (a: SampleUUID, b: SampleUUID) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }

  /// Its bits as those of an identity, which stores keep in the same way.
  package var bits: SampleID { SampleID(high: high, low: low) }

  /// The UUID of the bits.
  package init(_ bits: SampleID) { self.init(high: bits.high, low: bits.low) }

  /// A hash to combine with one of the content of a sample. Combined twice, it has no effect.
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
    return Self.groups.map { count in
      defer { digits = digits.dropFirst(count) }
      return String(digits.prefix(count))
    }.joined(separator: "-")
  }
}
