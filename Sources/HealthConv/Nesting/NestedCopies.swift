import HealthBytes
import HealthModel

/// Drops selected samples that are nested only in one that is not selected, where the same sample is also at top level: it
/// would be written twice.
///
/// Readers cannot state it in every order of the samples (see ``MemberLinks``). From the first such sample on, all selected
/// ones wait on the disk until the last one was read, so that their order and a limit of them are as in other orders.
final class NestedCopies: SampleStage {
  /// Receives all samples at top level whose types it compares.
  let search = CopySearch(CopySearch.nestable)
  private let datasets: [Dataset]
  private let info: DatasetInfo
  private var held: SpooledSamples?
  private var isComplete = true
  private var waiting: Samples?
  private var copies: CopyPlaces.Reader?
  private var position: UInt64 = 0
  private var left = 0
  private var totals = TypeTotals<Conversion.Report.TypeCount>()

  init(_ datasets: [Dataset], _ info: DatasetInfo) { (self.datasets, self.info) = (datasets, info) }

  /// Whether samples wait.
  var isHolding: Bool { held != nil }

  /// How many samples of each type were counted as selected and then dropped.
  var dropped: [Conversion.Report.TypeCount] { totals.values }

  /// Adds a selected sample that is nested only; ``process(_:)`` receives it next.
  ///
  /// - Parameter left: How many samples are to be written at most from this one on.
  /// - Returns: Whether its type was not compared until now.
  func add(nested sample: Sample, left: Int) throws(HealthError) -> Bool {
    if held == nil {
      held = try SpooledSamples(info)
      self.left = left
    }
    let isNew = search.add(nested: sample, at: SortKey(high: position, low: 0))
    if isNew { isComplete = false }
    return isNew
  }

  func process(_ sample: Sample) throws(HealthError) -> Sample? {
    guard held != nil else { return sample }
    try held?.write(sample)
    position += 1
    return nil
  }

  func release() throws(HealthError) -> Sample? {
    if let held = held.take() {
      try completeSearch()
      copies = try search.found()?.makeReader()
      waiting = try held.read()
      position = 0
    }
    while let sample = try waiting?.next() {
      let isCopy = try copies?.places(in: position).isEmpty == false
      position += 1
      if !isCopy, left > 0 {
        left -= 1
        return sample
      }
      drop(sample)
    }
    return nil
  }

  /// Reads the datasets again for samples at top level that came before the first nested one of their type. Exports have
  /// none; a stream cannot be read again.
  private func completeSearch() throws(HealthError) {
    if isComplete { return }
    for dataset in datasets where !dataset.isStream {
      var samples = try dataset.samples()
      while let sample = try samples.next() { search.add(sample) }
    }
  }

  private func drop(_ sample: Sample) {
    totals.update(sample.kind, sample.descriptor?.type.identifier ?? "") {
      Conversion.Report.TypeCount(kind: $0, identifier: $1, read: 0, written: 0)
    } change: {
      $0.read += 1
    }
  }
}

/// Searches for nested samples that are also at top level, in any order of the samples: by their identities, which are
/// sorted on the disk.
final class CopySearch {
  /// The types of samples at top level that are compared.
  private(set) var types: Set<SampleType>
  private var hasNested = false
  private var sorter: ExternalSorter?
  private var record = ByteBuffer(capacity: 24)
  /// Why the disk could not be used, until the end.
  private var error: HealthError?

  /// The types that exports nest.
  static let nestable = Set(
    QuantityType.all.filter(\.canBeNested).map { SampleType.quantity($0) })

  init(_ types: Set<SampleType>) { self.types = types }

  /// Adds a sample that is nested only.
  ///
  /// - Returns: Whether its type was not compared until now, so that samples of it at top level may have been missed.
  func add(nested sample: Sample, at place: SortKey) -> Bool {
    guard let type = sample.descriptor?.type else { return false }
    hasNested = true
    record.removeAll()
    record.append(
      word: UInt64(bitPattern: (sample.syncVersion ?? SyncVersion(nil)).number))
    record.append(word: place.high)
    record.append(word: place.low)
    add(sample, isNested: true)
    return types.insert(type).inserted
  }

