import HealthBytes

extension XMLTokenizer {
  /// The decoded form of a part of an attribute's value, as `appendValue` would give it.
  ///
  /// For those who look at values piece by piece, and make a string only of what they have not met.
  ///
  /// - Parameters:
  ///   - part: The part, as indexes into `bytes`; it must not begin or end inside a reference.
  ///   - bytes: The bytes the tag was found in.
  public func string(ofPart part: Range<Int>, in bytes: Span<UInt8>) -> String {
    let plainEnd = ByteScan.firstQuoteOrSpecial(
      quote: UInt8(ascii: "&"), in: bytes, from: part.lowerBound, to: part.upperBound)
    if plainEnd == part.upperBound { return Self.string(bytes, part) }
    var value: [UInt8] = []
    decode(bytes, part, in: .attributeValue, to: &value)
    return String(decoding: value, as: UTF8.self)
  }
}
