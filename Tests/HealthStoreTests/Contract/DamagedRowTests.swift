import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStatistics
import HealthStore
import HealthTesting
import Testing

/// Rows that were changed outside of this program: what they cannot hold is damage that is named, whatever reads them.
@Suite struct DamagedRowTests {
  /// A store with a sample of every kind, in which SQL changes rows.
  private struct Store {
    let place: StoreUnderTest.Place
    let isSQLite: Bool

    init(_ kind: StoreUnderTest) throws {
      place = try kind.make()
      isSQLite = kind.testDescription == "SQLite"
      let store = try place.open(.creating)
      try store.save(Inputs.marked, .upsert, .unchecked)
    }

    @discardableResult
    func run(_ sql: String, _ columns: Int = 0) throws -> [[String]] {
      let rows = try #require(place.rows)
      return try rows(sql, columns)
    }

    /// Changes a value of a row, reads everything, and restores the value.
    ///
    /// - Returns: The message of the error; `nil` if no row has a value there.
    func message(
      _ table: StoreTable, _ column: StoreTable.Column, _ value: String, runsCommands: Bool = false
    ) throws -> String? {
      let keys = table.columns.prefix(table.role == .parts ? 2 : 1).map(\.name)
      let names = (keys + [column.name]).map { "CAST(\"\($0)\" AS text)" }.joined(separator: ", ")
      let rows = try run(
        "SELECT \(names) FROM \"\(table.name)\" WHERE \"\(column.name)\" IS NOT NULL "
          + "ORDER BY \(keys.map { "\"\($0)\"" }.joined(separator: ", ")) LIMIT 1",
        keys.count + 1)
      guard let row = rows.first else { return nil }
      let condition = zip(keys, row).map { "\"\($0)\" = \($1)" }.joined(separator: " AND ")
      func set(_ value: String) throws {
        try run("UPDATE \"\(table.name)\" SET \"\(column.name)\" = \(value) WHERE \(condition)")
      }
      try set(value)
      defer { try? set("'\(row[keys.count])'") }
      var message: String?
      do { try readAll() } catch let error as HealthError {
        #expect(error.code == .damaged, "\(error)")
        message = error.message
      }
      if runsCommands { try expectRefused("\(table.name).\(column.name) = \(value)") }
      return message ?? ""
    }

    func readAll() throws {
      let cursor = try place.open(.reading).samples(SampleQuery())
      while try cursor.next() != nil {}
    }

    /// Whether no command takes the store for a sound one.
    func expectRefused(_ comment: Comment? = nil) throws {
      let dataset = try Dataset.open(#require(place.location))
      func expectMalformed(_ error: HealthError?, _ name: String) {
        #expect(error?.kind == .malformed, "\(name) \(comment?.rawValue ?? "")")
      }
      var validation = Validation()
      try validation.check(dataset)
      expectMalformed(validation.errors.first, "validate")
      expectMalformed(
        try Self.error {
          try Conversion(of: dataset, to: .jsonLines).run(
            into: OutputContainer(file: BytesSink()), name: "x"
          ).readError
        }, "convert")
      expectMalformed(try Self.error { try Inventory(of: dataset).readError }, "info")
      expectMalformed(
        try Self.error {
          try Answer(.statistics, of: [dataset]).write(to: BytesSink(), named: "x", as: .csv)
            .readError
        }, "stats")
    }

    private static func error(_ body: () throws -> HealthError?) throws -> HealthError? {
      do { return try body() } catch let error as HealthError {
        return error
      }
    }
  }

  private static var tables: [StoreTable] {
    StoreTable.all.filter { $0.role == .samples || $0.role == .parts }
  }

  @Test(arguments: StoreUnderTest.databases)
  func datesOutOfRangeAreDamage(_ kind: StoreUnderTest) throws {
    let store = try Store(kind)
    let instants =
      store.isSQLite
      ? [
        "-9223372036854775808", "9223372036854775807", "9e999", "-9e999", "'abc'", "x'00'",
        "-62135700000", "253402400000",
      ] : ["'infinity'", "'-infinity'", "'0044-03-15 BC'", "'10000-06-01'"]
    let offsets =
      store.isSQLite
      ? ["1140", "-1140", "9223372036854775807", "-9223372036854775808", "9e999", "'abc'"]
      : ["1140", "-1140", "32767"]
    var count = 0
    for table in Self.tables {
      for (index, column) in table.columns.enumerated() where column.type == .instant {
        let offset = table.columns[index + 1]
        for (column, values) in [(column, instants), (offset, offsets)] {
          for value in values {
            guard
              let message = try store.message(
                table, column, value, runsCommands: value == values[0])
            else { continue }
            count += 1
            #expect(
              message.contains("'\(column.name)'") && message.contains("'\(table.name)'")
                && message.contains("\(table.columns[0].name) "),
              "\(table.name).\(column.name) = \(value): \(message)")
          }
        }
      }
    }
    #expect(count > 100)
    try store.readAll()
  }

  @Test(arguments: StoreUnderTest.databases)
  func numbersThatAreNoneAreDamage(_ kind: StoreUnderTest) throws {
    let store = try Store(kind)
    let values =
      store.isSQLite ? ["9e999", "-9e999", "'abc'", "x'00'"] : ["'NaN'", "'infinity'"]
    for table in Self.tables {
      for column in table.columns where column.type == .real {
        for value in values {
          guard let message = try store.message(table, column, value) else { continue }
          #expect(message.contains("'\(column.name)'"), "\(table.name).\(column.name): \(message)")
        }
      }
    }
  }

  /// No number is higher than the highest one: a row that has it is damage for what adds a row.
  @Test(arguments: StoreUnderTest.databases)
  func rowsWithTheHighestNumberAreDamage(_ kind: StoreUnderTest) throws {
    let store = try Store(kind)
    let opened = try store.place.open(.writing)
    let anchor = try opened.anchor()
    try opened.setGrant(ClientGrant(client: "A"))
    try opened.keep(anchor, as: "a")
    let additions: [(table: String, add: () throws -> Void)] = [
      ("client_grant", { try opened.setGrant(ClientGrant(client: "B")) }),
      ("kept_anchor", { try opened.keep(anchor, as: "b") }),
    ]
    for (table, add) in additions {
      try store.run("UPDATE \(table) SET n = 9223372036854775807")
      let error = #expect(throws: HealthError.self, "\(table)") { try add() }
      #expect(error?.code == .damaged && error?.message.contains("'\(table)'") == true, "\(table)")
    }
  }

  /// A missing text is a missing text, or damage: never an empty one.
  @Test(arguments: StoreUnderTest.databases)
  func missingTextsAreNotEmptyTexts(_ kind: StoreUnderTest) throws {
    func empty(_ store: Store) throws -> Int {
      var texts: [String] = []
      let cursor = try store.place.open(.reading).samples(SampleQuery())
      while let sample = try cursor.next() {
        for sample in sample.withNested {
          for field in sample.structured.map({ Sample.Field.list(of: $0.fields) }) ?? [] {
            texts += Self.texts(field.value)
          }
          if case .quantity(let quantity) = sample { texts += quantity.beats.map(\.time) }
          if let source = sample.header?.descriptor.source {
            texts += [source.name, source.version].compactMap(\.self)
          }
        }
      }
      return texts.count { $0.isEmpty }
    }
    let before = try empty(Store(kind))
    var count = 0
    for table in Self.tables + [.source, .device] {
      // Columns that may not be empty are so in the database, too.
      for column in table.columns
      where column.type == .text && column.isOptional && !["exact", "extras"].contains(column.name)
      {
        let store = try Store(kind)
        try store.run("UPDATE \"\(table.name)\" SET \"\(column.name)\" = NULL")
        do {
          #expect(try empty(store) <= before, "\(table.name).\(column.name)")
        } catch let error as HealthError { #expect(error.code == .damaged) }
        count += 1
      }
    }
    #expect(count > 30)
  }

  private static func texts(_ value: Sample.Field.Value) -> [String] {
    switch value {
    case .text(let text): [text].compactMap(\.self)
    case .list(let list), .sideFile(let list):
      (0..<list.count).flatMap { list[$0].fields.flatMap { texts($0.value) } }
    default: []
    }
  }

  /// Samples of participants that the facts do not name: read as listed participants, so that nobody's are added up with another's.
  @Test(arguments: StoreUnderTest.databases)
  func participantsOfSeriesAreListed(_ kind: StoreUnderTest) throws {
    let store = try Store(kind)
    func ids() throws -> [String] { try store.place.open(.reading).info().participantIDs }
    try store.run("UPDATE series SET participant = 'p2'")
    #expect(try ids() == ["p2"])
    try store.run(
      "UPDATE series SET participant = 'p1' WHERE number = (SELECT max(series) FROM sample)")
    #expect(try ids() == ["p1", "p2"])
    let dataset = try Dataset.open(#require(store.place.location))
    let output = BytesSink()
    _ = try Conversion(of: dataset, to: .jsonLines).run(
      into: OutputContainer(file: output), name: "x")
    var again = try Dataset.open(bytes: output.bytes, named: "x.jsonl").samples()
    #expect(again.info.participantIDs == ["p1", "p2"])
    var found: Set<String?> = []
    while let sample = try again.next() { found.insert(sample.participant) }
    #expect(found == ["p1", "p2"])
    for text in ["''", "' '", "'\n'"] {
      try store.run("UPDATE series SET participant = \(text)")
      #expect(throws: HealthError.self) { try ids() }
      try store.expectRefused("participant \(text)")
    }
  }

  /// Rows whose parent, series, type, unit, source or device is missing.
  @Test(arguments: StoreUnderTest.databases)
  func danglingRowsAreDamage(_ kind: StoreUnderTest) throws {
    let indexed = [
      "DELETE FROM sample WHERE parent IS NULL", "DELETE FROM series", "DELETE FROM type",
      "DELETE FROM unit", "DELETE FROM source", "DELETE FROM device",
      "UPDATE sample SET parent = 1000000 WHERE parent IS NOT NULL",
      "UPDATE sample SET parent = 1000000 WHERE parent IS NULL",
      "UPDATE sample SET series = 1000000",
      "DELETE FROM sample WHERE kind = \(SampleKind.workout.code)",
    ]
    let followed =
      ["DELETE FROM metadata_entry", "DELETE FROM correlation_member"]
      + StoreTable.all.filter { $0.role == .parts && $0.columns.map(\.name).contains("parent") }.map
    {
      "UPDATE \"\($0.name)\" SET parent = 1000000"
    }
    for statement in indexed + followed {
      let store = try Store(kind)
      try store.run(statement)
      #expect(throws: HealthError.self, "\(statement)") { try store.readAll() }
      guard indexed.contains(statement) else { continue }
      try store.expectRefused("\(statement)")
      #expect(throws: (any Error).self, "\(statement)") {
        _ = try store.place.open(.reading).contents(limit: 10)
      }
    }
  }
}
