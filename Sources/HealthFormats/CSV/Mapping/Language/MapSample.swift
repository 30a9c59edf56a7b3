import HealthModel
import HealthUnits

/// How a row becomes a sample.
struct MapSample: Sendable {
  /// The kinds of samples that rows can become, with what each has of its own.
  enum Kind: Sendable {
    /// A quantity or a category, as its type tells: with the value.
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

  /// The sample that a map states.
  ///
  /// - Parameters:
  ///   - node: Its keys.
  ///   - settings: What map and table say of all samples.
  ///   - isMember: Whether it belongs to a correlation.
  /// - Throws: If the map says something else.
  init(
    _ node: MapNode, _ settings: MapSettings, isMember: Bool = false
  ) throws(ReadError) {
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
      // The day tells the dates.
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
      throw ReadError(
        .malformed, rule: "malformed-map", place: stated.place,
        "samples of this type cannot be made from a row")
    }
    try fields.finish()
    self.settings = settings
    guard isMember || hasDates || settings.start != nil else {
      throw node.fault("a sample has no 'start', nor has its table")
    }
  }

  // MARK: Types

  /// What the catalogue says of the types that a cell may give; identifiers that it does not know, and
  /// texts of the file, are nothing to it.
  private static func entries(of cell: MapCell) throws(ReadError) -> [CatalogueEntry] {
    var entries: [CatalogueEntry] = []
    for name in cell.outcomes {
      if let entry = MapTypes.entry(named: name) {
        entries.append(entry)
      } else if !name.hasPrefix("HK") {
        let hint = Catalogue.suggestions(for: name, limit: 1).first
        let advice = hint.map { " Did you mean '\($0.shortName)'?" } ?? ""
        throw ReadError(
          .malformed, rule: "malformed-map", place: cell.place,
          "found '\(name)', which is no type of samples.\(advice) See 'healthconv types'.")
      }
    }
    return entries
  }

  /// A cell of types, with their whole identifiers in place of short names.
  private static func whole(_ cell: MapCell, _ entries: [CatalogueEntry]) -> MapCell {
    func whole(_ name: String) -> String { MapTypes.entry(named: name)?.identifier ?? name }
    var cell = cell
    if case .text(let name) = cell.content { cell.content = .text(whole(name)) }
    cell.table = cell.table.mapValues(whole)
    cell.otherwise = cell.otherwise.map(whole)
    return cell
  }

  private static func activities(_ cell: MapCell) throws(ReadError) -> MapCell {
    let known = Enumeration.allActivities
    func whole(_ name: String) throws(ReadError) -> String {
      if let value = known?.value(named: name) { return value.name }
      if name.hasPrefix("HK") { return name }
      let names = known?.values.map(\.shortName) ?? []
      throw ReadError(
        .malformed, rule: "malformed-map", place: cell.place,
        "found '\(name)', which is no activity of a workout."
          + MapFields.suggestion(for: name, among: names))
    }
    var found = cell
    if case .text(let name) = cell.content { found.content = .text(try whole(name)) }
    for (key, name) in cell.table { found.table[key] = try whole(name) }
    if let name = cell.otherwise { found.otherwise = try whole(name) }
    return found
  }

  /// Checks the values of a category, and the unit of a quantity.
  private static func check(
    _ entry: CatalogueEntry, _ value: MapCell, _ unit: MapCell?
  ) throws(ReadError) {
    func fault(_ cell: MapCell, _ message: String) -> ReadError {
      ReadError(.malformed, rule: "malformed-map", place: cell.place, message)
    }
    if entry.kind == "category" {
      let type = CategoryType(entry.identifier)
      for name in value.outcomes where type.value(named: name) == nil && Int(name) == nil {
        throw fault(
          value,
          "found '\(name)', which is no value of \(entry.shortName)."
            + MapFields.suggestion(for: name, among: type.values.map(\.shortName)))
      }
      return
    }
    guard let unit else {
      if case .column(let columns) = value.content, columns.allSatisfy(\.hasUnit) { return }
      throw fault(value, "a quantity has no 'unit', nor {unit} in the name of its column")
    }
    for text in unit.outcomes {
      let found: Unit
      do throws(UnitError) { found = try Unit(text) } catch { throw fault(unit, error.description) }
      guard let own = entry.unit, let known = try? Unit(own), !found.isCompatible(with: known)
      else { continue }
      throw fault(
        unit, "found the unit '\(text)', which does not fit \(entry.shortName), measured in \(own)")
    }
  }

  // MARK: Parts

  private static func members(
    _ node: MapNode, _ settings: MapSettings
  ) throws(ReadError) -> [MapSample] {
    var inner = settings
    (inner.metadata, inner.conditions) = ([], [])
    var members: [MapSample] = []
    for item in node.list { members.append(try MapSample(item, inner, isMember: true)) }
    return members
  }

  private static func summary(
    _ node: MapNode
  ) throws(ReadError) -> [(name: String, cell: MapCell)] {
    var names = FieldNames()
    var empty = ActivitySummaryFields()
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

/// What a workout has of its own.
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

  /// Takes the keys of a workout.
  init(_ fields: inout MapFields) throws(ReadError) {
    func measure(_ node: MapNode?) throws(ReadError) -> MapMeasure? {
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
    get throws(ReadError) {
      let text = try text
      do throws(UnitError) { _ = try Unit(text) } catch { throw fault(error.description) }
      return text
    }
  }
}

extension Enumeration {
  /// The activities of workouts.
  static let allActivities = Enumeration(named: "HKWorkoutActivityType")
}

/// The types of samples, by their names.
enum MapTypes {
  private static let byName: [String: CatalogueEntry] = {
    var byName: [String: CatalogueEntry] = [:]
    // Whole names go before short ones, of which some stand for a quantity and a characteristic.
    for entry in Catalogue.allTypes where entry.kind != "characteristic" {
      byName[entry.shortName] = byName[entry.shortName] ?? entry
    }
    for entry in Catalogue.allTypes { byName[entry.identifier] = entry }
    return byName
  }()

  /// What the catalogue says of a type.
  ///
  /// - Parameter name: `HKQuantityTypeIdentifierHeartRate` or `HeartRate`.
  /// - Returns: What it says, or `nil` if it does not know it.
  static func entry(named name: String) -> CatalogueEntry? { byName[name] }
}
