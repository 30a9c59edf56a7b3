import HealthBytes
import HealthModel
import HealthStore

/// The samples that a predicate matches, one after another, in the order of a query.
///
/// SQLite sorts by start and end, with its index if a single series is queried. Values are compared in the canonical
/// unit of their type, which no column contains: for these the changes are sorted on the disk first.
struct SampleScan: ~Copyable {
  /// The row of the sample that ``next()`` gave last.
  private(set) var row = RowReader.none
  private let connection: Connection
  private let scope: ScanScope
  /// Whether rows of nested samples are among those that are read.
  private var readsNested = false
  private var nested = NestedRows()
  /// The change after which samples are returned, and the last parent of nested ones that was
  /// returned.
  private let first: Int64
  private var lastHolder: Int64?
  private let reader: RowReader
  private var decoder: RowDecoder
  private var matcher: SampleMatcher?
  private var statement: Statement?
  /// When reading in the order of changes: the changes that are read after those of the current statement.
  private var runs: ChangeSet.Runs?
  /// The parameter of the first change of a run; that of the last follows.
  private var firstPlace = 1
  /// The changes in order of their values, if requested.
  private var sorted: SortedRecords?

  /// Begins to look for samples.
  ///
  /// - Parameters:
  ///   - change: Only those of later changes.
  ///   - isBrief: Whether only the first that are found may be wanted.
  ///   - few: If only the first samples may be wanted: how many changes are looked up in an index at most, and how many are read at
  ///     most without an index.
  ///   - connection: A connection in a transaction, which is the scan's own until it ends.
  init(
    _ predicate: SamplePredicate, scope: ScanScope = .samples, by order: SampleOrdering = .saved,
    after change: Int64? = nil,
    isBrief: Bool = false, few: Int64 = 200_000, _ connection: Connection
  ) throws(HealthError) {
    self.connection = connection
    self.scope = scope
    first = change ?? .min
    reader = RowReader(connection)
    decoder = RowDecoder(reader, store: connection.name)
    matcher = predicate == .all ? nil : SampleMatcher(predicate)
    // It may throw only from here on, when all properties that cannot be copied are set.
    let rows = try SampleFilter.Rows(scope, predicate, connection)
    readsNested = rows != .stored
    let filter = try SampleFilter(predicate, of: rows, connection, decoder)
    firstPlace = filter.instants.count + 1
    if filter.isEmpty { return }
    if scope == .nested {
      // The index of what is nested has the series, too.
      statement = try Statement(
        "SELECT \(columns) FROM sample INDEXED BY sample_by_parent WHERE \(filter.condition)",
        connection)
      statement?.bind(filter.instants[...])
    } else if order.key == .saved || order.key == .value {
      let isSaved = order.key == .saved
      try begin(
        filter, isDescending: isSaved && order.isDescending, after: change,
        isBrief: isSaved && isBrief, few: few)
    } else {
      let later = change.map { " AND change > \($0)" } ?? ""
      statement = try Statement(
        "SELECT \(columns) FROM sample WHERE \(filter.condition)\(later) "
          + "ORDER BY \(Self.terms(order, filter))", connection)
      statement?.bind(filter.instants[...])
    }
    if order.key == .value { try sort(order) }
  }

  /// The key of the last sample that ``next()`` returned; `nil` for a nested one.
  var key: SampleKey? { row.parent == nil ? SampleKey(id: row.id, ordinal: row.ordinal) : nil }

  private var columns: String { readsNested ? RowReader.nestedColumns : RowReader.ownColumns }

  private static func terms(_ order: SampleOrdering, _ filter: SampleFilter) -> String {
    let direction = order.isDescending ? " DESC" : ""
    if order.key == .start {
      return (filter.hasStart ? "" : "start_date IS NULL, ") + "start_date\(direction), change"
    }
    return (filter.hasEnd ? "" : "end_date IS NULL, ") + "end_date\(direction), change"
  }

  /// The next sample; `nil` at the end and after it.
  mutating func next() throws(HealthError) -> Sample? {
    while let statement {
      if sorted != nil {
        guard let change = try nextSorted() else { break }
        statement.reset()
        statement.bind(1, change)
      }
      guard try statement.step() else {
        if try beginRun() { continue }
        break
      }
      try reader.read(&row, statement)
      if readsNested { reader.readParent(&row, statement) }
      let sample = try decoder.sample(row)
      guard matcher?.matches(sample) ?? true else { continue }
      if !readsNested { return sample }
      if let found = try found(sample) { return found }
    }
    end()
    return nil
  }

