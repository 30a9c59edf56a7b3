import Foundation
import HealthParquet
import HealthTesting
import Testing

/// What other programs read in a file: the same values, types and statistics.
@Suite struct ParquetInProgramsTests {
  /// Prints the rows as lines of texts that the test makes, too.
  private static let programs: [(name: String, read: String)] = [
    (
      "pyarrow",
      "import pyarrow.parquet as p\nrows = p.read_table(path, page_checksum_verification=True).to_pylist()"
    ),
    ("polars", "import polars\nrows = polars.read_parquet(path).to_dicts()"),
    (
      "duckdb",
      """
      import duckdb
      duckdb.sql("set timezone='UTC'")
      r = duckdb.sql(f"from read_parquet('{path}')")
      rows = [dict(zip(r.columns, row)) for row in r.fetchall()]
      """
    ),
  ]

  @Test(arguments: programs.map(\.name))
  func rowsAreTheSame(_ program: String) throws {
    guard Python.has(program, "pytz") else {
      print("skipped: python3 has no \(program), or no pytz")
      return
    }
    let table = TestTable(seed: 8, rows: 6_000)
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).parquet"
    try Data(table.written(endingGroupsEach: 2_500)).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let read = Self.programs.first { $0.name == program }?.read ?? ""
    let script = """
      import sys, datetime, uuid, struct, hashlib
      path = sys.argv[1]
      \(read)
      epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
      def text(v):
        if v is None: return "-"
        if isinstance(v, uuid.UUID): return v.bytes.hex()
        if isinstance(v, (bytes, bytearray)): return bytes(v).hex()
        if isinstance(v, float): return struct.pack(">d", v).hex()
        if isinstance(v, datetime.datetime):
          return str((v - epoch) // datetime.timedelta(microseconds=1))
        if isinstance(v, datetime.date): return str((v - datetime.date(1970, 1, 1)).days)
        if isinstance(v, str): return v.encode().hex()
        return str(v)
      print(len(rows))
      for row in rows: print(",".join(text(v) for v in row.values()))
      """
    let run = try OtherProgram.run("python3", ["-c", script, path], joinsErrors: true)
    #expect(run.status == 0, "\(run.output.suffix(2_000))")
    var lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.removeFirst() == "6000")
    for (row, line) in zip(table.rows, lines) where Self.line(row) != line {
      Issue.record("expected \(Self.line(row)), found \(line)")
      break
    }
  }

  private static func line(_ row: [TestTable.Value]) -> String {
    zip(row, TestTable.columns).map { value, column in
      switch value {
      case .none: return "-"
      case .bytes(let bytes): return bytes.map { String(format: "%02x", $0) }.joined()
      case .word(let word):
        switch column.kind {
        case .double: return String(format: "%016lx", word)
        case .uint64: return "\(word)"
        default: return "\(Int64(bitPattern: word))"
        }
      }
    }.joined(separator: ",")
  }

  @Test func statisticsAreRead() throws {
    guard Python.has("pyarrow") else {
      print("skipped: python3 has no pyarrow")
      return
    }
    let table = TestTable(seed: 8, rows: 6_000)
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).parquet"
    try Data(table.written(endingGroupsEach: 2_500)).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let script = """
      import sys, pyarrow.parquet as p, pyarrow.compute as c
      f = p.ParquetFile(sys.argv[1])
      m = f.metadata
      checked = 0
      def naive(v): return v.replace(tzinfo=None) if hasattr(v, "tzinfo") else v
      for g in range(m.num_row_groups):
        rows = f.read_row_group(g)
        for i in range(m.num_columns):
          s = m.row_group(g).column(i).statistics
          column = rows.column(i)
          assert s.null_count == column.null_count, m.schema.column(i).name
          # Unsigned integers are given as signed ones.
          if s.has_min_max and m.schema.column(i).name != "address":
            low, high = c.min_max(column).as_py().values()
            assert (naive(s.min), naive(s.max)) == (naive(low), naive(high)), (m.schema.column(i).name, s.min, low, s.max, high)
            checked += 1
      names = {m.row_group(1).column(i).path_in_schema: m.row_group(1).column(i) for i in range(m.num_columns)}
      assert "RLE_DICTIONARY" in names["source"].encodings and "DELTA_BINARY_PACKED" in names["start"].encodings
      assert names["source"].compression == "SNAPPY"
      assert checked >= 3 * 8, checked
      assert m.metadata[b"healthconv"] == b"1"
      """
    let run = try OtherProgram.run("python3", ["-c", script, path], joinsErrors: true)
    #expect(run.status == 0, "\(run.output)")
  }

  /// Files that others make of ours, in their own encodings.
  @Test(arguments: ["1.0", "2.0"])
  func filesOfOthersAreRead(_ pages: String) throws {
    guard Python.has("pyarrow") else {
      print("skipped: python3 has no pyarrow")
      return
    }
    let table = TestTable(seed: 9, rows: 6_000)
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).parquet"
    try Data(table.written()).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    for options in [
      "", ", use_dictionary=False", ", compression='none', data_page_size=1000",
      ", write_page_checksum=True", ", compression='none', write_page_checksum=True",
    ] {
      let script = """
        import sys, pyarrow.parquet as p
        p.write_table(p.read_table(sys.argv[1]), sys.argv[1], data_page_version='\(pages)'\(options))
        """
      let run = try OtherProgram.run("python3", ["-c", script, path], joinsErrors: true)
      #expect(run.status == 0, "\(run.output)")
      let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      #expect(try TestTable.read(file) == table.rows, "\(options)")
    }
  }
}
