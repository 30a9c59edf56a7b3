import HealthModel
import HealthUnits

/// How a row becomes a sample.
struct MapSample: Sendable {
  /// The kinds of samples that rows can become, with what each has of its own.
  enum Kind: Sendable {
    /// A quantity or a category, depending on its type, with the value.
    case value(MapCell)
    /// Samples that belong together.
    case correlation([MapSample])
    case workout(MapWorkout)
    /// The rings of a day, with their fields by name.
    case activitySummary([(name: String, cell: MapCell)])
  }

  let kind: Kind
  /// The type; of a workout, the activity.
  let type: MapCell
  /// The unit of a quantity; `nil` where the name of the column has it.
  let unit: MapCell?
  let settings: MapSettings
  /// Whether the cells hold lists, `[1,2,3]`, of which each item is a sample that follows the one before.
  let isList: Bool
  let place: Place

  init(
    _ node: MapNode, _ settings: MapSettings, isMember: Bool = false
  ) throws(FormatError) {
    var fields = try node.fields(of: isMember ? "a member" : "a sample")
    var settings = settings
    try settings.take(&fields)
    place = node.place
    var hasDates = false
    let stated = try MapCell(try fields.require("type"), plain: .text)
    let entries = try Self.entries(of: stated)
    switch entries.first?.kind {
    case "workout" where !isMember:
      let activity = try MapCell(try fields.require("activity"), plain: .text)
      type = try Self.activities(activity)
      kind = .workout(try MapWorkout(&fields))
      (unit, isList) = (nil, false)
    case "activitySummary" where !isMember:
      type = MapCell(text: "HKActivitySummaryTypeIdentifier", place: stated.place)
      let cells = try Self.summary(try fields.require("fields"))
      kind = .activitySummary(cells)
      (unit, isList) = (nil, false)
      // The dates follow from the day.
      hasDates = cells.contains { $0.name == "dateComponents" }
      if hasDates {
        (settings.start, settings.end, settings.lasts, settings.created) = (nil, nil, nil, nil)
      }
    case "correlation" where !isMember:
      type = Self.whole(stated, entries)
      kind = .correlation(try Self.members(try fields.require("members"), settings))
      (unit, isList) = (nil, false)
    case "quantity", "category", nil:
      type = Self.whole(stated, entries)
      let value = try MapCell(try fields.require("value"), plain: .column)
      kind = .value(value)
      if let node = fields.take("unit") {
        unit = try MapCell(node, plain: .text)
      } else {
        unit = nil
      }
      isList = try fields.takeFlag("list")
      for entry in entries { try Self.check(entry, value, unit) }
    default:
      throw FormatError(
        .malformed, rule: "malformed-map", place: stated.place,
        "a map cannot make samples of this type")
    }
    try fields.finish()
    self.settings = settings
    guard isMember || hasDates || settings.start != nil else {
      throw node.fault("neither the sample nor its table has a 'start'")
    }
  }

  // MARK: Parts

  private static func members(
    _ node: MapNode, _ settings: MapSettings
  ) throws(FormatError) -> [MapSample] {
    var inner = settings
    (inner.metadata, inner.conditions) = ([], [])
    var members: [MapSample] = []
    for item in node.list { members.append(try MapSample(item, inner, isMember: true)) }
    return members
  }

  private static func summary(
    _ node: MapNode
  ) throws(FormatError) -> [(name: String, cell: MapCell)] {
    var names = FieldNames()
    var empty = Sample.ActivitySummaryFields()
    empty.visit(&names)
    var fields = try node.fields(of: "an activity summary")
    var cells: [(name: String, cell: MapCell)] = []
    for name in names.names {
      guard let node = fields.take(name) else { continue }
      cells.append((name, try MapCell(node, plain: .column)))
    }
    try fields.finish()
    return cells
  }
}

/// Catalog entries of the types that a map names.
extension MapSample {
  /// Catalog entries of the types that a cell may contain; without unknown identifiers and without texts of the file.
  static func entries(of cell: MapCell) throws(FormatError) -> [Catalog.Entry] {
    var entries: [Catalog.Entry] = []
    for name in cell.outcomes {
      if let entry = MapTypes.entry(named: name) {
        entries.append(entry)
      } else if !name.hasPrefix("HK") {
        throw FormatError(
          .malformed, rule: "malformed-map", place: cell.place,
          "found '\(name)', which is not a type of samples.\(Catalog.question(for: name))",
          remedy: .list(.types))
      }
    }
    return entries
  }

  /// A cell of types, with full identifiers instead of short names.
  static func whole(_ cell: MapCell, _ entries: [Catalog.Entry]) -> MapCell {
    func whole(_ name: String) -> String { MapTypes.entry(named: name)?.identifier ?? name }
    var cell = cell
    if case .text(let name) = cell.content { cell.content = .text(whole(name)) }
    cell.table = cell.table.mapValues(whole)
    cell.otherwise = cell.otherwise.map(whole)
    return cell
  }

