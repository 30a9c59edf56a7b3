package import HealthBytes
package import HealthModel

/// Reads the tables that `CSVDatasetWriter` wrote, back to the same samples, byte for byte.
///
/// All tables are read at once, each from its first row to its last, so memory does not grow with them.
package struct CSVDatasetReader: SampleReader, ~Copyable {
  private let input: Input
  /// The folder of the tables, with a slash at its end if it has a name.
  private let folder: String
  private var samples: TableReading<CSVTableRow>
  private let options: ReadOptions
  /// What is in the input other than the tables.
  public let notes: ReaderNotes

  /// A reader of a folder or an archive. Opens all of its tables.
  ///
  /// - Parameter capacity: How many bytes of a table are looked at to begin with; more where a row needs them.
  public init(
    _ input: Input, options: ReadOptions = ReadOptions(), capacity: Int = 1 << 16
  ) throws(HealthError) {
    let folder = try DataPackage.folder(in: input)
    var findings: [Finding] = []
    var known: Set<String> = []
    let decoder = try Self.decoder(of: input, in: folder, options, capacity, &findings, &known)
    var notes = ReaderNotes()
    for entry in input.container.entries where !known.contains(entry.path) {
      notes.unreadFiles["other", default: 0] += 1
    }
    self.input = input
    self.folder = folder
    self.notes = notes
    self.options = options
    samples = TableReading(decoder, findings: findings)
  }

  /// Opens all tables.
  private static func decoder(
    of input: Input, in folder: String, _ options: ReadOptions, _ capacity: Int,
    _ findings: inout [Finding], _ known: inout Set<String>
  ) throws(HealthError) -> TableDecoder<CSVTableRow> {
    known = [
      folder + DatasetVocabulary.package, "\(folder)\(DatasetTable.dataset.name).csv",
    ]
    let growth = CSVRowReader.WindowGrowth()
    func open(_ table: DatasetTable) throws(HealthError) -> TableFile<CSVTableRow>? {
      let path = "\(folder)\(table.name).csv"
      guard let entry = input.container.entries.first(where: { $0.path == path }) else {
        return nil
      }
      known.insert(path)
      let rows = try CSVRowReader(entry, of: input, capacity: capacity, growth: growth)
      let file = TableFile(try CSVTableRow(table, rows))
      findings += try file.row.unknownColumns.map { (column) throws(HealthError) in
        try file.row.rows.finding(ofUnknown: column, isStrict: options.isStrict)
      }
      return file
    }
    var tables: [TableCursor<CSVTableRow>] = []
    let size = SampleSize(ahead: growth.limit)
    for table in DatasetTable.kinds { tables.append(try TableCursor(table, size, open)) }
    return TableDecoder(
      tables, file: input.name, isStrict: options.isStrict, recordsPlaces: options.isChecked)
  }

  /// What the table of the dataset states.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    let (input, folder) = (input, folder)
    return try samples.dataset { () throws(HealthError) in
      try Self.readDataset(of: input, in: folder)
    }
  }

  /// The next sample in the order of the dataset, or `nil` after the last.
  public mutating func next() throws(HealthError) -> Sample? {
    if !samples.hasInfo { _ = try dataset() }
    return try samples.next()
  }

  /// The findings since the last call.
  public mutating func takeFindings() -> [Finding] { samples.takeFindings() }

  /// Where the row of the sample that `next()` gave last begins.
  public var place: Place { samples.place }

  /// Where the rows nested in that sample are, if the samples are checked by rules.
  public var parts: Place.Parts? { samples.parts }

  /// How far all tables have been read.
  public var progress: ByteProgress {
    if let progress = samples.chunkProgress { return progress }
    var consumed: Int64 = 0
    for table in samples.tables { consumed += table.consumed }
    return ByteProgress(consumed: consumed, total: nil)
  }

  /// Splits the rest of all tables.
  public mutating func splitRest() -> (any ChunkedInput)? {
    let size = input.container.entries.reduce(0) { $0 + ($1.storedSize ?? 0) }
    guard samples.canSplit, options.isWorthThreads(size) else { return nil }
    return samples.split(options) { [options] table, file, isList in
      CSVTableLines(
        &file.row.rows, numberCell: file.row.cell(table.keyColumn),
        memberCell: isList ? file.row.cell(1) : nil, capacity: min(options.chunkSize, 1 << 16))
    }
  }

  /// Accepts the next chunk of the tables.
  public mutating func accept(_ chunk: InputChunk, decodedBy decoder: any ChunkDecoder) -> Bool {
    samples.accept(chunk, decodedBy: decoder)
  }

  private static func readDataset(
    of input: Input, in folder: String
  ) throws(HealthError) -> DatasetInfo {
    let path = "\(folder)\(DatasetTable.dataset.name).csv"
    var info = DatasetInfo()
    guard let entry = input.container.entries.first(where: { $0.path == path }) else { return info }
    let file = TableFile(
      try CSVTableRow(
        DatasetTable.dataset, CSVRowReader(entry, of: input, capacity: 1 << 12)))
    while try file.row.next() { try info.add(&file.row) }
    return info
  }
}

extension TableCursor where Row == CSVTableRow {
  /// The bytes read of this table and of those inside.
  fileprivate var consumed: Int64 {
    children.reduce(opened?.row.rows.progress.consumed ?? 0) { $0 + $1.consumed }
  }
}

extension CSVRowReader {
  /// The rows of an entry of an input.
  init(
    _ entry: InputContainer.Entry, of input: Input, capacity: Int, growth: WindowGrowth? = nil
  ) throws(HealthError) {
    let (source, name) = try input.open(entry)
    self.init(source: source, file: name, capacity: capacity, growth: growth)
  }

  func finding(
    ofUnknown column: (cell: Int, name: String), isStrict: Bool
  ) throws(HealthError) -> Finding {
    let message = "the column '\(column.name.printableName)' is not known; left out"
    if isStrict { throw error("unknown-column", cell: column.cell, message) }
    return Finding(
      rule: "unknown-column", severity: .warning, place: place(ofCell: column.cell),
      message: message)
  }
}
