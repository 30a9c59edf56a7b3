import HealthModel

/// A table whose rows are parts of the workouts that the rows of another table are: points of their routes, or events.
struct MapPartTable: Sendable {
  enum Content: Sendable {
    /// The members of a point, by the fields of the model.
    case point([String: MapCell])
    case event(MapPartEvent)
  }

  let table: String
  /// The column with the key of the workout's row.
  let reference: MapCell
  /// The key of the workout's row.
  let key: String
  /// The column by which the parts of a workout are sorted.
  let order: MapCell
  let content: Content

  init(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "a part")
    table = try fields.require("table").text
    let on = try fields.require("on")
    let sides = try on.text.split(separator: "=").map { String($0.filter { !$0.isWhitespace }) }
    guard sides.count == 2, sides.allSatisfy({ !$0.isEmpty }) else {
      throw on.fault("expected two columns, such as parent_key = row_id")
    }
    reference = MapCell(names: [MapColumn(name: sides[0])], place: on.place)
    key = sides[1]
    order = try MapCell(try fields.require("order"), plain: .column)
    let (point, event) = (fields.take("point"), fields.take("event"))
    try fields.finish()
    if let point, event == nil {
      content = .point(try Self.members(of: point))
    } else if let event, point == nil {
      content = .event(try MapPartEvent(event))
    } else {
      throw node.fault("a part is either a 'point' or an 'event'")
    }
  }

  /// The members that each point has.
  fileprivate static let needed = ["date", "latitude", "longitude"]

  private static func members(of node: MapNode) throws(HealthError) -> [String: MapCell] {
    var fields = try node.fields(of: "a point")
    var members: [String: MapCell] = [:]
    for name in needed { members[name] = try MapCell(try fields.require(name), plain: .column) }
    for name in RouteLocation.Slot.names where !needed.contains(name) {
      members[name] = try fields.takeCell(name)
    }
    try fields.finish()
    return members
  }
}

extension MapPartTable.Content {
  /// The same content with its columns in a table.
  func found(in header: MapHeader) throws(HealthError) -> MapPartTable.Content {
    switch self {
    case .point(var members):
      for name in MapPartTable.needed { members[name] = try header.require(members[name]) }
      return .point(members.mapValues(header.find))
    case .event(let event): return .event(try event.found(in: header))
    }
  }
}

/// The events that a row is: a lap or a segment, or a pause, which are two.
struct MapPartEvent: Sendable {
  private var type: MapCell
  private var start: MapCell
  private var end: MapCell
  /// How far it was.
  private var meters: MapCell?
  private var metadata: [(key: MetadataKey, cell: MapCell)] = []

  private static let pause = "Pause"
  private static let types = ["Lap", "Segment", pause]
  /// In seconds.
  private static let longest = 31_622_400.0

  init(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "an event")
    type = try MapCell(try fields.require("type"), plain: .text)
    start = try MapCell(try fields.require("start"), plain: .column)
    end = try MapCell(try fields.require("end"), plain: .column)
    meters = try fields.takeCell("meters")
    for (key, value) in try fields.take("metadata")?.entries ?? [] {
      metadata.append((MetadataKey(try key.text), try MapCell(value, plain: .column)))
    }
    try fields.finish()
    guard !type.outcomes.isEmpty, type.outcomes.allSatisfy(Self.types.contains) else {
      throw type.fault("expected an event: one of \(Self.types.joined(separator: ", "))")
    }
  }

  /// The same event with its columns in a table.
  func found(in header: MapHeader) throws(HealthError) -> MapPartEvent {
    var event = self
    event.type = header.find(type)
    event.start = try header.require(start)
    event.end = try header.require(end)
    event.meters = meters.map(header.find)
    event.metadata = metadata.map { ($0.key, header.find($0.cell)) }
    return event
  }

  /// The events of a row.
  ///
  /// - Parameter row: The row of the workout, which determines the time zone.
  func events(
    _ part: MapRow, of row: MapRow, _ times: MapTimes
  ) throws(CellFault) -> [WorkoutEvent] {
    guard let name = try type.text(in: part), let first = try times.date(start, of: part, in: row),
      let last = try times.date(end, of: part, in: row)
    else {
      throw start.fault("malformed-part", "found an event without its type, its start or its end")
    }
    guard first <= last, last.timeInterval(since: first) < Self.longest else {
      throw end.fault("malformed-part", "found an event that ends before it starts, or years later")
    }
    if name == Self.pause {
      return [("Pause", first), ("Resume", last)].map { name, date in
        var event = WorkoutEvent()
        (event.type, event.date) = ("HKWorkoutEventType" + name, date)
        return event
      }
    }
    var event = WorkoutEvent()
    (event.type, event.date) = ("HKWorkoutEventType" + name, first)
    let nanoseconds = last.nanosecondsSince1970 &- first.nanosecondsSince1970
    event.duration = Number(digits: nanoseconds, exponent: -9).adding(Number(0))
    event.durationUnit = "s"
    // As with the laps of TCX (`LapFigures`).
    if let meters = try meters?.number(in: part), meters.doubleValue > 0 {
      let element = Element(name: "DistanceMeters", children: [.text(meters.description)])
      event.extras = Extras(content: [.element(element)])
    }
    var entries: [MetadataEntry] = []
    for (key, cell) in metadata {
      guard let text = try cell.text(in: part), !text.isEmpty else { continue }
      entries.append(MetadataEntry(key: key, value: text))
    }
    event.metadata = Metadata(entries)
    return [event]
  }
}
