extension Number {
  /// Parses a number; `nil` if the text is not one.
  ///
  /// A number is an optional sign, digits with at most one decimal point among them, and an optional
  /// power of ten. Infinities, hexadecimal and digit groups are not numbers.
  public init?(_ text: String) {
    self.init(parsing: text.utf8Span.span)
  }

  /// Parses a number; `nil` if the bytes are not one.
  ///
  /// - Complexity: One pass, without allocation unless the text form has to be stored.
  public init?(parsing bytes: Span<UInt8>) {
    let count = bytes.count
    var index = 0
    let isNegative = count > 0 && bytes[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    let first = index
    // Fast path for nearly every number: up to 18 digits, with at most one point between them.
    guard count &- index <= 19 else {
      self.init(general: bytes)
      return
    }
    var digits: Int64 = 0
    var point = -1
    while index < count {
      let digit = bytes[index] &- 48
      if digit < 10 {
        digits = digits &* 10 &+ Int64(digit)
      } else if bytes[index] == UInt8(ascii: "."), point < 0 {
        point = index
      } else {
        self.init(general: bytes)
        return
      }
      index &+= 1
    }
    let length = count &- first
    let isPlain: Bool
    if point < 0 {
      isPlain = length > 0 && length <= 18 && (length == 1 || bytes[first] != 48)
    } else {
      isPlain =
        point > first && point < count &- 1 && (point == first &+ 1 || bytes[first] != 48)
    }
    guard isPlain, !(isNegative && digits == 0) else {
      self.init(general: bytes)
      return
    }
    self.init(
      digits: isNegative ? 0 &- digits : digits,
      exponent: point < 0 ? 0 : Int16(truncatingIfNeeded: point &+ 1 &- count))
  }

  /// Parses any text form. It is stored if printing the number would not reproduce it.
  private init?(general bytes: Span<UInt8>) {
    var scanner = NumberScanner()
    guard bytes.count <= 400, scanner.scan(bytes) else { return nil }
    self.init(
      digits: scanner.isNegative ? -scanner.digits : scanner.digits,
      exponent: Int16(clamping: scanner.exponent),
      spelling: Spelling(String(decodingASCII: bytes)))
  }

  /// The number in plain decimal; with a power of ten if its exponent is below -18 or above 20.
  @inlinable package var text: ShortText {
    var text = ShortText(growingAtFront: ())
    var power = Int(exponent)
    var rest = digits.magnitude
    if power > 0 || power < -18 {
      guard power > 0, power <= 20 else { return Self.scientific(digits, power) }
      for _ in 0..<power { text.prepend(48) }
      text.prepend(decimal: rest)
    } else {
      while power < 0 {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        text.prepend(UInt8(truncatingIfNeeded: 48 &+ digit))
        rest = quotient
        power &+= 1
      }
      if exponent < 0 { text.prepend(UInt8(ascii: ".")) }
      text.prepend(decimal: rest)
    }
    if digits < 0 { text.prepend(UInt8(ascii: "-")) }
    return text
  }

  @usableFromInline static func scientific(_ digits: Int64, _ power: Int) -> ShortText {
    var text = ShortText()
    for byte in "\(digits)e\(power)".utf8 { text.append(byte) }
    return text
  }
}

extension Number: CustomStringConvertible {
  /// The exact text of the input, if the number has one.
  public var description: String {
    spelling?.text ?? text.description
  }
}

/// Reads all text forms of numbers that programs are known to write.
private struct NumberScanner {
  private(set) var isNegative = false
  private(set) var digits: Int64 = 0
  private(set) var exponent = 0

  /// Reads the whole text; `false` if it is not a number.
  mutating func scan(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    if bytes.count > 0, bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+") {
      isNegative = bytes[0] == UInt8(ascii: "-")
      index = 1
    }
    var seenPoint = false
    var seenDigit = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "."), !seenPoint {
        seenPoint = true
      } else if byte &- 48 < 10 {
        seenDigit = true
        append(Int64(byte &- 48), afterPoint: seenPoint)
      } else {
        break
      }
      index += 1
    }
    guard seenDigit else { return false }
    return index == bytes.count || scanPower(bytes, from: index)
  }

  /// Digits after the 18th are dropped: the text form is stored, and the value is calculated from it.
  private mutating func append(_ digit: Int64, afterPoint: Bool) {
    if digits < 100_000_000_000_000_000 {
      digits = digits * 10 + digit
      if afterPoint { exponent -= 1 }
    } else if !afterPoint {
      exponent += 1
    }
  }

  private mutating func scanPower(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    guard bytes[start] | 0x20 == UInt8(ascii: "e") else { return false }
    var index = start + 1
    var sign = 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      sign = bytes[index] == UInt8(ascii: "-") ? -1 : 1
      index += 1
    }
    guard index < bytes.count, bytes.count - index <= 4 else { return false }
    var power = 0
    while index < bytes.count {
      guard bytes[index] &- 48 < 10 else { return false }
      power = power * 10 + Int(bytes[index] - 48)
      index += 1
    }
    exponent += sign * power
    return true
  }
}
