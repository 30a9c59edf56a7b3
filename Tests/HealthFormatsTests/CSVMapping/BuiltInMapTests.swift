import Foundation
import HealthBytes
import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// The maps that ship, each with files made up for it.
@Suite struct BuiltInMapTests {
  static let files: [(file: String, map: String, samples: [String])] = [
    (
      "withings-weight.csv", "withings",
      [
        "BodyMass 72.40 kg 2024-03-31T07:12:45+02:00 by Withings Fat mass (kg)=14.20 Bone mass (kg)=3.10 "
          + "Muscle mass (kg)=55.00 Hydration (kg)=41.30",
        "BodyMass 72.65 kg 2024-03-30T07:05:01+01:00 by Withings Comments=after the run, \"dry\"",
      ]
    ),
    (
      "withings-bp.csv", "withings",
      [
        "BloodPressure (BloodPressureSystolic 121 mmHg 2024-05-02T08:15:00+02:00 by Withings | "
          + "BloodPressureDiastolic 79 mmHg 2024-05-02T08:15:00+02:00 by Withings) "
          + "2024-05-02T08:15:00+02:00 by Withings",
        "HeartRate 61 count/min 2024-05-02T08:15:00+02:00 by Withings",
        "BloodPressure (BloodPressureSystolic 118 mmHg 2024-05-03T08:20:00+02:00 by Withings | "
          + "BloodPressureDiastolic 76 mmHg 2024-05-03T08:20:00+02:00 by Withings) "
          + "2024-05-03T08:20:00+02:00 by Withings Comments=left arm",
      ]
    ),
    (
      "withings-sleep.csv", "withings",
      [
        "SleepAnalysis InBed 2024-05-01T23:10:00+02:00 2024-05-02T06:40:00+02:00 by Withings "
          + "aggregate=total light (s)=13800 deep (s)=6000 rem (s)=5400 awake (s)=1800 wake up=2 Snoring (s)=0 "
          + "Average heart rate=54"
      ]
    ),
    (
      "withings-activities.csv", "withings",
      [
        "Running 410 kcal 2024-05-04T09:00:00+02:00 2024-05-04T09:42:00+02:00 by Withings Activity type=Running "
          + "HKTimeZone=Europe/Berlin Data={\"calories\":410,\"steps\":7010}",
        "Other 90 kcal 2024-05-05T18:00:00+02:00 2024-05-05T19:00:00+02:00 by Withings "
          + "Activity type=Underwater chess HKTimeZone=Europe/Berlin Data={\"calories\":90}",
      ]
    ),
    (
      "raw_tracker_steps.csv", "withings",
      [
        "StepCount 110 count 2024-05-04T09:00:00+02:00 2024-05-04T09:01:00+02:00 by Withings aggregate=part",
        "StepCount 121 count 2024-05-04T09:01:00+02:00 2024-05-04T09:02:00+02:00 by Withings aggregate=part",
        "StepCount 48 count 2024-05-04T09:02:00+02:00 2024-05-04T09:02:30+02:00 by Withings aggregate=part",
        "StepCount 17 count 2024-05-04T12:30:00+02:00 2024-05-04T12:31:00+02:00 by Withings aggregate=part",
      ]
    ),
    (
      "raw_tracker_sleep-state.csv", "withings",
      [
        "SleepAnalysis Awake 2024-05-01T23:10:00+02:00 2024-05-01T23:20:00+02:00 by Withings",
        "SleepAnalysis AsleepCore 2024-05-01T23:20:00+02:00 2024-05-01T23:50:00+02:00 by Withings",
        "SleepAnalysis AsleepDeep 2024-05-01T23:50:00+02:00 2024-05-02T00:10:00+02:00 by Withings",
      ]
    ),
    (
      "health-auto-export-workouts.csv", "health-auto-export",
      [
        "Running 1884 s 5.02 km 310.5 kcal 152.5/171 2024-03-30T08:00:00+01:00 "
          + "2024-03-30T08:31:00+01:00 by Health Auto Export aggregate=copy Workout Type=Outdoor Run Step Count=4100 "
          + "Location=Outdoor",
        "Pilates 3521 s 150 kcal 96/118 2024-03-31T18:00:00+02:00 2024-03-31T19:00:00+02:00 "
          + "by Health Auto Export aggregate=copy Workout Type=Pilates",
      ]
    ),
    (
      "garmin-activities.csv", "garmin#activities-km",
      [
        "Running 1900 s 5.02 km 1012 kcal 148/163 2024-05-06T07:01:22+02:00 2024-05-06T07:33:02+02:00 "
          + "by Garmin Connect Activity Type=Running Favorite=false Title=Along the river",
        "Swimming 2160 s 1500 m 420 kcal 2024-05-07T19:10:00+02:00 2024-05-07T19:46:00+02:00 "
          + "by Garmin Connect Activity Type=Pool Swimming HKSwimmingLocationType=1 Favorite=false Title=Pool",
      ]
    ),
    (
      "cardioActivities.csv", "runkeeper",
      [
        "Running 1800 s 4.99 km 400.0 kcal 150/- 2026-03-01T08:00:00+01:00 2026-03-01T08:30:00+01:00 by Runkeeper "
          + "HKExternalUUID=a-1 Notes=Nice Activity Type=Running GPX File=2026-03-01-080000.gpx Average Pace=6:01 "
          + "Average Speed (km/h)=9.98 Climb (m)=36",
        "Cycling 3600 s 20.00 km 500.0 kcal 2026-03-05T18:00:00+01:00 2026-03-05T19:00:00+01:00 by Runkeeper "
          + "HKExternalUUID=a-2 Name=Hill Activity Type=Mountain Biking Average Pace=3:00 Average Speed (km/h)=20.0 "
          + "Climb (m)=100",
      ]
    ),
    (
      "heart_rate_2024-05-08.csv", "fitbit",
      [
        "HeartRate 61.0 count/min 2024-05-08T02:00:04+02:00 by Charge 6",
        "HeartRate 62.0 count/min 2024-05-08T02:00:09+02:00 by Fitbit",
      ]
    ),
    (
      "oura-trends.csv", "oura",
      [
        "RestingHeartRate 47.1 count/min 2024-05-08T00:00:00+02:00 2024-05-09T00:00:00+02:00 by Oura "
          + "aggregate=average Sleep Score=81 Lowest Resting Heart Rate=42",
        "HeartRateVariabilityRMSSD 78 ms 2024-05-08T00:00:00+02:00 2024-05-09T00:00:00+02:00 by Oura "
          + "aggregate=average Sleep Score=81 Lowest Resting Heart Rate=42",
        "Row[2024-05-09;76]",
      ]
    ),
    (
      "StepCount.csv", "tdda",
      [
        "StepCount 412 count 2024-03-30T08:00:00+01:00 2024-03-30T08:05:00+01:00 by Phone of A. on iPhone",
        "SleepAnalysis InBed 2024-03-29T23:00:00+01:00 2024-03-30T06:30:00+01:00 by A.'s \"Phone\" \\ 2",
      ]
    ),
  ]

