import HealthBytes
import HealthConv
import HealthFormats
import HealthStatistics
import HealthTesting
import Testing

/// Totals that an export states, next to those of its records.
@Suite struct AgreementTests {
  private static let source = "\"source\":{\"name\":\"Watch\",\"productType\":\"Watch7,2\"}"

  private static func energy(_ value: Int, _ day: Int, hour: Int) -> String {
    "{\"kind\":\"quantity\",\"type\":\"HKQuantityTypeIdentifierActiveEnergyBurned\",\(source),\"unit\":\"kcal\",\"start\":\"2024-06-0\(day)T0\(hour):00:00Z\",\"end\":\"2024-06-0\(day)T0\(hour):30:00Z\",\"value\":\(value)}\n"
  }

  private static func summary(_ value: String, unit: String = "kcal", _ day: Int) -> String {
    "{\"kind\":\"activitySummary\",\"type\":\"HKActivitySummaryTypeIdentifier\",\"dateComponents\":\"2024-06-0\(day)\",\"activeEnergyBurned\":\(value),\"activeEnergyBurnedUnit\":\"\(unit)\"}\n"
  }

  private static func answer(
    _ text: String, _ change: (inout Answer) -> Void = { _ in }
  ) throws -> JSONText {
    var answer = Answer(
      .agreement, of: [try .open(bytes: Array(text.utf8), named: "part.jsonl")])
    answer.plan.zone = .record
    change(&answer)
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "", as: .json)
    return try #require(JSONText(parsing: sink.bytes.filter { $0 != UInt8(ascii: "\n") }))
  }

  @Test func daysAreComparedWithTheirSummaries() throws {
    let text =
      Self.energy(100, 1, hour: 8) + Self.energy(200, 1, hour: 9) + Self.summary("301", 1)
      + Self.energy(100, 2, hour: 8) + Self.summary("418.4", unit: "kJ", 2)
      + Self.energy(100, 3, hour: 8) + Self.summary("200", 3) + Self.summary("50", 4)
      + Self.summary("0", 5)
    let line = try Self.answer(text).line
    #expect(line.contains("within 1 %: active energy 3 of 5 days"), "\(line)")
    #expect(line.contains("\"worst\":\"active energy on 2024-06-03, 2024-06-04\""), "\(line)")
    for row in [
      "\"stated\":301,\"records\":300,\"unit\":\"kcal\",\"difference\":-1,\"difference_percent\":-0.332,\"agrees\":\"yes\"",
      "\"stated\":100,\"records\":100",
      "\"stated\":200,\"records\":100,\"unit\":\"kcal\",\"difference\":-100,\"difference_percent\":-50,\"agrees\":\"no\"",
      "\"stated\":50,\"records\":0",
      "\"stated\":0,\"records\":0,\"unit\":\"kcal\",\"difference\":0,\"agrees\":\"yes\"",
    ] { #expect(line.contains(row), "\(row): \(line)") }
    let one = try Self.answer(text) {
      $0.selection.since = DateBound("2024-06-03")
      $0.selection.until = DateBound("2024-06-04")
    }.line
    #expect(one.contains("active energy 0 of 1 days"), "\(one)")
  }

  /// What an export has no records of is not a difference.
  @Test func figuresWithoutAnyRecordsAreNotCompared() throws {
    let line = try Self.answer(Self.summary("301", 1) + Self.summary("200", 2)).line
    #expect(line.contains("no total has records to compare it with"), "\(line)")
    #expect(line.contains("active energy: no records, on any day"), "\(line)")
    #expect(line.hasSuffix("\"rows\":[]}"), "\(line)")
    // A record on a day without a summary shows that the export has such records.
    let other = try Self.answer(Self.summary("301", 1) + Self.energy(100, 7, hour: 8)).line
    #expect(other.contains("\"stated\":301,\"records\":0"), "\(other)")
  }

  /// Workouts of Apple's devices are compared with the records in their time; those of apps state what they like.
  @Test func workoutsAreComparedWithTheRecordsInTheirTime() throws {
    func workout(_ source: String) -> String {
      "{\"kind\":\"workout\",\"type\":\"HKWorkoutTypeIdentifier\",\(source),\"workoutActivityType\":\"HKWorkoutActivityTypeRunning\",\"start\":\"2024-06-01T08:00:00Z\",\"end\":\"2024-06-01T09:00:00Z\",\"duration\":60,\"durationUnit\":\"min\",\"totalEnergyBurned\":250,\"totalEnergyBurnedUnit\":\"kcal\"}\n"
    }
    let records = Self.energy(100, 1, hour: 8) + Self.energy(900, 1, hour: 9)
    let line = try Self.answer(workout(Self.source) + records).line
    #expect(
      line.contains("\"figure\":\"workout_energy\",\"stated\":250,\"records\":100"), "\(line)")
    let app = try Self.answer(workout("\"source\":{\"name\":\"App\"}") + records).line
    #expect(app.contains("no totals are stated"), "\(app)")
  }
}
