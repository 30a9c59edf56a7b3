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
  /// The path, as it was given.
  public let name: String
  let file: StoreFile
  let access: StoreKind.Access
  private let state: Mutex<State>
  let series = ChangeSeries()

  private struct State {
    /// Whether a file exists to be queried. A store to be created or replaced exists only after the first commit.
    var isThere: Bool
    /// The file that was looked at.
    var file: FileStatus.Identity?
    /// Whether it has no rows that refer to missing rows.
    var isWhole = false
    /// Idle connections.
    var connections: [Connection] = []
  }

  /// The facts about a store that does not exist yet, so that they stay the same.
  let emptyFacts = StoreFacts()

  /// Opens a store.
  ///
  /// - Throws: `StoreError`: `.notFound`, `.foreign`, `.newer`, `.damaged`, `.readOnly`, `.unsupported` for one of an
  ///   older version that may not be brought up to date.
  public init(_ path: String, for access: StoreKind.Access) throws(StoreError) {
    name = path
    self.access = access
    file = StoreFile(path)
    let isThere = access != .replacing && (access != .creating || file.isThere)
    state = Mutex(State(isThere: isThere))
    if !isThere, access == .creating { try file.checkPlace() }
    if isThere { release(try connectUnknown()) }
  }

  /// Moves the log into the file, unless a reader has it open. Otherwise the last open connection would do that, and
  /// SQLite might take the log for that of another file that was moved to the path meanwhile.
  deinit {
    guard access != .reading else { return }
    state.withLock { $0.connections.popLast() }?.emptyLog()
  }

  /// Which file it is, by whatever path.
  public func place() throws(StoreError) -> String { file.identity?.description ?? name }

  /// Facts about the dataset and the person.
  public func info() throws(StoreError) -> DatasetInfo {
    try reading { (connection) throws(StoreError) in
      try DatasetInfo(StoreFacts(connection), connection)
    } ?? DatasetInfo()
  }

  /// The state of the store now.
  public func anchor() throws(StoreError) -> StoreAnchor {
    try reading { (connection) throws(StoreError) in
      try StoreFacts(connection).anchor
    } ?? emptyFacts.anchor
  }
}

// MARK: Connections

extension SQLiteStore {
  /// How many connections are kept for the next question.
  private static let spareConnections = 4

  /// An idle or new connection; `nil` if the store does not exist yet. It must be returned.
  func connect() throws(StoreError) -> Connection? {
    let found = file.identity
    let (isThere, isKnown, connection) = state.withLock { state in
      (state.isThere, found != nil && state.file == found, state.connections.popLast())
    }
    guard isThere else { return nil }
    if let connection {
      if isKnown, connection.file == found { return connection }
      try? connection.close()
    }
    return isKnown ? try file.connect() : try connectUnknown()
  }

  /// Opens a file after checks, for one that was not opened before.
  private func connectUnknown() throws(StoreError) -> Connection {
    let found = file.identity
    let connection = try file.prepare(isWritten: access != .reading)
    state.withLock { ($0.file, $0.isWhole) = (found, false) }
    return connection
  }

  /// Fails if rows refer to missing rows, which reading would leave out; once for a file.
  func checkWhole(_ connection: Connection) throws(StoreError) {
    if state.withLock({ $0.isWhole }) { return }
    try DanglingRows.check(connection)
    state.withLock { $0.isWhole = true }
  }

  /// Gives a connection back for the next question.
  func release(_ connection: Connection) {
    connection.rollBack()
    state.withLock { state in
      if state.connections.count < Self.spareConnections { state.connections.append(connection) }
    }
  }

  /// From now on, there is a file, and it is ours.
  func didCreateFile() {
    let made = file.identity
    state.withLock { ($0.isThere, $0.file) = (true, made) }
  }

  /// Refuses to commit to a file that is no longer at the path.
  func checkPlace(of connection: Connection) throws(StoreError) {
    if connection.file != file.identity {
      throw StoreError(.busy, name, "was replaced by another file meanwhile; nothing was saved")
    }
  }

  /// Reads something, all of it from one state; `nil` if there is no store yet.
  func reading<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T? {
    guard let connection = try connect() else { return nil }
    defer { release(connection) }
    return try connection.reading { () throws(StoreError) in try body(connection) }
  }

  /// Changes something, all or nothing; `nil` if there is no store yet.
  func writing<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T? {
    guard access != .reading else { throw readOnly }
    guard let connection = try connect() else { return nil }
    defer { release(connection) }
    if connection.isReadOnly { throw readOnly }
    return try connection.writing { () throws(StoreError) in
      let result = try body(connection)
      try checkPlace(of: connection)
      return result
    }
  }

  var readOnly: StoreError { StoreError(.readOnly, name, "is read-only") }
}
