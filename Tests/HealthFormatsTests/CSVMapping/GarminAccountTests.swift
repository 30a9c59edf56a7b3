import HealthModel
import Testing

@testable import HealthFormats

/// The JSON files of a Garmin account, made up from descriptions.
@Suite struct GarminAccountTests {
  private func read(_ text: String, _ name: String, zone: String? = nil) throws -> MapReading {
    let map = try #require(CSVMap.builtIn.first { $0.name == "garmin" }).map()
    #expect(CSVMap.builtIn(forJSON: Array(text.utf8), file: name)?.name == "garmin")
    let reading = MapReading(Array(text.utf8), map, name: name, zone: zone)
    #expect(reading.error == nil && reading.findings == [])
    return reading
  }

  /// Days have the offset that their local time states, whatever the zone that is given.
  @Test(arguments: [
    ("2026-01-02T00:00:00.0", "2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00"),
    ("2026-01-01T12:30:00.0", "2026-01-01T12:30:00-10:30 2026-01-02T12:30:00-10:30"),
  ])
  func daysAreOnTheirClock(_ local: String, _ period: String) throws {
    let text = """
      [{"calendarDate":"2026-01-02","totalSteps":5231,"totalDistanceMeters":4100,"activeKilocalories":500.0,
      "bmrKilocalories":1800.0,"totalKilocalories":2300.0,"restingHeartRate":52,"minHeartRate":44,
      "wellnessStartTimeGmt":"2026-01-01T23:00:00.0","wellnessEndTimeGmt":"2026-01-02T23:00:00.0",
      "wellnessStartTimeLocal":"\(local)"}]
      """
    for zone in [nil, "Asia/Tokyo"] {
      let reading = try read(text, "UDSFile_2026-01-01_2026-04-11.json", zone: zone)
      #expect(
        reading.lines.dropLast() == [
          "StepCount 5231 count \(period) by Garmin Connect aggregate=sum",
          "DistanceWalkingRunning 4100 m \(period) by Garmin Connect aggregate=sum",
          "ActiveEnergyBurned 500.0 kcal \(period) by Garmin Connect aggregate=sum",
          "BasalEnergyBurned 1800.0 kcal \(period) by Garmin Connect aggregate=sum",
          "RestingHeartRate 52 count/min \(period) by Garmin Connect aggregate=average",
        ])
      // What has no type is preserved.
      #expect(reading.lines.last?.hasPrefix("Row[") == true)
      #expect(reading.lines.last?.contains("44") == true)
    }
  }

  @Test func aNightHasItsSums() throws {
    let text = """
      [{"sleepStartTimestampGMT":"2026-01-01T22:30:00.0","sleepEndTimestampGMT":"2026-01-02T05:30:00.0",
      "deepSleepSeconds":4320}]
      """
    #expect(
      try read(text, "2026-01-01_2026-04-11_1_sleepData.json", zone: "+01:00").lines == [
        "SleepAnalysis InBed 2026-01-01T23:30:00+01:00 2026-01-02T06:30:00+01:00 by Garmin Connect aggregate=total deepSleepSeconds=4320"
      ])
  }

  /// Weights are in grams; other items of the file have none.
  @Test func weightsAndFitness() throws {
    let weights = """
      [{"metaData":{},"weight":{"weight":81419.0,"sourceType":"MANUAL","timestampGMT":"2026-01-02T18:01:21.0"}},
      {"metaData":{},"lactateThresholdHeartRate":165}]
      """
    let map = try CSVMap.named("garmin")
    let reading = MapReading(
      Array(weights.utf8), map, name: "1_userBioMetrics.json", zone: "+01:00")
    #expect(
      reading.lines == [
        "BodyMass 81.419 kg 2026-01-02T19:01:21+01:00 by Garmin Connect sourceType=MANUAL"
      ])
    #expect(reading.findings.map(\.rule) == ["row-left-out"])
    let fitness = #"[{"calendarDate":"2026-01-02","vo2MaxValue":45.3,"sport":"RUNNING"}]"#
    #expect(
      try read(fitness, "MetricsMaxMetData_1_2_3.json").lines == [
        "VO2Max 45.3 mL/min·kg 2026-01-02T00:00:00+00:00 by Garmin Connect sport=RUNNING"
      ])
  }

  /// Distances are in centimeters, times in milliseconds; the unit of energy is not known.
  @Test(arguments: [#""trail_running""#, #"{"typeKey":"trail_running"}"#])
  func anActivityIsAWorkout(_ type: String) throws {
    let text = """
      [{"summarizedActivitiesExport":[{"activityId":111,"name":"Morning","activityType":\(type),
      "beginTimestamp":1767340800000,"startTimeLocal":1767344400000.0,"duration":1800123.0,
      "elapsedDuration":1810000.0,"distance":501200.0,"avgHr":140.0,"maxHr":171.0,"calories":1700.5}]}]
      """
    let reading = try read(text, "a_0_summarizedActivities.json")
    let line = try #require(reading.lines.first)
    #expect(reading.lines.count == 1)
    #expect(
      line.hasPrefix(
        "Running 1800.123 s 5012 m 140.0/171.0 2026-01-02T09:00:00+01:00 2026-01-02T09:30:10+01:00 by Garmin Connect "
          + "HKExternalUUID=111 Name=Morning"))
    #expect(line.contains("calories=1700.5"))
  }
}
