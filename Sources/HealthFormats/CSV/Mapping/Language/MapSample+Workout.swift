import HealthBytes
import HealthModel

extension MapSample {
  /// A workout: what it has in addition to its activity.
  static func workout(
    _ fields: inout MapFields, _ units: [String: String]
  ) throws(HealthError) -> Kind {
    let duration = try measure(fields.take("duration"), units)
    let distance = try measure(fields.take("distance"), units)
    let energy = try measure(fields.take("energy"), units)
    var statistics: [MapPart<WorkoutStatistics?>] = []
    for item in fields.take("statistics")?.list ?? [] { statistics.append(try statistic(item)) }
    let route = try fields.take("route").map { (node) throws(HealthError) in try MapRoute(node) }
    return { [statistics] (header) throws(HealthError) in
      let duration = try duration(header)
      let distance = try distance(header)
      let energy = try energy(header)
      let statistics = try statistics.map { (part) throws(HealthError) in
        MapStatistic(read: try part(header))
      }
      let route = route?.found(in: header)
      return MapKind { (row, rule, output) throws(CellFault) in
        let header = try rule.header(row, &output.notes)
        var fields = Sample.WorkoutFields()
        (fields.duration, fields.durationUnit) = try duration(row)
        (fields.totalDistance, fields.totalDistanceUnit) = try distance(row)
        (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = try energy(row)
        for statistic in statistics {
          if let found = try statistic.read(row) { fields.statistics.append(found) }
        }
        if let found = try route?.route(in: row, rule.times) { fields.routes = [found] }
        output.samples.append(.workout(Workout(header: header, fields: fields)))
      }
    }
  }

  /// A number with a unit, such as the distance of a workout; both are `nil` where the cell is empty.
  ///
  /// - Parameter node: The name of a column with its unit; or a cell with `unit`, or with `form` for a time as a clock
  ///   shows it, which becomes seconds.
  private static func measure(
    _ node: MapNode?, _ units: [String: String]
  ) throws(HealthError) -> MapPart<(number: Number?, unit: String?)> {
    guard let node else { return { _ in { _ in (nil, nil) } } }
    var (statedUnit, form): (MapCell?, MapLength.Form?)
    let stated: MapCell
    if node.isMapping {
      var fields = try node.fields(of: "a measure")
      stated = try MapCell(&fields)
      if let node = fields.take("form") { form = try MapLength.clock(node) }
      statedUnit = try fields.takeCell("unit", plain: .text)
      try fields.finish()
    } else {
      stated = try MapCell(node, plain: .column)
    }
    guard statedUnit != nil || form != nil || stated.hasUnit else {
      throw node.fault("a measure has no 'unit', nor {unit} in the name of its column")
    }
    return { [statedUnit, form] header in
      let cell = header.find(stated)
      if statedUnit == nil, let text = cell.unit {
        header.note(unit: units[text] ?? text, cell.column)
      }
      let unit = statedUnit.map(header.find)
      return { (row) throws(CellFault) in
        if form != nil {
          let seconds = try cell.seconds(in: row, form)
          return (seconds, seconds.map { _ in "s" })
        }
        guard let number = try cell.number(in: row) else { return (nil, nil) }
        let text = try unit?.text(in: row) ?? cell.unit
        return (number, text.map { units[$0] ?? $0 })
      }
    }
  }

  /// Totals and averages over a workout.
  private static func statistic(
    _ node: MapNode
  ) throws(HealthError) -> MapPart<WorkoutStatistics?> {
    var fields = try node.fields(of: "a statistic")
    let type = try fields.require("type")
    guard let entry = MapTypes.entry(named: try type.text), entry.kind == "quantity" else {
      throw type.fault("expected a type of quantities")
    }
    let (identifier, unit) = (entry.identifier, try fields.require("unit").unitText)
    let stated = (
      average: try fields.takeCell("average"), minimum: try fields.takeCell("minimum"),
      maximum: try fields.takeCell("maximum"), sum: try fields.takeCell("sum")
    )
    try fields.finish()
    return { header in
      let average = stated.average.map(header.find)
      let minimum = stated.minimum.map(header.find)
      let maximum = stated.maximum.map(header.find)
      let sum = stated.sum.map(header.find)
      return { (row) throws(CellFault) in
        var found = WorkoutStatistics()
        found.average = try average?.number(in: row)
        found.minimum = try minimum?.number(in: row)
        found.maximum = try maximum?.number(in: row)
        found.sum = try sum?.number(in: row)
        if found == WorkoutStatistics() { return nil }
        (found.type, found.unit) = (identifier, unit)
        return found
      }
    }
  }
}

/// A statistic of a workout, in one file.
private struct MapStatistic {
  let read: (MapRow) throws(CellFault) -> WorkoutStatistics?
}

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
struct PointReader: AttributeVisitor {
  typealias Failure = CellFault

  let members: [String: MapCell]
  let row: MapRow

  mutating func number(_ name: String, _ value: inout Number?) throws(CellFault) {
    value = try members[name]?.number(in: row)
  }

  mutating func text(_ name: String, _ value: inout String?) {}
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
}
