import HealthModel

/// Takes a written date apart, piece by piece.
struct DateScanner {
  private var fields = DateFields()
  private var hasOffset = false
  private var isAfternoon: Bool?
  private var at = 0
  private let end: Int

  init(_ count: Int) { end = count }

  /// Reads pieces one after another; `false` at the first that is not there.
  mutating func take(_ pieces: [DatePattern.Piece], _ bytes: Span<UInt8>) -> Bool {
    for piece in pieces where !take(piece, bytes) { return false }
    return true
  }

  /// Reads a piece; `false`, and nothing read, if it is not there.
  mutating func take(_ piece: DatePattern.Piece, _ bytes: Span<UInt8>) -> Bool {
    switch piece {
    case .literal(let byte): return takeLiteral(byte, bytes)
    case .number(let field, let digits):
      guard let value = number(digits, bytes) else { return false }
      switch field {
      case .year: fields.year = value
      case .month: fields.month = value
      case .day: fields.day = value
      case .hour: fields.hour = value
      case .minute: fields.minute = value
      case .second: fields.second = value
      }
    case .shortYear:
      guard let value = number(2...2, bytes) else { return false }
      fields.year = value + (value < 70 ? 2_000 : 1_900)
    case .month:
      guard let index = name(of: Self.months, bytes) else { return false }
      fields.month = index + 1
    case .weekday: return name(of: Self.weekdays, bytes) != nil
    case .fraction: return takeFraction(bytes)
    case .half:
      guard let index = name(of: Self.halves, bytes) else { return false }
      isAfternoon = index == 1
    case .offset: return takeOffset(bytes)
    }
    return true
  }

  /// The result, if all of the text was read.
  mutating func reading(_ bytes: Span<UInt8>) -> DatePattern.Reading {
    guard at == end else { return .fault(.shape) }
    if let isAfternoon {
      guard (1...12).contains(fields.hour) else {
        return .fault(.range(field: "hour", found: fields.hour, from: 1, to: 12))
      }
      fields.hour = fields.hour % 12 + (isAfternoon ? 12 : 0)
    }
    if let fault = fields.fault { return .fault(fault) }
    guard hasOffset else { return .clock(fields) }
    return .instant(
      Timestamp(
        secondsSince1970: fields.clock - Int64(fields.offsetMinutes) * 60,
        nanoseconds: Int32(fields.nanoseconds), offsetMinutes: Int16(fields.offsetMinutes)))
  }

  private mutating func takeLiteral(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard at < end else { return false }
    if bytes[at] == byte {
      at += 1
      return true
    }
    // Phones write no-break spaces where they mean spaces: U+00A0 and U+202F.
    guard byte == UInt8(ascii: " ") else { return false }
    if end - at >= 2, bytes[at] == 0xC2, bytes[at + 1] == 0xA0 {
      at += 2
      return true
    }
    guard end - at >= 3, bytes[at] == 0xE2, bytes[at + 1] == 0x80, bytes[at + 2] == 0xAF else {
      return false
    }
    at += 3
    return true
  }

  private mutating func number(_ digits: ClosedRange<Int>, _ bytes: Span<UInt8>) -> Int? {
    var (value, index) = (0, at)
    while index < end, index - at < digits.upperBound, bytes[index] &- 48 < 10 {
      value = value * 10 + Int(bytes[index] - 48)
      index += 1
    }
    guard index - at >= digits.lowerBound else { return nil }
    at = index
    return value
  }

  private mutating func takeFraction(_ bytes: Span<UInt8>) -> Bool {
    let start = at
    var unit = 100_000_000
    while at < end, bytes[at] &- 48 < 10 {
      fields.nanoseconds += Int(bytes[at] - 48) * unit
      unit /= 10
      at += 1
    }
    return at > start
  }

  private mutating func takeOffset(_ bytes: Span<UInt8>) -> Bool {
    guard at < end else { return false }
    hasOffset = true
    let sign = bytes[at]
    at += 1
    if sign == UInt8(ascii: "Z") { return true }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = number(2...2, bytes)
    else { return false }
    if at < end, bytes[at] == UInt8(ascii: ":") { at += 1 }
    let minutes = at < end ? number(2...2, bytes) : 0
    guard let minutes, minutes < 60 else { return false }
    fields.offsetMinutes = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    return true
  }

  /// The place in a list of the name that comes next: whole, or its first three letters. Case does not
  /// matter.
  private mutating func name(of names: [[UInt8]], _ bytes: Span<UInt8>) -> Int? {
    var index = at
    while index < end, bytes[index] | 0x20 >= 97, bytes[index] | 0x20 <= 122 { index += 1 }
    let count = index - at
    for (place, name) in names.enumerated() {
      guard count == name.count || count == min(3, name.count) else { continue }
      var same = 0
      while same < count, name[same] == bytes[at + same] | 0x20 { same += 1 }
      guard same == count else { continue }
      at = index
      return place
    }
    return nil
  }

  private static let halves = ["am", "pm"].map { Array($0.utf8) }
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ].map { Array($0.utf8) }
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].map { Array($0.utf8) }
}
