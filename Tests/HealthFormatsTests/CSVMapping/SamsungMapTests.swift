import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// The tables of Samsung Health, made up for it.
@Suite struct SamsungMapTests {
  private static let phone = "by com.sec.android.app.shealth on -"
  private static let oneDevice = "by com.sec.android.app.shealth (dev-1) on -"

  /// The metadata that a row has by its id and the time when it was changed.
  private static func sync(_ id: String, _ version: Int) -> String {
    "HKMetadataKeySyncIdentifier=\(id) HKMetadataKeySyncVersion=\(version)"
  }

  static let files: [(file: String, samples: [String], findings: [String])] = [
    (
      "com.samsung.shealth.tracker.heart_rate.20260105090000.csv",
      [
        "HeartRate 52.0 count/min 2026-01-02T04:00:00-04:00 2026-01-02T04:10:00-04:00 \(phone) HKExternalUUID=a-1 "
          + "aggregate=average minimum=44.0 maximum=98.0 \(sync("a-1", 1_767_341_460_000))",
        "HeartRate 61.0 count/min 2026-01-02T14:30:00+05:30 \(phone) HKExternalUUID=a-2 "
          + "\(sync("a-2", 1_767_344_401_000))",
      ],
      // What is in JSON files next to it.
      ["unmapped-column", "unmapped-column", "unmapped-column", "lines-before-header"]
    ),
    (
      "com.samsung.shealth.tracker.pedometer_day_summary.20260105090000.csv",
      [
        "StepCount 5231 count 2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00 \(oneDevice) HKExternalUUID=b-1 "
          + "aggregate=sum \(sync("b-1", 0))",
        "DistanceWalkingRunning 3901.2 m 2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00 \(oneDevice) HKExternalUUID=b-1 "
          + "aggregate=sum \(sync("b-1", 0))",
      ], ["lines-before-header"]
    ),
    (
      "com.samsung.health.sleep_stage.20260105090000.csv",
      [
        "SleepAnalysis AsleepCore 2026-01-02T00:00:00+01:00 2026-01-02T00:30:00+01:00 \(phone) HKExternalUUID=s-1 sleep_id=n-1 "
          + "\(sync("s-1", 1_767_355_200_000))",
        "SleepAnalysis AsleepDeep 2026-01-02T00:30:00+01:00 2026-01-02T01:10:00+01:00 \(phone) HKExternalUUID=s-2 sleep_id=n-1 "
          + "\(sync("s-2", 1_767_355_200_000))",
        "SleepAnalysis AsleepREM 2026-01-02T01:10:00+01:00 2026-01-02T01:40:00+01:00 \(phone) HKExternalUUID=s-3 sleep_id=n-1 "
          + "\(sync("s-3", 1_767_355_200_000))",
        "SleepAnalysis Awake 2026-01-02T01:40:00+01:00 2026-01-02T01:45:00+01:00 \(phone) HKExternalUUID=s-4 sleep_id=n-1 "
          + "\(sync("s-4", 1_767_355_200_000))",
      ], ["unmapped-column", "lines-before-header"]
    ),
    (
      "com.samsung.shealth.sleep.20260105090000.csv",
      [
        "SleepAnalysis InBed 2026-01-02T00:00:00+01:00 2026-01-02T01:45:00+01:00 \(phone) HKExternalUUID=n-1 "
          + "\(sync("n-1", 1_767_355_200_000)) sleep_score=81 "
          + "efficiency=92.0 sleep_duration=105"
      ], ["lines-before-header"]
    ),
    (
      "com.samsung.shealth.exercise.20260105090000.csv",
      [
        "Running 1800.5 s 5012.5 m 312.4 kcal 148.0/171.0 2026-01-03T08:00:00+01:00 2026-01-03T08:32:00+01:00 \(phone) "
          + "HKExternalUUID=e-1 exercise_type=1002 \(sync("e-1", 1_767_425_580_000))",
        "Other 1800 s 120.0 kcal 2026-01-03T18:00:00+01:00 2026-01-03T18:30:00+01:00 \(phone) "
          + "HKExternalUUID=e-2 exercise_type=90001 \(sync("e-2", 1_767_461_460_000))",
      ], ["lines-before-header", "unknown-activity"]
    ),
    (
      "com.samsung.health.weight.20260105090000.csv",
      ["BodyMass 72.4 kg", "BodyFatPercentage 0.185 %", "LeanBodyMass 59.0 kg"].map {
        "\($0) 2026-01-04T07:30:00+01:00 \(phone) HKExternalUUID=w-1 "
          + "\(sync("w-1", 1_767_508_260_000)) skeletal_muscle_mass=33.1 comment=after the run, dry"
      }, ["lines-before-header"]
    ),
  ]

