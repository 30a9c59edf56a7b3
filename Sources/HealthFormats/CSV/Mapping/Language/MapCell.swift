import HealthModel

/// A column by its name in the header, in which `{unit}` matches any unit.
struct MapColumn: Sendable, Hashable {
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

  /// Whether the unit is part of the name.
  var hasUnit: Bool { name.firstRange(of: Self.unit) != nil }
}

/// The source of a field's value: columns, or the same text for every row.
struct MapCell: Sendable {
  enum Content: Sendable {
    /// The same for every row.
    case text(String)
    /// The first of some columns that the file has.
    case column([MapColumn])
    /// Several columns, joined by a space: a day and a time.
    case joined([MapColumn])
  }

  /// The meaning of a plain text in the map.
  enum Plain {
    case column, text
  }

  var content: Content
  /// The value for each text of the file.
  var table: [String: String] = [:]
  /// The value for texts that are not in the table.
  var otherwise: String?
  /// The value for an empty cell.
  var fallback: String?
  /// The factor for numbers.
  var scale: Number?
  let place: Place

  /// The cell that a map states.
  ///
  /// - Parameter node: A plain text; or `column`, `columns` or `text`, with `table`, `otherwise`, `default` or
  ///   `scale`.
  init(_ node: MapNode, plain: Plain) throws(FormatError) {
    if node.isMapping {
      var fields = try node.fields(of: "a cell")
      try self.init(&fields)
      try fields.finish()
      return
    }
    self.init(
      plain == .text ? .text(try node.text) : .column(try Self.columns(node)), node.place)
  }

  private init(_ content: Content, _ place: Place) {
    self.content = content
    self.place = place
  }

  /// The cell among the keys of something larger.
  init(_ fields: inout MapFields) throws(FormatError) {
    place = fields.node.place
    if let node = fields.take("column") {
      content = .column(try Self.columns(node))
    } else if let node = fields.take("columns") {
      content = .joined(try Self.columns(node))
    } else if let text = try fields.takeText("text") {
      content = .text(text)
    } else {
      throw fields.node.fault("expected a 'column', or a 'text' for every row")
    }
    if let node = fields.take("table") {
      for (key, value) in try node.entries { table[try key.text] = try value.text }
    }
    if !table.isEmpty { otherwise = try fields.takeText("otherwise") }
    fallback = try fields.takeText("default")
    if let node = fields.take("scale") {
      guard let number = Number(try node.text) else {
        throw node.fault("expected a number to multiply by")
      }
      scale = number
    }
  }

  private static func columns(_ node: MapNode) throws(FormatError) -> [MapColumn] {
    try node.texts.map { MapColumn(name: $0) }
  }

  /// The text it has in every row, if it does not come from a column.
  var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// The texts that samples can get from it, as far as the map determines them.
  var outcomes: [String] {
    [text, otherwise, fallback].compactMap { $0 } + table.values.sorted()
  }
}
