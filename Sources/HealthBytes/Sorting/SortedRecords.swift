/// Records in order, one at a time: what `ExternalSorter` gives.
@usableFromInline package struct SortedRecords: ~Copyable {
  @usableFromInline var merge: RunMerge
  private let large: Spool?
  @usableFromInline var run: Int?
  /// A record that is in a file of its own, read back.
  @usableFromInline var long: [UInt8] = []

  init(_ merge: RunMerge, large: Spool?) {
    self.merge = merge
    self.large = large
  }

  /// Moves on to the next record.
  ///
  /// - Returns: `false` at the end.
  public mutating func next() throws(ByteError) -> Bool {
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

  /// Lends the bytes of the record.
  ///
  /// - Parameter body: Gets a span of them; an empty one before the first record and after the last.
  @inlinable public borrowing func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let run, !merge.runs[run].isReference else { return try body(long.span) }
    return try body(merge.runs[run].bytes.span.extracting(merge.runs[run].record))
  }
}
