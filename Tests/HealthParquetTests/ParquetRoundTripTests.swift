import HealthBytes
import HealthParquet
import HealthTesting
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

  /// Reading goes on at any later row, and the same rows come together as when all are read.
  @Test(arguments: [1, 2, 3]) func rowsAreSkipped(_ seed: UInt64) throws {
    let table = TestTable(seed: seed, rows: 14_000)
    let file = try table.written(endingGroupsEach: seed == 1 ? 700 : 9_500)
    let whole = try TestTable.reader(file)
    var columns: [ParquetColumnReader] = []
    for column in TestTable.columns {
      columns.append(try #require(try whole.open(column.name, column.kind)))
    }
    var ends: [Int64] = []
    while try whole.nextRows() > 0 { ends.append(whole.count) }
    var random = FixedRandom(seed: seed)
    for _ in 0..<20 {
      let part = ParquetTableReader(like: whole, memory: ParquetMemory())
      let own = columns.map { part.counterpart(of: $0, in: whole) }
      var first = Int64(random.below(3_000))
      while first < 14_000 {
        let count = try part.nextRows(with: first)
        let start = part.count - Int64(count)
        try #require(count > 0 && start <= first && first < part.count)
        #expect(ends.contains(part.count) && (start == 0 || ends.contains(start)))
        let row = TestTable.row(Int(first - start), of: own)
        #expect(row == table.rows[Int(first)])
        first = max(part.count, first + Int64(random.below(6_000)))
      }
      #expect(try part.nextRows(with: first) == 0)
    }
  }

  @Test func columnsOfOtherTypesAreRefused() throws {
    let file = try TestTable(seed: 6, rows: 10).written()
    for column in [
      ParquetColumn("n", .text), ParquetColumn("value", .int64), ParquetColumn("id", .text),
    ] {
      #expect(throws: HealthError.self) { try TestTable.read(file, columns: [column]) }
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
