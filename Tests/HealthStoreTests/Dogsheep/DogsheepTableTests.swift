import HealthModel
import HealthTesting
import Testing

/// The tables are as healthkit-to-sqlite makes them, and hold what makes that program stop.
struct DogsheepTableTests {
  /// Made of this export by healthkit-to-sqlite 1.0.1: the identifiers, events and points are its own.
  @Test func workoutsAreThoseOfTheOriginal() throws {
    let database = try DogsheepDatabaseFile(
      export: #"""
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="5.19412346680959" durationUnit="min" totalDistance="0.50" totalDistanceUnit="km" sourceName="Jo&#8217;s Apple&#160;Watch &#128512;" sourceVersion="10.5" device="&lt;&lt;HKDevice: 0x282a45810&gt;, name:Apple Watch, manufacturer:Apple, model:Watch, hardware:Watch2,4, software:4.3.1&gt;" creationDate="2024-06-01 08:30:05 +0200" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:30:00 +0200">
         <MetadataEntry key="HKTimeZone" value="Europe/Paris"/>
         <MetadataEntry key="Note" value="a &quot;b&quot; \ &#9; c"/>
         <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-01 08:05:00 +0200" duration="2.50" durationUnit="min"/>
         <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-06-01 08:10:00 +0200"/>
         <WorkoutRoute sourceName="Watch" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:30:00 +0200">
          <Location date="2024-06-01 08:00:01 +0200" latitude="37.7777" longitude="-122.426" altitude="21.2694" horizontalAccuracy="2.40948" verticalAccuracy="1.67859" course="-1" speed="2.48034"/>
         </WorkoutRoute>
        </Workout>
        <Workout workoutActivityType="HKWorkoutActivityTypeYoga" startDate="2024-06-02 08:00:00 +0200" endDate="2024-06-02 08:30:00 +0200" sourceName="Watch"/>
        """#)
    #expect(
      try database.rows("SELECT id FROM workouts ORDER BY rowid") == [
        "c0b6773d3915ddd57fdc126047e3d418fdeca563",
        "52f92eaeddfb5e9874389ea37578d1d55c11c987",
      ])
    #expect(
      try database.rows("SELECT workout_events, metadata_HKTimeZone FROM workouts ORDER BY rowid")
        == [
          #"[{"type": "HKWorkoutEventTypeLap", "date": "2024-06-01 08:05:00 +0200", "#
            + #""duration": "2.50", "durationUnit": "min"}, "#
            + #"{"type": "HKWorkoutEventTypePause", "date": "2024-06-01 08:10:00 +0200"}]"#
            + "|Europe/Paris",
          "[]|",
        ])
    #expect(
      try database.rows(
        """
        SELECT date, latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, course, speed
        FROM workout_points WHERE workout_id = 'c0b6773d3915ddd57fdc126047e3d418fdeca563'
        """) == [
          "2024-06-01 08:00:01 +0200|37.7777|-122.426|21.2694|2.40948|1.67859|-1.0|2.48034"
        ])
  }

  @Test func theThreeTablesAreThereWithoutSamples() throws {
    let tables = try DogsheepDatabaseFile([]).tables
    #expect(Set(["workouts", "workout_points", "activity_summary"]).isSubset(of: tables))
  }

  @Test func recordsHaveTheColumnsOfTheOriginal() throws {
    let database = try DogsheepDatabaseFile(
      export: """
        <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" sourceVersion="10.5" \
        device="&lt;&lt;HKDevice: 0x1a&gt;, name:Apple Watch&gt;" unit="count/min" \
        creationDate="2024-06-01 08:00:05 +0200" startDate="2024-06-01 08:00:00 +0200" \
        endDate="2024-06-01 08:00:00 +0200" value="72.5" future="perfect">
        <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="0"/></Record>
        <Record type="HKCategoryTypeIdentifierMindfulSession" sourceName="Watch" \
        startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:01:00 +0200"/>
        """)
    #expect(
      try database.rows(
        """
        SELECT startDate, endDate, value, unit, sourceName, sourceVersion, device, creationDate, future,
          metadata_HKMetadataKeyHeartRateMotionContext FROM rHeartRate
        """) == [
          "2024-06-01 08:00:00 +0200|2024-06-01 08:00:00 +0200|72.5|count/min|Watch|10.5|"
            + "<<HKDevice: 0x1a>, name:Apple Watch>|2024-06-01 08:00:05 +0200|perfect|0"
        ])
    #expect(
      try database.rows("SELECT value, unit, device FROM rMindfulSession") == ["||"])
  }

  /// What is bound for one row is not left for the next.
  @Test func whatIsNotThereIsEmpty() throws {
    func sample(_ keys: [String], _ source: Source?, device: Bool, created: Bool) -> Sample {
      var watch = Device()
      watch.name = "Watch"
      let descriptor = SampleDescriptor(
        type: .quantity(.heartRate), unitText: device ? "count/min" : nil, source: source,
        device: device ? watch : nil)
      let date = MarkedSamples.date("2024-06-01 08:00:00 +0200")
      return .quantity(
        QuantitySample(
          header: SampleHeader(
            descriptor: descriptor, start: date, end: date, created: created ? date : nil,
            metadata: Metadata(keys.map { MetadataEntry(key: MetadataKey($0), value: $0) })),
          number: Number(1)))
    }
    let full = Source(
      name: "A", version: "1", productType: "Watch7,2", operatingSystemVersion: "10.5")
    let database = try DogsheepDatabaseFile([
      sample(["a", "b"], full, device: true, created: true),
      sample(["b"], Source(name: "B"), device: false, created: false),
      sample([], nil, device: false, created: true),
      sample(["a"], full, device: true, created: false),
    ])
    let date = "2024-06-01 08:00:00 +0200"
    let device = "<<HKDevice: 0x0>, name:Watch>"
    #expect(
      try database.rows(
        """
        SELECT sourceName, sourceVersion, sourceProductType, sourceOperatingSystemVersion, unit, device,
          creationDate, metadata_a, metadata_b FROM rHeartRate ORDER BY id
        """) == [
          "A|1|Watch7,2|10.5|count/min|\(device)|\(date)|a|b",
          "B||||||||b",
          "||||||\(date)||",
          "A|1|Watch7,2|10.5|count/min|\(device)||a|",
        ])
  }

  @Test func keysThatDifferByCaseHaveColumnsOfTheirOwn() throws {
    let database = try keys([["meal", "Meal", "MEAL"], ["Meal"], ["other", "é", "É", "a\"b", ""]])
    #expect(
      try database.rows(
        "SELECT metadata_meal, metadata_Meal_2, metadata_MEAL_3 FROM rHeartRate ORDER BY id")
        == ["0|1|2", "|0|", "||"])
    #expect(
      try database.rows(
        #"SELECT metadata_other_2, "metadata_é", "metadata_É", "metadata_a""b", metadata_ "#
          + "FROM rHeartRate WHERE id = 3") == ["0|1|2|3|4"])
    #expect(
      try database.rows(
        "SELECT table_name, column_name, name FROM renamed_columns ORDER BY name") == [
          "rHeartRate|metadata_MEAL_3|metadata_MEAL", "rHeartRate|metadata_Meal_2|metadata_Meal",
          "rHeartRate|metadata_other_2|metadata_other",
        ])
  }

  /// The last is in the column, as with the original; the others are not lost.
  @Test func keysThatComeTwice() throws {
    let database = try keys([["a", "a", "b", "a"], ["a", "a"]])
    #expect(
      try database.rows(
        "SELECT metadata_a, metadata_b, metadata_other FROM rHeartRate ORDER BY id") == [
          #"3|2|{"a": ["0", "1"]}"#, #"1||{"a": "0"}"#,
        ])
  }

  /// More keys than SQLite has columns, and such as no column can be called.
  @Test func threeThousandKeys() throws {
    var lists = (0..<30).map { list in (0..<100).map { "key \(list * 100 + $0)" } }
    let long = String(repeating: "k", count: 10_000)
    lists.append([long, "nul\u{0}"])
    let database = try keys(lists)
    let columns = Set(try database.rows("SELECT name FROM pragma_table_info('rHeartRate')"))
    #expect(columns.count < 400)
    for (row, list) in lists.enumerated() {
      for (index, key) in list.enumerated() where index % 50 == 0 {
        let column = "metadata_\(key)"
        let value =
          columns.contains(column)
          ? "\"\(column)\"" : "(SELECT value FROM json_each(metadata_other) WHERE key = '\(key)')"
        #expect(
          try database.rows("SELECT \(value) FROM rHeartRate WHERE id = \(row + 1)") == [
            "\(index)"
          ],
          "\(key.prefix(20))")
      }
    }
    #expect(
      try database.rows("SELECT metadata_other FROM rHeartRate WHERE id = 31")[0]
        .hasSuffix(#""nul\u0000": "1"}"#))
  }

  @Test func typesThatDifferByCaseHaveTablesOfTheirOwn() throws {
    let types = [
      "HKQuantityTypeIdentifierStep", "HKQuantityTypeIdentifierSTEP", "ecords", "a'b\"c",
    ]
    let database = try DogsheepDatabaseFile((types + types).map { quantity($0) })
    #expect(
      try database.rows("SELECT table_name, type FROM record_types") == [
        "rStep|HKQuantityTypeIdentifierStep", "rSTEP_2|HKQuantityTypeIdentifierSTEP",
        "records_2|ecords", "ra'b\"c|a'b\"c",
      ])
    for table in ["rStep", "rSTEP_2", "records_2", "\"ra'b\"\"c\""] {
      #expect(try database.rows("SELECT count(*) FROM \(table)") == ["2"], "\(table)")
    }
  }

  /// A file of nothing but types must not make a table of each.
  @Test func ofManyTypesTheRestShareATable() throws {
    let types = (0..<700).map { "Type\($0)" } + [String(repeating: "t", count: 300)]
    let database = try DogsheepDatabaseFile(types.map { quantity($0) })
    #expect(try database.rows("SELECT count(*) FROM record_types") == ["500"])
    #expect(try database.rows("SELECT count(*), count(DISTINCT type) FROM records") == ["201|201"])
  }

  /// The original stops at a workout that is there twice.
  @Test func workoutsThatComeTwice() throws {
    let workout = """
      <Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="Watch" \
      startDate="2024-06-02 08:00:00 +0200" endDate="2024-06-02 08:30:00 +0200"/>
      """
    let database = try DogsheepDatabaseFile(export: workout + workout + workout)
    let id = "52f92eaeddfb5e9874389ea37578d1d55c11c987"
    #expect(
      try database.rows("SELECT id FROM workouts ORDER BY rowid") == [id, "\(id)-2", "\(id)-3"])
  }

  /// A member that stands nowhere else is a record, too; one that does, is found.
  @Test func membersOfCorrelations() throws {
    func record(_ name: String, _ value: String) -> String {
      """
      <Record type="HKQuantityTypeIdentifierBloodPressure\(name)" sourceName="Cuff" unit="mmHg" \
      startDate="2024-06-02 08:00:00 +0200" endDate="2024-06-02 08:00:00 +0200" value="\(value)"/>
      """
    }
    let database = try DogsheepDatabaseFile(
      export: record("Systolic", "118") + record("Systolic", "120") + """
        <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" \
        startDate="2024-06-02 08:00:00 +0200" endDate="2024-06-02 08:00:00 +0200">\
        <MetadataEntry key="mood" value="calm"/>\(record("Systolic", "120"))\
        \(record("Diastolic", "80"))</Correlation>
        """)
    #expect(
      try database.rows(
        "SELECT membership, record_table, record_id, value FROM correlation_members ORDER BY rowid")
        == ["alsoTopLevel|rBloodPressureSystolic|2|120", "nestedOnly|rBloodPressureDiastolic|1|80"])
    #expect(try database.rows("SELECT value FROM rBloodPressureSystolic") == ["118", "120"])
    #expect(try database.rows("SELECT value FROM rBloodPressureDiastolic") == ["80"])
    #expect(
      try database.rows("SELECT id, type, metadata_mood FROM correlations")
        == ["1|HKCorrelationTypeIdentifierBloodPressure|calm"])
  }

  private func quantity(_ type: String, _ metadata: Metadata = Metadata()) -> Sample {
    let date = MarkedSamples.date("2024-06-01 08:00:00 +0200")
    return .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .quantity(QuantityType(type)), source: Source(name: "Watch")), start: date,
          end: date, metadata: metadata), number: Number(1)))
  }

  /// A heart rate for each list of keys; the values count them.
  private func keys(_ lists: [[String]]) throws -> DogsheepDatabaseFile {
    try DogsheepDatabaseFile(
      lists.map { keys in
        let entries = keys.enumerated().map { index, key in
          MetadataEntry(key: MetadataKey(key), value: "\(index)")
        }
        return quantity("HKQuantityTypeIdentifierHeartRate", Metadata(entries))
      })
  }
}
