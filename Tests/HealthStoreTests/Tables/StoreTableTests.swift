import Foundation
import HealthConv
import HealthModel
import HealthStore
import HealthTesting
import Testing

@testable import HealthStoreSQLite

/// What the tables promise those who make databases of them, and those who ask with SQL.
@Suite struct StoreTableTests {
  @Test func tablesReferToEarlierOnes() {
    var names: Set<String> = []
    for (index, table) in StoreTable.all.enumerated() {
      #expect(table.index == index)
      #expect(!names.contains(table.name), "\(table.name) is there twice")
      for column in table.columns {
        guard case .reference(let name) = column.type else { continue }
        #expect(names.contains(name) || name == table.name, "\(table.name).\(column.name)")
      }
      #expect(Set(table.columns.map(\.name)).count == table.columns.count, "\(table.name)")
      names.insert(table.name)
    }
  }

  @Test func partsHaveBits() {
    for kind in SampleKind.allCases {
      let parts = StoreTable.parts(of: kind)
      #expect(parts.count < 63, "\(kind) has more tables than bits")
      #expect(parts.isEmpty == (kind == .category))
      for table in parts {
        #expect(table.role == .parts && table.columns[0].type == .reference("sample"))
        #expect(table.columns[1].name == "n")
      }
    }
  }

  @Test func kindsKeepTheirCodes() {
    let names = """
      quantity category correlation workout activitySummary audiogram visionPrescription clinicalRecord \
      electrocardiogram heartbeatSeries stateOfMind scoredAssessment medicationDose document unknown
      """
    #expect(SampleKind.allCases.map(\.rawValue) == names.split(separator: " ").map(String.init))
    #expect(SampleKind.allCases.map(\.code) == (0..<15).map { Int64($0) })
    for kind in SampleKind.allCases { #expect(SampleKind(code: kind.code) == kind) }
    #expect(SampleKind(code: -1) == nil && SampleKind(code: 99) == nil)
  }

  @Test func namesAreNoWordsOfSQL() {
    for table in StoreTable.all {
      for name in [table.name] + table.columns.map(\.name) {
        #expect(!Self.reserved.contains(name), "\(table.name).\(name)")
        #expect(name.allSatisfy { $0 == "_" || $0.isNumber || ($0.isLetter && $0.isLowercase) })
      }
    }
  }

  @Test func rowsOfSamplesAreValuesAndBack() throws {
    var row = SampleRow(
      change: 5, parent: 3, id: SampleID(high: 1, low: .max), ordinal: 7, digest: -1,
      kind: .document, series: 9)
    #expect(row.values.count == StoreTable.sample.columns.count)
    #expect(SampleRow(row.values)?.values == row.values)
    row.start = Timestamp(secondsSince1970: -5, nanoseconds: 9, offsetMinutes: -60)
    row.end = Timestamp(secondsSince1970: 6, offsetMinutes: 60)
    row.created = Timestamp(secondsSince1970: 7)
    row.deviceAddress = -8
    row.value = .infinity
    row.category = 10
    row.metadata = 11
    row.parts = 12
    row.exact = "13"
    row.extras = "14"
    row.uuid = SampleUUID(high: 15, low: 16)
    #expect(SampleRow(row.values)?.values == row.values)
    #expect(!row.values.contains(.null))
    #expect(SampleRow([]) == nil)
  }

  /// The page of the schema has the tables that there are.
  @Test func theSchemaIsDescribed() throws {
    try expect("tables", StoreTable.all.map(description).joined())
  }

  /// And the views, alike in both databases.
  @Test func theViewsAreDescribed() throws {
    let text = Schema.views.map { view in
      "\n### \(view.name)\n\n\(view.title).\n\n| column | |\n| --- | --- |\n"
        + view.columns.map { "| `\($0.name)` | \($0.title) |\n" }.joined()
    }
    try expect("views", text.joined() + "\n")
    for view in Schema.views {
      #expect(!StoreTable.all.contains { $0.name == view.name })
      for name in [view.name] + view.columns.map(\.name) {
        #expect(!Self.reserved.contains(name), "\(view.name).\(name)")
      }
    }
  }

  /// Each column of each table is described, and in words of its own.
  @Test func columnsAreDescribed() {
    for table in StoreTable.all {
      #expect(!table.title.isEmpty)
      for column in table.columns {
        #expect(column.title?.isEmpty == false, "\(table.name).\(column.name)")
      }
      let titles = table.columns.compactMap(\.title)
      #expect(Set(titles).count == titles.count, "\(table.name): two columns with one description")
    }
  }

  /// Programs that read the schema, such as Datasette, need the column that a foreign key refers to.
  @Test func foreignKeysNameTheirColumn() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    var count = 0
    for table in StoreTable.all {
      let keys = try folder.rows("PRAGMA foreign_key_list(\"\(table.name)\")", 5)
      #expect(keys.count == table.references.count)
      for key in keys {
        let other = try #require(StoreTable.all.first { $0.name == key[2] })
        #expect(key[4] == other.columns[0].name, "\(table.name).\(key[3])")
        count += 1
      }
    }
    #expect(count > 40)
  }

