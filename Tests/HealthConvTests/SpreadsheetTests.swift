import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthModel
import HealthTesting
import Testing

/// Workbooks, as other programs read them.
@Suite struct SpreadsheetTests {
  /// A generated export, and samples with texts that sheets could take for something else.
  private static func written(_ folder: TemporaryFolder) throws -> (lines: String, workbook: String)
  {
    let path = folder.path + "/export.xml"
    let export = BytesSink()
    _ = try ExportGenerator(.init(seed: 7, size: .days(3), end: 1_712_160_000, units: .metric))
      .writeXML(to: export)
    try Data(export.bytes).write(to: URL(fileURLWithPath: path))
    let (lines, workbook) = (folder.path + "/samples.jsonl", folder.path + "/samples.xlsx")
    _ = try Conversion(of: .open(path), to: .jsonLines).run(toFile: lines)
    _ = try Conversion(of: .open(path), to: .spreadsheet).run(toFile: workbook)
    return (lines, workbook)
  }

  /// Reads both files, and compares the rows of each sheet with the lines of its kind: types, local times, offsets, values,
  /// units, sources and the number fields of workouts.
  private static let comparison = """
    import json, math, re, sys, datetime
    lines = [json.loads(line) for line in open(sys.argv[1])]
    book = openpyxl.load_workbook(sys.argv[2])
    count = 0
    def local(text):
      return datetime.datetime.fromisoformat(text).replace(tzinfo=None)
    for sheet in book:
      # LibreOffice without a window writes no panes.
      assert sheet.freeze_panes == "A2" or "rewritten" in sys.argv[2], sheet.title
      names = [cell.value for cell in sheet[1]]
      rows = [dict(zip(names, row)) for row in sheet.iter_rows(min_row=2, values_only=True)]
      kind = re.sub("_(.)", lambda m: m[1].upper(), sheet.title)
      samples = []
      for line in lines:
        if line["kind"] == kind: samples.append(line)
        if line["kind"] == "correlation":
          samples += [m["sample"] for m in line.get("members", [])
            if m["membership"] == "nestedOnly" and m["sample"]["kind"] == kind]
      assert len(rows) == len(samples), (sheet.title, len(rows), len(samples))
      for row, sample in zip(rows, samples):
        count += 1
        assert sample["type"].endswith(row["type"] if row["type"] != "Workout" else ""), (row, sample)
        for name in ["start", "end", "created"]:
          text = sample.get(name)
          if text is None or kind in ("activitySummary", "document"): continue
          if "." in text: text = text[:19] + text[-6:]
          moment = row[name].replace(microsecond=0)
          assert moment == local(text) and row[name + "_offset"] == text[-6:], (name, row, sample)
        for name, value in sample.items():
          # LibreOffice writes 15 digits.
          if isinstance(value, (int, float)) and name in row:
            assert math.isclose(row[name], value, rel_tol=1e-14), (name, row, sample)
        assert row.get("unit") == sample.get("unit"), (row, sample)
        if "source" in sample: assert row["source"] == sample["source"]["name"], (row, sample)
        for key, value in sample.get("metadata", {}).items(): assert f"{key}: {value}" in row["metadata"]
    print(count)
    """

  @Test func openpyxlReadsTheSamples() throws {
    guard Python.has("openpyxl") else {
      print("skipped: python3 has no openpyxl")
      return
    }
    let folder = try TemporaryFolder()
    let (lines, workbook) = try Self.written(folder)
    let run = try OtherProgram.run(
      "python3", ["-c", "import openpyxl\n" + Self.comparison, lines, workbook], joinsErrors: true)
    #expect(
      (Int(run.output.split(separator: "\n").last ?? "") ?? 0) > 3_000, "\(run.output.suffix(800))")
  }

  /// Rewritten by LibreOffice, the cells are the same.
  @Test func libreOfficeReadsTheSamples() throws {
    guard Python.has("openpyxl"), try OtherProgram.run("soffice", ["--version"]).status == 0 else {
      print("skipped: there is no soffice, or python3 has no openpyxl")
      return
    }
    let folder = try TemporaryFolder()
    let (lines, workbook) = try Self.written(folder)
    let rewritten = folder.path + "/rewritten"
    let run = try OtherProgram.run(
      "soffice",
      [
        "-env:UserInstallation=file://\(folder.path)/profile", "--headless", "--convert-to", "xlsx",
        "--outdir", rewritten, workbook,
      ], joinsErrors: true)
    #expect(run.status == 0, "\(run.output)")
    let compared = try OtherProgram.run(
      "python3", ["-c", "import openpyxl\n" + Self.comparison, lines, rewritten + "/samples.xlsx"],
      joinsErrors: true)
    #expect(
      (Int(compared.output.split(separator: "\n").last ?? "") ?? 0) > 3_000,
      "\(compared.output.suffix(800))")
  }

  /// The XML of a member of a workbook.
  private static func sheet(_ write: (Sheet) throws -> Void) throws -> String {
    let workbook = Workbook()
    try write(try workbook.sheet("a/b:c", ["text", "number"]))
    let sink = BytesSink()
    try workbook.write(to: sink)
    let folder = try TemporaryFolder()
    let path = folder.path + "/book.xlsx"
    try Data(sink.bytes).write(to: URL(fileURLWithPath: path))
    let run = try OtherProgram.run("unzip", ["-p", path, "xl/worksheets/sheet1.xml"])
    try #require(run.status == 0)
    return run.output
  }

  @Test(arguments: [
    ("=1+1", "=1+1"), ("+cmd|' /C calc'!A0", "+cmd|' /C calc'!A0"), ("<b>&", "&lt;b&gt;&amp;"),
    ("a\u{1}b", "a_x0001_b"), ("_x0041_", "_x005F_x0041_"), ("_xylophone_", "_xylophone_"),
    (" padded ", " padded "), ("a\nb", "a\nb"),
  ])
  func textIsNeverSomethingElse(_ text: String, _ written: String) throws {
    let xml = try Self.sheet { sheet in
      sheet.append(text: text)
      try sheet.endRow()
    }
    #expect(
      xml.contains(
        "<c r=\"A2\" s=\"4\" t=\"inlineStr\"><is><t xml:space=\"preserve\">\(written)</t></is></c>"),
      "\(xml)")
    #expect(!xml.contains("<f>"))
  }

  @Test func longTextsAreCutAndCounted() throws {
    var cut = 0
    let xml = try Self.sheet { sheet in
      sheet.append(text: String(repeating: "😀", count: 20_000))
      try sheet.endRow()
      cut = sheet.cutTexts
    }
    #expect(cut == 1)
    #expect(xml.count { $0 == "😀" } == 32_767 / 2)
  }
}