  @Test(arguments: files)
  func readItsFiles(_ file: String, _ samples: [String], _ findings: [String]) throws {
    let reading = try GlucoseMapTests.read(file, "samsung")
    #expect(reading.error == nil)
    #expect(reading.lines == samples)
    #expect(reading.findings.map(\.rule) == findings)
  }

  /// The columns leave no doubt, whatever the file is called.
  @Test(arguments: files)
  func theyAreRecognized(_ file: String, _ samples: [String], _ findings: [String]) throws {
    let bytes = try Fixtures.bytes("\(Fixtures.samples)/csv-maps/\(file)")
    let found = CSVMap.headers(in: bytes, file: "x.csv").compactMap {
      CSVMap.builtIn(for: $0, file: "x.csv")
    }
    #expect(found.map(\.name) == ["samsung"])
  }

  /// A day without a zone is one of the clock, and is not shifted.
  @Test func daysNeedAZone() throws {
    let file = "com.samsung.shealth.tracker.pedometer_day_summary.20260105090000.csv"
    #expect(try GlucoseMapTests.read(file, "samsung", zone: nil).error?.remedy == .nameZone)
    for zone in ["Asia/Tokyo", "America/New_York"] {
      let reading = try GlucoseMapTests.read(file, "samsung", zone: zone)
      let start = reading.samples.first?.header?.start.text(.iso8601).description
      #expect(start?.hasPrefix("2026-01-02T00:00:00") == true)
    }
  }

