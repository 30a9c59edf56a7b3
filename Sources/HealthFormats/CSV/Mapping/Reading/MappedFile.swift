import HealthBytes
import HealthModel

/// A file that is read by a table of a map.
final class MappedFile {
  var rows: CSVRowReader
  private let header: [String]
  private let plan: MapPlan
  private let isStrict: Bool
  private var findings = Findings()
  /// Makes another plan of the same table, for a thread.
  private let makePlan: () -> MapPlan?
  /// The piece that another thread has decoded, while its samples are given, and where it begins.
  private var piece: MappedPieceDecoder?
  private var decoded = DecodedItems<[Sample], Place>()
  private var pieceStart = (line: 0, offset: Int64(0))
  /// Where the row of the sample of a piece that was given last begins.
  private var placeInPiece: Place?

  /// What is counted over the whole file.
  struct Findings {
    var tally = FindingTally()
    /// The first row that the map leaves out, and how many there were.
    var leftOut: (place: Place, count: Int)?
  }

  /// Begins to read a file: its header determines the table.
  ///
  /// - Parameter rows: The file's rows, of which none was read.
  /// - Returns: The file; `nil` if it is of no table, and among others.
  static func open(
    _ rows: consuming CSVRowReader, _ map: CSVMap, isAmongOthers: Bool, _ options: ReadOptions
  ) throws(FormatError) -> MappedFile? {
    guard try rows.next() else {
      throw FormatError(
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
        throw FormatError(
          .malformed, rule: "unmapped-file", place: place,
          "the header fits several tables of map '\(map.name)'; name one of \(choices)"
        )
      }
      throw FormatError(
        .malformed, rule: "unmapped-file", place: place,
        "the header fits none of the tables of map '\(map.name)': \(names)")
    }
    let zone = options.zone
    let plan = try MapPlan(table, header, place, zone: zone)
    let file = MappedFile(rows, header, plan, isStrict: options.isStrict) {
      try? MapPlan(table, header, place, zone: zone)
    }
    for note in plan.notes { try file.note(note, note.message) }
    return file
  }

  private init(
    _ rows: consuming CSVRowReader, _ header: [String], _ plan: MapPlan, isStrict: Bool,
    makePlan: @escaping () -> MapPlan?
  ) {
    self.rows = rows
    self.header = header
    self.plan = plan
    self.isStrict = isStrict
    self.makePlan = makePlan
  }

  /// Where the row read last begins.
  var place: Place { placeInPiece ?? rows.place(ofCell: 0) }

  /// How far the file was read.
  var progress: ByteProgress { rows.progress }

  /// The findings of the file, with first location and count. Called at its end.
  func takeFindings() -> [Finding] {
    var found = takeCounted()
    var list = found.tally.takeAll()
    if let (place, count) = found.leftOut {
      let message = "the map leaves out rows such as this (\(count))"
      list.append(Finding(rule: "row-left-out", severity: .info, place: place, message: message))
    }
    return list
  }

  /// Takes what was counted so far.
  func takeCounted() -> Findings {
    defer { findings = Findings() }
    return findings
  }

  /// Reads a row, or takes the samples of one that another thread has read.
  ///
  /// - Parameter samples: Gets the samples it becomes: none, one, or several.
  /// - Returns: Whether there was a row.
  func next(_ samples: inout [Sample]) throws(FormatError) -> Bool {
    if piece != nil { return nextInPiece(&samples) }
    if placeInPiece != nil { placeInPiece = nil }
    guard try rows.next() else { return false }
    let row = MapRow(bytes: rows.bytes, cells: rows.cells, form: plan.form)
    let start = samples.count
    var (isWanted, isWhole) = (plan.samples.isEmpty, true)
    var (carried, dropped): (Set<Int>, Set<Int>) = ([], [])
    for sample in plan.samples {
      do throws(CellFault) {
        guard try sample.holds(in: row) else { continue }
        isWanted = true
        let count = samples.count
        try sample.append(row, to: &samples)
        let columns = sample.metadataColumns
        if !columns.isEmpty {
          if samples.count > count {
            carried.formUnion(columns)
          } else {
            dropped.formUnion(columns)
          }
        }
      } catch {
        // A sample that a row should be cannot be read.
        try note(error, "\(error.message); the row is preserved unchanged", .error)
        isWhole = false
      }
      for note in sample.takeNotes() { try self.note(note, note.message) }
    }
    if !isWanted {
      findings.leftOut = (
        findings.leftOut?.place ?? place, (findings.leftOut?.count ?? 0) + 1
      )
    }
    if row.cells.dropFirst(header.count).contains(where: { !$0.isAbsent }) {
      let fault = CellFault(
        cell: header.count, rule: "extra-cells", message: "found more cells than the header has")
      try note(fault, "\(fault.message); the row is preserved unchanged")
      isWhole = false
    }
    guard isWhole else {
      samples.append(.unknown(row.element(header)))
      return true
    }
    keepRest(of: row, &samples, from: start, isWanted: isWanted)
    // Metadata whose samples have no value.
    let columns = dropped.subtracting(carried).filter { row.range($0) != nil }.sorted()
    if !columns.isEmpty {
      samples.append(.unknown(row.element(header, only: plan.times + columns)))
    }
    return true
  }

