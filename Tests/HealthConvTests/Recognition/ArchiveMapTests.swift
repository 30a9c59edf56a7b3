import HealthBytes
import HealthConv
import HealthFormats
import Testing

/// Archives whose files are read by maps.
@Suite struct ArchiveMapTests {
  private static func read(
    _ files: [(path: String, text: String)], zone: String? = nil
  ) throws -> (lines: [String], findings: [String], format: String) {
    let sink = BytesSink()
    let writer = ZipWriter(sink)
    for (path, text) in files {
      try writer.beginEntry(name: path)
      try writer.write(text.utf8.span)
    }
    try writer.finish()
    var options = ReadOptions()
    options.zone = try zone.map { try Zone($0) }
    let dataset = try Dataset.open(bytes: sink.bytes, named: "t.zip", options: options)
    var samples = try dataset.samples()
    var lines: [String] = []
    while let sample = try samples.next() {
      let header = sample.header
      let name = header?.descriptor.type.identifier.replacing("HKQuantityTypeIdentifier", with: "")
      lines.append(
        "\(name ?? sample.kind.rawValue) \(header?.start.text(.iso8601).description ?? "-") "
          + "\(header?.descriptor.source.name ?? "-")")
    }
    return (lines, samples.takeFindings().map(\.description), dataset.format.name)
  }

  private static let rates =
    "[{\"dateTime\":\"01/02/26 00:00:04\",\"value\":{\"bpm\":65,\"confidence\":2}},"
    + "{\"dateTime\":\"01/02/26 00:00:09\",\"value\":{\"bpm\":62,\"confidence\":0}}]"

  /// Of a type that has both, the files of JSON are not read; what no table can be of is not opened.
  @Test func aTakeoutHasNoTwins() throws {
    let root = "Takeout/Google Health"
    let json = ("\(root)/Global Export Data/heart_rate-2026-01-02.json", Self.rates)
    let csv = (
      "\(root)/Physical Activity_GoogleData/heart_rate_2026-01-02.csv",
      "timestamp,beats per minute,data source\n2026-01-02T00:00:04Z,65.0,Band\n"
    )
    let others = [
      ("\(root)/Glucose/glucose_2026-01.csv", "no data"),
      ("\(root)/Physical Activity_GoogleData/steps_2026-01-02.csv", ""),
      ("\(root)/Global Export Data/UserActivityProbabilities-1.json", "not JSON at all"),
    ]
    let both = try Self.read(others + [json, csv])
    #expect(both.format == "mapped-csv")
    #expect(both.lines == ["HeartRate 2026-01-02T00:00:04+00:00 Band"])
    #expect(both.findings.count == 1 && both.findings.first?.contains("redundant-file") == true)
    // What is dated long before the tables is not in them.
    let old = (
      "\(root)/Global Export Data/heart_rate-2025-06-02.json",
      Self.rates.replacing("01/02/26", with: "06/02/25")
    )
    let all = try Self.read(others + [json, csv, old], zone: "-05:00")
    #expect(
      all.lines.sorted() == [
        "HeartRate 2025-06-02T00:00:04-05:00 Fitbit", "HeartRate 2026-01-02T00:00:04+00:00 Band",
      ])
    let alone = try Self.read(others + [json], zone: "-05:00")
    #expect(alone.lines == ["HeartRate 2026-01-02T00:00:04-05:00 Fitbit"])
    #expect(alone.findings.count == 1)
    // Dates of JSON have no zone.
    let error = #expect(throws: HealthError.self) { try Self.read([json]) }
    #expect(error?.remedy == .nameZone)
  }

  @Test func sleepAndWorkoutsOfATakeout() throws {
    let sleep = """
      [{"logId":3,"dateOfSleep":"2026-01-02","startTime":"2026-01-01T23:10:00.000","type":"stages",
      "levels":{"data":[{"dateTime":"2026-01-01T23:10:00.000","level":"light","seconds":600}],
      "shortData":[{"dateTime":"2026-01-01T23:12:00.000","level":"wake","seconds":60}]}}]
      """
    let exercise = """
      [{"logId":4,"activityName":"Run","averageHeartRate":140,"calories":300,"duration":1800000,
      "activeDuration":1790000,"distance":5.01,"distanceUnit":"Kilometer","startTime":"01/02/26 08:00:00"}]
      """
    let reading = try Self.read(
      [
        ("Takeout/Fitbit/sleep-2026-01-01.json", sleep),
        ("Takeout/Fitbit/exercise-0.json", exercise),
      ],
      zone: "Europe/Berlin")
    #expect(
      reading.lines == [
        "HKCategoryTypeIdentifierSleepAnalysis 2026-01-01T23:10:00+01:00 Fitbit",
        "HKWorkoutActivityTypeRunning 2026-01-02T08:00:00+01:00 Fitbit",
      ])
    #expect(reading.findings.contains { $0.contains("shortData") }, "\(reading.findings)")
  }

  @Test func otherArchivesAreRecognizedByAFile() throws {
    let text =
      "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":"
      + "[{\"qty\":1,\"date\":\"2026-01-02 08:00:00 +0100\"}]}]}}"
    let reading = try Self.read([("notes.txt", "hello"), ("export/HealthAutoExport-1.json", text)])
    #expect(reading.lines == ["StepCount 2026-01-02T08:00:00+01:00 Health Auto Export"])
  }
}
