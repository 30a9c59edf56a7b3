import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

@testable import HealthStoreSQLite

/// Routes, laps and segments of Health Connect's workouts, which are rows of tables of their own.
@Suite struct WorkoutPartTests {
  /// A database in a folder of its own, gone with this.
  private final class Database {
    let folder = FileManager.default.temporaryDirectory.path + "/healthconv-\(UUID().uuidString)"
    var path: String { folder + "/phone.db" }

    init(_ statements: String = "") throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if !statements.isEmpty { try PlainDatabase(path).run(statements) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func read(strict: Bool = false) throws -> (workouts: [Workout], findings: [String]) {
      var options = ReadOptions()
      options.isStrict = strict
      options.map = try CSVMap.named("health-connect")
      let format = try Format.named("mapped-csv")
      var samples = try Dataset.open(path, as: format, options: options).samples()
      var workouts: [Workout] = []
      while let sample = try samples.next() {
        if case .workout(let workout) = sample { workouts.append(workout) }
      }
      let findings = samples.takeFindings().map {
        $0.description.replacingOccurrences(of: folder + "/", with: "")
      }
      return (workouts, findings)
    }
  }

  /// What Android stores where nothing was measured: the least positive number.
  private static let absent = "1e-300 * 4e-24"
  /// Milliseconds of 2026-01-02 08:00:00 UTC.
  private static let start = 1_767_340_800_000

  /// Two sessions of half an hour, of which the second is an hour later.
  private static let sessions = """
    CREATE TABLE exercise_session_record_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB, start_time INTEGER,
      start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER, exercise_type INTEGER);
    CREATE TABLE exercise_route_table (parent_key INTEGER NOT NULL, timestamp_millis INTEGER NOT NULL,
      longitude REAL NOT NULL, latitude REAL NOT NULL, horizontal_accuracy REAL NOT NULL,
      vertical_accuracy REAL NOT NULL, altitude REAL NOT NULL);
    CREATE TABLE exercise_laps_table (parent_key INTEGER NOT NULL, lap_start_time INTEGER NOT NULL,
      lap_end_time INTEGER NOT NULL, lap_length REAL NOT NULL);
    CREATE TABLE exercise_segments_table (parent_key INTEGER NOT NULL, segment_start_time INTEGER NOT NULL,
      segment_end_time INTEGER NOT NULL, segment_type INTEGER NOT NULL, repetitions_count INTEGER NOT NULL);
    INSERT INTO exercise_session_record_table VALUES
      (2, X'000102030405060708090A0B0C0D0E0F', \(start), 3600, \(start + 1_800_000), 3600, 33),
      (9, X'010102030405060708090A0B0C0D0E0F', \(start + 3_600_000), 3600, \(start + 5_400_000), 3600, 45);

    """

  /// The events as texts: type, minutes from the start, minutes, and what else they have.
  private static func events(_ workout: Workout) -> [String] {
    workout.fields.events.map { event in
      let type = (event.type ?? "").replacing("HKWorkoutEventType", with: "")
      let begin = event.date?.timeInterval(since: workout.header.start) ?? -1
      var words = ["\(type) \(Int(begin) / 60)"]
      if let duration = event.duration {
        words.append("\(duration.description) \(event.durationUnit ?? "")")
      }
      if let meters = LapFigures(event).meters { words.append("\(meters) m") }
      words += event.metadata.entries.map { "\($0.key.identifier)=\($0.value)" }
      return words.joined(separator: " ")
    }
  }

