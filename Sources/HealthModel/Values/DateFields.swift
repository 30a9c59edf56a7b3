/// The fields of a written date, before it is known whether they are a date.
package struct DateFields {
  package var year = 0
  package var month = 0
  package var day = 0
  package var hour = 0
  package var minute = 0
  package var second = 0
  package var nanoseconds = 0
  package var offsetMinutes = 0
  /// Whether the text is exactly as an export writes this date.
  var isExportForm = false

  package init() {}

  /// The clock's seconds since 1970 began, as if it ran in UTC.
  package var clock: Int64 {
    Civil(year: year, month: month, day: day, secondOfDay: hour * 3_600 + minute * 60 + second)
      .secondsSince1970
  }

  /// Parses a text; `false` if it does not have the form of a date.
  mutating func scan(_ bytes: Span<UInt8>) -> Bool {
    // The export's own form first: fixed places, checked all at once.
    if bytes.count == 25 {
      if scanExportForm(bytes) { return true }
      self = DateFields()
    }
    var cursor = 0
    return scanAnyForm(bytes, &cursor) && cursor == bytes.count
  }

  /// Whether all fields are in their range.
  @inline(__always)
  package var isInRange: Bool {
    year >= 1 && month >= 1 && month <= 12 && day >= 1
      && (day <= 28 || day <= Civil.days(inMonth: month, of: year)) && hour <= 23 && minute <= 59
      && (second <= 59 || second <= latestSecond) && offsetMinutes.magnitude <= 1_080
  }

  /// The last second of a minute: a sixtieth one is the next minute, which is not to be one of the year 10000.
  private var latestSecond: Int {
    year == 9_999 && month == 12 && day == 31 && hour == 23 && minute == 59 ? 59 : 60
  }

  /// The first field that is out of its range.
  package var fault: Timestamp.Fault? {
    func check(_ name: String, _ found: Int, _ from: Int, _ to: Int) -> Timestamp.Fault? {
      found < from || found > to
        ? .range(field: name, found: found, from: from, to: to) : nil
    }
    return check("year", year, 1, 9_999) ?? check("month", month, 1, 12)
      ?? check("day", day, 1, Civil.days(inMonth: month, of: year)) ?? check("hour", hour, 0, 23)
      ?? check("minute", minute, 0, 59) ?? check("second", second, 0, latestSecond)
      ?? check("offset", offsetMinutes, -1_080, 1_080)
  }

  /// Reads `2024-06-01 08:00:00 +0200`: 25 bytes, each at its place.
  ///
  /// Straight-line: whatever is not a digit or the right separator leaves a bit in `bad`.
  private mutating func scanExportForm(_ bytes: Span<UInt8>) -> Bool {
    var bad = (bytes[4] ^ 45) | (bytes[7] ^ 45) | (bytes[10] ^ 32) | (bytes[13] ^ 58)
    bad |= (bytes[16] ^ 58) | (bytes[19] ^ 32)
    let sign = bytes[20]
    year = Self.two(bytes, 0, &bad) &* 100 &+ Self.two(bytes, 2, &bad)
    month = Self.two(bytes, 5, &bad)
    day = Self.two(bytes, 8, &bad)
    hour = Self.two(bytes, 11, &bad)
    minute = Self.two(bytes, 14, &bad)
    second = Self.two(bytes, 17, &bad)
    let offsetHours = Self.two(bytes, 21, &bad)
    let offsetRest = Self.two(bytes, 23, &bad)
    guard bad == 0, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), offsetRest < 60 else {
      return false
    }
    let isWest = sign == UInt8(ascii: "-")
    offsetMinutes = offsetHours &* 60 &+ offsetRest
    // "-0000" and a sixtieth second are read, but print otherwise.
    isExportForm = second < 60 && !(isWest && offsetMinutes == 0)
    if isWest { offsetMinutes = 0 &- offsetMinutes }
    return true
  }

  @inline(__always)
  private static func two(_ bytes: Span<UInt8>, _ index: Int, _ bad: inout UInt8) -> Int {
    let tens = bytes[index] &- 48
    let ones = bytes[index &+ 1] &- 48
    if tens > 9 || ones > 9 { bad = 0xff }
    return Int(tens &* 10 &+ ones)
  }

  private mutating func scanAnyForm(_ bytes: Span<UInt8>, _ cursor: inout Int) -> Bool {
    guard let y = Self.digits(4, bytes, &cursor) else { return false }
    year = y
    let isCompact = cursor < bytes.count && bytes[cursor] != UInt8(ascii: "-")
    func next(_ separator: UInt8, _ alternative: UInt8? = nil) -> Int? {
      if !isCompact {
        guard cursor < bytes.count, bytes[cursor] == separator || bytes[cursor] == alternative
        else { return nil }
        cursor += 1
      }
      return Self.digits(2, bytes, &cursor)
    }
    guard let mo = next(UInt8(ascii: "-")), let d = next(UInt8(ascii: "-")),
      let h = next(UInt8(ascii: "T"), UInt8(ascii: " ")), let mi = next(UInt8(ascii: ":")),
      let s = next(UInt8(ascii: ":"))
    else { return false }
    (month, day, hour, minute, second) = (mo, d, h, mi, s)
    return scanFraction(bytes, &cursor) && scanOffset(bytes, &cursor)
  }

  private mutating func scanFraction(_ bytes: Span<UInt8>, _ cursor: inout Int) -> Bool {
    guard cursor < bytes.count,
      bytes[cursor] == UInt8(ascii: ".") || bytes[cursor] == UInt8(ascii: ",")
    else { return true }
    cursor += 1
    var unit = 100_000_000
    let first = cursor
    while cursor < bytes.count, bytes[cursor] &- 48 < 10 {
      guard unit > 0 else { return false }
      nanoseconds += Int(bytes[cursor] - 48) * unit
      unit /= 10
      cursor += 1
    }
    return cursor > first
  }

  private mutating func scanOffset(_ bytes: Span<UInt8>, _ cursor: inout Int) -> Bool {
    if cursor < bytes.count, bytes[cursor] == UInt8(ascii: " ") { cursor += 1 }
    guard cursor < bytes.count else { return false }
    let sign = bytes[cursor]
    cursor += 1
    if sign == UInt8(ascii: "Z") { return true }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return false }
    guard let hours = Self.digits(2, bytes, &cursor) else { return false }
    if cursor < bytes.count, bytes[cursor] == UInt8(ascii: ":") { cursor += 1 }
    guard let minutes = Self.digits(2, bytes, &cursor), minutes < 60 else { return false }
    offsetMinutes = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    return true
  }

  private static func digits(_ count: Int, _ bytes: Span<UInt8>, _ cursor: inout Int) -> Int? {
    guard bytes.count - cursor >= count else { return nil }
    var value = 0
    for _ in 0..<count {
      let digit = bytes[cursor] &- 48
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
      cursor += 1
    }
    return value
  }
}

