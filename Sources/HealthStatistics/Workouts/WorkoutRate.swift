package import HealthModel
package import HealthUnits

/// How people state how fast they moved in an activity.
package enum WorkoutRate: Sendable, Equatable {
  /// Minutes for each kilometer or mile.
  case pace
  /// Minutes for 100 meters or yards.
  case swimmingPace
  /// Minutes for 500 meters.
  case rowingPace
  /// Kilometers or miles in an hour.
  case speed
  /// The activity is not known: pace and speed.
  case both

  /// The rate of an activity.
  package init(_ activity: WorkoutActivityType) {
    switch activity {
    case .swimming, .waterPolo: self = .swimmingPace
    case .rowing: self = .rowingPace
    case .running, .walking, .hiking, .trackAndField, .wheelchairRunPace, .wheelchairWalkPace:
      self = .pace
    case .other: self = .both
    default: self = .speed
    }
  }

  /// A rate with the length that a pace is for.
  package struct Value: Sendable, Equatable {
    /// In miles or kilometers in an hour; `nil` for a pace.
    package var speed: Double?
    /// In minutes; `nil` for a speed.
    package var pace: Double?
    /// Such as `100 m`; `nil` for a speed.
    package var length: String?
  }

  /// The rate; without values where there is no distance or no time.
  ///
  /// - Parameters:
  ///   - minutes: The time without pauses.
  ///   - kilometers: The distance.
  ///   - unit: Miles, or any other unit for kilometers.
  package func value(_ minutes: Double, _ kilometers: Double?, in unit: HealthUnit) -> Value {
    guard let kilometers, kilometers > 0, minutes > 0 else { return Value() }
    let isImperial = unit == .mile
    let distance = isImperial ? kilometers / 1.609_344 : kilometers
    let length = isImperial ? "mi" : "km"
    return switch self {
    case .speed: Value(speed: distance / minutes * 60)
    case .pace: Value(pace: minutes / distance, length: length)
    case .both: Value(speed: distance / minutes * 60, pace: minutes / distance, length: length)
    case .rowingPace: Value(pace: minutes / kilometers / 2, length: "500 m")
    case .swimmingPace:
      isImperial
        ? Value(pace: minutes / kilometers * 0.091_44, length: "100 yd")
        : Value(pace: minutes / kilometers / 10, length: "100 m")
    }
  }
}
