import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// WHOOP, Zepp, OMRON, the minutes of Samsung Health, the days of Polar and the interface of Fitbit, with files made up for them.
@Suite struct WearableMapTests {
  private static let night = "2026-01-02T00:10:39+01:00 2026-01-02T07:39:40+01:00 by WHOOP"
  private static let day =
    "Recovery score %=76 Day Strain=17.8 Energy burned (cal)=2725 Sleep performance %=86 "
    + "Asleep duration (min)=427 In bed duration (min)=449"
  private static let stages =
    "Sleep performance %=86 In bed duration (min)=449 Light sleep duration (min)=239 "
    + "Deep (SWS) duration (min)=110 REM duration (min)=78 Awake duration (min)=22"

  static let files: [(file: String, map: String, samples: [String], findings: [String])] = [
    (
      "whoop-workouts.csv", "whoop",
      [
        "Cycling 97 min 30510.5 m 1137.0 kcal 147/183 2026-01-02T17:47:03+01:00 2026-01-02T19:24:40+01:00 by WHOOP activity=Cycling Activity Strain=17.1 HR Zone 1 %=17 HR Zone 2 %=16 GPS enabled=true Altitude gain (meters)=120",
        "Other 30 min 0.0 kcal 90/100 2026-01-02T20:00:00+01:00 2026-01-02T20:30:00+01:00 by WHOOP activity=Basket Weaving, Underwater Activity Strain=1.0 HR Zone 1 %=0 HR Zone 2 %=0 GPS enabled=false",
      ], ["unknown-activity"]
    ),
    (
      "zepp-activity.csv", "zepp",
      ["StepCount 8000 count", "DistanceWalkingRunning 6000 m", "ActiveEnergyBurned 300 kcal"].map {
        "\($0) 2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00 by Zepp aggregate=sum"
      }, ["row-left-out"]
    ),
    (
      "zepp-sleep.csv", "zepp",
      [
        "SleepAnalysis InBed 2026-01-01T23:40:00+01:00 2026-01-02T06:10:00+01:00 by Zepp aggregate=total shallowSleepTime=260 deepSleepTime=95 REMTime=40 wakeTime=12 date=2026-01-02",
        "SleepAnalysis InBed 2026-01-04T07:47:00+01:00 2026-01-04T13:13:00+01:00 by Zepp aggregate=total shallowSleepTime=198 deepSleepTime=96 REMTime=32 wakeTime=12 naps=[{\"start\":\"14:00\"}] date=2026-01-04",
      ], ["row-left-out"]
    ),
    (
      "zepp-sport.csv", "zepp",
      [
        "Running 2539 s 7534.0 m 526.0 kcal 2026-01-02T05:43:15+01:00 2026-01-02T06:25:34+01:00 by Zepp type=1 maxPace(/meter)=0.0 minPace(/meter)=0.25922883 avgPace(/meter)=0.335",
        "Tennis 5400 s 640.0 kcal 2026-01-02T11:00:00+01:00 2026-01-02T12:30:00+01:00 by Zepp type=17",
      ], []
    ),
    (
      "zepp-body.csv", "zepp",
      [
        "BodyMass 80.5 kg 2026-01-02T07:00:00+01:00 by Zepp height=180.0",
        "BodyMassIndex 24.8 count 2026-01-02T07:00:00+01:00 by Zepp height=180.0",
        "BodyFatPercentage 0.215 % 2026-01-02T07:00:00+01:00 by Zepp height=180.0",
        "BodyMass 80.0 kg 2026-01-03T07:00:00+01:00 by Zepp height=180.0 bodyWaterRate=0 boneMass=0 metabolism=0 muscleRate=0 visceralFat=0",
      ], []
    ),
    (
      "zepp-heartrate.csv", "zepp", ["HeartRate 70 count/min 2026-01-02T08:10:00+01:00 by Zepp"], []
    ),
    (
      "omron.csv", "omron",
      [
        "BloodPressure (BloodPressureSystolic 114 mmHg 2025-01-12T08:12:00+01:00 by OMRON | BloodPressureDiastolic 74 mmHg 2025-01-12T08:12:00+01:00 by OMRON) 2025-01-12T08:12:00+01:00 by OMRON",
        "HeartRate 47 count/min 2025-01-12T08:12:00+01:00 by OMRON",
        "BloodPressure (BloodPressureSystolic 117 mmHg 2025-01-06T08:46:00+01:00 by OMRON | BloodPressureDiastolic 76 mmHg 2025-01-06T08:46:00+01:00 by OMRON) 2025-01-06T08:46:00+01:00 by OMRON Consumed=Coffee Notes=left arm",
        "HeartRate 50 count/min 2025-01-06T08:46:00+01:00 by OMRON Consumed=Coffee Notes=left arm",
      ], []
    ),
    (
      "a-1.com.samsung.health.heart_rate.binning_data.json", "samsung",
      [
        "HeartRate 52 count/min 2026-01-02T09:00:00+01:00 2026-01-02T09:00:59+01:00 by Samsung Health aggregate=average minimum=50 maximum=55",
        "HeartRate 61 count/min 2026-01-02T09:01:00+01:00 2026-01-02T09:01:59+01:00 by Samsung Health aggregate=average minimum=58 maximum=66",
      ], []
    ),
  ]

