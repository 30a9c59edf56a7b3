import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStatistics
import HealthTesting
import HealthUnits
import Testing

@testable import HealthStoreSQLite

/// The database of Health Connect: what the built-in map reads again, that everything else is counted, and what a phone requires.
@Suite struct HealthConnectTests {
  /// Samples that were written, with the database and what is read of it.
  private final class Written {
    let folder = FileManager.default.temporaryDirectory.path + "/healthconv-\(UUID().uuidString)"
    let samples: [Sample]
    private(set) var losses: [String: Int] = [:]
    /// The findings of reading the database.
    private(set) var findings: [String] = []

    init(_ samples: [Sample]) throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let sink = BytesSink()
      var writer = JSONLinesWriter(sink: sink)
      try writer.begin(DatasetInfo())
      for sample in samples { try writer.write(sample) }
      try writer.finish()
      try Data(sink.bytes).write(to: URL(fileURLWithPath: folder + "/in.jsonl"))
      let (dataset, output) = (try Dataset.open(folder + "/in.jsonl"), folder + "/out.db")
      let report = try Conversion(of: dataset, to: .healthConnect).run(toFile: output)
      #expect(report.readError == nil)
      for loss in report.losses where loss.count > 0 { losses[loss.loss.name] = Int(loss.count) }
      var found: [Sample] = []
      var read = try Dataset.open(output).samples()
      while let sample = try read.next() { found.append(sample) }
      findings = read.takeFindings().map(\.description)
      self.samples = found
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The rows of a query, each as its values with bars between them.
    func rows(_ sql: String) throws -> [String] {
      try PlainDatabase(folder + "/out.db").rows(sql).map { row in
        row.map { $0 ?? "" }.joined(separator: "|")
      }
    }

    var bytes: [UInt8] {
      get throws { Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/out.db"))) }
    }
  }

  private static func header(
    _ type: SampleType, _ unit: String?, _ start: String = "2026-01-02 08:00:00 +0100",
    minutes: Int64 = 0, metadata: [(String, String)] = []
  ) -> SampleHeader {
    let start = MarkedSamples.date(start)
    return SampleHeader(
      descriptor: SampleDescriptor(type: type, unitText: unit, source: Source(name: "Watch")),
      start: start, end: start.advanced(byNanoseconds: minutes * 60_000_000_000),
      metadata: Metadata(metadata.map { MetadataEntry(key: MetadataKey($0.0), value: $0.1) }))
  }

  private static func quantity(
    _ type: QuantityType, _ number: String, _ unit: String,
    _ start: String = "2026-01-02 08:00:00 +0100", minutes: Int64 = 0,
    metadata: [(String, String)] = []
  ) throws -> Sample {
    .quantity(
      QuantitySample(
        header: header(.quantity(type), unit, start, minutes: minutes, metadata: metadata),
        number: try #require(Number(number))))
  }

  private static func sleep(_ value: String, _ start: String, minutes: Int64) -> Sample {
    .category(
      CategorySample(
        header: header(.category(.sleepAnalysis), nil, start, minutes: minutes),
        value: CategoryValue("HKCategoryValueSleepAnalysis\(value)")))
  }

  /// The database is a temporary file: the output is not to blame.
  @Test func aFullFolderForTemporaryFilesIsNamed() throws {
    let writer = try HealthConnectWriter(OutputContainer(file: BytesSink()))
    // A limit on the size, which is not below that of now, stands for the full disk.
    try writer.database.connection.run("PRAGMA max_page_count = 1")
    let error = #expect(throws: HealthError.self) {
      for minute in 1..<5_000 as Range<Int64> {
        try writer.write(try Self.quantity(.stepCount, "\(minute)", "count", minutes: minute))
      }
      try writer.finish()
    }
    let folder = Environment.temporaryFolder
    #expect(error?.code == .full)
    #expect(
      error?.description
        == "cannot write temporary data to '\(folder)': no space left on the device")
  }

  // MARK: Both directions

  /// The values of a sample and of its members, in their units, with type, time and source.
  private static func facts(_ sample: Sample) -> [String] {
    let start = sample.header?.start.description ?? "", end = sample.header?.end.description ?? ""
    let common = "\(start) \(end) \(sample.header?.descriptor.source.name ?? "")"
    switch sample {
    case .quantity(let sample):
      let unit = (try? HealthUnit(sample.unit ?? "", of: sample.type))?.description ?? ""
      return ["\(sample.type.identifier) \(sample.value) \(unit) \(common)"]
    case .category(let sample):
      return ["\(sample.type.identifier) \(sample.value?.number ?? -1) \(common)"]
    case .correlation(let sample):
      return ["\(sample.type.identifier) \(common)"] + sample.members.flatMap { facts($0.sample) }
    case .workout(let sample): return ["\(sample.activityType.identifier) \(common)"]
    default: return ["other"]
    }
  }

