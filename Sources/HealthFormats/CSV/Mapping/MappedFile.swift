import HealthBytes
import HealthModel

/// Decodes the rows of a file by a table of a map.
final class MappedFile: TextDecoder {
  private var rows: CSVRowReader
  private let header: [String]
  private let plan: MapPlan
  private let isStrict: Bool
  private var tally = FindingTally()
  /// The first row that the map leaves out, and how many there were.
  private var leftOut: (place: Place, count: Int)?

  /// Begins to read a file: its header determines the table.
  ///
  /// - Parameter chunks: The file, of which nothing was read.
  /// - Returns: The file; `nil` if it is of no table, and among others.
  static func open(
    _ chunks: consuming TextChunks, _ map: CSVMap, isAmongOthers: Bool, _ options: ReadOptions
  ) throws(HealthError) -> TextReading<MappedFile>? {
    var chunks = chunks
    var rows = try chunks.openRows(delimiter: map.delimiter)
    guard try rows.next() else {
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
        let choices = named.map { "\(map.name)#\($0.name)" }.joined(separator: " or ")
        throw HealthError(
          .malformed, rule: "unmapped-file", place: place,
          "the header fits several tables of map '\(map.name)'; name one of \(choices)"
        )
      }
      throw HealthError(
        .malformed, rule: "unmapped-file", place: place,
        "the header fits none of the tables of map '\(map.name)': \(names)")
    }
    let zone = options.zone
    let plan = try MapPlan(table, header, place, zone: zone)
    rows.tokenizer.escape = table.settings.escape
    let file = MappedFile(rows.makeChunkReader(), header, plan, isStrict: options.isStrict)
    for note in plan.notes {
      try file.note(note, note.message, at: rows.place(ofCell: note.cell))
    }
    chunks.close(&rows)
    let tally = file.tally
    file.tally = FindingTally()
    return TextReading(chunks, file, tally) { [isStrict = options.isStrict] in
      // A plan keeps what it has read last, so that threads cannot share one.
      guard let plan = try? MapPlan(table, header, place, zone: zone) else { return nil }
      return MappedFile(file.rows.makeChunkReader(), header, plan, isStrict: isStrict)
    }
  }

  private init(
    _ rows: consuming CSVRowReader, _ header: [String], _ plan: MapPlan, isStrict: Bool
  ) {
    self.rows = rows
    self.header = header
    self.plan = plan
    self.isStrict = isStrict
  }

  var itemLimit: Int { CSVRowReader.rowLimit }
  func itemTooLong(_ place: Place) -> HealthError { CSVRowReader.rowTooLong(place) }

  func decode(
    _ chunk: inout InputChunk, from start: Int, isFinal: Bool, at place: Place,
    into batch: inout TextBatch
  ) {
    swap(&tally, &batch.tally)
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
    swap(&tally, &batch.tally)
  }

  /// Reads a row.
  ///
  /// - Parameter output: Gets the samples it becomes: none, one, or several.
  /// - Returns: Whether there was a row.
  private func next(_ output: inout MapOutput) throws(HealthError) -> Bool {
    guard try rows.next() else { return false }
    let row = MapRow(rows.bytes, rows.cells, plan.form)
    var (isWanted, isWhole) = (plan.rules.isEmpty, true)
    var (carried, dropped): (Set<Int>, Set<Int>) = ([], [])
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
        try note(error, "\(error.message); the row is preserved unchanged", .error)
        isWhole = false
      }
      for note in output.notes { try self.note(note, note.message) }
      output.notes.removeAll()
    }
    if !isWanted {
      leftOut = (leftOut?.place ?? rows.place(ofCell: 0), (leftOut?.count ?? 0) + 1)
    }
    if row.hasCells(beyond: header.count) {
      let fault = CellFault(
        cell: header.count, rule: "extra-cells", message: "found more cells than the header has")
      try note(fault, "\(fault.message); the row is preserved unchanged")
      isWhole = false
    }
    guard isWhole else {
      output.samples.append(.unknown(row.element(header)))
      return true
    }
    if isWanted { keepRest(of: row, &output.samples) }
    // Metadata whose samples have no value.
    let columns = dropped.subtracting(carried).filter { row.range($0) != nil }.sorted()
    if !columns.isEmpty {
      output.samples.append(.unknown(row.element(header, only: plan.times + columns)))
    }
    return true
  }

  // MARK: Rows

  /// Preserves the cells of a row that became no sample, as the map states; the whole row if there is no sample to keep
  /// it with.
  private func keepRest(of row: MapRow, _ samples: inout [Sample]) {
    guard plan.unmapped != .report else { return }
    var entries: [MetadataEntry] = []
    for column in plan.leftOver {
      guard let text = row.text(column) else { continue }
      entries.append(MetadataEntry(key: MetadataKey(header[column]), value: text))
    }
    if entries.isEmpty { return }
    guard plan.unmapped == .metadata, !samples.isEmpty else {
      return samples.append(.unknown(row.element(header, only: plan.times + plan.leftOver)))
    }
    for index in samples.indices {
      samples[index].updateHeader { $0.metadata.entries += entries }
    }
  }

  private func note(
    _ fault: CellFault, _ message: String, _ severity: Finding.Severity = .warning,
    at place: Place? = nil
  ) throws(HealthError) {
    if fault.isFatal || isStrict {
      throw HealthError(
        .malformed, rule: fault.rule, place: place ?? rows.place(ofCell: fault.cell),
        fault.message, remedy: fault.remedy)
    }
    if tally.counts(fault.rule, message) { return }
    tally.add(
      fault.rule, message, at: place ?? rows.place(ofCell: fault.cell), severity: severity)
  }
}
