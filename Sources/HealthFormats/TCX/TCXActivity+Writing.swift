import HealthModel

extension TCXActivity {
  /// The activity of a workout. A workout without lap events is one lap; what its laps do not cover are laps, too.
  ///
  /// - Parameter points: The points of the workout by segments; some points have the distance since its start.
  init(_ workout: Workout, points: [[RoutePoint]] = []) {
    activity = workout.activityType
    if let source = workout.header.descriptor.sourceName {
      let creator = TCXCreator(source: source.readableXML ?? "", workout.header.descriptor.device)
      if creator.name != Self.unknownSource || creator.device != nil { self.creator = creator }
    }
    notes = workout.header.metadata[Self.notesKey]?.readableXML
    identifier = workout.extras?.content.lazy.compactMap { $0.plainText(of: "Id") }
      .first { Timestamp(tcx: $0)?.isInGPXRange == true && GPXDate.isValid($0) }
    let events = WorkoutLaps.covering(workout.fields.events, of: workout).filter {
      $0.type == "HKWorkoutEventTypeLap" && $0.date != nil
    }
    let pauses = RoutePauses(workout.fields.events, until: workout.end)
    laps = events.map { Lap($0, pauses) }.enumerated().sorted {
      ($0.element.start ?? .unknown, $0.offset) < ($1.element.start ?? .unknown, $1.offset)
    }.map(\.element)
    if laps.isEmpty {
      var lap = Lap()
      lap.start = workout.start
      let (duration, unit) = workout.activeDuration
      lap.seconds =
        duration.flatMap { $0.converted(unit, to: "s") }
        ?? Number(workout.end.timeInterval(since: workout.start))
      laps = [lap]
    }
    share(workout, points)
    for index in laps.indices {
      for figure in TCXFigure.all where laps[index].figures[figure.name] == nil {
        if let usual = figure.usual { laps[index].figures[figure.name] = usual }
      }
    }
    for (lap, segment) in split(RouteTrack(workout)?.segments ?? []) {
      laps[lap].segments.append(segment)
    }
  }

  /// Divides the totals of the workout among laps without figures, as those of a Health export are: the distance in proportion
  /// to the distances measured at the points, otherwise in proportion to time; the energy in proportion to time.
  private mutating func share(_ workout: Workout, _ points: [[RoutePoint]]) {
    let isOwn = laps.allSatisfy(\.figures.isEmpty)
    let exact = laps.count == 1 ? 1e6 : 100
    let times = laps.map { $0.seconds?.doubleValue ?? 0 }
    let isMoving = laps.map { $0.figures["Intensity"] != "Resting" }
    let moving = isMoving.contains(true) ? zip(times, isMoving).map { $1 ? $0 : 0 } : times
    if laps.contains(where: { $0.figures[Self.distance] == nil }) {
      let starts = laps.map { $0.start?.nanosecondsSince1970 }
      let stated = workout.distance.flatMap { $0.number.converted($0.unit, to: "m") }
      let isNeeded = laps.count > 1 || stated == nil
      let way = isNeeded ? LapShares.meters(points, starts: starts) : nil
      if laps.allSatisfy({ $0.figures[Self.distance] == nil }) {
        let total = stated?.doubleValue ?? way?.reduce(0, +)
        let shares = LapShares.shares(of: total, by: way ?? moving, exact)
        for (index, meters) in shares.enumerated() {
          laps[index].figures[Self.distance] = meters.flatMap { Number($0)?.decimalText }
        }
      } else if let way {
        for index in laps.indices where laps[index].figures[Self.distance] == nil {
          let meters = (way[index] * exact).rounded() / exact
          laps[index].figures[Self.distance] = Number(meters).flatMap(\.decimalText)
        }
      }
    }
    if laps.allSatisfy({ $0.figures[Self.energy] == nil }) {
      let stated = workout.energyBurned.flatMap { $0.number.converted($0.unit, to: "kcal") }
      let shares = LapShares.shares(of: stated?.doubleValue, by: times, 1)
      for (index, energy) in shares.enumerated() {
        let text = energy.flatMap { Number($0)?.decimalText }
        let isAllowed = text.flatMap { Int($0) }.map { $0 <= 65_535 } ?? false
        laps[index].figures[Self.energy] = isAllowed ? text : nil
      }
    }
    guard laps.count == 1, isOwn else { return }
    let (average, _, maximum) = workout.heartRate
    for (name, number) in [("AverageHeartRateBpm", average), ("MaximumHeartRateBpm", maximum)] {
      guard let value = number?.doubleValue.rounded(), 1...255 ~= value else { continue }
      laps[0].figures[name] = String(Int(value))
    }
  }

  static let distance = "DistanceMeters"
  static let energy = "Calories"

  /// The number of the last lap that begins by a time, or of the first one.
  func lap(at date: Timestamp) -> Int {
    var (low, high) = (0, laps.count)
    while low < high {
      let middle = (low + high) / 2
      if (laps[middle].start ?? .unknown) <= date { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// The segments by laps. A segment is divided where a lap begins.
  private func split(_ segments: [[RouteLocation]]) -> [(lap: Int, segment: [RouteLocation])] {
    var parts: [(lap: Int, segment: [RouteLocation])] = []
    for segment in segments {
      var current: [RouteLocation] = []
      var number = parts.last?.lap ?? 0
      for (index, location) in segment.enumerated() {
        if let date = location.date {
          var next = lap(at: date)
          // The last point of a lap often has the time at which the next one begins.
          if index > 0, index == segment.count - 1, laps[next].start == date { next = number }
          if !current.isEmpty, next != number {
            parts.append((number, current))
            current = []
          }
          number = next
        }
        current.append(location)
      }
      if !current.isEmpty { parts.append((number, current)) }
    }
    return parts
  }
}

extension TCXActivity.Lap {
  fileprivate init(_ event: WorkoutEvent, _ pauses: RoutePauses) {
    start = event.date
    seconds = event.duration.flatMap { $0.converted(event.durationUnit, to: "s") }
    var stated: Number?
    for node in event.extras?.content ?? [] {
      guard case .element(let element) = node, let text = node.plainText(of: element.name) else {
        continue
      }
      if element.name == Self.time {
        stated = Number(text)
      } else if element.name == "Notes" {
        notes = text.readableXML
      } else if let figure = TCXFigure.all.first(where: { $0.name == element.name }),
        figure.allows(text)
      {
        figures[element.name] = text
      }
    }
    if let stated { seconds = stated } else { subtract(pauses) }
  }
}

extension String {
  /// The text that results from writing this text as XML and reading it: characters that XML does not allow are replaced.
  /// `nil` if there is only white space, which readers skip.
  fileprivate var readableXML: String? {
    if !isEmpty, utf8.allSatisfy({ $0 <= 32 }) { return nil }
    let isAllowed = { (scalar: Unicode.Scalar) in
      switch scalar.value {
      case 9, 10, 13: true
      case 0..<32, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
    if unicodeScalars.allSatisfy(isAllowed) { return self }
    var text = ""
    for scalar in unicodeScalars {
      text.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
    }
    return text
  }
}
