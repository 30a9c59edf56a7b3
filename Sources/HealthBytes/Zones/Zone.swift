/// A time zone: a fixed UTC offset or the rules of a region.
public struct Zone: Sendable {
  private enum Kind {
    case fixed(Int)
    case place(ZoneFile)
  }

  /// How it was named: `UTC`, `+05:30`, `Europe/Berlin`, `local`.
  public let name: String
  private let kind: Kind

  /// The zone of a name.
  ///
  /// The rules of places come from the system's database of zones. Cost: that of reading a small file.
  ///
  /// - Parameter name: `UTC` or `Z`; an offset such as `+02:00`, `+0200`, `-5` or, as Foundation writes it,
  ///   `GMT+0200`; a place such as `Europe/Berlin`; or `local` for the system's own.
  /// - Throws: `HealthError` of code `.usage` if there is no such zone.
  public init(_ name: String) throws(HealthError) {
    self.name = name
    if let seconds = Self.fixedOffset(name) {
      kind = .fixed(seconds)
      return
    }
    let paths: [String]
    if name == "local" {
      paths = ["/etc/localtime"]
    } else {
      guard Self.isPlace(name) else { throw Self.unknown(name) }
      paths = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"].map { "\($0)/\(name)" }
    }
    for path in paths {
      if let bytes = try? FileSource(path).readAll(limit: 1 << 18), let file = ZoneFile(bytes) {
        kind = .place(file)
        return
      }
    }
    throw Self.unknown(name)
  }

  private static func unknown(_ name: String) -> HealthError {
    HealthError(
      .usage,
      "found no zone '\(name.printableName)', expected UTC, an offset such as +02:00, local, or a place that the "
        + "system's zone database contains, such as Europe/Berlin")
  }

  /// The instant of a local time.
  public struct Reading: Sendable, Equatable {
    /// Seconds since the beginning of 1970 in UTC.
    public let instant: Int64
    /// Seconds east of UTC.
    public let offset: Int
    /// Whether the local time occurred twice, because clocks were put back, or never, because they were put forward.
    public let isUncertain: Bool

    /// An instant and the offset that a clock had then.
    public init(instant: Int64, offset: Int, isUncertain: Bool = false) {
      self.instant = instant
      self.offset = offset
      self.isUncertain = isUncertain
    }
  }

  /// The instant at which the clock shows a time.
  ///
  /// Of two instants at which clocks showed the time, the first is returned. A time that clocks skipped has the offset before
  /// the change.
  ///
  /// - Parameter clock: The local time in seconds since 1970-01-01 00:00 on the same clock; of the years 0
  ///   to 9999.
  public func reading(atClock clock: Int64) -> Reading {
    switch kind {
    case .fixed(let offset): return Reading(instant: clock - Int64(offset), offset: offset)
    case .place(let file):
      // Clocks do not change twice within two days.
      let before = file.offset(at: clock - 86_400 - 50_400)
      let after = file.offset(at: clock + 86_400 + 50_400)
      let first = Reading(instant: clock - Int64(before), offset: before)
      if before == after { return first }
      let isFirst = file.offset(at: first.instant) == before
      let second = Reading(instant: clock - Int64(after), offset: after)
      let isSecond = file.offset(at: second.instant) == after
      if isFirst != isSecond { return isFirst ? first : second }
      return Reading(instant: first.instant, offset: before, isUncertain: true)
    }
  }

  /// The later of the two instants at which the clock shows a time; `nil` if it shows it once or never.
  ///
  /// - Parameter clock: As that of ``reading(atClock:)``.
  public func secondReading(atClock clock: Int64) -> Reading? {
    let first = reading(atClock: clock)
    guard first.isUncertain, case .place(let file) = kind else { return nil }
    let after = file.offset(at: clock + 86_400 + 50_400)
    let second = Reading(instant: clock - Int64(after), offset: after)
    return second.instant > first.instant && file.offset(at: second.instant) == after ? second : nil
  }

  /// How far from UTC the clock is at an instant.
  ///
  /// - Parameter instant: Seconds since 1970 began in UTC.
  /// - Complexity: A binary search among the times at which the clock was changed.
  public func offset(at instant: Int64) -> Int {
    switch kind {
    case .fixed(let offset): offset
    // Beyond some 30,000 years, present rules do not apply.
    case .place(let file): file.offset(at: min(max(instant, -(1 << 40)), 1 << 40))
    }
  }

  /// Whether a name stays within the folder of the database.
  private static func isPlace(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.utf8.first != UInt8(ascii: "/")
      && !name.split(separator: "/", omittingEmptySubsequences: false).contains { $0.isEmpty }
      && name.utf8.allSatisfy {
        ($0 | 0x20 >= 97 && $0 | 0x20 <= 122) || $0 &- 48 < 10 || "/_-+".utf8.contains($0)
      }
  }

  private static func fixedOffset(_ name: String) -> Int? {
    if name == "UTC" || name == "Z" || name == "GMT" { return 0 }
    let name = name.hasPrefix("GMT") ? name.dropFirst(3) : name[...]
    let sign = name.utf8.first
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let digits = name.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.allSatisfy({ $0 &- 48 < 10 }),
      let value = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    let (hours, minutes) = digits.count > 2 ? (value / 100, value % 100) : (value, 0)
    guard (1...4).contains(digits.count), minutes < 60, hours <= 18 else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
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
