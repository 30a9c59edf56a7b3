import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

@testable import HealthStoreSQLite

/// Tables of SQLite databases that maps read.
@Suite struct MapDatabaseTests {
  /// A file in a folder of its own, gone with this.
  private final class Database {
    let folder = FileManager.default.temporaryDirectory.path + "/healthconv-\(UUID().uuidString)"
    var path: String { folder + "/other.db" }

    init(_ statements: String) throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try PlainDatabase(path).run(statements)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The samples as lines, and the findings with their places.
    func read(_ map: String?, at other: String? = nil) throws -> (
      lines: [String], findings: [String]
    ) {
      var options = ReadOptions()
      if let map { options.map = try CSVMap(yaml: map, file: "m.yml") }
      let format = map == nil ? nil : try Format.named("mapped-csv")
      var samples = try Dataset.open(other ?? path, as: format, options: options).samples()
      var lines: [String] = []
      while let sample = try samples.next() { lines.append(MapDatabaseTests.line(sample)) }
      let folder = self.folder + "/"
      let findings = samples.takeFindings().map {
        $0.description.replacingOccurrences(of: folder, with: "")
      }
      return (lines, findings)
    }
  }

  private static func line(_ sample: Sample) -> String {
    var words: [String] = []
    switch sample {
    case .quantity(let quantity):
      let unit = quantity.header.descriptor.unitText ?? "-"
      words = [quantity.type.shortName, quantity.number.description, unit]
    case .category(let category): words = [category.type.shortName, category.value?.name ?? "-"]
    case .correlation(let correlation):
      let members = correlation.members.map { line($0.sample) }.joined(separator: " | ")
      words = [correlation.type.shortName, "(\(members))"]
    case .workout(let workout): words = ["Workout", workout.activityType.shortName]
    case .unknown(let element):
      words =
        ["Row"]
        + element.children.map { node in
          if case .element(let cell) = node {
            cell.attributes.map(\.value).joined(separator: "=")
          } else {
            ""
          }
        }
    default: words = ["other"]
    }
    guard let header = sample.header else { return words.joined(separator: " ") }
    words.append(header.start.text(.iso8601).description)
    if header.end != header.start { words.append(header.end.text(.iso8601).description) }
    let source = header.descriptor.source.name
    if !source.isEmpty { words.append("by \(source)") }
    if let model = header.descriptor.device?.model { words.append("on \(model)") }
    words += header.metadata.entries.map { "\($0.key.identifier)=\($0.value)" }
    return words.joined(separator: " ")
  }

  private static let map = """
    name: m
    dates: epoch-seconds
    ignored: [id, version]
    tables:
      - name: values
        table: val"ues
        join:
          - {table: owners, as: o, on: owner = id}
          - {table: apps, as: a, on: o.app = id}
        start: at
        zone: {column: o.offset, unit: s}
        source: {column: [a.title, a.package]}
        samples:
          - {type: StepCount, value: n, unit: count, metadata: {key: key}}

    """

  private static let schema = """
    CREATE TABLE apps (id INTEGER PRIMARY KEY, package TEXT, title TEXT, icon BLOB);
    CREATE TABLE owners (id INTEGER PRIMARY KEY, app INTEGER, "offset" INTEGER);
    CREATE TABLE "val""ues" (id INTEGER PRIMARY KEY, at, n, owner INTEGER, key BLOB, more TEXT,
      computed AS (at + 1));
    CREATE TABLE version (v);
    CREATE TABLE rest (x);
    CREATE VIEW seen AS SELECT * FROM apps;
    CREATE INDEX i ON "val""ues" (n);
    INSERT INTO apps VALUES (1, 'org.a', 'App A', NULL), (2, 'org.b', NULL, NULL);
    INSERT INTO owners VALUES (7, 1, 3600), (8, 2, -12600);
    INSERT INTO version VALUES (1);
    """

