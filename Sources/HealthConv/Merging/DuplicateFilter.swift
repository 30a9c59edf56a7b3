/// Finds samples that are duplicates of ones before them: equal in every letter but for the address of the
/// device, which means nothing, and the number among twins. Memory does not grow with the samples.
///
/// It takes two looks: at the first, all samples are shown to a `DuplicateFinder`; at the second its
/// `DuplicateFilter` says of each whether to keep it.
///
/// ```swift
/// var finder = try DuplicateFinder()
/// while let sample = try first.next() { try finder.add(sample) }
/// var filter = try finder.filter()
/// while let sample = try second.next() { if try filter.admitsNext() { … } }
/// ```
public struct DuplicateFinder: ~Copyable {
  private var sorter: ExternalSorter
  private let digester = SampleDigester(.content)
  private var position = ByteBuffer(capacity: 16)

  /// Nothing seen yet.
  ///
  /// - Parameter memory: Bytes to keep in memory; 16 MiB by default.
  /// - Throws: `ByteError` when no temporary file can be made.
  public init(memory: Int = 1 << 24) throws(ByteError) {
    sorter = try ExternalSorter(memory: memory)
  }

  /// Looks at a sample for the first time.
  ///
  /// - Parameter sample: The sample.
  /// - Throws: `ByteError` when the temporary file takes no more.
  public mutating func add(_ sample: Sample) throws(ByteError) {
    position.removeAll()
    position.append(word: UInt64(sorter.count))
    // The identity and the content are two hashes of the same sample, so that half of the one will do.
    let key = SortKey(high: sample.id.high, low: digester.total(sample))
    try position.withBytes { (bytes) throws(ByteError) in try sorter.add(key, bytes) }
  }

  /// Finds the duplicates, after which nothing can be added.
  ///
  /// - Returns: What keeps them out at the second look.
  /// - Throws: `ByteError` when a temporary file cannot be written or read.
  public consuming func filter() throws(ByteError) -> DuplicateFilter {
    var sorted = try sorter.sorted()
    var duplicates = try ExternalSorter(memory: 1 << 20)
    var last: SortKey?
    while try sorted.next() {
      // Of the same key, the first was seen first.
      if sorted.key == last {
        let position = sorted.withBytes { $0.word(at: 0) }
        try duplicates.add(SortKey(high: 0, low: position), Span())
      }
      last = sorted.key
    }
    return DuplicateFilter(try PositionList(duplicates))
  }
}

/// Says of each sample, in the order in which a `DuplicateFinder` has seen them, whether to keep it.
public struct DuplicateFilter: ~Copyable {
  private var duplicates: PositionList
  private var next: UInt64 = 0

  init(_ duplicates: consuming PositionList) { self.duplicates = duplicates }

  /// How many duplicates there are among all samples.
  public var count: Int { duplicates.count }

  /// Whether the next sample is the first of its content.
  ///
  /// - Returns: Whether to keep it.
  /// - Throws: `ByteError` when a temporary file cannot be read.
  public mutating func admitsNext() throws(ByteError) -> Bool {
    defer { next += 1 }
    return try !duplicates.contains(SortKey(high: 0, low: next))
  }
}
