import Foundation
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// The views for those who query with SQL, in every database and however the samples came into it.
@Suite struct StoreViewTests {
  /// How samples come into a store.
  enum Load: CaseIterable {
    /// As the first ones, in one load: into SQLite as pages.
    case first
    /// Into a store that is there.
    case later
    /// Once more, over themselves.
    case again
  }

  static let cases = StoreUnderTest.databases.flatMap { kind in
    Load.allCases.map { (kind, $0) }
  }

  static func load(
    _ samples: [Sample], into kind: StoreUnderTest, _ load: Load = .first
  ) throws -> StoreUnderTest.Place {
    let place = try kind.make()
    switch load {
    case .first:
      let loading = try place.open(.replacing).beginSaving(.upsert)
      for sample in samples { try loading.save(sample) }
      _ = try loading.commit()
    case .later: try place.open(.writing).save(samples)
    case .again:
      let store = try place.open(.writing)
      try store.save(samples)
      try store.save(samples)
    }
    return place
  }

  /// What a view gives for some columns, as texts.
  static func rows(
    _ place: StoreUnderTest.Place, _ columns: [String], _ rest: String
  ) throws -> [String] {
    let list = columns.map { "cast(\($0) as text)" }.joined(separator: ", ")
    let rows = try #require(place.rows)
    return try rows("select \(list) from \(rest)", columns.count).map {
      $0.joined(separator: "|")
    }
  }

  static let samples: [Sample] = {
    let reading = Reading(Array(document.utf8))
    precondition(reading.error == nil)
    return reading.samples
  }()