  /// The examples of the page do what they say, without reading all samples.
  @Test func examplesAreQueries() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    try store.save(StoreViewTests.samples + Inputs.generated())
    _ = try StoreAnswers().save(in: folder.path)
    let text = try String(
      contentsOf: URL(fileURLWithPath: Fixtures.samples + "/../Schemas/store.md"), encoding: .utf8)
    let queries = text.split(separator: "\n\n").filter { $0.hasPrefix("    -- ") }
    #expect(queries.count >= 5)
    for query in queries {
      #expect(try folder.rows(String(query), 1).count > 0, "\(query)")
    }
  }

  /// And all that can be damaged.
  @Test func defectsAreDescribed() throws {
    let names = StoreDefect.Name.allCases
    try expect(
      "defects",
      "\n| defect | |\n| --- | --- |\n"
        + names.map { "| `\($0)` | \($0.explanation) |\n" }.joined() + "\n")
    #expect(Set(names.map(\.explanation)).count == names.count)
  }

  /// Expects a text between two marks of the page; where there is another, it is written on demand.
  private func expect(_ mark: String, _ expected: String) throws {
    let url = URL(fileURLWithPath: Fixtures.samples + "/../Schemas/store.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- \(mark) -->\n"))
    let end = try #require(text.range(of: "<!-- /\(mark) -->"))
    guard text[begin.upperBound..<end.lowerBound] != expected else { return }
    Issue.record("the \(mark) in Schemas/store.md are not those of the store")
    guard ProcessInfo.processInfo.environment["RECORD"] == "1" else { return }
    try text.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: expected)
      .write(to: url, atomically: true, encoding: .utf8)
  }

  private func description(_ table: StoreTable) -> String {
    let rows = table.columns.map { column in
      let type =
        switch column.type {
        case .reference(let name): "→ `\(name)`"
        case .id: "identity"
        default: "\(column.type)"
        }
      return "| `\(column.name)` | \(type)\(column.isOptional ? "" : ", always") "
        + "| \(column.title ?? "") |\n"
    }
    return "\n## \(table.name)\n\n\(table.title).\n\n| column | | |\n| --- | --- | --- |\n"
      + rows.joined()
  }

  /// What needs quotes as a name in SQLite or in PostgreSQL.
  private static let reserved: Set<String> = [
    "add", "all", "alter", "analyse", "analyze", "and", "any", "array", "as", "asc", "asymmetric",
    "autoincrement", "between", "both", "case", "cast", "check", "collate", "column", "commit",
    "constraint", "create", "current_date", "current_time", "current_timestamp", "current_user",
    "default", "deferrable", "delete", "desc", "distinct", "do", "drop", "else", "end", "escape",
    "except", "exists", "false", "fetch", "for", "foreign", "from", "grant", "group", "having",
    "if", "in", "index", "initially", "insert", "intersect", "into", "is", "isnull", "join",
    "lateral", "leading", "limit", "localtime", "localtimestamp", "not", "nothing", "notnull",
    "null", "offset", "on", "only", "or", "order", "placing", "primary", "references",
    "returning", "select", "session_user", "set", "some", "symmetric", "table", "then", "to",
    "trailing", "transaction", "true", "union", "unique", "update", "user", "using", "values",
    "variadic", "when", "where", "window", "with",
  ]
}
