import HealthBytes

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

  /// Adds a sample that starts in the interval: all but the sum of a cumulative type.
  @inline(__always)
  mutating func add(_ entry: TimelineEntry, isDiscrete: Bool) {
    count &+= 1
    addLatest(entry.value, entry.start, entry.end)
    addExtent(entry.start, entry.end, entry.clock, entry.clock)
    guard isDiscrete else { return }
    if entry.value < minimum { minimum = entry.value }
    if entry.value > maximum { maximum = entry.value }
    sum.addSaturating(entry.value)
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
