import HealthBytes
import HealthModel

/// A column by its name in the header, in which `{unit}` matches any unit.
struct MapColumn: Sendable {
  let name: String

  private static let unit = "{unit}"

  /// Whether a column of the file is this one.
  ///
  /// - Returns: `nil` if it is not; else the unit in its name, which is empty where this has none.
  func match(_ header: String) -> String? {
    guard let range = name.firstRange(of: Self.unit) else { return name == header ? "" : nil }
    let (front, back) = (name[..<range.lowerBound], name[range.upperBound...])
    guard header.count > front.count + back.count, header.hasPrefix(front), header.hasSuffix(back)
    else { return nil }
    return String(header.dropFirst(front.count).dropLast(back.count))
  }

  /// The first column of a header that is this one, preferably with a prefix.
  func index(in header: [String], _ prefix: String) -> Int? {
    let plain = header.firstIndex { match($0) != nil }
    if prefix.isEmpty { return plain }
    return header.firstIndex {
      $0.hasPrefix(prefix) && match(String($0.dropFirst(prefix.count))) != nil
    }
      ?? plain
  }

  /// Whether the unit is part of the name.
  var hasUnit: Bool { name.firstRange(of: Self.unit) != nil }
}

/// The source of a field's value: columns, or the same text for every row.
///
/// A map states the names of columns. ``MapHeader/find(_:)`` adds their numbers in a file, and then the cell reads rows.
/// It is a class because it is passed around for every row.
final class MapCell: Sendable {
  /// The meaning of a plain text in the map.
  enum Plain {
    case column, text
  }

  /// What is read of a name of a sport: the activity, whether it was indoors, where a person swam.
  enum Sports: String, CaseIterable {
    case activity, indoor, swimming
  }

  /// The text for every row; `nil` if it comes from columns.
  let fixedText: String?
  /// `fixedText` as a number.
  private let fixedNumber: Number?
  let names: [MapColumn]
  /// Whether the columns are joined by a space: a day and a time. Otherwise, the first that the file has is read.
  let isJoined: Bool
  /// The value for each text of the file.
  private let table: [String: String]
  /// What a name of a sport means, if it is not in the table.
  let sports: Sports?
  /// The value for texts that are not in the table.
  private let otherwise: String?
  /// The value for an empty cell.
  let fallback: String?
  /// The members of a cell with a JSON object, of which the first that has a value is read; empty for the whole cell.
  private let members: [String]
  /// The item of a JSON list that is the object.
  private let item: Int?
  /// The factor for numbers.
  private let scale: Number?
  /// The cell by whose number a number is multiplied.
  let times: MapCell?
  /// The cell whose number is added; one of the two may be empty.
  let plus: MapCell?
  /// The numbers that it may have, after `scale`, `times` and `plus`.
  private let range: ClosedRange<Double>?
  /// The cell by whose number a number is divided before it is compared with the range.
  let per: MapCell?
  let place: Place
  /// The columns of the file; empty if it has none of them.
  let columns: [Int]
  /// The unit in the name of the column.
  let unit: String?

  init(text: String? = nil, names: [MapColumn] = [], place: Place) {
    (fixedText, fixedNumber) = (text, text.flatMap { Number($0) })
    (self.names, self.place, isJoined, table) = (names, place, false, [:])
    (otherwise, fallback, scale, columns, unit) = (nil, nil, nil, [], nil)
    (range, per, times, plus, members, item) = (nil, nil, nil, nil, [], nil)
    sports = nil
  }

  /// A cell with its columns in a file.
  ///
  /// - Parameter find: Finds those of the cells within it.
  init(_ cell: MapCell, columns: [Int], unit: String?, _ find: (MapCell) -> MapCell) {
    (range, members, item, sports) = (cell.range, cell.members, cell.item, cell.sports)
    (times, plus, per) = (cell.times.map(find), cell.plus.map(find), cell.per.map(find))
    (fixedText, fixedNumber, table) = (cell.fixedText, cell.fixedNumber, cell.table)
    (names, isJoined, place) = (cell.names, cell.isJoined, cell.place)
    (otherwise, fallback, scale) = (cell.otherwise, cell.fallback, cell.scale)
    (self.columns, self.unit) = (columns, unit)
  }

  /// The cell that a map states.
  ///
  /// - Parameter node: A plain text; or `column`, `columns` or `text`, with `member`, `table`, `otherwise`, `default`,
  ///   `scale`, `times` or `plus`.
  convenience init(_ node: MapNode, plain: Plain) throws(HealthError) {
    if node.isMapping {
      var fields = try node.fields(of: "a cell")
      try self.init(&fields)
      try fields.finish()
    } else if plain == .text {
      self.init(text: try node.text, place: node.place)
    } else {
      self.init(names: try Self.names(node), place: node.place)
    }
  }

