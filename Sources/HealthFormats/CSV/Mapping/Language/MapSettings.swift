import HealthBytes
import HealthModel
import HealthUnits

/// Settings of a map, a table or a single sample; inner settings override outer ones.
struct MapSettings: Sendable {
  /// What to do with columns that a table does not mention.
  enum Unmapped: String, CaseIterable {
    /// A finding reports them.
    case report
    /// They become metadata of the samples of their row.
    case metadata
    /// They are preserved in an unknown sample for each row.
    case row
  }

  var delimiter: UInt8?
  /// The byte that precedes a quote inside a cell, such as a backslash; `nil` if quotes are doubled.
  var escape: UInt8?
  /// The decimal mark; `nil` if the map does not state it.
  var decimal: UInt8?
  var group: UInt8?
  /// The texts that count as an empty cell.
  var empty: [String] = []
  var dates: [DatePattern] = [DatePattern.iso]
  /// Alternative forms of dates, one of which is chosen for each file; `dates` then contains all of them.
  var dateChoice: MapDateChoice?
  /// Whether dates without an offset are in UTC; `zone` then determines only the offset with which they are stored.
  var isUTC = false
  /// The column that decides which of two instants a repeated local time is.
  var counter: MapCounter?
  /// Whether each sample begins at the end of the one before, or later, unless it is of another list.
  var isSuccessive = false
  /// The text before the names of columns in the header.
  var prefix = ""
  var zone: MapZone?
  /// The zone of the end, if it differs from `zone`.
  var endZone: MapZone?
  var units: [String: String] = [:]
  var unmapped = Unmapped.report
  /// The columns, and tables of databases, that are not reported as unread: their content can be derived from others.
  var ignored: Set<String> = []
  var start: MapCell?
  var end: MapCell?
  var lasts: MapLength?
  /// The latest end of samples that end by `lasts`.
  var until: MapCell?
  var created: MapCell?
  var source: MapCell?
  /// Distinguishes sources of the same name, such as the devices of an app.
  var sourceDetail: MapCell?
  /// The details of what all of them have together, which the source has under its plain name.
  var sourceWhole: Set<String> = []
  var sourceVersion: MapCell?
  /// The kind of product that the source is. Those that begin with `Watch` or `Phone` have ranks of their own in the order of
  /// sources.
  var sourceProduct: MapCell?
  /// The cells for the fields of a device. A cell without a field has the text of a whole device, as in an Apple Health
  /// export.
  var device: [(field: Device.Field?, cell: MapCell)] = []
  var metadata: [(key: String, cell: MapCell)] = []
  /// What identifies a sample in the program, of which the file may have another version later.
  var sync: MapSync?
  /// The conditions that a row must fulfill to be read.
  var conditions: [MapStatedCondition] = []

  /// Reads the keys of a map or a table that apply to the whole file.
  mutating func takeForm(_ fields: inout MapFields) throws(HealthError) {
    if let node = fields.take("delimiter") { delimiter = try Self.byte(node) }
    if let node = fields.take("escape") { escape = try Self.byte(node) }
    if let node = fields.take("decimal") { decimal = try Self.byte(node) }
    if let node = fields.take("group") { group = try Self.byte(node) }
    if let node = fields.take("empty") { empty = try node.texts }
    if let node = fields.take("unmapped") { unmapped = try node.choice(of: Unmapped.allCases) }
    if let node = fields.take("ignored") { ignored.formUnion(try node.texts) }
    if let node = fields.take("counter") { counter = try MapCounter(node) }
    prefix = try fields.takeText("prefix") ?? prefix
  }

  /// Reads the keys of a map, a table or a sample that apply to samples.
  mutating func take(_ fields: inout MapFields) throws(HealthError) {
    if let node = fields.take("dates") {
      dateChoice = node.isMapping ? try MapDateChoice(node) : nil
      if let dateChoice { dates = dateChoice.patterns } else { dates = try Self.patterns(node) }
    }
    if let node = fields.take("utc") { isUTC = try node.flag }
    if let node = fields.take("zone") { zone = try MapZone(node) }
    if let node = fields.take("endZone") { endZone = try MapZone(node) }
    for (key, value) in try fields.take("units")?.entries ?? [] {
      units[try key.text] = try value.unitText
    }
    start = try fields.takeCell("start") ?? start
    if let cell = try fields.takeCell("end") { (end, lasts) = (cell, nil) }
    if let node = fields.take("lasts") { (end, lasts) = (nil, try MapLength(node)) }
    until = try fields.takeCell("until") ?? until
    created = try fields.takeCell("created") ?? created
    source = try fields.takeCell("source", plain: .text) ?? source
    sourceDetail = try fields.takeCell("sourceDetail") ?? sourceDetail
    if let node = fields.take("sourceWhole") { sourceWhole = Set(try node.texts) }
    sourceVersion = try fields.takeCell("sourceVersion", plain: .text) ?? sourceVersion
    sourceProduct = try fields.takeCell("sourceProduct", plain: .text) ?? sourceProduct
    if let node = fields.take("device") { device = try Self.device(node) }
    for (key, value) in try fields.take("metadata")?.entries ?? [] {
      metadata.append((try key.text, try MapCell(value, plain: .column)))
    }
    if let node = fields.take("sync") { sync = try MapSync(node) }
    for item in fields.take("when")?.list ?? [] { conditions.append(try MapStatedCondition(item)) }
  }