  /// A night has sleep in any stage; a day without a night has 0 for all of them. Older files have no column for REM.
  @Test func nightsOfZepp() throws {
    let span = "2026-01-01 22:40:00+0000,2026-01-02 05:10:00+0000"
    let none = "2026-01-02 16:00:00+0000,2026-01-02 16:00:00+0000"
    func read(_ text: String) throws -> MapReading {
      MapReading(
        Array(text.utf8), try CSVMap.named("zepp"), name: "SLEEP_1.csv", zone: "Europe/Berlin")
    }
    let night =
      "SleepAnalysis InBed 2026-01-01T23:40:00+01:00 2026-01-02T06:10:00+01:00 by Zepp aggregate=total "
    let older = try read(
      "date,deepSleepTime,shallowSleepTime,wakeTime,start,stop\n"
        + "2026-01-02,60,0,5,\(span)\n2026-01-03,0,0,0,\(none)\n2026-01-02,0,60,5,\(span)\n")
    #expect(
      older.lines == [
        "\(night)shallowSleepTime=0 deepSleepTime=60 wakeTime=5 date=2026-01-02",
        "\(night)shallowSleepTime=60 deepSleepTime=0 wakeTime=5 date=2026-01-02",
      ])
    #expect(older.findings.map(\.rule) == ["row-left-out"])
    let newer = try read(
      "date,deepSleepTime,shallowSleepTime,wakeTime,start,stop,REMTime\n"
        + "2026-01-02,60,0,5,\(span),0\n2026-01-03,0,0,0,\(none),0\n2026-01-02,60,0,5,\(span),\n")
    #expect(
      newer.lines == [
        "\(night)shallowSleepTime=0 deepSleepTime=60 REMTime=0 wakeTime=5 date=2026-01-02",
        "\(night)shallowSleepTime=0 deepSleepTime=60 wakeTime=5 date=2026-01-02",
      ])
    #expect(newer.findings.map(\.rule) == ["row-left-out"])
  }

  @Test(arguments: files)
  func readTheirFiles(
    _ file: String, _ map: String, _ samples: [String], _ findings: [String]
  ) throws {
    // Each row of WHOOP has its offset.
    let reading = try GlucoseMapTests.read(file, map, zone: map == "whoop" ? nil : "Europe/Berlin")
    #expect(reading.error == nil)
    #expect(reading.lines == samples)
    #expect(reading.findings.map(\.rule) == findings)
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

  @Test func recoveriesOfWHOOP() throws {
    let reading = try GlucoseMapTests.read("whoop-cycles.csv", "whoop", zone: nil)
    #expect(reading.error == nil && reading.findings.isEmpty)
    // An offset of zero is written as UTCZ.
    #expect(
      reading.lines.prefix(4).map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == [
        "RestingHeartRate 59 count/min 2026-01-02T23:52:10+00:00",
        "HeartRateVariabilityRMSSD 42 ms 2026-01-02T23:52:10+00:00",
        "AppleSleepingWristTemperature 33.82 degC 2026-01-02T23:52:10+00:00",
        "OxygenSaturation 0.9747 % 2026-01-02T23:52:10+00:00",
      ])
    // The day that has not ended has no average heart rate.
    #expect(
      reading.lines.dropFirst(4) == [
        "RestingHeartRate 53 count/min \(Self.night) aggregate=average \(Self.day)",
        "HeartRateVariabilityRMSSD 54 ms \(Self.night) aggregate=average \(Self.day)",
        "AppleSleepingWristTemperature 33.92 degC \(Self.night) aggregate=average \(Self.day)",
        "OxygenSaturation 0.9761 % \(Self.night) aggregate=average \(Self.day)",
        "HeartRate 75 count/min 2026-01-02T00:10:39+01:00 2026-01-02T23:52:10+01:00 by WHOOP aggregate=average "
          + "maximum=183 \(Self.day)",
      ])
  }

  @Test func nightsOfWHOOP() throws {
    let reading = try GlucoseMapTests.read("whoop-sleeps.csv", "whoop", zone: nil)
    #expect(reading.error == nil && reading.findings.isEmpty)
    #expect(
      reading.lines.prefix(2) == [
        "SleepAnalysis InBed \(Self.night) aggregate=total Nap=false Asleep duration (min)=427 \(Self.stages)",
        "RespiratoryRate 14.0 count/min \(Self.night) aggregate=average \(Self.stages)",
      ])
    let nap = "2026-01-02T14:00:00-06:00 2026-01-02T14:40:00-06:00 by WHOOP"
    #expect(reading.lines.count == 4)
    #expect(reading.lines[2].hasPrefix("SleepAnalysis InBed \(nap) aggregate=total Nap=true"))
    #expect(reading.lines[3].hasPrefix("RespiratoryRate 16.0 count/min \(nap) aggregate=average"))
  }

  /// The columns in the language of an account, as an export has them.
  @Test func workoutsOfWHOOPInSpanish() throws {
    let text =
      "Hora de inicio del ciclo,Hora de finalización del ciclo,Zona horaria del ciclo,Hora de inicio del entrenamiento,"
      + "Hora de finalización del entrenamiento,Duración (min),Nombre de la actividad,Esfuerzo de actividad,"
      + "Energía quemada (cal),FC máx. (lpm),FC promedio (lpm),GPS habilitado\n"
      + "2026-01-02 00:10:39,,UTC+01:00,2026-01-02 17:00:00,2026-01-02 18:00:00,60,Yoga,5.1,210.0,120,95,false\n"
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("whoop"), name: "entrenamientos.csv")
    #expect(
      reading.lines == [
        "Yoga 60 min 210.0 kcal 95/120 2026-01-02T17:00:00+01:00 2026-01-02T18:00:00+01:00 by WHOOP activity=Yoga "
          + "Esfuerzo de actividad=5.1 GPS habilitado=false"
      ])
  }

  /// Further files of Samsung Health; values within a row have no offset.
  @Test(arguments: [
    (
      "u.binning_data.json",
      #"[{"start_time":1767340800000,"end_time":1767341100000,"sdnn":41.5,"rmssd":38.25}]"#,
      ["HeartRateVariabilitySDNN 41.5 ms", "HeartRateVariabilityRMSSD 38.25 ms"]
    ),
    (
      "u.binning_data.json", #"[{"start_time":1767340800000,"end_time":1767341100000,"score":41}]"#,
      []
    ),
    (
      "u.com.samsung.health.oxygen_saturation.binning.json",
      #"[{"spo2":96,"spo2_max":97,"spo2_min":95,"start_time":1767340800000,"end_time":1767341100000}]"#,
      ["OxygenSaturation 0.96 %"]
    ),
    (
      "u.com.samsung.health.exercise.live_data.json",
      #"[{"start_time":1767340800000,"heart_rate":98.0},{"start_time":1767340801000,"speed":1.5}]"#,
      ["HeartRate 98.0 count/min"]
    ),
  ])
  func valuesOfSamsung(_ name: String, _ text: String, _ samples: [String]) throws {
    let reading = MapReading(Array(text.utf8), try CSVMap.named("samsung"), name: name)
    #expect(reading.error == nil)
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == samples)
    #expect(
      reading.samples.allSatisfy {
        $0.header?.start.text(.iso8601).description == "2026-01-02T08:00:00+00:00"
      })
  }

  @Test(arguments: [
    (
      "com.samsung.shealth.blood_glucose,7,5\nstart_time,glucose,meal_type,time_offset,datauuid\n2026-01-02 08:00:00.000,5.6,80001,UTC+0100,g,\n",
      "com.samsung.shealth.blood_glucose.20260105090000.csv",
      ["BloodGlucose 5.6 mmol<180.1558800000541>/L 2026-01-02T09:00:00+01:00"]
    ),
    (
      "com.samsung.shealth.calories_burned.details,7,5\nactive_calorie,rest_calorie,day_time,datauuid,deviceuuid\n310.5,1650.0,1767312000000,c,dev-1,\n",
      "com.samsung.shealth.calories_burned.details.20260105090000.csv",
      [
        "ActiveEnergyBurned 310.5 kcal 2026-01-02T00:00:00+01:00",
        "BasalEnergyBurned 1650.0 kcal 2026-01-02T00:00:00+01:00",
      ]
    ),
    (
      "com.samsung.shealth.tracker.floors_day_summary,7,5\nday_time,floor_count,datauuid,deviceuuid\n1767312000000,7.0,f,dev-1,\n",
      "com.samsung.shealth.tracker.floors_day_summary.20260105090000.csv",
      ["FlightsClimbed 7.0 count 2026-01-02T00:00:00+01:00"]
    ),
  ])
  func tablesOfSamsung(_ text: String, _ name: String, _ samples: [String]) throws {
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("samsung"), name: name, zone: "Europe/Berlin")
    #expect(reading.error == nil)
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == samples)
  }

  /// A row with the least and the most is an average, as of a night.
  @Test func oxygenOfSamsung() throws {
    let prefix = "com.samsung.health.oxygen_saturation."
    let columns = ["start_time", "end_time", "spo2", "min", "max", "time_offset", "datauuid"]
    let text =
      "com.samsung.shealth.tracker.oxygen_saturation,7,5\n"
      + columns.map { prefix + $0 }.joined(separator: ",") + "\n"
      + "2026-01-02 01:00:00.000,2026-01-02 06:00:00.000,94.0,88.0,98.0,UTC+0100,a,\n"
      + "2026-01-02 08:00:00.000,2026-01-02 08:00:00.000,97.0,,,UTC+0100,b,\n"
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("samsung"),
      name: "com.samsung.shealth.tracker.oxygen_saturation.20260105090000.csv")
    #expect(reading.lines.map { $0.contains("aggregate=average") } == [true, false])
  }

  /// The JSON of Fitbit's interface.
  @Test(arguments: [
    (
      #"{"hrv":[{"value":{"dailyRmssd":34.938,"deepRmssd":31.567},"dateTime":"2026-01-02"}]}"#,
      [
        "HeartRateVariabilityRMSSD 34.938 ms 2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00 by Fitbit aggregate=average"
      ]
    ),
    (
      #"{"hrv":[{"minutes":[{"minute":"2026-01-02T01:10:00.000","value":{"rmssd":26.617}}],"dateTime":"2026-01-02"}]}"#,
      ["HeartRateVariabilityRMSSD 26.617 ms 2026-01-02T01:10:00+01:00 by Fitbit"]
    ),
    (
      #"{"br":[{"value":{"breathingRate":17.8},"dateTime":"2026-01-02"}]}"#,
      [
        "RespiratoryRate 17.8 count/min 2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00 by Fitbit aggregate=average"
      ]
    ),
    (
      #"{"activities":[{"activeDuration":1536000,"activityName":"Walk","averageHeartRate":101,"calories":101,"distance":1.6,"distanceUnit":"Kilometer","duration":1537000,"logId":7,"startTime":"2026-01-02T12:08:29.000-08:00"}]}"#,
      [
        "Walking 1536000 ms 1.6 km 101 kcal 101/- 2026-01-02T12:08:29-08:00 2026-01-02T12:34:06-08:00 by Fitbit HKExternalUUID=7 activity=Walk"
      ]
    ),
    (
      #"{"weight":[{"bmi":23.57,"date":"2026-01-02","logId":7,"time":"23:59:59","weight":73}]}"#,
      [
        "BodyMass 73 kg 2026-01-02T23:59:59+01:00 by Fitbit log_id=7",
        "BodyMassIndex 23.57 count 2026-01-02T23:59:59+01:00 by Fitbit log_id=7",
      ]
    ),
  ])
  func interfaceOfFitbit(_ text: String, _ lines: [String]) throws {
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("fitbit"), name: "a.json", zone: "Europe/Berlin")
    #expect(reading.error == nil && reading.findings.isEmpty)
    #expect(reading.lines == lines)
    #expect(CSVMap.builtIn(forJSON: Array(text.utf8), file: "a.json")?.name == "fitbit")
  }

  /// Older tables of a takeout: a night is the day that its midnight names, in any zone.
  @Test(arguments: [
    (
      "Heart Rate Variability Details - 2026-03-01.csv",
      "timestamp,rmssd,coverage,low_frequency,high_frequency\n2026-03-01T01:05:00,38.2,0.93,512.1,301.2\n",
      "HeartRateVariabilityRMSSD 38.2 ms 2026-03-01T01:05:00-05:00 by Fitbit"
    ),
    (
      "Daily Heart Rate Variability Summary - 2026-03-(1).csv",
      "timestamp,rmssd,nremhr,entropy\n2026-03-01T00:00:00,39.9,56.1,2.9\n",
      "HeartRateVariabilityRMSSD 39.9 ms 2026-03-01T00:00:00-05:00 2026-03-02T00:00:00-05:00 by Fitbit aggregate=average"
    ),
    (
      "Daily Respiratory Rate Summary - 2026-03-01.csv",
      "timestamp,daily_respiratory_rate\n2026-03-01T00:00:00,15.4\n",
      "RespiratoryRate 15.4 count/min 2026-03-01T00:00:00-05:00 2026-03-02T00:00:00-05:00 by Fitbit aggregate=average"
    ),
    (
      "Daily SpO2 - 2026-03-01-2026-03-31.csv",
      "timestamp,average_value,lower_bound,upper_bound\n2026-03-01T00:00:00Z,96.5,93.0,99.9\n",
      "OxygenSaturation 0.965 % 2026-03-01T00:00:00-05:00 2026-03-02T00:00:00-05:00 by Fitbit aggregate=average minimum=93.0 maximum=99.9"
    ),
  ])
  func olderTablesOfFitbit(_ name: String, _ text: String, _ line: String) throws {
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("fitbit"), name: name, zone: "America/New_York")
    #expect(reading.error == nil)
    #expect(reading.lines == [line])
  }

  /// Weights in pounds do not fit the body mass index, until the table for them is named.
  @Test func poundsOfFitbit() throws {
    let text =
      #"{"weight":[{"bmi":23.57,"date":"2026-01-02","logId":7,"time":"23:59:59","weight":161}]}"#
    func read(_ map: String) throws -> MapReading {
      MapReading(Array(text.utf8), try CSVMap.named(map), name: "a.json", zone: "UTC")
    }
    #expect(try read("fitbit").findings.map(\.rule) == ["out-of-range"])
    #expect(try !read("fitbit").lines.contains { $0.hasPrefix("BodyMass ") })
    #expect(try read("fitbit#api-weight-lb").lines.first?.hasPrefix("BodyMass 161 lb ") == true)
  }

  /// The table of days had another name, and days without a value have 0.
  @Test func daysOfGoogleFit() throws {
    let text = """
      Date,Move Minutes count,Step count,Average heart rate (bpm),Average weight (kg)
      2026-01-02,64,8400,72,78.4
      2026-01-03,0,10,0,0

      """
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("google-fit"), name: "Daily Summaries.csv", zone: "UTC")
    #expect(
      reading.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "StepCount 8400 count", "HeartRate 72 count/min", "BodyMass 78.4 kg", "StepCount 10 count",
      ])
  }

  /// Days and nights of Polar Flow; a night has its offset.
  @Test(arguments: [
    (
      "activity-2026-01-02-a.json",
      #"{"exportVersion":"1.4","date":"2026-01-02","summary":{"stepCount":8400},"samples":{"steps":[{"value":1}]}}"#,
      "StepCount 8400 count 2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00 by Polar aggregate=sum"
    ),
    (
      "sleep_result_1-a.json",
      #"[{"night":"2026-01-02","evaluation":{"asleepDuration":"PT6H30M","phaseDurations":{"rem":"PT1H30M"}},"sleepResult":{"hypnogram":{"sleepStart":"2026-01-01T23:10:30.000+01:00","sleepEnd":"2026-01-02T06:10:30.000+01:00"}}}]"#,
      "SleepAnalysis InBed 2026-01-01T23:10:30+01:00 2026-01-02T06:10:30+01:00 by Polar aggregate=total night=2026-01-02 asleep=PT6H30M REM=PT1H30M"
    ),
    (
      "nightly_recovery_1-a.json", #"[{"night":"2026-01-02","meanNightlyRecoveryRmssd":45}]"#,
      "HeartRateVariabilityRMSSD 45 ms 2026-01-02T00:00:00+01:00 2026-01-03T00:00:00+01:00 by Polar aggregate=average"
    ),
  ])
  func daysAndNightsOfPolar(_ name: String, _ text: String, _ line: String) throws {
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("polar"), name: name, zone: "Europe/Berlin")
    #expect(reading.error == nil && reading.findings.isEmpty)
    #expect(reading.lines == [line])
    #expect(CSVMap.builtIn(forJSON: Array(text.utf8), file: name)?.name == "polar")
  }

  /// A height in feet and inches is no number.
  @Test(arguments: [
    ("Date,\"Height (in)\"\n2026-01-02 08:00:00,70.9\n", "Height 70.9 in", []),
    ("Date,\"Height (in)\"\n2026-01-02 08:00:00,\"5' 10.0''\"\n", "Row[", ["malformed-number"]),
    ("Date,\"Weight (lbs)\"\n2026-01-02 08:00:00,205.8\n", "BodyMass 205.8 lb", []),
    ("Date,\"Weight (st)\"\n2026-01-02 08:00:00,14.7\n", "BodyMass 14.7 st", []),
  ])
  func unitsOfWithings(_ text: String, _ start: String, _ findings: [String]) throws {
    let reading = MapReading(
      Array(text.utf8), try CSVMap.named("withings"), name: "t.csv", zone: "UTC")
    #expect(reading.lines.first?.hasPrefix(start) == true)
    #expect(reading.findings.map(\.rule) == findings)
  }
}
