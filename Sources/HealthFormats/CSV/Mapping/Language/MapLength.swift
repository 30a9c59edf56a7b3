import HealthModel

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
