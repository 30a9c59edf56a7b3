import HealthBytes
import HealthParquet
import HealthStatistics

/// An answer as a file of Parquet: a column for each of the answer, with the same names as in CSV, and one for each fact.
final class ParquetAnswer: AnswerFile {
  private let writer: ParquetTableWriter
  private let columns: [AnswerColumn]
  private let facts: [AnswerFact]
  private var row = ParquetRow()

  init(_ columns: [AnswerColumn], _ facts: [AnswerFact]) {
    writer = ParquetTableWriter(
      columns.map { ParquetColumn($0.key, $0.kind.parquet) }
        + facts.map { ParquetColumn($0.name, .text) })
    (self.columns, self.facts) = (columns, facts)
  }

  /// Adds a row, with a value for each column.
  func add(_ values: [AnswerValue], to sink: any ByteSink) throws(ByteError) {
    for (value, column) in zip(values, columns) {
      switch (value, column.kind) {
      case (.text(let text), let kind) where kind.isText: row.append(text: text)
      case (.integer(let number), .integer): row.append(Int64(number))
      case (_, let kind) where kind.parquet == .double:
        if let number = value.double { row.append(number) } else { row.appendNone() }
      default: row.appendNone()
      }
    }
    for fact in facts { row.append(text: fact.value) }
    writer.append(&row)
    if writer.isFull { try writer.endRowGroup(to: sink) }
  }

  /// Ends the file.
  func finish(_ sink: any ByteSink) throws(ByteError) {
    try writer.finish(sink, notes: [], creator: "healthconv")
  }
}

extension AnswerColumn.Kind {
  fileprivate var parquet: ParquetColumn.Kind {
    switch self {
    case .text, .name, .day, .time, .timeOfDay, .unit: .text
    case .integer: .int64
    case .count, .number, .minutes, .duration, .pace: .double
    }
  }
}
