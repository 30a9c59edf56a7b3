import HealthBytes
public import HealthModel
public import HealthStore
import Synchronization

/// A store in a file: an SQLite database with tables of its own (`Schemas/store.md`).
///
/// Each query has its own connection, so that several can run at a time, and reads one state of the store, regardless
/// of later writes. One load or deletion writes at a time; a second one waits for five seconds and then throws `.busy`.
/// A commit is durable. If another file is moved to the path, the next query reads that file.
public final class SQLiteStore: SampleStore {
  /// The path, unchanged.
  public let name: String
  let file: StoreFile
  let access: StoreKind.Access
  private let state: Mutex<State>
  let changeSizes = ChangeSizeGuard()

  private struct State {
    /// Whether a file can be queried: with `.replacing` after the first commit, with `.creating` also after
    /// another handle or program has created the file.
    var isThere: Bool
    var file: FileStatus.Identity?
    /// Whether it has no rows that refer to missing rows.
    var isWhole = false
    var connections: [Connection] = []
  }

  /// The facts about a store that does not exist yet, made once so that its identity stays the same.
  let emptyFacts = StoreFacts()

  /// Opens a store.
  ///
  /// - Throws: `HealthError`: `.notFound`, `.foreign`, `.newer`, `.damaged`, `.readOnly`, `.unsupported` if
  ///   the store has an older version of the schema and is opened for reading.
  public init(_ path: String, for access: StoreKind.Access) throws(HealthError) {
    name = path
    self.access = access
    file = StoreFile(path)
    let isThere = access != .replacing && (access != .creating || file.isThere)
    state = Mutex(State(isThere: isThere))
    if !isThere, access == .creating { try file.checkPlace() }
    if isThere { release(try connectUnknown()) }
  }

  /// Moves the log into the file, unless a reader has it open. Otherwise the last open connection would do that, and
  /// SQLite could apply the log to another file that was moved to the path meanwhile.
  deinit {
    guard access != .reading else { return }
    state.withLock { $0.connections.popLast() }?.emptyLog()
  }

  /// The identity of the file (device and inode), the same for all its paths; the path if there is no file.
  public func location() throws(HealthError) -> String { file.identity?.description ?? name }

  /// Facts about the dataset and the person.
  public func info() throws(HealthError) -> DatasetInfo {
    try reading { (connection) throws(HealthError) in
      try DatasetInfo(StoreFacts(connection), connection)
    } ?? DatasetInfo()
  }

  /// The state of the store now.
  public func anchor() throws(HealthError) -> StoreAnchor {
    try reading { (connection) throws(HealthError) in
      try StoreFacts(connection).anchor
    } ?? emptyFacts.anchor
  }
}

// MARK: Connections

extension SQLiteStore {
  /// The largest number of idle connections that are kept open for later queries.
  private static let spareConnections = 4

  /// An idle or new connection; `nil` if the store does not exist yet. It must be returned.
  func connect() throws(HealthError) -> Connection? {
    let found = file.identity
    let (isThere, isKnown, connection) = state.withLock { state in
      (state.isThere, found != nil && state.file == found, state.connections.popLast())
    }
    guard isThere || (access == .creating && found != nil) else { return nil }
    if let connection {
      if isKnown, connection.file == found { return connection }
      try? connection.close()
    }
    return isKnown && isThere ? try file.connect() : try connectUnknown()
  }

  /// Opens a file that this store has not opened before, after checking that it is a store.
  private func connectUnknown() throws(HealthError) -> Connection {
    let found = file.identity
    let connection = try file.prepare(isWritten: access != .reading)
    state.withLock { ($0.isThere, $0.file, $0.isWhole) = (true, found, false) }
    return connection
  }

  /// Throws if rows refer to missing rows, because queries would leave them out. Checks each file once.
  func checkWhole(_ connection: Connection) throws(HealthError) {
    if state.withLock({ $0.isWhole }) { return }
    try DanglingRows.check(connection)
    state.withLock { $0.isWhole = true }
  }

  /// Returns a connection to the pool, for the next query.
  func release(_ connection: Connection) {
    connection.rollBack()
    state.withLock { state in
      if state.connections.count < Self.spareConnections { state.connections.append(connection) }
    }
  }

  /// Records that this store has created the file.
  func didCreateFile() {
    let made = file.identity
    state.withLock { ($0.isThere, $0.file) = (true, made) }
  }

  /// Refuses to commit to a file that is no longer at the path.
  func checkPlace(of connection: Connection) throws(HealthError) {
    if connection.file != file.identity {
      throw HealthError(.busy, name, "was replaced by another file meanwhile; nothing was saved")
    }
  }

  /// Runs `body` in a read transaction; `nil` if the store does not exist yet.
  func reading<T>(_ body: (Connection) throws(HealthError) -> T) throws(HealthError) -> T? {
    guard let connection = try connect() else { return nil }
    defer { release(connection) }
    return try connection.reading { () throws(HealthError) in try body(connection) }
  }

