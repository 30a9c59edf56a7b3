package import HealthBytes
package import HealthModel

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
