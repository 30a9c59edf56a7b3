package import HealthModel
import HealthUnits

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
          parts.append(part(kind, number, date, end))
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
