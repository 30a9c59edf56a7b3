import HealthBytes
import HealthModel

/// Makes samples of the rows of a file by a table of a map, and reports what does not fit it.
final class MapDecoder {
  let header: [String]
  let plan: MapPlan
  private let isStrict: Bool
  var tally = FindingTally()
  /// The members of items that the map does not mention and that were reported.
  private var reported: Set<String> = []
  private static let reportLimit = 256

  init(_ header: [String], _ plan: MapPlan, isStrict: Bool) {
    (self.header, self.plan, self.isStrict) = (header, plan, isStrict)
  }

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - output: Gets the samples it becomes: none, one, or several.
  ///   - names: The names of its cells, if they differ from row to row.
  ///   - place: The location of a cell.
  /// - Returns: Whether the map reads such rows, and something is made of this one.
  func append(
    _ row: MapRow, to output: inout MapOutput, names: [String]? = nil, _ place: (Int) -> Place
  ) throws(HealthError) -> Bool {
    let header = names ?? header
    var (isWanted, isWhole) = (plan.rules.isEmpty, true)
    var (carried, dropped): (Set<Int>, Set<Int>) = ([], [])
    var hasNotes = false
    for rule in plan.rules {
      do throws(CellFault) {
        guard try rule.holds(in: row) else { continue }
        isWanted = true
        let count = output.samples.count
        try rule.append(row, to: &output)
        let (columns, hasSamples) = (rule.metadataColumns, output.samples.count > count)
        if !columns.isEmpty, hasSamples { carried.formUnion(columns) }
        if !columns.isEmpty, !hasSamples { dropped.formUnion(columns) }
      } catch {
        // A sample that a row should be cannot be read.
        let message = error.message + (names.map { member(of: error, $0, row) } ?? "")
        try note(error, "\(message); the row is preserved unchanged", .error, at: place)
        isWhole = false
      }
      for note in output.notes {
        hasNotes = true
        try self.note(note, note.message, note.severity, at: place)
      }
      output.notes.removeAll()
    }
    if row.hasCells(beyond: header.count) {
      let fault = CellFault(
        cell: header.count, rule: "extra-cells", message: "found more cells than the header has")
      try note(fault, "\(fault.message); the row is preserved unchanged", at: place)
      isWhole = false
    }
    guard isWhole else {
      output.samples.append(.unknown(row.element(header)))
      return isWanted
    }
    // An item of JSON may only hold other items.
    let lacksValues =
      isWanted && output.samples.isEmpty && !hasNotes && !plan.rules.isEmpty && names == nil
    // Metadata whose samples have no value.
    var columns = dropped.subtracting(carried).filter { row.range($0) != nil }.sorted()
    if isWanted {
      let others =
        names == nil
        ? plan.leftOver
        : (plan.names.count..<header.count).filter { !plan.ignored.contains(header[$0]) }
      if names != nil, plan.unmapped == .report { try report(others, header, place) }
      if plan.unmapped == .row {
        reportKept(others, of: row, header, names != nil, place)
      }
      // A row that gives no sample is preserved as one unknown element with all of its cells.
      let isAlone = output.samples.isEmpty && plan.unmapped != .report
      keepRest(of: row, isAlone ? others + columns : others, header, &output.samples)
      if isAlone { columns = [] }
    }
    if !columns.isEmpty {
      output.samples.append(.unknown(row.element(header, only: plan.times + columns)))
    }
    return isWanted && !(lacksValues && output.samples.isEmpty)
  }

  /// Preserves a row that the end of the file cuts off.
  func append(
    truncated row: MapRow, _ message: String, to output: inout MapOutput, _ place: (Int) -> Place
  ) throws(HealthError) {
    let fault = CellFault(cell: row.cells.count, rule: "truncated-row", message: message)
    try note(fault, "\(message); the row is preserved unchanged", .error, at: place)
    output.samples.append(.unknown(row.element(header)))
  }

  /// Reports members that the map does not mention, each once.
  private func report(
    _ columns: [Int], _ header: [String], _ place: (Int) -> Place
  ) throws(HealthError) {
    for column in columns
    where reported.count < Self.reportLimit && reported.insert(header[column]).inserted {
      let message =
        "the member '\(header[column].printableName)' is not in the map; it is left out"
      try note(
        CellFault(cell: column, rule: "unmapped-column", message: message), message, at: place)
    }
  }

