import HealthModel

/// Converts between the type of a track and a workout activity.
///
/// GPX leaves the text open. Written is HealthKit's own word for the activity in lower case (`running`); read
/// are these words and those that other programs are known to write.
enum RouteActivity {
  /// The activity for a GPX type; `other` for unknown types.
  ///
  /// - Parameter source: The program that wrote the type: Strava's are numbers.
  static func activity(for text: String, source: String? = nil) -> WorkoutActivityType {
    if source?.hasPrefix("Strava") == true, let activity = stravaNumbers[text] { return activity }
    return known(text) ?? .other
  }

  private static func known(_ text: String) -> WorkoutActivityType? {
    let word = folded(text)
    if let activity = names[word] ?? aliases[word] { return activity }
    // Garmin's keys of a later version, and of winter sports.
    guard let suffix = ["_v2", "_ws"].first(where: { text.lowercased().hasSuffix($0) }) else {
      return nil
    }
    let stem = folded(String(text.dropLast(suffix.utf8.count)))
    return names[stem] ?? aliases[stem]
  }

  /// Whether a type is one of those that programs are known to write, also one that HealthKit has no activity for.
  static func isKnown(_ text: String, source: String? = nil) -> Bool {
    activity(for: text, source: source) != .other || otherNames.contains(folded(text))
  }

  /// Whether a type means that the activity was indoors. A word of HealthKit never does: it is also written without that.
  static func isIndoor(_ text: String, source: String? = nil) -> Bool {
    if source?.hasPrefix("Strava") == true, text == stravaIndoorRide { return true }
    let word = folded(text)
    guard names[word] == nil else { return false }
    return word.hasPrefix("indoor") || word.hasPrefix("virtual") || indoorNames.contains(word)
  }

  /// Where a type states that a person swam, as the number of HealthKit: 1 in a pool, 2 in open water.
  static func swimmingLocation(_ text: String) -> Int? {
    switch folded(text) {
    case "lapswimming", "poolswimming", "poolswim": 1
    case "openwaterswimming", "openwaterswim": 2
    default: nil
    }
  }

  /// What a type states in addition to the activity.
  static func metadata(for text: String, source: String? = nil) -> [MetadataEntry] {
    var entries: [MetadataEntry] = []
    if isIndoor(text, source: source) { entries.append(MetadataEntry(key: .indoorWorkout, true)) }
    if let location = swimmingLocation(text) {
      entries.append(MetadataEntry(key: .swimmingLocationType, .number(Number(location))))
    }
    return entries
  }

  /// The GPX type for an activity; `nil` for `other`.
  static func text(for activity: WorkoutActivityType) -> String? {
    activity == .other ? nil : activity.shortName.lowercased()
  }

  static func cadence(of activity: WorkoutActivityType) -> QuantityType? {
    activity == .cycling ? .cyclingCadence : nil
  }

  static func power(of activity: WorkoutActivityType) -> QuantityType? {
    switch activity {
    case .cycling: .cyclingPower
    case .running: .runningPower
    default: nil
    }
  }

  /// The type of the distance of an activity.
  static func distance(of activity: WorkoutActivityType) -> QuantityType? {
    WorkoutTotals.distanceTypes[activity.identifier].map { QuantityType($0) }
  }

  /// A word in lower case without what only separates: `Trail Running` and `trail_running` are one.
  static func folded(_ text: String) -> String {
    String(text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic })
  }

  private static let names: [String: WorkoutActivityType] = Dictionary(
    WorkoutActivityType.all.map { (folded($0.shortName), $0) }, uniquingKeysWith: { $1 })

  /// Types in files with the creator `StravaGPX`, also with a name after it: a ride, a run, a ride indoors.
  private static let stravaNumbers: [String: WorkoutActivityType] = [
    "1": .cycling, "9": .running, stravaIndoorRide: .cycling,
  ]

  private static let stravaIndoorRide = "17"
}
