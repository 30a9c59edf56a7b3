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
    /// A duration of ISO 8601 without days: `PT1H2M3.5S`.
    case iso8601
  }

  var cell: MapCell
  let form: Form

  /// The units of time, in nanoseconds.
  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ms", 1e6), ("s", 1e9), ("min", 60e9), ("hr", 3_600e9),
  ]

  /// The length that a map states.
  ///
  /// - Parameter node: `1 day`, `30 min`; or a cell with `unit` or `form`.
  init(_ node: MapNode) throws(HealthError) {
    guard node.isMapping else {
      let words = try node.text.split(separator: " ").map(String.init)
      guard words.count == 2, Number(words[0]) != nil else {
        throw node.fault("expected a number and a unit of time, such as '1 day' or '30 min'")
      }
      cell = MapCell(text: words[0], place: node.place)
      form = try Self.form(words[1], node)
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

  private static func form(_ unit: String, _ node: MapNode) throws(HealthError) -> Form {
    if unit == "day" || unit == "days" { return .days }
    if let unit = units.first(where: { $0.name == unit }) {
      return .unit(nanoseconds: unit.nanoseconds)
    }
    let names = (units.map(\.name) + ["day"]).joined(separator: ", ")
    throw node.fault("found '\(unit)', expected a unit of time: \(names)")
  }

  /// The form of a clock that a map states.
  static func clock(_ node: MapNode) throws(HealthError) -> Form {
    switch try node.text {
    case "h:mm:ss", "h:mm": .clock(isHoursFirst: true)
    case "m:ss": .clock(isHoursFirst: false)
    case "iso8601": .iso8601
    default: throw node.fault("expected one of h:mm:ss, h:mm, m:ss, iso8601")
    }
  }
}

extension MapCell {
  /// The length that a cell states in a form; `nil` where it is empty, or if the form is a number of a unit.
  func seconds(in row: MapRow, _ form: MapLength.Form?) throws(CellFault) -> Number? {
    switch form {
    case .clock(let isHoursFirst):
      return try seconds(in: row, isHoursFirst: isHoursFirst).map { Number(Int($0)) }
    case .iso8601: return try isoSeconds(in: row)
    default: return nil
    }
  }

  /// The seconds of `PT1H2M3.5S`.
  private func isoSeconds(in row: MapRow) throws(CellFault) -> Number? {
    guard let text = try text(in: row) else { return nil }
    let fault = fault("malformed-number", "found text that is not a duration")
    guard text.hasPrefix("PT"), text.utf8.count > 3, text.utf8.count < 40 else { throw fault }
    var (whole, number, fraction, units): (Int64, Substring, Substring, Substring) = (
      0, "", "", "HMS"
    )
    for character in text.dropFirst(2) {
      if character.isASCII, character.isNumber || character == "." {
        number.append(character)
        continue
      }
      guard let unit = units.firstIndex(of: character) else { throw fault }
      units = units[units.index(after: unit)...]
      var parts = number.split(separator: ".", omittingEmptySubsequences: false)
      if character == "S", parts.count == 2 { fraction = parts.removeLast() }
      guard parts.count == 1, parts[0].utf8.count <= 9, let value = Int64(parts[0]) else {
        throw fault
      }
      whole += value * (character == "H" ? 3_600 : character == "M" ? 60 : 1)
      number = ""
    }
    guard number.isEmpty,
      let seconds = Number(fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)")
    else { throw fault }
    return seconds
  }

  /// The seconds of a length as a clock shows it, without the fraction: `1:02:03`, `1:02` or `62:03`; `nil` where the
  /// cell is empty.
  ///
  /// - Parameter isHoursFirst: Whether of two numbers the first is hours.
  func seconds(in row: MapRow, isHoursFirst: Bool) throws(CellFault) -> Int64? {
    guard let text = try text(in: row) else { return nil }
    let whole = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
    var seconds: Int64 = 0
    for part in parts {
      guard 2...3 ~= parts.count, part.utf8.count <= 6, part.utf8.allSatisfy({ $0 &- 48 < 10 }),
        let value = Int64(part)
      else { throw fault("malformed-number", "found text that is not a duration") }
      seconds = seconds * 60 + value
    }
    return parts.count == 2 && isHoursFirst ? seconds * 60 : seconds
  }
}
