import HealthModel

/// What a number of the model is a figure of, so that a type whose values are rounded is rounded wherever it is.
///
/// ``fields`` and ``metadataKeys`` are the only lists: a test enumerates the numbers of the model by the visitors and the keys of the
/// catalog. At run time a number without an entry is dropped if a policy rounds something.
package enum Figure: Sendable, Equatable {
  /// No quantity that has a type: a duration, a position, a size.
  case other
  /// Of the types with these identifiers, without their prefix; of several, any.
  case types([String])
  /// Of the type that the structure, or the one around it, states.
  case own
  /// Of the distance of the workout's activity.
  case distance
  /// A time between heartbeats, from which the heart rate is calculated.
  case heartbeat

  static func type(_ name: String) -> Figure { .types([name]) }

  /// The types of which the time between heartbeats is a figure.
  static let heart = ["HeartRate", "HeartRateVariabilitySDNN", "RestingHeartRate"]
  static let speeds = [
    "WalkingSpeed", "RunningSpeed", "CyclingSpeed", "PaddleSportsSpeed", "RowingSpeed",
    "CrossCountrySkiingSpeed", "StairAscentSpeed", "StairDescentSpeed",
  ]
  static let distances = Set(WorkoutTotals.distanceTypes.values).sorted()
    .map { String($0.dropFirst("HKQuantityTypeIdentifier".count)) }

  private static func numbers(_ rows: [(Figure, String)]) -> [String: Figure] {
    var numbers: [String: Figure] = [:]
    for (figure, names) in rows {
      for name in names.split(separator: " ") { numbers[String(name)] = figure }
    }
    return numbers
  }

  /// The figures of the numbers of a structure, by their names.
  static func fields<S: Sample.FieldList>(of type: S.Type) -> [String: Figure] {
    fields[ObjectIdentifier(type)] ?? [:]
  }

  private static let fields: [ObjectIdentifier: [String: Figure]] = [
    ObjectIdentifier(Sample.WorkoutFields.self): numbers([
      (.other, "duration"), (.distance, "totalDistance"),
      (.type("ActiveEnergyBurned"), "totalEnergyBurned"),
    ]),
    ObjectIdentifier(WorkoutActivity.self): numbers([(.other, "duration")]),
    ObjectIdentifier(WorkoutEvent.self): numbers([(.other, "duration")]),
    ObjectIdentifier(WorkoutStatistics.self): numbers([(.own, "average minimum maximum sum")]),
    ObjectIdentifier(WorkoutZoneGroup.Zone.self): numbers([
      (.own, "minimum maximum"), (.other, "duration"),
    ]),
    ObjectIdentifier(RouteLocation.self): numbers([
      (.other, "latitude longitude altitude course horizontalAccuracy verticalAccuracy"),
      (.types(speeds), "speed"),
    ]),
    ObjectIdentifier(Sample.ActivitySummaryFields.self): numbers([
      (.type("ActiveEnergyBurned"), "activeEnergyBurned activeEnergyBurnedGoal"),
      (
        .type("AppleMoveTime"),
        "appleMoveMinutes appleMoveMinutesGoal appleMoveTime appleMoveTimeGoal"
      ),
      (.type("AppleExerciseTime"), "appleExerciseTime appleExerciseTimeGoal"),
      // Hours with a minute on the feet, a category.
      (.other, "appleStandHours appleStandHoursGoal"),
    ]),
    ObjectIdentifier(SensitivityPoint.self): numbers([
      (
        .other,
        "frequencyValue leftEarValue leftEarClampingRangeLowerBound leftEarClampingRangeUpperBound rightEarValue "
          + "rightEarClampingRangeLowerBound rightEarClampingRangeUpperBound"
      )
    ]),
    ObjectIdentifier(Sample.EyeLens.self): numbers([
      (
        .other,
        "sphere cylinder axis add vertex prismAmount prismAngle farPD nearPD baseCurve diameter"
      )
    ]),
    ObjectIdentifier(Sample.ElectrocardiogramFields.self): numbers([
      (.other, "sampleRate voltages"), (.types(["HeartRate"]), "averageHeartRate"),
    ]),
    ObjectIdentifier(Sample.SeriesBeat.self): numbers([(.heartbeat, "timeSinceStart")]),
    ObjectIdentifier(Sample.StateOfMindFields.self): numbers([(.other, "valence")]),
    ObjectIdentifier(Sample.ScoredAssessmentFields.self): numbers([(.other, "score")]),
    ObjectIdentifier(Sample.AssessmentAnswer.self): numbers([(.other, "value")]),
    ObjectIdentifier(Sample.MedicationDoseFields.self): numbers([
      (.other, "scheduledDoseQuantity doseQuantity")
    ]),
    ObjectIdentifier(Sample.HealthDocumentFields.self): numbers([(.other, "offset size")]),
  ]

  /// The figures of the keys of metadata whose values are numbers or quantities.
  static let metadataKeys: [MetadataKey: Figure] = {
    var keys: [MetadataKey: Figure] = [:]
    for (name, figure) in numbers([
      (
        .other,
        "HKAlgorithmVersion HKAlpineSlopeGrade HKElevationAscended HKElevationDescended HKFitnessMachineDuration HKLapLength "
          + "HKMetadataKeyAudioExposureDuration HKMetadataKeyBarometricPressure HKMetadataKeyHeadphoneGain "
          + "HKMetadataKeyHeartRateRecoveryActivityDuration HKMetadataKeyMaximumLightIntensity "
          + "HKMetadataKeySyncVersion HKReferenceRangeLowerLimit HKReferenceRangeUpperLimit HKSWOLFScore "
          + "HKWeatherHumidity HKWeatherTemperature"
      ),
      (.type("PhysicalEffort"), "HKAverageMETs"), (.own, "HKMetadataKeySessionEstimate"),
      (.types(speeds), "HKAverageSpeed HKMaximumSpeed"),
      (.types(distances), "HKCrossTrainerDistance"),
      (.type("DistanceCycling"), "HKIndoorBikeDistance"),
      (
        .type("HeartRate"),
        "HKHeartRateEventThreshold HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"
      ),
      (.type("VO2Max"), "HKLowCardioFitnessEventThreshold HKVO2MaxValue"),
      (
        .types(["EnvironmentalAudioExposure", "HeadphoneAudioExposure"]),
        "HKMetadataKeyAudioExposureLevel"
      ),
    ]) { keys[MetadataKey(name)] = figure }
    return keys
  }()
}