  // MARK: Pieces

  /// Splits the rest of the file into pieces; see ``SampleReader``.
  func splitRest(_ options: ReadOptions) -> (any PieceInput)? {
    guard let splitter = rows.split(options) else { return nil }
    return SplitInput(splitter) { [self] in
      MappedPieceDecoder(
        makePlan().map {
          MappedFile(rows.makePieceReader(), header, $0, isStrict: isStrict) { nil }
        })
    }
  }

  /// Takes the next piece of the file: its samples, if all rows were decoded and this reader is at their beginning,
  /// otherwise its bytes.
  ///
  /// - Returns: Whether the samples were decoded.
  func take(_ piece: Piece, _ decoder: any PieceDecoder) -> Bool {
    guard let decoder = decoder as? MappedPieceDecoder, decoder.isComplete, rows.isAtEnd,
      add(decoder.findings)
    else {
      rows.give(piece)
      return false
    }
    rows.note(piece)
    self.piece = decoder
    decoder.exchange(&decoded)
    return true
  }

  /// Whether other pieces follow those so far.
  var hasMorePieces: Bool { rows.pieceBytes?.isLast == false }

  /// Takes the samples of the next row of the piece; at the end of the piece, moves over it.
  private func nextInPiece(_ samples: inout [Sample]) -> Bool {
    guard let next = decoded.takeNext() else {
      if let piece {
        rows.skip(lines: piece.lineCount, bytes: piece.byteCount)
        piece.exchange(&decoded)
      }
      piece = nil
      return false
    }
    samples += next
    placeInPiece = inFile(decoded.location)
    return true
  }

  /// The location in the file of one in a piece that begins behind what was read.
  private func inFile(_ place: Place) -> Place {
    Place(
      file: place.file, line: pieceStart.line + place.line - 1, column: place.column,
      byteOffset: pieceStart.offset + place.byteOffset)
  }

  /// Adds what was counted in a piece that begins behind what was read.
  private func add(_ part: Findings) -> Bool {
    pieceStart = (rows.nextLine, rows.window.origin + Int64(rows.window.end))
    guard findings.tally.merge(part.tally, { inFile($0) }) else { return false }
    if let (place, count) = part.leftOut {
      let known = findings.leftOut
      findings.leftOut = (known?.place ?? inFile(place), (known?.count ?? 0) + count)
    }
    return true
  }

  // MARK: Rows

  /// Preserves the cells of a row that became no sample, as the map states; the whole row if there is no sample to keep
  /// it with.
  private func keepRest(
    of row: MapRow, _ samples: inout [Sample], from start: Int, isWanted: Bool
  ) {
    guard isWanted, plan.unmapped != .report else { return }
    var entries: [MetadataEntry] = []
    for column in plan.leftOver {
      guard let text = row.text(column) else { continue }
      entries.append(MetadataEntry(key: MetadataKey(header[column]), value: text))
    }
    if entries.isEmpty { return }
    guard plan.unmapped == .metadata, start < samples.count else {
      return samples.append(.unknown(row.element(header, only: plan.times + plan.leftOver)))
    }
    for index in start..<samples.count {
      samples[index].updateHeader { $0.metadata.entries += entries }
    }
  }

  private func note(
    _ fault: CellFault, _ message: String, _ severity: Finding.Severity = .warning
  ) throws(FormatError) {
    if fault.isFatal || isStrict {
      throw FormatError(
        .malformed, rule: fault.rule, place: rows.place(ofCell: fault.cell), fault.message,
        remedy: fault.remedy)
    }
    if findings.tally.counts(fault.rule, message) { return }
    findings.tally.add(fault.rule, message, at: rows.place(ofCell: fault.cell), severity: severity)
  }
}
