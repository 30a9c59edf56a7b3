#if PostgreSQL
  import HealthModel
  import HealthStore

  /// The samples that a predicate matches, in the order of their changes.
  final class SampleScan {
    private let snapshot: Snapshot
    private let name: String
    private let scope: ScanScope
    /// Samples of this change and of earlier ones are not returned.
    private let first: Int64
    /// The change of the last sample that was returned because a sample nested in it matches.
    private var lastHolder: Int64?
    private var nested = NestedRows()
    private var matcher: SampleMatcher
    private var decoder: RowDecoder
    private var rows: Rows?
    private var index = 0
    /// How many rows are fetched next: few at first, since many queries need only few.
    private var batch = 64
    private var isAtEnd: Bool

    /// Opens a cursor for the samples that the predicate matches.
    ///
    /// - Parameter change: Samples of this change and of earlier ones are left out.
    init(
      _ snapshot: Snapshot, _ predicate: SamplePredicate, scope: ScanScope = .samples,
      after change: Int64 = 0, isDescending: Bool = false
    ) throws(HealthError) {
      let connection = snapshot.connection
      self.scope = scope
      first = change
      self.snapshot = snapshot
      name = snapshot.newCursorName()
      matcher = SampleMatcher(predicate)
      let decoder = RowDecoder(snapshot, store: connection.name)
      let filter = try SampleFilter(predicate, connection, decoder)
      self.decoder = decoder
      isAtEnd = filter.isEmpty
      if isAtEnd { return }
      var values = filter.values()
      var later = ""
      if change > 0 {
        values.append(.integer(change))
        later = " and change > $\(filter.parameters.count + 1)"
      }
      var includesNested = false
      if scope != .stored, predicate != .all {
        includesNested = try connection.rows(
          "select exists (select from sample where parent is not null)"
        ).bool(0, 0)
      }
      _ = try connection.rows(
        "declare \(name) no scroll cursor for "
          + "\(filter.query(includesNested: includesNested, later)) "
          + "order by change\(isDescending ? " desc" : "")", values)
    }

    /// The next sample, its change, and its key if it is at top level; `nil` at the end and after it.
    func next() throws(HealthError) -> (sample: Sample, change: Int64, key: SampleKey?)? {
      while true {
        guard let row = try nextRow() else { return nil }
        let sample = try decoder.sample(row)
        guard matcher.matches(sample) else { continue }
        if row.parent == nil { return (sample, row.change, row.key) }
        guard let root = try nested.root(of: row, &matcher, &decoder) else { continue }
        guard scope == .holders else { return (sample, row.change, nil) }
        // The samples that are nested in one sample follow it directly.
        guard root.change > first, root.change != lastHolder else { continue }
        lastHolder = root.change
        return (try decoder.sample(root), root.change, root.key)
      }
    }

    /// The next row, whether it matches or not.
    func nextRow() throws(HealthError) -> SampleRow? {
      if let rows, index < rows.count {
        index += 1
        return try snapshot.sample(rows, index - 1)
      }
      if isAtEnd { return nil }
      let rows = try snapshot.connection.rows("fetch \(batch) from \(name)")
      try snapshot.fetchHolders(of: rows)
      isAtEnd = rows.count < batch
      batch = min(2 * batch, Snapshot.batch)
      self.rows = rows
      index = 1
      return rows.count == 0 ? nil : try snapshot.sample(rows, 0)
    }
  }

  extension SampleRow {
    var key: SampleKey { SampleKey(id: id, ordinal: ordinal) }
  }
#endif

