import HealthBytes

/// Sorts the samples of each series by their starts, on the disk.
///
/// Exports list most samples of one type and one source in the order of time. Such samples are a chain, which is packed into
/// batches of 128 samples: a batch is one record of the sorter, by the start of its first sample. Sorting, writing and
/// merging then cost a fraction of what they cost sample by sample. A sample that starts before the preceding one of its
/// chain is a batch of its own. After 64 such samples in succession the chain restarts, at most three times. So at most four
/// batches of a chain overlap at any time.
struct TimelineSorter: ~Copyable {
  private struct Chain {
    let series: Int
    /// The samples that are not yet in the sorter.
    var entries: [TimedValue] = []
    var last: Int64 = .min
    /// How many samples in succession started before the last one of the chain.
    var late = 0
    var restarts = 0

    /// Adds a sample; `false` for one that starts before the last one.
    @inline(__always)
    mutating func add(_ entry: TimedValue) -> Bool {
      guard entry.start >= last else { return false }
      last = entry.start
      late = 0
      entries.append(entry)
      return true
    }

    /// Restarts the chain if many samples in succession were out of order; `false` if too few were.
    mutating func restart() -> Bool {
      late += 1
      guard late >= TimelineSorter.mostLate, restarts < TimelineSorter.mostRestarts else {
        return false
      }
      restarts += 1
      last = .min
      return true
    }
  }

  private var chains: [Chain] = []
  private var numbers: [UInt64: Int] = [:]
  private var sorter: ExternalSorter?
  private var buffer = ByteBuffer(capacity: 64)
  /// How many records the sorter has.
  private(set) var recordCount = 0

  private static let batch = 128
  private static let mostChains = 256
  private static let mostLate = 64
  private static let mostRestarts = 3

  init() {}

  /// The number of the chain of a series and a source; -1 beyond 256 chains, whose samples are sorted one by one.
  mutating func chain(of series: Int, _ source: Int) -> Int {
    let key = UInt64(series) << 32 | UInt64(source)
    if let known = numbers[key] { return known }
    guard chains.count < Self.mostChains else { return -1 }
    chains.append(Chain(series: series))
    numbers[key] = chains.count - 1
    return chains.count - 1
  }

  @inline(__always)
  mutating func add(
    _ entry: TimedValue, to series: Int, _ chain: Int
  ) throws(HealthError) {
    guard chain >= 0, chains[chain].add(entry) else { return try addLate(entry, series, chain) }
    if chains[chain].entries.count >= Self.batch { try flush(chain) }
  }

  @inline(never)
  private mutating func addLate(
    _ entry: TimedValue, _ series: Int, _ chain: Int
  ) throws(HealthError) {
    if chain >= 0, chains[chain].restart() {
      try flush(chain)
      _ = chains[chain].add(entry)
      return
    }
    buffer.removeAll()
    entry.appendWithStart(to: &buffer)
    try addRecord(series, entry.start)
  }

  /// Moves the samples of a chain to the sorter.
  @inline(never)
  private mutating func flush(_ chain: Int) throws(HealthError) {
    guard let first = chains[chain].entries.first else { return }
    buffer.removeAll()
    for entry in chains[chain].entries { entry.appendWithStart(to: &buffer) }
    chains[chain].entries.removeAll(keepingCapacity: true)
    try addRecord(chains[chain].series, first.start)
  }

  private mutating func addRecord(_ series: Int, _ start: Int64) throws(HealthError) {
    recordCount += 1
    if sorter == nil { sorter = try ExternalSorter(memory: 1 << 22) }
    try buffer.withBytes { (bytes) throws(HealthError) in
      try sorter?.add(TimedValue.key(series, start), bytes)
    }
  }

  /// Removes and returns all samples, in order; `nil` if there are none.
  mutating func takeSorted() throws(HealthError) -> TimelineReader? {
    for chain in chains.indices { try flush(chain) }
    guard let sorter = sorter.take() else { return nil }
    return try TimelineReader(sorter.sorted())
  }
}

/// The samples of a `TimelineSorter`: series by series, each in the order of starts.
struct TimelineReader: ~Copyable {
  private struct Batch {
    var entries: [TimedValue] = []
    var position = 0

    /// The start of the next sample; the largest number after the last one.
    @inline(__always)
    var start: Int64 { position < entries.count ? entries[position].start : .max }
  }

  /// The series of the sample that was read last.
  private(set) var series = -1
  private var records: SortedRecords
  private var hasRecord: Bool
  /// The batches that were begun, including those that ended.
  private var batches: [Batch] = []
  private var current = 0
  /// The current batch has the next sample as long as that does not start after this time.
  private var bound: Int64 = .min

  fileprivate init(_ records: consuming SortedRecords) throws(HealthError) {
    self.records = records
    hasRecord = try self.records.next()
  }

