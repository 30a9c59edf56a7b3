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
  func run(_ connection: Connection, from version: Int64, path: String) throws(HealthError) {
    guard version >= first, version < first + Int64(steps.count) else {
      throw HealthError(
        .unsupported, connection.name, "is of version \(version), which this program does not know")
    }
    try backUp(connection, to: "\(path).backup-v\(version)")
    try connection.writing { () throws(HealthError) in
      // Another program may have updated it meanwhile.
      guard try connection.integer("PRAGMA user_version") == version else { return }
      for step in steps[Int(version - first)...] { try connection.run(step) }
      try connection.run("PRAGMA user_version = \(first + Int64(steps.count))")
    }
  }

  private func backUp(_ connection: Connection, to path: String) throws(HealthError) {
    if FileStatus(path: path, following: false) != nil { return }
    do throws(HealthError) {
      let file = try AtomicFile(path)
      guard let temporary = file.temporary else { return }
      try copy(connection, temporary)
      try file.finish()
    } catch { throw error.ofStore(connection.name) }
  }

  private func copy(_ connection: Connection, _ path: String) throws(HealthError) {
    do throws(HealthError) {
      let statement = try connection.statement("VACUUM INTO ?")
      statement.bind(1, path)
      try statement.run()
    } catch { throw HealthError(error.code == .full ? .full : .failed, path, error.message) }
  }
}

extension HealthError {
  /// The same error about the file of a store, which cannot be made.
  func ofStore(_ name: String) -> HealthError {
    let code: Code =
      switch self.code {
      case .notFound: .notFound
      case .permission: .readOnly
      case .full, .tooLarge: .full
      case .exists: .busy
      case .isDirectory: .foreign
      default: .failed
      }
    let message = code == .busy ? "was created by another program meanwhile" : self.message
    return HealthError(code, name, message, cause: self)
  }
}
