import HealthBytes
import HealthModel

/// Settings of a map, a table or a single sample; inner settings override outer ones.
struct MapSettings: Sendable {
  /// What to do with columns that a table does not mention.
  enum Unmapped: String, CaseIterable {
    /// A finding reports them.
    case report
    /// They become metadata of the samples of their row.
    case metadata
    /// They are kept as an unknown sample for each row.
    case row
  }

  /// A row is read only where a column has, or has not, one of some texts.
  struct Condition: Sendable {
    let cell: MapCell
    let texts: [String]
    let isNegated: Bool
  }

  /// The properties of a device.
  enum Device: Sendable {
    /// The text of an Apple Health export.
    case text(MapCell)
    /// Its fields, by their names.
    case fields([(name: String, cell: MapCell)])
  }

  var delimiter: UInt8?
  var decimal = UInt8(ascii: ".")
  var group: UInt8?
  /// The texts that count as an empty cell.
  var empty: [String] = []
  var dates: [DatePattern] = [DatePattern.iso]
  var zone: MapCell?
  var units: [String: String] = [:]
  var unmapped = Unmapped.report
  var start: MapCell?
  var end: MapCell?
  var lasts: MapLength?
  var created: MapCell?
  var source: MapCell?
  var sourceVersion: MapCell?
  var device: Device?
  var metadata: [(key: String, cell: MapCell)] = []
  var conditions: [Condition] = []

  /// Reads the keys of a map or a table that apply to the whole file.
  mutating func takeForm(_ fields: inout MapFields) throws(FormatError) {
    if let node = fields.take("delimiter") { delimiter = try Self.byte(node) }
    if let node = fields.take("decimal") { decimal = try Self.byte(node) }
    if let node = fields.take("group") { group = try Self.byte(node) }
    if let node = fields.take("empty") { empty = try node.texts }
    if let node = fields.take("unmapped") { unmapped = try node.choice(of: Unmapped.allCases) }
  }

  /// Reads the keys of a map, a table or a sample that apply to samples.
  mutating func take(_ fields: inout MapFields) throws(FormatError) {
    if let node = fields.take("dates") { dates = try Self.patterns(node) }
    if let node = fields.take("zone") {
      let cell = try MapCell(node, plain: .text)
      for name in cell.outcomes {
        do throws(Zone.Fault) { _ = try Zone(name) } catch {
          throw FormatError(
            .malformed, rule: "malformed-map", place: cell.place, error.description)
        }
      }
      zone = cell
    }
    if let node = fields.take("units") {
      for (key, value) in try node.entries { units[try key.text] = try value.unitText }
    }
    if let node = fields.take("start") { start = try MapCell(node, plain: .column) }
    if let node = fields.take("end") {
      end = try MapCell(node, plain: .column)
      lasts = nil
    }
    if let node = fields.take("lasts") {
      lasts = try MapLength(node)
      end = nil
    }
    if let node = fields.take("created") { created = try MapCell(node, plain: .column) }
    if let node = fields.take("source") { source = try MapCell(node, plain: .text) }
    if let node = fields.take("sourceVersion") { sourceVersion = try MapCell(node, plain: .text) }
    if let node = fields.take("device") { device = try Self.device(node) }
    if let node = fields.take("metadata") {
      for (key, value) in try node.entries {
        metadata.append((try key.text, try MapCell(value, plain: .column)))
      }
    }
    if let node = fields.take("when") {
      for item in node.list { conditions.append(try Self.condition(item)) }
    }
  }

  private static func byte(_ node: MapNode) throws(FormatError) -> UInt8 {
    let text = try node.text
    if text == "tab" { return 9 }
    guard let byte = text.utf8.first, text.utf8.count == 1, byte < 0x80 else {
      throw node.fault("expected a single character")
    }
    return byte
  }

  private static func patterns(_ node: MapNode) throws(FormatError) -> [DatePattern] {
    var patterns: [DatePattern] = []
    for item in node.list {
      let text = try item.text
      do throws(DatePattern.Fault) { patterns.append(try DatePattern(text)) } catch {
        throw item.fault(error.message)
      }
    }
    guard !patterns.isEmpty else { throw node.fault("expected a form of dates") }
    return patterns
  }

  private static func device(_ node: MapNode) throws(FormatError) -> Device {
    if node.isText { return .text(try MapCell(node, plain: .column)) }
    var fields = try node.fields(of: "a device")
    var cells: [(name: String, cell: MapCell)] = []
    for field in MapDevice.fields {
      guard let node = fields.take(field.name) else { continue }
      cells.append((field.name, try MapCell(node, plain: .text)))
    }
    try fields.finish()
    return .fields(cells)
  }