  /// Reports what the map does not mention and a row of its own preserves, and counts the rows that have it.
  private func reportKept(
    _ columns: [Int], of row: MapRow, _ header: [String], _ isItem: Bool, _ place: (Int) -> Place
  ) {
    for column in columns where row.range(column) != nil {
      let message =
        "the \(isItem ? "member" : "column") '\(header[column].printableName)' is not in the map; it is preserved in a row of its own"
      if tally.counts("unmapped-column", message) { continue }
      tally.add("unmapped-column", message, at: place(column), severity: .info)
    }
  }

  /// The member of an item that cannot be read, whose location has no column, and the name of the list that the item is in, which is
  /// a name that the program gives: for messages.
  private func member(of fault: CellFault, _ names: [String], _ row: MapRow) -> String {
    guard fault.rule == "unknown-value", names.indices.contains(fault.cell) else { return "" }
    let list = plan.columns["^name"].flatMap { row.text($0) }
    let name = String(names[fault.cell].drop { $0 == "^" })
    return ", in the member '\(name.printableName)'"
      + (list.map { " of '\($0.printableName)'" } ?? "")
  }

  /// Preserves the cells of a row that became no sample, as the map states; the whole row if there is no sample to keep
  /// it with.
  private func keepRest(
    of row: MapRow, _ columns: [Int], _ header: [String], _ samples: inout [Sample]
  ) {
    guard plan.unmapped != .report else { return }
    var entries: [MetadataEntry] = []
    for column in columns {
      guard let text = row.text(column) else { continue }
      entries.append(MetadataEntry(key: MetadataKey(header[column]), value: text))
    }
    if entries.isEmpty { return }
    guard plan.unmapped == .metadata, !samples.isEmpty else {
      return samples.append(.unknown(row.element(header, only: plan.times + columns)))
    }
    for index in samples.indices {
      samples[index].updateHeader { $0.metadata.entries += entries }
    }
  }

  func note(
    _ fault: CellFault, _ message: String, _ severity: Finding.Severity = .warning,
    at place: (Int) -> Place
  ) throws(HealthError) {
    if fault.isFatal || isStrict && fault.severity > .info {
      throw HealthError(
        .malformed, rule: fault.rule, place: place(fault.cell), fault.message,
        remedy: fault.remedy)
    }
    if tally.counts(fault.rule, message) { return }
    tally.add(fault.rule, message, at: place(fault.cell), severity: severity)
  }
}

/// Decodes the rows of a file by a table of a map.
final class MappedFile: TextDecoder {
  private var rows: CSVRowReader
  private let decoder: MapDecoder
  /// The first row that the map leaves out, and how many there were.
  private var leftOut: (place: Place, count: Int)?

