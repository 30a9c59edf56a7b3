/// The identity of a sample: 128 bits that come out the same wherever and however often it is read.
///
/// Exports carry no UUIDs. The identity is a hash of what a sample is: type, instants, value in the canonical unit of
/// the type, and the name of the source. Kinds without a value are identified by other fields: the members of a
/// correlation and its food, the points of an audiogram, the voltages of an electrocardiogram, the identifier and the
/// file of a clinical record (``Sample/Fields/identifyingFields``). It leaves out what changes from one export to the
/// next: the device's address, the offset of the dates, the unit chosen for display.
///
/// An external UUID in the metadata (`HKExternalUUID`) is part of the identity. A sample with a sync identifier
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
  public init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }
}

extension SampleID: CustomStringConvertible {
  /// The identity as 32 lower-case hexadecimal digits.
  public var description: String { text.description }
}