  /// The cell among the keys of something larger.
  init(_ fields: inout MapFields) throws(HealthError) {
    (place, columns, unit) = (fields.node.place, [], nil)
    var (names, isJoined, text): ([MapColumn], Bool, String?) = ([], false, nil)
    var members: [String] = []
    if let node = fields.take("column") {
      names = try Self.names(node)
      members = try fields.take("member")?.texts ?? []
    } else if let node = fields.take("columns") {
      (names, isJoined) = (try Self.names(node), true)
    } else {
      text = try fields.takeText("text")
      if text == nil {
        throw fields.node.fault("expected a 'column', or a 'text' for every row")
      }
    }
    (self.names, self.isJoined) = (names, isJoined)
    (item, self.members) = Self.path(members)
    (fixedText, fixedNumber) = (text, text.flatMap { Number($0) })
    var table: [String: String] = [:]
    for (key, value) in try fields.take("table")?.entries ?? [] {
      table[try key.text] = try value.text
    }
    self.table = table
    sports = try fields.take("sports").map { (node) throws(HealthError) in
      try node.choice(of: Sports.allCases)
    }
    otherwise = table.isEmpty && sports == nil ? nil : try fields.takeText("otherwise")
    fallback = try fields.takeText("default")
    let node = fields.take("scale")
    scale = try (node?.text).flatMap { Number($0) }
    if let node, scale == nil { throw node.fault("expected a number to multiply by") }
    times = try fields.takeCell("times")
    plus = try fields.takeCell("plus")
    let limits = fields.take("range")
    range = try limits?.range
    per = limits == nil ? nil : try fields.takeCell("per")
  }

  /// The item and the member of a text such as `[0].start`; several texts are members.
  private static func path(_ members: [String]) -> (item: Int?, members: [String]) {
    guard members.count == 1, let member = members.first, member.hasPrefix("[") else {
      return (nil, members)
    }
    let parts = member.dropFirst().split(separator: "]", maxSplits: 1)
    guard parts.count == 2, parts[1].hasPrefix("."), let item = Int(parts[0]), item >= 0 else {
      return (nil, members)
    }
    return (item, [String(parts[1].dropFirst())])
  }

  private static func names(_ node: MapNode) throws(HealthError) -> [MapColumn] {
    try node.texts.map { MapColumn(name: $0) }
  }

  /// The texts that samples can get from it, as far as the map determines them.
  var outcomes: [String] {
    [fixedText, otherwise, fallback].compactMap { $0 } + table.values.sorted()
  }

  /// Whether the name of its column states a unit.
  var hasUnit: Bool { fixedText == nil && !isJoined && names.allSatisfy(\.hasUnit) }

  /// An error of the map about it.
  func fault(_ message: String, remedy: HealthError.Remedy? = nil) -> HealthError {
    .malformedMap(place, message, remedy: remedy)
  }
}

extension MapFields {
  /// Takes a cell, if it is there.
  mutating func takeCell(
    _ key: String, plain: MapCell.Plain = .column
  ) throws(HealthError) -> MapCell? {
    guard let node = take(key) else { return nil }
    return try MapCell(node, plain: plain)
  }
}

extension MapCell.Sports {
  /// The value for a name of a sport; `nil` if the name states none.
  fileprivate func outcome(_ name: String) -> String? {
    switch self {
    case .activity:
      let activity = RouteActivity.activity(for: name)
      return activity == .other ? nil : activity.shortName
    case .indoor: return RouteActivity.isIndoor(name) ? "1" : nil
    case .swimming: return RouteActivity.swimmingLocation(name).map { String($0) }
    }
  }
}

/// Reading rows of a file, once the columns have been found.
extension MapCell {
  /// Whether the file has none of its columns.
  var isAbsent: Bool { fixedText == nil && columns.isEmpty }

  /// The column to name in messages.
  var column: Int { columns.first ?? 0 }

  /// Something wrong with the cell of a row.
  func fault(_ rule: String, _ message: String) -> CellFault {
    CellFault(cell: column, rule: rule, message: message)
  }

  /// Whether it has no value in a row, not even a default.
  func isEmpty(in row: MapRow) -> Bool {
    fixedText == nil && fallback == nil && plus?.isEmpty(in: row) != false
      && columns.allSatisfy { members.isEmpty ? row.range($0) == nil : text($0, in: row) == nil }
  }

  /// The text, as the map's table has it; `nil` where the cell is empty.
  func text(in row: MapRow) throws(CellFault) -> String? {
    if let fixedText { return fixedText }
    guard let found = found(in: row) else { return fallback }
    if table.isEmpty, sports == nil { return found }
    if let outcome = entry(for: found) { return outcome }
    if let sports, let outcome = sports.outcome(found) ?? otherwise { return outcome }
    if sports != nil, sports != .activity { return fallback }
    guard let outcome = otherwise else {
      throw fault("unknown-value", "found a text that is not in the map's table")
    }
    return outcome
  }