  /// Newer versions write the day of a sum as a text.
  @Test func daysAreTextsOrNumbers() throws {
    for day in ["2018-11-28 00:00:00.000", "1543363200000"] {
      let text =
        "com.samsung.shealth.step_daily_trend,7006003,6\n"
        + "source_type,count,distance,day_time,datauuid\n-2,2803,2212.2998,\(day),6d2ec360,\n"
      let reading = MapReading(
        Array(text.utf8), try CSVMap.named("samsung"),
        name: "com.samsung.shealth.step_daily_trend.20260101010101.csv", zone: "Europe/Berlin")
      #expect(reading.lines.count == 2)
      #expect(
        reading.lines.first?.hasPrefix("StepCount 2803 count 2018-11-28T00:00:00+01:00 ") == true)
    }
  }

  /// The sums of all devices are of the source itself, which comes first in the order of sources.
  @Test func allDevicesTogether() throws {
    let text =
      "com.samsung.shealth.tracker.pedometer_day_summary,6190043,5\n"
      + "step_count,walk_step_count,deviceuuid,day_time,datauuid\n"
      + "3000,3000,2aBcDeFgHi,1525478400000,u1,\n7500,7500,VfS0qUERdZ,1525478400000,u3,\n"
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("samsung"),
      name: "com.samsung.shealth.tracker.pedometer_day_summary.20260101010101.csv",
      zone: "Europe/Berlin")
    #expect(
      reading.samples.map { $0.header?.descriptor.sourceName }
        == ["Samsung Health (2aBcDeFgHi)", "Samsung Health"])
  }

  /// Some days of the trend have no row of all devices together. The rows of devices are of sources of their own.
  @Test func daysOfOneDevice() throws {
    func read(_ text: String) throws -> MapReading {
      MapReading(
        Array("com.samsung.shealth.step_daily_trend,7006003,6\n\(text)".utf8),
        try CSVMap.named("samsung"),
        name: "com.samsung.shealth.step_daily_trend.20260101010101.csv", zone: "Europe/Berlin")
    }
    let named = try read(
      "source_type,count,deviceuuid,day_time,datauuid\n-2,7500,dev-1,1525478400000,u1,\n"
        + "0,3000,dev-1,1525478400000,u2,\n0,4000,dev-1,1525564800000,u3,\n")
    #expect(
      named.samples.map { $0.header?.descriptor.sourceName }
        == ["Samsung Health", "Samsung Health (dev-1)", "Samsung Health (dev-1)"])
    #expect(
      named.lines.map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == [
        "StepCount 7500 count 2018-05-05T00:00:00+02:00",
        "StepCount 3000 count 2018-05-05T00:00:00+02:00",
        "StepCount 4000 count 2018-05-06T00:00:00+02:00",
      ])
    #expect(named.findings.map(\.rule) == ["lines-before-header"])
    let unnamed = try read("source_type,count,day_time,datauuid\n0,3000,1525478400000,u1,\n")
    #expect(unnamed.samples.map { $0.header?.descriptor.sourceName } == ["Samsung Health (device)"])
  }

  /// `sleep_combined` has the nights of several devices once more.
  @Test func nightsAreReadOnce() throws {
    let text =
      "com.samsung.shealth.sleep_combined,7006011,8\n"
      + "start_time,time_offset,sleep_duration,end_time,datauuid\n"
      + "2021-10-30 21:00:00.000,UTC+0200,433,2021-10-31 05:00:00.000,c1,\n"
    let counts = try ["sleep", "sleep_combined"].map { name in
      MapReading(
        Array(text.utf8), try CSVMap.named("samsung"),
        name: "com.samsung.shealth.\(name).20260101010101.csv"
      ).samples.count
    }
    #expect(counts == [1, 0])
  }

  /// 0 is no rate and no injection.
  @Test func breathingAndInsulin() throws {
    let rates =
      #"[{"start_time":1767340800000,"end_time":1767340860000,"respiratory_rate":14.5},"#
      + #"{"start_time":1767340860000,"end_time":1767340920000,"respiratory_rate":0.0}]"#
    let map = try CSVMap.named("samsung")
    #expect(
      MapReading(Array(rates.utf8), map, name: "u.binning_data.json").lines == [
        "RespiratoryRate 14.5 count/min 2026-01-02T08:00:00+00:00 2026-01-02T08:01:00+00:00 by Samsung Health"
      ])
    let prefix = "com.samsung.health.blood_glucose."
    let columns = ["start_time", "glucose", "insulin_injected", "time_offset", "datauuid"]
    let readings =
      "com.samsung.shealth.blood_glucose,7,5\n"
      + columns.map { prefix + $0 }.joined(separator: ",") + "\n"
      + "2026-01-02 08:00:00.000,5.6,4.5,UTC+0100,g,\n2026-01-02 09:00:00.000,5.7,0.0,UTC+0100,h,\n"
    let reading = MapReading(
      Array(readings.utf8), map, name: "com.samsung.shealth.blood_glucose.20260105090000.csv")
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
        "BloodGlucose 5.6", "InsulinDelivery 4.5", "BloodGlucose 5.7",
      ])
  }

  @Test(.enabled(if: Fixtures.arePresent, "the fixtures are absent"))
  func fixtures() throws {
    let counts =
      ["heart_rate", "pedometer_day_summary"].map {
        ("com.samsung.shealth.tracker.\($0).20260102030405.csv", 2)
      } + [("com.samsung.health.sleep_stage.20260102030405.csv", 4)]
    for (file, count) in counts {
      let bytes = try Fixtures.bytes("\(Fixtures.folder)/interop/samsung/\(file)")
      let reading = MapReading(
        bytes, try CSVMap.named("samsung"), name: file, zone: "Europe/Berlin")
      #expect(reading.error == nil)
      #expect(reading.samples.count == count)
    }
  }
}
