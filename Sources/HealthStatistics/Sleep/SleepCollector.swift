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
  /// How many samples are left out: of an unknown value, without a length, longer than a week.
  public private(set) var skipped = 0
  /// Samples in the time of the nights that are wanted and that are in none; `nil` if nights are not explained.
  private var excluded: [SleepExplanation.Excluded: SleepExplanation.Amount]?

  /// A collector that has seen nothing.
  ///
  /// - Parameters:
  ///   - zone: The clock. Of ``DayZone/home(_:)``, samples that name their own zone have that.
  ///   - priority: The sources with the highest priority; what persons entered by hand, watches, phones and apps follow.
  ///   - beginning: When a night begins, in seconds after midnight: 18:00 by default.
  ///   - limits: The nights that are wanted, by the days on which they end.
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
    let clock = clocks.clock(offset: header.start.offsetMinutes, header.metadata)
    buffer.removeAll()
    buffer.append(word: UInt64(stage.rawValue) | UInt64(source) << 8 | UInt64(clock) << 32)
    try buffer.withBytes { (bytes) throws(HealthError) in
      try sorter.add(
        SortKey(
          high: UInt64(bitPattern: start) ^ 1 << 63, low: UInt64(bitPattern: end) ^ 1 << 63),
        bytes)
    }
  }

  private mutating func skip(_ sample: CategorySample) {
    skipped += 1
    exclude(sample, .invalid)
  }

  /// Adds a sample of which the inputs have another version, or the same once more: it is explained only.
  package mutating func addRepeated(_ sample: borrowing Sample) {
    guard excluded != nil, case .category(let sample) = copy sample, sample.type == .sleepAnalysis
    else { return }
    exclude(sample, .repeated)
  }

  private mutating func exclude(
    _ sample: CategorySample, _ reason: SleepExplanation.Exclusion
  ) {
    let header = sample.header
    let clock = clocks.clock(offset: header.start.offsetMinutes, header.metadata)
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

  /// Calculates the nights, after which nothing can be added.
  public consuming func finish() throws(HealthError) -> SleepNights {
    let (sources, clocks, skipped) = (sources, clocks, skipped)
    let (priority, anchor, excluded) = (priority, anchor, excluded)
    return SleepNights(
      try sorter.sorted(), sources, priority, clocks, anchor, skipped: skipped,
      explaining: excluded)
  }
}
