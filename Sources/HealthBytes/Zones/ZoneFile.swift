/// A zone of the system's database: a file in the time zone information format (RFC 9636).
struct ZoneFile: Sendable {
  /// The instants at which the offset changes, in order.
  private(set) var changes: [Int64] = []
  /// Seconds east of UTC after each change.
  private(set) var offsets: [Int] = []
  /// Seconds east of UTC before the first change.
  private(set) var first = 0
  /// The rule for instants after the last change.
  private(set) var rule: ZoneRule?

  /// Parses a file; `nil` if the bytes do not have the format. A file of version 1, which ends in 2037, has 32-bit data only.
  init?(_ bytes: [UInt8]) {
    var start = 0
    guard var header = Header(bytes, start) else { return nil }
    var size = 4
    if header.version >= UInt8(ascii: "2") {
      start = Header.length + header.dataLength(timeSize: 4)
      guard let second = Header(bytes, start) else { return nil }
      header = second
      size = 8
    }
    let data = start + Header.length
    let end = data + header.dataLength(timeSize: size)
    guard header.types > 0, end <= bytes.count else { return nil }
    let indices = data + header.times * size
    let types = indices + header.times
    func offset(_ type: Int) -> Int? {
      guard type < header.types else { return nil }
      return Int(Int32(truncatingIfNeeded: Self.integer(bytes, types + type * 6, 4)))
    }
    first = offset(0) ?? 0
    for index in 0..<header.times {
      guard let offset = offset(Int(bytes[indices + index])) else { return nil }
      let time = Self.integer(bytes, data + index * size, size)
      guard changes.last.map({ $0 < time }) ?? true else { return nil }
      changes.append(time)
      offsets.append(offset)
    }
    if size == 8, end < bytes.count, bytes[end] == 10 {
      let line = bytes[(end + 1)...].prefix { $0 != 10 }
      rule = ZoneRule(Array(line))
    }
  }

  /// Seconds east of UTC at an instant.
  ///
  /// - Complexity: A binary search.
  func offset(at instant: Int64) -> Int {
    guard let last = changes.last else { return rule?.offset(at: instant) ?? first }
    if instant >= last { return rule?.offset(at: instant) ?? offsets[offsets.count - 1] }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : offsets[low - 1]
  }

  private static func integer(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int64 {
    var value: Int64 = count == 4 && bytes[at] >= 0x80 ? -1 : 0
    for index in at..<(at + count) { value = value << 8 | Int64(bytes[index]) }
    return value
  }

  /// The counts that a block begins with.
  private struct Header {
    static let length = 44
    let version: UInt8
    let counts: [Int]

    init?(_ bytes: [UInt8], _ start: Int) {
      guard start >= 0, bytes.count - start >= Self.length,
        Array(bytes[start..<(start + 4)]) == Array("TZif".utf8)
      else { return nil }
      version = bytes[start + 4]
      counts = (0..<6).map { Int(truncatingIfNeeded: integer(bytes, start + 20 + $0 * 4, 4)) }
      guard counts.allSatisfy({ $0 >= 0 && $0 <= 1 << 16 }) else { return nil }
    }

    var times: Int { counts[3] }
    var types: Int { counts[4] }

    func dataLength(timeSize: Int) -> Int {
      times * timeSize + times + types * 6 + counts[5] + counts[2] * (timeSize + 4) + counts[1]
        + counts[0]
    }
  }
}

/// The rule by which clocks change year after year, as the last line of a zone file states it (POSIX `TZ`).
struct ZoneRule: Sendable, Equatable {
  /// When in a year the clocks change.
  enum Day: Sendable, Equatable {
    /// A day of the year from 1, the 29th of February never counted.
    case julian(Int)
    /// A day of the year from 0.
    case ordinal(Int)
    /// A weekday (0 is Sunday) of a week (5 is the last) of a month.
    case weekday(month: Int, week: Int, day: Int)
  }

  /// A change of the clocks.
  struct Change: Sendable, Equatable {
    var day: Day
    /// Seconds after that day began, on the clock before the change.
    var time = 7_200
  }

  /// Seconds east of UTC, in winter or all year.
  var standard: Int
  /// Seconds east of UTC in summer, when that begins and when it ends.
  var summer: (offset: Int, begin: Change, end: Change)?

  static func == (a: ZoneRule, b: ZoneRule) -> Bool {
    a.standard == b.standard && a.summer?.offset == b.summer?.offset
      && a.summer?.begin == b.summer?.begin && a.summer?.end == b.summer?.end
  }

