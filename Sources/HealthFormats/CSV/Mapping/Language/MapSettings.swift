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
