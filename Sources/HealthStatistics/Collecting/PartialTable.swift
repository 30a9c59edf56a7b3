import HealthBytes

/// The partial statistics of all series and intervals. Those beyond some ten thousand wait on the disk.
struct PartialTable: ~Copyable {
  /// The interval of a series that was looked up last, and where its partial is.
  struct Cache {
    var start: Int64 = .max
    var end: Int64 = .min
    var clock = -1
    var slot = 0
  }

  var clocks: ClockTable
  var partials: [Partial] = []
  private(set) var caches: [Cache] = []
  private var keys: [UInt64] = []
  private var index: [UInt64: Int] = [:]
  private var sorter: ExternalSorter
  private var buffer: ByteBuffer

  private static let mostPartials = 1 << 15

  init(_ clocks: ClockTable) throws(HealthError) {
    sorter = try ExternalSorter(memory: 1 << 22, fanIn: 32)
    buffer = ByteBuffer(capacity: 256)
    self.clocks = clocks
  }

  /// Makes room for one more series.
  mutating func addSeries() { caches.append(Cache()) }

  /// Takes one clock for all samples that name no zone.
  mutating func useZone(_ zone: Zone) {
    clocks.useZone(zone)
    for series in caches.indices { caches[series] = Cache() }
  }

  /// Where the partial of a series is in `partials`, for the interval that a time is in. Valid until the next call.
  @inline(__always)
  mutating func slot(_ series: Int, _ clock: Int, at time: Int64) throws(HealthError) -> Int {
    let cache = caches[series]
    if time >= cache.start, time < cache.end, clock == cache.clock { return cache.slot }
    return try find(series, clock, at: time)
  }

  @inline(never)
  private mutating func find(
    _ series: Int, _ clock: Int, at time: Int64
  ) throws(HealthError) -> Int {
    let cell = clocks.grids[clock].cell(at: time)
    let key = Self.key(series, cell.index)
    let slot: Int
    if let known = index[key] {
      slot = known
    } else {
      if partials.count >= Self.mostPartials { try spill() }
      slot = partials.count
      partials.append(Partial())
      keys.append(key)
      index[key] = slot
    }
    caches[series] = Cache(start: cell.start, end: cell.end, clock: clock, slot: slot)
    return slot
  }

  /// Moves all partials to the disk.
  private mutating func spill() throws(HealthError) {
    for slot in partials.indices {
      buffer.removeAll()
      partials[slot].append(to: &buffer)
      try buffer.withBytes { (bytes) throws(HealthError) in
        try sorter.add(SortKey(high: keys[slot], low: 0), bytes)
      }
    }
    partials.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    index.removeAll(keepingCapacity: true)
    for series in caches.indices { caches[series] = Cache() }
  }

  /// All partials by their keys; those of one key follow each other.
  consuming func sorted() throws(HealthError) -> SortedRecords {
    try spill()
    return try sorter.sorted()
  }

  /// The sort key of a series and an interval: the series in 24 bits, the interval in 40.
  static func key(_ series: Int, _ cell: Int64) -> UInt64 {
    UInt64(series) << 40 | UInt64(truncatingIfNeeded: cell + 1 << 39)
  }

  static func parts(of key: UInt64) -> (series: Int, cell: Int64) {
    (Int(key >> 40), Int64(key & (1 << 40 - 1)) - 1 << 39)
  }
}

// MARK: Sharing out

extension PartialTable {
  /// Adds the share of a spread value in a part of its time, divided among the intervals of the part.
  mutating func addSum(
    _ value: SpreadValue, _ series: Int, _ clock: Int, from start: Int64, to end: Int64
  ) throws(HealthError) {
    var (time, done) = (start, value.total(until: start))
    while true {
      let slot = try slot(series, clock, at: time)
      let edge = caches[series].end
      let total = value.total(until: min(end, edge))
      partials[slot].sum.addSaturating(total - done)
      if end <= edge { return }
      (time, done) = (edge, total)
    }
  }

  /// Adds the value of a sample, shared out over the intervals that it lasts.
  @inline(__always)
  mutating func addSum(of entry: TimedValue, _ series: Int) throws(HealthError) {
    if entry.end > entry.start {
      try addSum(entry.spread, series, entry.clock, from: entry.start, to: entry.end)
    } else {
      try addMoment(entry.value, series, entry.clock, at: entry.start)
    }
  }

  /// Adds the value of a sample without a length.
  mutating func addMoment(
    _ value: Int128, _ series: Int, _ clock: Int, at time: Int64
  ) throws(HealthError) {
    let slot = try slot(series, clock, at: time)
    partials[slot].sum.addSaturating(value)
  }

  /// Adds the length of a time to the intervals that it lasts.
  mutating func addCovered(
    _ series: Int, _ clock: Int, from start: Int64, to end: Int64
  ) throws(HealthError) {
    var time = start
    while time < end {
      let slot = try slot(series, clock, at: time)
      let edge = min(end, caches[series].end)
      partials[slot].covered += edge - time
      time = edge
    }
  }

