import HealthBytes
import HealthModel
import HealthXML

/// Handles each part of a file.
extension TCXReader {
  mutating func use(_ event: TCXParser.Event) throws(HealthError) {
    switch event {
    case .activityStart(let sport):
      activity = TCXActivity()
      activity.activity = sport.map { RouteActivity.activity(for: $0) } ?? .other
      if activity.activity == .other { activity.activity = usualActivity }
      activityPlace = current.place
      if let sport, activity.activity == .other, !RouteActivity.isKnown(sport) {
        unknownSports.countUnknownActivity(sport, at: activityPlace)
      }
      (pointCount, untimed, unlocated) = (0, 0, 0)
      (measured, points) = ([], PointLocations())
      distances = RouteCounter()
    case .activityElement(let element): add(element)
    case .lapStart(let start):
      var lap = TCXActivity.Lap()
      lap.start = start.flatMap { Timestamp(tcx: $0) }
      if let start, lap.start != nil { parser?.checkZone(start) }
      (lapMeters, isCounting, isRest) = (Number(0), false, false)
      if lap.start == nil {
        try report("malformed-date", .warning, "StartTime of a lap is not a date", current.place)
      }
      activity.laps.append(lap)
    case .lapElement(let element): try addToLap(element)
    case .trackStart:
      activity.laps[activity.laps.count - 1].segments.append([])
      points.segments.append([])
    case .point: try addPoint()
    case .lapEnd: endLap()
    case .activityEnd: try endActivity()
    case .author(let element):
      ready = Ready(measured: [], descriptors: [], last: .unknown(element), place: current.place)
    case .end: break
    }
  }

  // MARK: Activities and laps

  private mutating func add(_ element: Element) {
    let node = Element.Node.element(element)
    switch element.name {
    case "Id":
      activity.identifier = node.plainText(of: "Id")?.trimmedXMLSpace
    case "Notes" where activity.notes == nil && node.plainText(of: "Notes") != nil:
      activity.notes = node.plainText(of: "Notes")
    case "Creator" where activity.creator == nil: activity.creator = TCXCreator(element)
    case "Extensions":
      var rest = element
      for (index, child) in element.children.enumerated() {
        guard let text = child.plainText(of: TCXVocabulary.activity) else { continue }
        let isUntyped = !hasDistanceType
        activity.activity = RouteActivity.activity(for: text)
        if isUntyped, hasDistanceType { activity.removePointDistances() }
        rest.children.remove(at: index)
        break
      }
      if !rest.children.isEmpty { activity.content.append(.element(rest)) }
    default: activity.content.append(node)
    }
  }

  private mutating func addToLap(_ element: Element) throws(HealthError) {
    let last = activity.laps.count - 1
    let node = Element.Node.element(element)
    switch element.name {
    case "TotalTimeSeconds":
      activity.laps[last].seconds = node.plainText(of: element.name)
        .flatMap { Number($0.trimmedXMLSpace) }
      if activity.laps[last].seconds == nil {
        try report(
          "malformed-number", .warning, "TotalTimeSeconds is not a number; not read", current.place)
      }
    case "Notes" where node.plainText(of: "Notes") != nil:
      activity.laps[last].notes = node.plainText(of: "Notes")
    default:
      guard let figures = TCXFigure.figures(in: element),
        figures.allSatisfy({ figure in
          TCXFigure.all.contains { $0.name == figure.name && $0.allows(figure.text) }
        })
      else {
        return try report(
          "unknown-content", .info, "an element of a lap that is not known or not valid; not read",
          current.place)
      }
      // What follows the points of a lap that was divided is of the whole of it.
      guard !isRest else { return }
      for (name, text) in figures { activity.laps[last].figures[name] = text }
      try correctSpeed(last)
    }
  }