  /// Numbers that a column accepts, in the unit in which they are read.
  private static func numbers(
    _ value: HealthConnectPlan.Value, _ table: HealthConnectTable, _ random: inout FixedRandom
  ) throws -> [Number] {
    let column = table.columns[value.column]
    let range = try #require(column.range)
    let scale = try #require(Number(1 / value.factor.doubleValue))
    return try (0..<20).map { _ in
      let digits = column.type == "INTEGER" ? 0 : random.below(4)
      let power = [1, 10, 100, 1_000][digits]
      let (low, high) = (
        Int((max(range.lowerBound, 0.001) * Double(power)).rounded(.up)),
        Int(range.upperBound * Double(power))
      )
      let whole = Number(digits: Int64(low + random.below(high - low)), exponent: Int16(-digits))
      return try #require(whole.multiplied(by: scale))
    }
  }

  @Test func everyTypeOfTheMapComesBack() throws {
    var random = FixedRandom(seed: 9)
    var samples: [Sample] = []
    var minute: Int64 = 0
    func next(_ type: SampleType, _ unit: String?, lasts: Bool) -> SampleHeader {
      minute += 10
      var header = Self.header(type, unit, minutes: lasts ? 5 : 0)
      header.start = header.start.advanced(byNanoseconds: minute * 60_000_000_000)
      header.end = header.end.advanced(byNanoseconds: minute * 60_000_000_000)
      return header
    }
    let places = HealthConnectPlan.shared.places.filter(\.value.isExact).sorted { $0.key < $1.key }
    #expect(places.count >= 27, "the map has them")
    for (identifier, place) in places {
      let lasts = place.table.kind == .interval && place.series == nil
      let table = place.series ?? place.table
      if let value = place.values[identifier] {
        let type = QuantityType(identifier)
        for number in try Self.numbers(value, table, &random) {
          let header = next(.quantity(type), value.unit.description, lasts: lasts)
          samples.append(.quantity(QuantitySample(header: header, number: number)))
        }
      } else if identifier.hasPrefix("HKCorrelation") {
        for round in 0..<20 {
          let header = next(.correlation(CorrelationType(identifier)), nil, lasts: lasts)
          let isWanted = { (index: Int) in !place.isPartial || index % 20 == round || index % 7 == 0
          }
          // The reader has the members in the order of the map.
          let values = place.values.sorted { $0.key < $1.key }.enumerated().filter {
            isWanted($0.offset)
          }
          var members: [NestedSample] = []
          for (_, (name, value)) in values {
            let numbers = try Self.numbers(value, table, &random)
            let descriptor = SampleDescriptor(
              type: .quantity(QuantityType(name)), unitText: value.unit.description,
              source: header.descriptor.source)
            members.append(
              NestedSample(
                sample: .quantity(
                  QuantitySample(
                    header: SampleHeader(
                      descriptor: descriptor, start: header.start, end: header.end),
                    number: numbers[round]))))
          }
          samples.append(.correlation(Correlation(header: header, members: members)))
        }
      } else {
        let type = CategoryType(identifier)
        let values =
          place.codes.isEmpty ? [type.value(numbered: 0)] : place.codes.map { Optional($0.value) }
        for value in values {
          let header = next(.category(type), nil, lasts: lasts)
          samples.append(.category(CategorySample(header: header, value: value)))
        }
      }
    }
    let written = try Written(samples)
    for name in [
      "samples", "values", "duplicates", "types", "periods", "precision", "units", "times",
    ] {
      #expect(written.losses[name] == nil, "\(name)")
    }
    #expect(
      Set(written.samples.flatMap(Self.facts)).symmetricDifference(Set(samples.flatMap(Self.facts)))
        == [])
    #expect(written.samples.count == samples.count)
  }

