import HealthBytes

/// Reads the samples of one series by their starts, and finds what counts where sources overlap, and how long some
/// sample lasts.
///
/// At each instant those samples count that are of the source with the highest priority of all that last then; a sample
/// that counts for a part of its time counts with that part of its value. A momentary sample counts whole or not at all.
/// The result depends on the set of the samples only: samples that start together may come in any order.
struct CoverageSweep {
  private struct Open {
    let start: Int64
    let end: Int64
    let value: Int128
    let rank: Int
    let clock: Int
    /// Since when it counts, if it does.
    var since: Int64?
  }

  private struct Momentary {
    let rank: Int
    let clock: Int
    var value: Int128
  }

  let series: Int
  /// Whether values are merged by the priority of their sources.
  let merges: Bool
  /// Whether the union of the intervals is measured.
  let covers: Bool
  private var open: [Open] = []
  private var momentary: [Momentary] = []
  private var momentaryTime: Int64 = 0
  private var covered: (since: Int64, clock: Int, rank: Int)?
  /// The first end among the open ones.
  private var nextEnd = Int64.max

  /// How many samples of one series may last at the same time.
  static let mostOpen = 4_096

  init(series: Int, merges: Bool, covers: Bool) {
    (self.series, self.merges, self.covers) = (series, merges, covers)
  }

  /// Adds the next sample.
  ///
  /// - Throws: `HealthError`: `.overlap`.
  mutating func add(
    _ entry: TimedValue, rank: Int, to table: inout PartialTable
  ) throws(HealthError) {
    if !momentary.isEmpty, entry.start > momentaryTime { try addMomentary(&table) }
    if nextEnd <= entry.start { try close(until: entry.start, &table) }
    guard open.count < Self.mostOpen, momentary.count < Self.mostOpen else {
      throw HealthError(
        .overlap, "more than \(Self.mostOpen) samples of one type overlap at one time")
    }
    guard entry.end > entry.start else {
      momentaryTime = entry.start
      if let same = momentary.firstIndex(where: { $0.rank == rank && $0.clock == entry.clock }) {
        momentary[same].value.addSaturating(entry.value)
      } else {
        momentary.append(Momentary(rank: rank, clock: entry.clock, value: entry.value))
      }
      return
    }
    if open.isEmpty || isFirst(entry, rank, table.clocks) {
      covered = (entry.start, entry.clock, rank)
    }
    open.append(
      Open(
        start: entry.start, end: entry.end, value: entry.value, rank: rank, clock: entry.clock))
    nextEnd = min(nextEnd, entry.end)
    if merges { try rate(at: entry.start, &table) }
  }

  /// Whether the time that is covered is counted by the clock of a sample, of those that began at the same time: one does not
  /// depend on the order of the input.
  private func isFirst(_ entry: TimedValue, _ rank: Int, _ clocks: ClockTable) -> Bool {
    guard let covered, covered.since == entry.start else { return false }
    if rank != covered.rank { return rank < covered.rank }
    if entry.clock == covered.clock { return false }
    let (new, old) = (clocks.grids[entry.clock].zone.name, clocks.grids[covered.clock].zone.name)
    return new < old
  }

  mutating func finish(_ table: inout PartialTable) throws(HealthError) {
    try addMomentary(&table)
    try close(until: .max, &table)
  }

  /// Ends what ends until a time.
  private mutating func close(
    until time: Int64, _ table: inout PartialTable
  ) throws(HealthError) {
    while nextEnd <= time, !open.isEmpty {
      let end = nextEnd
      if open.count == 1 {
        try stopCounting(0, until: end, &table)
        open.removeLast()
        nextEnd = .max
        try cover(until: end, &table)
        return
      }
      for index in open.indices where open[index].end == end {
        try stopCounting(index, until: end, &table)
      }
      open.removeAll { $0.end == end }
      nextEnd = open.reduce(.max) { min($0, $1.end) }
      if open.isEmpty {
        try cover(until: end, &table)
      } else if merges {
        try rate(at: end, &table)
      }
    }
  }

  /// Adds the time in which some sample lasted until now.
  private mutating func cover(
    until end: Int64, _ table: inout PartialTable
  ) throws(HealthError) {
    defer { covered = nil }
    guard covers, let covered else { return }
    let series = series
    try table.addCovered(series, covered.clock, from: covered.since, to: end)
  }

  /// Decides which of the open samples count from a time on.
  private mutating func rate(
    at time: Int64, _ table: inout PartialTable
  ) throws(HealthError) {
    if open.count == 1 {
      if open[0].since == nil { open[0].since = time }
      return
    }
    let best = open.reduce(.max) { min($0, $1.rank) }
    for index in open.indices {
      let counts = open[index].rank == best
      if counts, open[index].since == nil { open[index].since = time }
      if !counts, open[index].since != nil { try stopCounting(index, until: time, &table) }
    }
  }

