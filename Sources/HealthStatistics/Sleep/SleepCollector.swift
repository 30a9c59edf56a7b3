import HealthBytes
public import HealthModel

/// Calculates the nights of sleep of any number of samples, in memory that does not grow with them.
public struct SleepCollector: ~Copyable {
  private var clocks: ClockTable
  private var sources = SourceTable()
  private var sorter: ExternalSorter
  private var buffer: ByteBuffer
  private let priority: [String]
  /// How many samples are left out: of an unknown value, without a length, longer than a week.
  public private(set) var skipped = 0

  /// A collector that has seen nothing.
  ///
  /// - Parameters:
  ///   - priority: The sources with the highest priority; watches, phones and others follow.
  ///   - beginning: When a night begins, in seconds after midnight: 18:00 by default.
  /// - Throws: `StatisticsError` when no temporary file can be made.
  public init(
    zone: DayZone = .record, priority: [String] = [], beginning: Int = 18 * 3_600
  ) throws(StatisticsError) {
    sorter = try onDisk { () throws(ByteError) in try ExternalSorter(memory: 1 << 22) }
    // The day on which a night ends gives it its name: the anchor is the evening of the day before a day.
    let anchor = CalendarAnchor(secondsSince1970: 978_307_200 + Int64(beginning))
    clocks = ClockTable(zone, .day, anchor)
    self.priority = priority
    buffer = ByteBuffer(capacity: 64)
  }

  /// Adds a sample; those that are not of sleep analysis are skipped.
  public mutating func add(_ sample: borrowing Sample) throws(StatisticsError) {
    guard case .category(let sample) = copy sample, sample.type == .sleepAnalysis else { return }
    let header = sample.header
    let start = header.start.secondsSince1970, end = header.end.secondsSince1970
    guard let number = sample.value?.number, let stage = SleepStage(rawValue: number),
      StatisticsCollector.seconds.contains(start), start < end, end - start <= 7 * 86_400
    else {
      skipped += 1
      return
    }
    let source = sources.number(of: header.descriptor)
    let clock = clocks.clock(offset: header.start.offsetMinutes, header.metadata)
    let grid = clocks.grids[clock]
    let offset = grid.zone.offset(at: start) / 60
    var time = start * 1_000_000
    while time < end * 1_000_000 {
      let cell = grid.cell(at: time)
      let edge = min(cell.end, end * 1_000_000)
      buffer.removeAll()
      buffer.append(word: UInt64(bitPattern: edge))
      buffer.append(
        word: UInt64(stage.rawValue) | UInt64(source) << 8
          | UInt64(UInt16(bitPattern: Int16(clamping: offset))) << 32)
      do throws(ByteError) {
        try buffer.withBytes { (bytes) throws(ByteError) in
          try sorter.add(
            SortKey(
              high: UInt64(bitPattern: cell.index) ^ 1 << 63, low: UInt64(bitPattern: time)), bytes)
        }
      } catch { throw StatisticsError(error) }
      time = edge
    }
  }

  /// Calculates the nights, after which nothing can be added.
  public consuming func finish() throws(StatisticsError) -> SleepNights {
    let order = sources.ordered(by: priority)
    var ranks = [Int](repeating: 0, count: order.count)
    for (rank, source) in order.enumerated() { ranks[source] = rank }
    let (names, grid, skipped) = (sources.names, clocks.grids.first, skipped)
    do throws(ByteError) {
      return SleepNights(try sorter.sorted(), ranks, names, grid, skipped)
    } catch { throw StatisticsError(error) }
  }
}

/// Nights of sleep, one at a time, in the order of time. Nights without samples are not among them.
public struct SleepNights: ~Copyable {
  /// How many samples are left out.
  public let skipped: Int
  /// The sources, from the highest priority on.
  public let sources: [String]
  private var records: SortedRecords
  private let ranks: [Int]
  private let names: [String]
  private let grid: CalendarGrid?
  private var waiting: (cell: Int64, segment: SleepSegment)?

  /// More samples than any night has.
  private static let mostSegments = 1 << 16

  init(
    _ records: consuming SortedRecords, _ ranks: [Int], _ names: [String], _ grid: CalendarGrid?,
    _ skipped: Int
  ) {
    self.records = records
    (self.ranks, self.names, self.grid, self.skipped) = (ranks, names, grid, skipped)
    sources = names.indices.sorted { ranks[$0] < ranks[$1] }.map { names[$0] }
  }

  /// The next night; `nil` at the end.
  ///
  /// - Throws: `StatisticsError` when a temporary file cannot be read, or a night has more than 65,536 samples.
  public mutating func next() throws(StatisticsError) -> SleepNight? {
    var segments: [SleepSegment] = []
    var cell: Int64 = 0
    if let (first, segment) = waiting {
      (cell, segments, waiting) = (first, [segment], nil)
    }
    while let (next, segment) = try read() {
      if segments.isEmpty { cell = next }
      guard next == cell else {
        waiting = (next, segment)
        break
      }
      guard segments.count < Self.mostSegments else {
        throw StatisticsError(
          .overlap, "more than \(Self.mostSegments) samples of sleep in one night")
      }
      segments.append(segment)
    }
    if segments.isEmpty { return nil }
    // The night that begins on a day is named by the next.
    let date = grid?.label(of: cell + 1) ?? ""
    return SleepNight(date: date, segments, ranks: ranks, names: names)
  }

  private mutating func read() throws(StatisticsError) -> (Int64, SleepSegment)? {
    do throws(ByteError) { guard try records.next() else { return nil } } catch {
      throw StatisticsError(error)
    }
    let key = records.key
    let segment = records.withBytes { bytes in
      let word = bytes.word(at: 8)
      return SleepSegment(
        time: Int64(bitPattern: key.low)..<Int64(bitPattern: bytes.word(at: 0)),
        stage: SleepStage(rawValue: Int(word & 0xFF)) ?? .inBed, source: Int(word >> 8 & 0xFFFFFF),
        offset: Int16(bitPattern: UInt16(truncatingIfNeeded: word >> 32)))
    }
    return (Int64(bitPattern: key.high ^ 1 << 63), segment)
  }
}
