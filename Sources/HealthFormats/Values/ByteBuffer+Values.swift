package import HealthBytes
package import HealthModel

/// Values as every format of text prints them.
extension ByteBuffer {
  /// Appends a few printed bytes.
  package mutating func append(_ text: ShortText) {
    text.withBytes { append($0) }
  }

  /// Appends a number as it was written, else as it prints.
  package mutating func append(_ number: Number) {
    if let spelling = number.spelling {
      append(utf8: spelling.text)
    } else {
      append(PlainNumber(digits: number.digits, exponent: number.exponent))
    }
  }

  /// Appends a number as it prints.
  package mutating func append(_ number: PlainNumber) {
    if number.exponent == 0 {
      append(decimal: number.digits)
    } else if number.exponent < 0, number.exponent >= -18 {
      append(decimal: number.digits, places: 0 &- Int(number.exponent))
    } else {
      append(Number(number).text)
    }
  }

  /// Appends an identity: 32 hexadecimal digits.
  mutating func append(_ id: SampleID) {
    append(hexadecimal: id.high, digits: 16)
    append(hexadecimal: id.low, digits: 16)
  }
}
