import HealthModel

/// The steps to the structures that rules look at, by the element names of the model.
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