  /// The next sample; `nil` at the end.
  mutating func next() throws(HealthError) -> TimedValue? {
    if current >= batches.count || batches[current].position >= batches[current].entries.count
      || batches[current].start > bound
    {
      guard try choose() else { return nil }
    }
    let position = batches[current].position
    batches[current].position = position + 1
    return batches[current].entries[position]
  }

  /// Chooses the batch with the next sample; `false` at the end.
  @inline(never)
  private mutating func choose() throws(HealthError) -> Bool {
    var (least, start) = earliest()
    while hasRecord, start == .max || (isOfSeries && TimedValue.start(records.key) < start) {
      if start == .max, !isOfSeries {
        series = TimedValue.series(records.key)
        batches.removeAll(keepingCapacity: true)
      }
      least = try begin()
      start = batches[least].start
    }
    guard start < .max else { return false }
    current = least
    bound = hasRecord && isOfSeries ? TimedValue.start(records.key) : .max
    for index in batches.indices where index != least { bound = min(bound, batches[index].start) }
    return true
  }

  /// Whether the next record is of the same series.
  private var isOfSeries: Bool { TimedValue.series(records.key) == series }

  /// The batch whose next sample starts first, and that start.
  private func earliest() -> (batch: Int, start: Int64) {
    var (least, start) = (0, Int64.max)
    for index in batches.indices where batches[index].start < start {
      (least, start) = (index, batches[index].start)
    }
    return (least, start)
  }

  /// Reads the batch of the next record into the slot of a batch that ended, or into a new one.
  private mutating func begin() throws(HealthError) -> Int {
    var index = 0
    while index < batches.count, batches[index].start < .max { index += 1 }
    if index == batches.count { batches.append(Batch()) }
    batches[index].position = 0
    batches[index].entries.removeAll(keepingCapacity: true)
    records.withBytes { bytes in
      for place in stride(from: 0, to: bytes.count, by: TimedValue.byteCountWithStart) {
        batches[index].entries.append(TimedValue(bytes, at: place))
      }
    }
    hasRecord = try records.next()
    return index
  }
}

/// The properties of a sample that a sweep over time needs.
struct TimedValue {
  let start: Int64
  let end: Int64
  /// The value times 10^18; 0 for categories.
  let value: Int128
  let source: Int
  var clock: Int

  /// A flag of the source of an extreme.
  static let extremeFlag = 1 << 31

  /// Whether it is no sample, but a minimum or a maximum that the sample before states.
  var isExtreme: Bool { source & Self.extremeFlag != 0 }

  @inline(__always)
  func append(to buffer: inout ByteBuffer) {
    buffer.append(word: UInt64(bitPattern: end))
    buffer.append(wide: value)
    buffer.append(word: UInt64(source) | UInt64(clock) << 32)
  }

  init(start: Int64, end: Int64, value: Int128, source: Int, clock: Int) {
    (self.start, self.end, self.value) = (start, end, value)
    (self.source, self.clock) = (source, clock)
  }

  /// The instant whose day the sample is counted in: its start, or the last microsecond of a night.
  ///
  /// The value of a sample as long as a night is that of the day on which it ends, as Health shows temperatures of the wrist. A
  /// value of a whole day, which an offset from UTC may move over midnight, is no night.
  @inline(__always)
  var dayTime: Int64 { Self.nights.contains(end - start) ? end - 1 : start }

  /// From 2 to 16 hours, in microseconds.
  private static let nights: ClosedRange<Int64> = 7_200_000_000...57_600_000_000

  init(_ key: SortKey, _ bytes: Span<UInt8>) { self.init(Self.start(key), bytes, at: 0) }

  @inline(__always)
  private init(_ start: Int64, _ bytes: Span<UInt8>, at index: Int) {
    self.start = start
    end = Int64(bitPattern: bytes.word(at: index))
    value = bytes.wide(at: index + 8)
    let word = bytes.word(at: index + 24)
    (source, clock) = (Int(word & 0xFFFF_FFFF), Int(word >> 32))
  }

  // In a batch, only the first sample has the start that is in the key, so each sample is stored with its own.

  static let byteCountWithStart = 40

  @inline(__always)
  func appendWithStart(to buffer: inout ByteBuffer) {
    buffer.append(word: UInt64(bitPattern: start))
    append(to: &buffer)
  }

  @inline(__always)
  init(_ bytes: Span<UInt8>, at index: Int) {
    self.init(Int64(bitPattern: bytes.word(at: index)), bytes, at: index + 8)
  }

  /// A key that orders by series, then by start. The lowest byte of the series comes first, so that the first byte of the key
  /// distinguishes most series.
  static func key(_ series: Int, _ start: Int64) -> SortKey {
    SortKey(
      high: UInt64(series & 0xFF) << 56 | UInt64(series >> 8),
      low: UInt64(bitPattern: start) ^ 1 << 63)
  }

  static func series(_ key: SortKey) -> Int { Int(key.high >> 56) | Int(key.high & 0xFFFFFF) << 8 }

  static func start(_ key: SortKey) -> Int64 { Int64(bitPattern: key.low ^ 1 << 63) }
}
