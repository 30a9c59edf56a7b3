import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthTesting
import Testing

/// What pandas, polars and DuckDB make of the tables, read as `Schemas/README.md` says.
@Suite struct TablesInProgramsTests {
  /// A folder with an export, the table, the dataset and the lines made of it. Versions look like numbers and dates.
  private static func makeFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/healthconv-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let sink = BytesSink()
    _ = try ExportGenerator(ExportGenerator.Options(seed: 9, size: .records(2_000))).writeXML(
      to: sink)
    var text = String(decoding: sink.bytes, as: UTF8.self)
    for (index, version) in versions.enumerated() {
      let record =
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"V\(index)\" sourceVersion=\"\(version)\" unit=\"count\" startDate=\"2024-06-01 0\(index):00:00 +0200\" endDate=\"2024-06-01 0\(index):05:00 +0200\" value=\"5\"/>"
      text = text.replacing("</HealthData>", with: record + "\n</HealthData>")
    }
    let export = "\(folder)/export.xml"
    try Data(text.utf8).write(to: URL(fileURLWithPath: export))
    for (format, path) in [(Format.csv, "export.csv"), (.jsonLines, "export.jsonl")] {
      let output = BytesSink()
      _ = try Conversion(of: try Dataset.open(export), to: format)
        .run(into: OutputContainer(file: output), name: path)
      try Data(output.bytes).write(to: URL(fileURLWithPath: "\(folder)/\(path)"))
    }
    let tables = OutputContainer(folder: try AtomicFolder("\(folder)/tables"))
    _ = try Conversion(of: try Dataset.open(export), to: .csvDataset)
      .run(into: tables, name: "tables")
    try tables.finish()
    return folder
  }

  private static let versions = ["10.10", "26.1.1", "2024.1", "1e5", "010", "12-05"]

  /// The lines of Python of the page that contain a text.
  private static func lines(_ text: String) throws -> [String] {
    try String(
      contentsOf: URL(fileURLWithPath: Fixtures.samples + "/../Schemas/README.md"), encoding: .utf8
    ).split(separator: "\n").map(String.init).filter { $0.contains(text) }
  }

  static let programs: [(name: String, table: String, rows: String)] = [
    ("pandas", "frame", "[r for r in t.to_dict('records')]"),
    ("polars", "frame", "t.to_dicts()"),
    ("duckdb", "relation", "t.df().to_dict('records')"),
  ]

  @Test(arguments: ["pandas", "polars", "duckdb"])
  func versionsAreTexts(_ program: String) throws {
    guard Python.has(program, "pandas") else {
      print("skipped: python3 has no \(program), or no pandas")
      return
    }
    let folder = try Self.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let reads = try Self.lines("\(program).read_csv(")
    #expect(reads.count == 2)
    let texts = try Self.lines("texts = {")
    #expect(texts.count == 1)
    let rows =
      program == "polars"
      ? "t.to_dicts()" : program == "pandas" ? "t.to_dict('records')" : "t.df().to_dict('records')"
    var script = "import json, os, sys, \(program)\nos.chdir(sys.argv[1])\n"
    for line in [texts[0]] + reads {
      script +=
        line.contains("texts = {")
        ? line + "\n"
        : """
        t = \(line)
        rows = [r for r in \(rows) if str(r["source"]).startswith("V") and len(str(r["source"])) == 2]
        print(",".join(str(r["sourceVersion"]) for r in sorted(rows, key=lambda r: r["source"])))
        numbers = [r["value"] for r in \(rows)]
        assert all(isinstance(v, (int, float)) or v is None for v in numbers), "value has texts"

        """
    }
    let run = try OtherProgram.run("python3", ["-c", script, folder], joinsErrors: true)
    #expect(run.status == 0, "\(run.output)")
    let expected = Self.versions.joined(separator: ",")
    #expect(run.output == "\(expected)\n\(expected)\n")
  }

  /// Each member of a line has one type, whatever the kind.
  @Test(arguments: [
    (
      "pandas",
      "t = pandas.read_json('export.jsonl', lines=True)\nassert t['value'].dtype.kind == 'f', t['value'].dtype"
    ),
    (
      "polars",
      "t = polars.read_ndjson('export.jsonl', infer_schema_length=None)\nassert t['value'].dtype.is_numeric(), t['value'].dtype"
    ),
    (
      "duckdb",
      "t = duckdb.sql(\"from read_json('export.jsonl', sample_size=-1)\")\nassert str(dict(zip(t.columns, t.types))['value']) == 'DOUBLE', t.types"
    ),
  ])
  func linesHaveColumnsOfOneType(_ program: String, _ read: String) throws {
    guard Python.has(program) else {
      print("skipped: python3 has no \(program)")
      return
    }
    let folder = try Self.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script =
      "import os, sys, \(program)\nos.chdir(sys.argv[1])\n\(read)\nassert 'categoryValue' in t.columns"
    let run = try OtherProgram.run("python3", ["-c", script, folder], joinsErrors: true)
    #expect(run.status == 0, "\(run.output)")
  }
}
