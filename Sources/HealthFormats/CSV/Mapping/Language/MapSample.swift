import HealthModel

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
