import HealthBytes
import HealthModel

/// Nights of sleep, one at a time, in the order of time. Nights without samples are not among them.
public struct SleepNights: ~Copyable {
  /// How many samples are left out.
  public let skipped: Int
  /// The names of the sources, from the highest priority on.
  public let sources: [String]
  /// The same for people.
  package let order: [String]
  /// Whether the one UTC offset of all dates decided when nights begin.
  package let hasOneOffset: Bool
  /// The first day that is wanted and the first after the last one, if there are limits.
  package let days: (first: Int64?, end: Int64?)
  private let ranks: [Int]
  private let names: [String]
  private let grids: [CalendarGrid]
  /// Whether nights are explained.
  private let explains: Bool
  /// The text of each source.
  private let texts: [String]
  /// Samples in the time of the nights that are in none.
  private let excluded: [SleepExplanation.Excluded: SleepExplanation.Amount]
  private let anchor: CalendarAnchor
  private var records: SortedRecords
  private var hasEnded = false
  private var timelines = Timelines()
  /// The nights to which more may be added, by index.
  private var nights: [Int64: SleepParts] = [:]
  /// Nights before this index are complete.
  private var complete = Int64.min

  /// What was read and is not in a night yet.
  private struct Timelines {
    var asleep = SleepStretch(isInBed: false)
    var bed = SleepStretch(isInBed: true)
  }

  /// More samples than follow each other in any sleep.
  private static let mostSegments = 1 << 16

  init(
    _ records: consuming SortedRecords, _ sources: SourceTable, _ priority: [String],
    _ clocks: ClockTable, _ anchor: CalendarAnchor, skipped: Int,
    explaining excluded: [SleepExplanation.Excluded: SleepExplanation.Amount]?
  ) {
    (explains, self.excluded) = (excluded != nil, excluded ?? [:])
    self.records = records
    let order = sources.ordered(by: priority)
    ranks = sources.ranks(order)
    names = sources.entries.indices.map { sources.name(of: $0) }
    self.sources = sources.names(in: order)
    let texts = sources.texts(in: order)
    self.order = texts
    self.texts = ranks.map { texts[$0] }
    (grids, self.anchor, self.skipped) = (clocks.grids, anchor, skipped)
    hasOneOffset = clocks.offsetCount == 1
    days = clocks.grids.first?.days ?? (nil, nil)
  }

  /// The next night; `nil` at the end.
  ///
  /// - Throws: `StatisticsError` when a temporary file cannot be read, or more than 65,536 samples follow each other.
  public mutating func next() throws(StatisticsError) -> SleepNight? {
    while true {
      if let index = nights.keys.min(), index < complete || hasEnded {
        guard let parts = nights.removeValue(forKey: index) else { return nil }
        // The night that begins on a day is named by the next.
        let day = anchor.day + index + 1
        let explanation =
          explains ? try SleepExplanation(parts.stated, ranks: ranks, texts: texts, excluded) : nil
        return SleepNight(
          date: Timestamp(secondsSince1970: day * 86_400).dayText, day: day, parts, ranks: ranks,
          names: names, grids, explanation)
      }
      if hasEnded { return nil }
      guard let segment = try read() else {
        try settle(before: .max)
        hasEnded = true
        continue
      }
      let start = segment.time.lowerBound
      try settle(before: start)
      guard timelines.asleep.segments.count + timelines.bed.segments.count < Self.mostSegments
      else {
        throw StatisticsError(
          .overlap,
          "more than \(Self.mostSegments) samples of sleep follow each other without an hour between them"
        )
      }
      if segment.stage == .inBed {
        timelines.bed.add(segment)
      } else {
        timelines.asleep.add(segment)
      }
      // Clocks differ by less than two days.
      let first = min(start, timelines.asleep.start ?? start, timelines.bed.start ?? start)
      complete = first.floorDivided(by: 86_400_000_000) - anchor.day - 3
    }
  }

  /// Assigns the stretches that have ended, or that are too long for a sleep, to their nights.
  private mutating func settle(before time: Int64) throws(StatisticsError) {
    settle(\.asleep, before: time) { nights, index, parts in
      nights[index, default: SleepParts()].asleep += parts
    }
    settle(\.bed, before: time) { nights, index, parts in
      nights[index, default: SleepParts()].bed += TimeSet(parts.map(\.time)).intervals
    }
    guard nights.values.allSatisfy({ $0.asleep.count + $0.bed.count <= 4 * Self.mostSegments })
    else {
      throw StatisticsError(
        .overlap, "more than \(4 * Self.mostSegments) samples of sleep in one night")
    }
  }

  private mutating func settle(
    _ path: WritableKeyPath<Timelines, SleepStretch>, before time: Int64,
    _ add: (inout [Int64: SleepParts], Int64, [SleepSegment]) -> Void
  ) {
    while let start = timelines[keyPath: path].start {
      let end = timelines[keyPath: path].end
      let hasEnded = time == .max || time > end + SleepStretch.gap
      let isLong = timelines[keyPath: path].clock != nil || end - start > SleepStretch.longest
      guard hasEnded || isLong else { return }
      let parts = timelines[keyPath: path].merged(ranks)
      let stated = explains ? timelines[keyPath: path].segments : []
      let clock = timelines[keyPath: path].clock ?? parts.first?.clock ?? 0
      let cell = grids[clock].cell(at: isLong ? start : start + (end - start) / 2)
      let isLast = hasEnded && (!isLong || end <= cell.end)
      if !isLast {
        timelines[keyPath: path].clock = clock
        guard hasEnded || time >= cell.end, end > cell.end else { return }
      }
      if cell.index != CalendarGrid.outside {
        add(&nights, cell.index, isLast ? parts : parts.compactMap { $0.before(cell.end) })
        if explains {
          nights[cell.index, default: SleepParts()].stated +=
            isLast ? stated : stated.compactMap { $0.before(cell.end) }
        }
      }
      if isLast {
        timelines[keyPath: path].removeAll()
      } else {
        timelines[keyPath: path].removeAll(before: cell.end)
      }
    }
  }

  private mutating func read() throws(StatisticsError) -> SleepSegment? {
    do throws(ByteError) { guard try records.next() else { return nil } } catch {
      throw StatisticsError(error)
    }
    let key = records.key
    return records.withBytes { bytes in
      let word = bytes.word(at: 0)
      return SleepSegment(
        time: Int64(bitPattern: key.high ^ 1 << 63)..<Int64(bitPattern: key.low ^ 1 << 63),
        stage: SleepStage(rawValue: Int(word & 0xFF)) ?? .inBed, source: Int(word >> 8 & 0xFFFFFF),
        clock: Int(word >> 32))
    }
  }
}
