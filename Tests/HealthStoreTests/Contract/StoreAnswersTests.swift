import Foundation
import HealthBytes
import HealthConv
import HealthGenerator
import HealthStatistics
import HealthStore
import Testing

/// The views of answers have the numbers of `stats`, to the last digit, or no rows.
@Suite struct StoreAnswersTests {
  private struct Fixture {
    let place: StoreUnderTest.Place
    let location: String
    let export: String
    private let isSQLite: Bool

    init(_ kind: StoreUnderTest, _ bytes: [UInt8]) throws {
      place = try kind.make()
      location = try #require(place.location)
      isSQLite = kind.testDescription == "SQLite"
      export = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).xml"
      try Data(bytes).write(to: URL(fileURLWithPath: export))
      _ = try conversion().run(toFile: location)
    }

    func conversion() throws -> Conversion {
      let format = try #require(
        StoreKind.all.first { $0.format.name == (isSQLite ? "sqlite" : "postgres") })
      return try Conversion(of: .open(export), to: format.format)
    }

    func remove() { try? FileManager.default.removeItem(atPath: export) }

    /// The rows of a view; numbers have all their digits.
    func rows(_ view: String, _ columns: [String]) throws -> [[String]] {
      let rows = try #require(place.rows)
      let list = columns.map { isSQLite ? $0 : "cast(\($0) as text)" }.joined(separator: ", ")
      return try rows("select \(list) from \(view)", columns.count)
    }
  }

  /// The rows of an answer as CSV, by the names of their columns.
  private static func answer(
    _ kind: Answer.Kind, of path: String, _ plan: StatisticsPlan
  ) throws -> [[String: String]] {
    var answer = Answer(kind, of: [try .open(path)])
    answer.plan = plan
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .csv)
    #expect(report.readError == nil)
    // The facts in the last columns are texts in quotes; the others have no commas in them.
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let names = try #require(rows.first).map(String.init)
    return rows.dropFirst().map { row in
      Dictionary(uniqueKeysWithValues: zip(names, row.map(String.init)))
    }
  }

  /// Numbers are equal in all bits, everything else as text.
  private static func compare(_ text: String, _ value: String?, _ place: String) {
    if let number = Double(text) {
      #expect(number == value.flatMap(Double.init), "\(place)")
    } else {
      #expect(text == value ?? "", "\(place)")
    }
  }

  /// The views, of which the names matter.
  private static let views = StoreView.all(
    SQLDialect(
      localTime: { time, _ in time }, localDate: { time, _ in time }, time: { $0 }, date: { $0 }))

  /// The local time of a text of ISO 8601, as views have it.
  private static func local(_ text: String?, _ key: String) -> String? {
    guard let text, ["start", "end"].contains(key) else { return text }
    return String(text.prefix(19)).replacing("T", with: " ")
  }

  /// Ten days by a watch, a phone and an app, in which the clocks change.
  private static func generated() throws -> [UInt8] {
    let sink = BytesSink()
    _ = try ExportGenerator(
      .init(seed: 21, size: .days(10), end: 1_712_160_000, units: .metric)
    ).writeXML(to: sink)
    return sink.bytes
  }

  @Test(arguments: StoreUnderTest.databases, ["record", "Europe/Berlin"])
  func viewsAreTheAnswersOfTheTool(_ kind: StoreUnderTest, _ zone: String) throws {
    let fixture = try Fixture(kind, Self.generated())
    defer { fixture.remove() }
    var answers = StoreAnswers()
    var plan = StatisticsPlan()
    (plan.interval, plan.isIntervalFirst) = (.day, true)
    if zone != "record" { plan.zone = .zone(try Zone(zone)) }
    answers.zone = plan.zone
    let report = try answers.save(in: fixture.location)

    let names = ["count", "sum", "average", "minimum", "maximum", "latest"]
    let expected = try Self.answer(.statistics, of: fixture.export, plan)
    let found = try fixture.rows(
      "daily order by day, type", ["day", "type", "unit"] + names + ["coalesce(value, '')"])
    #expect(report.days == expected.count)
    #expect(expected.count > 100)
    #expect(found.count == expected.count)
    var byKey: [String: [String]] = [:]
    for row in found {
      let type = row[1].split(separator: "Identifier").last.map(String.init) ?? ""
      let value = CategoryValue(row[9])
      let name = value.enumeration?.name == "HKCategoryValue" ? "" : value.shortName
      byKey["\(row[0]) \(type) \(name)"] = row
    }
    var sums = 0
    for row in expected {
      let key = "\(row["day"] ?? "") \(row["type"] ?? "") \(row["value"] ?? "")"
      let found = try #require(byKey[key], "\(key)")
      for (place, name) in (["unit"] + names).enumerated() {
        Self.compare(found[place + 2], row[name], "\(key) \(name)")
      }
      if row["sum"]?.isEmpty == false { sums += 1 }
    }
    #expect(sums > 20)

    let nights = try Self.answer(.sleep, of: fixture.export, plan)
    let columns = ["in_bed", "asleep", "core", "deep", "rem", "unspecified", "awake", "naps"]
    let foundNights = try fixture.rows(
      "sleep_by_night order by night",
      ["night", "start_local", "end_local", "efficiency", "source"] + columns)
    #expect(nights.count > 5)
    #expect(foundNights.count == nights.count)
    for (found, night) in zip(foundNights, nights) {
      let keys =
        ["night", "start", "end", "efficiency", "source"] + columns.map { "\($0)_min" }
      for (place, key) in keys.enumerated() {
        #expect(night.keys.contains(key), "\(key)")
        Self.compare(found[place], Self.local(night[key], key), "\(found[0]) \(key)")
      }
    }

    let steps = try fixture.rows("steps_by_day order by day", ["day", "steps"])
    #expect(steps.count >= 10)
    for row in steps { #expect(byKey["\(row[0]) StepCount "]?[4] == row[1]) }
  }

  @Test(arguments: StoreUnderTest.databases)
  func plantedDaysAreFound(_ kind: StoreUnderTest) throws {
    let planted = PlantedDays()
    let fixture = try Fixture(kind, Array(planted.xml.utf8))
    defer { fixture.remove() }
    _ = try StoreAnswers().save(in: fixture.location)
    let steps = try fixture.rows("steps_by_day order by day", ["day", "steps"])
    #expect(steps.map { $0[0] } == planted.steps.keys.sorted())
    for row in steps {
      #expect(Double(row[1]) == planted.steps[row[0]].map(Double.init), "\(row[0])")
    }
    let nights = try fixture.rows("sleep_by_night order by night", ["night", "asleep"])
    #expect(nights.map { $0[0] } == planted.asleep.keys.sorted())
    for row in nights {
      #expect(Double(row[1]) == planted.asleep[row[0]].map(Double.init), "\(row[0])")
    }
    // Adding up the samples is wrong: two sources copy the third, and days begin elsewhere.
    let naive = try fixture.rows(
      "quantity where type = 'HKQuantityTypeIdentifierStepCount'", ["sum(value)"])
    #expect(naive.first?.first.flatMap(Double.init) == Double(planted.naive))
    #expect(planted.naive > planted.steps.values.reduce(0, +) * 17 / 10)
    let byDay = try fixture.rows(
      "quantity where type = 'HKQuantityTypeIdentifierStepCount' group by local_date",
      ["local_date", "sum(value)"])
    #expect(byDay.contains { Double($0[1]) != planted.steps[$0[0]].map(Double.init) })
  }

  @Test(arguments: StoreUnderTest.databases)
  func workoutsAreTheAnswerOfTheTool(_ kind: StoreUnderTest) throws {
    let sink = BytesSink()
    _ = try ExportGenerator(
      .init(seed: 4, size: .days(60), end: 1_712_160_000, units: .metric)
    ).writeXML(to: sink)
    let fixture = try Fixture(kind, sink.bytes)
    defer { fixture.remove() }
    let expected = try Self.answer(.workouts, of: fixture.export, StatisticsPlan())
    let found = try fixture.rows(
      "workouts order by sample",
      [
        "activity", "duration", "distance", "energy", "average_heart_rate", "maximum_heart_rate",
        "source", "duration_unit", "distance_unit",
      ])
    #expect(expected.count > 5)
    #expect(expected.contains { $0["average_heart_rate_count_min"]?.isEmpty == false })
    #expect(found.count == expected.count)
    let keys = [
      "activity", "duration_min", "distance_km", "energy_kcal", "average_heart_rate_count_min",
      "maximum_heart_rate_count_min", "source",
    ]
    let figures = [
      "distance_km": "distance", "energy_kcal": "energy",
      "average_heart_rate_count_min": "heart_rate", "maximum_heart_rate_count_min": "heart_rate",
    ]
    var completed = 0
    for (found, workout) in zip(found, expected) {
      #expect(found[7] == "min")
      // The view has the unit of the export, which is meters where somebody swam.
      #expect(found[2].isEmpty || found[8] == "km" || found[8] == "m")
      let isMeters = found[8] == "m"
      for (place, key) in keys.enumerated() {
        var value = try #require(workout[key], "\(key)")
        // The view has what workouts state; the answer completes them by records, and names what it completed.
        if let figure = figures[key], workout["from_records"]?.contains(figure) == true {
          #expect(found[place].isEmpty && !value.isEmpty, "\(key)")
          completed += 1
          continue
        }
        if place == 2, isMeters, let number = Double(value) { value = "\(number * 1_000)" }
        Self.compare(
          place == 0 ? String(found[0].dropFirst("HKWorkoutActivityType".count)) : found[place],
          value, "\(key)")
      }
    }
    #expect(completed > 0)

    let report = try StoreAnswers().save(in: fixture.location)
    #expect(report.workouts == expected.count)
    let names = [
      "start_local", "activity", "duration", "distance", "energy", "average_heart_rate",
      "maximum_heart_rate", "elevation", "source", "from_records",
    ]
    let saved = try fixture.rows("workouts_completed order by start_local", names)
    let ordered = expected.sorted { ($0["start"] ?? "") < ($1["start"] ?? "") }
    #expect(saved.count == expected.count)
    for (saved, workout) in zip(saved, ordered) {
      let values =
        ["start", "activity"] + keys.dropFirst().dropLast() + ["elevation_m", "source"]
        + ["from_records"]
      for (found, key) in zip(saved, values) {
        #expect(workout.keys.contains(key), "\(key)")
        Self.compare(found, Self.local(workout[key], key), "\(key)")
      }
    }
  }

  /// A figure has one name: a view has the names of the answer, but for times, which it has without an offset.
  @Test(arguments: [
    (Answer.Kind.statistics, "daily", []), (.sleep, "sleep_by_night", []),
    (.workouts, "workouts_completed", ["pace_min", "per", "speed_km_hr"]),
  ])
  func namesAreThoseOfTheAnswers(_ kind: Answer.Kind, _ name: String, _ others: [String]) throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).xml"
    let sink = BytesSink()
    _ = try ExportGenerator(.init(seed: 4, size: .days(60), end: 1_712_160_000, units: .metric))
      .writeXML(to: sink)
    try Data(sink.bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var plan = StatisticsPlan()
    plan.interval = .day
    let facts = ["zone", "days", "night_span", "sources", "figures", "durations", "times"]
    let keys = try #require(try Self.answer(kind, of: path, plan).first).keys.filter {
      !facts.contains($0) && !others.contains($0)
    }
    let view = try #require(Self.views.first { $0.name == name })
    var left = Set(keys)
    for column in view.columns.map(\.name) {
      let figure = ["start_local": "start", "end_local": "end"][column] ?? column
      let key = keys.filter { $0 == figure || $0.hasPrefix("\(figure)_") }.min {
        $0.count < $1.count
      }
      #expect(key.map { left.remove($0) } != nil, "\(name).\(column)")
    }
    #expect(left.isEmpty, "\(name)")
  }

  /// Days are dates and times are timestamps in each view of PostgreSQL.
  @Test(arguments: StoreUnderTest.databases.filter { $0.testDescription != "SQLite" })
  func viewsHaveTypes(_ kind: StoreUnderTest) throws {
    let fixture = try Fixture(kind, Array(PlantedDays().xml.utf8))
    defer { fixture.remove() }
    var checked = 0
    for view in Self.views {
      for column in view.columns {
        let type = try fixture.rows(
          "(select 1) as one left join \(view.name) on true limit 1", ["pg_typeof(\(column.name))"])
        let expected: String? =
          switch column.name {
          case "day", "night", "local_date": "date"
          case let name where name.hasSuffix("_local"): "timestamp without time zone"
          case let name where name.hasSuffix("_date"): "timestamp with time zone"
          default: nil
          }
        guard let expected else { continue }
        #expect(type == [[expected]], "\(view.name).\(column.name)")
        checked += 1
      }
    }
    #expect(checked > 20)
  }

  /// What is saved is complete: that its answers cannot be calculated is no error of the load, and hides them.
  @Test(arguments: StoreUnderTest.databases)
  func answersThatCannotBeCalculatedFailNoLoad(_ kind: StoreUnderTest) throws {
    let fixture = try Fixture(kind, Array(PlantedDays().xml.utf8))
    defer { fixture.remove() }
    let store = try fixture.place.open(.writing)
    _ = try StoreAnswers().save(in: fixture.location)
    #expect(try !fixture.rows("daily", ["day"]).isEmpty)
    let anchor = try store.anchor()
    let unknown = AnswerState(zone: "Mars/Base", priority: [], sources: "", anchor: anchor)
    try (store as? any AnswerStore)?.replaceAnswers(unknown) { nil }
    try store.delete(where: SamplePredicate(parsing: "source = 'Step App'"))
    let report = try fixture.conversion().run(toFile: fixture.location)
    #expect((report.saved?.new ?? 0) > 20)
    #expect(report.answersError?.message.contains("Mars/Base") == true)
    #expect(try fixture.rows("daily", ["day"]).isEmpty)
  }

  /// An answer of an earlier state is never seen.
  @Test(arguments: StoreUnderTest.databases)
  func answersFollowTheStore(_ kind: StoreUnderTest) throws {
    let planted = PlantedDays()
    let fixture = try Fixture(kind, Array(planted.xml.utf8))
    defer { fixture.remove() }
    func days() throws -> Int { try fixture.rows("steps_by_day", ["day"]).count }
    func allDays() throws -> Int { try fixture.rows("daily", ["day"]).count }
    #expect(try days() == 0)
    // Without answers nothing is calculated.
    try StoreAnswers.update(fixture.location)
    #expect(try days() == 0)

    var answers = StoreAnswers()
    answers.zone = .zone(try Zone("Europe/Berlin"))
    answers.priority = ["Step App"]
    _ = try answers.save(in: fixture.location)
    let before = try fixture.rows("steps_by_day order by day", ["day", "steps"])
    #expect(before.count == planted.steps.count)

    // Deleted by code: no rows until an update, which keeps the zone and the sources.
    let store = try fixture.place.open(.writing)
    let predicate = try SamplePredicate(parsing: "source = 'Step App'")
    #expect(try store.delete(where: predicate) > 20)
    #expect(try allDays() == 0)
    #expect(try fixture.rows("sleep_by_night", ["night"]).isEmpty)
    try StoreAnswers.update(fixture.location)
    let after = try fixture.rows("steps_by_day order by day", ["day", "steps"])
    #expect(after.map { $0[0] } == before.map { $0[0] })
    #expect(after.map { $0[1] } != before.map { $0[1] })
    let state = try (store as? any AnswerStore)?.answerState()
    #expect(state?.zone == "Europe/Berlin")
    #expect(state?.priority == ["Step App"])

    // A conversion into the store calculates them again, and one that changes nothing leaves them.
    _ = try fixture.conversion().run(toFile: fixture.location)
    #expect(try fixture.rows("steps_by_day order by day", ["day", "steps"]) == before)
    _ = try fixture.conversion().run(toFile: fixture.location)
    #expect(try fixture.rows("steps_by_day order by day", ["day", "steps"]) == before)
    #expect(try store.check().isEmpty)

    try StoreAnswers.remove(from: fixture.location)
    #expect(try allDays() == 0)
    #expect(try (store as? any AnswerStore)?.answerState() == nil)
    _ = try fixture.conversion().run(toFile: fixture.location)
    #expect(try allDays() == 0)
  }
}
