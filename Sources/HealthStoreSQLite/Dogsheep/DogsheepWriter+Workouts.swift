import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// Workouts, their parts and the points of their routes.
extension DogsheepWriter {
  /// Lists of a workout that have a table, and those whose column comes last.
  private static let apart = ["events", "activities", "statistics", "routes", "zoneGroups"]

  private static func cells(of fields: Sample.WorkoutFields) -> [Sample.Field] {
    Sample.Field.list(of: fields).filter { !apart.contains($0.name) }
  }

  /// Where the first field of a workout is, after its identifier and type.
  private static let firstField = 2

  /// The column by which parts belong to their workout.
  private static let workoutID = DogsheepTable.Column(
    name: "workout_id", declaration: "TEXT REFERENCES workouts(id)")

  func workoutTable() throws(HealthError) -> DogsheepTable {
    try table("workouts", Self.workoutColumns)
  }

  private static var workoutColumns: [DogsheepTable.Column] {
    [
      DogsheepTable.Column(name: "id", declaration: "TEXT PRIMARY KEY"),
      .text("workoutActivityType"),
    ] + cells(of: Sample.WorkoutFields()).compactMap(\.dogsheepColumn)
      + DogsheepHeaderColumn.allCases.filter { $0 != .unit }.map { .text($0.rawValue) }
      + [.text("workout_events")]
  }

  func pointTable() throws(HealthError) -> DogsheepTable {
    try table("workout_points", Self.pointColumns)
  }

  private static var pointColumns: [DogsheepTable.Column] {
    [.text("date")]
      + RouteLocation.Slot.names.map { DogsheepTable.Column(name: $0, declaration: "REAL") }
      + [workoutID, .integer("route_id"), .integer("file")]
  }

  func insert(_ sample: Workout) throws(HealthError) -> (table: DogsheepTable, row: Int64) {
    let fields = sample.fields
    let table = try workoutTable()
    let id = try freeIdentifier(sample)
    row.begin()
    row.add(0, id)
    row.add(1, sample.header.descriptor.type.identifier)
    row.add(Self.cells(of: fields), from: Self.firstField)
    try add(sample.header, to: table)
    row.add(try table.addedColumnIndex(named: "workout_events")) {
      $0.list(Sample.Structures(fields.events))
    }
    if !fields.zoneGroups.isEmpty {
      row.add(try table.addedColumnIndex(named: "zoneGroups")) {
        $0.list(Sample.Structures(fields.zoneGroups))
      }
    }
    let number = try table.insert(row)
    for statistics in fields.statistics { try insert(statistics, workout: id) }
    for activity in fields.activities { try insert(activity, workout: id) }
    for route in fields.routes { try insert(route, workout: id) }
    for member in fields.samples {
      let record = try insertRecord(member)
      let list = try self.table("workout_records", [Self.workoutID] + Self.memberColumns)
      row.begin()
      row.add(0, id)
      try insert(member, record, into: list)
    }
    return (table, number)
  }

  /// The identifier that healthkit-to-sqlite gives a workout; the same workout a second time, which makes that
  /// program stop, gets a number after it.
  private func freeIdentifier(_ workout: Workout) throws(HealthError) -> String {
    workoutCount += 1
    let hash = WorkoutIdentifier.text(of: workout)
    let search = try database.connection.statement("SELECT 1 FROM workouts WHERE id = ?")
    func isTaken(_ id: String) throws(HealthError) -> Bool {
      search.bind(1, id)
      defer { search.reset() }
      return try search.step()
    }
    guard try isTaken(hash) else { return hash }
    let numbered = "\(hash)-\(workout.header.ordinal + 1)"
    // Duplicates far apart may have the same ordinal.
    return try isTaken(numbered) ? "\(numbered)-\(workoutCount)" : numbered
  }

  private func insert(
    _ statistics: WorkoutStatistics, workout: String, activity: Int64? = nil
  ) throws(HealthError) {
    try insert(statistics, into: "workout_statistics", hasID: false, workout) {
      if let activity { $0.row.add(1, activity) }
    }
  }

  private func insert(_ activity: WorkoutActivity, workout: String) throws(HealthError) {
    let number = try insert(
      activity, into: "workout_activities", hasID: true, omitting: ["statistics"], workout)
    for statistics in activity.statistics {
      try insert(statistics, workout: workout, activity: number)
    }
  }

  private func insert(_ route: WorkoutRoute, workout: String) throws(HealthError) {
    let number = try insert(
      route, into: "workout_routes", hasID: true, omitting: ["locations"], workout)
    let table = try pointTable()
    for location in route.ownLocations {
      try insert(location, into: table, workout: workout, route: number, file: nil)
    }
    for (index, file) in route.files.enumerated() {
      for location in file.track?.locations ?? [] {
        try insert(location, into: table, workout: workout, route: number, file: index)
      }
    }
  }

  /// Adds a point; its date as the file has it, an export or GPX.
  private func insert(
    _ point: RouteLocation, into table: DogsheepTable, workout: String, route: Int64, file: Int?
  ) throws(HealthError) {
    row.begin()
    if let date = point.date {
      if file == nil || date.spelling != nil {
        row.add(0, date)
      } else {
        row.append(0) { $0.append(track: date) }
      }
    }
    for slot in RouteLocation.Slot.numbers.indices {
      row.add(1 + slot, point.number(RouteLocation.Slot.numbers[slot]))
    }
    row.add(8, workout)
    row.add(9, route)
    if let file { row.add(10, Int64(file)) }
    try add(point.extras, to: table)
    try table.insert(row)
  }

