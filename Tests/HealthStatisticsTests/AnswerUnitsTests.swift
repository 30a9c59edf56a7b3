import Foundation
import HealthBytes
import HealthConv
import HealthStatistics
import Testing

/// Answers in the units of a region, a system or a type.
@Suite struct AnswerUnitsTests {
  private static let export = """
    <HealthData locale="en_GB"><ExportDate value="2024-06-02 09:00:00 +0000"/>
    \(record("BodyMass", "lb", 155, 1))\(record("BodyMass", "kg", 72, 2))
    \(record("Height", "cm", 175.26, 1))
    \(record("BodyTemperature", "degC", 37, 1))\(record("BodyTemperature", "degC", 38, 2))
    \(record("BloodGlucose", "mg/dL", 99.08569, 1))
    \(record("DietaryWater", "mL", 568.26125, 1))
    \(record("DistanceWalkingRunning", "km", 1.609344, 1))\(record("DistanceWalkingRunning", "km", 3.218688, 3))
    \(record("ActiveEnergyBurned", "kcal", 100, 1))\(record("StepCount", "count", 500, 1))
    \(record("HeartRate", "count/min", 60, 1))
    <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="20" durationUnit="min" totalDistance="3.218688" \
    totalDistanceUnit="km" totalEnergyBurned="200" totalEnergyBurnedUnit="kcal" sourceName="Watch" \
    startDate="2024-06-01 09:00:00 +0000" endDate="2024-06-01 09:20:00 +0000">
     <MetadataEntry key="HKElevationAscended" value="3048 cm"/>
    </Workout>
    </HealthData>
    """

  private static func record(
    _ type: String, _ unit: String, _ value: Double, _ minute: Int
  ) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Watch" unit="\(unit)" \
    startDate="2024-06-01 08:0\(minute):00 +0000" endDate="2024-06-01 08:0\(minute):30 +0000" value="\(value)"/>

