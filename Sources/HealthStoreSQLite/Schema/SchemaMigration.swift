import HealthBytes
import HealthStore

/// Updates stores of older versions to the current one.
struct SchemaMigration {
  /// The steps: the first makes version 2 of version 1, and so on. The last ends at ``Schema/version``.
  let steps: [String]
  /// The version of the first step's input.
  let first: Int64

  /// All steps: none so far.
  static let all = SchemaMigration(steps: [], first: 1)

  /// Updates a store to the current version in one transaction, after a backup next to it: `health.db.backup-v1`. An
  /// existing backup is not replaced.
  func run(_ connection: Connection, from version: Int64, path: String) throws(StoreError) {
    guard version >= first, version < first + Int64(steps.count) else {
      throw StoreError(
        .unsupported, connection.name, "is of version \(version), which this program does not know")
    }
    try backUp(connection, to: "\(path).backup-v\(version)")
    try connection.writing { () throws(StoreError) in
      // Another program may have updated it meanwhile.
      guard try connection.integer("PRAGMA user_version") == version else { return }
      for step in steps[Int(version - first)...] { try connection.run(step) }
      try connection.run("PRAGMA user_version = \(first + Int64(steps.count))")
    }
  }

  private func backUp(_ connection: Connection, to path: String) throws(StoreError) {
    if FileStatus(path: path, following: false) != nil { return }
    do throws(ByteError) {
      let file = try AtomicFile(path)
      guard let temporary = file.temporary else { return }
      try copy(connection, temporary)
      try file.finish()
    } catch { throw StoreError(error, connection.name) }
  }

  private func copy(_ connection: Connection, _ path: String) throws(ByteError) {
    do throws(StoreError) {
      let statement = try connection.statement("VACUUM INTO ?")
      statement.bind(1, path)
      try statement.run()
    } catch { throw ByteError(error.code == .full ? .noSpace : .io, path, error.message) }
  }
}

extension StoreError {
  /// The error for a file that cannot be made.
  init(_ error: ByteError, _ name: String) {
    let code: Code =
      switch error.code {
      case .notFound: .notFound
      case .permission: .readOnly
      case .noSpace, .tooLarge: .full
      case .exists: .busy
      case .isDirectory: .foreign
      default: .failed
      }
    self.init(
      code, name, code == .busy ? "was created by another program meanwhile" : error.message,
      cause: error)
  }
}