  /// Strava writes the maximum of the speed in meters per hour.
  private mutating func correctSpeed(_ lap: Int) throws(HealthError) {
    guard let text = activity.laps[lap].figures["MaximumSpeed"], let speed = Number(text),
      speed.doubleValue > 150, speed.doubleValue < 1e9,
      let corrected = Number(speed.doubleValue / 3_600)?.decimalText
    else { return }
    activity.laps[lap].figures["MaximumSpeed"] = corrected
    try report(
      "implausible-speed", .warning,
      "MaximumSpeed is in meters per hour; read as meters per second",
      current.place)
  }

  private mutating func endLap() {
    let last = activity.laps.count - 1
    let lap = activity.laps[last]
    activity.laps[last].segments = lap.segments.filter { !$0.isEmpty }
    if lap.start == nil {
      activity.laps[last].start = lap.segments.joined().lazy.compactMap(\.date).first ?? lap.last
    }
  }

  // MARK: Points

  private mutating func addPoint() throws(HealthError) {
    let (_, point) = current
    if pointCount >= pointLimit {
      try report(
        "long-track", .info,
        "an activity of more than \(pointLimit) points (limit '\(Limits.routePoints.name)'); read as several workouts, "
          + "among which the totals of a lap are divided: the distance where it was measured, time and energy by time",
        activityPlace)
      try cut()
    }
    pointCount += 1
    let last = activity.laps.count - 1
    var location = point.location
    let date = location.date
    if let date { activity.laps[last].note(date) }
    let isLocated = location.latitude != nil && location.longitude != nil
    if date == nil { untimed += 1 }
    if !isLocated { unlocated += 1 }
    let types = Self.types(of: activity.activity)
    var values: [4 of Number?] = [point.heartRate, point.cadence, point.power, nil]
    var since: Timestamp?
    var kept: [Element.Node] = []
    for (index, name) in ["hr", "cad", "power"].enumerated()
    where date == nil || types[index] == nil {
      guard let number = values[index] else { continue }
      kept.append(.element(Element(name: name, children: [.text(number.description)])))
      values[index] = nil
    }
    if let distance = point.distance, let date {
      let before = counter(before: date, distance, lap: activity.laps[last])
      if let before, before.time <= date, before.meters < distance,
        try !isJump(from: before.time, to: date, activity.laps[last])
      {
        let covered = distance.subtracting(before.meters)
        (values[3], since) = (covered, before.time)
        lapMeters = lapMeters.adding(covered)
      }
      // Devices correct the distance by a little, and points may be in another order; near 0, a new count begins, and after
      // a clock was set back, the distance continues.
      let isLater = before.map {
        let seconds = date.timeInterval(since: $0.time)
        return (seconds >= 0 || seconds < -60)
          && ($0.meters <= distance || distance.doubleValue <= $0.meters.doubleValue / 2)
      }
      if isLater != false { distances.add((date, distance), after: before) }
      isCounting = true
    }
    // The sport of files that this library writes follows the points: a distance without a type is a sample, too, which
    // is left out at the end unless the sport has a type.
    if let distance = point.distance, date == nil || types[3] == nil {
      kept.append(.element(Element(name: "distance", children: [.text(distance.description)])))
    }
    let place = PointLocations.location(of: point.place)
    if let date, (0..<4).contains(where: { values[$0] != nil }) {
      measured.append(
        Measured(
          date: date, values: values, since: since, line: place.line, column: place.column))
    }
    guard isLocated else { return }
    if !kept.isEmpty {
      location.extras = Extras(content: [.element(Element(name: "extensions", children: kept))])
    }
    activity.laps[last].segments[activity.laps[last].segments.count - 1].append(location)
    points.append(place)
  }

  /// What the distance counted before a point: as the point before has it, or 0 at the start of the lap if it counts from
  /// there, unless its first value cannot have been covered since.
  private func counter(
    before date: Timestamp, _ distance: Number, lap: TCXActivity.Lap
  ) -> RouteCounter<Timestamp, Number>.Value? {
    let known = distances.before(distance)
    guard !isCounting, !isRest, let start = lap.start, start <= date,
      known.map({ distance < $0.meters && $0.time <= start }) ?? true
    else { return known }
    let stated = lap.figures[TCXActivity.distance].flatMap { Number($0) }?.doubleValue ?? 0
    let passed = date.nanosecondsSince1970 &- start.nanosecondsSince1970
    guard stated <= 0 || distance.doubleValue <= stated,
      RouteDistances.isPlausible(distance.doubleValue, nanoseconds: passed)
    else { return known }
    return (start, Number(0))
  }

