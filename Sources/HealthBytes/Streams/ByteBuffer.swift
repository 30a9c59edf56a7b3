import LibC

/// The bytes that a writer builds before it writes them to a sink: storage that grows, where an append is one copy.
///
/// It is used for every sample that is written, so it has memory of its own instead of an array: without a uniqueness check
/// and a bounds check for each byte.
@safe
@usableFromInline package struct ByteBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var end = 0
  /// The most bytes that a writer accepts. A text that exceeds it is cut one byte after it, so that a refused text takes no
  /// memory; ``count`` is then greater than this limit.
  @usableFromInline package var most = Int.max

  /// An empty buffer.
  ///
  /// - Parameter capacity: Bytes it holds before it first grows, at least 16.
  public init(capacity: Int = 1 << 16) {
    self.capacity = max(16, capacity)
    guard let storage = unsafe malloc(self.capacity) else { fatalError("out of memory") }
    unsafe base = storage.assumingMemoryBound(to: UInt8.self)
  }

  deinit { unsafe free(base) }

  /// The most bytes that are allocated in addition to those that are needed, and that an empty buffer keeps.
  private static var mostSpare: Int { 1 << 22 }

  /// How many bytes it holds.
  @inlinable public var count: Int { end }

  /// Whether it holds nothing.
  @inlinable public var isEmpty: Bool { end == 0 }

  /// How many bytes of a text can be appended: all of them, or those up to one more than ``most``.
  @inlinable
  package func room(for count: Int) -> Int {
    most &- end >= count ? count : max(0, most &- end &+ 1)
  }

  /// Calls a function with the bytes, without a copy.
  ///
  /// - Parameter body: Gets a span of all bytes.
  @inlinable
  public borrowing func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe UnsafeBufferPointer(start: base, count: end).span)
  }

  /// A copy of the bytes.
  public var bytes: [UInt8] {
    unsafe [UInt8](UnsafeBufferPointer(start: base, count: end))
  }

  /// Empties the buffer.
  ///
  /// - Parameter keepingCapacity: Whether the storage is preserved; more than 4 MiB are always released.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    end = 0
    if keepingCapacity && capacity <= Self.mostSpare { return }
    guard let storage = unsafe realloc(base, 16) else { return }
    unsafe base = storage.assumingMemoryBound(to: UInt8.self)
    capacity = 16
  }

  /// Removes bytes from the end, down to `count`, to discard unfinished output.
  ///
  /// - Parameter count: The bytes to keep; more than there are keeps all.
  @inlinable
  public mutating func truncate(to count: Int) {
    end = min(end, max(0, count))
  }

  /// Removes bytes at the beginning; the following ones move there.
  ///
  /// - Parameter count: How many; if there are fewer, all are removed.
  public mutating func removeFirst(_ count: Int) {
    let count = min(max(0, count), end)
    end -= count
    unsafe base.update(from: base + count, count: end)
  }

  /// Writes all bytes to a sink and empties the buffer; storage of more than 4 MiB is released.
  public mutating func flush(to sink: any ByteSink) throws(HealthError) {
    try withBytes { (bytes) throws(HealthError) in try sink.write(bytes) }
    removeAll()
  }

  /// Makes room for `extra` bytes after the end, doubling the storage as needed.
  @inlinable
  mutating func reserve(_ extra: Int) {
    if capacity - end < extra { grow(extra) }
  }

  @usableFromInline
  @inline(never)
  mutating func grow(_ extra: Int) {
    // `realloc` moves large blocks without a copy, so that they are not in memory twice.
    let larger = max(capacity + min(capacity, Self.mostSpare), end + extra)
    guard let storage = unsafe realloc(base, larger) else { fatalError("out of memory") }
    unsafe base = storage.assumingMemoryBound(to: UInt8.self)
    capacity = larger
  }
}

