import HealthBytes
import HealthModel

/// Reads one date after another in the form `2024-06-01T08:00:00Z`, as the points of routes have them.
///
/// The day is compared with that of the last date, and only the time of day is read.
struct UniversalDateParser {
  /// The last date's `2024-06-`.
  private var month: UInt64 = 0
  /// The last date's `01T`, as the lowest three bytes; at first more than three bytes can be.
  private var day = UInt64.max
  /// When the last date's day began, in seconds since 1970.
  private var dayStart: Int64 = 0

  /// The date that the 20 bytes from an index on spell, in seconds since 1970; `nil` if they are a date in another form,
  /// or none.
  @inline(__always)
  mutating func seconds(_ bytes: Span<UInt8>, at start: Int) -> Int64? {
    guard let front = ByteScan.word(bytes, at: start),
      let middle = ByteScan.word(bytes, at: start &+ 8),
      let back = ByteScan.word(bytes, at: start &+ 12), back &>> 56 == UInt64(UInt8(ascii: "Z"))
    else { return nil }
    // `08:00`, and `:00` behind it.
    let clock = middle &>> 24 | (back &>> 32 & 0xff_ffff) &<< 40
    guard let time = DateParser.time(clock) else { return nil }
    if (front ^ month) | (middle & 0xff_ffff ^ day) != 0 {
      guard bytes[start &+ 10] == UInt8(ascii: "T"),
        let date = Timestamp(
          parsing: bytes.extracting(start..<(start &+ 20)), form: .iso8601)
      else { return nil }
      month = front
      day = middle & 0xff_ffff
      dayStart = date.secondsSince1970 &- time
    }
    return dayStart &+ time
  }
}
