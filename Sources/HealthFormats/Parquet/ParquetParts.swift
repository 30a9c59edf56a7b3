package import HealthBytes
import HealthModel
import HealthParquet

/// Copies rows between files of one table of a study. The columns are those of ``ParquetDatasetWriter`` with the
/// participant and the export.
package enum ParquetParts {
  /// The names of all tables.
  package static let tables: [String] = DatasetTable.kinds.flatMap(\.all).map(\.name)

  /// Columns that each table of a study has after its own.
  static func constants(of table: DatasetTable) -> [String] {
    let hasParticipant = table.columns.contains { $0.name == CSVOriginColumn.participant.rawValue }
    return (hasParticipant ? [] : [CSVOriginColumn.participant.rawValue]) + ["export_id"]
  }

  /// Copies the rows of some exports into one file.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - paths: Files of the table, in the order of their rows.
  ///   - sink: Receives the file; is not finished.
  ///   - isWanted: Whether the rows of an export of a participant are copied.
  /// - Returns: How many rows were copied.
  package static func copy(
    _ table: String, from paths: [String], to sink: any ByteSink,
    where isWanted: (_ participant: String, _ export: String) -> Bool
  ) throws(HealthError) -> Int {
    guard let table = DatasetTable.kinds.flatMap(\.all).first(where: { $0.name == table }) else {
      throw HealthError(.failed, "there is no table '\(table)'")
    }
    let columns =
      ParquetLayout(table).columns + constants(of: table).map { ParquetColumn($0, .text) }
    let writer = ParquetTableWriter(columns)
    var row = ParquetRow()
    var copied = 0
    for path in paths {
      let container = try InputContainer(path)
      guard let entry = container.entries.first else { continue }
      let file = try ParquetTableReader(
        try container.openAtAnyPosition(entry), name: path, memory: ParquetMemory())
      var readers: [ParquetColumnReader?] = []
      for column in columns { readers.append(try file.open(column.name, column.kind)) }
      guard let participant = columns.firstIndex(where: { $0.name == "participant" }),
        let participants = readers[participant], let exports = readers.last ?? nil
      else {
        throw HealthError(.damaged, path, "found no columns of participant and export")
      }
      while true {
        let count = try file.nextRows()
        if count == 0 { break }
        for index in 0..<count {
          guard isWanted(participants.text(index) ?? "", exports.text(index) ?? "") else {
            continue
          }
          for (column, reader) in zip(columns, readers) {
            append(column.kind, reader, index, to: &row)
          }
          copied += 1
          writer.append(&row)
          if writer.isFull { try writer.endRowGroup(to: sink) }
        }
      }
    }
    try writer.finish(sink, notes: ParquetVocabulary.notes, creator: ParquetVocabulary.creator)
    return copied
  }

  private static func append(
    _ kind: ParquetColumn.Kind, _ reader: ParquetColumnReader?, _ index: Int,
    to row: inout ParquetRow
  ) {
    guard let reader, reader.hasValue(index) else {
      return row.appendNone(isWide: kind == .fixed16)
    }
    switch kind {
    case .text, .bytes: reader.withBytes(index) { row.append(bytes: $0) }
    case .fixed16:
      let words: (UInt64, UInt64) = reader.withBytes(index) { bytes in
        (
          ByteScan.word(bytes, at: 0)?.byteSwapped ?? 0,
          ByteScan.word(bytes, at: 8)?.byteSwapped ?? 0
        )
      }
      row.append(high: words.0, low: words.1)
    default: row.append(word: reader.word(index))
    }
  }
}

/// A small table of Parquet, such as one of a study about its exports.
package struct ParquetSheet: ~Copyable {
  /// A cell.
  package enum Cell {
    case none
    case text(String)
    case integer(Int)
  }

  private let writer: ParquetTableWriter
  private let sink: any ByteSink
  private let kinds: [ParquetColumn.Kind]
  private var row = ParquetRow()

  /// - Parameter columns: The names, and whether the values are whole numbers.
  package init(_ columns: KeyValuePairs<String, Bool>, to sink: any ByteSink) {
    kinds = columns.map { $0.value ? .int64 : .text }
    writer = ParquetTableWriter(columns.map { ParquetColumn($0.key, $0.value ? .int64 : .text) })
    self.sink = sink
  }

  package mutating func add(_ cells: [Cell]) throws(HealthError) {
    for cell in cells {
      switch cell {
      case .none: row.appendNone()
      case .text(let text): row.append(text: text)
      case .integer(let number): row.append(Int64(number))
      }
    }
    writer.append(&row)
    if writer.isFull { try writer.endRowGroup(to: sink) }
  }

  package mutating func finish() throws(HealthError) {
    try writer.finish(sink, notes: [], creator: ParquetVocabulary.creator)
  }
}
