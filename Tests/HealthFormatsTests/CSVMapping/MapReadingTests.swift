import HealthFormats
import HealthModel
import Testing

/// Rows become the samples that the map says.
@Suite struct MapReadingTests {
  static let cases: [(yaml: String, text: String, lines: [String], findings: [String])] = [
    (
      mapText(stepsRule), "at,n\n2024-01-02T03:04:05Z,7\n2024-01-02 03:04,8\n2024-01-02,\n",
      [
        "StepCount 7 count 2024-01-02T03:04:05+00:00",
        "StepCount 8 count 2024-01-02T03:04:00+00:00",
      ], ["t.csv:4:1: info: the map leaves out rows such as this (1) [row-left-out]"]
    ),
    // Numbers and dates of a region, columns joined, zones by column.
    (
      mapText(
        "{type: BodyMass, value: n, unit: kg, start: {columns: [at, time]}}",
        table: "dates: [d.M.yyyy H:mm, yyyy]",
        map: "decimal: \",\"\ngroup: \".\"\nzone: {column: z, default: UTC}"),
      "at;time;n;z\n1.3.2024;9:05;1.072,50;Europe/Berlin\n1.3.2024;9:05;2;\n",
      ["BodyMass 1072.50 kg 2024-03-01T09:05:00+01:00", "BodyMass 2 kg 2024-03-01T09:05:00+00:00"],
      []
    ),
    (
      mapText(stepsRule, table: "dates: epoch-seconds", map: "zone: \"+02:00\""),
      "at,n\n1700000000.25,1\n",
      ["StepCount 1 count 2023-11-15T00:13:20.25+02:00"], []
    ),
    (
      mapText(stepsRule, table: "dates: epoch-milliseconds"), "at,n\n1700000000250,1\n-1,1\n",
      [
        "StepCount 1 count 2023-11-14T22:13:20.25+00:00",
        "StepCount 1 count 1969-12-31T23:59:59.999+00:00",
      ], []
    ),
    // The unit is in the header; a factor is exact.
    (
      mapText("{type: OxygenSaturation, value: {column: n, scale: 0.01}, unit: \"%\"}"),
      "at,n\n2024-01-01,57\n2024-01-01,97.5\n",
      [
        "OxygenSaturation 0.57 % 2024-01-01T00:00:00+00:00",
        "OxygenSaturation 0.975 % 2024-01-01T00:00:00+00:00",
      ], []
    ),
    (
      mapText(
        "{type: HeartRate, value: \"n ({unit})\"}", map: "zone: UTC\nunits: {bpm: count/min}"),
      "at,n (bpm)\n2024-01-01,60\n",
      ["HeartRate 60 count/min 2024-01-01T00:00:00+00:00"], []
    ),
    (
      mapText("{type: HeartRate, value: \"n ({unit})\"}"), "at,n (bpm)\n2024-01-01,60\n",
      ["HeartRate 60 bpm 2024-01-01T00:00:00+00:00"],
      ["t.csv:1:4: warning: the unit 'bpm' is not known; it is preserved unchanged [unknown-unit]"]
    ),
    // What a person always has is never 0; steps may be.
    (
      mapText(stepsRule), "at,n\n2024-01-01,0\n",
      ["StepCount 0 count 2024-01-01T00:00:00+00:00"], []
    ),
    (
      mapText("{type: HeartRate, value: n, unit: count/min}"),
      "at,n\n2024-01-01,0\n2024-01-01,60\n2024-01-02,0.0\n",
      ["HeartRate 60 count/min 2024-01-01T00:00:00+00:00"],
      [
        "t.csv:2:12: warning: found 0, which programs write where nothing was measured; not read (2 times) [zero-value]"
      ]
    ),
    // A day is one of the calendar, also when the clock is put forward.
    (
      mapText(stepsRule, table: "lasts: 1 day", map: "zone: Europe/Berlin"), "at,n\n2024-03-31,1\n",
      ["StepCount 1 count 2024-03-31T00:00:00+01:00 2024-04-01T00:00:00+02:00"], []
    ),
    (
      mapText(stepsRule, table: "lasts: {column: l, form: \"m:ss\"}"),
      "at,n,l\n2024-01-01,1,61:30\n2024-01-01,1,1:00:01\n",
      [
        "StepCount 1 count 2024-01-01T00:00:00+00:00 2024-01-01T01:01:30+00:00",
        "StepCount 1 count 2024-01-01T00:00:00+00:00 2024-01-01T01:00:01+00:00",
      ], []
    ),
    (
      mapText(
        "{type: SleepAnalysis, value: {column: n, table: {deep: AsleepDeep, 7: InBed}}}",
        table: "end: to"),
      "at,to,n\n2024-01-01,2024-01-02,deep\n2024-01-01,2024-01-02,7\n2024-01-01,2024-01-02,\n",
      [
        "SleepAnalysis AsleepDeep 2024-01-01T00:00:00+00:00 2024-01-02T00:00:00+00:00",
        "SleepAnalysis InBed 2024-01-01T00:00:00+00:00 2024-01-02T00:00:00+00:00",
      ], ["t.csv:4:1: info: the map leaves out rows such as this (1) [row-left-out]"]
    ),
    // A default stands for an empty cell, of every kind of value.
    (
      mapText("{type: StepCount, value: {column: n, default: 5}, unit: count}"),
      "at,n\n2024-01-01,\n2024-01-02,7\n",
      [
        "StepCount 5 count 2024-01-01T00:00:00+00:00",
        "StepCount 7 count 2024-01-02T00:00:00+00:00",
      ],
      []
    ),
    (
      mapText("{type: SleepAnalysis, value: {column: n, default: InBed}}"), "at,n\n2024-01-01,\n",
      ["SleepAnalysis InBed 2024-01-01T00:00:00+00:00"], []
    ),
    (
      mapText(stepsRule, table: "lasts: {column: l, unit: min, default: 30}"),
      "at,n,l\n2024-01-01,1,\n",
      ["StepCount 1 count 2024-01-01T00:00:00+00:00 2024-01-01T00:30:00+00:00"], []
    ),
    // Of joined columns one has the number, in the form of the file.
    (
      mapText(
        "{type: BodyMass, value: {columns: [n, m]}, unit: kg}",
        map: "decimal: \",\"\nzone: UTC"),
      "at;n;m\n2024-01-01;72,5;\n2024-01-01;;73,5\n",
      ["BodyMass 72.5 kg 2024-01-01T00:00:00+00:00", "BodyMass 73.5 kg 2024-01-01T00:00:00+00:00"],
      []
    ),
    // Each item of a list lasts as long as a clock shows.
    (
      mapText(
        "{type: StepCount, value: n, unit: count, list: true}",
        table: "lasts: {column: l, form: \"m:ss\"}"),
      "at,n,l\n2024-01-01,\"[1,2]\",\"[1:30,0:30]\"\n",
      [
        "StepCount 1 count 2024-01-01T00:00:00+00:00 2024-01-01T00:01:30+00:00",
        "StepCount 2 count 2024-01-01T00:01:30+00:00 2024-01-01T00:02:00+00:00",
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
    #expect(reading.findings.map(\.description) == findings)
    for chunkSize in [1, 2, 3, 7, 64] {
      #expect(try MapReading(text, yaml, chunkSize: chunkSize) == reading)
    }
  }

  /// What is not as the map says is kept as it is and told; strictly read, it is an error.
  static let faults: [(yaml: String, text: String, kept: String, finding: String)] = [
    (
      mapText(stepsRule), "at,n\n2024-13-02,7\n", "Row[2024-13-02;7]",
      "t.csv:2:1: error: the date has month 13, expected 01 to 12; the row is preserved unchanged [malformed-date]"
    ),
    (
      mapText(stepsRule), "at,n\nyesterday,7\n", "Row[yesterday;7]",
      "t.csv:2:1: error: the date does not have the form of a date; the row is preserved unchanged [malformed-date]"
    ),
    // The location of a unit is that of its own cell.
    (
      mapText("{type: BodyMass, value: n, unit: {column: u, table: {kg: kg}}}"),
      "at,n,u\n2024-01-01,70,stone\n", "Row[2024-01-01;70;stone]",
      "t.csv:2:15: error: found a text that is not in the map's table; the row is preserved unchanged [unknown-value]"
    ),
    (
      mapText(stepsRule), "at,n\n,7\n", "Row[7]",
      "t.csv:2:1: error: found nothing, expected the date at which the sample began; the row is preserved unchanged [missing-start]"
    ),
    (
      mapText(
        "{type: StepCount, value: n, unit: count, list: true}",
        table: "lasts: {column: l, form: \"m:ss\"}"),
      "at,n,l\n2024-01-01,\"[1,2]\",\"[1,2]\"\n", "Row[2024-01-01;[1,2];[1,2]]",
      "t.csv:2:20: error: found text that is not a duration; the row is preserved unchanged [malformed-number]"
    ),
    (
      mapText("{type: StepCount, value: {columns: [n, m]}, unit: count}"),
      "at,n,m\n2024-01-01,1,2\n", "Row[2024-01-01;1;2]",
      "t.csv:2:12: error: found several cells with text, expected one number; the row is preserved unchanged [malformed-number]"
    ),
    (
      mapText(stepsRule), "at,\"n\"\n\"2024-01-02\",\"a,\"\"b\"\"\"\n", "Row[2024-01-02;a,\"b\"]",
      "t.csv:2:14: error: found text that is not a number; the row is preserved unchanged [malformed-number]"
    ),
    (
      mapText("{type: SleepAnalysis, value: {column: n, table: {deep: AsleepDeep}}}"),
      "at,n\n2024-01-02,nap\n", "Row[2024-01-02;nap]",
      "t.csv:2:12: error: found a text that is not in the map's table; the row is preserved unchanged [unknown-value]"
    ),
    (
      mapText(
        "{type: BloodPressure, members: [{type: BloodPressureSystolic, value: s, unit: mmHg}, {type: BloodPressureDiastolic, value: d, unit: mmHg}]}"
      ),
      "at,s,d\n2024-01-02,120,\n", "Row[2024-01-02;120]",
      "t.csv:2:16: error: found nothing, expected a number: other values of this row depend on it; the row is preserved unchanged [missing-value]"
    ),
    (
      mapText(
        "{type: StepCount, value: n, unit: count, list: true}", table: "lasts: {column: l, unit: s}"
      ), "at,n,l\n2024-01-02,\"[1,2]\",[60]\n", "Row[2024-01-02;[1,2];[60]]",
      "t.csv:2:20: error: the number of lengths differs from the number of items in the list; the row is preserved unchanged [malformed-number]"
    ),
    (
      mapText(stepsRule, map: "zone: {column: z}"), "at,n,z\n2024-01-02,7,Atlantis\n",
      "Row[2024-01-02;7;Atlantis]",
      "t.csv:2:14: error: found an unknown time zone; the row is preserved unchanged [unknown-zone]"
    ),
  ]

  @Test(arguments: faults)
  func faultsAreKeptAndTold(
    _ yaml: String, _ text: String, _ kept: String, _ finding: String
  ) throws {
    let reading = try MapReading(text, yaml)
    #expect(reading.lines == [kept])
    #expect(reading.findings.map(\.description) == [finding])
    let strict = try MapReading(text, yaml, isStrict: true)
    #expect(strict.samples.isEmpty)
    #expect(strict.error?.place == reading.findings.first?.place)
    for chunkSize in [1, 2, 3, 7, 64] {
      #expect(try MapReading(text, yaml, chunkSize: chunkSize) == reading)
    }
  }

  /// What ends the reading.
  static let errors: [(yaml: String, text: String, error: String)] = [
    (
      mapText(stepsRule), "",
      "t.csv:1:1: error: found an empty file, expected a header [missing-header]"
    ),
    (
      mapText(stepsRule), "a,b\n",
      "t.csv:1:1: error: the header fits none of the tables of map 'm': t [unmapped-file]"
    ),
    (
      mapText(stepsRule, table: "end: to"), "at,n\n",
      "t.csv:1:1: error: the header has no column 'to', which the map needs at line 7 [missing-column]"
    ),
    (
      mapText(stepsRule, map: "title: none"), "at,n\n2024-01-01,1\n",
      "t.csv:2:1: error: the date has no time zone, and neither the file nor the map states one [missing-zone]"
    ),
    (
      mapText(stepsRule), "at,n\n\"2024",
      "t.csv:2:1: error: found a cell whose quote is not closed before the end of the file [malformed-csv]"
    ),
  ]

  @Test(arguments: errors)
  func someFaultsEndIt(_ yaml: String, _ text: String, _ error: String) throws {
    let reading = try MapReading(text, yaml)
    #expect(reading.error?.description == error)
    #expect(try MapReading(text, yaml, chunkSize: 1) == reading)
  }

  /// Columns that a map does not mention are told of, or kept.
  @Test(arguments: [
    (
      "report", ["StepCount 7 count 2024-01-02T00:00:00+00:00"],
      [
        "t.csv:1:6: warning: the column 'mood' is not in the map; it is left out [unmapped-column]",
        "t.csv:3:1: info: the map leaves out rows such as this (1) [row-left-out]",
      ]
    ),
    (
      "metadata", ["StepCount 7 count 2024-01-02T00:00:00+00:00 mood=good", "Row[2024-01-03;bad]"],
      []
    ),
    (
      "row",
      [
        "StepCount 7 count 2024-01-02T00:00:00+00:00", "Row[2024-01-02;good]",
        "Row[2024-01-03;bad]",
      ],
      [
        "t.csv:2:14: info: the column 'mood' is not in the map; it is preserved in a row of its own (2 times) [unmapped-column]"
      ]
    ),
  ])
  func nothingIsDroppedInSilence(_ choice: String, _ lines: [String], _ findings: [String]) throws {
    let yaml = mapText(stepsRule, table: "unmapped: \(choice)")
    let reading = try MapReading("at,n,mood\n2024-01-02,7,good\n2024-01-03,,bad\n", yaml)
    #expect(reading.lines == lines)
    #expect(reading.findings.map(\.description) == findings)
  }

  /// Rows with an id are versions of a sample, by the time when they were changed.
  @Test func idsAndVersions() throws {
    let yaml = mapText(stepsRule, table: "sync: {identifier: id, version: changed}")
    let text =
      "at,n,id,changed\n2024-01-02,7,a,2024-01-03\n2024-01-02,8,,2024-01-03\n"
      + "2024-01-02,9,b,\n"
    let reading = try MapReading(text, yaml)
    let start = "count 2024-01-02T00:00:00+00:00"
    #expect(
      reading.lines == [
        "StepCount 7 \(start) HKMetadataKeySyncIdentifier=a HKMetadataKeySyncVersion=1704240000000",
        "StepCount 8 \(start)",
        "StepCount 9 \(start) HKMetadataKeySyncIdentifier=b HKMetadataKeySyncVersion=0",
      ])
    #expect(reading.findings.isEmpty)
    let changed = try MapReading(text.replacing(",7,a,", with: ",6,a,"), yaml)
    #expect(changed.samples[0].id == reading.samples[0].id)
    #expect(changed.samples[0].id != reading.samples[1].id)
    // The items of a list would be versions of one sample.
    let list = "{type: StepCount, value: n, unit: count, list: true, sync: {identifier: id}}"
    #expect(throws: HealthError.self) { try MapReading(text, mapText(list)) }
  }

  @Test func rowsThatTheMapLeavesOutAreCounted() throws {
    let yaml = mapText(stepsRule, table: "when: [{column: k, is: [a, b]}, {column: n, not: \"0\"}]")
    let reading = try MapReading("at,n,k\n2024-01-02,7,a\n2024-01-02,0,b\n2024-01-02,7,c\n", yaml)
    #expect(reading.lines == ["StepCount 7 count 2024-01-02T00:00:00+00:00"])
    #expect(
      reading.findings.map(\.description) == [
        "t.csv:3:1: info: the map leaves out rows such as this (2) [row-left-out]"
      ])
  }

