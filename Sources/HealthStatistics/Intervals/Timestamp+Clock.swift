package import HealthBytes
package import HealthModel

extension Timestamp {
  /// Microseconds since 1970; of an instant beyond some 290,000 years another number.
  @inline(__always)
  var microseconds: Int64 { secondsSince1970 &* 1_000_000 &+ Int64(nanoseconds) / 1_000 }

  init(microseconds: Int64) {
    let second = microseconds.floorDivided(by: 1_000_000)
    self.init(
      secondsSince1970: second, nanoseconds: Int32((microseconds - second * 1_000_000) * 1_000))
  }
}

extension Timestamp {
  /// The same instant on the clock of a zone.
  package func shown(in zone: Zone) -> Timestamp {
    Timestamp(
      secondsSince1970: secondsSince1970, nanoseconds: nanoseconds,
      offsetMinutes: Int16(clamping: zone.offset(at: secondsSince1970) / 60))
  }
}

extension SampleHeader {
  /// The zone that the metadata name, if the system knows it. Cost: that of reading a small file.
  package var ownZone: Zone? { metadata[.timeZone].flatMap { try? Zone($0) } }

  /// The start on the clock of the zone that the metadata name, else with the offset of its date.
  package var localStart: Timestamp { ownZone.map { start.shown(in: $0) } ?? start }
}
