import HealthBytes
import HealthFormats

extension Conversion {
  /// In which order samples are written.
  public enum Order: String, Sendable, CaseIterable {
    /// That in which they were read.
    case none
    /// By their start, those without a time first; samples of equal start keep their order.
    case start
  }
}

/// Holds all samples back, on the disk, and passes them on in the order of their starts.
final class SortStage: SampleStage {
  /// Takes samples, until the last was read.
  private var sorter: SampleSorter?
  /// Returns the samples in that order, after the last was added.
  private var sorted: Samples?

  init(_ info: DatasetInfo) throws(HealthError) {
    sorter = try SampleSorter(info)
  }

  func process(_ sample: Sample) throws(HealthError) -> Sample? {
    try sorter?.add(sample)
    return nil
  }

  func release() throws(HealthError) -> Sample? {
    if let sorter = sorter.take() { sorted = try sorter.sorted() }
    return try sorted?.next()
  }
}

/// Samples that wait on the disk until the last one was read, as JSON Lines, which lose nothing.
struct SpooledSamples: ~Copyable {
  private let spool: Spool
  private var writer: JSONLinesWriter

  init(_ info: DatasetInfo) throws(HealthError) {
    let spool = try Spool()
    var writer = JSONLinesWriter(sink: spool)
    try writer.begin(info)
    self.spool = spool
    self.writer = writer
  }

  mutating func write(_ sample: Sample) throws(HealthError) {
    try writer.write(sample)
  }

  /// The samples, in the order in which they were written.
  consuming func read() throws(HealthError) -> Samples {
    try writer.finish()
    let source = try spool.source()
    return try Samples(
      JSONLinesReader(source: source, name: "waiting samples", options: ReadOptions()))
  }
}

/// Samples that come after all others. There is a temporary file only if there are such samples.
struct LastSamples: ~Copyable {
  private let info: DatasetInfo
  private var spooled: SpooledSamples?
  private var waiting: Samples?

  init(_ info: DatasetInfo) { self.info = info }

  mutating func add(_ sample: Sample) throws(HealthError) {
    if spooled == nil { spooled = try SpooledSamples(info) }
    try spooled?.write(sample)
  }

  /// The next of them, after the last one was added; `nil` at the end.
  mutating func next() throws(HealthError) -> Sample? {
    if let spooled = spooled.take() { waiting = try spooled.read() }
    return try waiting?.next()
  }
}

/// Sorts all samples and passes on the first `limit`. Up to 1,024 are held in memory (a heap); more are sorted on the disk.
final class OrderingStage: SampleStage {
  private let ordering: SampleOrdering
  private var position: UInt64 = 0
  private var left: Int
  private var first: FirstSamples?
  private var sorter: SampleSorter?
  private var sorted: Samples?

  /// More are sorted over the disk: a sample may be as long as a workout of a day.
  private static let mostInMemory = 1 << 10

  /// - Parameter limit: The number of samples that are passed to the next stage, at most.
  init(
    _ info: DatasetInfo, _ ordering: SampleOrdering, limit: Int?
  ) throws(HealthError) {
    self.ordering = ordering
    left = limit ?? .max
    if left <= Self.mostInMemory {
      first = FirstSamples(left)
    } else {
      sorter = try SampleSorter(info)
    }
  }

  func process(_ sample: Sample) throws(HealthError) -> Sample? {
    let key = ordering.sortKey(of: sample, at: position)
    first?.add(sample, key, position)
    try sorter?.add(sample, at: key)
    position += 1
    return nil
  }

  func release() throws(HealthError) -> Sample? {
    guard left > 0 else { return nil }
    left -= 1
    if first != nil { return first?.popFirst() }
    if let sorter = sorter.take() { sorted = try sorter.sorted() }
    return try sorted?.next()
  }
}

/// The first of many samples in an order: a heap with the last of them on top.
private struct FirstSamples {
  private struct Entry {
    let key: SortKey
    let position: UInt64
    let sample: Sample

    static func < (a: Entry, b: Entry) -> Bool {
      (a.key.high, a.key.low, a.position) < (b.key.high, b.key.low, b.position)
    }
  }

  private let limit: Int
  private var heap: [Entry] = []
  private var isSorted = false

  init(_ limit: Int) { self.limit = limit }

  mutating func add(_ sample: Sample, _ key: SortKey, _ position: UInt64) {
    let entry = Entry(key: key, position: position, sample: sample)
    if heap.count < limit {
      heap.append(entry)
      siftUp()
    } else if let last = heap.first, entry < last {
      heap[0] = entry
      siftDown()
    }
  }

  /// Removes and returns the first of the remaining samples.
  mutating func popFirst() -> Sample? {
    if !isSorted {
      heap.sort { $1 < $0 }
      isSorted = true
    }
    return heap.popLast()?.sample
  }

  private mutating func siftUp() {
    var index = heap.count - 1
    while index > 0, heap[(index - 1) / 2] < heap[index] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown() {
    var index = 0
    while true {
      var largest = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[largest] < heap[child] {
        largest = child
      }
      if largest == index { return }
      heap.swapAt(index, largest)
      index = largest
    }
  }
}
