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
