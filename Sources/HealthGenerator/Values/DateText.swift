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

  /// Turns the text to an instant, in seconds since 1970.
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
