import HealthModel

/// The steps of a path to the structures that rules check, by their element names in the model.
extension Place.Part {
  static func activity(_ index: Int) -> Self { .element("WorkoutActivity", index) }
  static func event(_ index: Int) -> Self { .element("WorkoutEvent", index) }
  static func statistics(_ index: Int) -> Self { .element("WorkoutStatistics", index) }
  static func route(_ index: Int) -> Self { .element("WorkoutRoute", index) }
  static func file(_ index: Int) -> Self { .element("FileReference", index) }
  static func location(_ index: Int) -> Self { .element("Location", index) }
  static func zoneGroup(_ index: Int) -> Self { .element("WorkoutZoneGroup", index) }
  static func zone(_ index: Int) -> Self { .element("WorkoutZone", index) }
  static func sensitivityPoint(_ index: Int) -> Self { .element("SensitivityPoint", index) }
  /// A sample nested in a correlation or a workout.
  static func record(_ index: Int) -> Self { .element("Record", index) }
}

extension Sample.WorkoutFields {
  /// Calls a closure with each of the statistics: those of the workout, then those of its activities.
  func forEachStatistics(_ body: (WorkoutStatistics, [Place.Part]) -> Void) {
    for (index, one) in statistics.enumerated() { body(one, [.statistics(index)]) }
    for (number, activity) in activities.enumerated() {
      for (index, one) in activity.statistics.enumerated() {
        body(one, [.activity(number), .statistics(index)])
      }
    }
  }

  /// Calls a closure with each of the events: those of the workout, then those of its activities.
  func forEachEvent(_ body: (WorkoutEvent, [Place.Part]) -> Void) {
    for (index, event) in events.enumerated() { body(event, [.event(index)]) }
    for (number, activity) in activities.enumerated() {
      for (index, event) in activity.events.enumerated() {
        body(event, [.activity(number), .event(index)])
      }
    }
  }

  /// Calls a closure with each list of route points: those of a route itself, and those of each of its files.
  func forEachTrack(_ body: ([RouteLocation], (Int) -> [Place.Part]) -> Void) {
    for (number, route) in routes.enumerated() {
      if !route.ownLocations.isEmpty {
        body(route.ownLocations) { [.route(number), .location($0)] }
      }
      for (index, file) in route.files.enumerated() {
        guard let track = file.track else { continue }
        body(track.locations) {
          [.route(number), .file(index), .point(file: file.path ?? "", $0)]
        }
      }
    }
  }
}

/// Checks the points of the routes of workouts. Of each route, the first point that breaks the rule is reported.
struct RouteCheck: RuleCheck {
  private let message: String
  private let firstWrong: @Sendable ([RouteLocation]) -> Int?

  /// - Parameters:
  ///   - message: The message of the finding.
  ///   - firstWrong: The index of the first point that breaks the rule, of the points of one file or one list.
  init(_ message: String, firstWrong: @escaping @Sendable ([RouteLocation]) -> Int?) {
    self.message = message
    self.firstWrong = firstWrong
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    workout.fields.forEachTrack { track, part in
      guard let index = firstWrong(track) else { return }
      findings.add(message, on: sample, part: part(index))
    }
  }
}

/// Checks the heartbeats of heart rate variabilities and of series, and reports once for each sample.
struct HeartbeatCheck: RuleCheck {
  private let message: String
  private let isWrongQuantity: @Sendable (QuantitySample, _ seconds: Double) -> Bool
  private let isWrongSeries: @Sendable (HeartbeatSeries, _ seconds: Double) -> Bool

  /// - Parameters:
  ///   - message: The message of findings.
  ///   - isWrongQuantity: Whether a variability of a given duration violates the rule.
  ///   - isWrongSeries: Whether a series violates it.
  init(
    _ message: String,
    quantity isWrongQuantity: @escaping @Sendable (QuantitySample, Double) -> Bool,
    series isWrongSeries: @escaping @Sendable (HeartbeatSeries, Double) -> Bool
  ) {
    self.message = message
    self.isWrongQuantity = isWrongQuantity
    self.isWrongSeries = isWrongSeries
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    kind == .heartbeatSeries || descriptor.type == .quantity(.heartRateVariabilitySDNN)
      ? .every : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let seconds = sample.end.timeInterval(since: sample.start)
    let isWrong =
      switch sample.sample {
      case .quantity(let quantity): isWrongQuantity(quantity, seconds)
      case .heartbeatSeries(let series): isWrongSeries(series, seconds)
      default: false
      }
    if isWrong { findings.add(message, on: sample) }
  }
}