  /// A file that is cut off anywhere in its last row: the row is read, reported, or an error, but never a part of it.
  @Test(arguments: ["\n", "\r\n"])
  func aTruncatedRowIsReported(_ lineEnd: String) throws {
    let start = "n,at,note" + lineEnd + "7,2024-01-02,a" + lineEnd
    let row = "8,2024-01-03T04:05:06Z,\"b\""
    let yaml = mapText(stepsRule, table: "unmapped: row")
    for count in 1..<row.utf8.count {
      let text = start + row.prefix(count)
      let reading = try MapReading(text, yaml)
      #expect(try MapReading(text, yaml, chunkSize: 1) == reading)
      let cells = row.prefix(count).split(separator: ",", omittingEmptySubsequences: false)
      let isInQuotes = cells.count == 3 && !cells[2].isEmpty
      #expect(reading.error?.rule == (isInQuotes ? "malformed-csv" : nil))
      let findings = reading.findings.filter { $0.rule != "unmapped-column" }
      #expect(findings.map(\.rule) == (cells.count < 3 ? ["truncated-row"] : []))
      guard cells.count < 3 else { continue }
      #expect(findings.map(\.place.line) == [3])
      let kept = cells.filter { !$0.isEmpty }.joined(separator: ";")
      #expect(reading.lines.last == "Row[\(kept)]")
      #expect(try MapReading(text, yaml, isStrict: true).error?.rule == "truncated-row")
      // With a line end, it is a row of which the last cells are empty.
      let ended = try MapReading(text + lineEnd, yaml)
      #expect(!ended.findings.contains { $0.rule == "truncated-row" })
    }
  }