  @Test func rowsAreJoinedByKeys() throws {
    let database = try Database(
      Self.schema + """
        INSERT INTO "val""ues" VALUES (3, 1700000000, 9, 8, X'00112233445566778899AABBCCDDEEFF', 'x');
        INSERT INTO "val""ues" VALUES (2, 1700000000.25, 5.5, 7, X'0AFF', NULL);
        INSERT INTO "val""ues" VALUES (5, 1700000000, 1, 99, NULL, NULL);
        INSERT INTO "val""ues" VALUES (6, 'soon', 1, 7, NULL, NULL);
        INSERT INTO rest VALUES (1), (2);
        """)
    let (lines, findings) = try database.read(Self.map)
    #expect(
      lines == [
        "StepCount 5.5 count 2023-11-14T23:13:20.25+01:00 by App A key=0aff",
        "StepCount 9 count 2023-11-14T18:43:20-03:30 by org.b key=00112233-4455-6677-8899-aabbccddeeff",
        "StepCount 1 count 2023-11-14T22:13:20+00:00",
        "Row id=6 at=soon n=1 owner=7 o.offset=3600 a.title=App A a.package=org.a",
      ])
    #expect(
      findings == [
        "other.db: warning: the table 'rest' is not in the map; its rows are left out (2) [unmapped-table]",
        "other.db/val\"ues: warning: the column 'more' is not in the map; it is left out [unmapped-column]",
        "other.db/val\"ues:6: error: the date does not have the form of a date; the row is preserved unchanged [malformed-date]",
      ])
  }

  /// The row of another table that lasted for at least half of the time of a row: the last one, with an equal key.
  @Test func rowsAreJoinedByTime() throws {
    let database = try Database(
      """
      CREATE TABLE parts (id INTEGER PRIMARY KEY, app, first INTEGER, last INTEGER, n);
      CREATE TABLE spans (app, first INTEGER, last INTEGER, title TEXT);
      INSERT INTO spans VALUES (1, 100, 200, 'long'), (1, 150, 160, 'short'), (2, 100, 200, 'other'),
        (1, 300, NULL, 'open'), (NULL, 100, 200, 'nobody'), (1, 500, 400, 'reversed');
      INSERT INTO parts VALUES (1, 1, 90, 111, 1), (2, 1, 90, 109, 2), (3, 1, 152, 152, 3),
        (4, 1, 200, 200, 4), (5, 3, 110, 120, 5), (6, NULL, 110, 120, 6), (7, 1, 300, 310, 7),
        (8, 2, 150, 160, 8), (9, 1, 201, 202, 9);
      """)
    let map = """
      name: m
      dates: epoch-seconds
      tables:
        - {name: t, table: parts, start: first, end: last,
           join: [{table: spans, as: s, on: app = app, at: [first, last], during: [first, last]}],
           samples: [{type: StepCount, value: n, unit: count, metadata: {title: s.title}}]}
      """
    let titles = try database.read(map).lines.map { line in
      line.range(of: "title=").map { String(line[$0.upperBound...]) }
    }
    #expect(titles == ["long", nil, "short", "long", nil, nil, nil, "other", nil])
  }

  /// Text of a row that others refer to counts for each of them.
  @Test func sharedTextHasALimit() throws {
    let database = try Database(
      Self.schema + """
        UPDATE apps SET title = printf('%.*c', 100000, 'x');
        WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 2000)
        INSERT INTO "val""ues" SELECT i, 1700000000 + i, 5, 7, NULL, NULL FROM r;
        """)
    let error = #expect(throws: HealthError.self) { try database.read(Self.map) }
    #expect(error?.message == "unpacks to more than 200 times its size (limit 'ratio')")
  }

  @Test func tablesWithoutRowNumbersAreRead() throws {
    let database = try Database(
      """
      CREATE TABLE t (k TEXT PRIMARY KEY, at INTEGER, n) WITHOUT ROWID;
      INSERT INTO t VALUES ('a', 1700000000, 1e15), ('b', 1700000000, 0.1);
      """)
    let map = """
      name: m
      tables:
        - {name: t, table: t, dates: epoch-seconds, start: at, metadata: {k: k},
           samples: [{type: StepCount, value: n, unit: count}]}
      """
    #expect(
      try database.read(map).lines == [
        "StepCount 1000000000000000 count 2023-11-14T22:13:20+00:00 k=a",
        "StepCount 0.1 count 2023-11-14T22:13:20+00:00 k=b",
      ])
  }

  /// What would run SQL of the file, or read without end, is refused.
  @Test(arguments: [
    ("CREATE TABLE u (a); CREATE VIEW t AS SELECT 1 AS at, 2 AS n", "has no table for it"),
    ("CREATE TABLE t (at AS (n + 1), n); INSERT INTO t VALUES (1)", "no column 'at'"),
    (
      "CREATE TABLE t (at, n, o); CREATE TABLE other (id TEXT PRIMARY KEY)",
      "by a column that is not its key"
    ),
  ])
  func schemasThatWouldRunAreRefused(_ sql: String, _ message: String) throws {
    let database = try Database(sql)
    let map = """
      name: m
      dates: epoch-seconds
      tables:
        - {name: t, table: t, join: {table: other, on: o = id}, start: at,
           samples: [{type: StepCount, value: n, unit: count}]}
      """
    let error = #expect(throws: HealthError.self) { try database.read(map) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func databasesWithALogOrDamageAreRefused() throws {
    let database = try Database(Self.schema)
    try Data([1]).write(to: URL(fileURLWithPath: database.path + "-wal"))
    #expect(throws: HealthError.self) { try database.read(Self.map) }
    try FileManager.default.removeItem(atPath: database.path + "-wal")
    var bytes = try Fixtures.bytes(database.path)
    for index in 4096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    try Data(bytes).write(to: URL(fileURLWithPath: database.path))
    #expect(throws: HealthError.self) { try database.read(Self.map) }
  }

  @Test func unknownDatabasesAreDescribed() throws {
    let database = try Database("CREATE TABLE steps (at, n); CREATE TABLE more (x)")
    let error = #expect(throws: HealthError.self) { try database.read(nil) }
    #expect(error?.rule == "missing-map")
    #expect(error?.description.contains("its tables are: more, steps") == true)
  }

  /// The map's columns are in tables made here as the reference describes them.
  @Test func healthConnect() throws {
    let common = """
      row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB NOT NULL UNIQUE, last_modified_time INTEGER,
      client_record_id TEXT, client_record_version TEXT, device_info_id INTEGER, app_info_id INTEGER,
      recording_method INTEGER, dedupe_hash BLOB UNIQUE
      """
    let interval =
      "\(common), start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, "
      + "end_zone_offset INTEGER, local_date INTEGER, "
      + "local_date_time_start_time INTEGER AS (start_time + 1000 * start_zone_offset)"
    let instant = "\(common), time INTEGER, zone_offset INTEGER, local_date INTEGER"
    func row(_ table: String, _ columns: String, _ values: String, isInstant: Bool = false)
      -> String
    {
      let times =
        isInstant
        ? ("time, zone_offset", "1767340800000, 3600")
        : (
          "start_time, start_zone_offset, end_time, end_zone_offset",
          "1767340800000, 3600, 1767344400000, 7200"
        )
      return "INSERT INTO \(table) (uuid, device_info_id, app_info_id, recording_method, \(times.0)"
        + "\(columns.isEmpty ? "" : ", " + columns)) VALUES "
        + "(X'000102030405060708090A0B0C0D0E0F', 2, 1, 3, \(times.1)\(values.isEmpty ? "" : ", " + values));\n"
    }
    var sql = """
      CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
      CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER);
      INSERT INTO application_info_table VALUES (1, 'com.example', NULL);
      INSERT INTO device_info_table VALUES (1, NULL, NULL, 0), (2, 'Example', 'Watch', 1);

      """
    func table(_ name: String, _ columns: String, _ base: String) {
      sql += "CREATE TABLE \(name) (\(base)\(columns.isEmpty ? "" : ", " + columns));\n"
    }
    table("steps_record_table", "count INTEGER", interval)
    table("heart_rate_record_table", "", interval)
    table("sleep_session_record_table", "title TEXT, notes TEXT", interval)
    table("exercise_session_record_table", "exercise_type INTEGER, title TEXT", interval)
    table(
      "nutrition_record_table",
      "energy REAL, protein REAL, iron REAL, trans_fat REAL, meal_name TEXT", interval)
    table("blood_pressure_record_table", "systolic REAL, diastolic REAL", instant)
    table("weight_record_table", "weight REAL", instant)
    table("oxygen_saturation_record_table", "percentage REAL", instant)
    table("menstruation_flow_record_table", "flow INTEGER", instant)
    table("total_calories_burned_record_table", "energy REAL", interval)
    sql += """
      CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER);
      CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER, stage_end_time INTEGER,
        stage_type INTEGER);
      INSERT INTO heart_rate_record_series_table VALUES (1, 61, 1767340800000), (1, 63, 1767340830500);
      INSERT INTO sleep_stages_table VALUES (1, 1767340800000, 1767342600000, 5), (1, 1767342600000, 1767344400000, 9);

      """
    sql +=
      row("steps_record_table", "count", "640") + row("heart_rate_record_table", "", "")
      + row("sleep_session_record_table", "title", "'Night'")
      + row("exercise_session_record_table", "exercise_type, title", "34, 'Run'")
      + row("nutrition_record_table", "energy, protein, meal_name", "650000.5, 42.0, 'Lunch'")
      + row("blood_pressure_record_table", "systolic, diastolic", "121, 79", isInstant: true)
      + row("weight_record_table", "weight", "71800.0", isInstant: true)
      + row("oxygen_saturation_record_table", "percentage", "97.5", isInstant: true)
      + row("menstruation_flow_record_table", "flow", "2", isInstant: true)
      + row("total_calories_burned_record_table", "energy", "1.0")
    let database = try Database(sql)
    let (lines, findings) = try database.read(nil)
    let (start, end) = ("2026-01-02T09:00:00+01:00", "2026-01-02T11:00:00+02:00")
    let by = "by com.example on Watch"
    let uuid = "00010203-0405-0607-0809-0a0b0c0d0e0f"
    let own = "HKExternalUUID=\(uuid) HKWasUserEntered=1"
    // Of a record that states no time of its last change, all versions are equal.
    let sync = "HKMetadataKeySyncIdentifier=\(uuid) HKMetadataKeySyncVersion=0"
    let more = "\(own) \(sync)"
    let record = "record_uuid=00010203-0405-0607-0809-0a0b0c0d0e0f"
    #expect(
      lines == [
        "StepCount 640 count \(start) \(end) \(by) \(more)",
        "HeartRate 61 count/min \(start) \(by) \(record)",
        "HeartRate 63 count/min 2026-01-02T09:00:30.5+01:00 \(by) \(record)",
        "OxygenSaturation 0.975 % \(start) \(by) \(more)",
        "BloodPressure (BloodPressureSystolic 121 mmHg \(start) \(by) | BloodPressureDiastolic 79 mmHg \(start) \(by)) "
          + "\(start) \(by) \(more)",
        "BodyMass 71.8 kg \(start) \(by) \(more)",
        "Food (DietaryEnergyConsumed 650.0005 kcal \(start) \(end) \(by) | DietaryProtein 42 g \(start) \(end) \(by)) "
          + "\(start) \(end) \(by) \(own) HKFoodType=Lunch \(sync)",
        "SleepAnalysis HKCategoryValueSleepAnalysisInBed \(start) \(end) \(by) \(own) title=Night \(sync)",
        "SleepAnalysis HKCategoryValueSleepAnalysisAsleepDeep \(start) 2026-01-02T10:30:00+02:00 \(by) \(record)",
        "Row parent_key=1 stage_start_time=1767342600000 stage_end_time=1767344400000 stage_type=9 "
          + "record.start_zone_offset=3600 record.end_zone_offset=7200 app.package_name=com.example "
          + "device.device_type=1 device.manufacturer=Example device.model=Watch record.uuid=00010203-0405-0607-0809-0a0b0c0d0e0f",
        "Workout Running \(start) \(end) \(by) \(own) exercise_type=34 title=Run HKIndoorWorkout=1 "
          + "\(sync)",
        "MenstrualFlow 3 \(start) \(by) \(more)",
      ])
    #expect(
      findings == [
        "other.db: warning: the table 'total_calories_burned_record_table' is not in the map; its rows are left out (1) [unmapped-table]",
        "other.db/sleep_stages_table:2: error: found a text that is not in the map's table; the row is preserved unchanged [unknown-value]",
      ])
  }

  @Test(.enabled(if: Fixtures.arePresent, "the fixtures are absent"))
  func fixture() throws {
    let folder = "\(Fixtures.folder)/interop/health-connect"
    let database = try Database("CREATE TABLE t (x)")
    let plain = try database.read(nil, at: "\(folder)/health_connect_export.db")
    let packed = try database.read(nil, at: "\(folder)/Health Connect.zip")
    #expect(plain.lines == packed.lines)
    #expect(plain.lines.count == 24)
    #expect(
      plain.findings.map { $0.split(separator: "'")[1] } == [
        "basal_metabolic_rate_record_table", "total_calories_burned_record_table",
      ])
  }
}