  /// Adds what a sample has counted for until a time, after which it does not count.
  private mutating func stopCounting(
    _ index: Int, until time: Int64, _ table: inout PartialTable
  ) throws(HealthError) {
    guard let since = open[index].since else { return }
    open[index].since = nil
    let sample = open[index]
    guard time > since else { return }
    let value = SpreadValue(value: sample.value, start: sample.start, end: sample.end)
    let series = series
    try table.addSum(value, series, sample.clock, from: since, to: time)
  }

  private mutating func addMomentary(_ table: inout PartialTable) throws(HealthError) {
    if momentary.isEmpty { return }
    defer { momentary.removeAll(keepingCapacity: true) }
    guard merges else { return }
    try close(until: momentaryTime, &table)
    let best = min(
      open.reduce(.max) { min($0, $1.rank) }, momentary.reduce(.max) { min($0, $1.rank) })
    for sample in momentary where sample.rank == best {
      let (series, time) = (series, momentaryTime)
      try table.addMoment(sample.value, series, sample.clock, at: time)
    }
  }
}

/// A value that is spread evenly over the time of its sample, which has a length. Times are in microseconds.
///
/// Each part is the difference of two totals in whole units, so that the parts of a sample add up exactly to its value, in
/// whatever way its time is divided: among rows, and among what counts and what another source hides.
struct SpreadValue {
  /// In units of ``ExactDecimal``.
  let value: Int128
  let start: Int64
  let end: Int64

  /// The part of the value that falls before a time within the sample.
  @inline(__always)
  func total(until time: Int64) -> Int128 { value.share(time - start, of: end - start) }

  /// What a part of the time has.
  func part(from first: Int64, to last: Int64) -> Int128 {
    total(until: last) - total(until: first)
  }
}

/// Reads the samples of one series by their starts, and weights each by time.
///
/// HealthKit calls the average of such types temporally weighted and does not publish its form. Ours: a sample counts for
/// its own duration, for half of the time since the sample before it and for half of the time to the sample after it, but for
/// at most five minutes on each side. Before the first sample and after the last nothing counts. Of samples that start
/// together each has the same part. So an hour of a workout, measured each few seconds, does not outweigh a day that was
/// measured each few minutes, and a night without the watch counts for next to nothing.
struct WeightSweep {
  private struct Part {
    let clock: Int
    /// The instant whose interval it belongs to.
    let place: Int64
    var sum: Int128
    var count: Int64
  }

  let series: Int
  private let countsNightsAtEnd: Bool
  /// The samples that start at `time`, by clock.
  private var group: [Part] = []
  private var time: Int64 = 0
  /// The latest end so far.
  private var end = Int64.min
  /// The weight of the group by the time before it.
  private var before: Int64 = 0

  /// Five minutes in microseconds.
  private static let most: Int64 = 300_000_000
  /// Values are weighted with 12 places after the point.
  static let precision: Int128 = 1_000_000

  init(series: Int, countsNightsAtEnd: Bool = false) {
    (self.series, self.countsNightsAtEnd) = (series, countsNightsAtEnd)
  }

  mutating func add(_ entry: TimedValue, to table: inout PartialTable) throws(HealthError) {
    let value = entry.value / Self.precision
    let place = countsNightsAtEnd ? entry.dayTime : entry.start
    if entry.end > entry.start {
      let slot = try table.slot(series, entry.clock, at: place)
      table.partials[slot].weighted.addSaturating(value.timesSaturating(entry.end - entry.start))
      table.partials[slot].weight.addSaturating(Int128(entry.end - entry.start))
    }
    if !group.isEmpty, entry.start != time {
      let gap = min(max(0, entry.start - end) / 2, Self.most)
      try addGroup(before + gap, &table)
      before = gap
    }
    time = entry.start
    end = max(end, entry.end)
    if let same = group.firstIndex(where: { $0.clock == entry.clock && $0.place == place }) {
      group[same].sum.addSaturating(value)
      group[same].count += 1
    } else {
      group.append(Part(clock: entry.clock, place: place, sum: value, count: 1))
    }
  }

  mutating func finish(_ table: inout PartialTable) throws(HealthError) {
    try addGroup(before, &table)
  }

  private mutating func addGroup(
    _ weight: Int64, _ table: inout PartialTable
  ) throws(HealthError) {
    defer { group.removeAll(keepingCapacity: true) }
    guard weight > 0 else { return }
    let count = group.reduce(Int64(0)) { $0 + $1.count }
    for part in group {
      let slot = try table.slot(series, part.clock, at: part.place)
      table.partials[slot].weighted.addSaturating(
        count == 1 ? part.sum.timesSaturating(weight) : part.sum.share(weight, of: count))
      table.partials[slot].weight.addSaturating(Int128(part.count).share(weight, of: count))
    }
  }
}
