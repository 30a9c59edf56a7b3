import HealthBytes
public import HealthModel

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
  private let clocks: ClockTable
  private let explains: Bool
  private let texts: [String]
  /// Samples in the time of the nights that belong to no night.
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
    (self.clocks, self.anchor, self.skipped) = (clocks, anchor, skipped)
    hasOneOffset = clocks.offsetCount == 1
    days = clocks.main?.days ?? (nil, nil)
  }

  /// The next night; `nil` at the end.
  ///
  /// - Throws: `HealthError` when a temporary file cannot be read, or more than 65,536 samples follow each other.
  public mutating func next() throws(HealthError) -> SleepNight? {
    while true {
      if let index = nights.keys.min(), index < complete || hasEnded {
        guard let parts = nights.removeValue(forKey: index) else { return nil }
        // The night that begins on a day is named by the next.
        let day = anchor.day + index + 1
        let explanation =
          explains ? try SleepExplanation(parts.stated, ranks: ranks, texts: texts, excluded) : nil
        return SleepNight(
          date: Timestamp(secondsSince1970: day * 86_400).dayText, day: day, parts, ranks: ranks,
          names: names, clocks.grids, explanation)
      }
      if hasEnded { return nil }
      guard let segment = try read() else {
        try assignStretches(before: .max)
        hasEnded = true
        continue
      }
      let start = segment.time.lowerBound
      try assignStretches(before: start)
      guard timelines.asleep.segments.count + timelines.bed.segments.count < Self.mostSegments
      else {
        throw HealthError(
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
  private mutating func assignStretches(before time: Int64) throws(HealthError) {
    assign(\.asleep, before: time) { nights, index, parts in
      nights[index, default: SleepParts()].asleep += parts
    }
    assign(\.bed, before: time) { nights, index, parts in
      nights[index, default: SleepParts()].bed += TimeSet(parts.map(\.time)).intervals
    }
    guard nights.values.allSatisfy({ $0.asleep.count + $0.bed.count <= 4 * Self.mostSegments })
    else {
      throw HealthError(
        .overlap, "more than \(4 * Self.mostSegments) samples of sleep in one night")
    }
  }

  private mutating func assign(
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
      let cell = clocks.grids[clock].cell(at: isLong ? start : start + (end - start) / 2)
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

  private mutating func read() throws(HealthError) -> SleepSegment? {
    guard try records.next() else { return nil }
    let key = records.key
    return records.withBytes { bytes in
      let word = bytes.word(at: 0)
      return SleepSegment(
        time: Int64(bitPattern: key.high ^ 1 << 63)..<Int64(bitPattern: key.low ^ 1 << 63),
        stage: SleepStage(rawValue: Int(word & 0xFF)) ?? .inBed, source: Int(word >> 8 & 0xFFFFFF),
        clock: clocks.counted(Int(word >> 32)))
    }
  }
}

/// The sleep of one night. Lengths are in seconds; what no source measured is `nil`, not 0.
///
/// In bed and asleep are two timelines.
///
/// - Asleep: at each moment the source with the highest priority counts, of those that state a stage, asleep or awake for this
///   moment. So a source takes over where another one is silent. Where a source states two at once, deep counts before REM, REM
///   before core, core before awake, awake before sleep without a stage.
/// - In bed is the union over all sources, and never hides sleep.
/// - A night that an app states as a whole, with the hours asleep (`SleepTotal`), is asleep without a stage for that time.
/// - A night is the time from 18:00 to 18:00 on the clock, and is named by the day on which it ends. What follows each other
///   without a gap of more than an hour belongs to the night in which its middle is, so that no sleep is divided; the time in
///   bed likewise, by itself. Only what lasts longer than 24 hours is divided at 18:00.
/// - Sleeps more than an hour apart are separate. The longest is the night's sleep, the others are naps.
/// - Efficiency is the time asleep in the night's sleep, divided by the time in bed around it: from falling asleep to waking
///   up and what a source recorded in bed next to that.
public struct SleepNight: Sendable, Equatable {
  /// The day on which the night ends: `2024-06-02`.
  public let date: String
  /// That day, in days since 1970-01-01.
  package let day: Int64
  /// When the night's sleep began; `nil` without sleep.
  public let start: Timestamp?
  /// When the night's sleep ended.
  public let end: Timestamp?
  /// The time in bed.
  public let inBed: Double?
  /// The time asleep, naps included.
  public let asleep: Double?
  /// The time in core sleep; like the other stages `nil` if no source recorded stages.
  public let core: Double?
  /// The time in deep sleep.
  public let deep: Double?
  /// The time in REM sleep.
  public let rem: Double?
  /// The time asleep without a known stage.
  public let unspecified: Double?
  /// The time awake in the night; `nil` if no source recorded stages or being awake.
  public let awake: Double?
  /// The part of the time asleep that is outside of the longest sleep.
  public let naps: Double?
  /// 0 to 1; `nil` without sleep.
  public let efficiency: Double?
  /// The sources of the time asleep and awake, from the highest priority on, separated by commas.
  public let source: String?
  /// The explanation, if it was requested.
  public let explanation: SleepExplanation?
}

/// What is known of a night while its samples are read.
struct SleepParts {
  /// What counts of the timeline asleep and awake, and the time in bed, in any order.
  var asleep: [SleepSegment] = []
  var bed: [Range<Int64>] = []
  /// All samples of the night, if it is explained.
  var stated: [SleepSegment] = []
}

extension SleepNight {
  /// - Parameters:
  ///   - ranks: The rank of each source.
  ///   - names: The name of each source.
  ///   - explanation: What the night is made of, if that is explained.
  init(
    date: String, day: Int64, _ parts: SleepParts, ranks: [Int], names: [String],
    _ grids: [CalendarGrid], _ explanation: SleepExplanation? = nil
  ) {
    self.explanation = explanation
    (self.date, self.day) = (date, day)
    func times(_ isWanted: (SleepStage) -> Bool) -> TimeSet {
      TimeSet(parts.asleep.filter { isWanted($0.stage) }.map(\.time))
    }
    let (bed, sleep) = (TimeSet(parts.bed), times(\.isAsleep))
    let hasStages = parts.asleep.contains { $0.stage.isStaged }
    let isMeasured = !parts.asleep.isEmpty
    func seconds(_ set: TimeSet, if isMeasured: Bool) -> Double? {
      isMeasured ? Double(set.length) / 1e6 : nil
    }
    inBed = seconds(bed, if: !parts.bed.isEmpty)
    asleep = seconds(sleep, if: isMeasured)
    core = seconds(times { $0 == .core }, if: hasStages)
    deep = seconds(times { $0 == .deep }, if: hasStages)
    rem = seconds(times { $0 == .rem }, if: hasStages)
    unspecified = seconds(times { $0 == .unspecified }, if: isMeasured)
    let wake = times { $0 == .awake }
    awake = seconds(wake, if: hasStages || wake.length > 0)
    let spans = sleep.union(wake).spans(gap: SleepStretch.gap)
    let main = spans.enumerated().max { a, b in
      let lengths = (sleep.intersection(a.element).length, sleep.intersection(b.element).length)
      return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : a.offset > b.offset
    }?.element
    let mainSleep = main.map { sleep.intersection($0) } ?? TimeSet()
    naps = isMeasured ? Double(sleep.length - mainSleep.length) / 1e6 : nil
    let sources = Set(parts.asleep.map(\.source)).sorted { ranks[$0] < ranks[$1] }
    var listed: Set<String> = []
    let shown = sources.map { names[$0] }.filter { listed.insert($0).inserted }
    source = shown.isEmpty ? nil : shown.joined(separator: ", ")
    guard let first = mainSleep.intervals.first, let last = mainSleep.intervals.last else {
      (start, end, efficiency) = (nil, nil, nil)
      return
    }
    let span = first.lowerBound..<last.upperBound
    let around = TimeSet(bed.intervals.filter { $0.overlaps(span) } + [span])
    efficiency = Double(mainSleep.length) / Double(around.length)
    func time(_ time: Int64, _ isIn: (Range<Int64>) -> Bool) -> Timestamp {
      let clock = parts.asleep.first { isIn($0.time) }?.clock ?? 0
      let instant = time.floorDivided(by: 1_000_000)
      return Timestamp(
        secondsSince1970: instant,
        offsetMinutes: Int16(clamping: grids[clock].zone.offset(at: instant) / 60))
    }
    start = time(span.lowerBound) { $0.lowerBound == span.lowerBound }
    end = time(span.upperBound) { $0.upperBound == span.upperBound }
  }
}
