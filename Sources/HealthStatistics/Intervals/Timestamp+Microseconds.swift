import HealthModel

extension Timestamp {
  /// Microseconds since 1970; of an instant beyond some 290,000 years another number.
  @inline(__always)
  var microseconds: Int64 { secondsSince1970 &* 1_000_000 &+ Int64(nanoseconds) / 1_000 }

  /// An instant, in UTC.
  init(microseconds: Int64) {
    let second = microseconds.floorDivided(by: 1_000_000)
    self.init(
      secondsSince1970: second, nanoseconds: Int32((microseconds - second * 1_000_000) * 1_000))
  }
}
