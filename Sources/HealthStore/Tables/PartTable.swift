import HealthFormats
package import HealthModel

extension StoreTable {
  /// All tables, in an order in which none refers to a later one, but for samples to samples.
  package static let all: [StoreTable] = {
    var tables = shared + inbox + answers + kinds.flatMap { $0?.all ?? [] }.map(\.table)
    for index in tables.indices { tables[index].index = index }
    return tables
  }()

  /// The tables of the parts of samples of a kind. The first is that of bit 0 of ``SampleRow/parts``, and so on.
  package static func parts(of kind: SampleKind) -> [StoreTable] {
    kinds[Int(kind.code)]?.all.map(\.table) ?? []
  }

  /// The tables of each kind, by its code.
  static let kinds: [PartTable?] = {
    var index = shared.count + inbox.count + answers.count
    return SampleKind.allCases.map { PartTable.make($0, at: &index) }
  }()
}

/// A table of parts of samples, and the tables of the parts of its rows.
///
/// Made from the one list of fields that each structure has, so that a new field needs no line here.
final class PartTable: Sendable {
  let table: StoreTable
  /// Those of its rows' lists, in the order in which the fields are visited.
  let children: [PartTable]
  /// The bit that tells in the row of the sample whether it has rows here.
  let bit: Int64

  /// The bits of this table and those inside whose rows name samples.
  let memberBits: Int64
  /// The indexes of the columns for what the others do not reproduce.
  let decimals: Int?
  let exact: Int?
  let extras: Int?

  init(_ table: StoreTable, _ children: [PartTable], bit: Int64) {
    self.table = table
    self.children = children
    self.bit = bit
    decimals = table.columns.firstIndex { $0.name == "decimals" }
    exact = table.columns.firstIndex { $0.name == "exact" }
    extras = table.columns.firstIndex { $0.name == "extras" }
    let namesSamples = table.columns.contains { $0.name == "member" }
    memberBits = children.reduce(namesSamples ? bit : 0) { $0 | $1.memberBits }
  }

  /// This table and all inside.
  var all: [PartTable] { [self] + children.flatMap(\.all) }

  /// The fields that have rows in the tables inside, each with its table.
  func nested(_ fields: [Sample.Field]) -> some Sequence<(Sample.Field, PartTable)> {
    zip(fields.lazy.filter(\.hasTable), children)
  }

  /// The bits of this table and those inside in which fields have rows.
  func bits(of fields: [Sample.Field]) -> Int64 {
    nested(fields).reduce(bit) { bits, nested in
      let (field, table) = nested
      if field.isEmpty { return bits }
      switch field.value {
      case .list(let list) where !table.children.isEmpty, .sideFile(let list):
        return (0..<list.count).reduce(bits) { $0 | table.bits(of: list[$1].fields) }
      default: return bits | table.bit
      }
    }
  }

  /// The tables of a kind.
  ///
  /// - Parameter index: The place of the first among all tables; then that after the last.
  /// - Returns: The first table, if the kind has one.
  static func make(_ kind: SampleKind, at index: inout Int) -> PartTable? {
    let name = snakeCase(kind.rawValue)
    var builder = PartTableBuilder(name, name: name, parent: nil, index: index, first: index)
    switch kind {
    case .quantity:
      builder.name = "quantity_beat"
      builder.title = "Heartbeats that a heart rate variability was computed from"
      builder.column("bpm", .real, title: "beats per minute")
      builder.column("time", .text, title: "as the export writes it, without a date")
    case .category: return nil
    case .correlation:
      builder.name = "correlation_member"
      builder.title = "Members of a correlation"
      builder.column("member", .reference("sample"), title: "the member, a sample that is nested")
    case .unknown:
      builder.name = "unknown_element"
      builder.title = "Unknown elements of an export"
      builder.column("element", .text, title: "name, attributes and content: JSON")
    default: if let fields = kind.fields { builder.add(Sample.Field.list(of: fields)) }
    }
    defer { index = builder.next }
    return builder.finished()
  }
}