  @Test func activitiesHaveTheNumbersOfTheDatabase() throws {
    let cases: [(String, [(String, String)], Int)] = [
      ("Running", [], 33), ("Running", [("HKIndoorWorkout", "1")], 34), ("Cycling", [], 4),
      ("Cycling", [("HKIndoorWorkout", "1")], 5),
      ("Swimming", [("HKSwimmingLocationType", "2")], 48),
      ("Swimming", [("HKSwimmingLocationType", "1")], 49),
      ("Hockey", [("exercise_type", "30")], 30),
      ("Walking", [], 53), ("Barre", [], 11), ("Archery", [], 58), ("Other", [], 58),
    ]
    let samples = cases.enumerated().map { index, item in
      Sample.workout(
        Workout(
          header: Self.header(
            .workout(WorkoutActivityType("HKWorkoutActivityType\(item.0)")), nil,
            "2026-01-\(10 + index) 08:00:00 +0100", minutes: 30, metadata: item.1),
          fields: Sample.WorkoutFields()))
    }
    let written = try Written(samples)
    #expect(
      try written.rows("SELECT exercise_type FROM exercise_session_record_table ORDER BY row_id")
        == cases.map { "\($0.2)" })
    #expect(written.losses == ["types": 2])
    #expect(
      written.samples.flatMap(Self.facts).filter { !$0.contains("Other") }
        == samples.flatMap(Self.facts).filter {
          !$0.contains("Other") && !$0.contains("Barre") && !$0.contains("Archery")
        })
  }

  /// Health Connect has one type of distances, speeds and powers; the workout of the same app determines which it is.
  @Test func distancesAreOfTheSportOfTheirWorkout() throws {
    let inside = "2026-01-02 08:10:00 +0100"
    let activity = WorkoutActivityType("HKWorkoutActivityTypeCycling")
    let ride = Sample.workout(
      Workout(
        header: Self.header(.workout(activity), nil, minutes: 30), fields: Sample.WorkoutFields()))
    let found = try [
      Self.quantity(.distanceCycling, "900", "m", minutes: 20),
      Self.quantity(.cyclingSpeed, "7.5", "m/s", inside),
      Self.quantity(.cyclingPower, "210", "W", inside),
      // A third of it is in the workout.
      Self.quantity(
        .distanceWalkingRunning, "500", "m", "2026-01-02 08:20:00 +0100", minutes: 30),
    ]
    let lost = try [
      Self.quantity(.distanceCycling, "100", "m", "2026-01-02 12:00:00 +0100", minutes: 5),
      Self.quantity(.walkingSpeed, "1.5", "m/s", "2026-01-02 12:10:00 +0100"),
    ]
    let written = try Written([ride] + found + lost)
    let walked = Self.facts(lost[0])[0].replacing("Cycling", with: "WalkingRunning")
    #expect(
      Set(written.samples.flatMap(Self.facts))
        == Set(([ride] + found).flatMap(Self.facts) + [walked]))
  }

  // MARK: Sleep

  @Test func stagesBecomeSessions() throws {
    let written = try Written([
      Self.sleep("InBed", "2026-01-01 22:00:00 +0100", minutes: 480),
      Self.sleep("AsleepDeep", "2026-01-01 23:00:00 +0100", minutes: 60),
      Self.sleep("AsleepREM", "2026-01-02 00:00:00 +0100", minutes: 60),
      // It overlaps the one before.
      Self.sleep("AsleepCore", "2026-01-02 00:30:00 +0100", minutes: 60),
      // Without time in bed: two stages with a gap of less than an hour, and one a day later.
      Self.sleep("AsleepCore", "2026-01-03 00:00:00 +0100", minutes: 60),
      Self.sleep("Awake", "2026-01-03 01:30:00 +0100", minutes: 60),
      Self.sleep("AsleepUnspecified", "2026-01-04 01:30:00 +0100", minutes: 60),
    ])
    #expect(
      try written.rows(
        "SELECT row_id, (end_time - start_time) / 60000, start_zone_offset FROM sleep_session_record_table"
      )
        == ["1|480|3600", "2|150|3600", "3|60|3600"])
    #expect(
      try written.rows(
        "SELECT parent_key, stage_type, (stage_end_time - stage_start_time) / 60000 FROM sleep_stages_table"
      )
        == ["1|5|60", "1|6|60", "2|4|60", "2|1|60", "3|2|60"])
    // The stage that is left out, and two sessions of stages alone.
    #expect(written.losses["nights"] == 3)
    #expect(written.samples.count == 3 + 5)
  }

  // MARK: Food

  @Test func valuesOfFoodAreNotCountedTwice() throws {
    let (energy, protein) = (QuantityType.dietaryEnergyConsumed, QuantityType.dietaryProtein)
    let members = try [
      Self.quantity(energy, "650.5", "kcal"), Self.quantity(protein, "42", "g"),
    ]
    let food = Sample.correlation(
      Correlation(
        header: Self.header(.correlation(.food), nil, metadata: [("HKFoodType", "Lunch")]),
        members: members.map { NestedSample(sample: $0, membership: .alsoTopLevel) }))
    let other = "2026-01-02 19:00:00 +0100"
    let written = try Written(
      members + [food]
        + [
          Self.quantity(energy, "200", "kcal", other), Self.quantity(protein, "5", "g", other),
        ])
    #expect(
      try written.rows("SELECT energy, protein, meal_name, iron FROM nutrition_record_table")
        == ["650500.0|42.0|Lunch|5e-324", "200000.0|5.0||5e-324"])
    #expect(written.losses["types"] == 2)
    // The columns without a value have no member.
    #expect(written.samples.map(\.members.count) == [2, 2])
  }

  /// A member without a column is a record of its own, or is counted.
  @Test func membersWithoutAColumn() throws {
    let members = try [
      Self.quantity(.dietaryProtein, "42", "g"), Self.quantity(.bodyMass, "72", "kg"),
      Self.quantity(.electrodermalActivity, "1", "mcS"),
    ]
    let food = Sample.correlation(
      Correlation(
        header: Self.header(.correlation(.food), nil),
        members: members.map { NestedSample(sample: $0) }))
    let pressure = Sample.correlation(
      Correlation(
        header: Self.header(.correlation(.bloodPressure), nil),
        members: [
          NestedSample(sample: try Self.quantity(.bloodPressureSystolic, "120", "mmHg"))
        ]))
    let written = try Written([food, pressure])
    #expect(try written.rows("SELECT protein FROM nutrition_record_table") == ["42.0"])
    #expect(try written.rows("SELECT weight FROM weight_record_table") == ["72000.0"])
    #expect(written.losses["samples"] == 2 && written.losses["values"] == 1)
  }

  // MARK: What a phone requires

  @Test func rowsAreThoseThatAPhoneAccepts() throws {
    var samples = MarkedSamples.all
    samples += try [
      Self.quantity(.stepCount, "12.5", "count", minutes: 5),
      Self.quantity(.stepCount, "3", "count"),
      Self.quantity(.heartRate, "301", "count/min"),
      Self.quantity(.bodyMass, "72", "kg", "2026-01-02 08:00:00 +1800"),
      Self.quantity(.bodyMass, "72", "kg", "1901-01-02 08:00:00 -1800"),
      Self.quantity(.bodyMass, "73", "kg", "2026-01-02 08:00:00 +1800"),
      Self.quantity(.bodyMass, "160", "lb", "2026-01-03 08:00:00 +0530"),
    ]
    let written = try Written(samples)
    let database = { (sql: String) in try written.rows(sql) }
    #expect(try database("PRAGMA integrity_check") == ["ok"])
    #expect(try database("PRAGMA foreign_key_check") == [])
    #expect(try database("PRAGMA user_version") == ["9"])
    for table in HealthConnectTable.all where table.recordType > 0 {
      let (name, isInterval) = (table.name, table.kind == .interval)
      let (start, offset) =
        isInterval ? ("start_time", "start_zone_offset") : ("time", "zone_offset")
      let local = "\(start) + 1000 * \(offset)"
      let wrong = [
        "abs(\(offset)) > 64800", "length(uuid) <> 16",
        "length(dedupe_hash) <> \(isInterval ? 32 : 24)",
        isInterval ? "end_time <= start_time OR abs(end_zone_offset) > 64800" : "0",
        "local_date * 86400000 > \(local) OR (local_date + 1) * 86400000 <= \(local)",
        "app_info_id NOT IN (SELECT row_id FROM application_info_table)",
        "device_info_id NOT IN (SELECT row_id FROM device_info_table)",
        "uuid IN (SELECT uuid FROM \(name) GROUP BY uuid HAVING count(*) > 1)",
      ]
      for condition in wrong {
        #expect(
          try database("SELECT count(*) FROM \(name) WHERE \(condition)") == ["0"],
          "\(name): \(condition)")
      }
      #expect(
        try database(
          "SELECT local_date FROM \(name) EXCEPT SELECT epoch_days FROM activity_date_table "
            + "WHERE record_type_id = \(table.recordType)") == [])
    }
    #expect(
      try database("SELECT weight FROM weight_record_table ORDER BY time").map { $0.prefix(8) }
        == ["72000.0", "72000.0", "72574.77"])
    #expect(try #require(written.losses["duplicates"]) >= 1)
    #expect(try #require(written.losses["values"]) >= 1)
    #expect(try #require(written.losses["precision"]) >= 1)
    #expect(try #require(written.losses["periods"]) >= 1)
  }

  @Test func identitiesAreStable() throws {
    let uuid = "00010203-0405-0607-0809-0a0b0c0d0e0f"
    let samples = try [
      Self.quantity(.height, "1.8", "m", metadata: [("HKExternalUUID", uuid)]),
      Self.quantity(
        .height, "1.81", "m", "2026-01-03 08:00:00 +0100",
        metadata: [("client_record_id", "a"), ("HKWasUserEntered", "1")]),
    ]
    let (first, second) = (try Written(samples), try Written(samples))
    #expect(try first.bytes == second.bytes)
    let start = String(1_767_337_200_000, radix: 16, uppercase: true)
    let words = ["0000000000000001", "0000000000000001", "00000" + start]
    #expect(
      try first.rows(
        "SELECT client_record_id, recording_method, hex(dedupe_hash) FROM height_record_table ORDER BY row_id"
      ) == ["|0|\(words.joined())", "a|3|"])
    #expect(
      try first.rows("SELECT hex(uuid) FROM height_record_table ORDER BY row_id")[0]
        == uuid.replacing("-", with: "").uppercased())
    #expect(first.losses == [:])
    // Two samples that an app gave the same UUID are two records.
    let twins = try Written([
      samples[0],
      Self.quantity(
        .height, "1.79", "m", "2026-01-04 08:00:00 +0100", metadata: [("HKExternalUUID", uuid)]),
    ])
    #expect(try twins.rows("SELECT count(DISTINCT uuid) FROM height_record_table") == ["2"])
  }

  /// What this program wrote counts once with the samples of which it was written.
  @Test func ownRecordsHaveTheIdentityOfTheirSamples() throws {
    let protein = try Self.quantity(.dietaryProtein, "42", "g")
    let samples: [Sample] = [
      try Self.quantity(.stepCount, "100", "count", minutes: 10),
      try Self.quantity(.dietaryWater, "250", "mL"),
      .correlation(
        Correlation(
          header: Self.header(.correlation(.food), nil),
          members: [NestedSample(sample: protein)])),
    ]
    let written = try Written(samples)
    #expect(Set(written.samples.map(\.id)) == Set(samples.map(\.id)))
    let again = try Written(written.samples)
    #expect(Set(again.samples.map(\.id)) == Set(samples.map(\.id)))
  }

  /// A record that an app changed is another version of the same sample, and is written as such.
  @Test func recordsHaveVersions() throws {
    let uuid = "00010203-0405-0607-0809-0a0b0c0d0e0f"
    func written(_ height: String) throws -> Written {
      try Written([Self.quantity(.height, height, "m", metadata: [("HKExternalUUID", uuid)])])
    }
    let (first, changed) = (try written("1.8"), try written("1.79"))
    let metadata = try #require(first.samples.first?.header?.metadata)
    #expect(metadata[.syncIdentifier] == uuid && metadata[.syncVersion] == "1767337200000")
    #expect(changed.samples.map(\.id) == first.samples.map(\.id))
    let again = try Written(first.samples)
    #expect(again.losses == [:])
    #expect(again.samples.map(\.id) == first.samples.map(\.id))
    #expect(
      try again.rows("SELECT hex(uuid), last_modified_time FROM height_record_table")
        == first.rows("SELECT hex(uuid), last_modified_time FROM height_record_table"))
  }

  /// A phone adds up the steps of listed apps only, and those of a watch before those of a phone.
  @Test func appsAreListedByPriority() throws {
    var samples: [Sample] = []
    for (source, model) in [("Phone", "iPhone"), ("Ring", ""), ("Watch", "Watch")] {
      var device = Device()
      device.manufacturer = "Example"
      device.model = model.isEmpty ? nil : model
      let start = MarkedSamples.date("2026-01-02 08:00:00 +0100")
      samples.append(
        .quantity(
          QuantitySample(
            header: SampleHeader(
              descriptor: SampleDescriptor(
                type: .quantity(.stepCount), unitText: "count", source: Source(name: source),
                device: device), start: start, end: start.advanced(byNanoseconds: 60_000_000_000)),
            number: Number(10))))
    }
    let written = try Written(samples)
    #expect(
      try written.rows(
        "SELECT health_data_category, app_id_priority_order FROM health_data_category_priority_table"
      )
        == ["1|3,1,2"])
    #expect(!written.findings.contains { $0.contains("priority_table") }, "\(written.findings)")
    #expect(
      try written.rows("SELECT manufacturer, model, device_type FROM device_info_table")
        == ["||0", "Example|iPhone|2", "Example||0", "Example|Watch|1"])
    #expect(
      try written.rows("SELECT app_name, record_types_used FROM application_info_table")
        == ["Phone|1", "Ring|1", "Watch|1"])
    // Read again, they have the order of watches, phones and others, and the same numbers when they are written again.
    let again = try Written(written.samples)
    let classes = again.samples.compactMap { sample in
      sample.header.map { ($0.descriptor.source.name, SourceClass($0.descriptor)) }
    }
    #expect(
      Dictionary(uniqueKeysWithValues: classes) == ["Phone": .phone, "Ring": .app, "Watch": .watch])
    #expect(
      try again.rows("SELECT manufacturer, model, device_type FROM device_info_table ORDER BY 2, 3")
        == ["||0", "Example||0", "Example|Watch|1", "Example|iPhone|2"])
  }

  @Test func routesAndLapsAreThoseOfTheWorkout() throws {
    var fields = Sample.WorkoutFields()
    var points: [RouteLocation] = []
    for (index, second) in [5, 2, -10].enumerated() {
      var point = RouteLocation()
      point.date = MarkedSamples.date("2026-01-02 08:00:00 +0100").advanced(
        byNanoseconds: Int64(second) * 1_000_000_000)
      (point.latitude, point.longitude) = (Number(index + 1), Number(2))
      point.altitude = index == 0 ? nil : Number(30)
      points.append(point)
    }
    var route = WorkoutRoute()
    route.ownLocations = points
    fields.routes = [route]
    fields.events = [0, 10, 5].map { minute in
      var event = WorkoutEvent()
      event.type = "HKWorkoutEventTypeLap"
      event.date = MarkedSamples.date("2026-01-02 08:00:00 +0100").advanced(
        byNanoseconds: Int64(minute) * 60_000_000_000)
      (event.duration, event.durationUnit) = (Number(8), "min")
      return event
    }
    let header = Self.header(
      .workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")), nil, minutes: 30)
    let written = try Written([.workout(Workout(header: header, fields: fields))])
    #expect(
      try written.rows("SELECT parent_key, latitude, altitude FROM exercise_route_table")
        == ["1|2.0|30.0", "1|1.0|5e-324"])
    #expect(
      try written.rows(
        "SELECT (lap_start_time - start_time) / 60000, (lap_end_time - start_time) / 60000 "
          + "FROM exercise_laps_table, exercise_session_record_table") == ["0|8", "10|18"])
    #expect(try written.rows("SELECT has_route FROM exercise_session_record_table") == ["1"])
    #expect(written.losses == ["workouts": 1])
  }

  /// The database of another program comes back but for what the map does not read: as samples, and in its columns.
  @Test(.enabled(if: Fixtures.arePresent, "the fixtures are absent"))
  func fixture() throws {
    let path = "\(Fixtures.folder)/interop/health-connect/health_connect_export.db"
    var samples: [Sample] = []
    var read = try Dataset.open(path).samples()
    while let sample = try read.next() { samples.append(sample) }
    let written = try Written(samples)
    #expect(
      Set(written.samples.flatMap(Self.facts)).symmetricDifference(Set(samples.flatMap(Self.facts)))
        == [])
    var filled = 0
    for place in HealthConnectPlan.shared.places.values where place.series == nil && place.isExact {
      let values =
        place.values.values.map(\.column) + [place.codeColumn].compactMap(\.self)
        + place.notes.map(\.column)
      // The least real number is the same as none.
      let columns = Set(values).sorted().map { place.table.columns[$0].name }.map {
        "CASE WHEN abs(\($0)) < 1e-300 THEN NULL ELSE \($0) END"
      }
      let sql =
        "SELECT \((["hex(uuid)"] + place.table.times + columns).joined(separator: ", ")) "
        + "FROM \(place.table.name) ORDER BY 1"
      let original = try PlainDatabase(path).rows(sql)
      #expect(
        try PlainDatabase(written.folder + "/out.db").rows(sql) == original, "\(place.table.name)")
      filled += original.isEmpty ? 0 : 1
    }
    #expect(filled > 10)
  }
}
