import HealthBytes
import HealthModel

/// Reads the tables of a database by a map, one after another in the order of the map. Only a row is in memory at a time, with the
/// parts of its workout.
struct MappedTables {
  private let database: any MapDatabase
  private let file: String
  private let options: ReadOptions
  private let tables: [String: MapDatabaseTable]
  /// The tables of the map that the database has and that were not read yet, in reverse order.
  private var waiting: [CSVMap.Table]
  private let count: Int
  private var decoder: MapDecoder?
  /// The rows of the current table.
  private var rows: (any MapRows)?
  /// The tables with the parts of its workouts.
  private var parts: [MapParts] = []
  /// The rows of other tables that the rows of the current table find by their times.
  private var spans: [MapSpans] = []
  private var output: [Sample] = []
  private var bytes: [UInt8] = []
  /// The bytes of all rows so far. Joined rows repeat the texts of the rows that they refer to.
  private var text: Int64 = 0
  private var ranges: [Range<Int>?] = []
  private var findings: [Finding] = []
  /// The location of the first row of the current table that the map leaves out, and the number of
  /// such rows.
  private var leftOut: (place: Place, count: Int)?
  /// The location of the last returned sample's row: file and table as a path, and the row number
  /// as line.
  private(set) var place: Place

  /// Begins to read a database.
  ///
  /// - Throws: If it has none of the tables of the map.
  init(
    _ database: any MapDatabase, file: String, _ map: CSVMap, _ options: ReadOptions
  ) throws(HealthError) {
    (self.database, self.file, self.options) = (database, file, options)
    place = Place(file: file)
    let tables = try database.tables()
    self.tables = tables
    waiting = map.tables.filter { table in
      table.use != .named && table.source.map { tables[$0.name] != nil } == true
    }.reversed()
    count = max(1, waiting.count)
    guard !waiting.isEmpty else {
      throw HealthError(
        .malformed, rule: "unmapped-file", place: place,
        "it is a database, and map '\(map.name)' has no table for it; it has the tables: "
          + Self.list(tables.keys.sorted()))
    }
    try reportTables(map)
  }

  /// The first 12 names of a list, and the number of the others.
  static func list(_ names: [String]) -> String {
    let first = names.prefix(12).map(\.printableName).joined(separator: ", ")
    return names.count > 12 ? "\(first) and \(names.count - 12) more" : first
  }

  var progress: ByteProgress {
    let done = Int64(count - waiting.count) - (decoder == nil ? 0 : 1)
    return ByteProgress(consumed: database.size / Int64(count) * done, total: database.size)
  }

  mutating func next() throws(HealthError) -> Sample? {
    while true {
      if !output.isEmpty { return output.removeLast() }
      guard let decoder else {
        guard try begin() else { return nil }
        continue
      }
      bytes.removeAll(keepingCapacity: true)
      ranges.removeAll(keepingCapacity: true)
      guard let row = try rows?.next(&bytes, &ranges) else {
        for part in parts { try part.finish() }
        end()
        continue
      }
      for span in spans { span.append(to: &bytes, &ranges) }
      place.line = Int(clamping: max(1, row))
      text += Int64(bytes.count)
      if text > RatioGuard.mostText(of: database.size) {
        throw RatioGuard.excess(file).reading(at: place)
      }
      let cells = ranges.map { range in
        CSVCell(start: range?.lowerBound ?? 0, end: range?.upperBound ?? 0, isQuoted: false)
      }
      var found = MapOutput()
      let place = place
      let content = MapRow(bytes, cells, decoder.plan.form)
      let isWanted = try decoder.append(content, to: &found, { _ in place })
      if !parts.isEmpty { try addParts(of: content, decoder.plan, to: &found.samples) }
      if !isWanted { leftOut = (leftOut?.place ?? place, (leftOut?.count ?? 0) + 1) }
      output = found.samples.reversed()
    }
  }

  mutating func takeFindings() -> [Finding] {
    if decoder != nil { end() }
    defer { findings.removeAll() }
    return findings
  }

