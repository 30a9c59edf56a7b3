import HealthBytes
import HealthParquet

/// Writes the rows of one table. Its file is made with its first row group.
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
  /// The texts of the columns that each row has at its end.
  let constants: [String]

  init(
    _ table: DatasetTable, _ builder: PageBuilder, _ number: inout Int,
    _ cohort: WriteOptions.CohortColumns? = nil
  ) {
    let names = cohort == nil ? [] : ParquetParts.constants(of: table)
    constants = names.compactMap { $0 == "export_id" ? cohort?.export : cohort?.participant }
    self.table = table
    self.number = number
    number += 1
    layout = ParquetLayout(table)
    writer = ParquetTableWriter(
      layout.columns + names.map { ParquetColumn($0, .text) }, shared: layout.shared, builder)
    var children: [ParquetTableOutput] = []
    for child in table.children {
      children.append(ParquetTableOutput(child, builder, &number, cohort))
    }
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
  ) throws(HealthError) {
    if writer.isFull {
      try flush(to: output)
    } else if writer.waiting > 0 {
      waiting.append((self, writer.waiting))
    }
    for child in children { try child.flushIfFull(to: output, &waiting) }
  }

  /// Hands all rows on as a row group.
  func flush(to output: OutputContainer) throws(HealthError) {
    try writer.endRowGroup(to: try opened(output))
  }

  private func opened(_ output: OutputContainer) throws(HealthError) -> any ByteSink {
    if let sink { return sink }
    let opened = try output.open("\(table.name).parquet")
    sink = opened
    return opened
  }

  /// Hands all rows on, and ends the file.
  ///
  /// - Parameter notes: What the footer states.
  func finish(
    _ output: OutputContainer, _ notes: [(key: String, value: String)]
  ) throws(HealthError) {
    if writer.waiting > 0 { try flush(to: output) }
    if let sink {
      try writer.finish(sink, notes: notes, creator: ParquetVocabulary.creator)
      try sink.finish()
    }
    for child in children { try child.finish(output, notes) }
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
  /// The key of ``DatasetInfo/deidentified`` in the footer of each file.
  static let deidentified = "healthconv.deidentified"

  static var notes: [(key: String, value: String)] {
    [(version, "\(DatasetVocabulary.version)")]
  }

  static var dataset: String { "\(DatasetTable.dataset.name).parquet" }
}

/// The cells of the rows of a table in memory, by column and row: numbers, and which cells have a value.
///
/// They are copied from the columns, since each access to a property of a class is checked and counts a reference.
struct ParquetBatch {
  /// The columns; `nil` for those that the file does not have.
  let readers: [ParquetColumnReader?]
  /// The columns whose texts are counted.
  private let texts: [ParquetColumnReader]
  /// How many rows there are, and the current one.
  private(set) var count = 0
  private(set) var row = 0
  private var numbers: [UInt64] = []
  private var presence: [UInt64] = []
  /// Bytes of the texts of each row.
  private var lengths: [Int] = []
  /// The capacity in rows: the largest number of rows so far.
  private var capacity = 0

  init(_ readers: [ParquetColumnReader?], texts: [ParquetColumnReader]) {
    self.readers = readers
    self.texts = texts
  }

  /// The same columns of another reader of the file.
  init(_ batch: ParquetBatch, _ counterpart: (ParquetColumnReader) -> ParquetColumnReader?) {
    self.init(
      batch.readers.map { $0.flatMap(counterpart) }, texts: batch.texts.compactMap(counterpart))
  }

  /// Goes to the next row; `false` after the last one in memory.
  @inline(__always)
  mutating func next() -> Bool {
    row &+= 1
    return row < count
  }

  /// Goes before a row in memory, or after all of them.
  mutating func move(before row: Int) { self.row = row - 1 }

  /// Takes the rows that the columns have now, and goes to one of them.
  mutating func begin(_ rows: Int, at row: Int) {
    (self.row, count) = (row, rows)
    if capacity < rows {
      capacity = rows
      numbers = [UInt64](repeating: 0, count: readers.count * capacity)
      presence = numbers
      lengths = [Int](repeating: 0, count: capacity)
    }
    for (index, reader) in readers.enumerated() {
      reader?.copy(rows, to: &numbers, &presence, at: index * capacity)
    }
    for row in 0..<rows { lengths[row] = 0 }
    for reader in texts where reader.commonEntry != -1 { reader.addLengths(rows, to: &lengths) }
  }

  /// Frees the memory.
  mutating func close() {
    (numbers, presence, lengths) = ([], [], [])
    (capacity, row, count) = (0, 0, 0)
  }

  /// Bytes of the texts of the row.
  var length: Int { lengths[row] }

  @inline(__always)
  func hasValue(_ column: Int) -> Bool { presence[place(column)] != 0 }

  @inline(__always)
  func word(_ column: Int) -> UInt64 { numbers[place(column)] }

  @inline(__always)
  private func place(_ column: Int) -> Int { column &* capacity &+ row }

  /// The column, if the row has a value in it.
  func reader(_ column: Int) -> ParquetColumnReader? { hasValue(column) ? readers[column] : nil }
}
