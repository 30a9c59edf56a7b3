package import HealthBytes
package import HealthModel
import HealthParquet

extension Format {
  /// A folder of Apache Parquet files: one for each kind and for each nested list.
  public static let parquet = Format(
    name: "parquet", title: "Parquet: a folder of typed tables for DuckDB, polars, pandas, Spark",
    extensions: [], isText: false,
    layouts: [
      Format.Layout(
        "parquet", "a file for each kind and each nested list", outputs: [.folder, .archive])
    ],
    losses: [], rules: datasetTableRules,
    confidence: { preview in
      guard preview.kind != .file else { return .no }
      return preview.paths.contains { ParquetPaths.isDataset($0) } ? .certain : .no
    },
    makeReader: { (input, options) throws(HealthError) in
      try ParquetDatasetReader(input, options: options)
    },
    makeWriter: { (output, options) throws(HealthError) in
      ParquetDatasetWriter(output: output, options: options)
    })
}

/// The columns of a table in a file of Parquet: typed, and two for a date.
///
/// A date is an instant with the offset of its clock next to it; `start` has the calendar date in `local_date`, too. A table
/// with numbers has `decimals`: the number of decimals of all numbers of a row as written, if one of them ends in a zero. What the
/// columns do not reproduce exactly is in `extras`, which every table with dates or numbers has.
struct ParquetLayout {
  private(set) var columns: [ParquetColumn] = []
  /// The columns of texts that many samples share.
  private(set) var shared: [Int] = []
  private(set) var hasDecimals = false
  /// Whether `extras` is not a column of the table itself.
  private(set) var addsExtras = false

  static let decimals = ParquetColumn("decimals", .int16)
  static let extras = ParquetColumn("extras", .text)
  static let localDate = ParquetColumn("local_date", .date)

  static func offset(of name: String) -> ParquetColumn { ParquetColumn("\(name)Offset", .int16) }

  init(_ table: DatasetTable) {
    for column in table.columns {
      if column.type == .date {
        if column.name == "start" { columns.append(Self.localDate) }
        columns += [ParquetColumn(column), Self.offset(of: column.name)]
        continue
      }
      if column.type == .shared { shared.append(columns.count) }
      if column.type == .number { hasDecimals = true }
      columns.append(ParquetColumn(column))
    }
    addsExtras = hasDecimals && columns.last?.name != Self.extras.name
    if addsExtras { columns.append(Self.extras) }
    if hasDecimals { columns.append(Self.decimals) }
  }
}

extension ParquetColumn {
  init(_ column: DatasetTable.Column) {
    let kind: Kind =
      switch column.type {
      case .integer: .int64
      case .number: .double
      case .text, .shared, .json: .text
      case .date: .microseconds
      case .bytes: .bytes
      case .identity: .fixed16
      case .address: .uint64
      }
    self.init(column.name, kind, isRequired: ["n", "parent"].contains(column.name))
  }
}

extension Timestamp {
  /// Microseconds since 1970-01-01 00:00:00 UTC, as a column has them: the earliest or the latest for what is out of range.
  @inline(__always)
  var microseconds: Int64 {
    let (product, isOut) = secondsSince1970.multipliedReportingOverflow(by: 1_000_000)
    let (sum, isOver) = product.addingReportingOverflow(Int64(nanoseconds / 1_000))
    return isOut || isOver ? (secondsSince1970 < 0 ? .min : .max) : sum
  }

  /// The days from 1970-01-01 to the calendar date on the clock that the date was written by.
  var localDays: Int64 {
    let seconds = secondsSince1970 &+ Int64(offsetMinutes) &* 60
    let days = (seconds &- (seconds < 0 ? 86_399 : 0)) / 86_400
    return Int64(Int32(clamping: days))
  }
}

/// Where the files of tables are in a folder or an archive: `quantity.parquet`, or the files in a folder of this name, which
/// Spark and others write (`quantity.parquet/part-00000.snappy.parquet`).
struct ParquetPaths {
  private let entries: [InputContainer.Entry]
  /// The folder of the dataset, with a slash at its end; nothing for the top.
  private let folder: String

  /// - Throws: If there are several datasets.
  init(_ input: Input) throws(HealthError) {
    entries = input.container.entries
    let folders = Set(entries.compactMap { Self.datasetFolder($0.path) })
    guard folders.count < 2 else { throw input.severalDatasetsError(Array(folders)) }
    folder = folders.first ?? ""
  }

