package import HealthBytes
public import HealthModel

/// Calculates the nights of sleep of any number of samples, in memory that does not grow with them.
///
/// Samples are sorted by start. Those that follow each other without a gap of an hour (`SleepStretch`) are merged at once and
/// belong to one night.
public struct SleepCollector: ~Copyable {
  private var clocks: ClockTable
  private var sources = SourceTable()
  private var sorter: ExternalSorter
  private var buffer: ByteBuffer
  private let priority: [String]
  private let anchor: CalendarAnchor
  /// How many samples are left out, such as samples with an unknown value, without a duration, or
  /// longer than a week.
  public private(set) var skipped = 0
  /// Samples in the time of the requested nights that are part of none; `nil` if nights are not
  /// explained.
  private var excluded: [SleepExplanation.Excluded: SleepExplanation.Amount]?

  /// A collector without samples.
  ///
  /// - Parameters:
  ///   - zone: The time zone of nights. With ``DayZone/home(_:)``, samples that name their own zone
  ///     use that zone.
  ///   - priority: The sources with the highest priority; what persons entered by hand, watches, phones and apps follow.
  ///   - beginning: When a night begins, in seconds after midnight: 18:00 by default.
  ///   - limits: The nights to calculate, by the days on which they end.
  ///   - explains: Whether to explain what each night is made of. The limits are those of one night.
  /// - Throws: `HealthError` when no temporary file can be made.
  public init(
    zone: DayZone = .record, priority: [String] = [], beginning: Int = 18 * 3_600,
    limits: RowLimits = RowLimits(), explains: Bool = false
  ) throws(HealthError) {
    sorter = try ExternalSorter(memory: 1 << 22)
    anchor = CalendarAnchor(secondsSince1970: 978_307_200 + Int64(beginning))
    clocks = ClockTable(zone, .day, anchor, limits, ofNights: true)
    self.priority = priority
    excluded = explains ? [:] : nil
    buffer = ByteBuffer(capacity: 64)
  }

  /// Adds a sample; those that are not of sleep analysis are skipped.
  public mutating func add(_ sample: borrowing Sample) throws(HealthError) {
    guard case .category(let sample) = copy sample, sample.type == .sleepAnalysis else { return }
    let header = sample.header
    let seconds = header.start.secondsSince1970, last = header.end.secondsSince1970
    guard let number = sample.value?.number, let stage = SleepStage(rawValue: number),
      StatisticsCollector.seconds.contains(seconds), StatisticsCollector.seconds.contains(last),
      header.start < header.end, last - seconds <= 7 * 86_400
    else { return skip(sample) }
    let (start, end) = (header.start.microseconds, header.end.microseconds)
    guard start < end else { return skip(sample) }
    let source = sources.number(
      of: header.descriptor, isEnteredByHand: header.metadata.isEnteredByHand)
    let clock = clocks.clock(of: header)
    try add(start..<end, stage, source, clock)
    if let total = SleepTotal(sample, stage) {
      for time in total.asleep { try add(time, .unspecified, source, clock) }
    }
  }

  private mutating func add(
    _ time: Range<Int64>, _ stage: SleepStage, _ source: Int, _ clock: Int
  ) throws(HealthError) {
    buffer.removeAll()
    buffer.append(word: UInt64(stage.rawValue) | UInt64(source) << 8 | UInt64(clock) << 32)
    try buffer.withBytes { (bytes) throws(HealthError) in
      try sorter.add(
        SortKey(
          high: UInt64(bitPattern: time.lowerBound) ^ 1 << 63,
          low: UInt64(bitPattern: time.upperBound) ^ 1 << 63),
        bytes)
    }
  }

  private mutating func skip(_ sample: CategorySample) {
    skipped += 1
    exclude(sample, .invalid)
  }

  /// Adds a sample that another version or a duplicate replaces: it only appears in explanations.
  package mutating func addRepeated(_ sample: borrowing Sample) {
    guard excluded != nil, case .category(let sample) = copy sample, sample.type == .sleepAnalysis
    else { return }
    exclude(sample, .repeated)
  }

  private mutating func exclude(
    _ sample: CategorySample, _ reason: SleepExplanation.Exclusion
  ) {
    let header = sample.header
    let clock = clocks.clock(of: header)
    guard excluded != nil, StatisticsCollector.seconds.contains(header.start.secondsSince1970),
      clocks.grids[clock].cell(at: header.start.microseconds).index != CalendarGrid.outside
    else { return }
    let length =
      StatisticsCollector.seconds.contains(header.end.secondsSince1970)
      ? max(0, header.end.microseconds - header.start.microseconds) : 0
    let source = sources.number(
      of: header.descriptor, isEnteredByHand: header.metadata.isEnteredByHand)
    let stage = sample.value?.number.flatMap { SleepStage(rawValue: $0) }
    let key = SleepExplanation.Excluded(reason: reason, source: source, stage: stage)
    excluded?[key, default: SleepExplanation.Amount()].add(length)
  }

  /// Assigns a zone to all samples that name none, as ``DayZone/home(_:)`` does. Call it after all samples, where the zone is
  /// ``DayZone/automatic`` and nights are not explained.
  package mutating func useZone(_ zone: Zone) { clocks.useZone(zone) }

