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

extension Format {
  /// Tables of comma-separated values for every kind, described by a `datapackage.json`.
  public static let csvDataset = Format(
    name: "csv-dataset", title: "CSV dataset: tables of every kind and a datapackage.json",
    extensions: [], isText: false,
    layouts: [
      Format.Layout(
        "tables", "a table for each kind and each nested list", outputs: [.folder, .archive])
    ],
    losses: [], rules: csvRules + datasetTableRules,
    confidence: { preview in
      guard preview.kind != .file, preview.paths.contains(where: { DataPackage.isPackage($0) })
      else {
        return .no
      }
      return preview.paths.contains { $0.hasSuffix("\(DatasetTable.dataset.name).csv") }
        ? .certain : .possible
    },
    makeReader: { (input, options) throws(HealthError) in
      try CSVDatasetReader(input, options: options)
    },
    makeWriter: { (output, options) throws(HealthError) in
      CSVDatasetWriter(output: output, options: options)
    })
}

/// Writes a dataset as tables of comma-separated values with a `datapackage.json` that describes them.
///
/// Lossless: every kind has a table, and so has each list in its samples.
package struct CSVDatasetWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private let dialect: CSVDialect
  private var rows: TableEncoder<CSVTableSink>

  /// A writer into a folder or an archive, which it does not finish.
  ///
  /// - Parameter options: The delimiter, and whether formulas are guarded.
  public init(output: OutputContainer, options: WriteOptions = WriteOptions()) {
    self.output = output
    dialect = CSVDialect(
      delimiter: options.delimiter ?? UInt8(ascii: ","), guardsFormulas: options.guardsFormulas)
    rows = TableEncoder(CSVTableSink(dialect, hasParticipants: false))
  }

  /// Writes the table of what is known of the dataset as a whole.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    if dataset.hasParticipants {
      rows = TableEncoder(CSVTableSink(dialect, hasParticipants: true))
    }
    var buffer = ByteBuffer(capacity: 1 << 10)
    buffer.append(header: DatasetTable.dataset.columns.map(\.name), dialect)
    for row in dataset.rows {
      buffer.append(cell: row.property.rawValue, dialect)
      buffer.append(dialect.delimiter)
      if let name = row.name { buffer.append(cell: name, dialect) }
      buffer.append(dialect.delimiter)
      buffer.append(cell: row.value, dialect)
      buffer.append(UInt8(ascii: "\n"))
    }
    try write(buffer, as: "\(DatasetTable.dataset.name).csv")
  }

  /// Writes the rows of a sample.
  ///
  /// - Throws: `HealthError`, also for a correlation that is nested in another, and for such a workout.
  public mutating func write(_ sample: Sample) throws(HealthError) {
    try rows.writeWhole(sample)
    guard rows.sink.isFull else { return }
    try rows.sink.flush(to: output)
  }

  /// An encoder of rows.
  public mutating func makeEncoder() -> (any Sample.Encoder)? {
    rows.makeEncoder(
      CSVTableSink(dialect, hasHeaders: false, hasParticipants: rows.sink.hasParticipants))
  }

  /// Writes the rows of an encoder.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {
    let content = (encoder as? TableSampleEncoder)?.content
    guard let written = content as? TableRows<CSVTableSink> else { return }
    try rows.sink.append(&written.encoder.sink, to: output)
  }

  /// Ends the tables and describes them.
  public mutating func finish() throws(HealthError) {
    try rows.sink.finish(output)
    let tables = [DatasetTable.dataset] + rows.sink.tables.flatMap(\.used)
    try write(DataPackage.text(of: tables, dialect), as: DatasetVocabulary.package)
  }

  private func write(_ buffer: consuming ByteBuffer, as path: String) throws(HealthError) {
    let sink = try output.open(path)
    try buffer.flush(to: sink)
    try sink.finish()
  }
}
