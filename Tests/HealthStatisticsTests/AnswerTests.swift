import Foundation
import HealthBytes
import HealthConv
import HealthStatistics
import Testing

/// Answers about whole datasets.
@Suite struct AnswerTests {
  private static func sums(_ xml: String, _ condition: String) throws -> [String: String] {
    let path = FileManager.default.temporaryDirectory.path + "/answer-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try xml.write(toFile: path, atomically: true, encoding: .utf8)
    var answer = Answer(.statistics, of: [try .open(path)])
    answer.selection.predicate = try SamplePredicate(parsing: condition)
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .csv)
    let rows = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return (cells[0], "\(cells[2]) \(cells[3])")
      })
  }

  /// A food of a meal that is not at top level as well counts once, and so does one that is.
  @Test func nestedSamplesCountOnce() throws {
    func record(_ type: String, _ value: Int) -> String {
      """
      <Record type="HKQuantityTypeIdentifierDietary\(type)" sourceName="Food" unit="g" \
      startDate="2024-06-01 07:00:00 +0200" endDate="2024-06-01 07:00:00 +0200" value="\(value)"/>
      """
    }
    let xml = """
      <HealthData locale="en_US"><ExportDate value="2024-06-02 09:00:00 +0200"/>
      \(record("Protein", 7))
      <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Food" \
      startDate="2024-06-01 07:00:00 +0200" endDate="2024-06-01 07:00:00 +0200">
      \(record("Carbohydrates", 30))\(record("Protein", 7))
      </Correlation></HealthData>
      """
    #expect(
      try Self.sums(xml, "type like 'Dietary*'") == [
        "DietaryCarbohydrates": "1 30", "DietaryProtein": "1 7",
      ])
  }

  private static func write(
    _ xml: String, _ change: (inout Answer) throws -> Void = { _ in }
  ) throws -> (text: String, report: Answer.Report) {
    let path = FileManager.default.temporaryDirectory.path + "/answer-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try xml.write(toFile: path, atomically: true, encoding: .utf8)
    var answer = Answer(.statistics, of: [try .open(path)])
    try change(&answer)
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .csv)
    return (String(decoding: sink.bytes, as: UTF8.self), report)
  }

  private static func zoned(_ zones: [String?]) -> String {
    """
    <HealthData locale="en_US"><ExportDate value="2024-07-09 09:00:00 +0200"/>
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="A" unit="count" \
    startDate="2024-01-02 00:20:00 +0200" endDate="2024-01-02 00:30:00 +0200" value="7"/>
    \(zones.map { zone in
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="3" durationUnit="min" sourceName="A" \
      startDate="2024-01-05 07:00:00 +0200" endDate="2024-01-05 07:03:00 +0200">\
      \(zone.map { "<MetadataEntry key=\"HKTimeZone\" value=\"\($0)\"/>" } ?? "")</Workout>
      """
    }.joined())
    </HealthData>
    """
  }

  /// Workouts, which are not selected and are after the steps, name the zone in which days begin.
  @Test func daysBeginInTheZoneThatSamplesName() throws {
    func steps(_ zones: [String?], _ zone: DayZone = .automatic) throws -> (String, String) {
      let (text, report) = try Self.write(Self.zoned(zones)) { answer in
        answer.selection.types = [try TypePattern("steps")]
        answer.plan.interval = .day
        answer.plan.zone = zone
      }
      let cells = text.split(separator: "\n")[1].split(separator: ",")
      return ("\(cells[0]) \(cells[cells.count - 2])", report.zoneNote?.description ?? "")
    }
    let berlin = try steps(["Europe/Berlin", nil, "Europe/Berlin", "America/Lima"])
    #expect(berlin.0 == "2024-01-01 Europe/Berlin")
    #expect(
      berlin.1
        == "days begin in Europe/Berlin, the time zone that 2 of 3 samples name; those that name another one "
        + "are counted by that")
    let unknown = try steps(["Mars/Base", nil])
    #expect(unknown.0 == "2024-01-02 record")
    #expect(unknown.1.contains("no sample names a time zone"))
    #expect(try steps(["Europe/Berlin"], .record) == ("2024-01-02 record", ""))
    #expect(try steps([nil], .zone(Zone("UTC"))) == ("2024-01-01 UTC", ""))
    // The first and the last day are in the zone, too.
    let whole = try Self.write(Self.zoned(["Europe/Berlin"])) { _ in }.text
    #expect(whole.contains(",2024-01-01,2024-01-01,Europe/Berlin,"))
  }

  /// Of two inputs the zone is found while they are compared, from standard input while it is spooled.
  @Test func theZoneOfSeveralInputsIsFound() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/zones-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.zoned(["Europe/Berlin"]).write(
      toFile: folder + "/a.xml", atomically: true, encoding: .utf8)
    try Self.zoned([nil]).write(toFile: folder + "/b.xml", atomically: true, encoding: .utf8)
    var answer = Answer(
      .statistics, of: [try .open(folder + "/b.xml"), try .open(folder + "/a.xml")])
    answer.plan.interval = .day
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .csv)
    #expect(String(decoding: sink.bytes, as: UTF8.self).contains("\n2024-01-01,StepCount,"))
    #expect(report.notes.count == 1)
  }

  @Test func theNameOfACorrelationSelectsItsMembers() throws {
    func record(_ type: String, _ unit: String) -> String {
      """
      <Record type="HKQuantityTypeIdentifier\(type)" sourceName="A" unit="\(unit)" \
      startDate="2024-06-01 07:00:00 +0200" endDate="2024-06-01 07:00:00 +0200" value="80"/>
      """
    }
    let xml = """
      <HealthData locale="en_US"><ExportDate value="2024-07-09 09:00:00 +0200"/>
      \(record("BodyMass", "kg"))\(record("BloodPressureSystolic", "mmHg"))
      <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="A" \
      startDate="2024-06-01 07:00:00 +0200" endDate="2024-06-01 07:00:00 +0200">
      \(record("BloodPressureSystolic", "mmHg"))\(record("BloodPressureDiastolic", "mmHg"))
      </Correlation><Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="3" durationUnit="min" \
      sourceName="A" startDate="2024-01-05 07:00:00 +0200" endDate="2024-01-05 07:03:00 +0200"/></HealthData>
      """
    let pressure = try Self.write(xml) { $0.selection.types = [try TypePattern("BloodPressure")] }
    let names = pressure.text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").prefix(3).joined(separator: " ")
    }
    #expect(names == ["BloodPressureDiastolic mmHg 1", "BloodPressureSystolic mmHg 1"])
    #expect(pressure.report.selectionNotes == [])
    // The input has workouts, but they have no statistics.
    let workouts = try Self.write(xml) { $0.selection.types = [try TypePattern("workout")] }
    #expect(workouts.report.selectionNotes == [.noStatistics(["workout"])])
    let food = try Self.write(xml) { $0.selection.types = [try TypePattern("Food")] }
    #expect(food.report.selectionNotes == [.noType("Food"), .noSample])
  }

  @Test func prioritiesThatMatchNoSourceAreRefused() throws {
    func write(_ names: [String]) throws {
      _ = try Self.write(Self.zoned([nil])) { answer in
        (answer.plan.priority, answer.checksPriority) = (names, true)
      }
    }
    try write(["a"])
    do {
      try write(["A", "Wtch"])
      Issue.record("nothing was thrown")
    } catch let error as HealthError {
      #expect(error.code == .usage)
      #expect(error.message.contains("no source matches 'Wtch'"))
    }
  }

  /// Each day has what its summary states and the merged sums of its records, also a day with one of both only.
  @Test func activityIsComparedWithItsRecords() throws {
    func record(_ type: String, _ unit: String, _ value: String, _ source: String, _ day: Int)
      -> String
    {
      """
      <Record type="HK\(type)" sourceName="\(source)"\(unit.isEmpty ? "" : " unit=\"\(unit)\"") \
      startDate="2024-06-0\(day) 07:00:00 +0200" endDate="2024-06-0\(day) 07:30:00 +0200" value="\(value)"/>
      """
    }
    func summary(_ day: Int, _ unit: String) -> String {
      """
      <ActivitySummary dateComponents="2024-06-0\(day)" activeEnergyBurned="418.4" activeEnergyBurnedGoal="836.8" \
      activeEnergyBurnedUnit="\(unit)" appleExerciseTime="25" appleExerciseTimeGoal="30" appleStandHours="2" \
      appleStandHoursGoal="12"/>
      """
    }
    let (energy, stand) = (
      "QuantityTypeIdentifierActiveEnergyBurned", "CategoryTypeIdentifierAppleStandHour"
    )
    let path = FileManager.default.temporaryDirectory.path + "/answer-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try """
    <HealthData locale="en_US"><ExportDate value="2024-06-09 09:00:00 +0200"/>
    \(record(energy, "kcal", "90", "Watch", 2))\(record(energy, "kcal", "70", "iPhone", 2))
    \(record("QuantityTypeIdentifierAppleExerciseTime", "min", "20", "Watch", 2))
    \(record(stand, "", "HKCategoryValueAppleStandHourStood", "Watch", 2))
    \(record(stand, "", "HKCategoryValueAppleStandHourIdle", "Watch", 2))
    \(record(energy, "kcal", "5", "iPhone", 4))
    \(summary(1, "kcal"))\(summary(2, "kJ"))
    </HealthData>
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let sink = BytesSink()
    let report = try Answer(.activity, of: [try .open(path)])
      .write(to: sink, named: "answer", as: .csv)
    #expect(report.rows == 3)
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(
      lines[0].hasPrefix(
        "day,active_energy_kcal,active_energy_goal_kcal,active_energy_records_kcal,exercise_min,exercise_goal_min,"
          + "exercise_records_min,stand_hours,stand_hours_goal,stand_hours_records,zone,sources"))
    #expect(lines[1].hasPrefix("2024-06-01,418.4,836.8,,25,30,,2,12,,record,"))
    #expect(lines[2].hasPrefix("2024-06-02,100,200,90,25,30,20,2,12,1,record,"))
    #expect(lines[3].hasPrefix("2024-06-04,,,5,,,,,,,record,"))
    // Summaries for which there is no memory are counted.
    var some = Answer(.activity, of: [try .open(path)])
    some.mostDays = 1
    let rest = try some.write(to: BytesSink(), named: "answer", as: .csv)
    #expect(rest.rows == 3)
    #expect(
      rest.notes == ["1 sample of ActivitySummary not counted: there are more than 1 days"])
  }

  /// The rows of the activity in an export, without the title.
  private static func activity(_ elements: String, zone: String? = nil, anchor: String? = nil)
    throws
    -> [[String]]
  {
    let path = FileManager.default.temporaryDirectory.path + "/answer-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try """
    <HealthData locale="en_US"><ExportDate value="2024-06-09 09:00:00 +0200"/>
    \(elements)
    </HealthData>
    """.write(toFile: path, atomically: true, encoding: .utf8)
    var answer = Answer(.activity, of: [try .open(path)])
    if let zone { answer.plan.zone = .zone(try Zone(zone)) }
    if let anchor { answer.plan.anchor = try #require(CalendarAnchor(anchor)) }
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .csv)
    return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Two watches of which both state some hours; one also an hour in two parts, one that goes into the next day.
  @Test func hoursInWhichSeveralSourcesStoodAreCountedOnce() throws {
    func stood(_ source: String, _ start: String, _ end: String, _ value: String = "Stood")
      -> String
    {
      """
      <Record type="HKCategoryTypeIdentifierAppleStandHour" sourceName="\(source)" startDate="2024-06-\(start):00 +0200" \
      endDate="2024-06-\(end):00 +0200" value="HKCategoryValueAppleStandHour\(value)"/>

      """
    }
    let records = ["Watch", "Other Watch"].map {
      stood($0, "02 08:00", "02 09:00") + stood($0, "02 09:00", "02 10:00")
        + stood($0, "02 10:00", "02 11:00", "Idle")
    }
    let late =
      stood("Watch", "03 07:00", "03 07:20") + stood("Watch", "03 07:40", "03 08:00")
      + stood("Watch", "03 23:30", "04 00:30") + stood("Other Watch", "04 12:00", "04 13:00")
    for zone in [nil, "Europe/Berlin"] {
      let rows = try Self.activity(records.joined() + late, zone: zone)
      #expect(rows.map { $0[0] } == ["2024-06-02", "2024-06-03", "2024-06-04"])
      #expect(rows.map { $0[9] } == ["2", "2", "1"])
    }
    let rows = try Self.activity(records.joined() + late, anchor: "2024-01-01T08:00:00")
    #expect(rows.map { $0[0] } == ["2024-06-02", "2024-06-03", "2024-06-04"])
    #expect(rows.map { $0[9] } == ["3", "1", "1"])
  }

  /// An energy has a value if its unit is absent, which means kilocalories, or is one of energy.
  @Test(arguments: [
    ("activeEnergyBurnedUnit=\"kJ\"", "100"), ("activeEnergyBurnedUnit=\"Cal\"", "418.4"),
    ("", "418.4"), ("activeEnergyBurnedUnit=\"kcals\"", ""),
    ("activeEnergyBurnedUnit=\"\"", ""), ("activeEnergyBurnedUnit=\"km\"", ""),
  ])
  func energyWithAnUnreadableUnitHasNoValue(_ unit: String, _ value: String) throws {
    let rows = try Self.activity(
      """
      <ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="418.4" activeEnergyBurnedGoal="418.4" \(unit) \
      appleExerciseTime="25"/>
      """)
    #expect(rows.map { Array($0[1...2]) } == [[value, value]])
  }

  private static func record(_ type: String, _ value: Int, minute: Int, unit: String) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Watch" unit="\(unit)" \
    startDate="2020-06-01 07:0\(minute):00 +0200" endDate="2020-06-01 07:0\(minute):00 +0200" value="\(value)"/>
    """
  }

  /// An export as iOS 15 writes it: workouts with totals and without statistics, after all records.
  private static let oldExport = """
    <HealthData locale="en_US"><ExportDate value="2020-06-02 09:00:00 +0200"/>
    \(record("HeartRate", 100, minute: 1, unit: "count/min"))
    \(record("HeartRate", 140, minute: 2, unit: "count/min"))
    \(record("HeartRate", 60, minute: 9, unit: "count/min"))
    \((0..<5).map { index in
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="\(index + 3)" durationUnit="min" \
      totalDistance="1" totalDistanceUnit="km" totalEnergyBurned="50" totalEnergyBurnedUnit="kcal" sourceName="Watch" \
      startDate="2020-06-01 07:00:00 +0200" endDate="2020-06-01 07:0\(index + 3):00 +0200"/>
      """
    }.joined())
    </HealthData>
    """

  private static func workouts(
    _ path: String, most: Int? = nil
  ) throws -> (rows: [String], report: Answer.Report) {
    var answer = Answer(.workouts, of: [try .open(path)])
    // A condition on workouts is none on their records.
    answer.selection.addSource("W*")
    answer.selection.types = [try TypePattern("workout")]
    if let most { answer.mostWorkouts = most }
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .csv)
    let rows = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    return (
      rows.map { row in
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        return "\(cells[2]) \(cells[8]) \(cells[9]) \(cells[12])"
      }, report
    )
  }

  @Test(arguments: [(1, "1 workout left out: it ends"), (2, "2 workouts left out: they end")])
  func workoutsThatEndBeforeTheyStart(_ count: Int, _ note: String) throws {
    let workouts = (0...count).map { index in
      let end = index == 0 ? "30" : "00"
      return
        "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" sourceName=\"A\" "
        + "startDate=\"2024-06-0\(index + 1) 08:10:00 +0000\" endDate=\"2024-06-0\(index + 1) 08:\(end):00 +0000\"/>"
    }
    let path = FileManager.default.temporaryDirectory.path + "/reversed-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "<HealthData locale=\"en_GB\">\(workouts.joined())</HealthData>".write(
      toFile: path, atomically: true, encoding: .utf8)
    let report = try Answer(.workouts, of: [.open(path)])
      .write(to: BytesSink(), named: "a", as: .csv)
    #expect(report.rows == 1)
    #expect(report.notes.first?.hasPrefix(note) == true, "\(report.notes)")
  }

  @Test func workoutsAreCompletedByRecords() throws {
    let path = FileManager.default.temporaryDirectory.path + "/answer-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Self.oldExport.write(toFile: path, atomically: true, encoding: .utf8)
    let whole = try Self.workouts(path)
    #expect(whole.rows == (3...7).map { "\($0) 120 140 heart_rate" })
    #expect(whole.report.rows == 5)
    #expect(whole.report.notes == [])
    // Those for which there is no memory are rows all the same.
    let some = try Self.workouts(path, most: 2)
    #expect(
      some.rows == ["3 120 140 heart_rate", "4 120 140 heart_rate", "5   ", "6   ", "7   "])
    #expect(
      some.report.notes == [
        "3 workouts not completed by the records in their time: there are more than 2"
      ])
  }
}
