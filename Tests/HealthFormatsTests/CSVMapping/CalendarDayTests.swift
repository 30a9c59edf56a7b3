import HealthModel
import Testing

@testable import HealthFormats

/// Values of days in the zone that is given, also where the clock is changed on that day.
@Suite struct CalendarDayTests {
  /// Of each map with values of days a file, in which DAY is the day, and GMT when it began.
  static let files: [(map: String, file: String, text: String)] = [
    (
      "carelink", "carelink.csv",
      "Index,Date,Time,Bolus Volume Delivered (U),Sensor Glucose (mg/dL),Bolus Source\n"
        + "1,SLASHED,00:00:00,12,,CLOSED_LOOP_AUTO_INSULIN\n"
    ),
    (
      "fitbit", "daily_resting_heart_rate.csv",
      "timestamp,beats per minute\nDAYT00:00:00Z,61\n"
    ),
    ("fitbit", "steps.json", #"{"activities-steps":[{"dateTime":"DAY","value":"100"}]}"#),
    (
      "garmin", "UDSFile_1.json",
      #"[{"calendarDate":"DAY","totalSteps":100,"wellnessStartTimeGmt":"GMT","#
        + #""wellnessEndTimeGmt":"GMT","wellnessStartTimeLocal":"DAYT00:00:00.0"}]"#
    ),
    (
      "google-fit", "Daily activity metrics.csv",
      "Date,Move Minutes count,Step count\nDAY,10,100\n"
    ),
    ("health-auto-export", "days.csv", "Date,Step Count (count)\nDAY,100\n"),
    ("health-auto-export", "days.csv", "Date,Step Count (count)\nDAY 00:00:00 OFFSET,100\n"),
    (
      "oura", "dailyactivity.csv",
      "equivalent_walking_distance,active_calories,steps,day\n80,10,100,DAY\n"
    ),
    (
      "polar", "activity-2026-01-01-1.json",
      #"{"exportVersion":"1.0","date":"DAY","summary":{"stepCount":100},"samples":{}}"#
    ),
    (
      "samsung", "com.samsung.shealth.tracker.pedometer_day_summary.1.csv",
      "step_count,walk_step_count,day_time,datauuid\n100,90,DAY 00:00:00.000,a\n"
    ),
    ("withings", "aggregates_steps.csv", "date,value\nDAY,100\n"),
    (
      "zepp", "ACTIVITY_1.csv",
      "date,steps,distance,runDistance,calories\nDAY,100,80,0,10\n"
    ),
  ]

  @Test(arguments: files)
  func aDayEndsAtTheNextMidnight(_ map: String, _ file: String, _ text: String) throws {
    let days = [
      (
        "2026-03-29", "2026-03-28T23:00:00.0", "+0100",
        " 2026-03-29T00:00:00+01:00 2026-03-30T00:00:00+02:00 "
      ),
      (
        "2026-10-25", "2026-10-24T22:00:00.0", "+0200",
        " 2026-10-25T00:00:00+02:00 2026-10-26T00:00:00+01:00 "
      ),
    ]
    for (day, begin, offset, period) in days {
      let slashed = String(day.map { $0 == "-" ? "/" : $0 })
      var content = text
      for (name, value) in [
        ("SLASHED", slashed), ("DAY", day), ("GMT", begin), ("OFFSET", offset),
      ] { content.replace(name, with: value) }
      let reading = MapReading(
        Array(content.utf8), try CSVMap.named(map), name: file, zone: "Europe/Berlin")
      #expect(reading.error == nil)
      let line = try #require(reading.lines.first)
      #expect(line.contains(period), "\(line)")
    }
  }

  @Test func allMapsWithDaysAreHere() throws {
    for builtIn in CSVMap.builtIn {
      let hasDays = try builtIn.map().tables.contains { table in
        table.samples.contains { sample in
          if case .days? = sample.settings.lasts?.form { true } else { false }
        }
      }
      #expect(hasDays == Self.files.contains { $0.map == builtIn.name }, "\(builtIn.name)")
    }
  }
}
