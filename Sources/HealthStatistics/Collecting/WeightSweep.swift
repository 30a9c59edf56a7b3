import HealthBytes

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
    var sum: Int128
    var count: Int64
  }

  let series: Int
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

  init(series: Int) { self.series = series }

  mutating func add(_ entry: TimedValue, to table: inout PartialTable) throws(ByteError) {
    let value = entry.value / Self.precision
    if entry.end > entry.start {
      let slot = try table.slot(series, entry.clock, at: entry.start)
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
    if let same = group.firstIndex(where: { $0.clock == entry.clock }) {
      group[same].sum.addSaturating(value)
      group[same].count += 1
    } else {
      group.append(Part(clock: entry.clock, sum: value, count: 1))
    }
  }

  mutating func finish(_ table: inout PartialTable) throws(ByteError) {
    try addGroup(before, &table)
  }

  private mutating func addGroup(
    _ weight: Int64, _ table: inout PartialTable
  ) throws(ByteError) {
    defer { group.removeAll(keepingCapacity: true) }
    guard weight > 0 else { return }
    let count = group.reduce(Int64(0)) { $0 + $1.count }
    for part in group {
      let slot = try table.slot(series, part.clock, at: time)
      table.partials[slot].weighted.addSaturating(
        count == 1 ? part.sum.timesSaturating(weight) : part.sum.share(weight, of: count))
      table.partials[slot].weight.addSaturating(Int128(part.count).share(weight, of: count))
    }
  }
}