  /// Adds a part of a workout to the table of its kind.
  @discardableResult
  private func insert<S: Sample.FieldStructure>(
    _ structure: S, into name: String, hasID: Bool, omitting: [String] = [], _ workout: String,
    _ more: (DogsheepWriter) -> Void = { _ in }
  ) throws(HealthError) -> Int64 {
    let fields = Sample.Field.list(of: structure).filter { !omitting.contains($0.name) }
    var leading = [Self.workoutID]
    if hasID {
      leading.insert(.id, at: 0)
    } else {
      leading.append(.integer("activity_id"))
    }
    let table = try table(name, leading + fields.compactMap(\.dogsheepColumn))
    row.begin()
    row.add(0, workout)
    more(self)
    row.add(fields, from: hasID ? 1 : 2)
    try add(structure.extras, to: table)
    return try table.insert(row)
  }
}

extension ByteBuffer {
  /// Appends a date as ISO 8601 has it, in UTC with `Z` as GPX files do.
  fileprivate mutating func append(track date: Timestamp) {
    let text = date.text(.iso8601)
    guard date.offsetMinutes == 0 else { return append(text) }
    // Without the "+00:00" at its end.
    text.withBytes { append($0, 0..<($0.count - 6)) }
    append(UInt8(ascii: "Z"))
  }
}

/// The tables, made when they are needed, and what of a record they are chosen by.
extension DogsheepWriter {
  /// Names that look like types but are not.
  private static let reservedNames: Set<String> = ["records", "record_types", "renamed_columns"]
  /// How many types have a table of their own; of real data there are about 200.
  private static let mostRecordTables = 500

  /// A table for something other than a kind of samples.
  func table(
    _ name: String, _ columns: @autoclosure () -> [DogsheepTable.Column]
  ) throws(HealthError) -> DogsheepTable {
    if let table = tables[name] { return table }
    let table = try DogsheepTable(name, columns(), in: database)
    tables[name] = table
    tableNames.insert(name.loweredASCII)
    return table
  }

  /// The table of a type of records, such as `rHeartRate`.
  func table(ofRecords type: SampleType) throws(HealthError) -> DogsheepTable {
    let key = "type:\(type.identifier)"
    if let table = tables[key] { return table }
    guard recordTables < Self.mostRecordTables, type.identifier.isFitForName else {
      return try table("records", DogsheepRecordColumn.all + [.text("type")])
    }
    recordTables += 1
    let plain = "r" + type.identifier.withoutTypePrefix
    var name = plain
    var number = 1
    while tableNames.contains(name.loweredASCII) || Self.reservedNames.contains(name.loweredASCII) {
      number += 1
      name = "\(plain)_\(number)"
    }
    let new = try DogsheepTable(name, DogsheepRecordColumn.all, in: database)
    tables[key] = new
    tableNames.insert(name.loweredASCII)
    let list = try table("record_types", [.text("table_name"), .text("type")])
    let saved = DogsheepRow()
    saved.add(0, name)
    saved.add(1, type.identifier)
    try list.insert(saved)
    return new
  }

  /// What records of a descriptor have in common.
  @inline(__always)
  func origin(of descriptor: SampleDescriptor) throws(HealthError) -> DogsheepOrigin {
    if let number = index.number(of: descriptor) { return origins[number] }
    return try newOrigin(of: descriptor)
  }

  @inline(never)
  private func newOrigin(of descriptor: SampleDescriptor) throws(HealthError) -> DogsheepOrigin {
    if index.isLarge {
      index = DescriptorIndex()
      origins = []
    }
    let number = index.insert(descriptor)
    if number == origins.count { origins.append(try makeOrigin(of: descriptor)) }
    return origins[number]
  }

  private func makeOrigin(of descriptor: SampleDescriptor) throws(HealthError) -> DogsheepOrigin {
    let table = try table(ofRecords: descriptor.type)
    var texts: [(Int, String)] = []
    let source = descriptor.source
    if let unit = descriptor.unitText { texts.append((DogsheepRecordColumn.unit, unit)) }
    if descriptor.hasSource { texts.append((DogsheepRecordColumn.sourceName, source.name)) }
    if let version = source.version { texts.append((DogsheepRecordColumn.sourceVersion, version)) }
    for (name, text) in source.columnsBeyondExports {
      texts.append((try table.addedColumnIndex(named: name), text))
    }
    if table.name == "records" {
      texts.append((try table.addedColumnIndex(named: "type"), descriptor.type.identifier))
    }
    return DogsheepOrigin(descriptor, table, texts)
  }
}

extension String {
  /// The identifier without the characters that healthkit-to-sqlite removes.
  fileprivate var withoutTypePrefix: String {
    for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"] where hasPrefix(prefix) {
      return String(dropFirst(prefix.count))
    }
    return self
  }
}

extension Source {
  /// Facts that other formats contain but exports do not, by the names of columns.
  var columnsBeyondExports: [(name: String, text: String)] {
    var texts: [(String, String)] = []
    if let productType { texts.append(("sourceProductType", productType)) }
    if let system = operatingSystemVersion {
      texts.append(("sourceOperatingSystemVersion", system))
    }
    return texts
  }
}
