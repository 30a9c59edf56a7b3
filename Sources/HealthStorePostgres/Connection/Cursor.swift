#if PostgreSQL
  import HealthModel
  import HealthStore

  /// The rows of a query, one after another. The server sends some thousand at a time, so memory does not grow with them;
  /// the connection may be used otherwise meanwhile.
  final class Cursor {
    private let connection: Connection
    private let name: String
    private var rows: Rows?
    private var row = 0

    /// Declares a cursor, which the end of the transaction closes.
    init(_ connection: Connection, _ name: String, _ query: String) throws(HealthError) {
      self.connection = connection
      self.name = name
      try connection.run("declare \(quoted(name)) no scroll cursor for \(query)")
    }

    /// Moves to the next row.
    ///
    /// - Returns: `false` after the last row.
    func next() throws(HealthError) -> Bool {
      row += 1
      if let rows, row < rows.count { return true }
      rows = try connection.rows("fetch 10000 from \(quoted(name))")
      row = 0
      return rows.map { $0.count > 0 } ?? false
    }

    func isNull(_ column: Int) -> Bool { rows?.isNull(row, column) ?? true }

    func integer(_ column: Int) -> Int64 { rows?.integer(row, column) ?? 0 }

    func id(_ column: Int) -> SampleID {
      rows?.id(row, column) ?? SampleID(high: 0, low: 0)
    }
  }
#endif
