import HealthModel
import Testing

@testable import HealthFormats

/// Names that accounts have in other languages or other versions, and what is said of those that no map has.
@Suite struct AccountNameTests {
  private static func read(_ map: String, _ text: String, _ name: String) throws -> MapReading {
    MapReading(Array(text.utf8), try CSVMap.named(map), name: name, zone: "Europe/Berlin")
  }

  @Test func daysOfGoogleFitInGerman() throws {
    let text = """
      Datum,Schrittzahl,Distanz (m),Durchschnittliche Herzfrequenz (bpm),Durchschnittsgewicht (kg)
      2026-03-01,4200,3000.5,,"70,5"

      """
    let reading = try Self.read("google-fit", text, "Tägliche Aktivitätswerte.csv")
    let day = "2026-03-01T00:00:00+01:00 2026-03-02T00:00:00+01:00 by Google Fit"
    #expect(
      reading.lines == [
        "StepCount 4200 count \(day) aggregate=sum",
        "DistanceWalkingRunning 3000.5 m \(day) aggregate=sum",
        "BodyMass 70.5 kg \(day) aggregate=average",
      ])
    #expect(reading.error == nil && reading.findings.isEmpty, "\(reading.findings)")
  }

  /// What Health Auto Export has of a day, and a column without a type.
  @Test func columnsOfHealthAutoExport() throws {
    let text = """
      Date/Time,Insulin Delivery (IU),Cardio Recovery (count/min),Fiber (g),Apple Stand Hour (hours)
      2026-03-01 00:00:00,17,30,25,12

      """
    let reading = try Self.read("health-auto-export", text, "HealthAutoExport-2026-03-01.csv")
    let names = reading.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
    #expect(
      names == [
        "DietaryFiber 25 g", "InsulinDelivery 17 IU", "HeartRateRecoveryOneMinute 30 count/min",
        "Row[2026-03-01 00:00:00;12]",
      ])
    #expect(
      reading.findings.map(\.message) == [
        "the column 'Apple Stand Hour (hours)' is not in the map; it is preserved in a row of its own"
      ])
  }

  /// A metric that the map does not list is named, and so are members of a workout without a field.
  @Test func metricsOfHealthAutoExport() throws {
    let text = """
      {"data":{"metrics":[
      {"name":"sexual_activity","units":"count","data":[{"Unspecified":0,"Protection Used":1,"Protection Not Used":0,
      "date":"2026-03-01 00:00:00 +0100"}]},
      {"name":"apple_stand_hour","units":"count","data":[{"qty":12,"date":"2026-03-01 00:00:00 +0100"}]}],
      "workouts":[{"name":"Outdoor Run","start":"2026-03-01 08:00:00 +0100","end":"2026-03-01 08:30:00 +0100",
      "stepCount":[{"qty":150,"units":"steps"}]}]}}
      """
    let reading = try Self.read("health-auto-export", text, "export.json")
    #expect(
      reading.lines.first
        == "SexualActivity NotApplicable 2026-03-01T00:00:00+01:00 by Health Auto Export aggregate=sum count=1 "
        + "HKSexualActivityProtectionUsed=1")
    #expect(
      reading.findings.map(\.message).sorted() == [
        "found a text that is not in the map's table, in the member 'name' of 'apple_stand_hour'; the row is preserved unchanged",
        "the member 'stepCount' is not in the map; it is preserved in a row of its own",
      ])
  }

  /// A night is in bed from its start to its end; the word for the source of a night is no source.
  @Test func nightsOfFitbitAreInBed() throws {
    let text = """
      [{"logId":1,"dateOfSleep":"2026-03-01","startTime":"2026-02-28T23:00:00.000","endTime":"2026-03-01T07:00:00.000",
      "duration":28800000,"efficiency":90,"levels":{"summary":{"deep":{"count":1}},"data":[
      {"dateTime":"2026-02-28T23:00:00.000","level":"wake","seconds":1800},
      {"dateTime":"2026-02-28T23:30:00.000","level":"light","seconds":27000}],"shortData":[]},"mainSleep":true}]
      """
    let reading = try Self.read("fitbit", text, "sleep-2026-03-01.json")
    #expect(reading.error == nil && reading.findings.isEmpty, "\(reading.findings)")
    #expect(
      reading.lines.sorted() == [
        "SleepAnalysis AsleepCore 2026-02-28T23:30:00+01:00 2026-03-01T07:00:00+01:00 by Fitbit log_id=1",
        "SleepAnalysis Awake 2026-02-28T23:00:00+01:00 2026-02-28T23:30:00+01:00 by Fitbit log_id=1",
        "SleepAnalysis InBed 2026-02-28T23:00:00+01:00 2026-03-01T07:00:00+01:00 by Fitbit log_id=1",
      ])
    let table = """
      sleep_id,sleep_type,start_utc_offset,sleep_start,end_utc_offset,sleep_end,data_source
      1,STAGES,+01:00,2026-02-28T22:00:00Z,+01:00,2026-03-01T06:00:00Z,DERIVED

      """
    #expect(
      try Self.read("fitbit", table, "UserSleeps_2026-03-01.csv").lines == [
        "SleepAnalysis InBed 2026-02-28T23:00:00+01:00 2026-03-01T07:00:00+01:00 by Fitbit log_id=1 data_source=DERIVED "
          + "sleep_type=STAGES"
      ])
  }

  /// Treatments have the offset of the clock that they state, as entries have; one of 0 gives way to the zone.
  @Test func treatmentsOfNightscoutHaveAnOffset() throws {
    for (offset, start) in [
      ("-180", "2026-03-01T20:30:00-03:00"), ("0", "2026-03-02T00:30:00+01:00"),
    ] {
      let text =
        "[{\"_id\":\"a\",\"eventType\":\"Bolus\",\"created_at\":\"2026-03-01T23:30:00.000Z\",\"insulin\":5,"
        + "\"utcOffset\":\(offset)}]"
      let lines = try Self.read("nightscout", text, "treatments.json").lines
      #expect(lines.count == 1 && lines[0].contains(" \(start) "), "\(lines)")
    }
  }

  /// Tables of 2018 and 2019 have other columns, and 0 for the extremes of a single heart rate.
  @Test func olderTablesOfSamsung() throws {
    let columns = "start_time,update_time,pkg_name,time_offset,end_time,deviceuuid,datauuid"
    let row = "2018-05-09 22:30:00.000,,app,UTC+0200,2018-05-10 05:30:00.000,dev,"
    func lines(_ type: String, _ more: String, _ values: String) throws -> [String] {
      let text = "\(type),311000,5\n\(columns),\(more)\n\(row)u1,\(values)\n"
      let reading = try Self.read("samsung", text, "\(type).201903071432.csv")
      #expect(reading.error == nil)
      return reading.lines
    }
    let night = "2018-05-10T00:30:00+02:00 2018-05-10T07:30:00+02:00 by app"
    #expect(
      try lines("com.samsung.health.sleep", "custom", "").first?
        .hasPrefix("SleepAnalysis InBed \(night) ") == true)
    let steps = try lines("com.samsung.health.step_count", "count,distance", "100,70")
    #expect(
      steps.map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == [
        "StepCount 100 count 2018-05-10T00:30:00+02:00",
        "DistanceWalkingRunning 70 m 2018-05-10T00:30:00+02:00",
      ])
    let rates = try lines(
      "com.samsung.health.heart_rate", "heart_rate,heart_beat_count,max,min", "72.0,1,0.0,0.0")
    #expect(rates.count == 1 && rates[0].hasPrefix("HeartRate 72.0 count/min"), "\(rates)")
    #expect(!rates[0].contains("aggregate"))
  }

  /// Naps of Zepp are a list in a cell, whose quotes are doubled or escaped; a day may have only a nap.
  @Test(arguments: ["\"\"", "\\\""])
  func napsOfZepp(_ quote: String) throws {
    let nap = ["start", "2026-03-02 13:00:00+0000", "end", "2026-03-02 13:45:00+0000"].map {
      quote + $0 + quote
    }
    let naps = "\"[{\(nap[0]):\(nap[1]),\(nap[2]):\(nap[3])}]\""
    let text =
      "date,deepSleepTime,shallowSleepTime,wakeTime,start,stop,REMTime,naps\n"
      + "2026-03-01,90,240,10,2026-02-28 22:30:00+0000,2026-03-01 06:00:00+0000,80,25\n"
      + "2026-03-02,0,0,0,2026-03-01 23:00:00+0000,2026-03-01 23:00:00+0000,0,\(naps)\n"
    let reading = try Self.read("zepp", text, "SLEEP_1.csv")
    #expect(reading.error == nil && reading.findings.isEmpty, "\(reading.findings)")
    #expect(
      reading.lines == [
        "SleepAnalysis InBed 2026-02-28T23:30:00+01:00 2026-03-01T07:00:00+01:00 by Zepp aggregate=total shallowSleepTime=240 deepSleepTime=90 "
          + "REMTime=80 wakeTime=10 naps=25 date=2026-03-01",
        "SleepAnalysis InBed 2026-03-02T14:00:00+01:00 2026-03-02T14:45:00+01:00 by Zepp Nap=true date=2026-03-02",
      ])
  }
}
