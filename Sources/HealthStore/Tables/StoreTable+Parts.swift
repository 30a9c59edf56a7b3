package import HealthModel

extension StoreTable {
  /// All tables, in an order in which none refers to a later one, but for samples to samples.
  package static let all: [StoreTable] = {
    var tables = shared + kinds.flatMap { $0?.all ?? [] }.map(\.table)
    for index in tables.indices { tables[index].index = index }
    return tables
  }()

  /// The tables of what is inside of samples of a kind. The first is that of bit 0 of ``SampleRow/parts``, and so on.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: The tables.
  package static func parts(of kind: SampleKind) -> [StoreTable] {
    kinds[Int(kind.code)]?.all.map(\.table) ?? []
  }

  /// The tables of each kind, by its code.
  static let kinds: [PartTable?] = {
    var index = shared.count
    return SampleKind.allCases.sorted { $0.code < $1.code }.map { PartTable.make($0, at: &index) }
  }()
}

/// A table of what is inside of samples, and the tables of what its rows hold.
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
  /// The places of the columns for what the others do not give back.
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

  /// The tables of a kind.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - index: The place of the first among all tables; then that after the last.
  /// - Returns: The first table, if the kind has one.
  static func make(_ kind: SampleKind, at index: inout Int) -> PartTable? {
    let name = snakeCase(kind.rawValue)
    var builder = PartTableBuilder(name: name, parent: nil, index: index, first: index)
    switch kind {
    case .quantity:
      builder.name = "quantity_beat"
      builder.title = "The beats of a heart rate variability"
      builder.column("bpm", .real)
      builder.column("time", .text, title: "as the export writes it, without a date")
    case .category: return nil
    case .correlation:
      builder.name = "correlation_member"
      builder.title = "The members of a correlation"
      builder.column("member", .reference("sample"))
      builder.column("standing", .text, title: "`twin` if it stands on its own as well")
    case .unknown:
      builder.name = "unknown_element"
      builder.title = "Elements that nobody knows"
      builder.column("element", .text, title: "name, attributes, content: JSON")
    default: if let fields = kind.fields { builder.add(fields) }
    }
    defer { index = builder.next }
    return builder.finished()
  }
}

/// Makes tables of lists of fields.
private struct PartTableBuilder: FieldVisitor {
  var name: String
  /// The table of the rows that its rows are inside of.
  let parent: String?
  private let index: Int
  /// The place of the first table of the kind among all.
  private let first: Int
  /// The place of the table that is made next.
  private(set) var next: Int
  private var columns: [StoreTable.Column] = []
  private var children: [PartTable] = []
  private var hasExtras = false
  /// What the table is, where it is not just what a structure holds.
  var title: String?

  init(name: String, parent: String?, index: Int, first: Int) {
    self.name = name
    self.parent = parent
    self.index = index
    self.first = first
    next = index + 1
  }

  mutating func add<Fields: FieldStructure>(_ fields: Fields) {
    var fields = fields
    fields.visit(&self)
    hasExtras = true
  }

  func finished() -> PartTable {
    var all: [StoreTable.Column] = [
      .init("sample", .reference("sample"), isOptional: false),
      .init("n", .integer, isOptional: false, title: "numbers all that is inside of the sample"),
    ]
    if parent != nil {
      all.append(
        .init("parent", .integer, isOptional: false, title: "the `n` of what it is inside of"))
    }
    all += columns
    let hasNumbers = columns.contains { $0.type == .real }
    if hasNumbers {
      all.append(
        .init(
          "decimals", .integer,
          title: "how many all numbers of the row are written with, if zeros end one"))
    }
    if hasNumbers || columns.contains(where: { $0.type == .instant }) {
      all.append(.init("exact", .text, title: SampleRow.exactTitle))
    }
    if hasExtras { all.append(.init("extras", .text, title: SampleRow.extrasTitle)) }
    var table = StoreTable(name, .parts, all, title: title ?? defaultTitle)
    table.index = index
    return PartTable(table, children, bit: 1 &<< Int64(index - first))
  }

  private var defaultTitle: String {
    guard let parent else { return "What such a sample has beside what every sample has" }
    return "What is inside of a row of `\(parent)`"
  }

  mutating func column(_ name: String, _ type: StoreTable.Column.DataType, title: String? = nil) {
    columns.append(StoreTable.Column(name, type, title: title ?? defaultTitle))
  }

  private mutating func child(_ name: String, _ build: (inout PartTableBuilder) -> Void) {
    var builder = PartTableBuilder(
      name: "\(self.name)_\(snakeCase(name))", parent: self.name, index: next, first: first)
    build(&builder)
    next = builder.next
    children.append(builder.finished())
  }

  mutating func number(_ name: String, _ value: inout Number?) { column(columnName(name), .real) }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    let name = columnName(name)
    column(name, .instant)
    column(
      (name.hasSuffix("_date") ? String(name.dropLast(5)) : name) + "_offset", .integer)
  }

  mutating func text(_ name: String, _ value: inout String?) { column(columnName(name), .text) }
  mutating func bytes(_ name: String, _ value: inout [UInt8]) { column(columnName(name), .bytes) }
  mutating func sideFile(_ name: String, _ value: inout String?) { text(name, &value) }

  mutating func metadata(_ value: inout Metadata) { column("metadata", .reference("metadata")) }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    child(name) { $0.column("value", .real) }
  }

  mutating func list<S: FieldStructure>(_ name: String, element: String, _ value: inout [S]) {
    child(name) { $0.add(S()) }
  }

  mutating func sideFile<S: FieldStructure>(_ name: String, _ value: inout S?) {
    child(name) { $0.add(S()) }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [Sample]) {
    child(name) { $0.column("member", .reference("sample")) }
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

/// `sourceURL` as `source_url`: names of tables and columns are in lower case.
private func snakeCase(_ name: String) -> String {
  var text: [UInt8] = []
  var wasUpper = true
  for byte in name.utf8 {
    let isUpper = byte &- UInt8(ascii: "A") < 26
    if isUpper, !wasUpper { text.append(UInt8(ascii: "_")) }
    text.append(isUpper ? byte | 32 : byte)
    wasUpper = isUpper
  }
  return String(decoding: text, as: UTF8.self)
}