  private static func byte(_ node: MapNode) throws(HealthError) -> UInt8 {
    let text = try node.text
    if text == "tab" { return 9 }
    guard let byte = text.utf8.first, text.utf8.count == 1, byte < 0x80 else {
      throw node.fault("expected a single character")
    }
    return byte
  }

  static func patterns(_ node: MapNode) throws(HealthError) -> [DatePattern] {
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

  private static func device(
    _ node: MapNode
  ) throws(HealthError) -> [(field: Device.Field?, cell: MapCell)] {
    if node.isText { return [(nil, try MapCell(node, plain: .column))] }
    var fields = try node.fields(of: "a device")
    var cells: [(field: Device.Field?, cell: MapCell)] = []
    for field in Device.Field.allCases where field != .creationDate {
      let name = field == .udiDeviceIdentifier ? "udi" : field.key
      if let cell = try fields.takeCell(name, plain: .text) { cells.append((field, cell)) }
    }
    try fields.finish()
    return cells
  }
}

extension MapNode {
  /// Its text; throws if it is not a unit.
  var unitText: String {
    get throws(HealthError) {
      let text = try text
      do throws(UnitError) { _ = try HealthUnit(text) } catch { throw fault(error.description) }
      return text
    }
  }
}

/// A condition: the text of a column is, or is not, one of some texts, or the name of a file of the input.
struct MapStatedCondition: Sendable {
  let cell: MapCell
  /// The texts; `nil` if they are the names of the input's files.
  let texts: [String]?
  /// Whether the text has to be one of them.
  let isWanted: Bool

  init(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "a condition")
    let column = try fields.require("column")
    let wanted = fields.take("is")
    let unwanted = fields.take("not")
    let file = fields.take("isFile")
    try fields.finish()
    cell = try MapCell(column, plain: .column)
    if let file, wanted == nil, unwanted == nil {
      (texts, isWanted) = (nil, try file.flag)
      return
    }
    guard file == nil, (wanted == nil) != (unwanted == nil), let found = wanted ?? unwanted else {
      throw node.fault("expected either 'is' or 'not' with the texts of the column, or 'isFile'")
    }
    (texts, isWanted) = (try found.texts, wanted != nil)
  }
}

/// The time zone of dates: its name, or its offset from UTC.
struct MapZone: Sendable {
  private(set) var cell: MapCell
  /// The seconds of a unit in which the cell states the offset from UTC; `nil` if it contains the name of a zone.
  private let unit: Int?
  /// Whether the cell has the local time of the start, which is in UTC.
  let isLocalTime: Bool
  /// The texts of the cell that state no zone.
  private(set) var empty: [String] = []

  /// The units of offsets, in seconds.
  private static let units = ["s": 1, "min": 60]
  /// The largest offset of a zone from UTC, in seconds.
  private static let farthest = 18 * 3600

  /// Parses the zone that a map states.
  ///
  /// - Parameter node: The name of a zone; or a cell, with `unit` if it contains an offset as a number; or `local` with the
  ///   cell that contains the local time of the start.
  init(_ node: MapNode) throws(HealthError) {
    guard node.isMapping else {
      (cell, unit, isLocalTime) = (try MapCell(node, plain: .text), nil, false)
      try check()
      return
    }
    var fields = try node.fields(of: "a zone")
    if let local = try fields.takeCell("local") {
      (cell, unit, isLocalTime) = (local, nil, true)
      try fields.finish()
      return
    }
    (cell, isLocalTime) = (try MapCell(&fields), false)
    if let node = fields.take("empty") { empty = try node.texts }
    if let node = fields.take("unit") {
      guard let unit = Self.units[try node.text] else {
        throw node.fault("expected a unit of offsets: s or min")
      }
      self.unit = unit
    } else {
      unit = nil
    }
    try fields.finish()
    try check()
  }

  private func check() throws(HealthError) {
    for name in cell.outcomes where zone(name) == nil {
      do throws(HealthError) { _ = try Zone(name) } catch { throw cell.fault(error.message) }
      throw cell.fault("found '\(name.printableName)', expected an offset from UTC as a number")
    }
  }

  /// The same zone, with its column in the header of a file.
  func found(in header: MapHeader) throws(HealthError) -> MapZone {
    var zone = self
    zone.cell = try header.require(cell)
    return zone
  }

  /// The zone that a text of the cell states, by its name or offset; `nil` for any other text.
  func zone(_ text: String) -> Zone? {
    guard let unit else {
      // `UTC+0100`, as phones write it.
      let isOffset = text.hasPrefix("UTC+") || text.hasPrefix("UTC-")
      return try? Zone(isOffset ? String(text.dropFirst(3)) : text)
    }
    guard let number = Int(text), number.magnitude <= Self.farthest else { return nil }
    return Self.zone(secondsFromUTC: number * unit)
  }

  /// The zone with an offset; `nil` if it is too far from UTC.
  static func zone(secondsFromUTC seconds: Int) -> Zone? {
    guard seconds.magnitude <= farthest else { return nil }
    let minutes = Int(seconds.magnitude) / 60
    let sign = seconds < 0 ? "-" : "+"
    return try? Zone("\(sign)\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)")
  }
}
