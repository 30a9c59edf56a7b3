import HealthBytes
import HealthConv
import HealthStatistics
import HealthTesting
import Testing

/// Predefined answers against calculations of their own on random data.
@Suite struct PredefinedAnswerTests {
  private static func answer(_ kind: Answer.Kind, _ elements: [String]) throws -> Answer {
    let text = """
      <HealthData locale="en_US"><ExportDate value="2024-12-09 09:00:00 +0000"/>\(elements.joined())</HealthData>
      """
    var answer = Answer(kind, of: [try .open(bytes: Array(text.utf8), named: "export.xml")])
    answer.plan.zone = .record
    return answer
  }

  private static func rows(_ answer: Answer) throws -> [[String: String]] {
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .jsonl)
    return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").compactMap {
      (line) -> [String: String]? in
      guard case .object(let members)? = JSONText(parsing: Array(line.utf8)) else { return nil }
      return Dictionary(
        uniqueKeysWithValues: members.map { member in
          if case .string(let text) = member.1 { return (member.0, text) }
          return (member.0, member.1.line)
        })
    }
  }

  private static func isNear(_ text: String?, _ value: Double?, _ tolerance: Double = 1e-6) -> Bool
  {
    guard let value else { return text == nil }
    return text.flatMap { Double($0) }.map { abs($0 - value) <= tolerance } ?? false
  }

  private static func clock(_ minutes: Int) -> String {
    let date = Timestamp(secondsSince1970: 1_704_067_200 + Int64(minutes) * 60)
    let text = date.text(.iso8601).description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) +0000"
  }

  private static func record(
    _ type: String, _ value: String, _ unit: String, at minutes: Int, for length: Int = 0,
    _ source: String = "A"
  ) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="\(source)" unit="\(unit)" \
    startDate="\(clock(minutes))" endDate="\(clock(minutes + length))" value="\(value)"/>
    """
  }

  /// Of every answer that has no rows, the report states what is missing.
  @Test(arguments: Answer.Kind.allCases) func noRowsHaveAReason(_ kind: Answer.Kind) throws {
    let report = try Self.answer(kind, []).write(to: BytesSink(), named: "answer", as: .csv)
    #expect(report.rows == 0)
    #expect(report.notes.count == 1 && report.notes[0].contains("the input has no "))
  }

  /// The forms of each answer, which have other columns and facts.
  private static func forms(of kind: Answer.Kind) throws -> [Answer] {
    let elements = [
      Self.record("StepCount", "9", "count", at: 60, for: 9),
      Self.record("BodyMass", "70", "kg", at: 60),
      """
      <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="A" startDate="\(Self.clock(60))" \
      endDate="\(Self.clock(360))" value="HKCategoryValueSleepAnalysisAsleepCore"/>
      """,
    ]
    let answer = try Self.answer(kind, elements)
    func form(_ change: (inout Answer) -> Void) -> Answer {
      var form = answer
      change(&form)
      return form
    }
    let intervals: [CalendarInterval] = [.hour, .day, .week, .month, .quarter, .year]
    var forms = [answer]
    switch kind {
    case .statistics:
      for interval in intervals {
        forms.append(form { $0.plan.interval = interval })
        forms.append(
          form { answer in
            (answer.plan.interval, answer.isWide) = (interval, true)
          })
      }
      forms += Answer.Pattern.allCases.map { pattern in form { $0.pattern = pattern } }
      forms.append(
        form { answer in
          answer.plan.interval = .week
          answer.plan.sources = .separate
          answer.plan.percentiles = [5, 50]
          (answer.series.comparesToPrevious, answer.series.hasTrend) = (true, true)
          answer.series.movingAverage = 2
        })
    case .sleep:
      forms.append(form { $0.sleepPeriod = .weekday })
      forms += intervals.dropFirst(2).map { interval in
        form { $0.sleepPeriod = .interval(interval) }
      }
    case .workouts:
      forms += Answer.WorkoutGrouping.allCases.map { period in
        form { $0.workoutGrouping = period }
      }
    case .summary, .bloodPressure:
      forms += intervals.dropFirst().map { interval in form { $0.plan.interval = interval } }
    default: break
    }
    return forms
  }

  /// Facts are columns and members next to those of the table: no name occurs twice.
  @Test(arguments: Answer.Kind.allCases) func namesAreUnique(_ kind: Answer.Kind) throws {
    for form in try Self.forms(of: kind) {
      var inUnits = form
      try inUnits.units.add("US")
      for answer in [form, inUnits] {
        let sink = BytesSink()
        _ = try answer.write(to: sink, named: "answer", as: .csv)
        let header = String(decoding: sink.bytes, as: UTF8.self).prefix { !$0.isNewline }
        let names = header.split(separator: ",")
        #expect(Set(names).count == names.count && names.count > 2, "\(names)")
      }
    }
  }

  // MARK: Order

  /// Rows are by time, whatever the order of the input, and by the clock of the zone that a workout names.
  @Test func workoutsAreByTimeOnTheirClock() throws {
    var random = FixedRandom(seed: 57)
    let minutes = (0..<60).map { $0 * 700 + random.below(600) }
    let elements = minutes.indices.shuffled(using: &random).map { index in
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeYoga" duration="9" durationUnit="min" totalDistance="0" \
      totalDistanceUnit="km" totalEnergyBurned="\(index)" totalEnergyBurnedUnit="kcal" sourceName="A" \
      startDate="\(Self.clock(minutes[index]))" endDate="\(Self.clock(minutes[index] + 9))">\
      \(index % 2 == 0 ? "<MetadataEntry key=\"HKTimeZone\" value=\"Asia/Tokyo\"/>" : "")</Workout>
      """
    }
    let rows = try Self.rows(Self.answer(.workouts, elements))
    #expect(rows.map { $0["energy_kcal"] } == [nil] + (1..<60).map { "\($0)" })
    // Programs write 0 for what they did not measure.
    #expect(rows.allSatisfy { $0["distance_km"] == nil })
    for (index, row) in rows.enumerated() {
      let start = Timestamp(
        secondsSince1970: 1_704_067_200 + Int64(minutes[index]) * 60,
        offsetMinutes: index % 2 == 0 ? 540 : 0)
      #expect(row["start"] == start.text(.iso8601).description)
    }
    var limited = try Self.answer(.workouts, elements)
    limited.table.limit = 3
    #expect(try Self.rows(limited).map { $0["energy_kcal"] } == [nil, "1", "2"])
    limited.table.order = [.init("energy", isDescending: true)]
    #expect(try Self.rows(limited).map { $0["energy_kcal"] } == ["59", "58", "57"])
  }

  // MARK: Blood pressure

  @Test func bloodPressureHasThePulseOfItsSourceAndTime() throws {
    var random = FixedRandom(seed: 51)
    var expected: [(minute: Int, systolic: Int, diastolic: Int, pulse: Int?)] = []
    var elements: [String] = []
    for index in 0..<80 {
      let minute = index * 1_440 + random.below(1_000)
      let (high, low) = (110 + random.below(50), 60 + random.below(40))
      let own = random.below(2) == 0 ? 50 + random.below(50) : nil
      let pair =
        record2("BloodPressureSystolic", high, minute)
        + record2("BloodPressureDiastolic", low, minute)
      elements.append(
        random.below(2) == 0
          ? pair
          : """
          <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" \
          startDate="\(Self.clock(minute))" endDate="\(Self.clock(minute))">\(pair)</Correlation>
          """)
      if let own {
        elements.append(Self.record("HeartRate", "\(own)", "count/min", at: minute, "Cuff"))
      }
      // Another source, or another time.
      elements.append(Self.record("HeartRate", "33", "count/min", at: minute, "Other"))
      elements.append(Self.record("HeartRate", "44", "count/min", at: minute + 1, "Cuff"))
      expected.append((minute, high, low, own))
    }
    func record2(_ type: String, _ value: Int, _ minute: Int) -> String {
      Self.record(type, "\(value)", "mmHg", at: minute, "Cuff")
    }
    var answer = try Self.answer(.bloodPressure, elements.shuffled(using: &random))
    let rows = try Self.rows(answer)
    #expect(
      rows.map {
        "\($0["systolic_mmHg"] ?? "")/\($0["diastolic_mmHg"] ?? "")/\($0["pulse_count_min"] ?? "-")"
      }
        == expected.map { "\($0.systolic)/\($0.diastolic)/\($0.pulse.map(String.init) ?? "-")" })
    // Averages of months, and of the days within limits.
    answer.plan.interval = .month
    func check(_ rows: [[String: String]], _ days: Range<Int>) {
      let groups = Dictionary(
        grouping: expected.filter { days.contains($0.minute / 1_440) }
      ) { String(Self.clock($0.minute).prefix(7)) }
      #expect(rows.map { $0["month"] ?? "" } == groups.keys.sorted())
      for row in rows {
        guard let group = groups[row["month"] ?? ""] else { continue }
        func mean(_ values: [Int]) -> Double? {
          values.isEmpty ? nil : Double(values.reduce(0, +)) / Double(values.count)
        }
        #expect(row["readings"] == "\(group.count)")
        #expect(Self.isNear(row["systolic_mmHg"], mean(group.map(\.systolic))))
        #expect(Self.isNear(row["diastolic_mmHg"], mean(group.map(\.diastolic))))
        #expect(Self.isNear(row["pulse_count_min"], mean(group.compactMap(\.pulse))))
        #expect(row["systolic_maximum_mmHg"] == group.map(\.systolic).max().map { "\($0)" })
        #expect(row["diastolic_minimum_mmHg"] == group.map(\.diastolic).min().map { "\($0)" })
      }
    }
    check(try Self.rows(answer), 0..<80)
    answer.selection.since = DateBound("2024-01-11")
    answer.selection.until = DateBound("2024-03-02")
    let limited = try Self.rows(answer)
    check(limited, 10..<61)
    #expect(limited.map { $0["partial"] } == ["yes", nil, "yes"])
  }

  /// Sources of one name that are a phone, an app and a person belong together.
  @Test func sourcesOfOneNameAreOne() throws {
    let device =
      "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,5&gt;\""
    let elements = [
      Self.record("BloodPressureSystolic", "120", "mmHg", at: 0, "Health"),
      Self.record("BloodPressureDiastolic", "80", "mmHg", at: 0, "Health")
        .replacing("unit=", with: device + " unit="),
      Self.record("BloodPressureSystolic", "130", "mmHg", at: 5, "Z"),
      Self.record("BloodPressureDiastolic", "85", "mmHg", at: 5, "Z"),
    ]
    let rows = try Self.rows(try Self.answer(.bloodPressure, elements))
    #expect(rows.map { $0["source"] } == ["Health", "Z"])
  }

  // MARK: Beats

  /// Beats as a watch writes them: rates are whole numbers, times have two decimals, and some beats are missed.
  @Test func variabilityIsThatOfIntervalsWithoutGaps() throws {
    for seed in 60..<70 as Range<UInt64> {
      var random = FixedRandom(seed: seed)
      var time = 10.0
      var beats: [(rate: Int, time: Double, follows: Bool)] = []
      for index in 0..<60 {
        let rate = 50 + random.below(40)
        let isMissed = index > 0 && random.below(8) == 0
        time += 60 / Double(rate) + (isMissed ? 1 + Double(random.below(100)) / 50 : 0)
        beats.append((rate, time, index > 0 && !isMissed))
      }
      func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let list = beats.map { beat in
        let hundredths = Int((beat.time * 100).rounded())
        let clock =
          "08:\(digits(hundredths / 6_000)):\(digits(hundredths / 100 % 60)).\(digits(hundredths % 100))"
        return "<InstantaneousBeatsPerMinute bpm=\"\(beat.rate)\" time=\"\(clock)\"/>"
      }
      let element = """
        <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="W" unit="ms" \
        startDate="2024-01-10 08:00:00 +0000" endDate="2024-01-10 08:02:00 +0000" value="41.5">\
        <HeartRateVariabilityMetadataList>\(list.joined())</HeartRateVariabilityMetadataList></Record>
        """
      let row = try #require(try Self.rows(try Self.answer(.beats, [element])).first)
      let intervals = beats.map { 60_000 / Double($0.rate) }
      let mean = intervals.reduce(0, +) / 60
      let variance = intervals.reduce(0) { $0 + $1 * $1 } / 60 - mean * mean
      #expect(Self.isNear(row["sdnn_ms"], variance.squareRoot()))
      var (sum, count) = (0.0, 0)
      for index in 1..<60 where beats[index].follows {
        let difference = intervals[index] - intervals[index - 1]
        (sum, count) = (sum + difference * difference, count + 1)
      }
      #expect(Self.isNear(row["rmssd_ms"], (sum / Double(count)).squareRoot()))
      #expect(row["gaps"] == "\(beats.dropFirst().count { !$0.follows })")
      #expect(row["intervals"] == "60")
      #expect(row["stated_sdnn_ms"] == "41.5")
      #expect(Self.isNear(row["average_heart_rate_count_min"], 60_000 / mean))
    }
  }

  // MARK: Cycles

  @Test func cyclesHaveTheirLengthAndFlow() throws {
    var random = FixedRandom(seed: 80)
    var (day, elements) = (3, [String]())
    var expected: [(day: Int, length: Int?, flow: Int)] = []
    for index in 0..<30 {
      let (flow, length) = (2 + random.below(5), 21 + random.below(15))
      for offset in 0..<flow {
        elements.append(
          """
          <Record type="HKCategoryTypeIdentifierMenstrualFlow" sourceName="A" value="HKCategoryValueVaginalBleedingMedium" \
          startDate="\(Self.clock((day + offset) * 1_440 + 600))" endDate="\(Self.clock((day + offset) * 1_440 + 600))"/>
          """)
      }
      expected.append((day, index == 29 ? nil : length, flow))
      day += length
    }
    let rows = try Self.rows(try Self.answer(.cycles, elements.shuffled(using: &random)))
    #expect(
      rows.map { $0["start"] } == expected.map { String(Self.clock($0.day * 1_440).prefix(10)) })
    #expect(rows.map { $0["length_d"] } == expected.map { $0.length.map { "\($0)" } })
    #expect(rows.map { $0["flow_d"] } == expected.map { "\($0.flow)" })
    #expect(rows.dropLast().map { $0["next_start"] } == rows.dropFirst().map { $0["start"] })
    #expect(rows.last?["next_start"] == nil)
  }

  // MARK: Workouts

  private static func workout(
    _ activity: String, at minute: Int, for minutes: Int, kilometers: Double, _ content: String = ""
  ) -> String {
    """
    <Workout workoutActivityType="HKWorkoutActivityType\(activity)" duration="\(minutes)" durationUnit="min" \
    totalDistance="\(kilometers)" totalDistanceUnit="km" totalEnergyBurned="100" totalEnergyBurnedUnit="kcal" \
    sourceName="A" startDate="\(clock(minute))" endDate="\(clock(minute + minutes))">\(content)</Workout>
    """
  }

  @Test(arguments: Answer.WorkoutGrouping.allCases) func workoutsAreAddedUp(
    _ period: Answer.WorkoutGrouping
  ) throws {
    var random = FixedRandom(seed: 90)
    var list: [(activity: String, minute: Int, minutes: Int, kilometers: Double)] = []
    for index in 0..<120 {
      list.append(
        (
          ["Running", "Cycling", "Yoga"][random.below(3)], index * 5 * 1_440 + random.below(1_000),
          10 + random.below(90), Double(random.below(200)) / 8
        ))
    }
    var answer = try Self.answer(
      .workouts,
      list.map {
        Self.workout($0.activity, at: $0.minute, for: $0.minutes, kilometers: $0.kilometers)
      })
    answer.workoutGrouping = period
    let rows = try Self.rows(answer)
    let digits = [Answer.WorkoutGrouping.activity: 0, .month: 7, .year: 4][period] ?? 0
    let groups = Dictionary(grouping: list) {
      "\(Self.clock($0.minute).prefix(digits)) \($0.activity)"
    }
    #expect(rows.count == groups.count)
    for row in rows {
      let name = "\(row["month"] ?? row["year"] ?? "") \(row["activity"] ?? "")"
      let group = try #require(groups[name])
      #expect(row["workouts"] == "\(group.count)")
      #expect(Self.isNear(row["duration_min"], Double(group.reduce(0) { $0 + $1.minutes })))
      #expect(Self.isNear(row["distance_km"], group.reduce(0) { $0 + $1.kilometers }))
      #expect(row["longest_min"] == group.map(\.minutes).max().map { "\($0)" })
      let farthest = group.map(\.kilometers).max() ?? 0
      #expect(Self.isNear(row["farthest_km"], farthest > 0 ? farthest : nil))
      let paces = group.filter { $0.kilometers >= 1 }.map { Double($0.minutes) / $0.kilometers }
      #expect(Self.isNear(row["fastest_min"], paces.min()))
    }
  }

  /// Laps of each form, with the averages of the heart rates in their time.
  @Test func lapsHaveTheHeartRatesOfTheirTime() throws {
    let rates = (0..<60).map { minute in
      // One a minute, so that all have the same weight but those at the edges of a gap.
      Self.record("HeartRate", "\(100 + minute)", "count/min", at: minute)
    }
    func event(_ type: String, _ minute: Int, _ length: Int? = nil) -> String {
      let duration = length.map { " duration=\"\($0)\" durationUnit=\"min\"" } ?? ""
      return
        "<WorkoutEvent type=\"HKWorkoutEventType\(type)\" date=\"\(Self.clock(minute))\"\(duration)/>"
    }
    func part(_ start: Int, _ end: Int, _ content: String = "") -> String {
      "<WorkoutActivity uuid=\"\(start)\" startDate=\"\(Self.clock(start))\" endDate=\"\(Self.clock(end))\" "
        + "duration=\"\(end - start)\" durationUnit=\"min\">\(content)</WorkoutActivity>"
    }
    let statistics =
      "<WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" startDate=\"\(Self.clock(20))\" "
      + "endDate=\"\(Self.clock(40))\" average=\"77\" minimum=\"70\" maximum=\"80\" unit=\"count/min\"/>"
    let workouts = [
      Self.workout("Running", at: 0, for: 30, kilometers: 5, event("Lap", 10) + event("Lap", 18)),
      Self.workout(
        "Swimming", at: 30, for: 10, kilometers: 1, event("Lap", 30, 4) + event("Segment", 30, 8)),
      Self.workout(
        "Cycling", at: 40, for: 20, kilometers: 9, part(40, 50) + part(50, 60, statistics)),
      Self.workout("Yoga", at: 5, for: 5, kilometers: 0),
    ]
    let answer = try Self.answer(.laps, rates + workouts)
    let rows = try Self.rows(answer)
    #expect(
      rows.map {
        "\($0["activity"] ?? "") \($0["part"] ?? "") \($0["number"] ?? "") \($0["duration_min"] ?? "")"
      }
        == [
          "Running lap 1 10", "Running lap 2 8", "Running lap 3 12", "Swimming lap 1 4",
          "Swimming segment 1 8", "Cycling interval 1 10", "Cycling interval 2 10",
        ])
    #expect(
      rows.map { $0["maximum_heart_rate_count_min"] } == [
        "109", "117", "130", "133", "137", "149", "80",
      ])
    for (row, mean) in zip(rows, [104.5, 113.5, 124, 131.5, 133.5, 144.5, 77]) {
      // The weight of the first and the last one of a part is smaller.
      #expect(Self.isNear(row["average_heart_rate_count_min"], mean, 0.6))
    }
    var other = answer
    other.mostWorkouts = 2
    // With less memory, rows are the same in the same order, some without what records have.
    #expect(try Self.rows(other).map { $0["begin"] } == rows.map { $0["begin"] })
  }

  /// Each sport of a triathlon has a distance of its own type.
  @Test func intervalsHaveTheDistancesThatTheyState() throws {
    func part(_ type: String, _ start: Int, _ sum: String, _ unit: String) -> String {
      let times = "startDate=\"\(Self.clock(start))\" endDate=\"\(Self.clock(start + 30))\""
      return "<WorkoutActivity uuid=\"\(start)\" \(times) duration=\"30\" durationUnit=\"min\">"
        + "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistance\(type)\" \(times) sum=\"\(sum)\" unit=\"\(unit)\"/>"
        + "</WorkoutActivity>"
    }
    let sports = part("Swimming", 0, "1500", "m") + part("Cycling", 30, "20", "km")
    let rows = try Self.rows(
      Self.answer(.laps, [Self.workout("SwimBikeRun", at: 0, for: 60, kilometers: 0, sports)]))
    #expect(rows.map { $0["distance_km"] } == ["1.5", "20"])
  }

  /// A record at the instant between two parts is of the second one, a record at the end of the workout of the last part, and one
  /// at which a pause begins of the part before it.
  @Test func theLastInstantIsOfTheLastPart() throws {
    let points = [(0, 120), (30, 150), (60, 180)].map { second, rate in
      """
      <trkpt lat="52.0\(second / 10)" lon="13.0"><time>2024-06-01T06:0\(second / 60):\(second % 60 / 10)0.485Z</time>\
      <extensions><hr>\(rate)</hr></extensions></trkpt>
      """
    }
    let track = """
      <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type>\
      <trkseg>\(points.joined())</trkseg></trk></gpx>
      """
    let splits = try Self.rows(
      Answer(.splits, of: [try .open(bytes: Array(track.utf8), named: "track.gpx")]))
    #expect(splits.count == 7)
    #expect(splits.first?["maximum_heart_rate_count_min"] == "120")
    #expect(splits.last?["maximum_heart_rate_count_min"] == "180")
    func event(_ type: String, _ minute: Int) -> String {
      "<WorkoutEvent type=\"HKWorkoutEventType\(type)\" date=\"\(Self.clock(minute))\"/>"
    }
    let events = [("Pause", 5), ("Resume", 7), ("Lap", 10)].map { event($0.0, $0.1) }
    let rates = [(0, 100), (5, 140), (6, 190), (10, 120), (20, 150)].map { minute, rate in
      Self.record("HeartRate", "\(rate)", "count/min", at: minute)
    }
    let laps = try Self.rows(
      Self.answer(
        .laps,
        rates + [Self.workout("Running", at: 0, for: 20, kilometers: 5, events.joined())]))
    #expect(laps.map { $0["maximum_heart_rate_count_min"] } == ["140", "150"])
  }

  /// What a lap of a training computer states precedes the records in its time; 0 is not a measurement.
  @Test func lapsHaveTheFiguresThatTheyState() throws {
    func lap(_ start: String, _ meters: Int, _ calories: Int, _ rate: Int) -> String {
      """
      <Lap StartTime="2024-06-01T06:\(start)Z"><TotalTimeSeconds>300</TotalTimeSeconds>\
      <DistanceMeters>\(meters)</DistanceMeters><Calories>\(calories)</Calories>\
      <AverageHeartRateBpm><Value>\(rate)</Value></AverageHeartRateBpm>\
      <MaximumHeartRateBpm><Value>\(rate + 10)</Value></MaximumHeartRateBpm>\
      <Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod></Lap>
      """
    }
    let file = """
      <?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">\
      <Activities><Activity Sport="Running"><Id>2024-06-01T06:00:00Z</Id>\
      \(lap("00:00", 1_000, 70, 140))\(lap("05:00", 1_250, 75, 145))\
      </Activity></Activities></TrainingCenterDatabase>
      """
    func figures(_ row: [String: String]) -> [String?] {
      [
        "duration_min", "distance_km", "energy_kcal", "average_heart_rate_count_min",
        "maximum_heart_rate_count_min",
      ].map { row[$0] }
    }
    let stated = try Self.rows(
      Answer(.laps, of: [try .open(bytes: Array(file.utf8), named: "laps.tcx")]))
    #expect(
      stated.map(figures) == [
        ["5", "1", "70", "140", "150"], ["5", "1.25", "75", "145", "155"],
      ])
    let start = "\"start\":\"2024-06-01T06:00:00Z\""
    let time = start + ",\"end\":\"2024-06-01T06:10:00Z\",\"source\":{\"name\":\"A\"}"
    let content = [("TotalTimeSeconds", "570"), ("DistanceMeters", "0.00"), ("Calories", "many")]
      .map { "{\"name\":\"\($0.0)\",\"content\":[\"\($0.1)\"]}" }.joined(separator: ",")
    let lines = """
      {"kind":"dataset","version":1}
      {"kind":"quantity","type":"HKQuantityTypeIdentifierDistanceWalkingRunning",\(time),"value":2,"unit":"km"}
      {"kind":"workout","type":"HKWorkoutTypeIdentifier",\
      "workoutActivityType":"HKWorkoutActivityTypeRunning",\(time),"events":[\
      {"type":"HKWorkoutEventTypeLap","date":"2024-06-01T06:00:00Z","duration":600,"durationUnit":"s","content":[\(content)]}]}

      """
    let other = try Self.rows(
      Answer(.laps, of: [try .open(bytes: Array(lines.utf8), named: "laps.jsonl")]))
    #expect(other.map(figures) == [["9.5", "2", nil, nil, nil]])
  }

  // MARK: Summary

  @Test func summariesHaveHoursStoodAndSleep() throws {
    var random = FixedRandom(seed: 100)
    var elements: [String] = []
    var (asleep, stood, mindful) = ([Int: Int](), [Int: Set<Int>](), [Int: Int]())
    func category(_ type: String, _ value: String, _ minute: Int, _ length: Int) {
      elements.append(
        """
        <Record type="HKCategoryTypeIdentifier\(type)" sourceName="A" value="HKCategoryValue\(value)" \
        startDate="\(Self.clock(minute))" endDate="\(Self.clock(minute + length))"/>
        """)
    }
    for day in 0..<60 where random.below(4) > 0 {
      if random.below(3) > 0 {
        let length = 300 + random.below(200)
        category("SleepAnalysis", "SleepAnalysisAsleepCore", day * 1_440 - 60, length)
        asleep[day] = length
      }
      for hour in 8..<20 where random.below(2) == 0 {
        category("AppleStandHour", "AppleStandHourStood", day * 1_440 + hour * 60, 60)
        if random.below(3) == 0 {
          category("AppleStandHour", "AppleStandHourStood", day * 1_440 + hour * 60, 60)
        }
        stood[day, default: []].insert(hour)
      }
      category("AppleStandHour", "AppleStandHourIdle", day * 1_440 + 1_260, 60)
      if random.below(2) == 0 {
        category("MindfulSession", "NotApplicable", day * 1_440 + 600, 7)
        mindful[day] = 7
      }
    }
    for interval in [CalendarInterval.day, .week] {
      var answer = try Self.answer(.summary, elements)
      answer.plan.interval = interval
      let rows = try Self.rows(answer)
      // 2024-01-01 is a Monday.
      let days = interval == .day ? 1 : 7
      func sums<Value>(_ all: [Int: Value], _ value: ([Value]) -> Double) -> [String: Double] {
        Dictionary(grouping: all) { String(Self.clock($0.key / days * days * 1_440).prefix(10)) }
          .mapValues { value($0.map(\.value)) }
      }
      let hours = sums(stood) { Double($0.reduce(0) { $0 + $1.count }) }
      let nights = sums(asleep) { Double($0.reduce(0, +)) / Double($0.count) }
      let minutes = sums(mindful) { Double($0.reduce(0, +)) }
      #expect(
        rows.map { $0[interval.description] ?? "" }
          == Set(Array(hours.keys) + nights.keys + minutes.keys).sorted())
      for row in rows {
        let name = row[interval.description] ?? ""
        #expect(Self.isNear(row["stand_hours"], hours[name]))
        #expect(Self.isNear(row["asleep_min"], nights[name]))
        #expect(Self.isNear(row["mindful_min"], minutes[name]))
      }
    }
  }
}
