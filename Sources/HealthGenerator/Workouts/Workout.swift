import HealthBytes

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

extension ExportDocument {
  /// The attributes of a duration, in minutes with all digits of a `Double`.
  mutating func duration(_ seconds: Int, _ random: inout Random) {
    let nanoseconds = seconds * 1_000_000_000 + random.below(1_000_000_000)
    attribute("duration", Decimal(nanoseconds * 100_000 / 60, places: 14))
    attribute("durationUnit", "min")
  }

  mutating func statistics(
    _ type: StaticString, from start: Int, to end: Int, sum: Decimal, unit: String
  ) {
    beginStatistics(type, from: start, to: end)
    attribute("sum", sum)
    attribute("unit", text: unit)
    endEmpty()
  }

  mutating func beginStatistics(_ type: StaticString, from start: Int, to end: Int) {
    begin(.workoutStatistics)
    attribute("type", type)
    attribute("startDate", date: start)
    attribute("endDate", date: end)
  }
}

extension Random {
  mutating func uuid() -> String {
    var text = ""
    for group in [8, 4, 4, 4, 12] {
      if !text.isEmpty { text += "-" }
      for _ in 0..<group { text += String(below(16), radix: 16, uppercase: true) }
    }
    return text
  }
}

/// Where the person of the export lives: a time zone with its summer time.
enum Zone {
  case berlin
  case newYork

  /// The name in the IANA time zone database.
  var name: StaticString {
    switch self {
    case .berlin: "Europe/Berlin"
    case .newYork: "America/New_York"
    }
  }

  /// Seconds east of Greenwich at an instant, by the rules in force since 2007.
  ///
  /// The European Union changes at 01:00 UTC on the last Sundays of March and October; the United
  /// States at 02:00 local time on the second Sunday of March and the first of November.
  func offset(at instant: Int) -> Int {
    let year = CivilDate(daysSince1970: floorDivide(instant, 86_400)).year
    switch self {
    case .berlin:
      let spring = Self.sunday(onOrAfter: CivilDate(year: year, month: 3, day: 25))
      let autumn = Self.sunday(onOrAfter: CivilDate(year: year, month: 10, day: 25))
      let summer = spring * 86_400 + 3600..<autumn * 86_400 + 3600
      return summer.contains(instant) ? 7200 : 3600
    case .newYork:
      let spring = Self.sunday(onOrAfter: CivilDate(year: year, month: 3, day: 8))
      let autumn = Self.sunday(onOrAfter: CivilDate(year: year, month: 11, day: 1))
      let summer = spring * 86_400 + 7 * 3600..<autumn * 86_400 + 6 * 3600
      return summer.contains(instant) ? -4 * 3600 : -5 * 3600
    }
  }

  private static func sunday(onOrAfter date: CivilDate) -> Int {
    let days = date.daysSince1970
    // 1970-01-01 was a Thursday.
    let weekday = days - floorDivide(days + 4, 7) * 7 + 4
    return weekday == 0 ? days : days + 7 - weekday
  }
}

/// The rings of each day: what its records add up to. Now and then the watch states more, whose records the phone lost.
struct ActivitySummaries {
  let plan: Plan

  func write(to document: inout ExportDocument) throws(HealthError) {
    let first = floorDivide(plan.firstMidnight + plan.offset, 86_400)
    for day in 0..<plan.days {
      var random = Random(seed: plan.seed, stream: 0x7269_6E67, index: day)
      document.begin(.activitySummary)
      document.attribute("dateComponents", text: CivilDate(daysSince1970: first + day).description)
      let activity = document.activity
      let lost = random.once(in: 25) ? Double(random.within(103...118)) / 100 : 1
      let energy = day < activity.energy.count ? activity.energy[day] * lost : 0
      let exercise = day < activity.exercise.count ? activity.exercise[day] : 0
      document.attribute("activeEnergyBurned", Decimal(Int(energy * 1_000), places: 3))
      document.attribute("activeEnergyBurnedGoal", Decimal(520))
      document.attribute(
        "activeEnergyBurnedUnit", text: HealthUnit.energy.name(in: plan.options.units))
      document.attribute("appleMoveTime", "0")
      document.attribute("appleMoveTimeGoal", "0")
      document.attribute("appleExerciseTime", Decimal(lost > 1 ? exercise + 4 : exercise))
      document.attribute("appleExerciseTimeGoal", "30")
      document.attribute("appleStandHours", Decimal(activity.standHours(on: day)))
      document.attribute("appleStandHoursGoal", "12")
      document.endEmpty()
      try document.output.flushIfLarge()
    }
  }
}
