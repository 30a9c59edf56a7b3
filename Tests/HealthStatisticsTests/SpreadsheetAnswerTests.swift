import Foundation
import HealthBytes
import HealthGenerator
import HealthStatistics
import HealthTesting
import Testing

@testable import HealthConv

/// Answers for spreadsheet programs have the cells that the same answers have as JSON.
@Suite struct SpreadsheetAnswerTests {
  /// The questions: every predefined answer, and statistics by several intervals.
  private static func answers(_ dataset: Dataset) -> [(name: String, answer: Answer)] {
    var answers = Answer.Kind.allCases.map {
      (name: $0.rawValue, answer: Answer($0, of: [dataset]))
    }
    for interval in ["hour", "day", "2 weeks", "month", "quarter"] {
      var answer = Answer(.statistics, of: [dataset])
      answer.plan.interval = CalendarInterval(interval)
      answer.plan.percentiles = [50]
      answers.append((interval, answer))
    }
    var own = Answer(.statistics, of: [dataset])
    own.plan.interval = .hour
    own.plan.zone = .record
    answers.append(("own clocks", own))
    var sums = Answer(.workouts, of: [dataset])
    sums.workoutGrouping = .month
    answers.append(("sums", sums))
    var sleep = Answer(.sleep, of: [dataset])
    sleep.sleepPeriod = .interval(.week)
    answers.append(("weeks", sleep))
    return answers
  }