  /// Adds a level of sound, by the energy that it has in the intervals that it lasts. One that was measured in an instant
  /// counts for a microsecond: only where there is no other.
  mutating func addLevel(
    _ level: Double, _ series: Int, _ clock: Int, from start: Int64, to end: Int64
  ) throws(HealthError) {
    let energy = Int128(Mathematics.powerOfTen(min(max(level, -60), 200) / 10) * 1e6)
    let end = max(end, start + 1)
    var time = start
    while time < end {
      let slot = try slot(series, clock, at: time)
      let edge = min(end, caches[series].end)
      partials[slot].weighted.addSaturating(energy.timesSaturating(edge - time))
      partials[slot].weight.addSaturating(Int128(edge - time))
      time = edge
    }
  }
}

/// What is known of the samples of one series in one interval: of some of them, to be merged with what is known of others.
///
/// All of it is in integers, so that it is the same in whatever order samples and parts come. Values are times 10^18,
/// times in microseconds since 1970.
struct Partial: Equatable {
  var count: Int64 = 0
  /// The sum of the values: of cumulative types what fell into the interval.
  var sum: Int128 = 0
  var minimum: Int128 = .max
  var maximum: Int128 = .min
  /// The most recent sample: it ended last, of those it started last, of those it has the largest value.
  var latestEnd: Int64 = .min
  var latestStart: Int64 = .min
  var latest: Int128 = 0
  /// The sum of values by weight, and that of the weights: times 10^12 µs, of levels times 10^6 µs.
  var weighted: Int128 = 0
  var weight: Int128 = 0
  /// The length of the union of the intervals.
  var covered: Int64 = 0
  /// The earliest start and the latest end.
  var first: Int64 = .max
  var last: Int64 = .min
  var firstClock = 0
  var lastClock = 0

  /// Adds a sample that belongs to the interval: all but the sum of a cumulative type.
  @inline(__always)
  mutating func add(_ entry: TimedValue, isDiscrete: Bool) {
    count &+= 1
    addLatest(entry.value, entry.start, entry.end)
    addExtent(entry.start, entry.end, entry.clock, entry.clock)
    guard isDiscrete else { return }
    addExtreme(entry.value)
    sum.addSaturating(entry.value)
  }

  @inline(__always)
  mutating func addExtreme(_ value: Int128) {
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
  }

  @inline(__always)
  mutating func addLatest(_ value: Int128, _ start: Int64, _ end: Int64) {
    if end < latestEnd { return }
    if end == latestEnd {
      if start < latestStart || (start == latestStart && value <= latest) { return }
    }
    (latestEnd, latestStart, latest) = (end, start, value)
  }

  @inline(__always)
  mutating func addExtent(_ start: Int64, _ end: Int64, _ startClock: Int, _ endClock: Int) {
    if start < first { (first, firstClock) = (start, startClock) }
    if end > last { (last, lastClock) = (end, endClock) }
  }

  mutating func merge(_ other: Partial) {
    count += other.count
    sum.addSaturating(other.sum)
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    if other.latestEnd > .min { addLatest(other.latest, other.latestStart, other.latestEnd) }
    weighted.addSaturating(other.weighted)
    weight.addSaturating(other.weight)
    covered += other.covered
    addExtent(other.first, other.last, other.firstClock, other.lastClock)
  }
}

extension Partial {
  static let byteCount = 7 * 8 + 6 * 16

  func append(to buffer: inout ByteBuffer) {
    for word in [count, latestEnd, latestStart, covered, first, last] {
      buffer.append(word: UInt64(bitPattern: word))
    }
    buffer.append(word: UInt64(firstClock) | UInt64(lastClock) << 32)
    for value in [sum, minimum, maximum, latest, weighted, weight] { buffer.append(wide: value) }
  }

  init(_ bytes: Span<UInt8>) {
    func word(_ index: Int) -> Int64 { Int64(bitPattern: bytes.word(at: index * 8)) }
    (count, latestEnd, latestStart) = (word(0), word(1), word(2))
    (covered, first, last) = (word(3), word(4), word(5))
    let clocks = bytes.word(at: 48)
    (firstClock, lastClock) = (Int(clocks & 0xFFFF_FFFF), Int(clocks >> 32))
    func wide(_ index: Int) -> Int128 { bytes.wide(at: 56 + index * 16) }
    (sum, minimum, maximum) = (wide(0), wide(1), wide(2))
    (latest, weighted, weight) = (wide(3), wide(4), wide(5))
  }
}

extension ByteBuffer {
  @inline(__always)
  mutating func append(wide value: Int128) {
    append(word: UInt64(truncatingIfNeeded: value))
    append(word: UInt64(truncatingIfNeeded: value >> 64))
  }
}

extension Span<UInt8> {
  @inline(__always)
  func wide(at index: Int) -> Int128 {
    Int128(Int64(bitPattern: word(at: index + 8))) << 64 | Int128(word(at: index))
  }
}
