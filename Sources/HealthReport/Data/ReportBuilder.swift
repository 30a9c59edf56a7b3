package import HealthModel
package import HealthStatistics

/// Collects what a report shows, in memory that does not grow with the samples: months beyond a limit have no days, and
/// the oldest workouts, gaps and months are only counted.
package struct ReportBuilder {
  /// How many months are shown day by day at most, the latest ones.
  package static let detailedMonths = 36
  /// How many months are shown at all.
  package static let mostMonths = 240
  /// How many workouts are listed, the latest ones.
  package static let mostWorkouts = 300
  static let mostGaps = 100
  static let mostNames = 100

  /// The types whose statistics of each day a report shows.
  package static let types: Set<SampleType> = Set(
    [
      QuantityType.stepCount, .distanceWalkingRunning, .activeEnergyBurned, .appleExerciseTime,
      .heartRate, .restingHeartRate, .bodyMass,
    ].map { .quantity($0) })

  private var months: [MonthKey: ReportMonth] = [:]
  private(set) var workouts: [ReportWorkout] = []
  /// How many workouts there are.
  private(set) var workoutCount = 0
  private(set) var hasFlow = false
  /// Spans of days without any figure, the latest ones.
  private(set) var gaps: [(from: String, days: Int)] = []
  private(set) var gapCount = 0
  private var lastDay: (number: Int, label: String)?
  /// What the page states about itself and the data.
  package var quality = ReportQuality()

  /// The units and the form of the figures.
  let text: ReportText

  package init(_ text: ReportText = ReportText()) { self.text = text }

  /// The months, in the order of time.
  var sortedMonths: [ReportMonth] { months.values.sorted { $0.key < $1.key } }

  /// Adds statistics of a day. Rows come in the order of days.
  package mutating func add(_ row: StatisticsRow) {
    guard case .quantity(let type) = row.type.type, let date = row.interval,
      let (key, day) = MonthKey.reading(date)
    else { return }
    noteDay(key.number(ofDay: day), date)
    func set(_ figure: DayFigure, _ value: Double?) {
      guard let value, value.isFinite else { return }
      months[key, default: ReportMonth(key)].set(figure, value, day: day)
    }
    switch type {
    case .stepCount: set(.steps, row.sum?.doubleValue)
    case .distanceWalkingRunning: set(.distance, text.units.distance(row.sum?.doubleValue))
    case .activeEnergyBurned: set(.energy, text.units.energy(row.sum?.doubleValue))
    case .appleExerciseTime: set(.exercise, row.sum?.doubleValue)
    case .heartRate:
      set(.heartAverage, row.average)
      set(.heartMinimum, row.minimum?.doubleValue)
      set(.heartMaximum, row.maximum?.doubleValue)
    case .restingHeartRate: set(.restingHeartRate, row.average)
    case .bodyMass: set(.mass, text.units.mass(row.mostRecent?.doubleValue))
    default: break
    }
    prune()
  }

  /// Adds a night, after all rows of days.
  package mutating func add(_ night: SleepNight) {
    guard let asleep = night.asleep, asleep > 0, let (key, day) = MonthKey.reading(night.date)
    else { return }
    months[key, default: ReportMonth(key)].set(.sleep, asleep / 3_600, day: day)
    if let count = months[key]?.days.count, 1...count ~= day {
      months[key]?.days[day - 1].night = night
    }
    prune()
  }

  /// Adds the menstrual flow of a day: of several samples the heaviest counts.
  package mutating func addFlow(_ flow: Int, on date: String) {
    guard 1...4 ~= flow, let (key, day) = MonthKey.reading(date) else { return }
    hasFlow = true
    var month = months[key] ?? ReportMonth(key)
    if 1...month.days.count ~= day {
      month.days[day - 1].flow = max(flow, month.days[day - 1].flow ?? 0)
    }
    months[key] = month
    prune()
  }

  /// Adds a workout, in any order.
  package mutating func add(_ workout: Workout) {
    workoutCount += 1
    workouts.append(ReportWorkout(workout))
    if workouts.count >= 2 * Self.mostWorkouts { keepLatestWorkouts() }
  }

  /// The workouts that the page lists and that records may complete. Call it after all workouts were added.
  package mutating func incompleteWorkouts() -> [WorkoutFigures] {
    keepLatestWorkouts()
    return workouts.map(\.figures).filter(\.isIncomplete)
  }

  /// Replaces the incomplete workouts.
  ///
  /// - Parameter completed: One for each of ``incompleteWorkouts()``, in their order.
  package mutating func complete(_ completed: [WorkoutFigures]) {
    let places = workouts.indices.filter { workouts[$0].figures.isIncomplete }
    for (place, figures) in zip(places, completed) { workouts[place].figures = figures }
  }

  /// What a page shows, in the order of time.
  mutating func finish() {
    keepLatestWorkouts()
    showByDay(Self.detailedMonths)
  }

  /// Leaves out the days of all months but the latest ones.
  mutating func showByDay(_ count: Int) {
    for key in months.keys.sorted().dropLast(count) { months[key]?.days = [] }
  }

  private mutating func keepLatestWorkouts() {
    workouts.sort { $0.figures.start < $1.figures.start }
    workouts.removeFirst(max(0, workouts.count - Self.mostWorkouts))
  }

  /// Leaves out the oldest months where there are too many.
  private mutating func prune() {
    guard months.count > 2 * Self.mostMonths else { return }
    for key in months.keys.sorted().dropLast(Self.mostMonths) { months[key] = nil }
  }

  /// Notes that a day has figures, for the list of gaps.
  private mutating func noteDay(_ number: Int, _ label: String) {
    defer { lastDay = (number, label) }
    guard let lastDay, number > lastDay.number + 1 else { return }
    gapCount += 1
    gaps.append((lastDay.label, number - lastDay.number - 1))
    if gaps.count > Self.mostGaps { gaps.removeFirst() }
  }
}
