/// Sorts records of bytes by a key, in memory that does not grow with them.
///
/// Records are collected in a buffer. Whenever it is full they are sorted and stored as a run in a temporary file, and the
/// runs are merged at the end. Records of the same key keep their order.
///
/// ```swift
/// var sorter = try ExternalSorter()
/// try sorter.add(SortKey(high: 0, low: 7), bytes)
/// var records = try sorter.sorted()
/// while try records.next() { records.withBytes { print(records.key, $0.count) } }
/// ```
///
/// Disk space: the records and some 20 bytes for each; temporarily twice as much if there are more than `fanIn` runs. It is
/// freed with the sorter or the sorted records.
package struct ExternalSorter: ~Copyable {
  private struct Entry {
    let key: SortKey
    let offset: Int
    let count: Int

    /// The first byte of the key.
    var part: Int { Int(key.high &>> 56) }
  }

  /// How many records there are.
  public private(set) var count = 0

  private let memory: Int
  private let fanIn: Int
  private var entries: [Entry] = []
  /// The storage of the entries of the previous run, which is used again: new storage costs a page fault for each 4 KiB.
  private var spare: [Entry] = []
  private var bytes = ByteBuffer()
  private var runs: RunFile
  private var large: Spool?

  /// A sorter without records.
  ///
  /// - Parameters:
  ///   - memory: Bytes of records to keep in memory, with their keys; 16 MiB by default.
  ///   - fanIn: How many runs are merged at once, at least 2. Each takes 64 KiB.
  /// - Throws: `HealthError` when no temporary file can be made.
  public init(memory: Int = 1 << 24, fanIn: Int = 64) throws(HealthError) {
    self.memory = memory
    self.fanIn = max(2, fanIn)
    runs = try RunFile()
  }

  /// Adds a record.
  ///
  /// - Parameter record: Its bytes, of any length. Long ones are written to the disk at once, and the run
  ///   refers to them.
  public mutating func add(_ key: SortKey, _ record: Span<UInt8>) throws(HealthError) {
    let kept = min(record.count, RunFile.longestRecord)
    let size = bytes.count + kept + (entries.count + 1) * MemoryLayout<Entry>.stride
    if size > memory, !entries.isEmpty { try spill() }
    let offset = bytes.count
    if record.count <= RunFile.longestRecord {
      bytes.append(record)
    } else {
      try spoolRecord(record)
    }
    // A negative count marks a reference.
    let isAside = record.count > RunFile.longestRecord
    entries.append(Entry(key: key, offset: offset, count: isAside ? -16 : record.count))
    count += 1
  }

  /// Sorts the entries: by the first byte of their keys in one pass, then each part separately. If keys begin with a hash,
  /// the parts are small. The first pass preserves the order of entries in a part.
  private mutating func sort() {
    var ends = [Int](repeating: 0, count: 256)
    for entry in entries { ends[entry.part] += 1 }
    for part in 1..<256 { ends[part] += ends[part - 1] }
    var starts = [0] + ends.dropLast()
    var sorted: [Entry] = []
    swap(&sorted, &spare)
    sorted.append(contentsOf: entries)
    for entry in entries {
      sorted[starts[entry.part]] = entry
      starts[entry.part] += 1
    }
    unsafe sorted.withUnsafeMutableBufferPointer { sorted in
      for part in 0..<256 {
        let range = (part > 0 ? ends[part - 1] : 0)..<ends[part]
        var entries = unsafe UnsafeMutableBufferPointer(rebasing: sorted[range])
        // The comparison of offsets makes the sort stable.
        unsafe entries.sort { $0.key != $1.key ? $0.key < $1.key : $0.offset < $1.offset }
      }
    }
    swap(&entries, &sorted)
    swap(&spare, &sorted)
    spare.removeAll(keepingCapacity: true)
  }

  private mutating func spoolRecord(_ record: Span<UInt8>) throws(HealthError) {
    let spool: Spool
    if let large { spool = large } else { spool = try Spool() }
    large = spool
    bytes.append(word: UInt64(spool.count))
    try spool.write(record)
    bytes.append(word: UInt64(spool.count))
  }

  private mutating func spill() throws(HealthError) {
    sort()
    runs.begin()
    for index in entries.indices {
      let entry = entries[index]
      try bytes.withBytes { (bytes) throws(HealthError) in
        try runs.append(
          entry.key, bytes.extracting(entry.offset..<(entry.offset + abs(entry.count))),
          isReference: entry.count < 0)
      }
    }
    try runs.end()
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll()
  }

  /// Sorts the records. Nothing can be added afterwards.
  public consuming func sorted() throws(HealthError) -> SortedRecords {
    if !entries.isEmpty { try spill() }
    (entries, spare) = ([], [])
    bytes.removeAll(keepingCapacity: false)
    var file = runs
    while file.ranges.count > fanIn { file = try file.merged(by: fanIn) }
    return SortedRecords(try RunMerge(file.ranges[...], of: file.spool), large: large)
  }
}

/// The records of an `ExternalSorter` in order, one at a time.
@usableFromInline package struct SortedRecords: ~Copyable {
  @usableFromInline var merge: RunMerge
  private let large: Spool?
  @usableFromInline var run: Int?
  /// The current record, if it is stored outside of the runs.
  @usableFromInline var long: [UInt8] = []

  init(_ merge: RunMerge, large: Spool?) {
    self.merge = merge
    self.large = large
  }

  /// Moves to the next record.
  ///
  /// - Returns: `false` at the end.
  public mutating func next() throws(HealthError) -> Bool {
    run = try merge.next()
    guard let run else {
      long = []
      return false
    }
    if merge.runs[run].isReference, let large {
      let reference = merge.runs[run].bytes.span.extracting(merge.runs[run].record)
      let start = Int64(truncatingIfNeeded: reference.word(at: 0))
      let end = Int64(truncatingIfNeeded: reference.word(at: 8))
      long = try large.source(start..<end).readAll()
    }
    return true
  }

  /// The key of the record.
  @inlinable public var key: SortKey { run.map { merge.runs[$0].key } ?? SortKey(high: 0, low: 0) }

  /// Calls a function with the bytes of the record.
  ///
  /// - Parameter body: Gets a span of them; an empty one before the first record and after the last.
  @inlinable public borrowing func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let run, !merge.runs[run].isReference else { return try body(long.span) }
    return try body(merge.runs[run].bytes.span.extracting(merge.runs[run].record))
  }
}

/// The sort key of a record: 128 bits, the high word first.
@usableFromInline package struct SortKey: Sendable, Hashable, Comparable {
  /// The word that is compared first.
  public let high: UInt64
  /// The word that is compared if the first words are equal.
  public let low: UInt64

  /// A key of two words.
  @inlinable public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Orders by the high word, then by the low one.
  @inlinable public static func < (a: SortKey, b: SortKey) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }
}