/// Makes tables of lists of fields.
private struct PartTableBuilder {
  var name: String
  /// What its rows are: the kind, or the name of the list.
  private let structure: String
  /// The table of the rows that its rows are nested in.
  let parent: String?
  private let index: Int
  /// The place of the first table of the kind among all.
  private let first: Int
  /// The place of the table that is made next.
  private(set) var next: Int
  private var columns: [StoreTable.Column] = []
  private var children: [PartTable] = []
  private var hasExtras = false
  /// The description of the table, where no structure has one.
  var title: String?

  init(_ structure: String, name: String, parent: String?, index: Int, first: Int) {
    self.structure = structure
    self.name = name
    self.parent = parent
    self.index = index
    self.first = first
    next = index + 1
  }

  mutating func add(_ fields: [Sample.Field]) {
    for field in fields {
      let name = columnName(field.name)
      switch field.value {
      case .number: column(name, .real)
      case .date:
        column(name, .instant)
        column((name.hasSuffix("_date") ? String(name.dropLast(5)) : name) + "_offset", .integer)
      case .text: column(name, .text)
      case .bytes: column(name, .bytes)
      case .metadata: column(name, .reference("metadata"))
      case .numbers: child(field.name) { $0.column("value", .real) }
      case .samples: child(field.name) { $0.column("member", .reference("sample")) }
      case .list(let structures), .sideFile(let structures):
        child(field.name) {
          $0.add(structures.empty)
          $0.hasExtras = true
        }
      }
    }
  }

  func finished() -> PartTable {
    var all: [StoreTable.Column] = [
      .init(
        "sample", .reference("sample"), isOptional: false, title: "the sample that it is part of"),
      .init(
        "n", .integer, isOptional: false,
        title: "numbers all rows of a sample, in all tables, in the order written"),
    ]
    if let parent {
      all.append(
        .init(
          "parent", .integer, isOptional: false,
          title: "the `n` of the row of `\(parent)` that it is part of"))
    }
    all += columns
    let hasNumbers = columns.contains { $0.type == .real }
    if hasNumbers {
      all.append(
        .init(
          "decimals", .integer,
          title:
            "number of decimals of all numbers of the row as written, if one of them ends in a zero"
        ))
    }
    if hasNumbers || columns.contains(where: { $0.type == .instant }) {
      all.append(.init("exact", .text, title: SampleRow.exactTitle))
    }
    if hasExtras { all.append(.init("extras", .text, title: SampleRow.extrasTitle)) }
    var table = StoreTable(
      name, .parts, all, title: title ?? FieldTitles.title(of: structure) ?? "")
    table.index = index
    return PartTable(table, children, bit: 1 &<< Int64(index - first))
  }

  mutating func column(_ name: String, _ type: StoreTable.Column.DataType, title: String? = nil) {
    columns.append(
      StoreTable.Column(name, type, title: title ?? FieldTitles.title(of: name, in: structure)))
  }

  private mutating func child(_ name: String, _ build: (inout PartTableBuilder) -> Void) {
    let structure = snakeCase(name)
    var builder = PartTableBuilder(
      structure, name: "\(self.name)_\(structure)", parent: self.name, index: next, first: first)
    build(&builder)
    next = builder.next
    children.append(builder.finished())
  }
}

extension Sample.Field {
  /// Whether its values are rows of a table of their own, and not cells.
  fileprivate var hasTable: Bool {
    switch value {
    case .number, .date, .text, .bytes, .metadata: false
    case .numbers, .list, .sideFile, .samples: true
    }
  }
}

/// The column of a field; where its name is a word of SQL's own, HealthKit's name or a longer one.
private func columnName(_ field: String) -> String {
  switch field {
  case "add": "add_power"
  case "offset": "byte_offset"
  default: snakeCase(field)
  }
}
