public import HealthModel
public import HealthStore
import Synchronization

/// A store in a file: an SQLite database with tables of its own (`Schemas/store.md`).
///
/// Each question has a connection to itself, so that several can be asked at a time, and is answered from one state
/// of the store, whoever writes meanwhile. One load or deletion writes at a time; a second waits for five seconds
/// and then gives up (`.busy`). What is committed is on the disk.
public final class SQLiteStore: HealthStore {
  /// The path, as it was given.
  public let name: String
  let file: StoreFile
  let access: StoreKind.Access
  private let state: Mutex<State>

  private struct State {
    /// Whether there is a file to be asked. One that is to be made, or to be replaced, is not there before
    /// something is committed.
    var isThere: Bool
    /// Connections that nobody uses.
    var connections: [Connection] = []
  }

  /// What a store that is not there yet is, so that it says the same whenever it is asked.
  let emptyFacts = StoreFacts()

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - path: The path of its file.
  ///   - access: What it is opened for.
  /// - Throws: `StoreError`: `.notFound`, `.foreign`, `.newer`, `.damaged`, `.readOnly`, `.unsupported` for one of an
  ///   older version that may not be brought up to date.
  public init(_ path: String, for access: StoreKind.Access) throws(StoreError) {
    name = path
    self.access = access
    file = StoreFile(path)
    let isThere = access != .replacing && (access != .creating || file.isThere)
    let connection = isThere ? try file.prepare(isWritten: access != .reading) : nil
    state = Mutex(State(isThere: isThere, connections: connection.map { [$0] } ?? []))
  }

  /// What was said of the dataset and of the person.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func info() throws(StoreError) -> DatasetInfo {
    try reading { (connection) throws(StoreError) in
      try DatasetInfo(StoreFacts(connection), connection)
    } ?? DatasetInfo()
  }

  /// The state of the store now.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
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

  /// A connection that nobody else uses; `nil` if there is no store yet. To be given back.
  func connect() throws(StoreError) -> Connection? {
    let (isThere, connection) = state.withLock { ($0.isThere, $0.connections.popLast()) }
    if let connection { return connection }
    return isThere ? try file.connect() : nil
  }

  /// Gives a connection back for the next question.
  func giveBack(_ connection: Connection) {
    connection.rollBack()
    state.withLock { state in
      if state.connections.count < Self.spareConnections { state.connections.append(connection) }
    }
  }

  /// From now on, there is a file.
  func noteMade() { state.withLock { $0.isThere = true } }

  /// Reads something, all of it from one state; `nil` if there is no store yet.
  func reading<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T? {
    guard let connection = try connect() else { return nil }
    defer { giveBack(connection) }
    return try connection.reading { () throws(StoreError) in try body(connection) }
  }

  /// Changes something, all or nothing; `nil` if there is no store yet.
  func writing<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T? {
    guard access != .reading else { throw readOnly }
    guard let connection = try connect() else { return nil }
    defer { giveBack(connection) }
    if connection.isReadOnly { throw readOnly }
    return try connection.writing { () throws(StoreError) in try body(connection) }
  }

  var readOnly: StoreError { StoreError(.readOnly, name, "may only be read") }
}
