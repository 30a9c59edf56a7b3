public import HealthModel
import HealthUnits

/// One part of a workout of a fixed distance, such as a kilometer; the last may be shorter.
public struct WorkoutSplit: Sendable, Equatable {
  /// In meters.
  public let distance: Double
  /// The time without pauses, in seconds.
  public let duration: Double
  /// Meters climbed; `nil` where points have no altitude.
  public let climb: Double?
  /// When it began.
  public let start: Timestamp
  /// When it ended.
  public let end: Timestamp
}

/// Distance, climb and splits of a workout, from the points of its routes and without its pauses.
///
/// The distance between two points is that on a sphere of the Earth's mean radius (6,371,008.8 m), which is off by 0.5 % at
/// most. Pauses are subtracted from time and distance, in proportion. Climb: an altitude is used once it differs by 3 m or more
/// from the last one used, because altitudes of a watch vary by some meters. An altitude below -500 m or above 9,000 m is not used,
/// nor that of a single point that is more than 100 m away from those before and after it, on the same side, and farther than 10 m
/// for each second: only what was not measured jumps so, such as the 0 of a device without a signal. A summit is not left out, where
/// points are far apart.
public struct RouteFigures: Sendable {
  private struct Segment {
    let distance: Double
    let duration: Double
    let climb: Double
    /// In seconds since 1970 began.
    let start: Double
    let end: Double
  }

  private let offset: Int16
  private let segments: [Segment]
  /// In meters.
  public let distance: Double
  /// The time between the first and the last point without pauses, in seconds.
  public let duration: Double
  /// Meters climbed; `nil` where points have no altitude.
  public let climb: Double?

  private static let radius = 6_371_008.8
  private static let leastClimb = 3.0
  /// More than any workout has: routes of a hostile file may go around the Earth many times.
  private static let mostSplits = 10_000

  /// The figures of a workout; `nil` if its routes have fewer than two points with a date and a place.
  public init?(_ workout: Workout) {
    var points: [(time: Double, latitude: Double, longitude: Double, altitude: Double?)] = []
    for route in workout.fields.routes {
      for location in route.locations {
        guard let date = location.date, let latitude = location.latitude?.doubleValue,
          let longitude = location.longitude?.doubleValue, abs(latitude) <= 90
        else { continue }
        points.append(
          (date.timeIntervalSince1970, latitude, longitude, location.altitude?.doubleValue))
      }
    }
    guard points.count > 1 else { return nil }
    points.sort { $0.time < $1.time }
    offset = workout.start.offsetMinutes
    let pauses = workout.pauses.map {
      $0.start
        .timeIntervalSince1970..<max(
          $0.start.timeIntervalSince1970, $0.end.timeIntervalSince1970)
    }
    let altitudes = Self.altitudes(points.map { ($0.time, $0.altitude) })
    let climbs = Self.climbs(altitudes)
    segments = zip(zip(points, points.dropFirst()), climbs.dropFirst()).map { ends, climb in
      let (a, b) = ends
      let whole = b.time - a.time
      let paused = pauses.reduce(0) {
        $0 + max(0, min($1.upperBound, b.time) - max($1.lowerBound, a.time))
      }
      let active = max(0, whole - paused)
      let share = whole > 0 ? active / whole : 1
      return Segment(
        distance: Self.distance((a.latitude, a.longitude), (b.latitude, b.longitude)) * share,
        duration: active, climb: climb, start: a.time, end: b.time)
    }
    distance = segments.reduce(0) { $0 + $1.distance }
    duration = segments.reduce(0) { $0 + $1.duration }
    let hasAltitudes = altitudes.contains { $0 != nil }
    climb = hasAltitudes ? segments.reduce(0) { $0 + $1.climb } : nil
  }

