import HealthModel

/// An instant in whole milliseconds after a second.
struct FITTime {
  let seconds: Int64
  let nanoseconds: Int32

  init(_ seconds: Int64, milliseconds: Int64 = 0) {
    self.seconds = seconds &+ milliseconds / 1000
    nanoseconds = Int32(truncatingIfNeeded: milliseconds % 1000) * 1_000_000
  }

  init(_ seconds: Int64, fraction: Int64, of parts: Int64) {
    self.seconds = seconds &+ fraction / parts
    nanoseconds = Int32(truncatingIfNeeded: fraction % parts * 1_000_000_000 / parts)
  }

  func timestamp(_ offset: Int16) -> Timestamp {
    Timestamp(secondsSince1970: seconds, nanoseconds: nanoseconds, offsetMinutes: offset)
  }

  /// An instant as the format has it: whole seconds since 1989-12-31; `nil` outside of 1998 to 2126, which are the
  /// numbers that mean a date.
  static func stamp(_ date: Timestamp) -> Int64? {
    let time = date.secondsSince1970 - epoch
    return FITParser.seconds(time) == nil ? nil : time
  }

  /// The beginning of the format's time, in seconds since 1970.
  static let epoch: Int64 = 631_065_600
}
