import HealthBytes
import HealthParquet
import Testing

/// What is written is read again.
@Suite struct ParquetRoundTripTests {
  @Test(arguments: [0, 1, 7, 8, 9, 33, 129, 1_000, 4_095, 4_096, 4_097, 9_000])
  func rowsComeBack(_ count: Int) throws {
    let table = TestTable(seed: UInt64(count), rows: count)
    #expect(try TestTable.read(table.written()) == table.rows)
  }

  @Test func rowGroupsComeBack() throws {
    let table = TestTable(seed: 3, rows: 5_000)
    let file = try table.written(endingGroupsEach: 700)
    #expect(try TestTable.read(file) == table.rows)
  }

  /// More sources than a dictionary has room for, and texts that are longer than a page.
  @Test func largeTextsAndManyGroupsComeBack() throws {
    let table = TestTable(seed: 5, rows: 9_000, sources: 6_000, longTexts: true)
    #expect(try TestTable.read(table.written()) == table.rows)
  }

  @Test func someColumnsComeBack() throws {
    let table = TestTable(seed: 6, rows: 5_000)
    let some = [TestTable.columns[11], TestTable.columns[0], ParquetColumn("missing", .text)]
    #expect(
      try TestTable.read(table.written(), columns: some)
        == table.rows.map { [$0[11], $0[0], .none] })
  }

  @Test func columnsOfOtherTypesAreRefused() throws {
    let file = try TestTable(seed: 6, rows: 10).written()
    for column in [
      ParquetColumn("n", .text), ParquetColumn("value", .int64), ParquetColumn("id", .text),
    ] {
      #expect(throws: ByteError.self) { try TestTable.read(file, columns: [column]) }
    }
  }

  /// Rows that repeat cost next to nothing.
  @Test func dictionariesAreUsed() throws {
    let writer = ParquetTableWriter([ParquetColumn("a", .text)])
    var row = ParquetRow()
    for number in 0..<10_000 {
      row.append(text: number % 100 < 90 ? "one text of some length" : "another text")
      writer.append(&row)
    }
    let sink = BytesSink()
    try writer.finish(sink, notes: [], creator: "tests")
    #expect(sink.bytes.count < 2_000)
  }
}
