import HealthModel
import Testing

@testable import HealthFormats

/// The JSON files of a Garmin account, made up from descriptions.
@Suite struct GarminAccountTests {
  private func read(_ text: String, _ name: String, zone: String? = nil) throws -> MapReading {
    let map = try #require(CSVMap.builtIn.first { $0.name == "garmin" }).map()
    #expect(CSVMap.builtIn(forJSON: Array(text.utf8), file: name)?.name == "garmin")
    let reading = MapReading(Array(text.utf8), map, name: name, zone: zone)
    #expect(reading.error == nil && reading.findings.allSatisfy { $0.rule == "unmapped-column" })
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

  /// The day of an export ends when it was made; a later export has the whole day.
  @Test func theLastDayIsAWholeDay() throws {
    let text = """
      [{"calendarDate":"2026-01-02","totalSteps":3000,"wellnessStartTimeGmt":"2026-01-01T23:00:00.0",
      "wellnessEndTimeGmt":"2026-01-02T11:00:00.0","wellnessStartTimeLocal":"2026-01-02T00:00:00.0"}]
      """
    let reading = try read(text, "UDSFile_2026-01-01_2026-04-11.json", zone: nil)
    let period = "2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00"
    #expect(
      reading.lines.dropLast() == [
        "StepCount 3000 count \(period) by Garmin Connect aggregate=sum"
      ])
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

  /// Distances are in centimeters, times in milliseconds; energy is in 4.19002 kilojoules for each kilocalorie.
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
        "Running 1800.123 s 5012 m 405.84531816077254 kcal 140.0/171.0 2026-01-02T09:00:00+01:00 2026-01-02T09:30:10+01:00 by Garmin Connect "
          + "HKExternalUUID=111 Name=Morning"))
  }

  /// A nap is a sleep of its own, next to the night of its day.
  @Test func napsAreSleep() throws {
    let text = """
      [{"sleepStartTimestampGMT":"2026-01-01T22:30:00.0","sleepEndTimestampGMT":"2026-01-02T05:30:00.0",
      "napList":[{"napStartTimestampGMT":"2026-01-02T12:00:00.0","napEndTimestampGMT":"2026-01-02T12:30:00.0",
      "napTimeSec":1800}]}]
      """
    let reading = try read(text, "2026-01-01_2026-04-11_1_sleepData.json", zone: "+01:00")
    #expect(
      reading.lines.sorted() == [
        "SleepAnalysis AsleepUnspecified 2026-01-02T13:00:00+01:00 2026-01-02T13:30:00+01:00 by Garmin Connect "
          + "aggregate=total napTimeSec=1800",
        "SleepAnalysis InBed 2026-01-01T23:30:00+01:00 2026-01-02T06:30:00+01:00 by Garmin Connect aggregate=total",
      ])
  }

  /// The date is a list of numbers on the clock, of which seconds of 0 are absent.
  @Test func bloodPressures() throws {
    let text = """
      [{"version":1754225936458,"metaData":{"userProfilePK":1,"calendarDate":[2025,8,3,8,58,46,6000000],"sequence":1},
      "bloodPressure":{"systolic":107,"diastolic":70,"pulse":81,"multiMeasurement":false},"biometricSourceType":2},
      {"metaData":{"calendarDate":[2025,12,24,18,5]},"bloodPressure":{"systolic":110,"diastolic":72}}]
      """
    let map = try CSVMap.named("garmin")
    let zones: [(zone: String?, summer: String, winter: String)] = [
      ("Europe/Berlin", "+02:00", "+01:00"), (nil, "+00:00", "+00:00"),
    ]
    for (zone, summer, winter) in zones {
      let reading = MapReading(
        Array(text.utf8), map, name: "BloodPressureFile_2025-01-01_2026-01-01.json", zone: zone)
      #expect(reading.error == nil)
      let pressures = reading.lines.filter { $0.hasPrefix("BloodPressure (") }
      #expect(pressures.count == 2)
      #expect(pressures.first?.contains(" 2025-08-03T08:58:46\(summer) by") == true)
      #expect(pressures.last?.contains(" 2025-12-24T18:05:00\(winter) by") == true)
      let rate = "HeartRate 81 count/min 2025-08-03T08:58:46\(summer)"
      #expect(reading.lines.contains { $0.hasPrefix(rate) })
      #expect(reading.lines.count == 3)
      #expect(!reading.lines.joined().contains("userProfilePK"))
      #expect(reading.findings.map(\.rule) == ["map-note"])
    }
  }

  /// The keys of Garmin are names of sports; a name that is not known is reported, and preserved like all.
  @Test(
    arguments: [
      ("resort_skiing_snowboarding_ws", "DownhillSkiing", []), ("floor_climbing", "Stairs", []),
      ("stand_up_paddleboarding_v2", "PaddleSports", []), ("multi_sport", "SwimBikeRun", []),
      ("treadmill_running", "Running", ["HKIndoorWorkout=1"]),
      ("indoor_cycling", "Cycling", ["HKIndoorWorkout=1"]),
      ("virtual_ride", "Cycling", ["HKIndoorWorkout=1"]),
      ("lap_swimming", "Swimming", ["HKSwimmingLocationType=1"]),
      ("open_water_swimming", "Swimming", ["HKSwimmingLocationType=2"]),
      ("fitness_equipment", "Other", []), ("moon_walk", "Other", []),
    ] as [(String, String, [String])])
  func keysAreSports(_ key: String, _ activity: String, _ metadata: [String]) throws {
    let json = """
      [{"summarizedActivitiesExport":[{"activityId":1,"name":"A","activityType":"\(key)",
      "beginTimestamp":1767340800000,"duration":60000,"distance":0}]}]
      """
    let csv = """
      Activity Type,Date,Favorite,Title,Distance,Calories,Time
      \(key),2024-05-06 07:01:22,false,A,5.02,10,00:31:40
      """
    let map = try CSVMap.named("garmin")
    let list = try CSVMap.named("garmin#activities-km")
    for reading in [
      MapReading(Array(json.utf8), map, name: "a_0_summarizedActivities.json"),
      MapReading(Array(csv.utf8), list, name: "Activities.csv", zone: "UTC"),
    ] {
      let line = try #require(reading.lines.first)
      #expect(line.hasPrefix(activity + " "), "\(line)")
      let text = (["Activity Type=\(key)"] + metadata).joined(separator: " ")
      #expect(line.contains(text), "\(line)")
      #expect(line.contains("HKIndoorWorkout") == metadata.contains("HKIndoorWorkout=1"))
      #expect(reading.findings.map(\.rule) == (key == "moon_walk" ? ["unknown-activity"] : []))
    }
  }
}
