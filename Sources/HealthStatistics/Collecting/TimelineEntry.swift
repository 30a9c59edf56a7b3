import HealthBytes

/// A sample as the sweep over time needs it.
struct TimelineEntry {
  let start: Int64
  let end: Int64
  /// Times 10^18; 0 for categories.
  let value: Int128
  let source: Int
  var clock: Int

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

  init(_ key: SortKey, _ bytes: Span<UInt8>) { self.init(Self.start(key), bytes, at: 0) }

  @inline(__always)
  private init(_ start: Int64, _ bytes: Span<UInt8>, at index: Int) {
    self.start = start
    end = Int64(bitPattern: bytes.word(at: index))
    value = bytes.wide(at: index + 8)
    let word = bytes.word(at: index + 24)
    (source, clock) = (Int(word & 0xFFFF_FFFF), Int(word >> 32))
  }

  // Where the key of a record is not that of the sample, the start is in front of the rest.

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

  /// Series by series, each by its starts. The first byte of the key tells most series apart.
  static func key(_ series: Int, _ start: Int64) -> SortKey {
    SortKey(
      high: UInt64(series & 0xFF) << 56 | UInt64(series >> 8),
      low: UInt64(bitPattern: start) ^ 1 << 63)
  }

  static func series(_ key: SortKey) -> Int { Int(key.high >> 56) | Int(key.high & 0xFFFFFF) << 8 }

  static func start(_ key: SortKey) -> Int64 { Int64(bitPattern: key.low ^ 1 << 63) }
}
