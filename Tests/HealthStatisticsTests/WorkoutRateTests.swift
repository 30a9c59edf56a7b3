import Foundation
import HealthBytes
import HealthConv
import HealthModel
import HealthStatistics
import HealthUnits
import Testing

/// How fast a workout was is stated as people do in its activity.
@Suite struct WorkoutRateTests {
  /// A workout of 40 minutes and 4 kilometers, or with a route of a degree of latitude on a file of its own.
  private static func rows(
    _ activity: String, _ units: String? = nil, as format: AnswerFormat = .csv
  ) throws -> [String] {
    try answer(
      .workouts,
      """
      <HealthData locale="en_GB"><Workout workoutActivityType="\(activity)" duration="40" durationUnit="min" \
      totalDistance="4" totalDistanceUnit="km" sourceName="Watch" startDate="2024-06-01 09:00:00 +0000" \
      endDate="2024-06-01 09:40:00 +0000"/></HealthData>
      """, ".xml", units, format)
  }

  private static func answer(
    _ kind: Answer.Kind, _ text: String, _ suffix: String, _ units: String?, _ format: AnswerFormat
  ) throws -> [String] {
    let path = FileManager.default.temporaryDirectory.path + "/rate-\(UUID().uuidString)\(suffix)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var answer = Answer(kind, of: [try .open(path)])
    if let units { try answer.units.add(units) }
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "a", as: format)
    return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(arguments: WorkoutActivityType.all) func everyActivityHasARate(
    _ activity: WorkoutActivityType
  ) throws {
    let row = try Self.rows(activity.identifier)[1].split(
      separator: ",", omittingEmptySubsequences: false)
    let rate = row[4...6].joined(separator: ",")
    let expected: [String]
    switch activity.shortName {
    case "Running", "Walking", "Hiking", "TrackAndField", "WheelchairRunPace", "WheelchairWalkPace":
      expected = ["10,km,"]
    case "Swimming", "WaterPolo": expected = ["1,100 m,"]
    case "Rowing": expected = ["5,500 m,"]
    case "Other": expected = ["10,km,6"]
    default: expected = [",,6"]
    }
    #expect(expected.contains(rate), "\(activity.shortName): \(rate)")
  }

  @Test func milesAndYards() throws {
    let running = try Self.rows("HKWorkoutActivityTypeRunning", "US")
    #expect(running[0].contains(",pace_min,per,speed_mi_hr,"))
    #expect(running[1].contains(",16.09344,mi,,"))
    let swimming = try Self.rows("HKWorkoutActivityTypeSwimming", "US")[1]
    let pace = try #require(swimming.firstMatch(of: /,([0-9.]+),100 yd,,/)?.1)
    #expect(abs((Double(pace) ?? 0) - 0.9144) < 1e-9, "\(swimming)")
    #expect(try Self.rows("HKWorkoutActivityTypeRowing", "US")[1].contains(",5,500 m,,"))
  }

  @Test func peopleReadWordsAndSeconds() throws {
    let text = try Self.rows("HKWorkoutActivityTypeFunctionalStrengthTraining", as: .text)
    #expect(text.last?.contains("  Functional Strength Training   0:40:00  ") == true, "\(text)")
    #expect(text.dropLast().last?.contains("  average heart rate (count/min)  ") == true)
  }

  /// A track of a kilometer and a half in 15 minutes, in a file of its own.
  @Test func routesWithoutAnExport() throws {
    let points = (0...15).map { minute in
      """
      <trkpt lat="\(50 + Double(minute) * 100 / 111_194.93)" lon="8"><time>2024-06-01T09:\(minute < 10 ? "0" : "")\(minute):00Z</time></trkpt>
      """
    }
    let gpx = """
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type><trkseg>
      \(points.joined(separator: "\n"))
      </trkseg></trk></gpx>
      """
    let row = try Self.answer(.workouts, gpx, ".gpx", nil, .csv)[1].split(
      separator: ",", omittingEmptySubsequences: false)
    let distance = try #require(Double(row[3]))
    #expect((distance - 1.5).magnitude < 0.001, "\(row)")
    #expect(row[2] == "15")
    let splits = try Self.answer(.splits, gpx, ".gpx", nil, .csv)
    #expect(splits.count == 3)
  }
}
