/// A few ASCII bytes on the stack: the printed form of a number, a date or an identity.
///
/// Writers append its `bytes` to their buffer without an allocation; `String(_:)` is for people.
@usableFromInline package struct ShortText: Sendable, CustomStringConvertible {
  @usableFromInline var storage: [48 of UInt8] = .init(repeating: 0)
  @usableFromInline var start: Int
  @usableFromInline var end: Int

  /// The largest number of bytes a text can hold.
  @inlinable static var capacity: Int { 48 }

  /// An empty text that grows at its end.
  @inlinable init() {
    start = 0
    end = 0
  }

  /// An empty text that grows at its front, as digits are found from the last to the first.
  @inlinable init(growingAtFront: Void) {
    start = Self.capacity
    end = Self.capacity
  }

  @inlinable mutating func append(_ byte: UInt8) {
    storage[end] = byte
    end &+= 1
  }

  @inlinable mutating func prepend(_ byte: UInt8) {
    start &-= 1
    storage[start] = byte
  }

  /// Appends a number below 100 as two digits.
  @inlinable mutating func append(twoDigits value: Int) {
    let tens = (value &* 103) >> 10
    append(UInt8(truncatingIfNeeded: 48 &+ tens))
    append(UInt8(truncatingIfNeeded: 48 &+ value &- tens &* 10))
  }

  /// Appends a year with its sign and at least four digits, the last twelve of a longer one.
  @usableFromInline mutating func append(farYear year: Int) {
    append(year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let digits = "\(year.magnitude)".utf8.suffix(12)
    for _ in digits.count..<max(4, digits.count) { append(48) }
    for digit in digits { append(digit) }
  }

  /// Appends all 16 hexadecimal digits of a word.
  @inlinable mutating func append(hexadecimal word: UInt64) {
    var shift: UInt64 = 64
    repeat {
      shift &-= 4
      let nibble = UInt8(truncatingIfNeeded: (word &>> shift) & 15)
      append(nibble < 10 ? 48 &+ nibble : 87 &+ nibble)
    } while shift != 0
  }

  /// Inserts the digits of a number before the existing content.
  @inlinable mutating func prepend(decimal value: UInt64) {
    var rest = value
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      prepend(UInt8(truncatingIfNeeded: 48 &+ digit))
      rest = quotient
    } while rest != 0
  }

  /// Calls a function with the text's bytes.
  ///
  /// - Parameter body: Is lent the ASCII bytes for the duration of the call.
  @inlinable public func withBytes<R, E: Error>(
    _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try body(storage.span.extracting(start..<end))
  }

  /// The text as a string.
  public var description: String {
    withBytes { String(decodingASCII: $0) }
  }
}

extension String {
  /// A string of bytes known to be ASCII; others come out as Latin-1.
  @usableFromInline init(decodingASCII bytes: Span<UInt8>) {
    if let text = try? UTF8Span(validating: bytes), text.isKnownASCII {
      self.init(copying: text)
      return
    }
    self.init()
    reserveCapacity(bytes.count)
    for index in bytes.indices {
      unicodeScalars.append(Unicode.Scalar(bytes[index]))
    }
  }
}