  @Test(arguments: cases)
  func quantitiesAreThereOnce(_ kind: StoreUnderTest, _ load: Load) throws {
    let place = try Self.load(Self.samples, into: kind, load)
    let rows = try Self.rows(
      place,
      [
        "replace(type, 'HKQuantityTypeIdentifier', '')", "cast(value as integer)", "unit",
        "local_date", "start_local", "end_local", "source", "source_version", "device",
      ], "quantity order by sample")
    #expect(
      rows == [
        // Two copies, whose devices have other addresses, are one; that with other metadata is another.
        "HeartRate|61|count/min|2024-05-31|2024-05-31 23:30:00|2024-05-31 23:30:00|Watch|10.5|Apple Watch",
        "HeartRate|61|count/min|2024-05-31|2024-05-31 23:30:00|2024-05-31 23:30:00|Watch|10.5|Apple Watch",
        "HeartRate|70|count/min|2024-06-01|2024-06-01 00:30:00|2024-06-01 00:31:00|Watch|10.5|Apple Watch",
        "StepCount|500|count|2024-06-01|2024-06-01 08:00:00|2024-06-01 08:10:00|Phone||",
        // Pressures that are also on their own, then those that are only in their correlation.
        "BloodPressureSystolic|120|mmHg|2024-06-01|2024-06-01 07:00:00|2024-06-01 07:00:00|Cuff||",
        "BloodPressureDiastolic|80|mmHg|2024-06-01|2024-06-01 07:00:00|2024-06-01 07:00:00|Cuff||",
        "BloodPressureSystolic|130|mmHg|2024-06-02|2024-06-02 07:00:00|2024-06-02 07:00:00|Cuff||",
        "BloodPressureDiastolic|85|mmHg|2024-06-02|2024-06-02 07:00:00|2024-06-02 07:00:00|Cuff||",
        "DietaryCarbohydrates|30|g|2024-06-01|2024-06-01 12:00:00|2024-06-01 12:00:00|Food||",
      ])
    #expect(try place.open(.reading).check() == [])
  }

  /// DuckDB prints a view in its own words before SQLite runs it: no view has an operator whose name differs there.
  @Test func viewsAreInTheWordsOfDuckDB() throws {
    let place = try Self.load(Self.samples, into: StoreUnderTest.sqlite)
    let rows = try #require(place.rows)
    let views = try rows("select name, sql from sqlite_master where type = 'view'", 2)
    #expect(views.count >= 8)
    for view in views {
      let text = view[1].replacing(/\sIS\s+(NOT\s+)?NULL/, with: "")
      for word in [/\sIS\s/, /\sLIKE\s/, /count\(\*\)/, /\bdate\([^,()]+,/] {
        #expect(text.firstMatch(of: word) == nil, "\(view[0])")
      }
    }
    guard Python.has("duckdb") else {
      print("skipped: python3 has no duckdb")
      return
    }
    let script = """
      import duckdb, sys
      try: duckdb.sql("load sqlite")
      except Exception as fault:
        print("no extension")
        exit()
      duckdb.sql(f"attach '{sys.argv[1]}' as store (type sqlite)")
      for view in sys.argv[2:]:
        print(view, len(duckdb.sql(f"from store.{view}").fetchall()))
      """
    let names = views.map { $0[0] }
    let run = try OtherProgram.run(
      "python3", ["-c", script, try #require(place.location)] + names, joinsErrors: true)
    if run.output == "no extension\n" {
      print("skipped: duckdb has no extension for SQLite")
      return
    }
    let expected = try names.map { "\($0) \(try rows("select count(*) from \($0)", 1)[0][0])\n" }
    #expect(run.output == expected.joined())
  }

  @Test(arguments: cases)
  func categoriesAreThereOnce(_ kind: StoreUnderTest, _ load: Load) throws {
    let place = try Self.load(Self.samples, into: kind, load)
    let rows = try Self.rows(
      place, ["type", "value", "raw_value", "local_date", "end_local", "source"],
      "category order by sample")
    #expect(
      rows == [
        "HKCategoryTypeIdentifierSleepAnalysis|HKCategoryValueSleepAnalysisAsleepREM|5|2024-06-01|2024-06-02 00:20:00|Watch"
      ])
  }

  @Test(arguments: cases)
  func workoutsHaveTheirTotals(_ kind: StoreUnderTest, _ load: Load) throws {
    let place = try Self.load(Self.samples, into: kind, load)
    let rows = try Self.rows(
      place,
      [
        "replace(activity, 'HKWorkoutActivityType', '')", "cast(duration as integer)",
        "duration_unit", "cast(distance as integer)", "distance_unit", "cast(energy as integer)",
        "energy_unit", "cast(average_heart_rate as integer)", "cast(minimum_heart_rate as integer)",
        "cast(maximum_heart_rate as integer)", "local_date",
      ], "workouts order by sample")
    #expect(
      rows == [
        "Running|30|min|5|km|300|kcal||||2023-06-01",
        "Running|31|min|6|km|310|kcal|150|90|180|2024-06-01",
        "DownhillSkiing|90|min|12|km||||||2024-02-01", "SwimBikeRun|60|min|21000|m||||||2024-06-02",
      ])
    // And as the model has them.
    let workouts = Self.samples.compactMap { sample -> Workout? in
      if case .workout(let workout) = sample { workout } else { nil }
    }
    #expect(
      workouts.map { $0.distance.map { "\($0.number) \($0.unit ?? "")" } } == [
        "5 km", "6 km", "12 km", "21000 m",
      ])
    #expect(
      workouts.map { $0.energyBurned.map { "\($0.number) \($0.unit ?? "")" } } == [
        "300 kcal", "310 kcal", nil, nil,
      ])
    #expect(workouts.map { $0.heartRate.maximum?.description } == [nil, "180", nil, nil])
  }

  @Test(arguments: cases)
  func bloodPressuresAreInOneRow(_ kind: StoreUnderTest, _ load: Load) throws {
    let place = try Self.load(Self.samples, into: kind, load)
    let rows = try Self.rows(
      place,
      [
        "cast(systolic as integer)", "cast(diastolic as integer)", "unit", "start_local", "source",
      ], "blood_pressure order by sample")
    #expect(
      rows == [
        "120|80|mmHg|2024-06-01 07:00:00|Cuff", "130|85|mmHg|2024-06-02 07:00:00|Cuff",
      ])
  }

  /// A view has as many rows as there are different samples, counted without SQL.
  @Test(arguments: StoreUnderTest.databases)
  func nothingIsMissing(_ kind: StoreUnderTest) throws {
    let samples = try Inputs.generated(seed: 5, count: 3_000)
    let place = try Self.load(samples, into: kind)
    var seen: Set<String> = []
    var own: Set<SampleID> = []
    func note(_ sample: Sample, isMember: Bool) {
      guard let header = sample.header else { return }
      if isMember, own.contains(sample.id) { return }
      if !isMember { own.insert(sample.id) }
      if sample.kind == .quantity || sample.kind == .category {
        let descriptor = header.descriptor
        seen.insert(
          "\(sample.kind) \(sample.id) \(descriptor.unitText ?? "") \(descriptor.source) "
            + "\(descriptor.device?.text(address: nil) ?? "") \(header.metadata)")
      }
      for member in sample.members { note(member.sample, isMember: true) }
    }
    let sorted =
      samples.filter { $0.kind != .correlation } + samples.filter { $0.kind == .correlation }
    for sample in sorted { note(sample, isMember: false) }
    for view in ["quantity", "category"] {
      let count = try Self.rows(place, ["count(*)"], view)
      #expect(count == ["\(seen.filter { $0.hasPrefix("\(view) ") }.count)"], "\(view)")
    }
  }

  /// A query for a type, or for one and a span of time, looks up its samples.
  @Test(
    arguments: StoreUnderTest.databases,
    [
      "quantity where type = 'HKQuantityTypeIdentifierHeartRate'",
      "category where type = 'HKCategoryTypeIdentifierSleepAnalysis'",
      "workouts where activity = 'HKWorkoutActivityTypeRunning'", "workouts", "blood_pressure",
      "quantity where sample = 5",
    ])
  func typesAreLookedUp(_ kind: StoreUnderTest, _ query: String) throws {
    let place = try Self.load(try Inputs.generated(), into: kind)
    let rows = try #require(place.rows)
    let isSQLite = kind.testDescription == "SQLite"
    let plan = try rows(
      "explain \(isSQLite ? "query plan " : "") select * from \(query)", isSQLite ? 4 : 1
    ).map { $0.last ?? "" }
    #expect(plan.count > 3)
    for line in plan {
      // SQLite writes `SCAN s`, the server `Seq Scan on sample s`.
      #expect(!line.contains("SCAN ") && !line.contains("Seq Scan on sample "), "\(plan)")
    }
  }

  static let document: String = {
    func record(_ type: String, _ rest: String) -> String {
      "<Record type=\"HKQuantityTypeIdentifier\(type)\" \(rest)"
    }
    func pressures(_ day: String, _ systolic: Int, _ diastolic: Int) -> String {
      let dates =
        "creationDate=\"2024-06-0\(day) 07:01:00 +0200\" startDate=\"2024-06-0\(day) 07:00:00 +0200\" endDate=\"2024-06-0\(day) 07:00:00 +0200\""
      return record(
        "BloodPressureSystolic",
        "sourceName=\"Cuff\" unit=\"mmHg\" \(dates) value=\"\(systolic)\"/>")
        + record(
          "BloodPressureDiastolic",
          "sourceName=\"Cuff\" unit=\"mmHg\" \(dates) value=\"\(diastolic)\"/>")
    }
    func correlation(_ day: String, _ inside: String) -> String {
      "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"Cuff\" creationDate=\"2024-06-0\(day) 07:01:00 +0200\" startDate=\"2024-06-0\(day) 07:00:00 +0200\" endDate=\"2024-06-0\(day) 07:00:00 +0200\">\(inside)</Correlation>"
    }
    func heart(_ address: String, _ motion: String) -> String {
      record(
        "HeartRate",
        "sourceName=\"Watch\" sourceVersion=\"10.5\" device=\"&lt;&lt;HKDevice: \(address)&gt;, name:Apple Watch&gt;\" unit=\"count/min\" creationDate=\"2024-05-31 23:31:00 -0400\" startDate=\"2024-05-31 23:30:00 -0400\" endDate=\"2024-05-31 23:30:00 -0400\" value=\"61\"><MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"\(motion)\"/></Record>"
      )
    }
    func workout(_ activity: String, _ day: String, _ minutes: Int, _ rest: String) -> String {
      "<Workout workoutActivityType=\"HKWorkoutActivityType\(activity)\" duration=\"\(minutes)\" durationUnit=\"min\" sourceName=\"Watch\" startDate=\"\(day) 09:00:00 +0200\" endDate=\"\(day) 10:30:00 +0200\" \(rest)</Workout>"
    }
    func statistics(_ type: String, _ rest: String) -> String {
      "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" startDate=\"2024-06-01 09:00:00 +0200\" endDate=\"2024-06-01 10:30:00 +0200\" \(rest)/>"
    }
    let food = pressures("2", 130, 85)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US"><ExportDate value="2024-06-03 09:00:00 +0200"/>
      \(heart("0x1", "1"))\(heart("0x2", "1"))\(heart("0x3", "2"))
      \(record("HeartRate", "sourceName=\"Watch\" sourceVersion=\"10.5\" device=\"&lt;&lt;HKDevice: 0x4&gt;, name:Apple Watch&gt;\" unit=\"count/min\" startDate=\"2024-06-01 00:30:00 +0200\" endDate=\"2024-06-01 00:31:00 +0200\" value=\"70\"/>"))
      \(record("StepCount", "sourceName=\"Phone\" unit=\"count\" startDate=\"2024-06-01 08:00:00 +0200\" endDate=\"2024-06-01 08:10:00 +0200\" value=\"500\"/>"))
      \(pressures("1", 120, 80))
      \(correlation("1", pressures("1", 120, 80)))\(correlation("2", food))\(correlation("2", food))
      <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Food" startDate="2024-06-01 12:00:00 +0200" endDate="2024-06-01 12:00:00 +0200">\(record("DietaryCarbohydrates", "sourceName=\"Food\" unit=\"g\" startDate=\"2024-06-01 12:00:00 +0200\" endDate=\"2024-06-01 12:00:00 +0200\" value=\"30\"/>"))</Correlation>
      <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2024-06-01 23:50:00 +0200" endDate="2024-06-02 00:20:00 +0200" value="HKCategoryValueSleepAnalysisAsleepREM"/>
      <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2024-06-01 23:50:00 +0200" endDate="2024-06-02 00:20:00 +0200" value="HKCategoryValueSleepAnalysisAsleepREM"/>
      \(workout("Running", "2023-06-01", 30, "totalDistance=\"5\" totalDistanceUnit=\"km\" totalEnergyBurned=\"300\" totalEnergyBurnedUnit=\"kcal\">"))
      \(workout("Running", "2024-06-01", 31, ">" + statistics("DistanceWalkingRunning", "sum=\"6\" unit=\"km\"") + statistics("ActiveEnergyBurned", "sum=\"310\" unit=\"kcal\"") + statistics("HeartRate", "average=\"150\" minimum=\"90\" maximum=\"180\" unit=\"count/min\"")))
      \(workout("DownhillSkiing", "2024-02-01", 90, ">" + statistics("DistanceWalkingRunning", "sum=\"2\" unit=\"km\"") + statistics("DistanceDownhillSnowSports", "sum=\"12\" unit=\"km\"")))
      \(workout("SwimBikeRun", "2024-06-02", 60, ">" + statistics("DistanceCycling", "sum=\"20\" unit=\"km\"") + statistics("DistanceSwimming", "sum=\"1\" unit=\"km\"")))
      </HealthData>
      """
  }()
}