  /// Calculates the nights. Nothing can be added afterwards.
  public consuming func finish() throws(HealthError) -> SleepNights {
    let (sources, clocks, skipped) = (sources, clocks, skipped)
    let (priority, anchor, excluded) = (priority, anchor, excluded)
    return SleepNights(
      try sorter.sorted(), sources, priority, clocks, anchor, skipped: skipped,
      explaining: excluded)
  }
}

/// The values of sleep analysis, by their numbers in HealthKit.
enum SleepStage: Int, CaseIterable {
  case inBed, unspecified, awake, core, deep, rem

  /// Whether the source that recorded it distinguishes stages.
  var isStaged: Bool { self == .core || self == .deep || self == .rem }

  var isAsleep: Bool { isStaged || self == .unspecified }

  /// Of two stages of one source at the same time, the one with the lower number counts, which is
  /// more specific.
  var order: Int {
    switch self {
    case .deep: 0
    case .rem: 1
    case .core: 2
    case .awake: 3
    case .unspecified: 4
    case .inBed: 5
    }
  }
}

/// A sample of sleep analysis, or a part of one. Times are in microseconds.
struct SleepSegment {
  var time: Range<Int64>
  let stage: SleepStage
  /// The index of the source in the table of sources.
  let source: Int
  let clock: Int

  /// The part of it before a time; `nil` if it begins then or later.
  func before(_ end: Int64) -> SleepSegment? {
    guard time.lowerBound < end else { return nil }
    var part = self
    part.time = time.lowerBound..<min(time.upperBound, end)
    return part
  }
}

/// Samples of sleep that follow each other without a gap of more than an hour: of one of the two timelines, in bed or asleep.
struct SleepStretch {
  private let isInBed: Bool
  private(set) var segments: [SleepSegment] = []
  private(set) var end = Int64.min
  /// The clock by which the stretch is divided if it is longer than `longest`.
  var clock: Int?

  /// An hour in microseconds.
  static let gap: Int64 = 3_600_000_000
  /// A day in microseconds: a longer stretch is not one sleep, and is divided where nights begin.
  static let longest: Int64 = 86_400_000_000

  init(isInBed: Bool) { self.isInBed = isInBed }

  var start: Int64? { segments.first?.time.lowerBound }

  /// Adds a sample that starts after the others, or with the last of them.
  mutating func add(_ segment: SleepSegment) {
    segments.append(segment)
    end = max(end, segment.time.upperBound)
  }

  mutating func removeAll() { self = SleepStretch(isInBed: isInBed) }

  /// Removes everything before a time.
  mutating func removeAll(before time: Int64) {
    segments.removeAll { $0.time.upperBound <= time }
    for index in segments.indices where segments[index].time.lowerBound < time {
      segments[index].time = time..<segments[index].time.upperBound
    }
  }

  /// What counts at each moment: of all samples that last then, the one of the source with the highest priority, and of that
  /// source the stage that states more.
  ///
  /// Samples are placed in the order of priority, each in the time that is free. Free times between two edges are linked to
  /// the next one, so that each is visited once.
  ///
  /// - Parameter ranks: The rank of each source; 0 is that of the highest priority.
  /// - Returns: Parts in the order of time, which do not overlap.
  /// - Complexity: O(n log n).
  func merged(_ ranks: [Int]) -> [SleepSegment] {
    // All sources count for the time in bed.
    if isInBed { return segments }
    let edges = Array(Set(segments.flatMap { [$0.time.lowerBound, $0.time.upperBound] })).sorted()
    let places = Dictionary(uniqueKeysWithValues: edges.enumerated().map { ($1, $0) })
    var next = Array(edges.indices)
    var winners = [Int?](repeating: nil, count: edges.count)
    func free(from place: Int) -> Int {
      var (root, place) = (place, place)
      while next[root] != root { root = next[root] }
      while next[place] != root { (next[place], place) = (root, next[place]) }
      return root
    }
    let order = segments.indices.sorted { a, b in
      let (first, second) = (segments[a], segments[b])
      return (ranks[first.source], first.stage.order, a)
        < (ranks[second.source], second.stage.order, b)
    }
    for index in order {
      let time = segments[index].time
      guard let first = places[time.lowerBound], let last = places[time.upperBound] else {
        continue
      }
      var place = free(from: first)
      while place < last {
        winners[place] = index
        next[place] = place + 1
        place = free(from: place)
      }
    }
    var parts: [SleepSegment] = []
    for (place, winner) in winners.enumerated() {
      guard let winner, place + 1 < edges.count else { continue }
      let segment = segments[winner]
      if let last = parts.last, last.time.upperBound == edges[place], last.stage == segment.stage,
        last.source == segment.source, last.clock == segment.clock
      {
        parts[parts.count - 1].time = last.time.lowerBound..<edges[place + 1]
      } else {
        parts.append(
          SleepSegment(
            time: edges[place]..<edges[place + 1], stage: segment.stage, source: segment.source,
            clock: segment.clock))
      }
    }
    return parts
  }
}