  /// Writes all answers into a folder as JSON, as a workbook, and as CSV with a decimal comma.
  private static func written() throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/sheets-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let export = BytesSink()
    _ = try ExportGenerator(
      .init(seed: 5, size: .records(400), end: 1_712_160_000, units: .metric)
    )
    .writeXML(to: export)
    try Data(export.bytes).write(to: URL(fileURLWithPath: folder + "/export.xml"))
    let dataset = try Dataset.open(folder + "/export.xml")
    let workbook = AnswerWorkbook()
    for (name, answer) in answers(dataset) {
      var answer = answer
      _ = try answer.write(toFile: "\(folder)/\(name).json", as: .json)
      _ = try answer.write(to: workbook, named: name)
      (answer.table.isForSpreadsheet, answer.table.hasDecimalComma) = (true, true)
      _ = try answer.write(toFile: "\(folder)/\(name).csv", as: .csv)
    }
    _ = try Answer(.sleep, of: [dataset]).write(toFile: folder + "/sleep alone.xlsx", as: .xlsx)
    let sink = BytesSink()
    try workbook.write(to: sink)
    try Data(sink.bytes).write(to: URL(fileURLWithPath: folder + "/all.xlsx"))
    return folder
  }

  /// The cells that each row of the JSON stands for: days and times typed, of times the offset in the next cell.
  private static let cells = """
    import datetime, glob, json, math, os, re, sys
    def cells(key, value):
      if isinstance(value, str) and re.fullmatch(r"\\d{4}-\\d\\d-\\d\\d", value):
        return {key: datetime.datetime.fromisoformat(value)}
      match = isinstance(value, str) and re.fullmatch(r"(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)([+-]\\d\\d:\\d\\d)?", value)
      if not match: return {key: value}
      time = datetime.datetime.fromisoformat(match[1])
      return {key: time} | ({key + "_offset": match[2]} if match[2] else {})
    def same(a, b):
      if isinstance(b, datetime.datetime):
        return isinstance(a, datetime.datetime) and abs((a - b).total_seconds()) < 0.002
      # LibreOffice writes 15 digits.
      if isinstance(b, (int, float)): return type(a) in (int, float) and math.isclose(a, b, rel_tol=1e-14)
      return a == b
    def compare(name, rows, document):
      wanted = [{k: v for key, value in row.items() for k, v in cells(key, value).items()} for row in document["rows"]]
      assert len(rows) == len(wanted), (name, len(rows), len(wanted))
      for row, cell in zip(rows, wanted):
        assert row.keys() == cell.keys(), (name, row, cell)
        for key in cell: assert same(row[key], cell[key]), (name, key, row, cell)
      return len(rows)
    """

  private static let workbooks =
    "import openpyxl\n" + cells + """

      count = 0
      def check(sheet, about, document):
        # LibreOffice without a window writes no panes.
        assert sheet.freeze_panes == "A2" or "rewritten" in sys.argv[2]
        names = [cell.value for cell in sheet[1]]
        assert [n for n in names if not n.endswith("_offset")] == [c["name"] for c in document["columns"]], names
        rows = [{n: v for n, v in zip(names, row) if v is not None} for row in sheet.iter_rows(min_row=2, values_only=True)]
        facts = {row[1]: row[2] for row in about.iter_rows(min_row=2, values_only=True) if row[0] == sheet.title}
        assert facts == {k: v for k, v in document.items() if k not in ("version", "columns", "rows")}, facts
        return compare(sheet.title, rows, document)
      documents = {os.path.basename(p)[:-5]: json.load(open(p)) for p in glob.glob(sys.argv[1] + "/*.json")}
      book = openpyxl.load_workbook(sys.argv[2] + "/all.xlsx")
      assert set(book.sheetnames) == {n for n, d in documents.items() if d["rows"]} | {"about"}, book.sheetnames
      for sheet in book.worksheets[:-1]: count += check(sheet, book["about"], documents[sheet.title])
      book = openpyxl.load_workbook(sys.argv[2] + "/sleep alone.xlsx")
      assert book.sheetnames == ["sleep", "about"]
      check(book["sleep"], book["about"], documents["sleep"])
      print(count)
      """

  /// As a German spreadsheet program reads CSV: semicolons, decimal commas.
  private static let texts =
    "import csv\n" + cells + """

      count = 0
      for path in glob.glob(sys.argv[1] + "/*.json"):
        document = json.load(open(path))
        if not document["rows"]: continue
        kinds = {c: next(type(r[c]) for r in document["rows"] if c in r) for c in {k for r in document["rows"] for k in r}}
        names, *lines = csv.reader(open(path[:-4] + "csv", encoding="utf-8-sig", newline=""), delimiter=";")
        # A fact may have the name of a column before it.
        rows = [dict(reversed(list(zip(names, line)))) for line in lines]
        facts = [k for k in document if k not in ("version", "columns", "rows") and k not in kinds]
        assert all(any(row[name] for row in rows) for name in rows[0]), "a column without values"
        def typed(name, text):
          if kinds.get(name) in (int, float): return float(text.replace(",", "."))
          if name.endswith("_offset"): return text.removeprefix("UTC")
          if re.fullmatch(r"\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d.*)?", text): return datetime.datetime.fromisoformat(text.replace(",", "."))
          return text
        count += compare(path, [{n: typed(n, t) for n, t in r.items() if t and n not in facts} for r in rows], document)
      assert open(path[:-4] + "csv", "rb").read(3) == b"\\xef\\xbb\\xbf"
      print(count)
      """

  private static func expectRows(_ script: String, _ arguments: [String]) throws {
    let run = try OtherProgram.run("python3", ["-c", script] + arguments, joinsErrors: true)
    #expect(
      (Int(run.output.split(separator: "\n").last ?? "") ?? 0) > 300, "\(run.output.suffix(800))")
  }

  /// openpyxl, a reader of CSV, and LibreOffice, which writes all workbooks once more.
  @Test func otherProgramsReadWhatTheJSONStates() throws {
    guard Python.has("json") else {
      print("skipped: there is no python3")
      return
    }
    let folder = try Self.written()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.expectRows(Self.texts, [folder])
    guard Python.has("openpyxl") else {
      print("skipped: python3 has no openpyxl")
      return
    }
    try Self.expectRows(Self.workbooks, [folder, folder])
    guard try OtherProgram.run("soffice", ["--version"]).status == 0 else {
      print("skipped: there is no soffice")
      return
    }
    let run = try OtherProgram.run(
      "soffice",
      [
        "-env:UserInstallation=file://\(folder)/profile", "--headless", "--convert-to", "xlsx",
        "--outdir", folder + "/rewritten",
      ] + ["all", "sleep alone"].map { "\(folder)/\($0).xlsx" }, joinsErrors: true)
    #expect(run.status == 0, "\(run.output)")
    try Self.expectRows(Self.workbooks, [folder, folder + "/rewritten"])
  }

  /// An answer with more rows than spreadsheet programs open is refused before anything is written.
  @Test func tooManyRowsAreRefused() throws {
    let sink = BytesSink()
    var output = AnswerOutput(sink, "days.xlsx", .xlsx, barsIn: nil, title: "days")
    try output.begin([AnswerColumn("day", .day)], [])
    for _ in 1..<Limits.sheetRows.value { try output.row([.none]) }
    let error = #expect(throws: HealthError.self) { try output.row([.none]) }
    #expect(error?.description.contains("limit 'sheet-rows'") == true)
    #expect(sink.bytes.isEmpty)
  }
}
