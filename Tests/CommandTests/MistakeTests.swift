import Foundation
import HealthTesting
import Testing

/// What people type by mistake has an answer that says what to type instead.
struct MistakeTests {
  /// Arguments, the exit status, and what the message contains.
  private static let rows: [(arguments: String, status: Int32, message: String)] = [
    // Formats
    ("convert a.xml -o t.parquet", 64, "Name a folder, such as -o tables/ --to parquet."),
    ("convert a.xml --to parquet -o t.parquet", 69, "a folder (with / at the end) or a .zip"),
    ("convert a.xml -o r.kmz", 64, "routes are written as 'kml'. See"),
    ("convert a.xml -o r.html", 64, "Use 'healthconv report INPUT -o FILE.html'"),
    ("convert a.xml -o r.json", 64, "An object per line is 'jsonl'"),
    ("convert a.xml --to cvs -o r.csv", 64, "Did you mean 'csv'?"),
    ("convert a.xml --from 2024-01-01 -o r.csv", 64, "For dates use --since 2024-01-01."),
    ("convert a.xml --to=2024-01-01 -o r.csv", 64, "For dates use --until 2024-01-01."),
    ("convert a.xml -t steps,sleep -o r.csv", 64, "For types use --type steps,sleep."),
    ("convert a.xml steps", 64, "or a type with --type steps."),
    // Options
    ("convert a.xml --start 2024-01-01 -o r.csv", 64, "Did you mean '--since'?"),
    ("convert a.xml --end 2024-01-01 -o r.csv", 64, "Did you mean '--until'?"),
    ("convert a.xml --format csv -o r.csv", 64, "Did you mean '--to'?"),
    ("convert a.xml --anonymize -o r.csv", 64, "'--policy FILE' drops or changes what"),
    ("convert a.xml --source -x -o r.csv", 64, "is written --source=-x."),
    ("validate a.xml -o r.json", 64, "--report json=FILE"),
    ("-v", 64, "Did you mean '--version'?"),
    ("query a.xml --columns value", 64, "All columns are written"),
    // Paths
    ("info my export.xml", 64, "put quotes around a path with blanks"),
    ("info exprot.xml", 66, "Did you mean 'export.xml'?"),
    ("info nowhere/export.xml", 66, "The folder 'nowhere' does not exist."),
    ("info https://example.org/a.zip", 66, "download the file first"),
    ("info 'C:\\Users\\Ann\\a.zip'", 66, "'/mnt/c/Users/Ann/a.zip'"),
    ("info '“a.xml”'", 66, "The quotation marks are part of the name"),
    ("info '~/a.xml'", 66, "only outside of quotes"),
    ("info dangling.xml", 66, "a link to a file that does not exist"),
    ("info ''", 66, "the path of the input is empty"),
    ("convert r.csv a.xml", 66, "The input comes first: healthconv convert a.xml r.csv."),
    ("convert a.xml -o nowhere/r.csv", 73, "the folder 'nowhere' does not exist"),
    ("convert a.xml -o ''", 64, "the path of the output is empty"),
    ("./a.xml -o r.csv", 64, "such as 'healthconv convert ./a.xml'"),
    ("report a.xml r.html", 64, "such as -o r.html"),
    ("report a.xml -o r.pdf", 64, "A browser prints it as PDF."),
    ("info archives", 65, "2 archives: 'a.zip', 'b.zip'. Name all of them"),
    // Types, conditions, rules
    ("query a.xml --type HKQuantityTypeIdentifierHeartRat", 64, "Did you mean 'HeartRate'?"),
    ("types running", 64, "--type running selects its workouts"),
    ("convert a.xml --type stepz -o r.csv", 64, "Did you mean 'step"),
    ("convert a.xml --type heartrate steps -o r.csv", 66, "--type heartrate,steps."),
    ("query a.xml 'type = steps'", 66, "--where \"type = steps\"."),
    ("query a.xml 'SELECT 1'", 66, "SQL is for a store"),
    ("query a.xml --where 'HeartRate > 100'", 64, "Write type = HeartRate and value"),
    ("query a.xml --where 'date > 2024-01-01'", 64, "Did you mean 'start'?"),
    ("explain unit", 64, "'missing-unit', 'unit-fits-type', 'unknown-unit'"),
    ("rules unit", 64, "'missing-unit', 'unit-fits-type', 'unknown-unit'"),
    ("validate a.xml --select unit", 64, "'missing-unit', 'unit-fits-type', 'unknown-unit'"),
    ("validate a.xml --report r.json", 64, "as in json=report.json"),
    ("convert m.csv --map wrong.yml -o r.csv", 65, "Did you mean 'samples'?"),
    ("stats a.xml --day-zone PST", 64, "For PST name a place: America/Los_Angeles."),
    ("stats a.xml --timezone Europe/Berlin", 64, "Did you mean '--day-zone'?"),
    ("stats a.xml --answer bp", 64, "Did you mean 'blood-pressure'?"),
    ("stats a.xml --answer=Sleep", 64, "Did you mean 'sleep'?"),
    ("stats a.xml --answer steps", 64, "--type steps."),
    ("stats a.xml --explain yesterday", 64, "Expected a day such as 2026-01-31"),
    ("stats a.xml --limit all", 64, "Expected a number, such as --limit 10"),
    ("stats a.xml --month 2026-01", 64, "A time is selected by --since and --until"),
    ("stats a.xml --csv", 64, "Did you mean '--to csv'?"),
    ("stats a.xml --average", 64, "Did you mean '--statistics average'?"),
    ("sleep a.xml", 64, "Did you mean 'stats --answer sleep'?"),
    ("to-csv a.xml", 64, "Did you mean 'convert --to csv'?"),
    ("query a.xml --sql 'SELECT 1'", 64, "SQL is for a store"),
    ("validate a.xml --select unit-mising", 64, "'missing-unit', 'unit-fits-type', 'unknown-unit'"),
    ("stats a.xml --day-zone berlin", 64, "Did you mean 'Europe/Berlin'?"),
    ("stats a.xml --day-zone America/New_york", 64, "Did you mean 'America/New_York'?"),
    // Conditions, units, dates
    ("query a.xml 'steps > 1000'", 66, "--where \"type = steps and value > 1000\"."),
    ("query a.xml type = HeartRate", 66, "--where \"type = HeartRate\"."),
    ("query a.xml 'pulse rate > 100'", 66, "such as --where \"type = HeartRate and"),
    ("query a.xml --where \"source like 'Watch%'\"", 64, "a pattern has * for any number"),
    ("stats a.xml --units mg/dL", 64, "name its type: BloodGlucose=mg/dL"),
    ("stats a.xml --units miles", 64, "name its type: DistanceWalkingRunning=mi"),
    ("units convert 1 mile km", 64, "did you mean 'mi'?"),
    ("units 5 km mi", 64, "Did you mean 'units convert 5 km mi'?"),
    ("query a.xml --where 'select * from x'", 64, "A condition is no SQL"),
    ("explain", 64, "such as 'healthconv explain missing-unit'"),
    ("convert a.xml --zone berlin -o r.csv", 64, "Did you mean 'Europe/Berlin'?"),
    ("info other.json", 69, "it is JSON of another program"),
    ("types --list", 64, "'healthconv types' alone lists all"),
    ("help queries", 64, "Did you mean 'query'?"),
    ("help sources", 64, "unknown command or topic 'sources', expected"),
    ("stats a.xml --units kg=lb", 64, "'kg' is a unit, expected a type and a unit"),
    ("stats a.xml --since 2023-02-29", 64, "the month has no such day"),
    ("stats a.xml --answer ecgs", 64, "Did you mean 'ecg'?"),
    ("stats a.xml -o r.html", 64, "'healthconv report INPUT -o FILE.html'"),
    ("store a.db", 64, "expected info"),
    ("convert a.xml -o mysql://localhost/x", 64, "PostgreSQL: postgres://HOST/NAME."),
    ("convert a.xml --split -o r/", 64, "Did you mean '--layout types'?"),
    ("info a.xml --type steps", 64, "'query' and 'stats' select with it"),
    ("validate a.xml --severity error", 64, "Did you mean '--fail-on'?"),
    ("validate a.xml --rule unit", 64, "such as missing-unit="),
    // Nothing is selected: said although the output is quiet
    ("convert a.xml --since 2040-01-01 -q -o r1.csv", 0, "no sample meets all conditions"),
    ("query a.xml --since 2040-01-01 -q", 0, "no sample meets all conditions"),
    ("merge a.xml --since 2040-01-01 -q -o r2.jsonl", 0, "no sample meets all conditions"),
    ("stats a.xml --since 2040-01-01 -q", 0, "no sample meets all conditions"),
    ("report a.xml --since 2040-01-01 -q -o r3.html", 0, "no sample meets all conditions"),
    ("diff a.xml a.xml --since 2040-01-01 -q", 0, "no sample meets all conditions"),
  ]