#if PostgreSQL
  import HealthModel
  import HealthStore

  /// The part of a predicate that the server looks up in its indexes. The matcher tests what it finds.
  struct SampleFilter {
    /// Conditions on the table `sample`, with `and` between them; of nested rows and others alike.
    private let condition: String
    /// The values of `$1` and so on.
    let parameters: [Parameter]
    /// Whether no row can match.
    let isEmpty: Bool

    /// A value of a condition.
    enum Parameter {
      case numbers([Int64])
      case instant(Timestamp)
    }

    init(
      _ predicate: SamplePredicate, _ connection: Connection, _ decoder: borrowing RowDecoder
    ) throws(HealthError) {
      let bounds = SampleBounds(predicate)
      var conditions = ["true"]
      var parameters: [Parameter] = []
      var isEmpty = bounds.isEmpty
      if !isEmpty, let selection = SeriesSelection(predicate, bounds),
        let series = try selection.numbers(in: connection, decoder)
      {
        isEmpty = series.isEmpty
        parameters.append(.numbers(series))
        conditions.append("series = any($\(parameters.count))")
      }
      for (column, range) in [("start_date", bounds.start), ("end_date", bounds.end)] {
        if let earliest = range.earliest {
          parameters.append(.instant(earliest))
          conditions.append("\(column) >= $\(parameters.count)")
        }
        if let latest = range.latest {
          parameters.append(.instant(latest))
          conditions.append("\(column) <= $\(parameters.count)")
        }
      }
      conditions += predicate.metadataConditions
      if let uuids = predicate.uuidCondition({ "'\($0)'" }) { conditions.append(uuids) }
      condition = conditions.joined(separator: " and ")
      self.parameters = parameters
      self.isEmpty = isEmpty
    }

    /// A query of rows. The two parts have an index each.
    ///
    /// - Parameters:
    ///   - includesNested: Whether to include rows of nested samples, except of members that are also at top level.
    ///   - more: One more condition; empty for none.
    /// - Returns: The query, without an order.
    func query(includesNested: Bool, _ more: String) -> String {
      let part = "select \(StoreTable.briefSample) from sample where \(condition)\(more)"
      let stored = "\(part) and parent is null"
      guard includesNested else { return stored }
      return
        "\(stored) union all \(part) and parent is not null and not \(StoreContents.isAlsoTopLevel)"
    }

    /// The values as parameters of a statement.
    func values() -> Parameters {
      var values = Parameters()
      for parameter in parameters {
        switch parameter {
        case .numbers(let numbers): values.append(numbers)
        case .instant(let time):
          values.append(.instant(time.secondsSince1970, nanoseconds: time.nanoseconds))
        }
      }
      return values
    }
  }
#endif

#if PostgreSQL
  import HealthBytes
  import HealthModel
  import HealthStore

  /// The samples that match a query.
  ///
  /// In an order other than that of saving, samples are read twice: once to sort the compared values on the disk, and once
  /// more in the sorted order.
  final class PostgresCursor: SampleCursor {
    private(set) var key: SampleKey?
    private var scan: SampleScan?
    private var sorted: SortedSamples?
    /// How many more samples may be returned.
    private var left: Int

    /// Begins the query.
    ///
    /// - Parameters:
    ///   - snapshot: The store; `nil` if it does not exist yet.
    ///   - query: Which samples, in what order, how many.
    init(_ snapshot: Snapshot?, _ query: SampleQuery) throws(HealthError) {
      left = query.most
      guard let snapshot, left > 0 else { return }
      if query.order.key == .saved {
        scan = try SampleScan(
          snapshot, query.predicate, scope: query.scope, isDescending: query.order.isDescending)
      } else {
        sorted = try SortedSamples(snapshot, query)
      }
    }

    func next() throws(HealthError) -> Sample? {
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

  /// The samples of a query in its order.
  private struct SortedSamples: ~Copyable {
    private let snapshot: Snapshot
    private var decoder: RowDecoder
    private var records: SortedRecords
    private var rows: Rows?
    /// The current samples: the indexes of the rows, in the requested order.
    private var places: ArraySlice<Int> = []

    init(_ snapshot: Snapshot, _ query: SampleQuery) throws(HealthError) {
      let records = try Self.records(snapshot, query)
      self.snapshot = snapshot
      self.records = records
      decoder = RowDecoder(snapshot, store: snapshot.connection.name)
    }

    /// The changes of the matching samples, sorted by the values that the order compares.
    private static func records(
      _ snapshot: Snapshot, _ query: SampleQuery
    ) throws(HealthError) -> SortedRecords {
      let scan = try SampleScan(snapshot, query.predicate, scope: query.scope)
      var sorter = try ExternalSorter()
      var record = ByteBuffer(capacity: 16)
      while let (sample, change, _) = try scan.next() {
        record.removeAll()
        record.append(word: UInt64(bitPattern: change))
        let key = query.order.sortKey(of: sample, at: 0)
        try record.withBytes { (bytes) throws(HealthError) in try sorter.add(key, bytes) }
      }
      return try sorter.sorted()
    }

    mutating func next() throws(HealthError) -> (sample: Sample, key: SampleKey?)? {
      if places.isEmpty { try fetch() }
      guard let index = places.popFirst(), let rows else { return nil }
      let row = try snapshot.sample(rows, index)
      return (try decoder.sample(row), row.parent == nil ? row.key : nil)
    }

    private mutating func fetch() throws(HealthError) {
      var changes: [Int64] = []
      while changes.count < Snapshot.batch, try records.next() {
        changes.append(records.withBytes { Int64(littleEndian: $0) })
      }
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
