public import HealthBytes
import HealthModel

/// The clock by which days begin.
public enum DayZone: Sendable {
  /// That of each sample: the zone in its metadata (`HKTimeZone`), else the offset of its dates.
  case record
  /// One for all samples.
  case zone(Zone)

  /// `record`, or the name of the zone.
  public var name: String {
    switch self {
    case .record: "record"
    case .zone(let zone): zone.name
    }
  }
}

/// The clocks that samples were written by, numbered, each with its intervals.
struct ClockTable {
  private(set) var grids: [CalendarGrid] = []
  private let zone: DayZone
  private let interval: CalendarInterval?
  private let anchor: CalendarAnchor
  private var offsets: [Int16: Int] = [:]
  private var zones: [String: Int] = [:]
  /// The offset that was looked up last.
  private var last: (offset: Int16, clock: Int) = (0, -1)

  /// More names than any zone database has, so that memory is bounded.
  private static let mostZones = 1_024

  init(_ zone: DayZone, _ interval: CalendarInterval?, _ anchor: CalendarAnchor) {
    self.zone = zone
    self.interval = interval
    self.anchor = anchor
    if case .zone(let zone) = zone { _ = add(zone) }
  }

  /// The number of the clock of a sample.
  @inline(__always)
  mutating func clock(offset: Int16, _ metadata: Metadata) -> Int {
    guard case .record = zone else { return 0 }
    if !metadata.isEmpty, let name = metadata[.timeZone], let clock = clock(zoneNamed: name) {
      return clock
    }
    if last.offset == offset, last.clock >= 0 { return last.clock }
    last = (offset, clock(of: offset))
    return last.clock
  }

  private mutating func clock(of offset: Int16) -> Int {
    if let known = offsets[offset] { return known }
    let minutes = Int(offset.magnitude)
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let name = (offset < 0 ? "-" : "+") + digits(minutes / 60) + digits(minutes % 60)
    guard let zone = (try? Zone(name)) ?? (try? Zone("UTC")) else { return 0 }
    let clock = add(zone)
    offsets[offset] = clock
    return clock
  }

  private mutating func clock(zoneNamed name: String) -> Int? {
    if let known = zones[name] { return known < 0 ? nil : known }
    guard zones.count < Self.mostZones else { return nil }
    let clock = (try? Zone(name)).map { add($0) }
    zones[name] = clock ?? -1
    return clock
  }

  private mutating func add(_ zone: Zone) -> Int {
    let isOnly = if case .zone = self.zone { true } else { false }
    grids.append(
      CalendarGrid(zone: zone, interval: interval, anchor: anchor, isOnly: isOnly))
    return grids.count - 1
  }
}
