import Foundation
import HealthBytes
import HealthConv
import HealthGenerator
import HealthModel
import HealthStore
import HealthTesting
import Testing

@testable import HealthFormats
@testable import HealthParquet

/// Datasets of Parquet that another program has written again, and files that do not fit.
@Suite struct ForeignParquetTests {
  private static func read(_ path: String, as format: Format? = nil) throws -> [Sample] {
    var reader = try Dataset.open(path, as: format).samples()
    var samples: [Sample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return samples
  }

  private static func tables(_ bytes: [UInt8], _ name: String, _ folder: TemporaryFolder) throws
    -> String
  {
    let input = try folder.write(bytes: bytes, name)
    _ = try Conversion(of: .open(input), to: .parquet).run(toFile: folder.path + "/tables")
    return folder.path + "/tables"
  }

  private static let pyarrow = """
    import pyarrow as a, pyarrow.parquet as p
    def write(name, **options):
      p.write_table(p.read_table(f"{old}/{name}").replace_schema_metadata(None), f"{new}/{name}", **options)
    """
  private static let duckdb = """
    import duckdb
    duckdb.sql("set preserve_insertion_order=true")
    def write(name, codec="snappy"):
      duckdb.sql(f"copy (from '{old}/{name}') to '{new}/{name}' (format parquet, compression {codec})")
    """
  private static let rows = """
    \(pyarrow)
    import os
    def parts(name, number, **options):
      t = p.read_table(f"{old}/{name}").replace_schema_metadata(None)
      os.makedirs(f"{new}/{name}")
      open(f"{new}/{name}/_SUCCESS", "w").close()
      size = t.num_rows // number + 1
      for k in range(number):
        file = f"part-{k:05}-b7.c000.parquet"
        p.write_table(t.slice(k * size, size), f"{new}/{name}/{file}", **options)
        open(f"{new}/{name}/.{file}.crc", "w").close()
    """

  /// Modules of Python, what defines `write`, and a call of it.
  static let writers: [(modules: [String], script: String, call: String)] = [
    (["pyarrow"], pyarrow, "write(name)"),
    (["pyarrow"], pyarrow, "write(name, compression='zstd', write_page_checksum=True)"),
    (["pyarrow"], pyarrow, "write(name, compression='gzip', data_page_version='2.0')"),
    (["pyarrow"], pyarrow, "write(name, compression='brotli')"),
    (["pyarrow"], pyarrow, "write(name, compression='lz4', data_page_version='2.0')"),
    (["pyarrow"], pyarrow, "write(name, use_deprecated_int96_timestamps=True)"),
    (["pyarrow"], pyarrow, "write(name, compression='none', data_page_size=1000)"),
    // Types that programs put in the place of ours: binary of any length, decimals, floating point, none.
    (
      ["pyarrow"],
      """
      import pyarrow as a, pyarrow.parquet as p
      def write(name):
        t = p.read_table(f"{old}/{name}").replace_schema_metadata(None)
        for i, f in enumerate(t.schema):
          kind = f.type
          if f.name == "id": kind = a.binary()
          elif kind == a.uint64(): kind = a.decimal128(20, 0)
          elif kind == a.int16(): kind = a.float64()
          elif t[f.name].null_count == t.num_rows: kind = a.null()
          elif a.types.is_string(kind): kind = a.large_string()
          if kind == a.null(): t = t.set_column(i, a.field(f.name, kind), a.nulls(t.num_rows))
          elif kind != f.type: t = t.set_column(i, a.field(f.name, kind), t[f.name].cast(kind))
        p.write_table(t, f"{new}/{name}")
      """, "write(name)"
    ),
    (["pyarrow"], rows, "parts(name, 3)"),
    (["pyarrow"], rows, "parts(name, 1, use_deprecated_int96_timestamps=True)"),
    (["duckdb"], duckdb, "write(name)"), (["duckdb"], duckdb, "write(name, 'zstd')"),
    (["duckdb"], duckdb, "write(name, 'gzip')"), (["duckdb"], duckdb, "write(name, 'lz4_raw')"),
    (
      ["pandas", "pyarrow"],
      "import pandas\ndef write(name): pandas.read_parquet(f'{old}/{name}').to_parquet(f'{new}/{name}')",
      "write(name)"
    ),
    (
      ["polars"],
      "import polars\ndef write(name): polars.read_parquet(f'{old}/{name}').write_parquet(f'{new}/{name}')",
      "write(name)"
    ),
  ]

  private static let export = Result {
    let sink = BytesSink()
    _ = try ExportGenerator(.init(seed: 4, size: .records(2_000))).writeXML(to: sink)
    return sink.bytes
  }

  @Test(arguments: writers.indices)
  func tablesOfOthersAreRead(_ index: Int) throws {
    let (modules, script, call) = Self.writers[index]
    guard modules.allSatisfy({ Python.has($0) }) else {
      print("skipped: python3 lacks one of \(modules.joined(separator: ", "))")
      return
    }
    let folder = try TemporaryFolder()
    let old = try Self.tables(Self.export.get(), "export.xml", folder)
    let new = folder.path + "/new"
    let run = try OtherProgram.run(
      "python3",
      [
        "-c",
        """
        import sys, os
        old, new = sys.argv[1:]
        \(script)
        os.mkdir(new)
        for name in os.listdir(old): \(call)
        """, old, new,
      ], joinsErrors: true)
    try #require(run.status == 0, "\(run.output)")
    let (expected, found) = (try Self.read(old), try Self.read(new))
    #expect(found.count == expected.count && found.count > 2_000)
    let digester = SampleDigester(.exact)
    for (one, other) in zip(found, expected) where digester.total(one) != digester.total(other) {
      Issue.record("\(call): found \(one), expected \(other)")
      break
    }
  }

  /// A table with a column of another type is named with the column and the type that is expected, whatever the table, also
  /// if the format is named.
  @Test func columnsOfAnotherTypeAreNamed() throws {
    let folder = try TemporaryFolder()
    func write(_ table: DatasetTable, _ columns: [ParquetColumn]) throws {
      let sink = BytesSink()
      try ParquetTableWriter(columns).finish(sink, notes: [], creator: "tests")
      _ = try folder.write(bytes: sink.bytes, "\(table.name).parquet")
    }
    let tables = DatasetTable.kinds.flatMap(\.all)
    try write(.dataset, ParquetLayout(.dataset).columns)
    for table in tables { try write(table, ParquetLayout(table).columns) }
    #expect(try Self.read(folder.path).isEmpty)
    var checked = 0
    for table in [DatasetTable.dataset] + tables {
      let columns = ParquetLayout(table).columns
      for (index, column) in columns.enumerated() where column.name != "local_date" {
        var changed = columns
        changed[index] = ParquetColumn(column.name, column.kind == .date ? .double : .date)
        try write(table, changed)
        for format in [nil, Format.parquet] {
          let error = #expect(throws: HealthError.self) { try Self.read(folder.path, as: format) }
          let text = error.map { "\($0)" } ?? ""
          #expect(error?.kind == .malformed)
          #expect(
            text.hasPrefix(
              "cannot read '\(folder.path)/\(table.name).parquet': found dates in the column '\(column.name)', expected \(column.kind.title)"
            ), "\(text)")
        }
        checked += 1
      }
      for name in DatasetVocabulary.requiredColumns {
        guard let column = columns.first(where: { $0.name == name }) else { continue }
        try write(table, columns.filter { $0.name != name })
        let error = #expect(throws: HealthError.self) { try Self.read(folder.path) }
        #expect(
          error.map { "\($0)" }?.hasPrefix(
            "cannot read '\(folder.path)/\(table.name).parquet': found no column '\(name)', expected one of \(column.kind.title)"
          ) == true)
      }
      try write(table, columns)
    }
    #expect(checked > 400)
  }

  /// Damage is named with the file, in one of several files, too.
  @Test func damagedFilesAreNamed() throws {
    let folder = try TemporaryFolder()
    let tables = try Self.tables(
      Fixtures.bytes(Fixtures.samples + "/commands/small.xml"), "export.xml", folder)
    let path = tables + "/quantity.parquet"
    let whole = try Fixtures.bytes(path)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, bytes) in [("part-0", whole), ("part-1", Array(whole.dropLast(30)))] {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name).parquet"))
    }
    for format in [nil, Format.parquet] {
      let error = #expect(throws: HealthError.self) { try Self.read(tables, as: format) }
      #expect(
        error.map { "\($0)" }
          == "cannot read '\(path)/part-1.parquet': does not end as a Parquet file does: it is another file, or truncated"
      )
    }
    try FileManager.default.removeItem(atPath: path + "/part-1.parquet")
    // In the identities, which begin after the numbers.
    var refused = 0
    for place in stride(from: 40, to: 140, by: 5) {
      var damaged = whole
      damaged[place] ^= 1
      try Data(damaged).write(to: URL(fileURLWithPath: path + "/part-0.parquet"))
      do { _ = try Self.read(tables) } catch let error as HealthError {
        #expect(error.message.contains("in the column '"), "\(error)")
        refused += 1
      }
    }
    #expect(refused > 5)
  }
}
