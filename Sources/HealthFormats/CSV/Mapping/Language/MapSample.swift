package import HealthModel
import HealthUnits

/// How a row becomes a sample.
struct MapSample: Sendable {
  /// Compiles the part that is specific to a kind of samples, for the header of a file; `nil` if the file has no column for
  /// the value.
  typealias Kind = @Sendable (MapHeader) throws(HealthError) -> MapKind?

  /// The cell of the type; for a workout, of the activity.
  let type: MapCell
  let isWorkout: Bool
  /// Whether it is a category in every row.
  let isCategory: Bool
  let settings: MapSettings
  /// The text of a finding about each sample that the map makes.
  let note: String?
  private let kind: Kind

  init(
    _ node: MapNode, _ given: MapSettings, isMember: Bool = false
  ) throws(HealthError) {
    var fields = try node.fields(of: isMember ? "a member" : "a sample")
    var settings = given
    try settings.take(&fields)
    if let choice = settings.dateChoice, choice.place != given.dateChoice?.place {
      throw HealthError.malformedMap(choice.place, "'oneOf' belongs to the map or the table")
    }
    note = isMember ? nil : try fields.takeText("note")
    var hasDates = false
    let stated = try MapCell(try fields.require("type"), plain: .text)
    let entries = try MapTypes.entries(of: stated)
    isWorkout = entries.first?.kind == "workout"
    isCategory =
      stated.fixedText != nil && entries.allSatisfy { $0.kind == "category" } && !entries.isEmpty
    switch entries.first?.kind {
    case "workout" where !isMember:
      type = try MapCell(try fields.require("activity"), plain: .text)
      try MapTypes.checkActivity(type)
      kind = try Self.workout(&fields, settings.units)
    case "activitySummary" where !isMember:
      type = MapCell(text: "HKActivitySummaryTypeIdentifier", place: stated.place)
      (kind, hasDates) = try Self.activitySummary(try fields.require("fields"))
      // The day determines the dates.
      if hasDates {
        (settings.start, settings.end, settings.lasts, settings.created) = (nil, nil, nil, nil)
        settings.until = nil
      }
    case "stateOfMind" where !isMember:
      type = MapCell(text: entries[0].identifier, place: stated.place)
      kind = try Self.stateOfMind(try fields.require("fields"))
    case "medicationDoseEvent" where !isMember:
      type = MapCell(text: entries[0].identifier, place: stated.place)
      kind = try Self.medicationDose(try fields.require("fields"))
    case "correlation" where !isMember:
      type = stated
      kind = try Self.correlation(
        try fields.require("members"), settings, isPartial: try fields.takeFlag("partial"))
    case "quantity", "category", nil:
      type = stated
      kind = try Self.value(
        &fields, entries, settings.units, hasSync: !isMember && settings.sync != nil)
    default: throw stated.fault("a map cannot make samples of this type")
    }
    try fields.finish()
    self.settings = settings
    guard isMember || hasDates || settings.start != nil else {
      throw node.fault("neither the sample nor its table has a 'start'")
    }
  }

  /// Compiles the rule for a file with a header; `nil` if the file has no column for the value.
  func rule(_ header: MapHeader) throws(HealthError) -> MapRule? {
    guard let kind = try kind(header) else { return nil }
    return try MapRule(self, kind, header)
  }

  // MARK: Kinds

  /// Compiles a correlation.
  ///
  /// - Parameter isPartial: Whether a row may have only some of them.
  private static func correlation(
    _ node: MapNode, _ settings: MapSettings, isPartial: Bool
  ) throws(HealthError) -> Kind {
    var inner = settings
    (inner.metadata, inner.conditions, inner.sync) = ([], [], nil)
    var members: [MapSample] = []
    for item in node.list { members.append(try MapSample(item, inner, isMember: true)) }
    return { [members] (header) throws(HealthError) in
      var rules: [MapRule] = []
      for member in members {
        guard let rule = try member.rule(header) else {
          if isPartial { continue }
          return nil
        }
        rules.append(rule)
      }
      if rules.isEmpty { return nil }
      return MapKind { [rules] (row, rule, output) throws(CellFault) in
        guard rules.contains(where: { !$0.lacksValue(in: row) }) else { return }
        let header = try rule.header(row, &output.notes)
        var parts = MapOutput()
        defer { output.notes += parts.notes }
        for member in rules { try member.append(row, to: &parts) }
        if !isPartial, let missing = rules.first(where: { $0.lacksValue(in: row) }) {
          throw CellFault(
            cell: missing.kind.value?.column ?? 0, rule: "missing-value",
            message: "found nothing, expected a number: other values of this row depend on it")
        }
        output.samples.append(
          .correlation(
            Correlation(header: header, members: parts.samples.map { NestedSample(sample: $0) })))
      }
    }
  }

