import Foundation
import HealthBytes
import HealthGenerator
import HealthModel
import HealthTesting
import Testing

/// What users of healthkit-to-sqlite ask their databases gives what the samples say.
struct DogsheepQueryTests {
  /// An archive with routes and all that, read and written once for all tests.
  private static let shared = Result { try Generated() }

  private struct Generated: @unchecked Sendable {
    let samples: [Sample]
    let database: DogsheepDatabaseFile

    init() throws {
      let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).zip"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let file = try AtomicFile(path)
      _ = try ExportGenerator(ExportGenerator.Options(seed: 5, size: .records(6_000)))
        .writeArchive(to: file)
      try file.finish()
      samples = Reading(path: path).samples
      database = try DogsheepDatabaseFile(samples)
    }
  }

  private let samples: [Sample]
  private let database: DogsheepDatabaseFile

  init() throws {
    let generated = try Self.shared.get()
    samples = generated.samples
    database = generated.database
  }

  private func quantities(_ type: String) -> [QuantitySample] {
    samples.compactMap { sample in
      guard case .quantity(let quantity) = sample,
        quantity.type.identifier == "HKQuantityTypeIdentifier" + type
      else { return nil }
      return quantity
    }
  }

  private func day(_ date: Timestamp) -> String { String(date.description.prefix(10)) }

  @Test func heartRates() throws {
    let rows = try database.rows(
      """
      SELECT startDate AS timestamp, CAST(value AS FLOAT) AS bpm, sourceName AS source
      FROM rHeartRate ORDER BY rowid
      """)
    let expected = quantities("HeartRate").map { "\($0.start)|\($0.value)|\($0.source.name)" }
    #expect(expected.count > 100)
    #expect(rows == expected)
  }

  @Test func stepsOfDays() throws {
    let rows = try database.values(
      """
      SELECT substr(startDate, 1, 10) AS date, SUM(CAST(value AS FLOAT)) AS total
      FROM rStepCount GROUP BY date ORDER BY date
      """)
    let days = Dictionary(grouping: quantities("StepCount")) { day($0.start) }
    #expect(rows.count == days.count)
    for row in rows {
      let total = days[row[0] ?? ""]?.reduce(0) { $0 + $1.value }
      #expect(Double(row[1] ?? "") == total)
    }
  }

  @Test(arguments: ["value > 100", "CAST(value AS REAL) > 100", "value > '100'"])
  func numbersAreComparedAsNumbers(_ condition: String) throws {
    let rows = try database.rows("SELECT count(*) FROM rHeartRate WHERE \(condition)")
    #expect(rows == ["\(quantities("HeartRate").count { $0.value > 100 })"])
  }

  @Test func averages() throws {
    let rows = try database.values(
      "SELECT avg(value), avg(CAST(value AS FLOAT)), max(value) FROM rOxygenSaturation")
    let values = quantities("OxygenSaturation").map(\.value)
    let average = values.reduce(0, +) / Double(values.count)
    for column in 0..<2 {
      let found = try #require(Double(rows[0][column] ?? ""))
      #expect(abs(found - average) < 1e-12)
    }
    #expect(Double(rows[0][2] ?? "") == values.max())
  }

  @Test func stagesOfSleep() throws {
    let rows = try database.rows(
      "SELECT value, count(*) FROM rSleepAnalysis GROUP BY value ORDER BY value")
    var counts: [String: Int] = [:]
    for case .category(let sample) in samples where sample.type == .sleepAnalysis {
      counts[sample.value?.name ?? "", default: 0] += 1
    }
    #expect(rows == counts.sorted { $0.key < $1.key }.map { "\($0.key)|\($0.value)" })
  }

  @Test func ringsOfDays() throws {
    let rows = try database.rows(
      """
      SELECT dateComponents AS date, CAST(activeEnergyBurned AS FLOAT) AS activeEnergyBurned,
        CAST(appleExerciseTime AS FLOAT) AS exerciseMinutes,
        CAST(appleStandHours AS FLOAT) AS standHours
      FROM activity_summary ORDER BY rowid
      """)
    var expected: [String] = []
    for case .activitySummary(let summary) in samples {
      let fields = summary.fields
      let numbers = [fields.activeEnergyBurned, fields.appleExerciseTime, fields.appleStandHours]
      expected.append(
        ([fields.dateComponents ?? ""] + numbers.map { $0.map { "\($0.doubleValue)" } ?? "" })
          .joined(separator: "|"))
    }
    #expect(!expected.isEmpty)
    #expect(rows == expected)
  }

  @Test func workoutsWithTheirPoints() throws {
    let rows = try database.rows(
      """
      SELECT w.workoutActivityType, w.startDate, w.durationUnit, count(p.latitude)
      FROM workouts w LEFT JOIN workout_points p ON p.workout_id = w.id
      GROUP BY w.id ORDER BY w.rowid
      """)
    var expected: [String] = []
    for case .workout(let workout) in samples {
      let points = workout.fields.routes.reduce(0) { count, route in
        count + route.locations.count
      }
      expected.append(
        "\(workout.activityType.identifier)|\(workout.start)|\(workout.fields.durationUnit ?? "")"
          + "|\(points)")
    }
    #expect(expected.contains { !$0.hasSuffix("|0") })
    #expect(rows == expected)
  }

  @Test func pointsOnTheMap() throws {
    let rows = try database.rows(
      "SELECT date, latitude, longitude, altitude, speed FROM workout_points ORDER BY rowid")
    var expected: [String] = []
    for case .workout(let workout) in samples {
      for location in workout.fields.routes.flatMap(\.files).flatMap({ $0.track?.locations ?? [] })
      {
        let date = location.date?.text(.iso8601).description.replacing("+00:00", with: "Z") ?? ""
        let numbers = [
          location.latitude, location.longitude, location.altitude, location.speed,
        ].map { $0.map { "\($0.doubleValue)" } ?? "" }
        expected.append(([date] + numbers).joined(separator: "|"))
      }
    }
    #expect(rows == expected)
  }

  @Test func eventsOfWorkouts() throws {
    let rows = try database.rows(
      """
      SELECT json_extract(e.value, '$.type'), json_extract(e.value, '$.date')
      FROM workouts w, json_each(w.workout_events) e ORDER BY w.rowid, e.id
      """)
    var expected: [String] = []
    for case .workout(let workout) in samples {
      expected += workout.fields.events.map { "\($0.type ?? "")|\($0.date?.description ?? "")" }
    }
    #expect(!expected.isEmpty)
    #expect(rows == expected)
  }

  @Test func energyOfWorkouts() throws {
    let rows = try database.values(
      """
      SELECT sum FROM workout_statistics WHERE type = 'HKQuantityTypeIdentifierActiveEnergyBurned'
        AND activity_id IS NULL ORDER BY rowid
      """)
    var expected: [Double?] = []
    for case .workout(let workout) in samples {
      for statistics in workout.fields.statistics
      where statistics.type == "HKQuantityTypeIdentifierActiveEnergyBurned" {
        expected.append(statistics.sum?.doubleValue)
      }
    }
    #expect(!expected.isEmpty)
    #expect(rows.map { $0[0].flatMap(Double.init) } == expected)
  }

  @Test func bloodPressures() throws {
    let rows = try database.rows(
      """
      SELECT s.value, d.value FROM correlations c
      JOIN correlation_members sm ON sm.correlation_id = c.id
        AND sm.record_table = 'rBloodPressureSystolic'
      JOIN rBloodPressureSystolic s ON s.id = sm.record_id
      JOIN correlation_members dm ON dm.correlation_id = c.id
        AND dm.record_table = 'rBloodPressureDiastolic'
      JOIN rBloodPressureDiastolic d ON d.id = dm.record_id
      WHERE c.type = 'HKCorrelationTypeIdentifierBloodPressure' ORDER BY c.id
      """)
    var expected: [String] = []
    for case .correlation(let correlation) in samples
    where correlation.type.identifier == "HKCorrelationTypeIdentifierBloodPressure" {
      func value(_ name: String) -> String {
        for case .quantity(let member) in correlation.members.map(\.sample)
        where member.type.identifier.hasSuffix(name) {
          return member.number.description
        }
        return ""
      }
      expected.append(value("Systolic") + "|" + value("Diastolic"))
    }
    #expect(!expected.isEmpty)
    #expect(rows == expected)
  }

  /// Members that also stand on their own are there once: healthkit-to-sqlite has them twice.
  @Test func everyRecordIsThereOnce() throws {
    var counts: [String: Int] = [:]
    func count(_ sample: Sample) {
      switch sample {
      case .quantity, .category: counts[sample.descriptor?.type.identifier ?? "", default: 0] += 1
      default: for nested in sample.nestedSamples { count(nested) }
      }
    }
    for sample in samples { count(sample) }
    var found: [String: Int] = [:]
    for row in try database.values("SELECT type, table_name FROM record_types") {
      let rows = try database.rows("SELECT count(*) FROM \"\(row[1] ?? "")\"")
      found[row[0] ?? ""] = rows.first.flatMap { Int($0) }
    }
    #expect(found.count > 40)
    #expect(found == counts)
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
    #expect(try database.rows("PRAGMA integrity_check") == ["ok"])
  }
}
