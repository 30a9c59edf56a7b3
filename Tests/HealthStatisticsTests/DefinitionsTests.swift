import Foundation
import HealthBytes
import HealthConv
import HealthStatistics
import HealthTesting
import Testing

/// Tables of random exports are those that another program calculates, which shares no code with this one
/// (`Tests/Definitions`): sleep of several sources, limits, zones and priorities; cycles, blood pressure, beats, hearing and
/// workouts; the parts of workouts, and the totals that devices state.
@Suite struct DefinitionsTests {
  private static let folder = #filePath.replacingOccurrences(
    of: "HealthStatisticsTests/DefinitionsTests.swift", with: "Definitions")

  @Test(arguments: 1...6) func tablesAreThoseOfAnotherProgram(_ seed: Int) throws {
    try Self.check("definitions.py", seed, count: 33)
  }

  @Test(arguments: 1...12) func partsAndTotalsAreThoseOfAnotherProgram(_ seed: Int) throws {
    try Self.check("workout_parts.py", seed, count: 4)
  }

  private static func check(_ program: String, _ seed: Int, count: Int) throws {
    guard Python.has("zoneinfo") else {
      print("skipped: there is no python3 with zoneinfo")
      return
    }
    let folder = FileManager.default.temporaryDirectory.path + "/definitions-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try OtherProgram.run(
      "python3", ["-B", "\(Self.folder)/\(program)", "\(seed)", folder])
    try #require(run.status == 0)
    let cases = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(cases.count == count)
    let export = folder + "/export.xml"
    for request in cases {
      let expected = try #require(request["rows"] as? [[String: Any]])
      let rows = try Self.rows(of: request, export)
      let title = "\(request.filter { $0.key != "rows" })"
      #expect(rows.count == expected.count, "\(title)")
      for (row, wanted) in zip(rows, expected) {
        for (name, value) in wanted {
          #expect(Self.isSame(row[name], value), "\(title): \(name) \(row) \(wanted)")
        }
      }
    }
  }

  private static func isSame(_ found: Any?, _ wanted: Any) -> Bool {
    if wanted is NSNull { return found == nil || found is NSNull }
    if let wanted = wanted as? String { return found as? String == wanted }
    guard let wanted = (wanted as? NSNumber)?.doubleValue,
      let found = (found as? NSNumber)?.doubleValue
    else { return false }
    return abs(found - wanted) <= 1e-9 * max(1, abs(wanted))
  }

  /// The rows of the answer to a request.
  private static func rows(of request: [String: Any], _ path: String) throws -> [[String: Any]] {
    let name = request["kind"] as? String ?? ""
    let kind = Answer.Kind(rawValue: name) ?? .statistics
    var answer = Answer(kind, of: [try .open(path)])
    if kind == .statistics { answer.selection.types = [try TypePattern("StepCount")] }
    answer.workoutGrouping = (request["total"] as? String).flatMap { .init(rawValue: $0) }
    answer.selection.since = (request["since"] as? String).flatMap { DateBound($0) }
    answer.selection.until = (request["until"] as? String).flatMap { DateBound($0) }
    switch request["zone"] as? String {
    case "auto", nil: break
    case "record": answer.plan.zone = .record
    case let name?: answer.plan.zone = .zone(try Zone(name))
    }
    answer.plan.priority = request["priority"] as? [String] ?? []
    if let by = request["by"] as? String { answer.plan.interval = CalendarInterval(by) }
    if let time = request["night_from"] as? Int { answer.nightBeginning = time }
    if let period = request["period"] as? String {
      answer.sleepPeriod = CalendarInterval(period).map { .interval($0) } ?? .weekday
    }
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .json)
    let table = try JSONSerialization.jsonObject(with: Data(sink.bytes)) as? [String: Any]
    return table?["rows"] as? [[String: Any]] ?? []
  }
}
