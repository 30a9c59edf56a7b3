import HealthModel

extension Timestamp {
  /// Microseconds since 1970; of an instant beyond some 290,000 years another number.
  @inline(__always)
  var microseconds: Int64 { secondsSince1970 &* 1_000_000 &+ Int64(nanoseconds) / 1_000 }
}