/// The steps to which a policy rounds, by type.
final class RoundingSteps {
  private let roundings: [Policy.Rounding]
  private var steps: [String: Number?] = [:]

  private static let mostSteps = 1_024

  /// `nil` if the policy rounds nothing.
  init?(_ policy: Policy) {
    if policy.roundings.isEmpty { return nil }
    roundings = policy.roundings
  }

  /// The step of a type, by its identifier.
  func step(of identifier: String) -> Number? {
    if let known = steps[identifier] { return known }
    let step = roundings.first {
      $0.type.matches(.quantity(QuantityType(identifier)), kind: .quantity)
    }?.step
    if steps.count < Self.mostSteps { steps[identifier] = .some(step) }
    return step
  }

  /// The step of a figure.
  ///
  /// - Parameters:
  ///   - own: The identifier of the type around it.
  ///   - activity: The identifier of the workout's activity.
  func step(of figure: Figure, own: String?, activity: String? = nil) -> Number? {
    switch figure {
    case .other: return nil
    case .types(let names): return coarsest(names)
    case .own: return own.flatMap { step(of: $0) }
    case .heartbeat: return coarsest(Figure.heart)
    case .distance:
      if let type = activity.flatMap({ WorkoutTotals.distanceTypes[$0] }) { return step(of: type) }
      return coarsest(Figure.distances)
    }
  }

  private func coarsest(_ names: [String]) -> Number? {
    names.compactMap { step(of: "HKQuantityTypeIdentifier\($0)") }
      .max { $0.doubleValue < $1.doubleValue }
  }
}

extension Policy {
  /// Whether times between heartbeats would give what is rounded.
  var roundsHeartbeats: Bool {
    RoundingSteps(self)?.step(of: .heartbeat, own: nil) != nil
  }

  /// Whether a figure may be rounded.
  func rounds(_ figure: Figure?) -> Bool {
    guard let figure, let steps = RoundingSteps(self) else { return false }
    return figure == .own || steps.step(of: figure, own: nil) != nil
  }
}