  /// Runs `body` in a write transaction, rolled back on an error; `nil` if the store does not exist yet.
  func writing<T>(_ body: (Connection) throws(HealthError) -> T) throws(HealthError) -> T? {
    guard access != .reading else { throw readOnly }
    guard let connection = try connect() else { return nil }
    defer { release(connection) }
    if connection.isReadOnly { throw readOnly }
    return try connection.writing { () throws(HealthError) in
      let result = try body(connection)
      try checkPlace(of: connection)
      return result
    }
  }

  var readOnly: HealthError { HealthError(.readOnly, name, "is read-only") }
}

extension SQLiteStore: AnswerStore {
  package func answerState() throws(HealthError) -> AnswerState? {
    try reading { (connection) throws(HealthError) in try StoreFacts(connection).answers } ?? nil
  }

  package func replaceAnswers(
    _ state: AnswerState?, _ next: () throws(HealthError) -> AnswerRow?
  ) throws(HealthError) {
    _ = try writing { (connection) throws(HealthError) in
      for table in StoreTable.answers { try connection.run("DELETE FROM \(table.name)") }
      var (table, number): (Int, Int64) = (-1, 0)
      var insert: Statement?
      while let row = try next() {
        if row.table != table {
          (table, number) = (row.table, 0)
          let marks = StoreTable.answers[table].columns.map { _ in "?" }.joined(separator: ", ")
          insert = try connection.statement(
            "INSERT INTO \(StoreTable.answers[table].name) VALUES (\(marks))")
        }
        insert?.bind(1, number)
        for (place, value) in row.values.enumerated() { insert?.bind(place + 2, value) }
        try insert?.run()
        number += 1
      }
      var facts = try StoreFacts(connection)
      facts.answers = state
      try facts.write(connection)
    }
  }
}

extension SQLiteStore {
  /// What was added and deleted since an anchor, in the order of the changes, each once.
  ///
  /// - Parameters:
  ///   - anchor: The state to start from; `nil` for all samples.
  ///   - limit: The largest number of changes to return.
  /// - Throws: `HealthError`: `.expiredAnchor`, `.foreignAnchor`.
  public func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
  ) throws(HealthError) -> StoreChanges {
    let answer = try reading { (connection) throws(HealthError) in
      if anchor == nil { try checkWhole(connection) }
      return try StoreChanges(
        since: anchor, notBefore: emptyFacts, matching: predicate, limit: limit, of: connection,
        name, changeSizes
      ) { (change) throws(HealthError) in
        var scan = try SampleScan(
          predicate, scope: .holders, after: change, isBrief: true, connection)
        return { () throws(HealthError) in
          guard let sample = try scan.next() else { return nil }
          let key = SampleKey(id: scan.row.id, ordinal: scan.row.ordinal)
          return (scan.row.change, sample, key)
        }
      }
    }
    if let answer { return answer }
    return try StoreChanges(since: anchor, ofEmpty: emptyFacts, name)
  }
}

extension SQLiteStore {
  /// Checks for damage: SQLite's check of the file and of references, samples that cannot be read or differ from what
  /// was saved, contradicting numbers.
  ///
  /// - Returns: What was found; nothing if the store is sound.
  /// - Throws: `HealthError` if the store cannot be read, or if a check takes much more processor time than files of its size
  ///   do.
  /// - Complexity: Linear in the store.
  public func check() throws(HealthError) -> [StoreDefect] {
    let size = FileStatus(path: file.path, following: true)?.size ?? 0
    return try check(within: .seconds(60 + size >> 20))
  }

  /// Checks for damage with another limit of processor time.
  func check(within limit: Duration) throws(HealthError) -> [StoreDefect] {
    try reading { (connection) throws(HealthError) in
      connection.processorTime = limit
      defer { connection.processorTime = nil }
      var defects: [StoreDefect] = []
      try checkFile(connection, &defects)
      try checkReferences(connection, &defects)
      try checkSamples(connection, &defects)
      try defects.checkFacts(of: connection)
      return defects
    } ?? []
  }

  private func checkFile(
    _ connection: Connection, _ defects: inout [StoreDefect]
  ) throws(HealthError) {
    let statement = try connection.statement("PRAGMA integrity_check(100)")
    defer { statement.reset() }
    while try statement.step() {
      let text = try statement.text(0)
      if text != "ok" { defects.append(StoreDefect(.damagedFile, text)) }
    }
    if !defects.isEmpty, let failure = connection.readFailure { throw failure }
  }

  private func checkReferences(
    _ connection: Connection, _ defects: inout [StoreDefect]
  ) throws(HealthError) {
    let statement = try connection.statement(
      """
      SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent
      """)
    defer { statement.reset() }
    while try statement.step() {
      try defects.noteMissingRows(
        statement.integer(2), for: statement.text(0), in: statement.text(1))
    }
  }

  private func checkSamples(
    _ connection: Connection, _ defects: inout [StoreDefect]
  ) throws(HealthError) {
    let statement = try connection.statement(
      "SELECT \(RowReader.columns) FROM sample WHERE parent IS NULL ORDER BY change")
    defer { statement.reset() }
    let reader = RowReader(connection)
    try defects.checkSamples(from: reader, of: name) { () throws(HealthError) in
      guard try statement.step() else { return nil }
      return Result { () throws(HealthError) in try reader.sample(statement) }
    }
  }
}
