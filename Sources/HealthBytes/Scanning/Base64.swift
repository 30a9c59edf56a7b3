/// Base64 (RFC 4648, section 4), padded, without line breaks.
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each letter; 255 for bytes outside the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  /// Appends `bytes` in Base64 to a buffer.
  static func encode(_ bytes: Span<UInt8>, into buffer: inout ByteBuffer) {
    let letters = letters
    var index = 0
    while index < bytes.count, buffer.count <= buffer.most {
      let left = min(3, bytes.count - index)
      var word = UInt32(bytes[index]) << 16
      if left > 1 { word |= UInt32(bytes[index + 1]) << 8 }
      if left > 2 { word |= UInt32(bytes[index + 2]) }
      for place in 0..<4 {
        let letter = letters[Int(word >> UInt32(18 - 6 * place)) & 63]
        buffer.append(place <= left ? letter : UInt8(ascii: "="))
      }
      index += 3
    }
  }

  /// Decodes Base64.
  ///
  /// - Parameter text: Base64 with padding, without any other characters.
  /// - Returns: The bytes, or `nil` if the text is not Base64.
  public static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    var end = text.count
    while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    let values = values
    var word: UInt32 = 0
    for index in 0..<end {
      let value = values[Int(text[index])]
      guard value < 64 else { return nil }
      word = word << 6 | UInt32(value)
      if index % 4 == 3 {
        bytes.append(UInt8(truncatingIfNeeded: word >> 16))
        bytes.append(UInt8(truncatingIfNeeded: word >> 8))
        bytes.append(UInt8(truncatingIfNeeded: word))
        word = 0
      }
    }
    // Bits that are left over have to be zero: else two texts would stand for the same bytes.
    switch end % 4 {
    case 2:
      guard word & 0xF == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: word >> 4))
    case 3:
      guard word & 0x3 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: word >> 10))
      bytes.append(UInt8(truncatingIfNeeded: word >> 2))
    default: break
    }
    return bytes
  }
}

extension ByteBuffer {
  /// Appends bytes in Base64.
  public mutating func append(base64 bytes: Span<UInt8>) {
    Base64.encode(bytes, into: &self)
  }
}
