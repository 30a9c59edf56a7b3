/// Runs of sorted records, one after another in a temporary file.
///
/// A record is its key, its length and its bytes.
struct RunFile: ~Copyable {
  let spool: Spool
  /// The locations of the runs.
  private(set) var ranges: [Range<Int64>] = []
  private var buffer = ByteBuffer()
  private var start: Int64 = 0

  /// The longest record that is stored in a run; longer ones are stored elsewhere and referred to.
  static let longestRecord = 1 << 14
  /// The bytes of the key and of the length, which precede those of a record.
  static let headLength = 20
  /// The bit of the length that marks a reference.
  static let referenceBit: UInt64 = 1 << 31
  private static let flushSize = 1 << 15

  init() throws(HealthError) { spool = try Spool() }

  mutating func begin() { start = spool.count }

  /// Appends a record to the run.
  mutating func append(
    _ key: SortKey, _ record: Span<UInt8>, isReference: Bool
  ) throws(HealthError) {
    buffer.append(word: key.high)
    buffer.append(word: key.low)
    buffer.append(
      word: UInt64(record.count) | (isReference ? Self.referenceBit : 0), count: 4)
    buffer.append(record)
    if buffer.count >= Self.flushSize { try buffer.flush(to: spool) }
  }

  mutating func end() throws(HealthError) {
    try buffer.flush(to: spool)
    ranges.append(start..<spool.count)
  }

  /// The same records in fewer runs. Runs that follow one another are merged, so that records of the same
  /// key keep their order.
  func merged(by fanIn: Int) throws(HealthError) -> RunFile {
    var merged = try RunFile()
    var first = 0
    while first < ranges.count {
      let last = min(first + fanIn, ranges.count)
      var merge = try RunMerge(ranges[first..<last], of: spool)
      merged.begin()
      while let run = try merge.next() {
        let reader = merge.runs[run]
        try merged.append(
          reader.key, reader.bytes.span.extracting(reader.record),
          isReference: reader.isReference)
      }
      try merged.end()
      first = last
    }
    return merged
  }
}

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

  init(_ range: Range<Int64>, of spool: Spool) throws(HealthError) {
    window = Window(
      source: try spool.source(range), capacity: Self.windowSize, limit: Self.windowSize)
  }

  /// The storage of the record.
  @inlinable var bytes: [UInt8] { window.bytes }

  /// Moves to the next record; `false` at the end.
  mutating func advance() throws(HealthError) -> Bool {
    guard try require(RunFile.headLength) else { return false }
    key = SortKey(
      high: window.bytes.span.word(at: position), low: window.bytes.span.word(at: position + 8))
    let length = window.bytes.span.word(at: position + 16, count: 4)
    isReference = length & RunFile.referenceBit != 0
    position += RunFile.headLength
    let count = Int(length & ~RunFile.referenceBit)
    guard try require(count) else {
      throw HealthError(.truncated, "", "a temporary file ends before its last record")
    }
    record = position..<(position + count)
    position += count
    return true
  }

  /// Makes `count` bytes available; returns `false` if the run ends before.
  private mutating func require(_ count: Int) throws(HealthError) -> Bool {
    if window.end - position >= count { return true }
    if !window.isFinal {
      try window.refill(keepingFrom: position)
      position = 0
    }
    return window.end - position >= count
  }
}

extension Span<UInt8> {
  /// The bytes from an index on as a little-endian word.
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

/// Merges runs: returns all records in the order of their keys, and those of the same key in the order of their runs.
///
/// A tree of losers (Knuth, The Art of Computer Programming 3, 5.4.1): each inner node holds the run that lost the comparison
/// there, so a record costs one comparison for each level.
@usableFromInline struct RunMerge {
  /// The runs. The bytes of the current record are valid until the next call of `next()`.
  @usableFromInline private(set) var runs: [RunReader] = []
  private var isEnded: [Bool]
  /// The loser of each inner node, and at index 0 the overall winner; -1 if no run was compared yet.
  private var tree: [Int]

  init(_ ranges: ArraySlice<Range<Int64>>, of spool: Spool) throws(HealthError) {
    for range in ranges { runs.append(try RunReader(range, of: spool)) }
    isEnded = Array(repeating: false, count: runs.count)
    tree = Array(repeating: -1, count: max(1, runs.count))
  }

  /// The run whose record is next, or `nil` after the last of all.
  mutating func next() throws(HealthError) -> Int? {
    if runs.isEmpty { return nil }
    if tree[0] < 0 {
      for run in runs.indices {
        isEnded[run] = try !runs[run].advance()
        replay(run)
      }
    } else {
      isEnded[tree[0]] = try !runs[tree[0]].advance()
      replay(tree[0])
    }
    return isEnded[tree[0]] ? nil : tree[0]
  }

  /// Repeats the comparisons from the leaf of a run, which has a new record, to the root.
  private mutating func replay(_ run: Int) {
    var winner = run
    var node = (run + runs.count) / 2
    while node > 0 {
      if precedes(tree[node], winner) { swap(&tree[node], &winner) }
      node /= 2
    }
    tree[0] = winner
  }

  /// Whether a run comes before another. A node that no run has reached (-1) precedes all runs, so that the first run that
  /// reaches it is stored there.
  private func precedes(_ a: Int, _ b: Int) -> Bool {
    if a < 0 || b < 0 { return a < b }
    if isEnded[a] != isEnded[b] { return isEnded[b] }
    let (first, second) = (runs[a].key, runs[b].key)
    return first != second ? first < second : a < b
  }
}
