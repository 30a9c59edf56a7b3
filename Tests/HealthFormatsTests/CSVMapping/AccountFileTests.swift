import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// Files that accounts have today: newer tables of Fitbit and Oura, newer sessions of Polar, other lists of Health Auto Export.
@Suite struct AccountFileTests {
  private static func read(
    _ map: String, _ text: String, _ name: String, zone: String? = nil
  ) throws -> MapReading {
    MapReading(Array(text.utf8), try CSVMap.named(map), name: name, zone: zone)
  }

  /// Of a day at midnight in UTC, the date is the day, in any zone; other times are instants.
  @Test func daysOfFitbit() throws {
    let text = """
      timestamp,beats per minute,data source
      2026-03-04T00:00:00Z,58.5,Band
      2026-03-05T12:00:00Z,57,Band

      """
    let name = "daily_resting_heart_rate.csv"
    let lines = try Self.read("fitbit", text, name, zone: "America/New_York").lines
    #expect(
      lines == [
        "RestingHeartRate 58.5 count/min 2026-03-04T00:00:00-05:00 2026-03-05T00:00:00-05:00 by Band "
          + "aggregate=average",
        "RestingHeartRate 57 count/min 2026-03-05T12:00:00+00:00 2026-03-06T12:00:00+00:00 by Band "
          + "aggregate=average",
      ])
    #expect(
      try Self.read("fitbit", text, name).lines.first?.contains("2026-03-04T00:00:00+00:00") == true
    )
  }

  @Test(arguments: [
    (
      "distance_2026-03-01.csv", "timestamp,distance,data source\n2026-03-04T08:00:00Z,71.5,Band\n",
      "DistanceWalkingRunning 71.5 m 2026-03-04T08:00:00+00:00 2026-03-04T08:01:00+00:00 by Band"
    ),
    (
      "body_fat_2026-03-01.csv",
      "timestamp,body fat percentage,data source\n2026-03-04T08:00:00Z,21.5,Scale\n",
      "BodyFatPercentage 0.215 % 2026-03-04T08:00:00+00:00 by Scale"
    ),
    (
      "daily_oxygen_saturation.csv",
      "timestamp,average percentage,lower bound percentage,upper bound percentage,data source\n"
        + "2026-03-04T00:00:00Z,95.5,93,97,Band\n",
      "OxygenSaturation 0.955 % 2026-03-04T00:00:00+00:00 2026-03-05T00:00:00+00:00 by Band aggregate=average "
        + "minimum=93 maximum=97"
    ),
    (
      "Minute SpO2 - 2026-03-04.csv",
      "timestamp,value\n2026-03-04T02:00:00Z,50.0\n2026-03-04T02:01:00Z,96\n",
      "OxygenSaturation 0.96 % 2026-03-04T02:01:00+00:00 by Fitbit"
    ),
    (
      "distance-2026-03-04.json", #"[{"dateTime":"03/04/26 08:00:00","value":"7150"}]"#,
      "DistanceWalkingRunning 7150 cm 2026-03-04T08:00:00+00:00 2026-03-04T08:01:00+00:00 by Fitbit"
    ),
  ])
  func tablesOfFitbit(_ name: String, _ text: String, _ line: String) throws {
    let reading = try Self.read("fitbit", text, name)
    #expect(reading.error == nil)
    #expect(reading.lines == [line])
  }

  /// Nights have offsets of their own, so that they need no zone.
  @Test func nightsOfFitbit() throws {
    let stages = """
      sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end,data_source
      7,0,LIGHT,+05:30,2026-03-04T17:30:00Z,+05:30,2026-03-04T18:00:00Z,BAND
      7,1,WAKE,+05:30,2026-03-04T18:00:00Z,+05:30,2026-03-04T18:10:00Z,BAND

      """
    let reading = try Self.read("fitbit", stages, "UserSleepStages_2026-03-01.csv")
    #expect(reading.findings.isEmpty)
    #expect(
      reading.lines == [
        "SleepAnalysis AsleepCore 2026-03-04T23:00:00+05:30 2026-03-04T23:30:00+05:30 by Fitbit log_id=7 data_source=BAND",
        "SleepAnalysis Awake 2026-03-04T23:30:00+05:30 2026-03-04T23:40:00+05:30 by Fitbit log_id=7 data_source=BAND",
      ])
    let exercises = """
      exercise_id,exercise_start,exercise_end,utc_offset,activity_name,tracker_total_calories,tracker_total_distance_mm,\
      tracker_avg_heart_rate,tracker_peak_heart_rate
      9,2026-03-04T08:00:00Z,2026-03-04T08:30:00Z,+01:00,Outdoor Walk,120,2500000,101,131

      """
    #expect(
      try Self.read("fitbit", exercises, "UserExercises_2026-03-01.csv").lines == [
        "Walking 2500 m 120 kcal 101/131 2026-03-04T09:00:00+01:00 2026-03-04T09:30:00+01:00 by Fitbit HKExternalUUID=9 "
          + "activity=Outdoor Walk"
      ])
  }

  /// What a person entered has no values of a device, which are 0 then; a day without the device has a rate of 0.
  @Test func zerosOfFitbitAreNotMeasured() throws {
    let exercises = """
      exercise_id,exercise_start,exercise_end,utc_offset,activity_name,tracker_total_calories,tracker_total_distance_mm,\
      tracker_avg_heart_rate,tracker_peak_heart_rate,manually_logged_total_calories,manually_logged_total_distance_mm
      9,2026-03-04T08:00:00Z,2026-03-04T08:30:00Z,+01:00,Bike,0,0,0,0,250,8000000

      """
    #expect(
      try Self.read("fitbit", exercises, "UserExercises_2026-03-01.csv").lines.first?
        .hasPrefix("Cycling 8000 m 250 kcal 2026-03-04T09:00:00+01:00") == true)
    let rates = "timestamp,beats per minute,data source\n2026-03-04T00:00:00Z,0,Band\n"
    #expect(try Self.read("fitbit", rates, "daily_resting_heart_rate.csv").samples.isEmpty)
  }

  @Test func nightsOfOura() throws {
    let text = """
      id;average_breath;average_hrv;bedtime_end;bedtime_start;sleep_phase_5_min;total_sleep_duration;type
      a;13.5;61;2026-03-05T06:00:00+02:00;2026-03-05T05:50:00+02:00;24;600;long_sleep
      b;0;0;2026-03-05T09:00:00+02:00;2026-03-05T08:50:00+02:00;4;0;deleted

      """
    let reading = try Self.read("oura", text, "sleepmodel.csv")
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == [
        "SleepAnalysis InBed 2026-03-05T05:50:00+02:00 2026-03-05T06:00:00+02:00",
        "SleepAnalysis AsleepCore 2026-03-05T05:50:00+02:00 2026-03-05T05:55:00+02:00",
        "SleepAnalysis Awake 2026-03-05T05:55:00+02:00 2026-03-05T06:00:00+02:00",
        "RespiratoryRate 13.5 count/min 2026-03-05T05:50:00+02:00",
        "HeartRateVariabilityRMSSD 61 ms 2026-03-05T05:50:00+02:00",
      ])
    // A night without stages states its total.
    let whole = try Self.read(
      "oura", text.replacing("05:50:00+02:00;24;600", with: "05:50:00+02:00;;600"),
      "sleepmodel.csv")
    #expect(whole.samples.count == 3)
    #expect(whole.lines[0].contains(" aggregate=total ") && !reading.lines[0].contains("aggregate"))
    #expect(whole.lines[0].contains("total_sleep_duration=600"))
    // The last stage ends with the night.
    let short = text.replacing("T06:00:00+02:00", with: "T05:57:30+02:00")
    #expect(
      try Self.read("oura", short, "sleepmodel.csv").lines[2].hasPrefix(
        "SleepAnalysis Awake 2026-03-05T05:55:00+02:00 2026-03-05T05:57:30+02:00 by Oura"))
    #expect(
      try Self.read(
        "oura",
        "id;active_calories;day;equivalent_walking_distance;steps\nc;410;2026-03-05;5000;6100\n",
        "dailyactivity.csv", zone: "+02:00"
      ).lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "StepCount 6100 count", "ActiveEnergyBurned 410 kcal", "DistanceWalkingRunning 5000 m",
      ])
  }

  /// Oxygen is a number in JSON, or a number; a row without a value is left out, and counted.
  @Test func oxygenAndHeartRatesOfOura() throws {
    let oxygen = """
      id;day;spo2_percentage
      a;2026-03-05;"{""average"": 98.465}"
      b;2026-03-06;
      c;2026-03-07;97.5
      d;2026-03-08;"{""average"": null}"
      e;2026-03-09;"{""average"": 98"

      """
    let reading = try Self.read("oura", oxygen, "dailyspo2.csv", zone: "+02:00")
    #expect(reading.error == nil)
    let lines = reading.lines.map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
    #expect(
      lines.dropLast() == [
        "OxygenSaturation 0.98465 % 2026-03-05T00:00:00+02:00",
        "OxygenSaturation 0.975 % 2026-03-07T00:00:00+02:00",
      ])
    #expect(reading.lines.last?.hasPrefix("Row[e;") == true)
    #expect(reading.findings.map(\.rule).sorted() == ["malformed-number", "row-left-out"])
    #expect(reading.findings.contains { $0.message.hasSuffix("(2)") })
    let rates = try Self.read(
      "oura",
      "bpm;source;timestamp\n63;rest;2026-03-05T10:00:00Z\n;rest;2026-03-05T10:05:00Z\n",
      "heartrate.csv")
    #expect(rates.lines == ["HeartRate 63 count/min 2026-03-05T10:00:00+00:00 by Oura source=rest"])
    #expect(rates.findings.map(\.rule) == ["row-left-out"])
  }

  /// A session without exercises is a workout itself.
  @Test(arguments: [
    (
      "training-session-2025-10-28-9-a.json",
      #"{"exportVersion":"1.0","startTime":"2025-10-28T10:00:00.000","stopTime":"2025-10-28T10:30:00.000","#
        + #""timeZoneOffset":60,"duration":"PT1800.5S","kiloCalories":200,"averageHeartRate":100}"#,
      "Other 1800.5 s 200 kcal 100/- 2025-10-28T10:00:00+01:00 2025-10-28T10:30:00+01:00 by Polar"
    ),
    (
      "training-session_2025-10-28T10_00_00_9-a.json",
      #"{"calories":200,"durationMillis":590500,"distanceMeters":1000.5,"identifier":{"id":"9"},"sport":{"id":"1"},"#
        + #""hrAvg":140,"hrMax":170,"startTime":"2025-10-28T10:00:00","stopTime":"2025-10-28T10:30:00","#
        + #""timezoneOffsetMinutes":60,"created":"2025-10-28T10:00:00Z","exercises":[]}"#,
      "Running 590.5 s 1000.5 m 200 kcal 140/170 2025-10-28T10:00:00+01:00 2025-10-28T10:30:00+01:00 by Polar "
        + "HKExternalUUID=9 sport=1"
    ),
  ])
  func sessionsOfPolarWithoutExercises(_ name: String, _ text: String, _ line: String) throws {
    let reading = try Self.read("polar", text, name)
    #expect(reading.error == nil && reading.findings.isEmpty, "\(reading.findings)")
    #expect(reading.lines == [line])
    #expect(CSVMap.builtIn(forJSON: Array(text.utf8), file: name)?.name == "polar")
  }

  /// Heart rates have an interval instead of times, and NaN for none; points state how long after the start of the route they were.
  @Test func sessionsOfPolar() throws {
    let text = """
      {"identifier":{"id":"5"},"name":"Hill","timezoneOffsetMinutes":120,"startTime":"2026-03-05T10:00:00","exercises":[{
      "identifier":{"id":"6"},"startTime":"2026-03-05T10:00:00","stopTime":"2026-03-05T10:10:00","durationMillis":590500,
      "timezoneOffsetMinutes":120,"distanceMeters":1500.5,"calories":80,"sport":{"id":"11"},
      "samples":{"samples":[{"type":"SPEED","intervalMillis":1000,"values":[NaN,5.0]},
      {"type":"HEART_RATE","intervalMillis":1000,"values":[NaN,91,92]}]},
      "routes":{"route":{"startTime":"2026-03-05T10:00:01","wayPoints":[
      {"longitude":4.5,"latitude":46.5,"altitude":180.0,"elapsedMillis":500},
      {"longitude":4.6,"latitude":46.5,"altitude":181.0,"elapsedMillis":2000}]}}}]}
      """
    let reading = try Self.read("polar", text, "training-session_2026-03-05T10-00-00_5-a.json")
    #expect(reading.error == nil)
    #expect(
      reading.lines == [
        "Hiking 590.5 s 1500.5 m 80 kcal 2026-03-05T10:00:00+02:00 2026-03-05T10:10:00+02:00 by Polar HKExternalUUID=6 "
          + "sport=11 name=Hill",
        "HeartRate 91 count/min 2026-03-05T10:00:01+02:00 2026-03-05T10:00:02+02:00 by Polar",
        "HeartRate 92 count/min 2026-03-05T10:00:02+02:00 2026-03-05T10:00:03+02:00 by Polar",
      ])
    guard case .workout(let workout) = try #require(reading.samples.first) else { return }
    let dates = workout.fields.routes.first?.locations.map(\.date)
    #expect(
      dates == [
        Timestamp("2026-03-05T10:00:01.5+02:00"), Timestamp("2026-03-05T10:00:03+02:00"),
      ])
  }

  @Test func symptomsOfHealthAutoExport() throws {
    let text = """
      {"data":{"metrics":[],"symptoms":[
      {"start":"2026-03-05 10:00:00 +0100","end":"2026-03-05 11:00:00 +0100","name":"Shortness of Breath","severity":"Mild",
      "source":"Health"},
      {"start":"2026-03-05 10:00:00 +0100","end":"2026-03-05 10:00:00 +0100","name":"Mood Changes","severity":"Present",
      "source":"Health"},
      {"start":"2026-03-05 10:00:00 +0100","end":"2026-03-05 10:00:00 +0100","name":"New one","severity":"Mild","source":"Health"}]}}
      """
    let reading = try Self.read("health-auto-export", text, "export.json")
    #expect(
      reading.lines.prefix(2) == [
        "ShortnessOfBreath Mild 2026-03-05T10:00:00+01:00 2026-03-05T11:00:00+01:00 by Health aggregate=copy",
        "MoodChanges Present 2026-03-05T10:00:00+01:00 by Health aggregate=copy",
      ])
    // One that the map does not list is preserved.
    #expect(reading.lines.count == 3 && reading.lines[2].hasPrefix("Row["))
    #expect(reading.findings.map(\.rule) == ["unknown-value"])
  }

  @Test func logsOfHealthAutoExport() throws {
    let text = """
      {"data":{"metrics":[],"stateOfMind":[{"id":"s","start":"2026-03-05 21:30:00 +0100","kind":"dailyMood","valence":0.25,
      "valenceClassification":"slightlyPleasant","labels":["Calm","New word"],"associations":["Work"]}],
      "medications":[{"displayText":"Example 5 mg","start":"2026-03-05 08:00:00 +0100","scheduledDate":"2026-03-05 07:30:00 +0100",
      "status":"Taken","dosage":2}]}}
      """
    let reading = try Self.read("health-auto-export", text, "export.json")
    #expect(reading.error == nil && reading.findings.isEmpty)
    #expect(reading.samples.count == 2)
    guard case .stateOfMind(let mood) = try #require(reading.samples.first),
      case .medicationDose(let dose) = try #require(reading.samples.last)
    else {
      Issue.record("found other samples")
      return
    }
    #expect(
      mood.fields.kind == "HKStateOfMindKindDailyMood" && mood.fields.valence == Number("0.25"))
    #expect(mood.fields.labels.map(\.name) == ["HKStateOfMindLabelCalm", "New word"])
    #expect(mood.fields.associations.map(\.name) == ["HKStateOfMindAssociationWork"])
    #expect(mood.header.start == Timestamp("2026-03-05T21:30:00+01:00"))
    #expect(dose.fields.medicationConceptIdentifier == "Example 5 mg")
    #expect(dose.fields.logStatus == "HKMedicationDoseEventLogStatusTaken")
    #expect(dose.fields.doseQuantity == Number("2"))
    #expect(dose.fields.scheduledDate == Timestamp("2026-03-05T07:30:00+01:00"))
  }

  /// Of less than an hour, a list may have minutes and seconds; in some languages, numbers have a comma.
  @Test func listsOfGarmin() throws {
    let head = "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR\n"
    #expect(
      try Self.read(
        "garmin#activities-km",
        head + "Running,2026-03-05 08:00:00,false,A,5.02,\"1,310\",30:10,150,165\n", "a.csv",
        zone: "+01:00"
      ).lines.first?.hasPrefix(
        "Running 1810 s 5.02 km 1310 kcal 150/165 2026-03-05T08:00:00+01:00 2026-03-05T08:30:10+01:00"
      )
        == true)
    #expect(
      try Self.read(
        "garmin#activities-km-comma",
        head + "Kayaking,2026-03-05 08:00:00,false,A,\"7,05\",\"1.310\",01:40:55,83,108\n", "a.csv",
        zone: "+01:00"
      ).lines.first?.hasPrefix("PaddleSports 6055 s 7.05 km 1310 kcal 83/108") == true)
    let old = head.replacing("Time", with: "Activity Time")
    #expect(
      try Self.read(
        "garmin#activities-mi",
        old + "Cycling,2026-03-05 08:00:00,false,A,7.16,520,0:49:12,132,165\n", "a.csv",
        zone: "+01:00"
      ).lines.first?.hasPrefix("Cycling 2952 s 7.16 mi 520 kcal") == true)
  }

  /// What the interfaces of services had is read from a file alone, whatever its name; in archives, such files are not opened.
  @Test(arguments: [
    (
      "google-fit",
      #"""
      {"dataSourceId":"derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas","point":[
      {"startTimeNanos":"1772697600000000000","endTimeNanos":"1772697660000000000","value":[{"intVal":40}]}]}
      """#,
      "StepCount 40 count 2026-03-05T09:00:00+01:00 2026-03-05T09:01:00+01:00 by Google Fit aggregate=part"
    ),
    (
      "fitbit",
      #"""
      {"sleep":[{"logId":5,"dateOfSleep":"2026-03-05","levels":{"summary":{},"data":[
      {"dateTime":"2026-03-05T01:00:00.000","level":"deep","seconds":600}]}}]}
      """#,
      "SleepAnalysis AsleepDeep 2026-03-05T01:00:00+01:00 2026-03-05T01:10:00+01:00 by Fitbit log_id=5"
    ),
    (
      "fitbit", #"{"activities-steps":[{"dateTime":"2026-03-05","value":"5100"}]}"#,
      "StepCount 5100 count 2026-03-05T00:00:00+01:00 2026-03-06T00:00:00+01:00 by Fitbit aggregate=sum"
    ),
  ])
  func interfaces(_ map: String, _ text: String, _ line: String) throws {
    let reading = try Self.read(map, text, "a.json", zone: "Europe/Berlin")
    #expect(reading.error == nil)
    #expect(reading.lines == [line])
    #expect(CSVMap.builtIn(forJSON: Array(text.utf8), file: "a.json")?.name == map)
    #expect(!CSVMapReader.mayRead("Takeout/a.json", try CSVMap.named(map)))
  }

  @Test(
    arguments: [("running", "Running"), ("sleep", "SleepAnalysis InBed"), ("still", nil)]
      as [(String, String?)])
  func sessionsOfGoogleFit(_ activity: String, _ words: String?) throws {
    let text = """
      {"fitnessActivity":"\(activity)","startTime":"2026-03-05T08:00:00Z","endTime":"2026-03-05T08:30:00Z","duration":"1800s",
      "aggregate":[{"metricName":"com.google.step_count.delta","intValue":3000}]}
      """
    let reading = try Self.read(
      "google-fit", text, "2026-03-05T09_00_00+01_00_Lauf.json", zone: "Europe/Berlin")
    #expect(reading.error == nil)
    #expect(reading.lines.count == (words == nil ? 0 : 1))
    let times = "2026-03-05T09:00:00+01:00 2026-03-05T09:30:00+01:00"
    if let words {
      #expect(reading.lines.first?.hasPrefix("\(words) \(times) by Google Fit") == true)
    }
  }

  /// Not every file of Samsung Health has the number of beats.
  @Test func heartRatesOfSamsung() {
    let prefix = "com.samsung.health.heart_rate."
    let header = ["start_time", "heart_rate", "binning_data", "datauuid"].map { prefix + $0 }
    #expect(CSVMap.builtIn(for: header, file: "a.csv")?.tables.first?.name == "heart-rate")
  }

  /// A point is the object that the text is, or each of several; NaN is no JSON, but written.
  @Test func wholeObjectsAreItems() throws {
    let yaml = """
      name: m
      zone: UTC
      tables:
        - name: t
          items: "."
          header: [at]
          start: at
          samples:
            - {type: StepCount, value: n, unit: count}

      """
    for text in [
      "{\"at\":\"2026-03-05T10:00:00\",\"n\":4}",
      "{\"at\":\"2026-03-05T10:00:00\",\"n\":4}\n{\"at\":\"2026-03-05T11:00:00\",\"n\":NaN}",
    ] {
      let reading = try MapReading(text, yaml, name: "t.json")
      #expect(reading.error == nil)
      #expect(reading.lines == ["StepCount 4 count 2026-03-05T10:00:00+00:00"])
    }
    #expect(
      try MapReading("[{\"at\":\"2026-03-05T10:00:00\",\"n\":4}]", yaml, name: "t.json").samples
        .isEmpty)
  }
}
