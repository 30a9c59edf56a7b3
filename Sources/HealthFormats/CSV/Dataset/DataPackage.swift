import HealthBytes
import HealthModel

/// The `datapackage.json` of a dataset: a Tabular Data Package of Frictionless Data, with the version of the layout in the
/// member `healthconv`.
enum DataPackage {
  /// The text of the file for some tables.
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

extension DataPackage {
  /// Finds the folder of a dataset in an input: it contains a `datapackage.json` that healthconv wrote, and all tables that
  /// this file lists.
  ///
  /// - Returns: The folder's path with a slash at its end; empty for the top.
  /// - Throws: If the description is missing or of a later version, if a table is missing, or if there are several datasets.
  static func folder(in input: Input) throws(HealthError) -> String {
    let paths = input.container.entries.filter { isPackage($0.path) }
    guard let entry = paths.first else {
      throw HealthError(
        .notFound, rule: "missing-package", place: Place(file: input.name),
        "it holds no \(DatasetVocabulary.package), which describes the tables of a dataset")
    }
    guard paths.count == 1 else {
      let folders = paths.map { String($0.path.dropLast(DatasetVocabulary.package.count)) }
      throw input.severalDatasetsError(folders)
    }
    let place = Place(file: "\(input.name)/\(entry.path)")
    var text: [UInt8]
    do throws(HealthError) { text = try input.container.open(entry).readAll(limit: 1 << 20) } catch
    {
      throw error.reading(at: place)
    }
    // Strings of JSON contain no line feeds, so each of them is white space.
    for index in text.indices where text[index] == 10 { text[index] = 32 }
    let tape = try parsed(text.span, place)
    let version = try version(tape, text.span, place)
    guard version == DatasetVocabulary.version else {
      throw HealthError(
        .unsupported, rule: "unsupported-version", place: place,
        "found version \(version) of the tables, expected \(DatasetVocabulary.version)")
    }
    let folder = String(entry.path.dropLast(DatasetVocabulary.package.count))
    let files = Set(input.container.entries.map(\.path))
    for table in tables(tape, text.span) where !files.contains(folder + table) {
      throw HealthError(
        .malformed, rule: "missing-table", place: place,
        "found no file of the table '\(table.printableName)', which is listed")
    }
    return folder
  }

  /// Whether a path is that of a `datapackage.json`, at the top or in a folder at the top.
  static func isPackage(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.last == DatasetVocabulary.package[...] && parts.count <= 2
  }

  private static func parsed(_ text: Span<UInt8>, _ place: Place) throws(HealthError) -> JSONTape {
    var tape = JSONTape()
    do throws(JSONFault) {
      if let offset = ByteScan.validateUTF8(text, from: 0, to: text.count) {
        throw JSONFault(
          offset: offset, rule: "malformed-utf8", message: "found bytes that are not UTF-8")
      }
      try tape.parse(text, 0..<text.count)
    } catch {
      throw HealthError(.malformed, rule: error.rule, place: place, error.message)
    }
    return tape
  }

  private static func version(
    _ tape: JSONTape, _ text: Span<UInt8>, _ place: Place
  ) throws(HealthError) -> Int {
    if let node = member("healthconv", of: 0, tape, text),
      let version = Int(JSONTape.text(text, tape.nodes[node].range))
    {
      return version
    }
    throw HealthError(
      .malformed, rule: "foreign-package", place: place,
      "found tables that this program did not write: the package names no version as \"healthconv\""
    )
  }

  /// The paths of the tables that are listed.
  private static func tables(_ tape: JSONTape, _ text: Span<UInt8>) -> [String] {
    guard let list = member("resources", of: 0, tape, text), tape.nodes[list].kind == .array
    else { return [] }
    var tables: [String] = []
    var item = list + 1
    while item < tape.nodes[list].next {
      if let path = member("path", of: item, tape, text), tape.nodes[path].kind == .string {
        tables.append(tape.text(path, in: text))
      }
      item = Int(tape.nodes[item].next)
    }
    return tables
  }

  private static func member(
    _ key: StaticString, of object: Int, _ tape: JSONTape, _ text: Span<UInt8>
  ) -> Int? {
    guard tape.nodes[object].kind == .object else { return nil }
    var name = object + 1
    while name < tape.nodes[object].next {
      if tape.text(name, is: key, in: text) { return name + 1 }
      name = Int(tape.nodes[name + 1].next)
    }
    return nil
  }
}