  static func activities(_ cell: MapCell) throws(FormatError) -> MapCell {
    let known = Enumeration.allActivities
    func whole(_ name: String) throws(FormatError) -> String {
      if let value = known?.value(named: name) { return value.name }
      if name.hasPrefix("HK") { return name }
      let names = known?.values.map(\.shortName) ?? []
      throw FormatError(
        .malformed, rule: "malformed-map", place: cell.place,
        "found '\(name)', which is not an activity of a workout."
          + NearMiss.question(name, names))
    }
    var found = cell
    if case .text(let name) = cell.content { found.content = .text(try whole(name)) }
    for (key, name) in cell.table { found.table[key] = try whole(name) }
    if let name = cell.otherwise { found.otherwise = try whole(name) }
    return found
  }

  /// Checks the values of a category, and the unit of a quantity.
  static func check(
    _ entry: Catalog.Entry, _ value: MapCell, _ unit: MapCell?
  ) throws(FormatError) {
    func fault(_ cell: MapCell, _ message: String) -> FormatError {
      FormatError(.malformed, rule: "malformed-map", place: cell.place, message)
    }
    if entry.kind == "category" {
      let type = CategoryType(entry.identifier)
      for name in value.outcomes where type.value(named: name) == nil && Int(name) == nil {
        throw fault(
          value,
          "found '\(name)', which is not a value of \(entry.shortName)."
            + NearMiss.question(name, type.values.map(\.shortName)))
      }
      return
    }
    guard let unit else {
      if case .column(let columns) = value.content, columns.allSatisfy(\.hasUnit) { return }
      throw fault(value, "a quantity has no 'unit', nor {unit} in the name of its column")
    }
    for text in unit.outcomes {
      let found: HealthUnit
      do throws(UnitError) {
        found = try HealthUnit(text, of: QuantityType(entry.identifier))
      } catch {
        throw fault(unit, error.description)
      }
      guard let own = entry.unit, let known = try? HealthUnit(own), !found.isCompatible(with: known)
      else { continue }
      throw fault(
        unit, "found the unit '\(text)', which does not fit \(entry.shortName), measured in \(own)")
    }
  }
}

extension Enumeration {
  static let allActivities = Enumeration(named: "HKWorkoutActivityType")
}

/// The types of samples, by their names.
enum MapTypes {
  private static let byName: [String: Catalog.Entry] = {
    var byName: [String: Catalog.Entry] = [:]
    // Whole names go before short ones, of which some stand for a quantity and a characteristic.
    for entry in Catalog.allTypes where entry.kind != "characteristic" {
      byName[entry.shortName] = byName[entry.shortName] ?? entry
    }
    for entry in Catalog.allTypes { byName[entry.identifier] = entry }
    return byName
  }()

  /// The catalog entry of a type.
  ///
  /// - Parameter name: `HKQuantityTypeIdentifierHeartRate` or `HeartRate`.
  /// - Returns: The entry; `nil` if the type is not in the catalog.
  static func entry(named name: String) -> Catalog.Entry? { byName[name] }
}

/// The settings of a workout.
struct MapWorkout: Sendable {
  /// Totals and averages over it, by the name of their field.
  struct Statistics: Sendable {
    let type: String
    let unit: String
    let cells: [(name: String, cell: MapCell)]
  }

  let duration: MapMeasure?
  let distance: MapMeasure?
  let energy: MapMeasure?
  let statistics: [Statistics]

  init(_ fields: inout MapFields) throws(FormatError) {
    func measure(_ node: MapNode?) throws(FormatError) -> MapMeasure? {
      guard let node else { return nil }
      return try MapMeasure(node)
    }
    duration = try measure(fields.take("duration"))
    distance = try measure(fields.take("distance"))
    energy = try measure(fields.take("energy"))
    var list: [Statistics] = []
    for item in fields.take("statistics")?.list ?? [] {
      var fields = try item.fields(of: "a statistic")
      let type = try fields.require("type")
      guard let entry = MapTypes.entry(named: try type.text), entry.kind == "quantity" else {
        throw type.fault("expected a type of quantities")
      }
      let unit = try fields.require("unit").unitText
      var cells: [(name: String, cell: MapCell)] = []
      for name in ["average", "minimum", "maximum", "sum"] {
        if let node = fields.take(name) { cells.append((name, try MapCell(node, plain: .column))) }
      }
      try fields.finish()
      list.append(Statistics(type: entry.identifier, unit: unit, cells: cells))
    }
    statistics = list
  }
}

extension MapNode {
  /// Its text, which has to be a unit.
  var unitText: String {
    get throws(FormatError) {
      let text = try text
      do throws(UnitError) { _ = try HealthUnit(text) } catch { throw fault(error.description) }
      return text
    }
  }
}
