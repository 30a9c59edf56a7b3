import HealthModel

/// The sports of a workout, each with its time, in the order of the workout's parts: they decide which types belong to a
/// point. Most workouts have one sport.
///
/// As in FIT, a time belongs to the first part that lasted then, in whole seconds, otherwise to the first part of all.
struct RouteLegs {
  /// At least one.
  let sports: [WorkoutActivityType]
  /// The time of each sport, if there are several.
  private var spans: [ClosedRange<Int64>] = []
  private var last = 0
  /// Whether the parts begin and end with their workout: a file of FIT has no other start and end than those of its sessions, and
  /// what was measured before and after them would not be read as measured during the workout.
  let spanWorkout: Bool

  /// The most parts of a workout.
  static let most = 1_000

  init(_ workout: Workout) {
    let parts = workout.fields.activities
    let own = Self.sports(of: parts, workout.activityType).prefix(Self.most)
    sports = own.isEmpty ? [workout.activityType] : Array(own)
    spanWorkout = Self.span(parts, workout)
    guard !own.isEmpty else { return }
    spans = parts.prefix(own.count).map { part in
      let start = part.startDate ?? workout.start
      let end = max(start, part.endDate ?? start)
      let (first, last) = (start.wholeSeconds, end.wholeSeconds)
      return first.lowerBound...max(first.lowerBound, last.upperBound)
    }
  }

  var areSeveral: Bool { sports.count > 1 }

  /// The index of the sport at a time, in nanoseconds since 1970.
  mutating func index(at time: Int64) -> Int {
    guard areSeveral else { return 0 }
    if spans[last].contains(time), last == 0 || !spans[last - 1].contains(time) { return last }
    last = spans.firstIndex { $0.contains(time) } ?? 0
    return last
  }

  /// The sports of the parts of a workout; empty if they have none of their own, as intervals: HealthKit has these for a
  /// workout with a plan, and they need not state the totals that the workout has.
  ///
  /// Exports do not have the sports of a triathlon, but the types of its distances.
  private static func sports(
    of activities: [WorkoutActivity], _ activity: WorkoutActivityType
  ) -> [WorkoutActivityType] {
    let isTriathlon = activity == .swimBikeRun
    let own = activities.map { part -> WorkoutActivityType? in
      if let number = part.metadata[.activityType].flatMap({ Int($0) }) {
        return WorkoutActivityType(rawValue: number)
      }
      guard isTriathlon else { return nil }
      return [.swimming, .cycling, .running].first { (sport: WorkoutActivityType) in
        let type = RouteActivity.distance(of: sport)?.identifier
        return part.statistics.contains { $0.type == type && $0.sum != nil }
      }
    }
    guard own.count > 1, own.contains(where: { $0 != nil }) else { return [] }
    return own.map { $0 ?? (isTriathlon ? .transition : activity) }
  }

  private static func span(_ activities: [WorkoutActivity], _ workout: Workout) -> Bool {
    let starts = activities.compactMap { $0.startDate?.secondsSince1970 }
    let ends = activities.compactMap { ($0.endDate ?? $0.startDate)?.secondsSince1970 }
    return starts.count == activities.count
      && starts.min() == workout.start.secondsSince1970
      && ends.max() == workout.end.secondsSince1970
  }
}

extension Timestamp {
  /// The instants of the whole seconds before and after, in nanoseconds since 1970; of a whole second, itself.
  fileprivate var wholeSeconds: ClosedRange<Int64> {
    let time = nanosecondsSince1970
    let part = Int64(nanoseconds)
    return (time - part)...(part > 0 ? time - part + 1_000_000_000 : time)
  }
}

/// The distance since the start of a workout of several sports, at one point after another.
///
/// In a sport without a type of distance, such as a transition, points have the count of their device, which may begin anew
/// with each sport; it is added to the distances that have a type.
struct RouteCount {
  /// The meters in sports without a type.
  private var untyped = Number(0)
  /// The last count of a device, and the part of the workout.
  private var device: (meters: Number, leg: Int)?
  private var total = Number(0)
  private var time: Int64?

  /// The meters at a point.
  ///
  /// - Parameters:
  ///   - counted: The count of the device, in a sport without a type of distance.
  ///   - typed: The sum of the distances that have a type.
  mutating func meters(counted: Number?, typed: Number?, leg: Int, time: Int64) -> Number? {
    if let counted {
      let before = device?.leg == leg ? device?.meters : nil
      let base = before ?? (counted < total ? Number(0) : total)
      let covered = counted.subtracting(base)
      let passed = time &- (self.time ?? time)
      if covered > Number(0),
        RouteDistances.isPlausible(covered.doubleValue, nanoseconds: passed)
      {
        untyped = untyped.adding(covered)
      }
      if before == nil || covered > Number(0) { device = (counted, leg) }
    }
    guard counted != nil || typed != nil else { return nil }
    total = (typed ?? Number(0)).adding(untyped)
    self.time = time
    return total
  }
}