  @Test func cellsBeyondTheHeaderAreKept() throws {
    let reading = try MapReading("at,n\n2024-01-02,7,8\n2024-01-02,7,\n", mapText(stepsRule))
    #expect(reading.lines[1] == "Row[2024-01-02;7;8]")
    #expect(reading.samples.count == 3)
    #expect(reading.findings.map(\.rule) == ["extra-cells"])
  }

  /// A clock that is put back shows an hour twice, one put forward skips one.
  @Test func timesThatAreNotCertainAreTold() throws {
    let text = "at,n\n2024-10-27 02:30,1\n2024-03-31 02:30,2\n2024-06-01 02:30,3\n"
    let reading = try MapReading(text, mapText(stepsRule, map: "zone: Europe/Berlin"))
    #expect(
      reading.lines == [
        "StepCount 1 count 2024-10-27T02:30:00+02:00",
        "StepCount 2 count 2024-03-31T02:30:00+01:00",
        "StepCount 3 count 2024-06-01T02:30:00+02:00",
      ])
    #expect(reading.findings.map(\.rule) == ["uncertain-time"])
    #expect(reading.findings.first?.message.hasSuffix("(2 times)") == true)
  }

  /// Whoever reads knows better than the map, but not than the file.
  @Test func theZoneThatIsGivenGoesBeforeThatOfTheMap() throws {
    let given = try MapReading("at,n\n2024-01-02,1\n", mapText(stepsRule), zone: "+01:00")
    #expect(given.lines == ["StepCount 1 count 2024-01-02T00:00:00+01:00"])
    let file = try MapReading(
      "at,n,z\n2024-01-02,1,-05:00\n2024-01-02,1,\n", mapText(stepsRule, map: "zone: {column: z}"),
      zone: "+01:00")
    #expect(
      file.lines == [
        "StepCount 1 count 2024-01-02T00:00:00-05:00",
        "StepCount 1 count 2024-01-02T00:00:00+01:00",
      ])
  }

  @Test func sourcesAndDevicesComeFromCells() throws {
    let yaml = mapText(
      stepsRule,
      table: "source: {column: app, default: none}\n    device: {name: {column: dev}, model: M}")
    let reading = try MapReading(
      "at,n,app,dev\n2024-01-02,1,A,W\n2024-01-02,1,,\n2024-01-02,1,A,W\n", yaml)
    #expect(
      reading.lines == [
        "StepCount 1 count 2024-01-02T00:00:00+00:00 by A on W",
        "StepCount 1 count 2024-01-02T00:00:00+00:00 by none on -",
        "StepCount 1 count 2024-01-02T00:00:00+00:00 by A on W",
      ])
    // What is the same is one.
    #expect(reading.samples[0].header?.descriptor === reading.samples[2].header?.descriptor)
  }
}
