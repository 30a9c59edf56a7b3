import Foundation
import HealthTesting
import Testing

/// What statistics answer about files of other programs, each of which was answered wrongly once.
struct ForeignAnswerTests {
  private func output(_ files: [(name: String, text: String)], _ script: String) throws -> String {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    for (name, text) in files {
      try text.write(
        to: shell.workFolder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    return try shell.run("exec 2>&1\n\(script)").output
  }

  private static func track(_ segments: [[(second: Int, rate: Int)]]) -> String {
    let points = segments.map { segment in
      "<trkseg>"
        + segment.map { second, rate in
          let time =
            "2024-06-01T10:\(second / 600)\(second / 60 % 10):\(second % 60 / 10)\(second % 10)Z"
          return
            "<trkpt lat=\"52.0\(second / 100)\(second / 10 % 10)\(second % 10)\" lon=\"13.0\"><time>\(time)</time>"
            + "<extensions><hr>\(rate)</hr></extensions></trkpt>"
        }.joined() + "</trkseg>"
    }
    return
      "<gpx version=\"1.1\" creator=\"x\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><type>running</type>"
      + points.joined() + "</trk></gpx>"
  }

  /// A pause of five minutes is no part of the duration, in whatever format the workout is.
  @Test(arguments: ["x.fit", "x.tcx"])
  func pausesAreNotTimeOfAWorkout(_ file: String) throws {
    let text = Self.track([[(0, 100), (30, 110)], [(330, 115), (360, 120)]])
    let script = """
      healthconv convert -q a.gpx -o \(file) || exit
      for file in a.gpx \(file); do
        healthconv stats -q $file --answer workouts --to csv | cut -d, -f3
      done
      """
    #expect(try output([("a.gpx", text)], script).contains("duration_min\n1\nduration_min\n1\n"))
  }

  /// The last heart rate is at the end of the workout.
  @Test func theLastHeartRateCounts() throws {
    let rates = [100, 110, 120, 130, 140, 150].enumerated().map { ($0.offset * 10, $0.element) }
    let script = "healthconv stats -q a.gpx --answer workouts --to csv | cut -d, -f9,10"
    let answer = try output([("a.gpx", Self.track([rates]))], script)
    #expect(answer.hasSuffix("\n125,150\n"), "\(answer)")
  }

  /// Files of activities have times in UTC: a workout of the evening may be on the next day there.
  @Test func timesOfWorkoutsAreOnTheClockOfAZone() throws {
    let text = Self.track([[(0, 100), (30, 110)]]).replacing("2024-06-01T10", with: "2024-07-01T03")
    let script = """
      for answer in workouts splits 'workouts --by month'; do
        healthconv stats -q a.gpx --answer $answer --day-zone America/Los_Angeles --to csv | cut -d, -f1
      done
      """
    #expect(
      try output([("a.gpx", text)], script)
        == "start\n2024-06-30T20:00:00-07:00\nstart\n2024-06-30T20:00:00-07:00\nmonth\n2024-06\n")
  }

  /// Nights of which a file states only how long each stage took.
  @Test func nightsHaveTheTimeAsleepThatTheyState() throws {
    let script = """
      maps="$SAMPLES"/csv-maps
      asleep() { healthconv stats -q "$@" --answer sleep --to csv | tail -n +2 | cut -d, -f5-9; }
      asleep "$maps"/whoop-sleeps.csv
      asleep "$maps"/zepp-sleep.csv --zone Europe/Berlin
      asleep "$maps"/withings-sleep.csv --map withings
      mkdir withings && cp "$maps"/withings-sleep.csv withings/sleep.csv && mv raw.csv withings/raw_tracker_sleep-state.csv
      asleep withings --map withings
      """
    let stages = "start,duration,value\n2024-05-01T23:10:00+02:00,\"[6000,600]\",\"[2,0]\"\n"
    // Stages of another file count alone.
    #expect(
      try output([("raw.csv", stages)], script)
        == "462,,,,462\n,,,,\n326,,,,326\n420,,,,420\n100,0,100,0,0\n")
  }

  /// A day may have 23 hours.
  @Test func daysOfGarminAreWhole() throws {
    let days = [("28", "27T23", "28T23"), ("29", "28T23", "29T22"), ("30", "29T22", "30T22")].map {
      """
      {"calendarDate":"2026-03-\($0.0)","totalSteps":2400,"wellnessStartTimeGmt":"2026-03-\($0.1):00:00.0",\
      "wellnessEndTimeGmt":"2026-03-\($0.2):00:00.0","wellnessStartTimeLocal":"2026-03-\($0.0)T00:00:00.0"}
      """
    }
    let script = """
      healthconv stats -q UDSFile_1.json --zone Europe/Berlin --by day --type steps --to csv | cut -d, -f1,5
      """
    let answer = try output([("UDSFile_1.json", "[\(days.joined(separator: ","))]")], script)
    #expect(answer == "day,sum\n2026-03-28,2400\n2026-03-29,2400\n2026-03-30,2400\n")
  }

  @Test func theDayOnWhichSummerTimeEndsIsWhole() throws {
    let text =
      "date,steps,distance,runDistance,calories\n2025-10-25,5000,3000,0,100\n2025-10-26,8000,5900,120,310\n2025-10-27,4000,100,0,20\n"
    let script = """
      mkdir -p zepp/ACTIVITY && mv a.csv zepp/ACTIVITY/ACTIVITY_1.csv
      healthconv stats -q zepp --zone Europe/Berlin --by day --type steps --to csv | cut -d, -f1,5
      """
    let answer = try output([("a.csv", text)], script)
    #expect(answer == "day,sum\n2025-10-25,5000\n2025-10-26,8000\n2025-10-27,4000\n")
  }

  /// A sensor in the tissue is no glucometer.
  @Test func glucoseOfTissueKeepsItsCode() throws {
    let text = """
      {"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"99504-3"}]},\
      "effectiveDateTime":"2024-12-01T09:00:00Z","valueQuantity":{"value":100,"system":"http://unitsofmeasure.org","code":"mg/dL"}}

      """
    let script = "healthconv convert -q a.ndjson --to fhir -o out/ && cat out/Observation.ndjson"
    let answer = try output([("a.ndjson", text)], script)
    #expect(answer.contains("\"code\":\"99504-3\"") && !answer.contains("41653-7"), "\(answer)")
  }

  /// Devices correct the distance that they count.
  @Test func correctedDistancesAreNotAddedUp() throws {
    let points = [(0, 0), (10, 100), (20, 90), (30, 200)].map { second, meters in
      "<Trackpoint><Time>2024-06-01T10:00:\(second < 10 ? "0" : "")\(second)Z</Time><DistanceMeters>\(meters)</DistanceMeters></Trackpoint>"
    }
    let text = """
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>\
      <Activity Sport="Running"><Id>2024-06-01T10:00:00Z</Id><Lap StartTime="2024-06-01T10:00:00Z">\
      <TotalTimeSeconds>30</TotalTimeSeconds><DistanceMeters>200</DistanceMeters><Track>\(points.joined())</Track></Lap>\
      </Activity></Activities></TrainingCenterDatabase>
      """
    let script = """
      healthconv stats -q a.tcx --type DistanceWalkingRunning --units metric --to jsonl
      """
    #expect(try output([("a.tcx", text)], script).contains("\"sum\": 0.2,"))
  }
}
