import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// Google Fit, Polar and Oura, with files made up for them.
@Suite struct ServiceMapTests {
  static let files: [(file: String, map: String, samples: [String], findings: [String])] = [
    (
      "derived_com.google.heart_rate.bpm_com.google.and.json", "google-fit",
      [
        "HeartRate 62.5 count/min 2026-01-02T08:00:00.123456789+00:00 by Google Fit "
          + "origin=raw:com.google.heart_rate.bpm:com.example.watch: aggregate=part"
      ], []
    ),
    (
      "polar-training-session-2026-01-02-1.json", "polar",
      [
        "Running 1805.250 s 5010.0 m 390 kcal 141/168 2026-01-02T07:00:00+01:00 2026-01-02T07:30:05+01:00 by Polar "
          + "sport=RUNNING name=Morning run",
        "HeartRate 92 count/min 2026-01-02T07:00:00+01:00 by Polar",
        "HeartRate 95 count/min 2026-01-02T07:00:03+01:00 by Polar",
      ], ["unmapped-column"]
    ),
    (
      "oura-heartrate.json", "oura",
      ["HeartRate 63 count/min 2026-01-02T10:00:00+00:00 by Oura source=awake"], []
    ),
  ]

  @Test(arguments: files)
  func readTheirFiles(
    _ file: String, _ map: String, _ samples: [String], _ findings: [String]
  ) throws {
    // Where the file has no zone, it is that of the user; nanoseconds of Google Fit are in UTC.
    let zone = map == "google-fit" ? nil : "Europe/Berlin"
    let reading = try GlucoseMapTests.read(file, map, zone: map == "oura" ? nil : zone)
    #expect(reading.error == nil)
    #expect(reading.lines == samples)
    #expect(reading.findings.map(\.rule) == findings)
  }

