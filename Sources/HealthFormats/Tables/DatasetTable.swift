import HealthModel

/// A table of a dataset: its columns, and the tables of what its rows hold.
///
/// Made from the one list of fields that each structure has, so that a new field needs no line here. Samples
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
  /// Which of the columns are of a sample's origin.
  var origin: [CSVOriginColumn] = []

  /// The tables of the kinds, in the order of the kinds.
  static let kinds: [DatasetTable] = SampleKind.allCases.map { DatasetTable($0) }

  /// The table of facts about the dataset, one in each row.
  static let dataset = DatasetTable(
    name: "dataset", parent: nil,
    columns: ["property", "name", "value"].map { Column(name: $0, type: .text) }, children: [])

  /// Whether its rows have a number of their own.
  var hasNumber: Bool { columns.first?.name == "n" }

  /// This table and all tables of what its rows hold.
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

  /// The table of a kind.
  init(_ kind: SampleKind) {
    let number = Column(name: "n", type: .integer)
    let id = Column(name: "id", type: .identity)
    let name = snakeCase(kind.rawValue)
    if kind == .unknown {
      self.init(
        name: name, parent: nil,
        columns: [number, id, Column(name: "element", type: .json)], children: [])
      return
    }
    var builder = DatasetTableBuilder(name: name)
    builder.columns =
      [number, id, Column(name: "type", type: .shared)]
      + ["start", "end", "created"].map { Column(name: $0, type: .date) }
      + Self.valueColumns(kind)
      + DatasetVocabulary.origin(of: kind).map { Column(name: $0.rawValue, type: .shared) }
      + [Column(name: "deviceAddress", type: .address), Column(name: "ordinal", type: .integer)]
    builder.table("metadata", ["key", "value"])
    switch kind {
    case .quantity: builder.table("beats", ["bpm", "time"])
    case .correlation: builder.table("members", ["n", "membership"])
    default: if let fields = kind.fields { builder.add(fields) }
    }
    self = builder.finished(parent: nil)
    origin = DatasetVocabulary.origin(of: kind)
  }
}

/// Names that more than one file needs.
enum DatasetVocabulary {
  /// The version of the layout. It changes when a reader of the old layout would fail.
  static let version = 1
  /// The description of the tables.
  static let package = "datapackage.json"

  /// The columns of a sample's origin. The unit of some kinds is a field of theirs.
  static func origin(of kind: SampleKind) -> [CSVOriginColumn] {
    CSVOriginColumn.allCases.filter { $0 != .unit || !kind.hasOwnUnit }
  }

  /// The name of a dated field's column where it is not the export's.
  static func column(ofField name: String) -> String {
    switch name {
    case "startDate": "start"
    case "endDate": "end"
    case "creationDate": "created"
    default: name
    }
  }
}

/// Makes tables of lists of fields.
private struct DatasetTableBuilder: Sample.FieldVisitor {
  let name: String
  var columns: [DatasetTable.Column] = []
  private var children: [DatasetTable] = []

  init(name: String) {
    self.name = name
  }

  mutating func add<Fields: Sample.FieldList>(_ fields: Fields) {
    var fields = fields
    fields.visit(&self)
  }

  func finished(parent: String?) -> DatasetTable {
    DatasetTable(
      name: name, parent: parent,
      columns: columns + [DatasetTable.Column(name: "extras", type: .json)],
      children: children)
  }

  private mutating func column(_ name: String, _ type: DatasetTable.Column.DataType) {
    columns.append(
      DatasetTable.Column(name: DatasetVocabulary.column(ofField: name), type: type))
  }

  /// A table without structure: rows of some texts.
  mutating func table(_ name: String, _ columns: [String]) {
    children.append(
      DatasetTable(
        name: "\(self.name)_\(snakeCase(name))", parent: self.name,
        columns: [DatasetTable.Column(name: "parent", type: .integer)]
          + columns.map { name in
            let type: DatasetTable.Column.DataType =
              switch name {
              case "n": .integer
              case "bpm", "number": .number
              default: .text
              }
            return DatasetTable.Column(name: name, type: type)
          }, children: []))
  }

  private mutating func structure<S: Sample.FieldStructure>(_ name: String, _ structure: S) {
    var builder = DatasetTableBuilder(name: "\(self.name)_\(snakeCase(name))")
    builder.columns = ["n", "parent"].map { DatasetTable.Column(name: $0, type: .integer) }
    builder.add(structure)
    children.append(builder.finished(parent: self.name))
  }

  mutating func number(_ name: String, _ value: inout Number?) { column(name, .number) }
  mutating func date(_ name: String, _ value: inout Timestamp?) { column(name, .date) }
  mutating func text(_ name: String, _ value: inout String?) { column(name, .text) }
  mutating func bytes(_ name: String, _ value: inout [UInt8]) { column(name, .bytes) }
  mutating func metadata(_ value: inout Metadata) { table("metadata", ["key", "value"]) }
  mutating func numbers(_ name: String, _ value: inout [Number]) { table(name, ["number"]) }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    structure(name, S())
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    structure(name, S())
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    table(name, ["n", "membership"])
  }
}
