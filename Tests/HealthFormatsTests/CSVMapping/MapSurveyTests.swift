import HealthBytes
import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// What maps can say about files that do not begin with their header, and about rows that others explain.
@Suite struct MapSurveyTests {
  static let cases: [(yaml: String, text: String, lines: [String], findings: [String])] = [
    // Each line may have a delimiter of its own.
    (
      mapText(stepsRule), "A title, of 2024\n\nof;two;lines\nat;n\n2024-01-01;7\n",
      ["StepCount 7 count 2024-01-01T00:00:00+00:00"],
      ["t.csv:1:1: info: the lines before the header are left out (3) [lines-before-header]"]
    ),
    // What a map states as empty is no value, too.
    (
      mapText(stepsRule, map: "zone: UTC\nempty: [NaN]"),
      "at,n,m\n2024-01-02,NaN,\n2024-01-02,,\n2024-01-02,7,\n",
      ["StepCount 7 count 2024-01-02T00:00:00+00:00"],
      [
        "t.csv:1:6: warning: the column 'm' is not in the map; it is left out [unmapped-column]",
        "t.csv:2:1: info: the map leaves out rows such as this (2) [row-left-out]",
      ]
    ),
    // With a prefix, a column goes before one without.
    (
      mapText(stepsRule, table: "prefix: a.b."), "n,a.b.n,a.b.at,x\n1,7,2024-01-01,8,\n",
      ["StepCount 7 count 2024-01-01T00:00:00+00:00"],
      [
        "t.csv:1:1: warning: the column 'n' is not in the map; it is left out [unmapped-column]",
        "t.csv:1:16: warning: the column 'x' is not in the map; it is left out [unmapped-column]",
      ]
    ),
    // In UTC, shown where the phone was.
    (
      mapText(
        stepsRule, table: "utc: true\n    dates: yyyy-MM-dd HH:mm",
        map: "zone: {column: z, default: UTC}"),
      "at,n,z\n2024-01-01 23:30,7,UTC+0530\n2024-01-01 23:30,8,\n",
      [
        "StepCount 7 count 2024-01-02T05:00:00+05:30",
        "StepCount 8 count 2024-01-01T23:30:00+00:00",
      ], []
    ),
    (
      mapText(
        stepsRule, table: "dates: [clock-milliseconds]\n    lasts: 1 day", map: "zone: Asia/Tokyo"),
      "at,n\n1767312000000,7\n",
      ["StepCount 7 count 2026-01-02T00:00:00+09:00 2026-01-03T00:00:00+09:00"], []
    ),
    (
      mapText(stepsRule, table: "dates: epoch-nanoseconds"),
      "at,n\n1767340800123456789,7\n",
      ["StepCount 7 count 2026-01-02T08:00:00.123456789+00:00"], []
    ),
    // A length without brackets is that of each item; nothing was measured where it is null.
    (
      mapText(
        "{type: HeartRate, value: n, unit: count/min, list: true, lasts: {column: l, unit: s}}"),
      "at,n,l\n2024-01-01,\"[null,60,61]\",300\n",
      [
        "HeartRate 60 count/min 2024-01-01T00:05:00+00:00 2024-01-01T00:10:00+00:00",
        "HeartRate 61 count/min 2024-01-01T00:10:00+00:00 2024-01-01T00:15:00+00:00",
      ], []
    ),
    (
      mapText(
        "{type: SleepAnalysis, list: characters, lasts: 5 min, value: {column: n, table: {4: Awake, 1: AsleepDeep}}}"
      ),
      "at,n\n2024-01-01,41\n",
      [
        "SleepAnalysis Awake 2024-01-01T00:00:00+00:00 2024-01-01T00:05:00+00:00",
        "SleepAnalysis AsleepDeep 2024-01-01T00:05:00+00:00 2024-01-01T00:10:00+00:00",
      ], []
    ),
    (
      mapText(stepsRule, table: "lasts: {column: l, form: iso8601}"),
      "at,n,l\n2024-01-01,1,PT1H2M3.5S\n2024-01-01,2,PT90S\n",
      [
        "StepCount 1 count 2024-01-01T00:00:00+00:00 2024-01-01T01:02:03.5+00:00",
        "StepCount 2 count 2024-01-01T00:00:00+00:00 2024-01-01T00:01:30+00:00",
      ], []
    ),
  ]

  @Test(arguments: cases)
  func rowsBecomeSamples(
    _ yaml: String, _ text: String, _ lines: [String], _ findings: [String]
  ) throws {
    let reading = try MapReading(text, yaml)
    #expect(reading.error == nil)
    #expect(reading.lines == lines)
    #expect(reading.findings.map(\.description).sorted() == findings.sorted())
    for chunkSize in [1, 2, 3, 7, 64] {
      #expect(try MapReading(text, yaml, chunkSize: chunkSize) == reading)
    }
  }

