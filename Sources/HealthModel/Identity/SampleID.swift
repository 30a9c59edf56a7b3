/// The identity of a sample: 128 bits that come out the same wherever and however often it is read.
///
/// Exports carry no UUIDs. The identity is a hash of what a sample is: type, instants, value in the canonical unit of
/// the type, and the name of the source. Kinds without a value are identified by other fields: the members of a
/// correlation and its food, the points of an audiogram, the voltages of an electrocardiogram, the identifier and the
/// file of a clinical record (``Sample/Fields/identifyingFields``). It leaves out what changes from one export to the
/// next: the device's address, the offset of the dates, the unit chosen for display.
///
/// An external UUID in the metadata (`HKExternalUUID`) is part of the identity, as is the mark of a sample that an app made of
/// others (`aggregate`). A sample with a sync identifier
/// (`HKMetadataKeySyncIdentifier`) is identified by that, its type and its source alone.
///
/// Two samples of one identity may still differ, in other metadata for example: then they are two samples.
public struct SampleID: Hashable, Sendable, Comparable {
  /// The first 64 bits.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  /// An identity from its bits.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Orders identities by their bits.
  public static func < (a: SampleID, b: SampleID) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }

  /// The identity as 32 lower-case hexadecimal digits.
  @inlinable package var text: ShortText {
    var text = ShortText()
    text.append(hexadecimal: high)
    text.append(hexadecimal: low)
    return text
  }

  /// The identity that 32 hexadecimal digits spell, or `nil`.
  public init?(_ text: String) { self.init(digits: text.utf8) }

  init?(digits: some Sequence<UInt8>) {
    var (high, low, count): (UInt64, UInt64, Int) = (0, 0, 0)
    for byte in digits {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      (high, low) = (high &<< 4 | low &>> 60, low &<< 4 | UInt64(digit))
      count += 1
    }
    guard count == 32 else { return nil }
    self.init(high: high, low: low)
  }
}

extension SampleID: CustomStringConvertible {
  /// The identity as 32 lower-case hexadecimal digits.
  public var description: String { text.description }
}

/// Two independent 64-bit hashes of the same words, each word folded in by one wide multiplication.
///
/// The step is that of wyhash (Wang Yi, public domain): the two halves of a 128-bit product,
/// xor-ed. It is fixed for good: identities are written into files. Not for use against an adversary.
@frozen
@usableFromInline
struct IdentityHash: Sendable {
  @usableFromInline var high: UInt64 = 0xa076_1d64_78bd_642f
  @usableFromInline var low: UInt64 = 0xe703_7ed1_a0b4_28db

  @inlinable init() {}

  @inlinable mutating func combine(_ word: UInt64) {
    high = Self.fold(high ^ word, 0x8ebc_6af0_9c88_c6e3)
    low = Self.fold(low ^ word, 0x5899_65cc_7537_4cc3)
  }

  @inlinable static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    // The word itself stays in the result, so that a zero does not erase what came before.
    return product.high ^ product.low ^ (a &<< 32 | a &>> 32)
  }

  /// Feeds a text, length first.
  mutating func combine(_ text: String) {
    combine(text.utf8Span.span)
  }

  /// Feeds bytes, length first.
  mutating func combine(_ bytes: [UInt8]) { combine(bytes.span) }

  private mutating func combine(_ bytes: Span<UInt8>) {
    combine(UInt64(bytes.count))
    var word: UInt64 = 0
    var filled = 0
    for index in bytes.indices {
      word = word &<< 8 | UInt64(bytes[index])
      filled += 1
      if filled == 8 {
        combine(word)
        word = 0
        filled = 0
      }
    }
    if filled > 0 { combine(word) }
  }

  /// Feeds the id of a participant. Identities of samples without one are not changed by there being ids.
  mutating func combine(participant: String) {
    combine("participant")
    combine(participant)
  }

  /// Feeds a number by its value, however it is written.
  mutating func combine(_ number: Number) {
    let (digits, exponent) = number.normalized
    combine(UInt64(bitPattern: digits))
    combine(UInt64(bitPattern: Int64(exponent)))
  }

  /// Feeds an identity.
  mutating func combine(_ id: SampleID) {
    combine(id.high)
    combine(id.low)
  }

  @inlinable mutating func combine(_ timestamp: Timestamp) {
    combine(UInt64(bitPattern: timestamp.secondsSince1970))
    combine(UInt64(bitPattern: Int64(timestamp.nanoseconds)))
  }

  @inlinable var id: SampleID {
    SampleID(high: Self.fold(high, low | 1), low: Self.fold(low, high | 1))
  }
}

/// Counts samples with one identity, so that an ordinal distinguishes duplicates.
///
/// Exports are grouped by type and ordered by creation, so duplicates stand near each other; what is
/// remembered is therefore the most recent identities only, and the memory is fixed.
public struct OrdinalCounter: Sendable {
  /// A slot has 48 bits of an identity and, in the low 16, how often it occurred.
  private var slots: [UInt64]
  /// For each slot, eight bits more of its identity. Nearly every sample is the first of its identity, and these say
  /// so: between two looks at one slot lies more than a processor's cache holds, but all of these fit into it.
  private var tags: [UInt8]

  /// How many identities are remembered at most. One that is overwritten by another of the same slot
  /// is forgotten: its next duplicate counts as the first.
  public static let capacity = 1 << 14

  /// A counter that has seen nothing.
  public init() {
    slots = Array(repeating: 0, count: Self.capacity)
    tags = Array(repeating: 0, count: Self.capacity)
  }

  /// How many samples with this identity came before: 0 for the first, 65,534 at the most.
  public mutating func ordinal(of id: SampleID) -> UInt32 {
    // 14 bits of the one word choose the slot and 48 of the other are compared.
    let slot = Int(truncatingIfNeeded: id.high & UInt64(Self.capacity &- 1))
    let tag = UInt8(truncatingIfNeeded: id.low &>> 16)
    if tags[slot] == tag {
      let entry = slots[slot]
      let count = entry & 0xffff
      if entry &>> 16 == id.low &>> 16, count != 0 {
        if count < 0xffff { slots[slot] = entry &+ 1 }
        return UInt32(truncatingIfNeeded: count)
      }
    }
    tags[slot] = tag
    slots[slot] = id.low & ~0xffff | 1
    return 0
  }

  /// The sample with its ordinal. It must not have one.
  public mutating func numbered(_ sample: Sample) -> Sample {
    let ordinal = ordinal(of: sample.id)
    guard ordinal != 0 else { return sample }
    var sample = sample
    sample.ordinal = ordinal
    return sample
  }
}

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
