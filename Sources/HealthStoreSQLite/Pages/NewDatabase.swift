import HealthStore

/// A database that SQLite has made, with tables and no rows, whose trees are then written page by page.
final class NewDatabase {
  let path: String
  /// Its name in errors.
  let name: String
  private let pages: PageFile
  /// The pages that SQLite gave to tables and indexes, by their names.
  private var roots: [String: UInt32] = [:]

  /// Makes a database.
  ///
  /// - Parameter pageSize: Bytes of a page.
  init(
    _ path: String, name: String, pageSize: Int,
    _ define: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    self.path = path
    self.name = name
    let connection = try Connection(path, name: name, isOwn: true)
    try connection.run("PRAGMA page_size = \(pageSize)")
    try connection.run("PRAGMA journal_mode = OFF")
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("BEGIN")
    try define(connection)
    try connection.run("COMMIT")
    let statement = try connection.statement("SELECT name, rootpage FROM sqlite_master")
    while try statement.step() {
      roots[try statement.text(0)] = UInt32(truncatingIfNeeded: statement.integer(1))
    }
    let count = try connection.integer("PRAGMA page_count") ?? 0
    try connection.close()
    pages = try PageFile(path, name: name, pageSize: pageSize, pageCount: Int(count))
  }

  /// A tree, to be filled.
  ///
  /// - Returns: The tree, which is empty.
  func tree(_ name: String, isNumbered: Bool = false) throws(StoreError) -> TreeWriter {
    guard let root = roots[name] else {
      throw StoreError(.failed, self.name, "the database has no '\(name)'")
    }
    return TreeWriter(root: root, isNumbered: isNumbered, pages)
  }

  /// Ends the file, when all trees are written. From then on SQLite can open it.
  func finish() throws(StoreError) { try pages.finish() }
}
