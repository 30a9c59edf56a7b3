package import HealthBytes
import HealthModel
import HealthParquet

/// A table of a dataset: its columns, and the tables of the rows that are nested in its rows.
///
/// Derived from the list of fields of each structure, so that a new field needs no line here. Samples
/// and structures have a number `n`; a row nested in another has its number as `parent`. The numbers rise in
/// the order of the dataset; those of the structures in a sample follow the sample's.
struct DatasetTable: Sendable {
  struct Column: Sendable {
    /// What a column holds.
    enum DataType: Sendable {
      case integer, number, text, date, bytes, json
      /// The identity of a sample.
      case identity
      /// The address of a device.
      case address
      /// Text that thousands of samples share.
      case shared
    }

    let name: String
    let type: DataType
  }

  /// The name of the table, and of its file without the ending.
  let name: String
  /// The table of the rows that its rows are nested in.
  let parent: String?
  let columns: [Column]
  let children: [DatasetTable]
  /// The columns that describe a sample's origin.
  var origin: [CSVOriginColumn] = []
  /// Whether its rows list nested samples by their numbers.
  var listsSamples = false

  /// The tables of all kinds, in the order of the kinds, including the optional column of the participant.
  static let kinds = kinds(hasParticipants: true)

  /// The tables of a dataset that is written.
  static func kinds(hasParticipants: Bool) -> [DatasetTable] {
    SampleKind.allCases.map { DatasetTable($0, hasParticipants: hasParticipants) }
  }

  /// The table of facts about the dataset, one in each row.
  static let dataset = DatasetTable(
    name: "dataset", parent: nil,
    columns: ["property", "name", "value"].map { Column(name: $0, type: .text) }, children: [])

  /// Whether its rows have a number of their own.
  var hasNumber: Bool { columns.first?.name == "n" }

  /// This table and all tables nested in it.
  var all: [DatasetTable] { [self] + children.flatMap(\.all) }
}

extension DatasetTable {
  /// The columns between the type of a sample and its origin.
  private static func valueColumns(_ kind: SampleKind) -> [Column] {
    switch kind {
    case .quantity: [Column(name: "value", type: .number)]
    case .category: [Column(name: "value", type: .text)]
    default: []
    }
  }

  init(_ kind: SampleKind, hasParticipants: Bool) {
    let number = Column(name: "n", type: .integer)
    let id = Column(name: "id", type: .identity)
    let nested = Column(name: "nested", type: .text)
    let name = snakeCase(kind.rawValue)
    if kind == .unknown {
      self.init(
        name: name, parent: nil,
        columns: [number, id, nested, Column(name: "element", type: .json)]
          + (hasParticipants
            ? [Column(name: CSVOriginColumn.participant.rawValue, type: .text)] : []),
        children: [])
      return
    }
    let origin = DatasetVocabulary.origin(of: kind, hasParticipants: hasParticipants)
    let columns =
      [number, id, nested, Column(name: "type", type: .shared)]
      + ["start", "end", "created"].map { Column(name: $0, type: .date) }
      + Self.valueColumns(kind)
      + origin.map { Column(name: $0.rawValue, type: .shared) }
      + [Column(name: "deviceAddress", type: .address), Column(name: "ordinal", type: .integer)]
    var children = [Self.metadata(of: name)]
    switch kind {
    case .quantity:
      children.append(DatasetTable("beats", of: name, ["bpm": .number, "time": .text]))
    case .correlation: children.append(Self.members("members", of: name))
    default: break
    }
    self.init(
      name, parent: nil, columns, fields: kind.fields.map { Sample.Field.list(of: $0) } ?? [],
      children)
    self.origin = origin
  }