  /// The workout in parts of a distance.
  ///
  /// - Parameter length: Above 0, in meters: 1,000, or 1,609.344 for miles.
  /// - Returns: The parts, 10,000 at most.
  public func splits(of length: Double) -> [WorkoutSplit] {
    guard length > 0 else { return [] }
    var splits: [WorkoutSplit] = []
    var (distance, duration, climb) = (0.0, 0.0, 0.0)
    var start = segments.first?.start ?? 0
    func add(_ distance: Double, _ duration: Double, _ climb: Double, at end: Double) {
      splits.append(
        WorkoutSplit(
          distance: distance, duration: duration, climb: self.climb == nil ? nil : climb,
          start: timestamp(start), end: timestamp(end)))
      start = end
    }
    for segment in segments {
      var (rest, time, height) = (segment.distance, segment.duration, segment.climb)
      var from = segment.start
      while distance + rest >= length, rest > 0, splits.count < Self.mostSplits {
        let part = (length - distance) / rest
        from += (segment.end - from) * part
        add(length, duration + time * part, climb + height * part, at: from)
        (rest, time, height) = (rest * (1 - part), time * (1 - part), height * (1 - part))
        (distance, duration, climb) = (0, 0, 0)
      }
      distance += rest
      duration += time
      climb += height
    }
    // A rest smaller than the error of floating point is not a split.
    if distance > 1e-6, splits.count < Self.mostSplits {
      add(distance, duration, climb, at: segments.last?.end ?? start)
    }
    return splits
  }

  private func timestamp(_ seconds: Double) -> Timestamp {
    let second = seconds.rounded(.down)
    // Rounded, so that the end of the route is the instant of its last point.
    let micro = Int32(((seconds - second) * 1e6).rounded())
    return Timestamp(
      secondsSince1970: Int64(second) + (micro == 1_000_000 ? 1 : 0),
      nanoseconds: micro % 1_000_000 * 1_000, offsetMinutes: offset)
  }

  private static func distance(
    _ a: (latitude: Double, longitude: Double), _ b: (latitude: Double, longitude: Double)
  ) -> Double {
    let degree = Double.pi / 180
    var east = abs(b.longitude - a.longitude)
    if east > 180 { east = 360 - east }
    let x = east * degree * cosine((a.latitude + b.latitude) / 2 * degree)
    let y = (b.latitude - a.latitude) * degree
    return radius * (x * x + y * y).squareRoot()
  }

  /// The cosine by its series, for -π/2 to π/2, exact to 10 digits.
  private static func cosine(_ angle: Double) -> Double {
    let square = angle * angle
    var (sum, term) = (1.0, 1.0)
    for place in 1...9 {
      term *= -square / Double((2 * place - 1) * 2 * place)
      sum += term
    }
    return sum
  }

  /// The altitudes that are used.
  private static func altitudes(_ points: [(time: Double, altitude: Double?)]) -> [Double?] {
    var altitudes = points.map { point in
      point.altitude.flatMap { possibleAltitudes.contains($0) ? $0 : nil }
    }
    let known = altitudes.indices.filter { altitudes[$0] != nil }
    let stated = altitudes
    func rise(_ a: Int, _ b: Int) -> Double { (stated[b] ?? 0) - (stated[a] ?? 0) }
    func isJump(_ a: Int, _ b: Int) -> Bool {
      let meters = abs(rise(a, b))
      return meters > 100 && meters > 10 * (points[b].time - points[a].time)
    }
    for (place, index) in known.enumerated().dropFirst().dropLast() {
      let (before, after) = (known[place - 1], known[place + 1])
      if isJump(before, index), isJump(index, after),
        (rise(before, index) > 0) != (rise(index, after) > 0)
      {
        altitudes[index] = nil
      }
    }
    return altitudes
  }

  private static let possibleAltitudes = -500.0...9_000

  /// Meters climbed at each point.
  private static func climbs(_ altitudes: [Double?]) -> [Double] {
    var last: Double?
    return altitudes.map { altitude in
      guard let altitude else { return 0 }
      guard let known = last else {
        last = altitude
        return 0
      }
      guard abs(altitude - known) >= leastClimb else { return 0 }
      last = altitude
      return max(0, altitude - known)
    }
  }
}

