import HealthModel
import HealthStore

/// Puts the rows of samples into a new database by writing its pages, without SQLite: see ``TreeWriter``.
///
/// Rows that samples share are looked up, so they are written to a second database and copied from there at the end. So
/// are rows that arrive out of order, such as those of a workout nested in a workout.
final class TreeRows: RowSink {
  private let file: NewDatabase
  var name: String { file.name }
  /// A database of its own, in a file without a name.
  private let second: Connection
  private let shared: RowWriter
  private var trees: SampleTrees
  /// The tables of the second database.
  private var tables: [StoreTable]

  /// Rows for a database.
  init(_ path: String, name: String) throws(StoreError) {
    // Large pages: fewer of them for the same rows.
    file = try NewDatabase(path, name: name, pageSize: 8_192) { connection throws(StoreError) in
      try Schema.create(connection)
      try Schema.indexForReading(connection)
    }
    trees = try SampleTrees(file)
    second = try Connection("", name: name, isOwn: true)
    try second.run("PRAGMA journal_mode = OFF")
    try second.run("BEGIN")
    tables = StoreTable.all.filter { $0.role == .dictionary }
    for table in tables { try Schema.create(table, second) }
    shared = RowWriter(second)
  }

  func number(
    of row: [StoreValue], in table: StoreTable
  ) throws(StoreError) -> (number: Int64, isNew: Bool) {
    try shared.number(of: row, in: table)
  }

  func insert(_ sample: inout SampleRow) throws(StoreError) { try trees.insert(&sample) }

  func insert(_ row: [StoreValue], into table: StoreTable) throws(StoreError) {
    if try trees.insert(row, into: table) { return }
    if !tables.contains(where: { $0.index == table.index }) {
      try Schema.create(table, second)
      tables.append(table)
    }
    try shared.insert(row, into: table)
  }

  /// Writes what is left. Then it is a database as SQLite would have made it, but for the facts of the store.
  func finish() throws(StoreError) {
    try trees.finish()
    try second.run("COMMIT")
    let attach = try second.statement("ATTACH ? AS store")
    attach.bind(1, StoreFile.location(of: file.path))
    try attach.run()
    try second.run("PRAGMA store.journal_mode = OFF")
    // The file is synchronised when it gets its name.
    try second.run("PRAGMA store.synchronous = OFF")
    try second.run("BEGIN")
    for table in tables {
      try second.run("INSERT INTO store.\"\(table.name)\" SELECT * FROM main.\"\(table.name)\"")
    }
    try second.run("COMMIT")
    try second.close()
  }
}