  /// Begins the next table of the map.
  ///
  /// - Returns: Whether there is one.
  private mutating func begin() throws(HealthError) -> Bool {
    guard let table = waiting.popLast(), let source = table.source else { return false }
    place = Place(file: "\(file)/\(source.name.printableName)")
    let mentioned = try MapPlan(table, nil, place, zone: options.zone).names
    guard let (query, own) = try source.query(mentioned, in: tables, place) else { return true }
    spans = []
    for join in source.spans {
      spans.append(try MapSpans(join, mentioned, row: own, of: database, place))
    }
    let names = own + spans.flatMap(\.names)
    let plan = try MapPlan(table, names, place, zone: options.zone)
    let decoder = MapDecoder(names, plan, isStrict: options.isStrict)
    if try database.count(of: source.name) > 0 {
      let place = place
      for note in plan.notes { try decoder.note(note, note.message, at: { _ in place }) }
    }
    parts = []
    for part in source.parts where tables[part.table] != nil {
      // Without a key, the rows have no order that the parts could be read in, as in a copy of the table.
      guard tables[source.name]?.key == part.key else {
        try reportTable(
          part.table, "is joined by the column '\(part.key.printableName)', which is not a key")
        continue
      }
      if let found = try MapParts(part, of: database, file: file, table, options) {
        parts.append(found)
      }
    }
    rows = try database.rows(of: query)
    self.decoder = decoder
    return true
  }

  /// Adds the parts of a row to the workout that it became. Those of a row without a workout are counted when the next ones are
  /// read.
  private func addParts(
    of row: MapRow, _ plan: MapPlan, to samples: inout [Sample]
  ) throws(HealthError) {
    guard let times = plan.rules.first?.times else { return }
    for index in samples.indices {
      guard case .workout(let workout) = samples[index] else { continue }
      var fields = workout.fields
      for part in parts {
        guard let column = plan.columns[part.key], let text = row.text(column),
          let key = Int64(text)
        else { continue }
        try part.append(to: &fields, of: key, row, times)
      }
      // Each table has its own order.
      let events = fields.events.enumerated().sorted { first, second in
        let (date, other) = (first.element.date, second.element.date)
        if date == other { return first.offset < second.offset }
        return (date ?? Timestamp.unknown) < (other ?? Timestamp.unknown)
      }
      fields.events = events.map(\.element)
      samples[index] = .workout(Workout(header: workout.header, fields: fields))
    }
  }

  private mutating func end() {
    findings += decoder?.tally.takeAll() ?? []
    for part in parts { findings += part.takeFindings() }
    (decoder, rows, parts) = (nil, nil, [])
    if let (place, count) = leftOut.take() {
      findings.append(
        Finding(
          rule: "row-left-out", severity: .info, place: place,
          message: "the map leaves out rows such as this (\(count))"))
    }
  }

  /// Reports tables with rows that the map does not mention, with the number of their rows.
  private mutating func reportTables(_ map: CSVMap) throws(HealthError) {
    var known = map.ignored
    for table in map.tables {
      // Without the table, those that are joined to it are not read, either.
      guard let source = table.source, tables[source.name] != nil else { continue }
      known.insert(source.name)
      known.formUnion(source.joins.map(\.table) + source.spans.map(\.table))
      known.formUnion(source.parts.map(\.table))
    }
    for name in tables.keys.sorted() where !known.contains(name) && !name.hasPrefix("sqlite_") {
      try reportTable(name, "is not in the map")
    }
  }

  /// Reports a table whose rows are left out, unless it has none.
  private mutating func reportTable(_ name: String, _ reason: String) throws(HealthError) {
    let count = try database.count(of: name)
    if count == 0 { return }
    let message =
      "the table '\(name.printableName)' \(reason); its rows are left out (\(count))"
    if options.isStrict {
      throw HealthError(.malformed, rule: "unmapped-table", place: Place(file: file), message)
    }
    findings.append(
      Finding(
        rule: "unmapped-table", severity: .warning, place: Place(file: file), message: message))
  }
}