  /// Where a block of the file was lost, rows are missing, even if what remains can be read.
  @Test func zeroBytesAreReported() throws {
    let yaml = mapText(stepsRule, table: "ignored: [x]")
    let message =
      "error: found zero bytes in a row, as where a disk lost data; rows may be missing. Copy or export the file again"
    let text = "at,x,n\n2024-01-01,a,1\n2024-01-02,b\0\0\0,3\n2024-01-04,\0,4\n"
    let reading = try MapReading(text, yaml)
    #expect(reading.samples.count == 3)
    #expect(reading.findings.map(\.description) == ["t.csv:3:13: \(message) (2 times) [zero-byte]"])
    #expect(try MapReading(text, yaml, chunkSize: 1) == reading)
    #expect(try MapReading(text, yaml, isStrict: true).error?.rule == "zero-byte")
    let header = try MapReading("at,x\0\0 7,n\n2024-01-04,,4\n", yaml)
    #expect(header.findings.map(\.description).contains("t.csv:1:5: \(message) [zero-byte]"))
  }

  /// Only where the delimiter is a semicolon, and the map does not state the decimal mark.
  @Test(
    arguments: [
      (";", "", "72,5", "72.5"), (";", "", "-0,25", "-0.25"), (";", "", "72.5", "72.5"),
      (";", "", "7", "7"), (";", "", "1,072,5", nil), (";", "", "1.072,5", nil),
      (";", "", ",5", nil),
      (";", "", "5,", nil), (";", "decimal: \".\"", "72,5", nil), (",", "", "\"72,5\"", nil),
    ] as [(String, String, String, String?)])
  func semicolonsMeanDecimalCommas(
    _ delimiter: String, _ setting: String, _ cell: String, _ number: String?
  ) throws {
    let yaml = mapText("{type: BodyMass, value: n, unit: kg}", table: setting)
    let text = [["at", "n"], ["2024-01-01", cell]].map { $0.joined(separator: delimiter) + "\n" }
    let reading = try MapReading(text.joined(), yaml)
    #expect(reading.findings.map(\.rule) == (number == nil ? ["malformed-number"] : []))
    let line = number.map { "BodyMass \($0) kg 2024-01-01T00:00:00+00:00" }
    #expect(line == nil || reading.lines == [line])
  }

  /// Of two columns with the name of one that the map reads, the first is read.
  @Test(
    arguments: [
      ("unmapped: report", "left out"), ("unmapped: metadata", "preserved"),
      ("ignored: [n, x]", nil),
    ] as [(String, String?)])
  func columnsOfTheSameNameAreReported(_ setting: String, _ fate: String?) throws {
    let yaml = mapText(stepsRule, table: setting)
    let reading = try MapReading("at,n,n\n2024-01-01,1,2\n2024-01-02,3,4\n", yaml)
    let first = "StepCount 1 count 2024-01-01T00:00:00+00:00"
    #expect(reading.lines.first == first + (setting.hasSuffix("metadata") ? " n=2" : ""))
    let finding = fate.map {
      "t.csv:1:6: warning: found the column 'n' twice; the first is read, the other is \($0) [duplicate-column]"
    }
    #expect(reading.findings.map(\.description) == [finding].compactMap { $0 })
  }

  /// A header that comes too late is none, nor is a row of values.
  @Test func theHeaderIsAmongTheFirstRows() throws {
    let title = String(repeating: "title\n", count: CSVMap.headerRows - 1)
    #expect(try MapReading(title + "at,n\n2024-01-01,7\n", mapText(stepsRule)).samples.count == 1)
    let late = try MapReading("more\n" + title + "at,n\n2024-01-01,7\n", mapText(stepsRule))
    #expect(late.error?.rule == "unmapped-file")
    #expect(late.error?.place.line == 1)
    // A line that is no row of separated values ends the search.
    let open = try MapReading("title\n\"at,n\n2024-01-01,7\n", mapText(stepsRule))
    #expect(open.error?.rule == "unmapped-file")
  }

  @Test(arguments: [
    "PT", "PT5", "P1D", "PT1S2M", "PT1.5M", "PTS", "PT1..5S", "1:00", "PT9999999999S",
  ])
  func durationsAreChecked(_ text: String) throws {
    let yaml = mapText(stepsRule, table: "lasts: {column: l, form: iso8601}")
    let reading = try MapReading("at,n,l\n2024-01-01,1,\(text)\n", yaml)
    #expect(reading.findings.map(\.rule) == ["malformed-number"])
    #expect(reading.lines == ["Row[2024-01-01;1;\(text)]"])
  }

