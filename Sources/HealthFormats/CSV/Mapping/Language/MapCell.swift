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

  /// The text for every row; `nil` if it comes from columns.
  let fixedText: String?
  /// `fixedText` as a number.
  private let fixedNumber: Number?
  let names: [MapColumn]
  /// Whether the columns are joined by a space: a day and a time. Otherwise, the first that the file has is read.
  let isJoined: Bool
  /// The value for each text of the file.
  private let table: [String: String]
  /// The value for texts that are not in the table.
  private let otherwise: String?
  /// The value for an empty cell.
  let fallback: String?
  /// The member to read of a cell with a JSON object.
  private let member: String?
  /// The factor for numbers.
  private let scale: Number?
  /// The cell by whose number a number is multiplied.
  let times: MapCell?
  /// The numbers that it may have, after `scale` and `times`.
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
    (range, per, times, member) = (nil, nil, nil, nil)
  }

  /// A cell with its columns in a file.
  init(_ cell: MapCell, columns: [Int], unit: String?, times: MapCell?, per: MapCell?) {
    (range, self.times, self.per, member) = (cell.range, times, per, cell.member)
    (fixedText, fixedNumber, table) = (cell.fixedText, cell.fixedNumber, cell.table)
    (names, isJoined, place) = (cell.names, cell.isJoined, cell.place)
    (otherwise, fallback, scale) = (cell.otherwise, cell.fallback, cell.scale)
    (self.columns, self.unit) = (columns, unit)
  }

  /// The cell that a map states.
  ///
  /// - Parameter node: A plain text; or `column`, `columns` or `text`, with `member`, `table`, `otherwise`, `default`,
  ///   `scale` or `times`.
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
    var member: String?
    if let node = fields.take("column") {
      names = try Self.names(node)
      member = try fields.takeText("member")
    } else if let node = fields.take("columns") {
      (names, isJoined) = (try Self.names(node), true)
    } else {
      text = try fields.takeText("text")
      if text == nil {
        throw fields.node.fault("expected a 'column', or a 'text' for every row")
      }
    }
    (self.names, self.isJoined, self.member) = (names, isJoined, member)
    (fixedText, fixedNumber) = (text, text.flatMap { Number($0) })
    var table: [String: String] = [:]
    for (key, value) in try fields.take("table")?.entries ?? [] {
      table[try key.text] = try value.text
    }
    self.table = table
    otherwise = table.isEmpty ? nil : try fields.takeText("otherwise")
    fallback = try fields.takeText("default")
    let node = fields.take("scale")
    scale = try (node?.text).flatMap { Number($0) }
    if let node, scale == nil { throw node.fault("expected a number to multiply by") }
    times = try fields.takeCell("times")
    let limits = fields.take("range")
    range = try limits?.range
    per = limits == nil ? nil : try fields.takeCell("per")
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
    fixedText == nil && fallback == nil
      && columns.allSatisfy { member == nil ? row.range($0) == nil : text($0, in: row) == nil }
  }

  /// The text, as the map's table has it; `nil` where the cell is empty.
  func text(in row: MapRow) throws(CellFault) -> String? {
    if let fixedText { return fixedText }
    let found: String?
    if !isJoined {
      found = columns.lazy.compactMap { self.text($0, in: row) }.first
    } else {
      let parts = columns.compactMap { row.text($0) }
      found = parts.isEmpty ? nil : parts.joined(separator: " ")
    }
    guard let found else { return fallback }
    if table.isEmpty { return found }
    guard let outcome = table[found] ?? otherwise else {
      throw fault("unknown-value", "found a text that is not in the map's table")
    }
    return outcome
  }

  /// The text of a column; if it is a JSON object, that of the member.
  private func text(_ column: Int, in row: MapRow) -> String? {
    guard let member, let text = row.text(column), text.hasPrefix("{") else {
      return row.text(column)
    }
    // A line feed is only between the parts of JSON, where it means the same as a space.
    let bytes: [UInt8] = text.utf8.map { $0 == 10 ? 32 : $0 }
    guard let object = JSONText(parsing: bytes, takesNaN: true) else { return text }
    guard let value = object[member]?.cell, !value.isEmpty,
      !row.form.empty.contains(where: { value.utf8.elementsEqual($0) })
    else { return nil }
    return value
  }

  /// The number, multiplied by the factor of the map and by that of the row; `nil` where the cell is empty.
  func number(in row: MapRow) throws(CellFault) -> Number? {
    guard range != nil || times != nil, var number = try unlimitedNumber(in: row) else {
      return try unlimitedNumber(in: row)
    }
    if let times {
      guard let factor = try times.number(in: row), let product = number.multiplied(by: factor)
      else { throw times.fault("missing-value", "found nothing, expected a number to multiply by") }
      number = product
    }
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
    let isObject = member != nil && row.bytes[range.lowerBound] == UInt8(ascii: "{")
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
    if member != nil {
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
