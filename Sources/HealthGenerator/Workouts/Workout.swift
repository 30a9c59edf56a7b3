/// One workout, a function of its index.
struct Workout {
  enum Kind: Int, CaseIterable {
    case running, walking, strength, cycling, swimming, triathlon
    /// Written by another app, with totals where iOS 15 and before had them.
    case imported
  }

  let index: Int
  let kind: Kind
  let start: Int
  let end: Int
  /// Seconds in which the clock stood still, and when they began.
  let pause: Int
  let pauseStart: Int
  /// Draws of its own for what is written of it.
  let random: Random
  private let plan: Plan

  init(_ index: Int, plan: Plan) {
    self.index = index
    self.plan = plan
    var random = Random(seed: plan.seed, stream: 0x776F_726B, index: index)
    kind = Kind.allCases[index % Kind.allCases.count]
    let day = index * plan.days / max(plan.workouts, 1)
    start = plan.firstMidnight + day * 86_400 + 17 * 3600 + random.below(7200)
    end = start + random.within(1_500...(plan.options.hasDailyWorkouts ? 6_600 : 4_200))
    pause = random.within(20...110)
    pauseStart = start + random.within(300...600)
    self.random = random
  }

  /// The text of `workoutActivityType`.
  var activityType: StaticString {
    switch kind {
    case .running: "HKWorkoutActivityTypeRunning"
    case .walking, .imported: "HKWorkoutActivityTypeWalking"
    case .strength: "HKWorkoutActivityTypeFunctionalStrengthTraining"
    case .cycling: "HKWorkoutActivityTypeCycling"
    case .swimming: "HKWorkoutActivityTypeSwimming"
    case .triathlon: "HKWorkoutActivityTypeSwimBikeRun"
    }
  }

  /// The type and unit of the distance, where one was covered.
  var distance: (type: StaticString, unit: HealthUnit)? {
    switch kind {
    case .running, .walking, .imported: ("HKQuantityTypeIdentifierDistanceWalkingRunning", .path)
    case .cycling, .triathlon: ("HKQuantityTypeIdentifierDistanceCycling", .path)
    case .swimming: ("HKQuantityTypeIdentifierDistanceSwimming", .pool)
    case .strength: nil
    }
  }

  /// The time without the pause.
  var activeParts: [Range<Int>] {
    // An app states no pause.
    kind == .imported ? [start..<end] : [start..<pauseStart, pauseStart + pause..<end]
  }

  /// Which one of the workouts of some kinds it is, in the order of `Plan.workout(_:of:)`.
  func number(among kinds: [Kind]) -> Int? {
    kinds.firstIndex(of: kind).map { index / Kind.allCases.count * kinds.count + $0 }
  }

  var hasRoute: Bool {
    kind == .running || kind == .walking || kind == .cycling
  }

  /// The stem of the route's file: the end of the route on the clock on the wall, in summer time
  /// where it is summer.
  var routeName: String { "route_\(localEnd.date)_\(localEnd.hour).\(localEnd.minute)" }

  /// The name inside the route's file.
  var routeTitle: String { "Route \(localEnd.date) \(localEnd.hour):\(localEnd.minute)" }

  private var localEnd: (date: String, hour: Int, minute: String) {
    let local = end + plan.zone.offset(at: end)
    let day = floorDivide(local, 86_400)
    let hour = (local - day * 86_400) / 3600
    let minute = local / 60 % 60
    return (
      CivilDate(daysSince1970: day).description, (hour + 11) % 12 + 1,
      (minute < 10 ? "0" : "") + "\(minute)" + (hour < 12 ? "am" : "pm")
    )
  }
}

extension HealthUnit {
  fileprivate static let path = HealthUnit(
    "km", places: 5, us: "mi", usPlaces: 5, 621_371, 1_000_000)
  fileprivate static let pool = HealthUnit("m", places: 0, us: "yd", usPlaces: 2, 109_361, 1_000)
}
