import HealthBytes
import HealthModel
import HealthStore

/// The samples that a predicate matches, one after another, in the order of a query.
///
/// Starts and ends are sorted by SQLite, with its index where one series is asked. Values are compared in the
/// canonical unit of their type, which no column has: for these the changes are sorted over the disk first.
final class SampleScan {
  private let connection: Connection
  private let reader: RowReader
  private var decoder: RowDecoder
  private var matcher: SampleMatcher?
  private var statement: Statement?
  /// The changes in order of their values, where that is asked for.
  private var sorted: SortedRecords?

  /// Begins to look for samples.
  ///
  /// - Parameters:
  ///   - predicate: Which.
  ///   - order: In what order.
  ///   - change: Only those of later changes.
  ///   - connection: A connection in a transaction, which is the scan's own until it ends.
  /// - Throws: `StoreError`.
  init(
    _ predicate: SamplePredicate, by order: SampleOrdering = .saved, after change: Int64? = nil,
    _ connection: Connection
  ) throws(StoreError) {
    self.connection = connection
    reader = RowReader(connection)
    decoder = RowDecoder(reader, store: connection.name)
    matcher = predicate == .all ? nil : SampleMatcher(predicate)
    let filter = try SampleFilter(predicate, connection)
    if filter.isEmpty { return }
    var sql = "SELECT \(RowReader.columns) FROM sample WHERE \(filter.others)"
    if let indexed = filter.indexed {
      // In the order of changes, first the numbers are sorted and then the rows looked up: numbers are small.
      let isByChange = order.key == .saved || order.key == .value
      sql +=
        isByChange
        ? " AND change IN (SELECT change FROM sample WHERE \(indexed))" : " AND \(indexed)"
    }
    if change != nil { sql += " AND change > ?\(filter.instants.count + 1)" }
    // Not one of those that the connection keeps: there are as many as questions.
    let statement = try Statement(sql + " ORDER BY " + Self.terms(order, filter), connection)
    for (index, instant) in filter.instants.enumerated() { statement.bind(index + 1, instant) }
    if let change { statement.bind(filter.instants.count + 1, change) }
    self.statement = statement
    if order.key == .value { try sort(order) }
  }

  deinit { statement?.reset() }

  private static func terms(_ order: SampleOrdering, _ filter: SampleFilter) -> String {
    let direction = order.isDescending ? " DESC" : ""
    switch order.key {
    case .saved: return "change" + direction
    case .start:
      return (filter.hasStart ? "" : "start_date IS NULL, ") + "start_date\(direction), change"
    case .end:
      return (filter.hasEnd ? "" : "end_date IS NULL, ") + "end_date\(direction), change"
    case .value: return "change"
    }
  }

  /// The next sample with its row; `nil` at the end and ever after.
  func next() throws(StoreError) -> (row: SampleRow, sample: Sample)? {
    guard let statement else { return nil }
    while true {
      if sorted != nil {
        guard let change = try nextSorted() else { return nil }
        statement.reset()
        statement.bind(1, change)
      }
      guard try statement.step() else {
        end()
        return nil
      }
      let row = try reader.sample(statement)
      let sample = try decoder.sample(row)
      if matcher?.matches(sample) ?? true { return (row, sample) }
    }
  }

  /// What is read is not needed any more.
  private func end() {
    statement?.reset()
    statement = nil
    sorted = nil
  }
}

// MARK: By value

extension SampleScan {
  /// Sorts what matches by value, and goes on by fetching one after another.
  private func sort(_ order: SampleOrdering) throws(StoreError) {
    var sorter = try connection.onDisk { () throws(ByteError) in try ExternalSorter() }
    var record = ByteBuffer()
    while let (row, sample) = try next() {
      record.removeAll()
      record.append(word: UInt64(bitPattern: row.change))
      try connection.onDisk { () throws(ByteError) in
        try record.withBytes { (bytes) throws(ByteError) in
          try sorter.add(order.sortKey(of: sample, at: 0), bytes)
        }
      }
    }
    statement = try connection.statement(
      "SELECT \(RowReader.columns) FROM sample WHERE change = ?")
    sorted = try connection.sorted(sorter)
    // All that comes now did match.
    matcher = nil
  }

  private func nextSorted() throws(StoreError) -> Int64? {
    guard try connection.onDisk({ () throws(ByteError) in try sorted?.next() }) == true else {
      end()
      return nil
    }
    return sorted?.withBytes { Int64(bitPattern: $0.word(at: 0)) }
  }
}