  /// Adds a sample at top level, if its type is compared.
  @inline(never)
  func add(_ sample: Sample) {
    guard let type = sample.descriptor?.type, types.contains(type) else { return }
    record.removeAll()
    // One without a sync identifier is equal to each that is nested.
    record.append(word: UInt64(bitPattern: sample.syncVersion?.number ?? .max))
    add(sample, isNested: false)
  }

  /// Adds the record, so that samples at top level come before nested ones of the same identity.
  private func add(_ sample: Sample, isNested: Bool) {
    if error != nil { return }
    let key = SortKey(high: sample.id.high, low: sample.id.low & ~1 | (isNested ? 1 : 0))
    do throws(HealthError) {
      if sorter == nil { sorter = try ExternalSorter(memory: 1 << 22) }
      try record.withBytes { (bytes) throws(HealthError) in try sorter?.add(key, bytes) }
    } catch { self.error = error }
  }

  /// The places of the nested samples that are also at top level, in a version that is not lower; `nil` if there are none.
  func found() throws(HealthError) -> CopyPlaces? {
    if let error { throw error }
    guard let sorter = sorter.take(), hasNested else { return nil }
    var sorted = try sorter.sorted()
    var found = try ExternalSorter(memory: 1 << 20)
    var identity: SortKey?
    var highest: Int64?
    while try sorted.next() {
      let key = SortKey(high: sorted.key.high, low: sorted.key.low & ~1)
      if key != identity { (identity, highest) = (key, nil) }
      let version = sorted.withBytes { Int64(bitPattern: $0.word(at: 0)) }
      if sorted.key.low & 1 == 0 {
        highest = max(highest ?? version, version)
      } else if let highest, version <= highest {
        let place = sorted.withBytes { SortKey(high: $0.word(at: 8), low: $0.word(at: 16)) }
        try found.add(place, Span())
      }
    }
    return found.count == 0 ? nil : try CopyPlaces(found)
  }
}

/// The places of nested samples, in order, on the disk: two numbers for each.
struct CopyPlaces {
  private let spool: Spool

  private static let recordSize = 16

  init(_ places: consuming ExternalSorter) throws(HealthError) {
    spool = try Spool()
    var buffer = ByteBuffer(capacity: Self.recordSize)
    var sorted = try places.sorted()
    while try sorted.next() {
      buffer.append(word: sorted.key.high)
      buffer.append(word: sorted.key.low)
      try buffer.flush(to: spool)
    }
  }

  func makeReader() throws(HealthError) -> Reader { try Reader(RandomAccessFile(spool)) }

  /// Reads places from the first on.
  struct Reader {
    private let file: RandomAccessFile
    private var position: Int64 = 0
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)
    private var bytes = 0..<0
    private var next: SortKey?

    fileprivate init(_ file: RandomAccessFile) throws(HealthError) {
      self.file = file
      try advance()
    }

    /// The second numbers of the places with a first one; call it in the order of these.
    mutating func places(in number: UInt64) throws(HealthError) -> Set<UInt64> {
      var places: Set<UInt64> = []
      while let next, next.high == number {
        places.insert(next.low)
        try advance()
      }
      return places
    }

    private mutating func advance() throws(HealthError) {
      if bytes.isEmpty {
        let count = Int(min(Int64(buffer.count), file.count - position))
        guard count > 0 else {
          next = nil
          return
        }
        try file.read(count, at: position, into: &buffer)
        position += Int64(count)
        bytes = 0..<count
      }
      next = SortKey(
        high: buffer.span.word(at: bytes.lowerBound),
        low: buffer.span.word(at: bytes.lowerBound + 8))
      bytes = (bytes.lowerBound + recordSize)..<bytes.upperBound
    }
  }
}
