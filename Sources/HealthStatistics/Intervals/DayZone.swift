public import HealthBytes
package import HealthModel

/// The clock by which days begin.
public enum DayZone: Sendable {
  /// The zone that most samples name in their metadata (`HKTimeZone`); if none does, that of each sample.
  ///
  /// The zones are known only when all samples were read, so collectors treat this as ``record``.
  case automatic
  /// That of each sample: the zone in its metadata (`HKTimeZone`), else the offset of its dates.
  case record
  /// One for all samples.
  case zone(Zone)
  /// One for all samples except those that name their own zone in their metadata.
  case home(Zone)

  /// `record`, or the name of the zone.
  public var name: String {
    switch self {
    case .automatic, .record: "record"
    case .zone(let zone), .home(let zone): zone.name
    }
  }

  /// The clock of all samples, or of those that name none; `nil` if samples have their own.
  public var zone: Zone? {
    switch self {
    case .automatic, .record: nil
    case .zone(let zone), .home(let zone): zone
    }
  }
}

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
