#if PostgreSQL
  import HealthBytes
  import HealthModel
  import HealthStore

  /// The samples that a query asks for.
  ///
  /// In another order than that of saving, the samples are looked at twice: first for what is compared, which is
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
    ///   - query: Which, in what order, how many.
    /// - Throws: `StoreError`.
    init(_ snapshot: Snapshot?, _ query: SampleQuery) throws(StoreError) {
      left = max(0, query.limit ?? .max)
      guard let snapshot, left > 0 else { return }
      if query.order.key == .saved {
        scan = try SampleScan(
          snapshot, query.predicate, isDescending: query.order.isDescending)
      } else {
        sorted = try SortedSamples(snapshot, query)
      }
    }

    func next() throws(StoreError) -> Sample? {
      key = nil
      guard left > 0 else { return nil }
      left -= 1
      var sample = try scan?.next()?.sample
      if sample == nil { sample = try sorted?.next() }
      guard let sample else {
        left = 0
        return nil
      }
      key = SampleKey(sample)
      return sample
    }
  }

  /// Samples in an order of their own.
  private struct SortedSamples: ~Copyable {
    private let snapshot: Snapshot
    private var decoder: RowDecoder
    private var records: SortedRecords
    private var rows: Rows?
    /// The samples at hand: the rows' places, in the order wanted.
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
      let scan = try SampleScan(snapshot, query.predicate)
      do {
        var sorter = try ExternalSorter()
        while let (sample, change) = try scan.next() {
          let value = query.order.key.value(of: sample)
          let high = value.map { word($0, isDescending: query.order.isDescending) }
          try sorter.add(
            SortKey(high: high ?? .max, low: UInt64(bitPattern: change)), [UInt8]().span)
        }
        return try sorter.sorted()
      } catch { throw stated(error, snapshot) }
    }

    private static func stated(_ error: any Error, _ snapshot: Snapshot) -> StoreError {
      error as? StoreError
        ?? StoreError(.failed, snapshot.connection.name, "sorting on the disk failed: \(error)")
    }

    /// A word that orders as the number does.
    private static func word(_ number: Double, isDescending: Bool) -> UInt64 {
      let bits = (number + 0).bitPattern
      let word = bits >> 63 == 0 ? bits | 1 << 63 : ~bits
      return isDescending ? ~word : word
    }

    mutating func next() throws(StoreError) -> Sample? {
      if places.isEmpty { try fetch() }
      guard let place = places.popFirst(), let rows else { return nil }
      return try decoder.sample(rows.sample(place, snapshot.connection))
    }

    private mutating func fetch() throws(StoreError) {
      var changes: [Int64] = []
      do {
        while changes.count < Snapshot.batch, try records.next() {
          changes.append(Int64(bitPattern: records.key.low))
        }
      } catch { throw Self.stated(error, snapshot) }
      guard !changes.isEmpty else { return }
      var values = Parameters()
      values.append(changes)
      let rows = try snapshot.connection.rows(
        "select \(StoreTable.sample.columnList) from sample where change = any($1)", values)
      var places: [Int64: Int] = [:]
      for row in 0..<rows.count { places[rows.integer(row, 0)] = row }
      self.places = changes.compactMap { places[$0] }[...]
      self.rows = rows
    }
  }

  extension SampleOrdering.Key {
    /// What of a sample is compared, if it has that.
    fileprivate func value(of sample: Sample) -> Double? {
      let hasDates = sample.kind != .document
      switch self {
      case .saved: return nil
      case .start: return hasDates ? sample.header?.start.timeIntervalSince1970 : nil
      case .end: return hasDates ? sample.header?.end.timeIntervalSince1970 : nil
      case .value:
        guard case .quantity(let sample) = sample else { return nil }
        let (digits, exponent) = sample.canonicalValue
        return Int16(exactly: exponent).map { Number(digits: digits, exponent: $0).doubleValue }
      }
    }
  }
#endif
