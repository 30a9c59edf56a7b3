import HealthModel

/// A database of another program whose tables maps read.
///
/// The module of a database implements it; maps contain names of tables and columns only, and no SQL.
package protocol MapDatabase: AnyObject {
  /// The tables by their names. Views and virtual tables are not among them, as these run what their author wrote.
  func tables() throws(HealthError) -> [String: MapDatabaseTable]

  /// The number of rows of a table.
  func count(of table: String) throws(HealthError) -> Int64

  /// Begins to read rows, also next to those of other queries. All names occur in ``tables()``.
  func rows(of query: MapQuery) throws(HealthError) -> any MapRows

  /// The bytes of the database.
  var size: Int64 { get }
}

/// The rows of a query, one after another.
package protocol MapRows: AnyObject {
  /// Reads the next row.
  ///
  /// - Parameters:
  ///   - bytes: Receives the texts of its values.
  ///   - cells: Receives the range of each value in `bytes`; `nil` for a value that is absent.
  /// - Returns: The number of the row in its table; `nil` after the last.
  func next(
    _ bytes: inout [UInt8], _ cells: inout [Range<Int>?]
  ) throws(HealthError) -> Int64?
}

/// A table of a database.
package struct MapDatabaseTable: Sendable, Equatable {
  /// The names of the columns that are stored; those that are computed are not read.
  package let columns: [String]
  /// The column that is the number of a row, by which rows are found at once.
  package let key: String?

  package init(columns: [String], key: String?) {
    self.columns = columns
    self.key = key
  }
}

/// The rows of a table, each with the rows of other tables that it refers to.
package struct MapQuery: Sendable, Equatable {
  /// A column of the table, or of a table that was joined under a name.
  package struct Column: Sendable, Equatable {
    package let table: String?
    package let name: String

    /// A column as maps name it: `app.name`, or `name`.
    init(_ text: String) {
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      table = parts.count == 2 ? String(parts[0]) : nil
      name = String(parts[parts.count - 1])
    }
  }

  /// A table with the one row that a row refers to.
  package struct Join: Sendable, Equatable {
    package let table: String
    /// The name under which the map uses it.
    package let alias: String
    /// The column that refers to it.
    package let reference: Column
    /// The column of the table that is referred to.
    package let key: String
  }

  package let table: String
  package let joins: [Join]
  package let columns: [Column]
  /// The columns of the table by which the rows are sorted; without any, they are in the order of their numbers.
  package var order: [Column] = []
}

/// How databases are recognized and opened.
package struct MapDatabases: Sendable {
  /// Whether a file is a database of another program, by its first bytes.
  package let isDatabase: @Sendable (_ firstBytes: [UInt8]) -> Bool
  /// Opens a database for reading. Nothing in its schema is run.
  package let open:
    @Sendable (_ path: String, _ name: String) throws(HealthError) -> any MapDatabase

  package init(
    isDatabase: @escaping @Sendable ([UInt8]) -> Bool,
    open: @escaping @Sendable (String, String) throws(HealthError) -> any MapDatabase
  ) {
    (self.isDatabase, self.open) = (isDatabase, open)
  }
}

/// The table of a database that a table of a map is for.
struct MapTableSource: Sendable {
  let name: String
  let joins: [MapQuery.Join]
  /// The joins by time.
  let spans: [MapSpanJoin]
  /// The tables whose rows are parts of its workouts.
  let parts: [MapPartTable]

  /// Reads `table`, `join` and `parts`; `nil` if the table of the map is of files.
  init?(_ fields: inout MapFields) throws(HealthError) {
    guard let table = try fields.takeText("table") else { return nil }
    name = table
    var (joins, spans): ([MapQuery.Join], [MapSpanJoin]) = ([], [])
    for node in fields.take("join")?.list ?? [] {
      var join = try node.fields(of: "a join")
      let table = try join.require("table").text
      let alias = try join.takeText("as") ?? table
      let on = try join.require("on")
      let (times, during) = (join.take("at"), join.take("during"))
      try join.finish()
      let sides = try on.text.split(separator: "=").map {
        String($0.filter { !$0.isWhitespace })
      }
      guard sides.count == 2, sides.allSatisfy({ !$0.isEmpty }) else {
        throw on.fault("expected two columns, such as parent_key = row_id")
      }
      let reference = MapQuery.Column(sides[0])
      guard reference.table == nil || joins.contains(where: { $0.alias == reference.table }) else {
        throw on.fault("found a column of a table that no join before this one has")
      }
      let aliases = joins.map(\.alias) + spans.map(\.alias)
      guard !alias.contains("."), !aliases.contains(alias) else {
        throw node.fault("expected another name for each joined table ('as'), without a point")
      }
      if times != nil || during != nil {
        guard let times = try times?.texts, let during = try during?.texts, times.count == 2,
          during.count == 2
        else {
          throw node.fault(
            "expected two columns for 'at' and two for 'during': of a start and an end")
        }
        spans.append(
          MapSpanJoin(
            table: table, alias: alias, reference: sides[0], key: sides[1], times: times,
            during: during))
        continue
      }
      joins.append(
        MapQuery.Join(table: table, alias: alias, reference: reference, key: sides[1]))
    }
    guard joins.count + spans.count <= Self.joinLimit else {
      throw fields.node.fault("found more than \(Self.joinLimit) joins, the limit")
    }
    (self.joins, self.spans) = (joins, spans)
    var parts: [MapPartTable] = []
    for node in fields.take("parts")?.list ?? [] { parts.append(try MapPartTable(node)) }
    self.parts = parts
  }

  private static let joinLimit = 16

  /// The columns that refer to joined tables: they are not data.
  var references: [String] {
    joins.map(\.reference).filter { $0.table == nil }.map(\.name) + spans.flatMap(\.columns)
  }

  /// The query for the columns that a map mentions, as far as a database has them, after the columns of the table itself.
  ///
  /// - Returns: The query, and the names of its columns in the map; `nil` if the database lacks the table.
  /// - Throws: If a joined table has no such key.
  func query(
    _ mentioned: [String], in tables: [String: MapDatabaseTable], _ place: Place
  ) throws(HealthError) -> (query: MapQuery, names: [String])? {
    guard let own = tables[name] else { return nil }
    var (found, aliases): ([MapQuery.Join], [String: MapDatabaseTable]) = ([], [:])
    for join in joins {
      let origin = join.reference.table.map { aliases[$0] } ?? own
      guard let table = tables[join.table], let origin,
        origin.columns.contains(join.reference.name)
      else { continue }
      guard table.key == join.key else {
        throw HealthError(
          .malformed, rule: "unmapped-file", place: place,
          "the map joins the table '\(join.table.printableName)' by a column that is not its key")
      }
      found.append(join)
      aliases[join.alias] = table
    }
    var names = own.columns
    for name in mentioned + spans.flatMap(\.columns) where !names.contains(name) {
      let column = MapQuery.Column(name)
      guard let alias = column.table, aliases[alias]?.columns.contains(column.name) == true else {
        continue
      }
      names.append(name)
    }
    let columns = names.enumerated().map { index, name in
      index < own.columns.count ? MapQuery.Column(own: name) : MapQuery.Column(name)
    }
    return (MapQuery(table: self.name, joins: found, columns: columns), names)
  }
}

extension MapQuery.Column {
  /// A column of the table, whose name may contain a point.
  init(own name: String) { (table, self.name) = (nil, name) }
}