  @Test func nightsOfOura() throws {
    let reading = try GlucoseMapTests.read("oura-sleep.json", "oura", zone: nil)
    #expect(reading.error == nil)
    let lines = reading.lines.map {
      $0.split(separator: " ").filter { $0 != "2026-01-01T23:00:00+01:00" }.prefix(4).joined(
        separator: " ")
    }
    #expect(lines.count == 11)
    #expect(lines[0] == "SleepAnalysis InBed 2026-01-01T23:30:00+01:00 by")
    #expect(
      reading.samples[1...6].map { ($0.categoryText) } == [
        "Awake", "AsleepCore", "AsleepCore", "AsleepREM", "AsleepDeep", "Awake",
      ])
    #expect(reading.samples[6].header?.end == Timestamp("2026-01-01T23:30:00+01:00"))
    #expect(lines[7] == "HeartRate 52 count/min 2026-01-01T23:05:00+01:00")
    #expect(lines[8] == "HeartRate 51.5 count/min 2026-01-01T23:10:00+01:00")
    #expect(lines[9] == "HeartRateVariabilityRMSSD 61 ms 2026-01-01T23:05:00+01:00")
    #expect(lines[10].hasPrefix("RespiratoryRate 14.25 count/min"))
    // What was deleted is left out, and counted.
    #expect(reading.findings.map(\.rule) == ["row-left-out"])
  }

  @Test func daysAndWorkoutsOfOura() throws {
    let text = """
      {"data":[{"id":"d","day":"2026-01-02","steps":8000,"active_calories":310,"equivalent_walking_distance":6100,
      "total_calories":2400,"timestamp":"2026-01-02T04:00:00+01:00"},
      {"id":"w","activity":"cycling","calories":210.5,"distance":9000,"start_datetime":"2026-01-02T09:00:00+01:00",
      "end_datetime":"2026-01-02T09:40:00+01:00","intensity":"moderate"},
      {"id":"o","day":"2026-01-02","spo2_percentage":{"average":97.5}}]}
      """
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("oura"), name: "t.json", zone: "Europe/Berlin")
    #expect(reading.error == nil)
    let day =
      "2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00 by Oura aggregate=sum HKExternalUUID=d "
      + "timestamp=2026-01-02T04:00:00+01:00"
    #expect(
      reading.lines == [
        "StepCount 8000 count \(day)", "ActiveEnergyBurned 310 kcal \(day)",
        "DistanceWalkingRunning 6100 m \(day)",
        "Cycling 9000 m 210.5 kcal 2026-01-02T09:00:00+01:00 2026-01-02T09:40:00+01:00 by Oura HKExternalUUID=w "
          + "activity=cycling intensity=moderate",
        "OxygenSaturation 0.975 % 2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00 by Oura HKExternalUUID=o "
          + "aggregate=average",
      ])
  }

  /// Of the sources of Google Fit, the merged one is read; the others have the same points.
  @Test func pointsOfGoogleFit() throws {
    func points(_ source: String, _ values: String...) throws -> MapReading {
      let items = values.enumerated().map { index, value in
        "{\"fitValue\":[{\"value\":\(value)}],\"startTimeNanos\":17673408\(index)0000000000,"
          + "\"endTimeNanos\":17673408\(index)5000000000}"
      }
      let text = "{\"Data Source\":\"\(source)\",\"Data Points\":[\(items.joined(separator: ","))]}"
      return MapReading(
        Array(text.utf8), try CSVMap.named("google-fit"), name: "derived_com.google.x.json",
        zone: "+01:00")
    }
    let sleep = try points(
      "derived:com.google.sleep.segment:com.google.android.gms:merged", "{\"intVal\":4}",
      "{\"intVal\":3}", "{\"intVal\":6}")
    #expect(
      sleep.lines == [
        "SleepAnalysis AsleepCore 2026-01-02T09:00:00+01:00 2026-01-02T09:00:05+01:00 by Google Fit",
        "SleepAnalysis AsleepREM 2026-01-02T09:00:20+01:00 2026-01-02T09:00:25+01:00 by Google Fit",
      ])
    #expect(sleep.findings.map(\.rule) == ["row-left-out"])
    let raw = try points("raw:com.google.step_count.delta:com.example:", "{\"intVal\":40}")
    #expect(raw.samples.isEmpty)
    #expect(raw.findings.map(\.rule) == ["row-left-out"])
    let steps = try points(
      "derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas",
      "{\"intVal\":40}")
    #expect(steps.lines.map { $0.prefix(18) } == ["StepCount 40 count"])
    for (source, value, line) in [
      (
        "heart_rate.bpm:com.google.android.gms:resting_heart_rate<-merge_heart_rate_bpm", "55.0",
        "RestingHeartRate 55.0 count/min"
      ),
      (
        "blood_glucose:com.google.android.gms:merged", "5.6",
        "BloodGlucose 5.6 mmol<180.1558800000541>/L"
      ),
      ("body.temperature:com.google.android.gms:merged", "36.6", "BodyTemperature 36.6 degC"),
      ("hydration:com.google.android.gms:merged", "0.25", "DietaryWater 0.25 L"),
    ] {
      let reading = try points("derived:com.google.\(source)", "{\"fpVal\":\(value)}")
      #expect(reading.lines.first?.hasPrefix(line) == true)
    }
  }

  @Test(arguments: files)
  func theyAreRecognized(
    _ file: String, _ map: String, _ samples: [String], _ findings: [String]
  ) throws {
    let bytes = Array(try Fixtures.bytes("\(Fixtures.samples)/csv-maps/\(file)").prefix(4096))
    if CSVMapReader.isJSON(bytes) {
      #expect(CSVMap.builtIn(forJSON: bytes, file: file)?.name == map)
    } else {
      let found = CSVMap.headers(in: bytes, file: "x.csv").compactMap {
        CSVMap.builtIn(for: $0, file: "x.csv")
      }
      #expect(found.map(\.name) == [map])
    }
  }

  @Test(.enabled(if: Fixtures.arePresent, "the fixtures are absent"))
  func fixtures() throws {
    let file = "derived_com.google.heart_rate.bpm_com.google.android.json"
    let bytes = try Fixtures.bytes("\(Fixtures.folder)/interop/fitbit/Takeout/Fit/All Data/\(file)")
    let reading = MapReading(bytes, try CSVMap.named("google-fit"), name: file)
    #expect(reading.lines.map { $0.prefix(41) } == ["HeartRate 62.0 count/min 2026-01-02T08:00"])
  }
}

extension Sample {
  fileprivate var categoryText: String? {
    if case .category(let sample) = self { sample.value?.shortName } else { nil }
  }
}
