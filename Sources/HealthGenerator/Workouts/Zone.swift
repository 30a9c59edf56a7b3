/// Where the person of the export lives: a time zone with its summer time.
enum Zone {
  case berlin
  case newYork

  /// The name in the IANA time zone database.
  var name: StaticString {
    switch self {
    case .berlin: "Europe/Berlin"
    case .newYork: "America/New_York"
    }
  }

  /// Seconds east of Greenwich at an instant, by the rules in force since 2007.
  ///
  /// The European Union changes at 01:00 UTC on the last Sundays of March and October; the United
  /// States at 02:00 local time on the second Sunday of March and the first of November.
  func offset(at instant: Int) -> Int {
    let year = CivilDate(daysSince1970: floorDivide(instant, 86_400)).year
    switch self {
    case .berlin:
      let spring = Self.sunday(onOrAfter: CivilDate(year: year, month: 3, day: 25))
      let autumn = Self.sunday(onOrAfter: CivilDate(year: year, month: 10, day: 25))
      let summer = spring * 86_400 + 3600..<autumn * 86_400 + 3600
      return summer.contains(instant) ? 7200 : 3600
    case .newYork:
      let spring = Self.sunday(onOrAfter: CivilDate(year: year, month: 3, day: 8))
      let autumn = Self.sunday(onOrAfter: CivilDate(year: year, month: 11, day: 1))
      let summer = spring * 86_400 + 7 * 3600..<autumn * 86_400 + 6 * 3600
      return summer.contains(instant) ? -4 * 3600 : -5 * 3600
    }
  }

  private static func sunday(onOrAfter date: CivilDate) -> Int {
    let days = date.daysSince1970
    // 1970-01-01 was a Thursday.
    let weekday = days - floorDivide(days + 4, 7) * 7 + 4
    return weekday == 0 ? days : days + 7 - weekday
  }
}
