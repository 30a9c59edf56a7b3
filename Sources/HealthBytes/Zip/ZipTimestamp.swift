/// A time as zip archives store it: local time without a zone, in steps of two seconds, from 1980 to 2107.
package struct ZipTimestamp: Sendable, Hashable {
  /// 1980 to 2107.
  public var year: Int
  /// 1 to 12; other values in damaged archives.
  public var month: Int
  /// 1 to 31; other values in damaged archives.
  public var day: Int
  /// 0 to 23; other values in damaged archives.
  public var hour: Int
  /// 0 to 59; other values in damaged archives.
  public var minute: Int
  /// 0 to 58, even.
  public var second: Int

  /// The earliest time that an archive can store, for entries whose time is not known.
  public static let earliest = ZipTimestamp(year: 1980, month: 1, day: 1)

  /// A local time.
  ///
  /// - Parameters:
  ///   - year: 1980 to 2107; others are clamped when written.
  ///   - second: 0 to 59; written as an even number.
  public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// From the two 16-bit numbers of MS-DOS (APPNOTE 4.4.6).
  init(date: Int, time: Int) {
    self.init(
      year: 1980 + date >> 9 & 0x7F, month: date >> 5 & 0xF, day: date & 0x1F,
      hour: time >> 11 & 0x1F, minute: time >> 5 & 0x3F, second: time & 0x1F * 2)
  }

  /// The date as MS-DOS packs it.
  var date: UInt16 {
    UInt16(min(max(year, 1980), 2107) - 1980) << 9 | UInt16(month & 0xF) << 5 | UInt16(day & 0x1F)
  }

  /// The time as MS-DOS packs it.
  var time: UInt16 {
    UInt16(hour & 0x1F) << 11 | UInt16(minute & 0x3F) << 5 | UInt16(second & 0x3F) >> 1
  }
}