/// A day and time of day as a clock on the wall shows them, in the proleptic Gregorian calendar.
@frozen
@usableFromInline
package struct Civil {
  @usableFromInline package var year: Int
  @usableFromInline package var month: Int
  @usableFromInline package var day: Int
  @usableFromInline package var secondOfDay: Int

  @inlinable package init(year: Int, month: Int, day: Int, secondOfDay: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.secondOfDay = secondOfDay
  }

  /// The clock at so many seconds after 1970 began.
  ///
  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  @inlinable package init(secondsSince1970 seconds: Int64) {
    var days = seconds / 86_400
    var rest = seconds % 86_400
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    let shifted = UInt64(bitPattern: days &+ 719_468 &+ 146_097 &* 100)  // era 0 is never negative
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let shiftedMonth = (5 &* dayOfYear &+ 2) / 153
    day = Int(dayOfYear &- (153 &* shiftedMonth &+ 2) / 5 &+ 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth &+ 3 : shiftedMonth &- 9)
    year = Int(yearOfEra) &+ Int(era &* 400) &- 40_000 &+ (month <= 2 ? 1 : 0)
    secondOfDay = Int(rest)
  }

  /// Seconds from the beginning of 1970 to this clock, as if it ran in UTC (`days_from_civil`).
  @inlinable package var secondsSince1970: Int64 {
    let shiftedYear = year &- (month <= 2 ? 1 : 0) &+ 40_000
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear % 400
    let dayOfYear = (153 &* (month > 2 ? month &- 3 : month &+ 9) &+ 2) / 5 &+ day &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    let days = (era &- 100) &* 146_097 &+ dayOfEra &- 719_468
    return Int64(days) &* 86_400 &+ Int64(secondOfDay)
  }

  /// How many days a month has.
  @inlinable package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
