package import HealthBytes
package import HealthModel

/// The clocks that samples were written by, numbered, each with its intervals.
struct ClockTable {
  private(set) var grids: [CalendarGrid] = []
  /// Whether samples have clocks of their own.
  let areOwn: Bool
  /// Whether samples that name no zone are on the first clock.
  private let hasDefault: Bool
  private let interval: CalendarInterval?
  private let anchor: CalendarAnchor
  private let limits: RowLimits
  private let isNamedByEnd: Bool
  /// The number of the clock that samples are on which name no zone, if one was adopted.
  private var adopted: Int?
  private var offsets: [Int16: Int] = [:]
  private var zones: [String: Int] = [:]
  /// The clocks of samples whose end has another offset than their start.
  private var changes: [ClockChange: Int] = [:]
  /// The offset that was looked up last.
  private var last: (offset: Int16, clock: Int) = (0, -1)

  /// A change of the clock in the time of a sample; offsets in minutes.
  private struct ClockChange: Hashable {
    let before: Int16
    let after: Int16
    /// In seconds since 1970.
    let instant: Int64
  }

  /// Where clocks are put forward or back, it is by no more minutes than this.
  private static let longestChange = 60
  /// More names than any zone database has, so that memory is bounded.
  private static let mostZones = 1_024

  /// - Parameter ofNights: Whether days are nights of sleep, which are named by the day on which they end.
  init(
    _ zone: DayZone, _ interval: CalendarInterval?, _ anchor: CalendarAnchor,
    _ limits: RowLimits = RowLimits(), ofNights: Bool = false
  ) {
    areOwn = if case .zone = zone { false } else { true }
    hasDefault = zone.zone != nil
    (self.interval, self.anchor, self.limits) = (interval, anchor, limits)
    isNamedByEnd = ofNights
    if let zone = zone.zone { _ = add(zone) }
  }

  /// Ends the samples: if no sample had a clock of its own, the first is that of all. What was calculated of hours and
  /// minutes before is not valid any more.
  mutating func finish() {
    if hasDefault, grids.count == 1 { grids[0] = grid(grids[0].zone, isOnly: true) }
  }

  /// The clock by which intervals have names.
  var main: CalendarGrid? { adopted.map { grids[$0] } ?? grids.first }

  /// Takes one clock for all samples that name no zone. What was calculated of its intervals before is not valid any more.
  mutating func useZone(_ zone: Zone) {
    let own = Set(offsets.values).union(changes.values)
    let replaced = grids.indices.filter { own.contains($0) || grids[$0].zone.name == zone.name }
    let home = grid(zone, isOnly: replaced.count == grids.count)
    for clock in replaced { grids[clock] = home }
    adopted = replaced.first ?? grids.count
    if replaced.isEmpty { grids.append(home) }
    (offsets, changes) = ([:], [:])
  }

  /// The number of the clock that a sample is counted by, of those that are the same.
  @inline(__always)
  func counted(_ clock: Int) -> Int {
    guard let adopted, clock != adopted, grids[clock].zone.name == grids[adopted].zone.name else {
      return clock
    }
    return adopted
  }

  /// How many UTC offsets of dates decide, because no zone is known.
  var offsetCount: Int {
    let changed = changes.keys.flatMap { [$0.before, $0.after] }
    return changed.isEmpty ? offsets.count : Set(changed).union(offsets.keys).count
  }

  /// The number of the clock of a sample. If offsets decide, and that of its end is another one, the clock was changed in its time, as
  /// on a day of 23 or 25 hours.
  @inline(__always)
  mutating func clock(of header: SampleHeader) -> Int {
    if header.start.offsetMinutes != header.end.offsetMinutes,
      let changed = clock(changedBetween: header.start, header.end, header.metadata)
    {
      return changed
    }
    return clock(offset: header.start.offsetMinutes, header.metadata)
  }

  /// When the clock was changed is not stated: the hour in the middle is on the day of a sample that lasts a day.
  @inline(never)
  private mutating func clock(
    changedBetween start: Timestamp, _ end: Timestamp, _ metadata: Metadata
  ) -> Int? {
    let (first, last) = (start.secondsSince1970, end.secondsSince1970)
    guard areOwn, !hasDefault, metadata[.timeZone] == nil, first < last,
      StatisticsCollector.seconds.contains(first), StatisticsCollector.seconds.contains(last),
      abs(Int(end.offsetMinutes) - Int(start.offsetMinutes)) <= Self.longestChange
    else { return nil }
    let middle = first + (last - first) / 2
    let hour = middle.floorDivided(by: 3_600) * 3_600
    let change = ClockChange(
      before: start.offsetMinutes, after: end.offsetMinutes, instant: hour > first ? hour : middle)
    if let known = changes[change] { return known }
    guard changes.count < Self.mostZones else { return nil }
    let (before, after) = (Int(change.before), Int(change.after))
    let clock = add(
      Zone(
        named: "\(Self.name(ofOffset: before)) \(Self.name(ofOffset: after)) \(change.instant)",
        before: before * 60, after: after * 60, changedAt: change.instant))
    changes[change] = clock
    return clock
  }

  private static func name(ofOffset minutes: Int) -> String {
    let size = abs(minutes)
    return (minutes < 0 ? "-" : "+") + (size / 60).twoDigits + (size % 60).twoDigits
  }

  /// The number of the clock of a sample that has no other offset at its end.
  @inline(__always)
  mutating func clock(offset: Int16, _ metadata: Metadata) -> Int {
    guard areOwn else { return 0 }
    if !metadata.isEmpty, let name = metadata[.timeZone], let clock = clock(zoneNamed: name) {
      return clock
    }
    if hasDefault { return 0 }
    if last.offset == offset, last.clock >= 0 { return last.clock }
    last = (offset, clock(of: offset))
    return last.clock
  }

  private mutating func clock(of offset: Int16) -> Int {
    if let known = offsets[offset] { return known }
    let name = Self.name(ofOffset: Int(offset))
    guard let zone = (try? Zone(name)) ?? (try? Zone("UTC")) else { return 0 }
    let clock = add(zone)
    offsets[offset] = clock
    return clock
  }

  private mutating func clock(zoneNamed name: String) -> Int? {
    if let known = zones[name] { return known < 0 ? nil : known }
    if hasDefault, grids[0].zone.name == name { return 0 }
    guard zones.count < Self.mostZones else { return nil }
    let clock = (try? Zone(name)).map { add($0) }
    zones[name] = clock ?? -1
    return clock
  }

  private mutating func add(_ zone: Zone) -> Int {
    grids.append(grid(zone, isOnly: !areOwn))
    return grids.count - 1
  }

  private func grid(_ zone: Zone, isOnly: Bool) -> CalendarGrid {
    CalendarGrid(
      zone: zone, interval: interval, anchor: anchor, isOnly: isOnly, limits: limits,
      isNamedByEnd: isNamedByEnd)
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
