import HealthBytes
import HealthModel

/// The route of a workout: a cell with a JSON list of points.
struct MapRoute: Sendable {
  private let list: MapCell
  /// The members of a point, by the fields of the model.
  private let members: [String: MapCell]
  /// When the route began, for points that state how long after that they were.
  private let start: MapCell?
  private let elapsed: MapLength?

  init(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "a route")
    list = try MapCell(&fields)
    let startNode = fields.take("start")
    start = try startNode.map { (node) throws(HealthError) in try MapCell(node, plain: .column) }
    var points = try fields.require("points").fields(of: "a point")
    var members: [String: MapCell] = [:]
    for name in ["date"] + RouteLocation.Slot.names { members[name] = try points.takeCell(name) }
    elapsed = try points.take("elapsed").map { (node) throws(HealthError) in try MapLength(node) }
    members["elapsed"] = elapsed?.cell
    self.members = members
    if let startNode, elapsed == nil {
      throw startNode.fault("a route has a 'start', but its points have no 'elapsed'")
    }
    if start == nil, elapsed != nil {
      throw node.fault("points have 'elapsed', but the route has no 'start'")
    }
    try points.finish()
    try fields.finish()
  }

  /// The route in a file.
  func found(in header: MapHeader) -> Found {
    let names = MapHeader(nil, list.place, zone: nil)
    var length = elapsed
    length?.cell = (elapsed?.cell).map(names.find) ?? list
    return Found(
      list: header.find(list), members: members.mapValues(names.find), names.names,
      start: start.map(header.find), elapsed: length)
  }

  struct Found {
    private let list: MapCell
    private let members: [String: MapCell]
    private let columns: [String: Int]
    private let start: MapCell?
    private let elapsed: MapLength?

    fileprivate init(
      list: MapCell, members: [String: MapCell], _ names: [String], start: MapCell?,
      elapsed: MapLength?
    ) {
      (self.list, self.members, self.start, self.elapsed) = (list, members, start, elapsed)
      columns = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    }

    /// The route in a row; `nil` if it has no points.
    func route(in row: MapRow, _ times: MapTimes) throws(CellFault) -> WorkoutRoute? {
      guard let text = try list.text(in: row) else { return nil }
      let fault = list.fault("malformed-route", "found text that is not a JSON list of points")
      let bytes = Array(text.utf8)
      guard !bytes.contains(UInt8(ascii: "\n")) else { throw fault }
      var tape = JSONTape(takesNaN: true)
      do throws(JSONFault) { try tape.parse(bytes.span, bytes.indices) } catch {
        guard error.rule == "too-many-values" else { throw fault }
        throw list.fault("malformed-route", "found \(Limits.lineItems.excess)")
      }
      let start = try times.date(self.start, of: row, in: row)
      var points: [RouteLocation] = []
      let isList = try tape.forEachItem(of: 0, bytes.span) { (value) throws(CellFault) in
        guard case .object(let members) = value else { throw fault }
        do throws(CellFault) { points.append(try point(members, row, times, start)) } catch {
          // A member of a point is no cell of the row.
          throw CellFault(
            cell: list.column, rule: error.rule,
            message: "in a point of the route: \(error.message)",
            isFatal: error.isFatal, remedy: error.remedy)
        }
      }
      guard isList else { throw fault }
      return points.isEmpty ? nil : WorkoutRoute(points: points)
    }

    private func point(
      _ values: [(String, JSONText)], _ row: MapRow, _ times: MapTimes, _ start: Timestamp?
    ) throws(CellFault) -> RouteLocation {
      var bytes: [UInt8] = []
      var cells = [CSVCell](
        repeating: CSVCell(start: 0, end: 0, isQuoted: false), count: columns.count)
      var others: [Element.Attribute] = []
      for (name, value) in values {
        guard let text = value.cell else { continue }
        guard let column = columns[name] else {
          others.append(Element.Attribute(name: name, value: text))
          continue
        }
        cells[column] = CSVCell(
          start: bytes.count, end: bytes.count + text.utf8.count, isQuoted: false)
        bytes += text.utf8
      }
      var reader = PointReader(members: members, row: MapRow(bytes, cells, row.form))
      var point = RouteLocation()
      try point.visit(&reader)
      point.date = try times.date(members["date"], of: reader.row, in: row)
      if let elapsed, let start {
        point.date = try times.date(lasting: elapsed, from: start, of: reader.row)
      }
      if !others.isEmpty { point.extras = Extras(attributes: others) }
      return point
    }
  }
}

extension JSONText {
  /// The text of a value as a cell; `nil` for `null`.
  var cell: String? {
    switch self {
    case .literal("null"): nil
    case .string(let text), .literal(let text): text
    default: line
    }
  }
}

/// Reads the numbers of a point.
private struct PointReader: AttributeVisitor {
  typealias Failure = CellFault

  let members: [String: MapCell]
  let row: MapRow

  mutating func number(_ name: String, _ value: inout Number?) throws(CellFault) {
    value = try members[name]?.number(in: row)
  }

  mutating func text(_ name: String, _ value: inout String?) {}
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
}