  @Test func partsAreReadInAnyOrder() throws {
    let (start, absent) = (Self.start, Self.absent)
    // Rows of an updated session are after those of later ones.
    let database = try Database(
      Self.sessions + """
        INSERT INTO exercise_route_table VALUES
          (9, \(start + 3_601_000), 2.5, 1.5, 3.0, 2.0, 11.5),
          (2, \(start + 2_000), 0.004, 0.002, 3.0, \(absent), 10.5),
          (2, \(start + 1_000), 0.003, 0.001, \(absent), 2.0, \(absent));
        INSERT INTO exercise_laps_table VALUES
          (2, \(start + 600_000), \(start + 1_200_000), \(absent)),
          (2, \(start), \(start + 600_000), 2500.5);
        INSERT INTO exercise_segments_table VALUES
          (9, \(start + 3_600_000), \(start + 3_660_000), 29, 12),
          (2, \(start + 300_000), \(start + 360_000), 67, 0);
        """)
    let (workouts, findings) = try database.read()
    #expect(findings == [])
    #expect(
      workouts.map(Self.events) == [
        ["Lap 0 600 s 2500.5 m", "Pause 5", "Resume 6", "Lap 10 600 s"],
        ["Segment 0 60 s segment_type=29 repetitions_count=12"],
      ])
    let points = workouts.map { $0.fields.routes.flatMap(\.locations) }
    #expect(workouts.map(\.fields.routes.count) == [1, 1])
    try #require(points.map(\.count) == [2, 1])
    let (first, second) = (points[0][0], points[0][1])
    #expect(first.date?.text(.iso8601).description == "2026-01-02T09:00:01+01:00")
    #expect(first.latitude == Number("0.001") && first.longitude == Number("0.003"))
    #expect(first.altitude == nil && first.horizontalAccuracy == nil)
    #expect(first.verticalAccuracy == Number(2))
    #expect(second.altitude == Number("10.5") && second.horizontalAccuracy == Number(3))
    #expect(second.verticalAccuracy == nil)
    #expect(points[1][0].latitude == Number("1.5"))
  }