  /// The sample to return for a row that matches: its own, the one that contains it, or none.
  private mutating func found(_ sample: Sample) throws(HealthError) -> Sample? {
    // Sorted rows were matched before they were sorted.
    if row.parent == nil || matcher == nil { return sample }
    guard let root = try holder() else { return nil }
    guard scope == .holders else { return sample }
    // Nested samples follow the sample that holds them, one after another.
    guard root.change > first, root.change != lastHolder else { return nil }
    lastHolder = root.change
    row = root
    return try decoder.sample(root)
  }

  /// The row that holds the current nested one, if that is found.
  private mutating func holder() throws(HealthError) -> SampleRow? {
    guard var matcher = matcher.take() else { return nil }
    defer { self.matcher = matcher }
    return try nested.root(of: row, &matcher, &decoder)
  }

  /// Ends the query: the remaining rows are not needed.
  mutating func end() {
    statement?.reset()
    statement = nil
    runs = nil
    sorted = nil
  }
}

// MARK: By change

extension SampleScan {
  /// Reads the samples in the order of their changes: only those in the index, if it narrows the search.
  private mutating func begin(
    _ filter: SampleFilter, isDescending: Bool, after change: Int64?, isBrief: Bool, few: Int64
  ) throws(HealthError) {
    let later = (change.map { $0 == .max ? $0 : $0 + 1 } ?? .min)...Int64.max
    let found = try indexedChanges(filter, later, isBrief: isBrief, few: few)
    let condition = found == nil ? filter.condition : filter.others
    // Else the index of series returns them in another order, and all have to be sorted.
    statement = try Statement(
      "SELECT \(columns) FROM sample NOT INDEXED WHERE \(condition) "
        + "AND change BETWEEN ?\(firstPlace) AND ?\(firstPlace + 1) "
        + "ORDER BY change\(isDescending ? " DESC" : "")", connection)
    statement?.bind(filter.instants[...])
    if let found {
      runs = found.runs(isDescending: isDescending)
      if try !beginRun() { end() }
    } else {
      bind(later)
    }
  }

  private func bind(_ run: ClosedRange<Int64>) {
    statement?.bind(firstPlace, run.lowerBound)
    statement?.bind(firstPlace + 1, run.upperBound)
  }

  /// Advances to the next run of changes; `false` at the end.
  private mutating func beginRun() throws(HealthError) -> Bool {
    guard let run = runs?.next() else { return false }
    statement?.reset()
    bind(run)
    return true
  }

  /// The changes of the samples that the index finds; `nil` if reading all samples is faster.
  private func indexedChanges(
    _ filter: SampleFilter, _ later: ClosedRange<Int64>, isBrief: Bool, few: Int64
  ) throws(HealthError) -> ChangeSet? {
    guard let indexed = filter.indexed else { return nil }
    if later.lowerBound > 1 {
      let last = try connection.integer("SELECT max(change) FROM sample") ?? 0
      if last &- later.lowerBound < few { return nil }
    }
    let condition = later.lowerBound == .min ? "" : " AND change >= \(later.lowerBound)"
    let statement = try Statement(
      "SELECT change FROM sample WHERE \(indexed)\(condition)", connection)
    statement.bind(filter.instants.prefix(filter.indexedInstants))
    var changes = ChangeSet()
    var count: Int64 = 0
    while try statement.step() {
      changes.insert(statement.integer(0))
      count += 1
      if changes.isFull || (isBrief && count > few) { return nil }
    }
    return changes
  }
}

extension Statement {
  /// Binds instants to the first parameters.
  fileprivate func bind(_ instants: ArraySlice<Timestamp>) {
    for (index, instant) in instants.enumerated() { bind(index + 1, instant) }
  }
}

// MARK: By value

extension SampleScan {
  /// Sorts the samples that match, then fetches them one after another in that order.
  private mutating func sort(_ order: SampleOrdering) throws(HealthError) {
    var sorter = try ExternalSorter()
    var record = ByteBuffer()
    while let sample = try next() {
      record.removeAll()
      record.append(word: UInt64(bitPattern: row.change))
      try record.withBytes { (bytes) throws(HealthError) in
        try sorter.add(order.sortKey(of: sample, at: 0), bytes)
      }
    }
    statement = try Statement(
      "SELECT \(columns) FROM sample WHERE change = ?", connection)
    sorted = try sorter.sorted()
    // All following rows have matched.
    matcher = nil
  }

  private mutating func nextSorted() throws(HealthError) -> Int64? {
    guard try sorted?.next() == true else {
      return nil
    }
    return sorted?.withBytes { Int64(bitPattern: $0.word(at: 0)) }
  }
}
