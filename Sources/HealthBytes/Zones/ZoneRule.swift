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