  /// The activity of a row that is neither in the table nor a known name of a sport, nor `Other` itself.
  func unknownActivity(in row: MapRow) -> String? {
    guard fixedText == nil, sports == .activity || !table.isEmpty, let found = found(in: row),
      entry(for: found) == nil, !found.lowercased().hasPrefix("other")
    else { return nil }
    return sports == .activity && RouteActivity.isKnown(found) ? nil : found
  }

  /// The text of the columns, before the table.
  private func found(in row: MapRow) -> String? {
    if !isJoined { return columns.lazy.compactMap { self.text($0, in: row) }.first }
    let parts = columns.compactMap { row.text($0) }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The value of the table for a text, in which an underscore may be a space.
  private func entry(for text: String) -> String? {
    if let value = table[text] { return value }
    guard text.utf8.contains(UInt8(ascii: "_")) else { return nil }
    return table[String(text.map { $0 == "_" ? " " : $0 })]
  }

  /// The text of a column; if it is a JSON object, that of the first of the members with a value.
  private func text(_ column: Int, in row: MapRow) -> String? {
    guard !members.isEmpty, let text = row.text(column), text.hasPrefix(item == nil ? "{" : "[")
    else { return item == nil ? row.text(column) : nil }
    // A line feed is only between the parts of JSON, where it means the same as a space.
    let bytes: [UInt8] = text.utf8.map { $0 == 10 ? 32 : $0 }
    guard let content = JSONText(parsing: bytes, takesNaN: true) else { return text }
    var object = content
    if let item {
      guard case .array(let list) = content, list.indices.contains(item) else { return nil }
      object = list[item]
    }
    return members.lazy.compactMap { object[$0]?.cell }.first { value in
      !value.isEmpty && !row.form.empty.contains { value.utf8.elementsEqual($0) }
    }
  }

  /// The number, multiplied by the factor of the map and by that of the row, and what is added; `nil` where the cell is empty.
  func number(in row: MapRow) throws(CellFault) -> Number? {
    guard range != nil || times != nil || plus != nil else { return try unlimitedNumber(in: row) }
    var found = try unlimitedNumber(in: row)
    if let times, let number = found {
      guard let factor = try times.number(in: row), let product = number.multiplied(by: factor)
      else { throw times.fault("missing-value", "found nothing, expected a number to multiply by") }
      found = product
    }
    if let plus, let summand = try plus.number(in: row) {
      found = found?.adding(summand) ?? summand
    }
    guard let number = found else { return nil }
    guard let range else { return number }
    let divisor = try per.map { (per) throws(CellFault) in try per.number(in: row)?.doubleValue }
    guard range.contains(number.doubleValue / ((divisor ?? 1) ?? .nan)) else {
      throw fault("out-of-range", "found a number outside the range that the map states for it")
    }
    return number
  }

  private func unlimitedNumber(in row: MapRow) throws(CellFault) -> Number? {
    if let fixedNumber { return fixedNumber }
    if let fixedText { return try scaled(Number(fixedText)) }
    guard let range = columns.lazy.compactMap({ row.range($0) }).first else {
      return try fallback.map { (text) throws(CellFault) in try scaled(Number(text)) }
    }
    let first = row.bytes[range.lowerBound]
    let isObject = !members.isEmpty && first == UInt8(ascii: item == nil ? "{" : "[")
    if !table.isEmpty || isObject {
      return try text(in: row).map { (text) throws(CellFault) in try scaled(Number(text)) }
    }
    guard !isJoined || columns.allSatisfy({ row.range($0).map { $0 == range } ?? true }) else {
      throw fault("malformed-number", "found several cells with text, expected one number")
    }
    let number = row.number(range)
    if number == nil, Number.hasDecimalComma(row.bytes.span.extracting(range)) {
      throw fault(
        "malformed-number",
        "found a number with a comma, expected a decimal point or 'decimal: \",\"' in the map")
    }
    return try scaled(number)
  }

  /// A number of the cell, multiplied by the factor of the map.
  func scaled(_ number: Number?) throws(CellFault) -> Number {
    guard let number, let product = scale.map({ number.multiplied(by: $0) }) ?? number else {
      throw fault("malformed-number", "found text that is not a number")
    }
    return product
  }

  /// Lends the bytes of the text; `nil` where the cell is empty.
  func withBytes<Result>(in row: MapRow, _ body: (Span<UInt8>) -> Result) -> Result? {
    if let fixedText { return body(fixedText.utf8Span.span) }
    if !members.isEmpty {
      guard let text = columns.lazy.compactMap({ self.text($0, in: row) }).first else {
        return nil
      }
      return body(text.utf8Span.span)
    }
    if !isJoined {
      guard let range = columns.lazy.compactMap({ row.range($0) }).first else { return nil }
      return body(row.bytes.span.extracting(range))
    }
    var bytes: [UInt8] = []
    for column in columns {
      guard let range = row.range(column) else { continue }
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      bytes += row.bytes[range]
    }
    return bytes.isEmpty ? nil : body(bytes.span)
  }
}