    """
  }

  private static func answer(
    _ kind: Answer.Kind, _ units: [String], as format: AnswerFormat = .csv, locale: String? = nil
  ) throws -> [String] {
    let path = FileManager.default.temporaryDirectory.path + "/units-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try export.write(toFile: path, atomically: true, encoding: .utf8)
    var answer = Answer(kind, of: [try .open(path)])
    for text in units { try answer.units.add(text) }
    answer.locale = locale
    if kind == .summary { answer.plan.interval = .day }
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: format)
    return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let hasLocales: Comment? = UnitPreferences.localeFailure.map {
    Comment(rawValue: $0)
  }

  /// The row of a type, as the people of a locale read it.
  private static func row(_ type: String, _ locale: String, _ units: [String] = []) throws -> String
  {
    let rows = try answer(.statistics, units, as: .text, locale: locale)
    let row = try #require(rows.first { $0.hasPrefix(type + " ") })
    return row.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : String($0) }.joined()
  }

  @Test(.enabled(if: hasLocales == nil, "\(hasLocales ?? "")"))
  func figuresAreThoseOfTheLocale() throws {
    #expect(try Self.row("Height", "en_US").contains(" 5 ft 9 in "))
    #expect(try Self.row("BodyMass", "en_GB").contains(" 11 st 5 lb "))
    #expect(try Self.row("BodyMass", "de_DE").contains(" 70,3 kg "))
    #expect(try Self.row("BodyMass", "de_DE", ["GB"]).contains(" 11 st, 5 lb "))
    #expect(try Self.row("DistanceWalkingRunning", "de_DE").contains(" 4,83 km "))
    #expect(try Self.row("BloodGlucose", "en_GB").contains(" 5.5 mmol/l "))
    #expect(try Self.row("BodyMass", "en_GB", ["as-is"]).contains(" 70.3 kg "))
    let rows = try Self.answer(.statistics, [], as: .text, locale: "en_GB")
    #expect(rows[2] == "units: GB")
    #expect(rows[3] == "locale: en-GB")
    #expect(!rows[4].contains("unit"))
    let workouts = try Self.answer(.workouts, [], as: .markdown, locale: "en_US").suffix(3)
    #expect(workouts.first?.contains("| distance | pace (min) | per | speed | energy |") == true)
    #expect(workouts.last?.contains("| 2 mi | 10:00 | mi |  | 200 kcal |") == true)
  }

  /// Columns of percent do not have the unit of the figures in their row.
  @Test(.enabled(if: hasLocales == nil, "\(hasLocales ?? "")"))
  func percentIsPercentInALocale() throws {
    func lines(_ answer: Answer) throws -> [String] {
      let sink = BytesSink()
      _ = try answer.write(to: sink, named: "answer", as: .text)
      return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map { line in
        line.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : String($0) }.joined()
      }
    }
    let text = """
      <HealthData locale="en_GB"><ExportDate value="2024-06-03 09:00:00 +0000"/>
      <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" \
      startDate="2024-06-01 08:00:00 +0000" endDate="2024-06-01 08:00:00 +0000" value="70"/>
      <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" \
      startDate="2024-06-02 08:00:00 +0000" endDate="2024-06-02 08:00:00 +0000" value="71"/>
      <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="Watch" unit="kcal" \
      startDate="2024-06-01 08:00:00 +0000" endDate="2024-06-01 08:10:00 +0000" value="300"/>
      <ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="320" \
      activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="kcal"/></HealthData>
      """
    let dataset = try Dataset.open(bytes: Array(text.utf8), named: "export.xml")
    var course = Answer(.statistics, of: [dataset])
    (course.plan.interval, course.series.comparesToPrevious) = (.day, true)
    course.locale = "en_GB"
    let masses = try lines(course).filter { $0.contains(" BodyMass ") }
    #expect(masses.count == 2 && masses[1].contains(" 11 st"), "\(masses)")
    #expect(masses.last?.hasSuffix(" 1.43%") == true, "\(masses)")
    var agreement = Answer(.agreement, of: [dataset])
    agreement.locale = "en_US"
    let rows = try lines(agreement)
    #expect(rows.contains { $0.contains("-20 kcal") && $0.contains(" -6.25% ") }, "\(rows)")
  }

  @Test(.enabled(if: hasLocales == nil, "\(hasLocales ?? "")"))
  func barsAreThoseOfTheValues() throws {
    let path = FileManager.default.temporaryDirectory.path + "/units-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Self.export.write(toFile: path, atomically: true, encoding: .utf8)
    var answer = Answer(.statistics, of: [try .open(path)])
    answer.plan.interval = .hour
    (answer.locale, answer.barsWidth) = ("en_GB", 200)
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .text)
    #expect(String(decoding: sink.bytes, as: UTF8.self).contains("█"))
  }

  @Test func otherFormatsAndLocalesAreRefused() {
    let format = #expect(throws: HealthError.self) {
      try Self.answer(.statistics, [], as: .json, locale: "en_GB")
    }
    #expect(format?.code == .usage)
    #expect(format?.message == "cannot format json for a locale, expected text or markdown")
    guard Self.hasLocales == nil else { return }
    let locale = #expect(throws: HealthError.self) {
      try Self.answer(.statistics, [], as: .text, locale: "xx_YY")
    }
    #expect(locale?.code == .usage)
    #expect(locale?.message.hasPrefix("unknown locale 'xx_YY'") == true)
  }

  /// Unit, sum, average, latest of each type.
  private static func statistics(_ units: [String]) throws -> [String: String] {
    let rows = try answer(.statistics, units)
    #expect(rows[0].hasPrefix("type,unit,count,sum,average,minimum,maximum,latest,"))
    return Dictionary(
      uniqueKeysWithValues: rows.dropFirst().map { row in
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        return (String(cells[0]), "\(cells[1]) \(cells[3]) \(cells[4]) \(cells[7])")
      })
  }

  @Test func statisticsHaveTheUnitsOfARegion() throws {
    let canonical = try Self.statistics([])
    #expect(canonical["DistanceWalkingRunning"] == "km 4.828032  3.218688")
    let british = try Self.statistics(["GB"])
    #expect(british["DistanceWalkingRunning"] == "mi 3  2")
    #expect(british["BodyMass"]?.hasPrefix("st  ") == true)
    #expect(british["BodyMass"]?.hasSuffix(" 11.338059198079419") == true)
    #expect(british["BodyTemperature"] == "degC  37.5 38")
    #expect(british["DietaryWater"] == "fl_oz_imp 20  20")
    #expect(
      british["BloodGlucose"] == "mmol<180.1558800000541>/L  5.499997557668961 5.499997557668961")
    #expect(british["StepCount"] == "count 500  500")
    let american = try Self.statistics(["US", "BodyMass=kg"])
    #expect(american["BodyTemperature"] == "degF  99.5 100.4")
    #expect(american["BodyMass"]?.hasSuffix(" 72") == true)
    #expect(american["Height"] == "ft  5.75 5.75")
    #expect(american["BloodGlucose"]?.hasPrefix("mg/dL ") == true)
    #expect(try Self.statistics(["si"])["ActiveEnergyBurned"] == "kJ 418.4  418.4")
  }

  @Test func theHeaderStatesTheUnits() throws {
    #expect(
      try Self.answer(.statistics, ["GB", "BodyMass=kg"], as: .text)[2] == "units: GB, BodyMass=kg")
    #expect(try !Self.answer(.statistics, [], as: .text).contains { $0.hasPrefix("units") })
    let text = try Self.answer(.statistics, ["GB"], as: .text)
    #expect(text.contains { $0.hasPrefix("BloodGlucose") && $0.contains(" mmol/L ") })
    #expect(try Self.answer(.statistics, ["GB"])[0].hasSuffix(",units"))
  }

  @Test func workoutsHaveTheUnitsOfARegion() throws {
    let american = try Self.answer(.workouts, ["US"])
    #expect(
      american[0].hasPrefix(
        "start,activity,duration_min,distance_mi,pace_min,per,speed_mi_hr,energy_kcal,average_heart_rate_count_min,"
          + "maximum_heart_rate_count_min,elevation_ft,source,from_records,units,"))
    #expect(
      american[1].hasPrefix("2024-06-01T09:00:00+00:00,Running,20,2,10,mi,,200,,,100,Watch,,US,"))
    let row = try Self.answer(.workouts, ["si"])[1]
    #expect(row.contains(",20,3218.688,6.2137119223733395,km,,836.8,,,30.48,"))
  }

  @Test func summariesHaveTheUnitsOfARegion() throws {
    let rows = try Self.answer(.summary, ["GB"])
    #expect(rows[0].contains(",distance_mi,") && rows[0].contains(",body_mass_st,"))
    #expect(rows[1].hasPrefix("2024-06-01,500,3,"))
  }

  @Test func splitsAreMilesWhereDistancesAre() throws {
    #expect(try Self.answer(.splits, ["GB"], as: .text).last?.contains("distance (mi)") == true)
    #expect(try Self.answer(.splits, ["US"], as: .text).last?.contains("elevation (ft)") == true)
    #expect(try Self.answer(.splits, [], as: .text).last?.contains("distance (km)") == true)
  }
}
