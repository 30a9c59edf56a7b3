package import HealthBytes
package import HealthModel
import HealthParquet

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