  /// Seconds east of UTC at an instant.
  func offset(at instant: Int64) -> Int {
    guard let summer else { return standard }
    let year = Self.year(of: instant + Int64(standard))
    let begin = Self.instant(of: summer.begin, in: year) - Int64(standard)
    let end = Self.instant(of: summer.end, in: year) - Int64(summer.offset)
    // South of the equator, summer lasts over the turn of the year.
    let isSummer =
      begin < end ? instant >= begin && instant < end : instant >= begin || instant < end
    return isSummer ? summer.offset : standard
  }

  private static func year(of clock: Int64) -> Int {
    // Off by a day or two at most around the turn of a year, where no clocks change.
    let days = Double(clock) / 86_400
    return 1970 + Int((days / 365.2425).rounded(.down))
  }

  /// When a change is, on the clock before it.
  private static func instant(of change: Change, in year: Int) -> Int64 {
    let january = firstDay(ofMonth: 1, year)
    let isLeap = firstDay(ofMonth: 3, year) - firstDay(ofMonth: 2, year) == 29
    let day: Int
    switch change.day {
    case .julian(let number): day = january + number - 1 + (isLeap && number >= 60 ? 1 : 0)
    case .ordinal(let number): day = january + number
    case .weekday(let month, let week, let weekday):
      let first = firstDay(ofMonth: month, year)
      let next = month == 12 ? firstDay(ofMonth: 1, year + 1) : firstDay(ofMonth: month + 1, year)
      // 1970-01-01 was a Thursday.
      let firstWeekday = ((first + 4) % 7 + 7) % 7
      var found = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      if found >= next { found -= 7 }
      day = found
    }
    return Int64(day) * 86_400 + Int64(change.time)
  }

  /// The first day of a month, in days since 1970 began (Howard Hinnant, `days_from_civil`).
  private static func firstDay(ofMonth month: Int, _ year: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension ZoneRule {
  /// The rule a text states, such as `CET-1CEST,M3.5.0,M10.5.0/3`, or `nil` if it states none.
  init?(_ text: [UInt8]) {
    var scanner = Scanner(text: text)
    guard scanner.name(), let standard = scanner.offset() else { return nil }
    self.standard = -standard
    guard !scanner.isAtEnd else { return }
    guard scanner.name() else { return nil }
    var offset = self.standard + 3_600
    if scanner.next != UInt8(ascii: ",") {
      guard let written = scanner.offset() else { return nil }
      offset = -written
    }
    guard scanner.take(","), let begin = scanner.change(), scanner.take(","),
      let end = scanner.change(), scanner.isAtEnd
    else { return nil }
    summer = (offset, begin, end)
  }

  private struct Scanner {
    let text: [UInt8]
    var at = 0

    init(text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { at >= text.count }
    var next: UInt8? { at < text.count ? text[at] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard next == UInt8(ascii: character) else { return false }
      at += 1
      return true
    }

    /// `CET` or `<+03>`.
    mutating func name() -> Bool {
      let start = at
      if take("<") {
        while let byte = next, byte != UInt8(ascii: ">") { at += byte > 32 ? 1 : text.count }
        return take(">")
      }
      while let byte = next, byte | 0x20 >= 97, byte | 0x20 <= 122 { at += 1 }
      return at - start >= 3
    }

    mutating func number(_ limit: Int) -> Int? {
      let start = at
      var value = 0
      while let byte = next, byte &- 48 < 10, at - start < 4 {
        value = value * 10 + Int(byte - 48)
        at += 1
      }
      return at > start && value <= limit ? value : nil
    }

    /// `[+-]hh[:mm[:ss]]` in seconds; RFC 9636 allows hours up to 167.
    mutating func offset() -> Int? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard let hours = number(167) else { return nil }
      var seconds = hours * 3_600
      for unit in [60, 1] where take(":") {
        guard let part = number(59) else { return nil }
        seconds += part * unit
      }
      return isNegative ? -seconds : seconds
    }

    mutating func change() -> Change? {
      var change: Change
      if take("M") {
        guard let month = number(12), month > 0, take("."), let week = number(5), week > 0,
          take("."), let day = number(6)
        else { return nil }
        change = Change(day: .weekday(month: month, week: week, day: day))
      } else if take("J") {
        guard let day = number(365), day > 0 else { return nil }
        change = Change(day: .julian(day))
      } else {
        guard let day = number(365) else { return nil }
        change = Change(day: .ordinal(day))
      }
      if take("/") {
        guard let time = offset() else { return nil }
        change.time = time
      }
      return change
    }
  }
}
