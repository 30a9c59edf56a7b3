/// A day of the Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-compatible low-level date algorithms".
struct CivilDate {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day `days` after 1970-01-01.
  init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

/// The quotient rounded down; `/` rounds toward zero.
func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
  let quotient = dividend / divisor
  return dividend % divisor < 0 ? quotient - 1 : quotient
}

extension CivilDate: CustomStringConvertible {
  /// The date as `2025-11-07`.
  var description: String {
    let text = { (number: Int) in (number < 10 ? "0" : "") + "\(number)" }
    return "\(year)-\(text(month))-\(text(day))"
  }
}

/// The text of a date in an export, `2025-11-07 06:15:48 +0100`, rewritten in place.
///
/// The day is worked out only where it differs from the one before, which in an export is rare.
struct DateText {
  private(set) var bytes: [UInt8]
  private let offset: Int
  private var day: Int?

  /// - Parameter offset: the seconds east of Greenwich of every date of the file.
  init(offset: Int) {
    bytes = Array("0000-00-00 00:00:00 +0000".utf8)
    self.offset = offset
    let minutes = abs(offset) / 60
    if offset < 0 { bytes[20] = UInt8(ascii: "-") }
    set(minutes / 60, at: 21)
    set(minutes % 60, at: 23)
  }

  /// Sets the text to an instant, in seconds since 1970.
  mutating func set(_ instant: Int) {
    let local = instant + offset
    let newDay = floorDivide(local, 86_400)
    if newDay != day {
      let date = CivilDate(daysSince1970: newDay)
      set(date.year / 100, at: 0)
      set(date.year % 100, at: 2)
      set(date.month, at: 5)
      set(date.day, at: 8)
      day = newDay
    }
    let seconds = local - newDay * 86_400
    set(seconds / 3600, at: 11)
    set(seconds / 60 % 60, at: 14)
    set(seconds % 60, at: 17)
  }

  private mutating func set(_ number: Int, at index: Int) {
    bytes[index] = UInt8(truncatingIfNeeded: 48 + number / 10)
    bytes[index + 1] = UInt8(truncatingIfNeeded: 48 + number % 10)
  }
}
