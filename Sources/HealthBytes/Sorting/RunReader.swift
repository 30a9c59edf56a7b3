/// Reads the records of one run.
@usableFromInline struct RunReader {
  @usableFromInline var window: Window
  private var position = 0
  /// The record's key.
  @usableFromInline private(set) var key = SortKey(high: 0, low: 0)
  /// Where in `bytes` the record is.
  @usableFromInline private(set) var record = 0..<0
  /// Whether the record is a reference to a record stored elsewhere.
  @usableFromInline private(set) var isReference = false

  private static let windowSize = 1 << 16

  init(_ range: Range<Int64>, of spool: Spool) throws(ByteError) {
    window = Window(
      source: try spool.source(range), capacity: Self.windowSize, limit: Self.windowSize)
  }

  /// The storage of the record.
  @inlinable var bytes: [UInt8] { window.bytes }

  /// Moves on to the next record; `false` at the end.
  mutating func advance() throws(ByteError) -> Bool {
    guard try require(RunFile.headLength) else { return false }
    key = SortKey(
      high: window.bytes.span.word(at: position), low: window.bytes.span.word(at: position + 8))
    let length = window.bytes.span.word(at: position + 16, count: 4)
    isReference = length & RunFile.referenceBit != 0
    position += RunFile.headLength
    let count = Int(length & ~RunFile.referenceBit)
    guard try require(count) else {
      throw ByteError(.truncated, "", "a temporary file ends before its last record")
    }
    record = position..<(position + count)
    position += count
    return true
  }

  /// Sees to it that as many bytes are there; `false` if the run has ended before.
  private mutating func require(_ count: Int) throws(ByteError) -> Bool {
    if window.end - position >= count { return true }
    if !window.isFinal {
      try window.refill(keepingFrom: position)
      position = 0
    }
    return window.end - position >= count
  }
}

extension Span<UInt8> {
  /// The word that the bytes from an index on spell, the lowest first.
  ///
  /// - Parameter count: How many bytes, eight at most.
  @inlinable
  @inline(__always)
  package func word(at index: Int, count: Int = 8) -> UInt64 {
    if count == 8, let word = ByteScan.word(self, at: index) { return word }
    return short(at: index, count: count)
  }

  @usableFromInline
  func short(at index: Int, count: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<count { word |= UInt64(self[index + place]) &<< UInt64(8 &* place) }
    return word
  }
}
