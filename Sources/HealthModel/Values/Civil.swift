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