  /// A table with a column or a nested table for each field, after the other columns and tables.
  private init(
    _ name: String, parent: String?, _ columns: [Column], fields: [Sample.Field],
    _ children: [DatasetTable] = []
  ) {
    var (columns, children) = (columns, children)
    func add(_ field: Sample.Field, _ type: Column.DataType) {
      columns.append(Column(name: DatasetVocabulary.column(ofField: field.name), type: type))
    }
    for field in fields {
      switch field.value {
      case .number: add(field, .number)
      case .date: add(field, .date)
      case .text: add(field, .text)
      case .bytes: add(field, .bytes)
      case .metadata: children.append(Self.metadata(of: name))
      case .numbers: children.append(DatasetTable(field.name, of: name, ["number": .number]))
      case .samples: children.append(Self.members(field.name, of: name))
      case .list(let structures), .sideFile(let structures):
        children.append(
          DatasetTable(
            "\(name)_\(snakeCase(field.name))", parent: name,
            ["n", "parent"].map { Column(name: $0, type: .integer) }, fields: structures.empty))
      }
    }
    self.init(
      name: name, parent: parent, columns: columns + [Column(name: "extras", type: .json)],
      children: children)
  }

  /// A table of a list whose items are no structures.
  private init(
    _ name: String, of parent: String, _ columns: KeyValuePairs<String, Column.DataType>
  ) {
    self.init(
      name: "\(parent)_\(snakeCase(name))", parent: parent,
      columns: [Column(name: "parent", type: .integer)]
        + columns.map { Column(name: $0.key, type: $0.value) }, children: [])
  }

  private static func metadata(of table: String) -> DatasetTable {
    DatasetTable("metadata", of: table, ["key": .text, "value": .text])
  }

  private static func members(_ name: String, of table: String) -> DatasetTable {
    var list = DatasetTable(name, of: table, ["n": .integer])
    list.listsSamples = true
    return list
  }
}

/// The indexes of the columns with which the tables of samples begin.
enum SampleColumn {
  static let id = 1
  static let nested = 2
  static let type = 3
  static let start = 4
  static let end = 5
  static let created = 6
  /// The column after these, such as the value of a quantity.
  static let first = 7
  /// The column of an unknown sample, which has no type.
  static let element = 3
  /// Its participant.
  static let unknownParticipant = 4
}

/// The column `nested` of a sample. It is empty for a sample at top level; each word except `nestedOnly`
/// marks a sample that the dataset contains a second time, so that counting both would count it twice.
enum NestedMark: String {
  /// The same sample is also at top level.
  case alsoTopLevel
  /// It occurs only in its correlation or workout.
  case nestedOnly
  /// It occurs only in its correlation or workout, which is also stored elsewhere, with the same sample in it.
  case alsoNested

  init(_ membership: NestedSample.Membership, in outer: NestedMark?) {
    switch membership {
    case .alsoTopLevel: self = .alsoTopLevel
    case .nestedOnly: self = (outer ?? .nestedOnly) == .nestedOnly ? .nestedOnly : .alsoNested
    }
  }

  var membership: NestedSample.Membership {
    self == .alsoTopLevel ? .alsoTopLevel : .nestedOnly
  }
}

/// Names that more than one file needs.
enum DatasetVocabulary {
  /// The version of the layout. It changes when a reader of the old layout would fail.
  static let version = 1
  /// The columns that a file must not lack if its table has them.
  static let requiredColumns: Set<String> = [
    "n", "parent", "property", "type", "element", "key", "value",
  ]
  /// The file that describes the tables.
  static let package = "datapackage.json"

  /// The columns of a sample's origin. Kinds that have a unit as a field lack the column of the unit.
  static func origin(of kind: SampleKind, hasParticipants: Bool) -> [CSVOriginColumn] {
    CSVOriginColumn.columns(
      CSVOriginColumn.allCases.filter { $0 != .unit || !kind.hasOwnUnit },
      hasParticipants: hasParticipants)
  }

  /// The column of a field: its name in an export, except for dates.
  static func column(ofField name: String) -> String {
    switch name {
    case "startDate": "start"
    case "endDate": "end"
    case "creationDate": "created"
    default: name
    }
  }
}

