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
    #expect(both.findings.contains { $0.contains("redundant-file") })
    #expect(
      both.findings.allSatisfy { $0.contains("redundant-file") || $0.contains("unread-file") })
    // What is dated before the tables is not in them.
    let old = (
      "\(root)/Global Export Data/heart_rate-2025-06-02.json",
      Self.rates.replacing("01/02/26", with: "06/02/25")
    )
    let all = try Self.read(others + [json, csv, old], zone: "-05:00")
    #expect(
      all.lines.sorted() == [
        "HeartRate 2025-06-01T19:00:04-05:00 Fitbit", "HeartRate 2026-01-01T19:00:04-05:00 Band",
      ])
    let alone = try Self.read(others + [json], zone: "-05:00")
    #expect(alone.lines == ["HeartRate 2026-01-01T19:00:04-05:00 Fitbit"])
    // Heart rates are in UTC; the dates of sleep have no zone.
    #expect(try Self.read([json]).lines == ["HeartRate 2026-01-02T00:00:04+00:00 Fitbit"])
    let sleep = (
      "\(root)/Global Export Data/sleep-2026-01-01.json",
      "[{\"logId\":3,\"dateOfSleep\":\"2026-01-02\",\"levels\":{\"data\":"
        + "[{\"dateTime\":\"2026-01-01T23:10:00.000\",\"level\":\"light\",\"seconds\":600}]}}]"
    )
    let error = #expect(throws: HealthError.self) { try Self.read([sleep]) }
    #expect(error?.remedy == .nameZone)
  }

  /// A JSON file that begins before the tables is read, without the days that they have.
  @Test func aTakeoutThatChangesItsForm() throws {
    let root = "Takeout/Google Health"
    let (json, csv) = ("\(root)/Global Export Data", "\(root)/Physical Activity_GoogleData")
    func steps(_ items: [(time: String, value: String)]) -> String {
      let texts = items.map { "{\"dateTime\":\"\($0.time):00\",\"value\":\"\($0.value)\"}" }
      return "[\(texts.joined(separator: ","))]"
    }
    let files: [(path: String, text: String)] = [
      (
        "\(json)/steps-2026-01-01.json",
        steps([
          ("01/05/26 08:00", "5000"), ("01/19/26 12:00", "7"), ("01/20/26 00:30", "3"),
          ("01/20/26 08:00", "12"),
        ])
      ),
      ("\(json)/steps-2026-01-31.json", steps([("01/31/26 08:00", "1")])),
      (
        "\(json)/heart_rate-2026-01-05.json",
        Self.rates.replacing("01/02/26", with: "01/05/26")
      ),
      (
        "\(csv)/steps_2026-01-20.csv",
        "timestamp,steps,data source\n2026-01-20T00:30:00Z,3,Band\n2026-01-20T08:00:00Z,12,Band\n"
      ),
      (
        "\(csv)/heart_rate_2026-01-20.csv",
        "timestamp,beats per minute,data source\n2026-01-20T08:00:04Z,65.0,Band\n"
      ),
    ]
    let reading = try Self.read(files)
    #expect(
      reading.lines.sorted() == [
        "HeartRate 2026-01-05T00:00:04+00:00 Fitbit", "HeartRate 2026-01-20T08:00:04+00:00 Band",
        "StepCount 2026-01-05T08:00:00+00:00 Fitbit", "StepCount 2026-01-19T12:00:00+00:00 Fitbit",
        "StepCount 2026-01-20T00:30:00+00:00 Band", "StepCount 2026-01-20T08:00:00+00:00 Band",
      ])
    let redundant = reading.findings.filter { $0.contains("redundant") }
    #expect(redundant.count == 2, "\(redundant)")
    #expect(redundant.contains { $0.contains("steps-2026-01-31.json: ") }, "\(redundant)")
    #expect(redundant.contains { $0.contains("left out (2)") }, "\(redundant)")
    // The tables begin in the evening of a day on this clock, whose morning is only in the JSON file.
    #expect(
      try Self.read(files, zone: "-05:00").lines.sorted() == [
        "HeartRate 2026-01-04T19:00:04-05:00 Fitbit", "HeartRate 2026-01-20T03:00:04-05:00 Band",
        "StepCount 2026-01-05T03:00:00-05:00 Fitbit", "StepCount 2026-01-19T07:00:00-05:00 Fitbit",
        "StepCount 2026-01-19T19:30:00-05:00 Band", "StepCount 2026-01-20T03:00:00-05:00 Band",
      ])
  }

  /// Tables of heart rate variability do not make JSON files of heart rates redundant.
  @Test func heartRatesOfATakeoutNextToVariability() throws {
    let root = "Takeout/Google Health"
    let reading = try Self.read([
      ("\(root)/Global Export Data/heart_rate-2026-01-02.json", Self.rates),
      (
        "\(root)/Physical Activity_GoogleData/heart_rate_variability_2026-01-01.csv",
        "timestamp,root mean square of successive differences milliseconds,data source\n"
          + "2026-01-02T00:05:00Z,40.5,Band\n"
      ),
    ])
    #expect(
      reading.lines.filter { $0.hasPrefix("HeartRate ") }
        == ["HeartRate 2026-01-02T00:00:04+00:00 Fitbit"])
    #expect(!reading.findings.contains { $0.contains("redundant") }, "\(reading.findings)")
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
    // A wake of a minute divides the stage.
    let night = "HKCategoryTypeIdentifierSleepAnalysis 2026-01-01T23"
    #expect(
      reading.lines == [
        "HKWorkoutActivityTypeRunning 2026-01-02T09:00:00+01:00 Fitbit",
        "\(night):12:00+01:00 Fitbit", "\(night):10:00+01:00 Fitbit", "\(night):13:00+01:00 Fitbit",
      ])
    #expect(!reading.findings.contains { $0.contains("shortData") }, "\(reading.findings)")
  }

  private static let samsung = "samsunghealth_a_20260105090000"
  private static let minutes =
    "com.samsung.shealth.tracker.pedometer_step_count,7,2\n"
    + "com.samsung.health.step_count.start_time,com.samsung.health.step_count.end_time,"
    + "com.samsung.health.step_count.time_offset,com.samsung.health.step_count.count,run_step,walk_step,"
    + "com.samsung.health.step_count.datauuid\n"
    + "2026-01-02 08:00:00.000,2026-01-02 08:01:00.000,UTC+0100,40,0,40,a,\n"

  /// Steps of minutes and of days are the same steps.
  @Test func samsungHealthHasNoTwins() throws {
    let days =
      "pedometer,7,2\nday_time,step_count,walk_step_count,datauuid\n1767312000000,5231,5000,b,\n"
    let day = (
      "\(Self.samsung)/com.samsung.shealth.tracker.pedometer_day_summary.20260105090000.csv", days
    )
    let others = [
      (
        "\(Self.samsung)/com.samsung.shealth.stress.20260105090000.csv",
        "stress,7,2\nscore,x\n1,2,\n"
      ),
      ("\(Self.samsung)/jsons/com.samsung.shealth.stress/a/a.binning_data.json", "[{\"score\":1}]"),
    ]
    let minutes = (
      "\(Self.samsung)/com.samsung.shealth.tracker.pedometer_step_count.20260105090000.csv",
      Self.minutes
    )
    let both = try Self.read(others + [day, minutes])
    #expect(both.format == "mapped-csv")
    #expect(both.lines == ["StepCount 2026-01-02T09:00:00+01:00 Samsung Health"])
    #expect(!both.findings.contains { $0.contains("error") }, "\(both.findings)")
    let alone = try Self.read(others + [day], zone: "Europe/Berlin")
    #expect(alone.lines == ["StepCount 2026-01-02T00:00:00+01:00 Samsung Health"])
  }

  /// The values of minutes are in other files; next to these, the average of their row is left out.
  @Test func minutesReplaceTheAverageOfTheirRow() throws {
    let table = (
      "\(Self.samsung)/com.samsung.shealth.tracker.heart_rate.20260105090000.csv",
      "heart_rate,7,2\nstart_time,end_time,time_offset,heart_rate,heart_beat_count,min,max,binning_data,datauuid\n"
        + "2026-01-02 08:00:00.000,2026-01-02 09:00:00.000,UTC+0100,60,1,50,70,a.com.samsung.health.heart_rate.binning_data.json,a,\n"
        + "2026-01-02 10:00:00.000,2026-01-02 10:00:00.000,UTC+0100,65,1,,,,b,\n"
    )
    let minutes = (
      "\(Self.samsung)/jsons/com.samsung.shealth.tracker.heart_rate/a/a.com.samsung.health.heart_rate.binning_data.json",
      "[{\"start_time\":1767340800000,\"end_time\":1767340859000,\"heart_rate\":52,\"heart_rate_min\":50,\"heart_rate_max\":55}]"
    )
    let single = "HeartRate 2026-01-02T11:00:00+01:00 Samsung Health"
    #expect(
      try Self.read([table]).lines == [
        "HeartRate 2026-01-02T09:00:00+01:00 Samsung Health", single,
      ])
    #expect(
      try Self.read([table, minutes]).lines.sorted() == [
        "HeartRate 2026-01-02T08:00:00+00:00 Samsung Health", single,
      ])
    #expect(
      try Self.read([table, minutes], zone: "+01:00").lines.sorted() == [
        "HeartRate 2026-01-02T09:00:00+01:00 Samsung Health", single,
      ])
  }

  /// A row keeps its own values if the file that it names is missing.
  @Test(arguments: [
    (
      "com.samsung.shealth.tracker.heart_rate", "com.samsung.health.heart_rate.binning_data",
      "heart_rate", "HeartRate"
    ),
    (
      "com.samsung.shealth.tracker.oxygen_saturation",
      "com.samsung.health.oxygen_saturation.binning", "spo2", "OxygenSaturation"
    ),
  ])
  func rowsWithoutTheirFileAreRead(
    _ table: String, _ column: String, _ value: String, _ type: String
  ) throws {
    let name = String(column.split(separator: ".").last ?? "")
    let rows = (
      "\(Self.samsung)/\(table).20260105090000.csv",
      "\(table),7,2\nstart_time,end_time,time_offset,\(value),heart_beat_count,min,max,\(name),datauuid\n"
        + "2026-01-02 08:00:00.000,2026-01-02 09:00:00.000,UTC+0100,60,1,50,70,a.\(column).json,a,\n"
        + "2026-01-02 10:00:00.000,2026-01-02 11:00:00.000,UTC+0100,65,1,55,75,b.\(column).json,b,\n"
    )
    let minutes = (
      "\(Self.samsung)/jsons/\(table)/a/a.\(column).json",
      "[{\"start_time\":1767340800000,\"end_time\":1767340859000,\"\(value)\":52,\"\(value)_min\":50,\"\(value)_max\":55}]"
    )
    let reading = try Self.read([rows, minutes], zone: "+01:00")
    #expect(
      reading.lines.sorted() == [
        "\(type) 2026-01-02T09:00:00+01:00 Samsung Health",
        "\(type) 2026-01-02T11:00:00+01:00 Samsung Health",
      ])
    #expect(reading.findings.contains { $0.contains("map-note") })
  }

  /// Sums of days are read of the days of which there is nothing finer, whatever the order of the files.
  @Test func daysWithoutFinerSamplesAreRead() throws {
    let name = "\(Self.samsung)/com.samsung.shealth"
    let minutes = ("\(name).tracker.pedometer_step_count.20260105090000.csv", Self.minutes)
    // The second and third of January; the trend has the fourth, too.
    let days = (
      "\(name).tracker.pedometer_day_summary.20260105090000.csv",
      "pedometer,7,2\nday_time,step_count,walk_step_count,datauuid\n1767312000000,5231,5000,b,\n"
        + "1767398400000,400,400,c,\n"
    )
    let trend = (
      "\(name).step_daily_trend.20260105090000.csv",
      "trend,7,2\nday_time,count,source_type,datauuid\n1767312000000,5231,-2,d,\n1767398400000,400,-2,e,\n"
        + "1767484800000,70,-2,f,\n"
    )
    for files in [[trend, days, minutes], [minutes, days, trend]] {
      let reading = try Self.read(files, zone: "Europe/Berlin")
      #expect(
        reading.lines == [
          "StepCount 2026-01-02T09:00:00+01:00 Samsung Health",
          "StepCount 2026-01-03T00:00:00+01:00 Samsung Health",
          "StepCount 2026-01-04T00:00:00+01:00 Samsung Health",
        ])
      let counts = reading.findings.filter { $0.contains("redundant-day") }
      #expect(counts.count == 2)
      #expect(counts[0].contains("left out (1)") && counts[1].contains("left out (2)"), "\(counts)")
    }
  }

  /// A point that passes midnight is all that the sum of the next day has, or only a part of it.
  @Test(arguments: [(20, 1), (3_000, 2)])
  func aPointMayPassMidnight(_ steps: Int, _ count: Int) throws {
    let points = (
      "Takeout/Fit/All Data/derived_com.google.step_count.delta_x.json",
      "{\"Data Source\":\"derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas\",\"Data Points\":["
        + "{\"startTimeNanos\":1767394200000000000,\"endTimeNanos\":1767395400000000000,\"fitValue\":[{\"value\":{\"intVal\":20}}]}]}"
    )
    let days = (
      "Takeout/Fit/Daily activity metrics/Daily activity metrics.csv",
      "Date,Move Minutes count,Step count\n2026-01-02,1,500\n2026-01-03,1,\(steps)\n"
    )
    let reading = try Self.read([points, days], zone: "Europe/Berlin")
    #expect(
      reading.lines
        == [
          "StepCount 2026-01-02T23:50:00+01:00 Google Fit",
          "StepCount 2026-01-03T00:00:00+01:00 Google Fit",
        ].prefix(count).map { $0 })
  }

  @Test func daysOfWithings() throws {
    let days = "date,value\n2024-05-04,9000\n2024-05-05,8000\n"
    let raw = "start,duration,value\n2024-05-04T09:00:00+02:00,[60],[110]\n"
    let reading = try Self.read(
      [
        ("withings/aggregates_steps.csv", days), ("withings/aggregates_distance.csv", days),
        ("withings/raw_tracker_steps.csv", raw),
      ], zone: "Europe/Berlin")
    #expect(
      reading.lines.sorted() == [
        "DistanceWalkingRunning 2024-05-04T00:00:00+02:00 Withings",
        "DistanceWalkingRunning 2024-05-05T00:00:00+02:00 Withings",
        "StepCount 2024-05-04T09:00:00+02:00 Withings",
        "StepCount 2024-05-05T00:00:00+02:00 Withings",
      ])
  }

  /// Weights that both forms have are read once, also shortly after midnight; a JSON file whose unit has to be named is named.
  @Test func weightsOfATakeout() throws {
    let root = "Takeout/Google Health"
    func weight(_ date: String, _ time: String) -> String {
      "{\"logId\":1,\"weight\":191.8,\"bmi\":27.77,\"date\":\"\(date)\",\"time\":\"\(time)\"}"
    }
    let reading = try Self.read(
      [
        (
          "\(root)/Global Export Data/weight-2026-01-01.json",
          "[\(weight("01/01/26", "12:00:00")),\(weight("01/02/26", "12:00:00")),\(weight("01/04/26", "00:10:00"))]"
        ),
        (
          "\(root)/Physical Activity_GoogleData/weight.csv",
          "timestamp,weight grams,data source\n2026-01-02T11:00:00Z,87000,Scale\n"
            + "2026-01-03T23:10:00Z,87000,Scale\n"
        ),
      ], zone: "Europe/Berlin")
    #expect(
      reading.lines.filter { $0.hasPrefix("BodyMass ") } == [
        "BodyMass 2026-01-02T12:00:00+01:00 Scale", "BodyMass 2026-01-04T00:10:00+01:00 Scale",
        "BodyMass 2026-01-01T12:00:00+01:00 Fitbit",
      ])
  }

  /// Nights without a zone are not left out because other types have finer samples.
  @Test func nightsOfATakeoutNeedAZone() throws {
    let root = "Takeout/Google Health"
    let night = (
      "\(root)/Global Export Data/sleep-2026-01-01.json",
      "[{\"logId\":1,\"dateOfSleep\":\"2026-01-02\",\"levels\":{\"data\":["
        + "{\"dateTime\":\"2026-01-01T23:20:00.000\",\"level\":\"light\",\"seconds\":1800}]}}]"
    )
    let weight = (
      "\(root)/Physical Activity_GoogleData/weight.csv",
      "timestamp,weight grams,data source\n2026-01-02T11:00:00Z,87000,Scale\n"
    )
    #expect(throws: HealthError.self) { try Self.read([night, weight]) }
    #expect(try Self.read([night, weight], zone: "+01:00").lines.count == 2)
  }

  /// Files of activities in a takeout are not the whole.
  @Test(arguments: ["Takeout/Fit/Activities/run.tcx", "Takeout/Fit/run.gpx", "Takeout/Fit/run.fit"])
  func aTakeoutIsNotItsActivities(_ activity: String) throws {
    let days = (
      "Takeout/Fit/Daily activity metrics/Daily activity metrics.csv",
      "Date,Move Minutes count,Step count\n2026-01-02,60,5231\n"
    )
    let read = try Self.read([(activity, "<x/>"), days], zone: "+01:00")
    #expect(read.format == "mapped-csv")
    #expect(read.lines == ["StepCount 2026-01-02T00:00:00+01:00 Google Fit"])
  }

  /// A table without a row takes no place of files of JSON.
  @Test(arguments: ["timestamp,beats per minute,data source\n", "no data", ""])
  func emptyTablesHideNothing(_ text: String) throws {
    let root = "Takeout/Google Health"
    let read = try Self.read([
      ("\(root)/Physical Activity_GoogleData/heart_rate_2026-01-01.csv", text),
      ("\(root)/Global Export Data/heart_rate-2026-01-02.json", Self.rates),
    ])
    #expect(read.lines.count == 1, "\(read)")
    #expect(!read.findings.contains { $0.contains("redundant-file") })
  }

  /// A takeout has the files of both programs; sums of days are not read next to the points they are of.
  @Test func aTakeoutOfFitbitAndGoogleFit() throws {
    let point =
      "{\"Data Source\":\"derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas\","
      + "\"Data Points\":[{\"fitValue\":[{\"value\":{\"intVal\":40}}],\"startTimeNanos\":1767340800000000000,"
      + "\"endTimeNanos\":1767340860000000000}]}"
    let points = ("Takeout/Fit/All Data/derived_com.google.step_count.delta_com.google.json", point)
    let days = (
      "Takeout/Fit/Daily activity metrics/Daily activity metrics.csv",
      "Date,Move Minutes count,Step count\n2026-01-02,60,5231\n2026-01-03,60,4000\n"
    )
    let rates = (
      "Takeout/Fitbit/Physical Activity_GoogleData/heart_rate_2026-01-02.csv",
      "timestamp,beats per minute,data source\n2026-01-02T00:00:04Z,65.0,Band\n"
    )
    #expect(
      try Self.read([rates, points, days]).lines.sorted() == [
        "HeartRate 2026-01-02T00:00:04+00:00 Band",
        "StepCount 2026-01-02T08:00:00+00:00 Google Fit",
      ])
    // Days begin in a zone: without one, they are only needed if there are no points.
    let unzoned = try Self.read([days, points]).findings
    #expect(
      unzoned.contains { $0.hasSuffix("; state the time zone to read it [missing-zone]") },
      "\(unzoned)")
    #expect(
      try Self.read([days, points], zone: "+01:00").lines == [
        "StepCount 2026-01-02T09:00:00+01:00 Google Fit",
        "StepCount 2026-01-03T00:00:00+01:00 Google Fit",
      ])
    #expect(try Self.read([days], zone: "+01:00").lines.count == 2)
    #expect(throws: HealthError.self) { try Self.read([days]) }
  }

  /// Only days of the files that a table names make its own redundant, not those of another program.
  @Test func nightsAndWeightsOfFitbitNextToGoogleFit() throws {
    func points(_ name: String, _ value: String) -> (path: String, text: String) {
      (
        "Takeout/Fit/All Data/derived_com.google.\(name.split(separator: ":")[0]).json",
        "{\"Data Source\":\"derived:com.google.\(name)\",\"Data Points\":[{\"fitValue\":[{\"value\":\(value)}],"
          + "\"startTimeNanos\":1767315600000000000,\"endTimeNanos\":1767315660000000000}]}"
      )
    }
    let root = "Takeout/Fitbit/Global Export Data"
    let night = (
      "\(root)/sleep-2026-01-01.json",
      "[{\"logId\":1,\"dateOfSleep\":\"2026-01-02\",\"levels\":{\"data\":["
        + "{\"dateTime\":\"2026-01-01T23:20:00.000\",\"level\":\"light\",\"seconds\":1800},"
        + "{\"dateTime\":\"2026-01-02T02:10:00.000\",\"level\":\"deep\",\"seconds\":600}]}}]"
    )
    let weight = (
      "\(root)/weight-2026-01-01.json",
      "[{\"logId\":1,\"weight\":191.8,\"bmi\":27.77,\"date\":\"01/02/26\",\"time\":\"12:00:00\"}]"
    )
    let reading = try Self.read(
      [
        night, weight,
        points("sleep.segment:com.google.android.gms:merged", "{\"intVal\":4}"),
        points("weight:com.google.android.gms:merge_weight", "{\"fpVal\":87.0}"),
      ], zone: "+01:00")
    let sleep = "HKCategoryTypeIdentifierSleepAnalysis 2026-01"
    #expect(
      reading.lines.filter { $0.hasSuffix("Fitbit") }.sorted() == [
        "BodyMass 2026-01-02T12:00:00+01:00 Fitbit",
        "BodyMassIndex 2026-01-02T12:00:00+01:00 Fitbit",
        "\(sleep)-01T23:20:00+01:00 Fitbit", "\(sleep)-02T02:10:00+01:00 Fitbit",
      ])
    #expect(reading.lines.count == 6)
    #expect(!reading.findings.contains { $0.contains("redundant-day") }, "\(reading.findings)")
  }

  /// A night is not divided at midnight: days of sleep are from noon to noon.
  @Test func nightsAreReplacedAsAWhole() throws {
    let stages = (
      "Takeout/Fitbit/Sleep/UserSleepStages_2026-01-01.csv",
      "sleep_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end,data_source\n"
        + "7,LIGHT,+01:00,2026-01-01T22:30:00Z,+01:00,2026-01-01T23:30:00Z,BAND\n"
        + "7,DEEP,+01:00,2026-01-01T23:30:00Z,+01:00,2026-01-02T05:00:00Z,BAND\n"
    )
    func stage(_ date: String) -> String {
      "{\"dateTime\":\"\(date):00.000\",\"level\":\"light\",\"seconds\":600}"
    }
    let dates = ["2026-01-01T23:20", "2026-01-02T00:10", "2026-01-02T23:40", "2026-01-03T00:20"]
    let nights = (
      "Takeout/Fitbit/Global Export Data/sleep-2026-01-01.json",
      "[{\"logId\":1,\"dateOfSleep\":\"2026-01-02\",\"levels\":{\"data\":["
        + dates.map(stage).joined(separator: ",") + "]}}]"
    )
    let reading = try Self.read([nights, stages], zone: "+01:00")
    let sleep = "HKCategoryTypeIdentifierSleepAnalysis 2026-01"
    #expect(
      reading.lines == [
        "\(sleep)-01T23:30:00+01:00 Fitbit", "\(sleep)-02T00:30:00+01:00 Fitbit",
        "\(sleep)-02T23:40:00+01:00 Fitbit", "\(sleep)-03T00:20:00+01:00 Fitbit",
      ])
    #expect(reading.findings.contains { $0.contains("left out (2)") }, "\(reading.findings)")
  }

  /// A file in which a table finds no items is named, once of a kind; an empty list is no loss.
  @Test func filesWithoutItemsAreNamed() throws {
    let root = "Takeout/Fitbit/Global Export Data"
    let reading = try Self.read(
      [
        ("\(root)/heart_rate-2026-01-02.json", Self.rates),
        ("\(root)/resting_heart_rate-2026-01-01.json", "{\"a\":1}"),
        ("\(root)/resting_heart_rate-2026-02-01.json", "{\"b\":[]}"),
        ("\(root)/resting_heart_rate-2026-03-01.json", "[]"),
      ], zone: "+01:00")
    #expect(reading.lines == ["HeartRate 2026-01-02T01:00:04+01:00 Fitbit"])
    let found = reading.findings.filter { $0.contains("unread-file") }
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("resting_heart_rate-2026-01-01.json") == true, "\(found)")
    #expect(
      found.first?.contains("(json-resting-heart-rate); it is not read (2 times)") == true,
      "\(found)")
  }

  /// What no table is for is named by its path, 20 of each reason, and counted.
  @Test func filesThatAreNotReadAreNamed() throws {
    let root = "Takeout/Fitbit/Global Export Data"
    let rates = ("\(root)/heart_rate-2026-01-02.json", Self.rates)
    let few = try Self.read(
      [
        rates, ("\(root)/height-2026-01-02.json", "[]"), ("\(root)/.DS_Store", "x"),
        ("a.pdf", "x"), ("b.zip", "x"),
      ])
    let named = few.findings.filter { $0.contains("unread-file") }
    #expect(
      named == [
        "t.zip/\(root)/height-2026-01-02.json: info: no table of map 'fitbit' is for a file of this name; it is not read "
          + "[unread-file]",
        "t.zip/a.pdf: info: it is no table of data; it is not read [unread-file]",
        "t.zip/b.zip: info: it is an archive; it is not read with the other files; name it by itself [unread-file]",
      ], "\(named)")
    let many = try Self.read(
      [rates] + (10..<32).map { ("\(root)/food_logs-\($0).json", "[]") }
        + (10..<31).map { ("\(root)/steps_2026-01-\($0).csv", "a,b\n1,2\n") })
    let found = many.findings.filter { $0.contains("unread-file") }
    #expect(found.count == 42, "\(found)")
    #expect(found.contains { $0.contains("2 more files are not read") }, "\(found)")
    #expect(found.contains { $0.contains("1 more file is not read") }, "\(found)")
  }

  @Test(arguments: [
    ("libreview-eu.csv", "LibreView"), ("clarity.csv", "Dexcom"),
    ("com.samsung.health.weight.20260105090000.csv", "com.sec.android.app.shealth"),
    ("polar-training-session-2026-01-02-1.json", "Polar"), ("oura-sleep.json", "Oura"),
    ("derived_com.google.heart_rate.bpm_com.google.and.json", "Google Fit"),
  ])
  func filesAreRecognizedInArchives(_ file: String, _ source: String) throws {
    let text = String(
      decoding: try FileSource("\(Fixture.samples)/csv-maps/\(file)").readAll(), as: UTF8.self)
    let reading = try Self.read(
      [("notes.txt", "hello"), ("mine/\(file)", text)], zone: "Europe/Berlin")
    #expect(reading.format == "mapped-csv")
    #expect(reading.lines.first?.hasSuffix(source) == true)
  }

  @Test func otherArchivesAreRecognizedByAFile() throws {
    let text =
      "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":"
      + "[{\"qty\":1,\"date\":\"2026-01-02 08:00:00 +0100\"}]}]}}"
    let reading = try Self.read([("notes.txt", "hello"), ("export/HealthAutoExport-1.json", text)])
    #expect(reading.lines == ["StepCount 2026-01-02T08:00:00+01:00 Health Auto Export"])
  }
}