  @Test func damagedPartsAreCountedWithTheirRows() throws {
    let start = Self.start
    let database = try Database(
      Self.sessions + """
        INSERT INTO exercise_route_table VALUES
          (1, \(start), 1.0, 1.0, 1.0, 1.0, 1.0),
          (2, \(start), 'east', 1.0, 1.0, 1.0, 1.0),
          (2, \(start), 1.0, 91.0, 1.0, 1.0, 1.0),
          (2, \(start), 1.0, 1.0, 1.0, 1.0, 1.0),
          (5, \(start), 1.0, 1.0, 1.0, 1.0, 1.0),
          ('nine', \(start), 1.0, 1.0, 1.0, 1.0, 1.0),
          (12, \(start), 1.0, 1.0, 1.0, 1.0, 1.0);
        INSERT INTO exercise_laps_table VALUES
          (2, \(start + 60_000), \(start), 1.0), (9, \(start + 3_600_000), \(start + 3_660_000), 1.0);
        """)
    let (workouts, findings) = try database.read()
    #expect(workouts.map { $0.fields.routes.flatMap(\.locations).count } == [1, 0])
    #expect(workouts.map(Self.events) == [[], ["Lap 0 60 s 1.0 m"]])
    let route = "phone.db/exercise_route_table"
    #expect(
      findings == [
        "\(route):1: warning: no workout was read that the row is a part of; the row is left out (4 times) [part-left-out]",
        "\(route):2: error: found text that is not a number; the row is left out [malformed-number]",
        "\(route):3: error: found a number outside the range that the map states for it; the row is left out [out-of-range]",
        "phone.db/exercise_laps_table:1: error: found an event that ends before it starts, or years later; "
          + "the row is left out [malformed-part]",
      ])
    #expect(throws: HealthError.self) { try database.read(strict: true) }
  }

  /// Also tables of records whose table of measurements is missing.
  @Test func partsWithoutATableOfWorkoutsAreReported() throws {
    let database = try Database(
      """
      CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, uuid BLOB, app_info_id INTEGER, last_modified_time INTEGER,
        start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER, count INTEGER);
      CREATE TABLE exercise_laps_table (parent_key INTEGER, lap_start_time INTEGER, lap_end_time INTEGER, lap_length REAL);
      INSERT INTO exercise_laps_table VALUES (1, 0, 1, 2.0);
      CREATE TABLE SpeedRecordTable (row_id INTEGER PRIMARY KEY, app_info_id INTEGER);
      INSERT INTO SpeedRecordTable VALUES (1, 1);
      """)
    let findings = try database.read().findings
    for name in ["exercise_laps_table", "SpeedRecordTable"] {
      #expect(findings.contains { $0.contains("'\(name)' is not in the map") }, "\(findings)")
    }
  }

  /// A copy of a table has no key.
  @Test func workoutsOfATableWithoutAKeyAreRead() throws {
    let start = Self.start
    let sessions = Self.sessions.replacing(
      "row_id INTEGER PRIMARY KEY AUTOINCREMENT", with: "row_id INTEGER")
    let lap =
      "INSERT INTO exercise_laps_table VALUES (2, \(start), \(start + 600_000), 1.0);"
    let database = try Database(sessions + lap)
    let (workouts, findings) = try database.read()
    #expect(workouts.map(Self.events) == [[], []])
    let message =
      "the table 'exercise_laps_table' is joined by the column 'row_id', which is not a key; "
      + "its rows are left out (1) [unmapped-table]"
    #expect(findings.count == 1 && findings[0].hasSuffix(message), "\(findings)")
    #expect(throws: HealthError.self) { try database.read(strict: true) }
  }

  /// A route, pauses, laps and segments come back from Health Connect, and nothing of them is counted as lost.
  @Test func partsComeBack() throws {
    let start = MarkedSamples.date("2026-01-02 09:00:00 +0100")
    func after(_ seconds: Int64) -> Timestamp {
      start.advanced(byNanoseconds: seconds * 1_000_000_000)
    }
    func event(_ type: String, _ seconds: Int64, lasts: Int? = nil, meters: String? = nil)
      -> WorkoutEvent
    {
      var event = WorkoutEvent()
      event.type = "HKWorkoutEventType" + type
      event.date = after(seconds)
      if let lasts { (event.duration, event.durationUnit) = (Number(lasts), "s") }
      if let meters {
        let element = Element(name: "DistanceMeters", children: [.text(meters)])
        event.extras = Extras(content: [.element(element)])
      }
      return event
    }
    var segment = event("Segment", 1_200, lasts: 60)
    segment.metadata = Metadata([
      MetadataEntry(key: MetadataKey("segment_type"), value: "66"),
      MetadataEntry(key: MetadataKey("repetitions_count"), value: "0"),
    ])
    var fields = Sample.WorkoutFields()
    fields.events = [
      event("Lap", 0, lasts: 600, meters: "2500.5"), event("Pause", 300), event("Resume", 420),
      event("Lap", 600, lasts: 900), segment,
    ]
    var points: [RouteLocation] = []
    for second in 0..<20 as Range<Int64> {
      var point = RouteLocation()
      point.date = after(second)
      (point.latitude, point.longitude) = (Number("50.\(101 + 2 * second)"), Number("-7.25"))
      point.altitude = Number("120.5")
      (point.horizontalAccuracy, point.verticalAccuracy) = (Number(3), Number(2))
      points.append(point)
    }
    var route = WorkoutRoute()
    route.ownLocations = points
    fields.routes = [route]
    let header = SampleHeader(
      descriptor: SampleDescriptor(
        type: .workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")), unitText: nil,
        source: Source(name: "Watch")), start: start, end: after(1_800))
    let database = try Database()
    let sink = BytesSink()
    let writer = try HealthConnectWriter(OutputContainer(file: sink))
    try writer.begin(DatasetInfo())
    try writer.write(.workout(Workout(header: header, fields: fields)))
    try writer.finish()
    #expect(writer.losses.filter { $0.count > 0 }.map(\.loss.name) == [])
    try Data(sink.bytes).write(to: URL(fileURLWithPath: database.path))
    let (workouts, findings) = try database.read()
    #expect(findings == [])
    let found = try #require(workouts.first)
    #expect(found.fields.events == fields.events)
    #expect(found.fields.routes.flatMap(\.locations) == points)
    #expect(found.fields.routes.count == 1)
  }
}
