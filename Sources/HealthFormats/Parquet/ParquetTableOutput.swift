import HealthBytes
import HealthParquet

/// The rows of one table on their way out. Its file is made with its first row group.
final class ParquetTableOutput: TableOutput {
  let table: DatasetTable
  let children: [ParquetTableOutput]
  let layout: ParquetLayout
  let writer: ParquetTableWriter
  private var sink: (any ByteSink)?
  /// Whether the samples of a list with rows in this table are being written.
  var isOpen = false

  private var groupEra = 0
  /// Its number among all tables, from 0.
  let number: Int

  /// - Parameter number: The number of the table; then that of the next table after those nested in it.
  init(_ table: DatasetTable, _ builder: PageBuilder, _ number: inout Int) {
    self.table = table
    self.number = number
    number += 1
    layout = ParquetLayout(table)
    writer = ParquetTableWriter(layout.columns, shared: layout.shared, builder)
    var children: [ParquetTableOutput] = []
    for child in table.children { children.append(ParquetTableOutput(child, builder, &number)) }
    self.children = children
  }

  /// Whether the numbers of groups have become void since this was queried.
  func hasNewGroups() -> Bool {
    defer { groupEra = writer.groupEra }
    return writer.groupEra != groupEra
  }

  /// Hands the row group on, if it is complete; else adds the bytes that wait.
  func flushIfFull(
    to output: OutputContainer, _ waiting: inout [(table: ParquetTableOutput, bytes: Int)]
  ) throws(ByteError) {
    if writer.isFull {
      try flush(to: output)
    } else if writer.waiting > 0 {
      waiting.append((self, writer.waiting))
    }
    for child in children { try child.flushIfFull(to: output, &waiting) }
  }

  /// Hands all rows on as a row group.
  func flush(to output: OutputContainer) throws(ByteError) {
    try writer.endRowGroup(to: try opened(output))
  }

  private func opened(_ output: OutputContainer) throws(ByteError) -> any ByteSink {
    if let sink { return sink }
    let opened = try output.open("\(table.name).parquet")
    sink = opened
    return opened
  }

  /// Hands all rows on, and ends the file.
  func finish(_ output: OutputContainer) throws(ByteError) {
    if writer.waiting > 0 { try flush(to: output) }
    if let sink {
      try writer.finish(sink, notes: ParquetVocabulary.notes, creator: ParquetVocabulary.creator)
      try sink.finish()
    }
    for child in children { try child.finish(output) }
  }

  /// Bytes of the texts of the rows of this table and of all tables nested in it.
  var text: Int64 { children.reduce(writer.text) { $0 + $1.text } }

  /// This table and all tables nested in it, in the order of their numbers.
  var all: [ParquetTableOutput] { [self] + children.flatMap(\.all) }

  /// The names of the tables that have a file, this one first.
  var used: [String] { (sink == nil ? [] : [table.name]) + children.flatMap(\.used) }
}

/// Names that more than one file needs.
enum ParquetVocabulary {
  /// The key of the version of the layout in the footer of each file, and of the list of tables in that of the dataset.
  static let version = "healthconv"
  static let tables = "healthconv.tables"
  static let creator = "healthconv"

  static var notes: [(key: String, value: String)] {
    [(version, "\(DatasetVocabulary.version)")]
  }

  static var dataset: String { "\(DatasetTable.dataset.name).parquet" }
}