  @Test func aMistakeHasAnAnswer() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    _ = try shell.run(
      """
      cp "$SAMPLES/commands/small.xml" a.xml; cp a.xml export.xml; cp a.xml "my export.xml"
      echo '{"a":1}' > other.json; mkdir archives; touch archives/a.zip archives/b.zip; ln -s /nowhere dangling.xml
      printf 'a,b\\n1,2\\n' > m.csv; printf 'name: m\\ntables:\\n  - name: t\\n    header: [a]\\n    smaples: []\\n' > wrong.yml
      """)
    for row in Self.rows {
      let run = try shell.run("healthconv \(row.arguments) > out")
      #expect(run.status == row.status, "\(row.arguments): \(run.errors)")
      #expect(run.errors.contains(row.message), "\(row.arguments): \(run.errors)")
      // Two hints in a row would contradict each other.
      #expect(run.errors.matches(of: /Did you mean/).count < 2, "\(row.arguments): \(run.errors)")
    }
  }

  /// What is meant can be written, so it is.
  @Test(arguments: ["csv", "gpx"])
  func aFolderHasTheLayoutOfFiles(_ format: String) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv generate --size 300 -o a.xml; mkdir there
      for output in out/ out.zip there; do healthconv convert a.xml --to \(format) -o $output -q 2> lost || exit 1; done
      ls out > files; grep -c . files; ls there | diff - files && unzip -Z1 out.zip | sort > packed; sort files | diff - packed
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect((Int(run.output.trimmingCharacters(in: .newlines)) ?? 0) > (format == "csv" ? 10 : -1))
  }

  /// A rule that finds the same a thousand times does not hide the others.
  @Test func aRuleListsTwentyFindings() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      printf '<HealthData>\\n' > a.xml
      for i in $(seq 30); do
        echo '<Record type="HKQuantityTypeIdentifierStepCount" unit="kg" sourceName="a" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="'$i'"/>'
      done >> a.xml; echo '</HealthData>' >> a.xml
      healthconv validate a.xml | grep -c '\\[unit-fits-type\\]'
      healthconv validate a.xml | grep 'found: .*unit-fits-type'
      healthconv validate a.xml --max-findings 25 | grep -c '\\[unit-fits-type\\]'
      """)
    #expect(run.output == "20\nfound: 30 unit-fits-type (error), 20 of them listed\n25\n")
  }

  /// The changelog of a version that nobody has does not state faults of states that nobody had.
  @Test func theChangelogOfAnUnreleasedVersionHasNoFaults() throws {
    let text = try String(
      contentsOf: CommandFileTests.root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    for version in text.components(separatedBy: "\n## ") where version.contains("not released") {
      #expect(!version.contains("### Fixed"))
    }
  }
}