  private static func condition(_ node: MapNode) throws(FormatError) -> Condition {
    var fields = try node.fields(of: "a condition")
    let column = try fields.require("column")
    let wanted = fields.take("is")
    let unwanted = fields.take("not")
    try fields.finish()
    guard (wanted == nil) != (unwanted == nil), let texts = wanted ?? unwanted else {
      throw node.fault("expected either 'is' or 'not' with the texts of the column")
    }
    return Condition(
      cell: try MapCell(column, plain: .column), texts: try texts.texts, isNegated: wanted == nil)
  }
}

/// The fields of a device, by the names that maps give them.
enum MapDevice {
  static let fields = Device.Field.allCases.filter { $0 != .creationDate }.map {
    (name: $0 == .udiDeviceIdentifier ? "udi" : $0.key, field: $0)
  }
}

/// How long something took: in a unit, or as a clock shows it.
struct MapLength: Sendable {
  enum Form: Sendable {
    /// A number of a unit of time.
    case unit(nanoseconds: Double)
    /// A number of days of the calendar, which are not all of 24 hours.
    case days
    /// `h:mm:ss`, `h:mm` or `m:ss`; of the three, the first is read by all.
    case clock(isHoursFirst: Bool)
  }

  let cell: MapCell
  let form: Form

  /// The units of time, in nanoseconds.
  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ms", 1e6), ("s", 1e9), ("min", 60e9), ("hr", 3_600e9),
  ]
  private static let names = units.map(\.name) + ["day"]

  /// The length that a map states.
  ///
  /// - Parameter node: `1 day`, `30 min`; or a cell with `unit` or `form`.
  init(_ node: MapNode) throws(FormatError) {
    guard node.isMapping else {
      let words = try node.text.split(separator: " ")
      guard words.count == 2, Number(String(words[0])) != nil else {
        throw node.fault("expected a number and a unit of time, such as '1 day' or '30 min'")
      }
      cell = MapCell(text: String(words[0]), place: node.place)
      form = try Self.form(String(words[1]), node)
      return
    }
    var fields = try node.fields(of: "a length of time")
    cell = try MapCell(&fields)
    if let node = fields.take("form") {
      form = try Self.clock(node)
    } else {
      let unit = try fields.require("unit")
      form = try Self.form(try unit.text, unit)
    }
    try fields.finish()
  }

  private static func form(_ unit: String, _ node: MapNode) throws(FormatError) -> Form {
    if unit == "day" || unit == "days" { return .days }
    guard let unit = units.first(where: { $0.name == unit }) else {
      throw node.fault(
        "found '\(unit)', expected a unit of time: \(names.joined(separator: ", "))")
    }
    return .unit(nanoseconds: unit.nanoseconds)
  }

  /// The form of a clock that a map states.
  static func clock(_ node: MapNode) throws(FormatError) -> Form {
    switch try node.text {
    case "h:mm:ss", "h:mm": .clock(isHoursFirst: true)
    case "m:ss": .clock(isHoursFirst: false)
    default: throw node.fault("expected one of h:mm:ss, h:mm, m:ss")
    }
  }
}

extension MapCell {
  /// A text for every row.
  init(text: String, place: Place) {
    content = .text(text)
    self.place = place
  }
}

/// A number with a unit, such as the distance of a workout.
struct MapMeasure: Sendable {
  let cell: MapCell
  /// Its unit; `nil` where the name of the column has it.
  let unit: MapCell?
  /// If it is a time as a clock shows it; then the number is one of seconds.
  let form: MapLength.Form?

  /// The measure that a map states.
  ///
  /// - Parameter node: The name of a column with its unit; or a cell with `unit`, or with `form`.
  init(_ node: MapNode) throws(FormatError) {
    guard node.isMapping else {
      cell = try MapCell(node, plain: .column)
      (unit, form) = (nil, nil)
      try requireUnit(node)
      return
    }
    var fields = try node.fields(of: "a measure")
    cell = try MapCell(&fields)
    if let node = fields.take("form") { form = try MapLength.clock(node) } else { form = nil }
    if let node = fields.take("unit") { unit = try MapCell(node, plain: .text) } else { unit = nil }
    try fields.finish()
    try requireUnit(node)
  }

  private func requireUnit(_ node: MapNode) throws(FormatError) {
    guard unit == nil, form == nil else { return }
    if case .column(let columns) = cell.content, columns.allSatisfy(\.hasUnit) { return }
    throw node.fault("a measure has no 'unit', nor {unit} in the name of its column")
  }
}