/// A part of a workout: a split of its route, a lap, a segment or an interval.
package struct WorkoutPart: Sendable, Equatable {
  /// The kind of a part of a workout.
  package enum Kind: String, Sendable {
    /// A kilometer or a mile of the route.
    case split
    /// From a press of the button to the next one, or a length of a pool.
    case lap
    /// Marked by the program, such as each kilometer.
    case segment
    /// An activity of a workout of several, such as work and recovery, or the sports of a triathlon.
    case interval
  }

  package let kind: Kind
  /// From 1 on, of each kind.
  package let number: Int
  /// When the workout began.
  package let workoutStart: Timestamp
}

extension WorkoutFigures {
  /// The splits of a workout with a route; `nil` without a route. The distance and the elevation are along the route; the heart rate
  /// is that of records.
  package static func splits(of workout: Workout, length: Double) -> [WorkoutFigures]? {
    guard let route = RouteFigures(workout) else { return nil }
    let whole = WorkoutFigures(workout, isRouteNeeded: false)
    return route.splits(of: length).enumerated().map { index, split in
      var part = WorkoutFigures(
        whole, .init(kind: .split, number: index + 1, workoutStart: whole.start),
        from: split.start,
        to: split.end, minutes: split.duration / 60, completing: [.heartRate],
        elevation: split.climb)
      part.distance = split.distance / 1_000
      return part
    }
  }

  /// The laps, segments and intervals of a workout, in the order of time.
  ///
  /// A lap without a duration, as older programs write it, is the end of a lap: the first begins with the workout, and what is after
  /// the last one is a lap, too.
  package static func parts(of workout: Workout) -> [WorkoutFigures] {
    let whole = WorkoutFigures(workout, isRouteNeeded: false)
    let time = ActiveTime(whole)
    let zone = workout.header.ownZone
    func shown(_ date: Timestamp) -> Timestamp { zone.map { date.shown(in: $0) } ?? date }
    func part(
      _ kind: WorkoutPart.Kind, _ number: Int, _ start: Timestamp, _ end: Timestamp,
      _ minutes: Double? = nil
    ) -> WorkoutFigures {
      let active =
        time.active(at: end.microseconds).time - time.active(at: start.microseconds).time
      return WorkoutFigures(
        whole, .init(kind: kind, number: number, workoutStart: whole.start), from: shown(start),
        to: shown(end), minutes: minutes ?? max(0, Double(active) / 60_000_000),
        completing: Figure.allCases)
    }
    var parts: [WorkoutFigures] = []
    for (kind, type) in [
      (WorkoutPart.Kind.lap, "HKWorkoutEventTypeLap"), (.segment, "HKWorkoutEventTypeSegment"),
    ] {
      let events = workout.fields.events.filter { $0.type == type && $0.date != nil }
        .sorted { ($0.date ?? .unknown) < ($1.date ?? .unknown) }
      var number = 0
      var last: Timestamp? = kind == .lap ? workout.start : nil
      for event in events {
        guard let date = event.date else { continue }
        let seconds = value(event.duration, event.durationUnit ?? "min", in: .second) ?? 0
        if seconds > 0, seconds < 1e9 {
          number += 1
          let end = date.advanced(byNanoseconds: Int64(seconds * 1e9))
          let stated = LapFigures(event)
          var own = part(kind, number, date, end, stated.seconds.map { $0 / 60 })
          own.setFigures(of: stated)
          parts.append(own)
          last = nil
        } else if let start = last, date > start {
          number += 1
          parts.append(part(kind, number, start, date))
          last = date
        }
      }
      if number > 0, let last, last < workout.end {
        parts.append(part(kind, number + 1, last, workout.end))
      }
    }
    // A workout of one activity states it for the whole workout.
    let activities = workout.fields.activities.filter { $0.startDate != nil && $0.endDate != nil }
    if activities.count > 1 {
      for (index, activity) in activities.enumerated() {
        guard let start = activity.startDate, let end = activity.endDate, end >= start else {
          continue
        }
        let minutes = value(activity.duration, activity.durationUnit ?? "min", in: .minute)
        var own = part(.interval, index + 1, start, end, minutes)
        own.setTotals(of: activity.statistics)
        parts.append(own)
      }
    }
    return parts.sorted { $0.start < $1.start }
  }
}