  private static let counted = mapText(
    stepsRule, table: "counter: {column: c, unit: s, of: d}", map: "zone: Europe/Berlin")

  /// Reads times of the night in which the clocks went back from three to two.
  private func offsets(_ rows: [(time: String, counter: String)]) throws -> [String] {
    let text = "at,n,c,d\n" + rows.map { "2025-10-26T\($0.time):00,1,\($0.counter),D\n" }.joined()
    let reading = try MapReading(text, Self.counted)
    for chunkSize in [1, 30] {
      #expect(try MapReading(text, Self.counted, chunkSize: chunkSize) == reading)
    }
    return reading.samples.map {
      String(($0.header?.start.text(.iso8601).description ?? "").suffix(6))
    }
      + reading.findings.map(\.rule)
  }

  @Test func aCounterTellsTheHoursApart() throws {
    // The clock goes back while the counter runs on.
    #expect(
      try offsets([("02:10", "600"), ("02:11", "4260"), ("02:50", "3000"), ("02:51", "6660")])
        == ["+02:00", "+01:00", "+02:00", "+01:00"])
    // Only one of the hours has rows: seen from a certain time before, or after.
    #expect(try offsets([("01:50", "0"), ("02:10", "1200")]) == ["+02:00", "+02:00"])
    #expect(try offsets([("01:50", "0"), ("02:10", "4800")]) == ["+02:00", "+01:00"])
    #expect(try offsets([("02:50", "0"), ("03:10", "1200")]) == ["+01:00", "+01:00"])
    #expect(try offsets([("02:50", "0"), ("03:10", "4800")]) == ["+02:00", "+01:00"])
    // Nothing to compare with, and no counter: the first, and a finding.
    #expect(try offsets([("02:10", "600")]) == ["+02:00", "uncertain-time"])
    #expect(try offsets([("02:10", "600"), ("02:20", "")]).last == "uncertain-time")
    // A clock that was put back by hand in another hour changes nothing.
    #expect(try offsets([("05:10", "600"), ("04:10", "900")]) == ["+01:00", "+01:00"])
  }

  @Test(arguments: [
    (
      mapText(stepsRule, table: "counter: {column: c}"),
      "m.yml:7:14: error: a counter has no 'unit'"
    ),
    (
      mapText(stepsRule, table: "counter: {column: c, unit: hr}"),
      "m.yml:7:32: error: expected a unit of the counter: s or min"
    ),
    (
      mapText(stepsRule, table: "dates: {oneOf: [yyyy, MM], preferred: dd}"),
      "m.yml:7:43: error: expected one of the forms of 'oneOf'"
    ),
    (
      mapText("{type: StepCount, value: n, unit: count, dates: {oneOf: [yyyy, MM]}}"),
      "m.yml:9:57: error: 'oneOf' belongs to the map or the table"
    ),
    (
      mapText(stepsRule, table: "items: \"[]\"\n    dates: {oneOf: [yyyy, MM]}"),
      "m.yml:8:12: error: 'oneOf' is for files of separated values"
    ),
  ])
  func faultsAreRefused(_ yaml: String, _ message: String) {
    let error = #expect(throws: HealthError.self) { try CSVMap(yaml: yaml, file: "m.yml") }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }

  /// Items within items know what is around them, wherever that is in the file.
  @Test func itemsHaveItems() throws {
    let yaml = """
      name: m
      tables:
        - name: outer
          items: "list[]"
          header: [list]
          zone: UTC
          start: at
          ignored: [inner, text]
          samples:
            - {type: StepCount, value: "n[1].v", unit: count}
        - name: inner
          items: "list[].inner[]"
          header: [list]
          start: at
          zone: {column: ^zone}
          samples:
            - {type: HeartRate, value: v, unit: count/min}

      """
    let text = """
      {"list":[{"inner":[{"at":"2024-01-01T08:00:00","v":61},{"at":"2024-01-01T08:00:01","v":62}],"n":[5,{"v":7}],
      "at":"2024-01-01","zone":"+02:00"},{"at":"2024-01-02","inner":[],"n":[5,{"v":8}]}]}
      """
    let reading = try MapReading(text, yaml, name: "t.json")
    #expect(reading.error == nil)
    #expect(
      reading.lines == [
        "StepCount 7 count 2024-01-01T00:00:00+00:00",
        "HeartRate 61 count/min 2024-01-01T08:00:00+02:00",
        "HeartRate 62 count/min 2024-01-01T08:00:01+02:00",
        "StepCount 8 count 2024-01-02T00:00:00+00:00",
      ])
  }
}