  /// Reports a gap that no distance spans.
  private mutating func isJump(
    from start: Timestamp, to end: Timestamp, _ lap: TCXActivity.Lap
  ) throws(HealthError) -> Bool {
    var isInside = false
    if let first = lap.start, let seconds = lap.seconds, first <= start {
      isInside = end.timeInterval(since: first) <= seconds.doubleValue
    }
    guard
      RouteGap.isJump(
        seconds: end.secondsSince1970 &- start.secondsSince1970, isInside: isInside)
    else { return false }
    if hasDistanceType { try reportJump(current.place) } else { jumps.append(current.place) }
    return true
  }

  private mutating func reportJump(_ place: Place) throws(HealthError) {
    try report(
      "unknown-content", .info, "a distance between points that are hours apart; not read", place)
  }

  private var hasDistanceType: Bool { RouteActivity.distance(of: activity.activity) != nil }

  /// The types of the values of a point; `nil` for one that stays with the point.
  static func types(of activity: WorkoutActivityType) -> [QuantityType?] {
    [
      .heartRate, RouteActivity.cadence(of: activity), RouteActivity.power(of: activity),
      RouteActivity.distance(of: activity),
    ]
  }

  // MARK: The end of an activity

  /// Ends the activity before its next point; the rest of the lap is one of the next.
  private mutating func cut() throws(HealthError) {
    var rest = TCXActivity()
    rest.activity = activity.activity
    let last = activity.laps.count - 1
    rest.laps = [activity.laps[last].cut(lapMeters)]
    endLap()
    try endActivity()
    activity = rest
    isRest = true
    lapMeters = Number(0)
    (pointCount, untimed, unlocated) = (0, 0, 0)
    points.segments = [[]]
  }

  private mutating func endActivity() throws(HealthError) {
    if hasDistanceType {
      for place in jumps { try reportJump(place) }
    }
    jumps = []
    let identifier = activity.identifier.take()
    var built = activity.workout
    if let identifier, Timestamp(tcx: identifier) != built?.start {
      activity.identifier = identifier
      built = activity.workout
    }
    if untimed > 0 {
      try report(
        "missing-time", .warning,
        "points of the activity without a time: \(untimed); those with a position are preserved",
        activityPlace)
    }
    if unlocated > 0 {
      try report(
        "missing-position", .info,
        "points of the activity without a position: \(unlocated); their heart rates are read, and cadence and power where HealthKit has a type",
        activityPlace)
    }
    guard let workout = built else {
      return try report(
        "missing-time", .warning, "an activity without a time; not read", activityPlace)
    }
    let source = Source(name: activity.sourceName)
    let descriptors = Self.types(of: activity.activity).map { type in
      type.map {
        SampleDescriptor(type: .quantity($0), unitText: $0.routeUnit, source: source)
      }
    }
    ready = Ready(
      measured: measured, descriptors: descriptors, last: .workout(workout), place: activityPlace)
    rememberPlaces()
    measured = []
  }
}

extension TCXActivity {
  /// Removes the distances of points with a time, which are samples.
  fileprivate mutating func removePointDistances() {
    for lap in laps.indices {
      for segment in laps[lap].segments.indices {
        for index in laps[lap].segments[segment].indices {
          let location = laps[lap].segments[segment][index]
          guard location.date != nil, location.extras != nil else { continue }
          let others = location.keptExtensions.filter { $0.name != "distance" }
          laps[lap].segments[segment][index].extras =
            others.isEmpty
            ? nil
            : Extras(content: [
              .element(Element(name: "extensions", children: others.map { .element($0) }))
            ])
        }
      }
    }
  }
}
