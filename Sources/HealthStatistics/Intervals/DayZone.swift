public import HealthBytes
import HealthModel

/// The clock by which days begin.
public enum DayZone: Sendable {
  /// The zone that most samples name in their metadata (`HKTimeZone`); if none does, that of each sample.
  ///
  /// The zones are known only when all samples were read: collectors that can do so wait for them, others treat
  /// this as ``record``.
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
