#if PostgreSQL
  import HealthBytes
  import HealthModel
  import HealthStore

  /// The samples that match a query.
  ///
  /// In another order than that of saving, the samples are read twice: first the values that are compared, which are
  /// sorted over the disk, then once more in that order.
  final class PostgresCursor: SampleCursor {
    private(set) var key: SampleKey?
    private var scan: SampleScan?
    private var sorted: SortedSamples?
    /// How many may still come.
    private var left: Int

    /// Begins to look.
    ///
    /// - Parameters:
    ///   - snapshot: The store; `nil` if it is yet to be made.
    ///   - query: Which samples, in what order, how many.
    init(_ snapshot: Snapshot?, _ query: SampleQuery) throws(StoreError) {
      left = query.most
      guard let snapshot, left > 0 else { return }
      if query.order.key == .saved {
        scan = try SampleScan(
          snapshot, query.predicate, scope: query.scope, isDescending: query.order.isDescending)
      } else {
        sorted = try SortedSamples(snapshot, query)
      }
    }

    func next() throws(StoreError) -> Sample? {
      key = nil
      guard left > 0 else { return nil }
      left -= 1
      if let (sample, _, key) = try scan?.next() {
        self.key = key
        return sample
      }
      if let (sample, key) = try sorted?.next() {
        self.key = key
        return sample
      }
      left = 0
      return nil
    }
  }

  /// Samples in an order of their own.
  private struct SortedSamples: ~Copyable {
    private let snapshot: Snapshot
    private var decoder: RowDecoder
    private var records: SortedRecords
    private var rows: Rows?
    /// The current samples: the indexes of the rows, in the requested order.
    private var places: ArraySlice<Int> = []

    init(_ snapshot: Snapshot, _ query: SampleQuery) throws(StoreError) {
      let records = try Self.records(snapshot, query)
      self.snapshot = snapshot
      self.records = records
      decoder = RowDecoder(snapshot, store: snapshot.connection.name)
    }

    /// The changes of the samples by what is compared.
    private static func records(
      _ snapshot: Snapshot, _ query: SampleQuery
    ) throws(StoreError) -> SortedRecords {
      let scan = try SampleScan(snapshot, query.predicate, scope: query.scope)
      do {
        var sorter = try ExternalSorter()
        var record = ByteBuffer(capacity: 16)
        while let (sample, change, _) = try scan.next() {
          record.removeAll()
          record.append(word: UInt64(bitPattern: change))
          let key = query.order.sortKey(of: sample, at: 0)
          try record.withBytes { (bytes) throws(ByteError) in try sorter.add(key, bytes) }
        }
        return try sorter.sorted()
      } catch { throw storeError(error, snapshot) }
    }

    private static func storeError(_ error: any Error, _ snapshot: Snapshot) -> StoreError {
      error as? StoreError
        ?? StoreError(
          .failed, snapshot.connection.name, "sorting on the disk failed: \(error)",
          cause: error)
    }

    mutating func next() throws(StoreError) -> (sample: Sample, key: SampleKey?)? {
      if places.isEmpty { try fetch() }
      guard let place = places.popFirst(), let rows else { return nil }
      let row = try snapshot.sample(rows, place)
      return (try decoder.sample(row), row.parent == nil ? row.key : nil)
    }

    private mutating func fetch() throws(StoreError) {
      var changes: [Int64] = []
      do {
        while changes.count < Snapshot.batch, try records.next() {
          changes.append(records.withBytes { Int64(littleEndian: $0) })
        }
      } catch { throw Self.storeError(error, snapshot) }
      guard !changes.isEmpty else { return }
      var values = Parameters()
      values.append(changes)
      let rows = try snapshot.connection.rows(
        "select \(StoreTable.briefSample) from sample where change = any($1)", values)
      var places: [Int64: Int] = [:]
      for row in 0..<rows.count { places[rows.integer(row, 0)] = row }
      self.places = changes.compactMap { places[$0] }[...]
      self.rows = rows
    }
  }

  extension Int64 {
    /// The number of eight bytes, the lowest first.
    fileprivate init(littleEndian bytes: Span<UInt8>) {
      var word: UInt64 = 0
      for index in bytes.indices.reversed() { word = word &<< 8 | UInt64(bytes[index]) }
      self.init(bitPattern: word)
    }
  }
#endif