  /// Compiles an activity summary, and returns whether its fields contain the day.
  private static func activitySummary(
    _ node: MapNode
  ) throws(HealthError) -> (Kind, hasDates: Bool) {
    var names = FieldNames()
    var empty = Sample.ActivitySummaryFields()
    empty.visit(&names)
    var fields = try node.fields(of: "an activity summary")
    var stated: [String: MapCell] = [:]
    for name in names.names { stated[name] = try fields.takeCell(name) }
    try fields.finish()
    let kind: Kind = { [stated] header in
      let cells = stated.mapValues(header.find)
      return MapKind { (row, rule, output) throws(CellFault) in
        var reader = FieldReader(cells: cells, row: row)
        var fields = Sample.ActivitySummaryFields()
        try fields.visit(&reader)
        let isDated = rule.times.start != nil
        guard isDated || fields.impliedDate != nil else {
          throw CellFault(
            cell: cells["dateComponents"]?.column ?? 0, rule: "malformed-date",
            message: "found text that is not a day, expected one such as 2024-06-01")
        }
        let given = isDated ? nil : fields.impliedDate
        var header = try rule.header(row, from: given, &output.notes)
        if isDated { fields.dateComponents = header.start.dayText }
        if isDated, let day = fields.impliedDate { (header.start, header.end) = (day, day) }
        output.samples.append(.activitySummary(ActivitySummary(header: header, fields: fields)))
      }
    }
    return (kind, stated["dateComponents"] != nil)
  }
}

/// The names of a structure's numbers and texts.
private struct FieldNames: AttributeVisitor {
  var names: [String] = []

  mutating func number(_ name: String, _ value: inout Number?) { names.append(name) }
  mutating func text(_ name: String, _ value: inout String?) { names.append(name) }
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
}

/// Reads the numbers and texts of a structure from cells.
private struct FieldReader: AttributeVisitor {
  typealias Failure = CellFault

  let cells: [String: MapCell]
  let row: MapRow

  mutating func number(_ name: String, _ value: inout Number?) throws(CellFault) {
    guard let cell = cells[name], try cell.text(in: row) != nil else { return }
    value = try? cell.number(in: row)
  }

  mutating func text(_ name: String, _ value: inout String?) throws(CellFault) {
    value = try cells[name]?.text(in: row)
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {}
}

/// The types of samples that maps name.
package enum MapTypes {
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

  /// The type of a sample that is no workout.
  ///
  /// - Parameter hasUnit: Whether a type that is not in the catalog is of a quantity.
  package static func sampleType(_ name: String, hasUnit: Bool) -> SampleType {
    guard let entry = entry(named: name) else {
      return hasUnit ? .quantity(QuantityType(name)) : .category(CategoryType(name))
    }
    switch entry.kind {
    case "quantity": return .quantity(QuantityType(entry.identifier))
    case "category": return .category(CategoryType(entry.identifier))
    case "correlation": return .correlation(CorrelationType(entry.identifier))
    default: return .other(entry.identifier)
    }
  }

  /// Catalog entries of the types that a cell may contain; without unknown identifiers and without texts of the file.
  static func entries(of cell: MapCell) throws(HealthError) -> [Catalog.Entry] {
    var entries: [Catalog.Entry] = []
    for name in cell.outcomes {
      if let entry = entry(named: name) {
        entries.append(entry)
      } else if !name.hasPrefix("HK") {
        throw cell.fault(
          "found '\(name)', which is not a type of samples.\(Catalog.question(for: name))",
          remedy: .list(.types))
      }
    }
    return entries
  }

  /// Checks the activities of a workout.
  static func checkActivity(_ cell: MapCell) throws(HealthError) {
    let known = Enumeration.allActivities
    for name in cell.outcomes
    where !name.hasPrefix("HK") && known?.value(named: name) == nil {
      let question = NearMiss.question(name, known?.values.map(\.shortName) ?? [])
      throw cell.fault("found '\(name)', which is not an activity of a workout." + question)
    }
  }

  /// Checks the values of a category, and the unit of a quantity.
  static func check(
    _ entry: Catalog.Entry, _ value: MapCell, _ unit: MapCell?
  ) throws(HealthError) {
    if entry.kind == "category" {
      let type = CategoryType(entry.identifier)
      for name in value.outcomes where type.value(named: name) == nil && Int(name) == nil {
        throw value.fault(
          "found '\(name)', which is not a value of \(entry.shortName)."
            + NearMiss.question(name, type.values.map(\.shortName)))
      }
      return
    }
    guard let unit else {
      if value.hasUnit { return }
      throw value.fault("a quantity has no 'unit', nor {unit} in the name of its column")
    }
    for text in unit.outcomes {
      let found: HealthUnit
      do throws(UnitError) {
        found = try HealthUnit(text, of: QuantityType(entry.identifier))
      } catch { throw unit.fault(error.description) }
      guard let own = entry.unit, let known = try? HealthUnit(own), !found.isCompatible(with: known)
      else { continue }
      throw unit.fault(
        "found the unit '\(text)', which does not fit \(entry.shortName), measured in \(own)")
    }
  }
}

extension Enumeration {
  static let allActivities = Enumeration(named: "HKWorkoutActivityType")
}