  /// The maps are embedded twice: as YAML to be read by people, and as JSON, from which they are made.
  @Test func yamlAndJSONAreTheSame() throws {
    let maps = try CSVMap.builtIn.map { map in
      (map.name, try MapNode(yaml: map.yaml, file: map.name).json)
    }
    let json = JSONText.object(maps).line
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/HealthFormats/CSV/Mapping/Maps/maps.json")
      try json.write(to: file.standardizedFileURL, atomically: true, encoding: .utf8)
    }
    #expect(
      String(decoding: PackageResources.maps_json, as: UTF8.self) == json,
      "if the maps were changed on purpose: RECORD=1 swift test --filter BuiltInMapTests")
  }

  @Test(arguments: files)
  func readTheirFiles(_ file: String, _ map: String, _ samples: [String]) throws {
    let bytes = try Fixtures.bytes("\(Fixtures.samples)/csv-maps/\(file)")
    let reading = MapReading(bytes, try builtIn(map), name: file, zone: "Europe/Berlin")
    #expect(reading.error == nil)
    #expect(reading.lines == samples)
    // One of its activities is not in the map.
    let rules = file == "withings-activities.csv" ? ["unknown-activity"] : []
    #expect(reading.findings.map(\.rule) == rules, "\(reading.findings)")
    for chunkSize in [1, 2, 3, 7, 64] {
      let pieces = MapReading(
        bytes, try builtIn(map), name: file, zone: "Europe/Berlin", chunkSize: chunkSize)
      #expect(pieces == reading)
    }
  }

  @Test func wideTablesBecomeASampleForEachColumn() throws {
    let file = "health-auto-export-days.csv"
    let bytes = try Fixtures.bytes("\(Fixtures.samples)/csv-maps/\(file)")
    let map = try builtIn("health-auto-export")
    let reading = MapReading(bytes, map, name: file, zone: "Europe/Berlin")
    #expect(
      reading.findings.map(\.description) == [
        "\(file):2:50: info: the column 'Sleep Analysis [Deep] (hr)' is not in the map; it is preserved in a row of its own "
          + "[unmapped-column]"
      ])
    #expect(reading.samples.count == 12)
    #expect(
      reading.lines[3] == "OxygenSaturation 0.975 % 2024-03-30T00:00:00+01:00 "
        + "2024-03-31T00:00:00+01:00 by Health Auto Export aggregate=average")
    #expect(reading.lines[6] == "Row[2024-03-30 00:00:00;1.25]")
    let hours = MapReading(
      bytes, try #require(map.only("hours")), name: file, zone: "Europe/Berlin")
    #expect(hours.samples.count == 12)
    #expect(hours.samples[0].header?.end == Timestamp("2024-03-30T01:00:00+01:00"))
  }

  /// Files that are a map's without doubt are read without naming it; others are not guessed at.
  @Test(arguments: [
    ("StepCount.csv", true), ("heart_rate_2024-05-08.csv", true), ("raw_tracker_steps.csv", true),
    ("withings-weight.csv", false), ("health-auto-export-days.csv", false), ("mmol.csv", false),
  ])
  func mapsAreFoundWhereThereIsNoDoubt(_ file: String, _ isFound: Bool) throws {
    let container = try InputContainer("\(Fixtures.samples)/csv-maps/\(file)")
    let look = try Input.Preview(container)
    #expect(Format.mappedCSV.confidence(look) == (isFound ? .certain : .no))
  }

  private func builtIn(_ name: String) throws -> CSVMap {
    let names = name.split(separator: "#").map(String.init)
    let map = try #require(CSVMap.builtIn.first { $0.name == names[0] }).map()
    return names.count == 1 ? map : try #require(map.only(names[1]))
  }

  private func read(_ text: String, _ map: String, name: String = "t.csv") throws -> MapReading {
    MapReading(Array(text.utf8), try builtIn(map), name: name, zone: "Europe/Berlin")
  }

  /// Of the heart rates of a day, one sample: its average, which names the extremes.
  @Test func extremesAreNoHeartRates() throws {
    let head = "Date/Time,Heart Rate [Min] (bpm),Heart Rate [Max] (bpm),Heart Rate [Avg] (bpm)\n"
    for table in ["days", "hours", "minutes"] {
      let reading = try read(
        head + "2024-03-30 00:00:00,48,151,66.5\n", "health-auto-export#\(table)")
      #expect(reading.samples.count == 1)
      #expect(reading.lines[0].hasPrefix("HeartRate 66.5 count/min 2024-03-30T00:00:00+01:00"))
      #expect(reading.lines[0].hasSuffix("aggregate=average minimum=48 maximum=151"))
    }
    // Without an average, they are kept, but not as heart rates.
    let extremes = try read(
      head + "2024-03-30 00:00:00,48,151,\n", "health-auto-export")
    #expect(extremes.lines == ["Row[2024-03-30 00:00:00;48;151]"])
    let columns = try read(
      "Date/Time,Heart Rate [Min] (bpm),Step Count (steps)\n2024-03-30 00:00:00,48,9\n",
      "health-auto-export")
    #expect(
      columns.lines == [
        "StepCount 9 count 2024-03-30T00:00:00+01:00 2024-03-31T00:00:00+01:00 by Health Auto Export "
          + "aggregate=sum",
        "Row[2024-03-30 00:00:00;48]",
      ])
  }

  /// A file of hours has the header of days; a row at 13:00 is not taken for a day.
  @Test func hoursAreNotReadAsDays() throws {
    let reading = try read(
      "Date/Time,Step Count (steps)\n2024-03-30 00:00:00,40\n2024-03-30 13:00:00,900\n",
      "health-auto-export")
    #expect(reading.samples.count == 2)
    #expect(reading.lines[1] == "Row[2024-03-30 13:00:00;900]")
    #expect(reading.findings.count == 1)
  }

  /// Kilometers or miles: the file does not tell, so nobody guesses.
  @Test func distancesWithoutAUnitAreNotGuessed() throws {
    let head = "Activity Type,Date,Title,Distance,Calories,Time,Elapsed Time\n"
    let row = "Running,2024-05-06 07:00:00,Park,5.00,300,00:30:00,00:40:00\n"
    let unnamed = try read(head + row, "garmin")
    #expect(unnamed.samples.isEmpty)
    #expect(
      unnamed.error?.remedy
        == .useMap(names: ["garmin#activities-km", "garmin#activities-mi"], needsZone: false))
    for (table, distance) in [("activities-km", "5.00 km"), ("activities-mi", "5.00 mi")] {
      let reading = try read(head + row, "garmin#\(table)")
      // It ended when it ended, pauses and all.
      #expect(
        reading.lines[0].hasPrefix(
          "Running 1800 s \(distance) 300 kcal 2024-05-06T07:00:00+02:00 2024-05-06T07:40:00+02:00")
      )
    }
  }

  @Test func aRestingHeartRateIsOfADay() throws {
    let reading = try read(
      "timestamp,beats per minute\n2024-05-08T00:00:00Z,58\n", "fitbit",
      name: "daily_resting_heart_rate.csv")
    #expect(
      reading.lines == [
        "RestingHeartRate 58 count/min 2024-05-08T00:00:00+02:00 2024-05-09T00:00:00+02:00 by Fitbit "
          + "aggregate=average"
      ])
  }

  /// Sums have a time in which they were summed up. Those of days, and averages of a period, say that they are one.
  @Test func aggregatesAreMarked() throws {
    var sums = 0
    var averages = 0
    for builtIn in CSVMap.builtIn {
      for table in try builtIn.map().tables {
        for sample in table.samples {
          guard let entry = sample.type.fixedText.flatMap({ MapTypes.entry(named: $0) }),
            entry.kind == "quantity",
            let style = QuantityType(entry.identifier).aggregationStyle
          else { continue }
          let name = "\(builtIn.name)#\(table.name) \(entry.identifier)"
          let hasTime = sample.settings.end != nil || sample.settings.lasts != nil
          if style == .cumulative {
            // A dose is taken at once; the items of Health Auto Export do not state their period.
            let isDose =
              [
                "nightscout", "libreview", "dexcom-clarity", "carelink", "glooko", "tidepool",
              ].contains(builtIn.name)
              || ["json", "water", "blood-glucose"].contains(table.name)
            #expect(hasTime || isDose, "\(name): a sum without a time")
            sums += 1
            if case .days? = sample.settings.lasts?.form {
              #expect(
                sample.settings.metadata.contains { $0.key == "aggregate" }, "\(name): not marked")
            }
          } else if let lasts = sample.settings.lasts, lasts.cell.fixedText != nil {
            #expect(
              sample.settings.metadata.contains { $0.key == "aggregate" }, "\(name): not marked")
            averages += 1
          }
        }
      }
    }
    #expect(sums > 30 && averages > 60)
  }
}

