import HealthBytes
import HealthModel

/// The `datapackage.json` of a dataset: a Tabular Data Package of Frictionless Data, with the version of our
/// layout as `healthconv`.
enum DataPackage {
  /// The text that describes tables.
  static func text(of tables: [DatasetTable], _ dialect: CSVDialect) -> ByteBuffer {
    var buffer = ByteBuffer(capacity: 1 << 13)
    buffer.append(
      utf8: "{\n  \"profile\": \"tabular-data-package\",\n  \"name\": \"healthconv-dataset\",\n"
        + "  \"healthconv\": ")
    buffer.append(decimal: Int64(DatasetVocabulary.version))
    buffer.append(",\n  \"resources\": [")
    for (index, table) in tables.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      append(table, dialect, to: &buffer)
    }
    buffer.append("\n  ]\n}\n")
    return buffer
  }

  private static func append(
    _ table: DatasetTable, _ dialect: CSVDialect, to buffer: inout ByteBuffer
  ) {
    buffer.append(
      utf8: "\n    {\n      \"name\": \"\(table.name)\",\n      \"path\": \"\(table.name).csv\",\n"
        + "      \"profile\": \"tabular-data-resource\",\n      \"encoding\": \"utf-8\",\n"
        + "      \"dialect\": {\"delimiter\": ")
    buffer.append(json: String(Unicode.Scalar(dialect.delimiter)))
    buffer.append("},\n      \"schema\": {\n        \"fields\": [")
    for (index, column) in table.columns.enumerated() {
      buffer.append(
        utf8: "\(index > 0 ? "," : "")\n          {\"name\": \"\(column.name)\", "
          + "\"type\": \"\(column.type.tableSchemaType)\"}")
    }
    buffer.append("\n        ]")
    if table.hasNumber { buffer.append(",\n        \"primaryKey\": \"n\"") }
    if let parent = table.parent {
      buffer.append(
        utf8: ",\n        \"foreignKeys\": [{\"fields\": \"parent\", "
          + "\"reference\": {\"resource\": \"\(parent)\", \"fields\": \"n\"}}]")
    }
    buffer.append("\n      }\n    }")
  }
}

extension DatasetTable.Column.DataType {
  /// The type of the Table Schema of Frictionless Data.
  fileprivate var tableSchemaType: String {
    switch self {
    case .integer: "integer"
    case .number: "number"
    case .date: "datetime"
    case .text, .bytes, .json, .identity, .address, .shared: "string"
    }
  }
}