extension DatasetInfo {
  enum Property: String {
    case participant, exportDate, exportDateSpelled, locale, exportVersion, path, characteristic,
      attribute
  }

  /// The properties that are known, a row for each.
  var rows: [(property: Property, name: String?, value: String)] {
    var rows: [(property: Property, name: String?, value: String)] = []
    if let participant { rows.append((.participant, participant, "")) }
    for info in participants {
      rows.append((.participant, info.participant, JSONLinesWriter.text(of: info)))
    }
    if let date = exportDate {
      rows.append((.exportDate, nil, date.text(.iso8601).description))
      if let spelling = date.spelling { rows.append((.exportDateSpelled, nil, spelling.text)) }
    }
    if let locale { rows.append((.locale, nil, locale)) }
    if let exportVersion { rows.append((.exportVersion, nil, exportVersion)) }
    if let path { rows.append((.path, nil, path)) }
    rows += characteristics.map { (.characteristic, $0.type.identifier, $0.value) }
    return rows + attributes.map { (.attribute, $0.name, $0.value) }
  }

  /// Adds what a row of the table states.
  mutating func add<Row: TableRow & ~Copyable>(_ row: inout Row) throws(HealthError) {
    let name = try row.text(1) ?? ""
    let value = try row.text(2) ?? ""
    switch try row.text(0).flatMap({ Property(rawValue: $0) }) {
    case .exportDate:
      switch Timestamp.parse(value.utf8Span.span, form: .iso8601) {
      case .success(let date): exportDate = date
      case .failure(let fault):
        throw row.error("malformed-date", column: 2, "value \(fault.wording)")
      }
    case .exportDateSpelled:
      if let spelled = Timestamp(value), spelled == exportDate { exportDate = spelled }
    case .participant where value.isEmpty: participant = name
    case .participant:
      guard let info = DatasetInfo(jsonText: value) else {
        throw row.error("malformed-value", column: 2, "found no facts about a participant")
      }
      participants.append(info)
    case .locale: locale = value
    case .exportVersion: exportVersion = value
    case .path: path = value
    case .characteristic:
      characteristics.append(
        DatasetInfo.Characteristic(type: CharacteristicType(name), value: value))
    case .attribute: attributes.append(Element.Attribute(name: name, value: value))
    case nil:
      throw row.error("malformed-value", column: 0, "found a property that datasets do not have")
    }
  }
}

extension Input {
  /// The error for an input with several datasets, of which a reader would read one.
  ///
  /// - Parameter folders: Their folders, with a slash at the end; empty for the top.
  func severalDatasetsError(_ folders: [String]) -> HealthError {
    severalError("datasets", folders.map { $0.isEmpty ? "./" : $0 }.sorted())
  }
}

/// Folders of tables that this program has written: only these may be replaced.
package enum WrittenTables {
  /// The names that files of tables can have, if a folder has no other files and states that this program wrote it.
  ///
  /// - Returns: The names; none for any other folder.
  package static func names(in container: InputContainer) -> Set<String> {
    let tables = ([DatasetTable.dataset] + DatasetTable.kinds.flatMap(\.all)).map(\.name)
    let found = Set(container.entries.map(\.path))
    guard container.kind == .folder, container.unlisted.isEmpty, container.links.isEmpty
    else { return [] }
    let csv = Set(tables.map { "\($0).csv" } + [DatasetVocabulary.package])
    let input = Input(name: container.path, container: container)
    if found.isSubset(of: csv), (try? DataPackage.folder(in: input)) != nil { return csv }
    let parquet = Set(tables.map { "\($0).parquet" })
    guard found.isSubset(of: parquet),
      let entry = container.entries.first(where: { $0.path == ParquetVocabulary.dataset }),
      let file = try? container.openAtAnyPosition(entry),
      let table = try? ParquetTableReader(file, name: entry.path, memory: ParquetMemory()),
      table.notes[ParquetVocabulary.version] == "\(DatasetVocabulary.version)"
    else { return [] }
    return parquet
  }
}