extension ByteBuffer {
  /// Appends one byte.
  @inlinable
  @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[end] = byte
    end &+= 1
  }

  /// Appends all of a span.
  @inlinable
  public mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    let target = unsafe base + end
    unsafe bytes.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe target.update(from: start, count: source.count)
    }
    end &+= bytes.count
  }

  /// Appends a part of a span; the range is clamped to it.
  @inlinable
  public mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    append(bytes.extracting(range.clamped(to: 0..<bytes.count)))
  }

  /// Appends all of an array.
  @inlinable
  public mutating func append(_ bytes: [UInt8]) {
    append(bytes.span)
  }

  /// Appends text known when compiling; its length is then known too, and the copy is a few stores.
  @inlinable
  @inline(__always)
  public mutating func append(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    unsafe (base + end).update(from: text.utf8Start, count: length)
    end &+= length
  }

  /// Appends text.
  @inlinable
  public mutating func append(utf8 text: String) {
    let isCopied: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { source in
      unsafe append(source.span.extracting(0..<room(for: source.count)))
    }
    if isCopied == nil {
      for byte in text.utf8.prefix(room(for: text.utf8.count)) { append(byte) }
    }
  }

  /// Appends an integer as two digits, as clocks and calendars write it.
  ///
  /// - Parameter value: `0...99`; of other numbers, the last two digits are appended.
  @inlinable
  public mutating func appendTwoDigits(_ value: Int) {
    reserve(2)
    let pair = value.magnitude % 100
    unsafe base[end] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair / 10)
    unsafe base[end &+ 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair % 10)
    end &+= 2
  }
}

/// Decimal numbers: eight digits are calculated together, and stored at once.
extension ByteBuffer {
  /// Appends the decimal digits of an integer, with `-` before a negative one.
  @inlinable
  public mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: value.magnitude)
  }

  /// Appends an integer divided by a power of ten, with all decimals: -1500 and 3 places are `-1.500`.
  ///
  /// - Parameter places: The number of decimals, `1...18`; others are clamped.
  @inlinable
  public mutating func append(decimal value: Int64, places: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var places = min(max(1, places), 18)
    let (whole, fraction) = value.magnitude.quotientAndRemainder(
      dividingBy: Self.powersOfTen[places])
    append(digits: whole)
    append(UInt8(ascii: "."))
    var rest = fraction
    if places > 16 {
      append(lastDigits: rest / 10_000_000_000_000_000, places &- 16)
      rest %= 10_000_000_000_000_000
      places = 16
    }
    if places > 8 {
      append(lastDigits: rest / 100_000_000, places &- 8)
      rest %= 100_000_000
      places = 8
    }
    append(lastDigits: rest, places)
  }

  /// Appends the digits of a number without zeros in front.
  @inlinable
  mutating func append(digits value: UInt64) {
    guard value < 100_000_000 else {
      let (first, last) = value.quotientAndRemainder(dividingBy: 100_000_000)
      appendMany(first)
      return append(lastDigits: last, 8)
    }
    let word = Self.digits(UInt32(truncatingIfNeeded: value))
    let zeros = min((word ^ 0x3030_3030_3030_3030).trailingZeroBitCount / 8, 7)
    append(word: word &>> UInt64(truncatingIfNeeded: zeros &* 8), count: 8 &- zeros)
  }

  /// Appends what is in front of the last eight digits of a long number.
  @usableFromInline
  @inline(never)
  mutating func appendMany(_ value: UInt64) { append(digits: value) }

  /// Appends the last digits of a number below 10^8, `1...8` of them.
  @inlinable
  mutating func append(lastDigits value: UInt64, _ count: Int) {
    let word = Self.digits(UInt32(truncatingIfNeeded: value))
    append(word: word &>> UInt64(truncatingIfNeeded: 64 &- count &* 8), count: count)
  }

  /// The eight digits of a number below 10^8, the first in the lowest byte: halves, pairs and digits are each calculated
  /// in parallel, with a multiplication in place of a division by 100 and by 10.
  @inlinable
  static func digits(_ value: UInt32) -> UInt64 {
    let halves = UInt64(value / 10_000) | UInt64(value % 10_000) &<< 32
    let hundreds = (halves &* 10_486) &>> 20 & 0x7f_0000_007f
    let pairs = (halves &- hundreds &* 100) &<< 16 &+ hundreds
    let tens = (pairs &* 103) &>> 10 & 0x0f_000f_000f_000f
    return ((pairs &- tens &* 10) &<< 8 &+ tens) | 0x3030_3030_3030_3030
  }

  @usableFromInline static let powersOfTen: [19 of UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000,
  ]
}