  /// Begins to read a file: its header determines the table.
  ///
  /// - Parameters:
  ///   - chunks: The file, of which nothing was read.
  ///   - coarse: Gets the table if other files have finer samples of the same days.
  /// - Returns: The file; `nil` if it is of no table, and among others.
  static func open(
    _ chunks: consuming TextChunks, _ map: CSVMap, isAmongOthers: Bool, _ options: ReadOptions,
    coarse: inout CSVMap.Table?
  ) throws(HealthError) -> TextReading<MappedFile>? {
    var chunks = chunks
    let name = chunks.file
    var rows = try chunks.openRows(delimiter: map.delimiter, among: CSVMap.headerRows) { rows in
      let header = CSVMap.header(rows.cells, rows.bytes)
      return map.tables.contains { $0.isText && $0.fits(header, name) }
    }
    let firstLine = chunks.line
    guard try rows.next() else {
      if isAmongOthers { return nil }
      throw HealthError(
        .malformed, rule: "missing-header", place: Place(file: rows.file, line: 1, column: 1),
        "found an empty file, expected a header")
    }
    let header = CSVMap.header(rows.cells, rows.bytes)
    let place = rows.place(ofCell: 0)
    guard let table = map.table(for: header, file: rows.file, isAmongOthers: isAmongOthers) else {
      if isAmongOthers { return nil }
      let names = map.tables.map(\.name).joined(separator: ", ")
      let named = map.tables.filter { $0.use == .named && $0.fits(header, rows.file) }
      if !named.isEmpty {
        let choices = named.map { "\(map.name)#\($0.name)" }
        throw HealthError(
          .malformed, rule: "unmapped-file", place: place,
          "the header fits several tables of map '\(map.name)'",
          remedy: .useMap(names: choices, needsZone: false))
      }
      throw HealthError(
        .malformed, rule: "unmapped-file", place: place,
        "the header fits none of the tables of map '\(map.name)': \(names)")
    }
    coarse = table.finer.isEmpty ? nil : table
    let zone = options.zone
    rows.tokenizer.escape = table.settings.escape
    let chunkRows = rows.makeChunkReader()
    let notePlaces = header.indices.map { rows.place(ofCell: $0) }
    let skipped = rows.line - firstLine
    let zeroPlace = rows.zeroByte.map { rows.place(ofByte: $0) }
    chunks.close(&rows)
    let survey = try MapSurvey(
      of: &chunks, chunkRows.makeChunkReader(), table, header, place, zone: zone,
      choices: map.tables.filter { $0.use == .named && $0.header == table.header }
        .map { "\(map.name)#\($0.name)" })
    let plan = try MapPlan(table, header, place, zone: zone, survey: survey)
    let file = MappedFile(chunkRows, header, plan, isStrict: options.isStrict)
    for note in plan.notes {
      let place = notePlaces.indices.contains(note.cell) ? notePlaces[note.cell] : place
      try file.decoder.note(note, note.message, at: { _ in place })
    }
    if let zeroPlace { try file.reportZero(at: zeroPlace) }
    if skipped > 0 {
      file.decoder.tally.add(
        "lines-before-header", "the lines before the header are left out (\(skipped))",
        at: Place(file: name, line: firstLine, column: 1), severity: .info)
    }
    let tally = file.decoder.tally
    file.decoder.tally = FindingTally()
    return TextReading(chunks, file, tally) { [isStrict = options.isStrict] in
      // A plan keeps what it has read last, so that threads cannot share one.
      guard let plan = try? MapPlan(table, header, place, zone: zone, survey: survey) else {
        return nil
      }
      return MappedFile(file.rows.makeChunkReader(), header, plan, isStrict: isStrict)
    }
  }

  private init(
    _ rows: consuming CSVRowReader, _ header: [String], _ plan: MapPlan, isStrict: Bool
  ) {
    self.rows = rows
    decoder = MapDecoder(header, plan, isStrict: isStrict)
  }

  var itemLimit: Int { CSVRowReader.rowLimit }
  func itemTooLong(_ place: Place) -> HealthError { CSVRowReader.rowTooLong(place) }

  func decode(
    _ chunk: inout InputChunk, from start: Int, isFinal: Bool, at place: Place,
    into batch: inout TextBatch
  ) {
    swap(&decoder.tally, &batch.tally)
    rows.begin(&chunk, from: start, isFinal: isFinal, at: place)
    var output = MapOutput()
    do throws(HealthError) {
      while !rows.fills(&batch, from: start), try next(&output) {
        for sample in output.samples {
          batch.samples.append(sample, at: rows.location(from: start, at: place))
        }
        output.samples.removeAll(keepingCapacity: true)
      }
    } catch { batch.fault = error }
    rows.end(&chunk, from: start, at: place, &batch)
    batch.leftOut = leftOut.take()
    swap(&decoder.tally, &batch.tally)
  }

  /// Reads a row.
  ///
  /// - Returns: Whether there was a row.
  private func next(_ output: inout MapOutput) throws(HealthError) -> Bool {
    guard try rows.next() else { return false }
    if let zero = rows.zeroByte { try reportZero(at: rows.place(ofByte: zero)) }
    let row = MapRow(rows.bytes, rows.cells, decoder.plan.form)
    if let message = rows.truncation(columns: decoder.header.count) {
      try decoder.append(truncated: row, message, to: &output) { rows.place(ofCell: $0) }
    } else if !row.isEmpty, !(try decoder.append(row, to: &output) { rows.place(ofCell: $0) }) {
      leftOut = (leftOut?.place ?? rows.place(ofCell: 0), (leftOut?.count ?? 0) + 1)
    }
    return true
  }

  /// Reports a row with zero bytes, which may be made of the rests of several.
  private func reportZero(at place: Place) throws(HealthError) {
    let fault = CellFault(cell: 0, rule: "zero-byte", message: zeroByteMessage)
    try decoder.note(fault, fault.message, .error, at: { _ in place })
  }
}
