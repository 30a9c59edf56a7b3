#if PostgreSQL
  import HealthModel
  import HealthStore

  /// The state of a store at one moment, regardless of later writes: a read-only transaction.
  final class Snapshot: RowSource {
    let connection: Connection
    /// The nested rows that are being read, by index of their table.
    private var parts = [Parts?](repeating: nil, count: StoreTable.all.count)

    /// The parents of the current samples, by change.
    private var holders: [Int64: SampleRow] = [:]

    /// The nested rows of one row, fetched in batches.
    private final class Parts {
      let owner: Int64
      var rows: Rows
      var index = 0

      init(owner: Int64, rows: Rows) {
        self.owner = owner
        self.rows = rows
      }
    }

    /// How many rows are fetched at a time.
    static var batch: Int { 2_000 }

    private let release: ((Connection) -> Void)?
    private var cursors = 0

    /// A snapshot of the current store.
    init(_ connection: Connection, release: @escaping (Connection) -> Void) throws(HealthError) {
      self.connection = connection
      self.release = release
      try connection.run(
        "begin isolation level repeatable read read only; set local cursor_tuple_fraction = 1")
    }

    /// The store as a transaction that is open sees it.
    init(_ connection: Connection) {
      self.connection = connection
      release = nil
    }

    deinit {
      guard let release, (try? connection.run("rollback")) != nil else { return }
      release(connection)
    }

    func newCursorName() -> String {
      cursors += 1
      return "samples_\(cursors)"
    }

    func row(_ number: Int64, of table: StoreTable) throws(HealthError) -> [StoreValue] {
      try connection.row(number, of: table)
    }

    func size() throws(HealthError) -> Int64 { try connection.size() }

    func begin(_ table: StoreTable, inside owner: Int64) throws(HealthError) {
      parts[table.index] = Parts(owner: owner, rows: try rows(of: table, inside: owner, after: nil))
    }

    func next(_ table: StoreTable, into row: inout [StoreValue]) throws(HealthError) -> Bool {
      guard let here = parts[table.index] else { return false }
      if here.index == here.rows.count, here.index == Self.batch {
        let last = here.rows.integer(here.index - 1, 1)
        here.rows = try rows(of: table, inside: here.owner, after: last)
        here.index = 0
      }
      guard here.index < here.rows.count else {
        parts[table.index] = nil
        return false
      }
      row.removeAll(keepingCapacity: true)
      for (column, description) in table.columns.enumerated() {
        row.append(here.rows.value(here.index, column, description.type))
      }
      here.index += 1
      return true
    }

    private func rows(
      of table: StoreTable, inside owner: Int64, after last: Int64?
    ) throws(HealthError) -> Rows {
      let names = table.columns.map { quoted($0.name) }
      return try connection.rows(
        "select \(table.columnList) from \(quoted(table.name)) where \(names[0]) = $1 and \(names[1]) > $2 "
          + "order by \(names[1]) limit \(Self.batch)",
        [.integer(owner), .integer(last ?? .min)])
    }

    /// The sample in a row of ``StoreTable/briefSample``. Long texts, which that row lacks, are
    /// fetched.
    func sample(_ rows: Rows, _ row: Int) throws(HealthError) -> SampleRow {
      if rows.bool(row, StoreTable.sample.columns.count),
        let whole = try wholeSample(rows.integer(row, 0))
      {
        return whole
      }
      return try rows.sample(row, connection)
    }

    func sample(_ change: Int64) throws(HealthError) -> SampleRow? {
      if let holder = holders[change] { return holder }
      return try wholeSample(change)
    }

    private func wholeSample(_ change: Int64) throws(HealthError) -> SampleRow? {
      let rows = try connection.rows(
        "select \(StoreTable.sample.columnList) from sample where change = $1", [.integer(change)])
      return rows.count == 0 ? nil : try rows.sample(0, connection)
    }

    /// Fetches the parents of all rows at once. They replace those that were fetched before.
    func fetchHolders(of rows: Rows) throws(HealthError) {
      holders = [:]
      var changes: Set<Int64> = []
      for row in 0..<rows.count where !rows.isNull(row, 1) { changes.insert(rows.integer(row, 1)) }
      if changes.isEmpty { return }
      var values = Parameters()
      values.append(changes.sorted())
      let found = try connection.rows(
        "select \(StoreTable.briefSample) from sample where change = any($1)", values)
      for row in 0..<found.count where !found.bool(row, StoreTable.sample.columns.count) {
        let holder = try found.sample(row, connection)
        holders[holder.change] = holder
      }
    }

    func samples(
      inside sample: Int64, _ body: (NestedRow) throws(HealthError) -> Void
    ) throws(HealthError) {
      let rows = try connection.rows(
        "select \(StoreTable.sample.columnList), \(StoreContents.isAlsoTopLevel)::int::bigint from sample "
          + "where parent = $1 order by change",
        [.integer(sample)])
      let last = StoreTable.sample.columns.count
      for row in 0..<rows.count {
        try body((try rows.sample(row, connection), rows.integer(row, last) != 0))
      }
    }
  }

  extension Rows {
    /// A row of all columns of samples.
    func sample(_ row: Int, _ connection: Connection) throws(HealthError) -> SampleRow {
      guard let kind = SampleKind(code: integer(row, 5)),
        let ordinal = UInt32(exactly: integer(row, 3))
      else {
        throw HealthError(
          .damaged, connection.name, "a row of the table \"sample\" has no known kind")
      }
      var sample = SampleRow(
        change: integer(row, 0), parent: number(row, 1), id: id(row, 2), ordinal: ordinal,
        digest: number(row, 4), kind: kind, series: integer(row, 6))
      sample.start = try time(row, 7, connection)
      sample.end = try time(row, 9, connection)
      sample.created = try time(row, 11, connection)
      sample.deviceAddress = number(row, 13)
      sample.value = number(row, 14).map { Double(bitPattern: UInt64(bitPattern: $0)) }
      sample.category = number(row, 15)
      sample.metadata = number(row, 16)
      sample.parts = integer(row, 17)
      sample.exact = value(row, 18, .text).text
      sample.extras = value(row, 19, .text).text
      if !isNull(row, 20) { sample.uuid = SampleUUID(id(row, 20)) }
      return sample
    }

    @inline(__always)
    private func number(_ row: Int, _ column: Int) -> Int64? {
      isNull(row, column) ? nil : integer(row, column)
    }

    /// An instant and the offset in the next column.
    @inline(__always)
    private func time(
      _ row: Int, _ column: Int, _ connection: Connection
    ) throws(HealthError) -> Timestamp? {
      guard let instant = number(row, column) else { return nil }
      let (seconds, microseconds) = PostgresEpoch.seconds(instant)
      let offset = integer(row, column + 1)
      guard
        let time = Timestamp(
          validating: seconds, nanoseconds: microseconds * 1_000, offsetMinutes: offset)
      else {
        throw StoreTable.sample.dateError(
          StoreTable.sample.columns[column].name, offset: offset, row: [integer(row, 0)],
          of: connection.name)
      }
      return time
    }
  }
#endif