  /// Whether a path is that of the table of a dataset or of a part of it, at the top or in a folder there.
  static func isDataset(_ path: String) -> Bool { datasetFolder(path) != nil }

  private static func datasetFolder(_ path: String) -> String? {
    var parts = path.split(separator: "/")
    guard let file = parts.popLast() else { return nil }
    if file != ParquetVocabulary.dataset[...] {
      guard isPart(file), parts.popLast() == ParquetVocabulary.dataset[...] else { return nil }
    }
    return parts.count <= 1 ? parts.map { "\($0)/" }.joined() : nil
  }

  /// Whether a file in the folder of a table has rows. Others are marks and checksums.
  private static func isPart(_ name: Substring) -> Bool {
    name.hasSuffix(".parquet") && name.first != "." && name.first != "_"
  }

  /// The files of a table, in the order of their names.
  func files(of table: String) -> [InputContainer.Entry] {
    let path = "\(folder)\(table).parquet"
    if let entry = entries.first(where: { $0.path == path }) { return [entry] }
    return entries.filter { entry in
      guard entry.path.hasPrefix("\(path)/") else { return false }
      let name = entry.path.dropFirst(path.count + 1)
      return Self.isPart(name) && !name.contains("/")
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// How many files are of no table.
  ///
  /// - Parameter tables: The names of the tables that were opened.
  func others(_ tables: Set<String>) -> Int {
    let paths = tables.map { "\(folder)\($0).parquet" }
    return entries.count { entry in
      !paths.contains { entry.path == $0 || entry.path.hasPrefix("\($0)/") }
    }
  }
}

/// Writes a dataset as files of Parquet, one for each table of ``CSVDatasetWriter``, with typed columns.
///
/// Lossless. Memory is bounded: row groups are written when they are complete, or when all tables together take too much.
package struct ParquetDatasetWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private let cohort: WriteOptions.CohortColumns?
  private var rows = TableEncoder(ParquetTableSink(hasParticipants: false))
  private var info = DatasetInfo()

  /// A writer into a folder or an archive, which it does not finish.
  public init(output: OutputContainer, options: WriteOptions = WriteOptions()) {
    self.output = output
    cohort = options.cohort
  }

  /// Keeps what is known of the dataset as a whole; its file lists the tables, too, and is written last.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    info = dataset
    if dataset.hasParticipants {
      rows = TableEncoder(ParquetTableSink(hasParticipants: true, cohort))
    }
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
      ParquetTableSink(
        isLogging: true, hasParticipants: rows.sink.hasParticipants, cohort))
  }

  /// Writes the rows of an encoder.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {
    let content = (encoder as? TableSampleEncoder)?.content
    guard let written = content as? TableRows<ParquetTableSink> else { return }
    try rows.sink.append(&written.encoder.sink, to: output)
  }

  /// Ends the tables and writes that of the dataset.
  public mutating func finish() throws(HealthError) {
    for table in rows.sink.tables { try table.finish(output, notes) }
    try writeDataset()
    // Readers count rows that they read twice, and the bytes of an archive that is complete.
    let text = rows.sink.tables.reduce(Int64(0)) { $0 + $1.text }
    if text > RatioGuard.mostText(of: output.bytesWritten) / 2 {
      throw HealthError(.tooLarge, "", RatioGuard.refusal)
    }
  }

  private var notes: [(key: String, value: String)] {
    ParquetVocabulary.notes
      + (info.deidentified.map { [(ParquetVocabulary.deidentified, $0)] } ?? [])
  }

  private func writeDataset() throws(HealthError) {
    let writer = ParquetTableWriter(
      ParquetLayout(DatasetTable.dataset).columns)
    var row = ParquetRow()
    for (property, name, value) in info.rows {
      row.append(text: property.rawValue)
      if let name { row.append(text: name) } else { row.appendNone() }
      row.append(text: value)
      writer.append(&row)
    }
    let tables = rows.sink.tables.flatMap(\.used).joined(separator: ",")
    let sink = try output.open(ParquetVocabulary.dataset)
    try writer.finish(
      sink, notes: notes + [(ParquetVocabulary.tables, tables)],
      creator: ParquetVocabulary.creator)
    try sink.finish()
  }
}