/// The files that applehealthdata made of an export, against that export.
@Suite(.enabled(if: Fixtures.arePresent, "the fixtures are not there"))
struct TDDAMapTests {
  @Test(arguments: ["StepCount", "DistanceWalkingRunning", "Workout", "ActivitySummary"])
  func itsFilesAreTheExport(_ type: String) throws {
    let export = Reading(path: "\(Fixtures.folder)/export-xml/tdda_export6s3sample.xml")
    let bytes = try Fixtures.bytes("\(Fixtures.folder)/expected/tdda_\(type).csv")
    let map = try #require(CSVMap.builtIn.first { $0.name == "tdda" }).map()
    let reading = MapReading(bytes, map, name: "\(type).csv")
    #expect(reading.error == nil)
    #expect(reading.findings.isEmpty)
    let wanted = export.samples.filter { sample in
      switch sample {
      case .quantity(let sample): sample.type.shortName == type
      case .workout: type == "Workout"
      case .activitySummary: type == "ActivitySummary"
      default: false
      }
    }
    #expect(!wanted.isEmpty)
    #expect(reading.samples.map(stripped) == wanted.map(stripped))
  }

  /// Without what its files have no column for.
  private func stripped(_ sample: Sample) -> Sample {
    var sample = sample
    sample.updateHeader { header in
      header.metadata = Metadata()
      header.extras = nil
      header.ordinal = 0
    }
    guard case .workout(let workout) = sample else { return sample }
    var fields = workout.fields
    (fields.events, fields.routes, fields.statistics) = ([], [], [])
    return .workout(Workout(header: workout.header, fields: fields))
  }
}
