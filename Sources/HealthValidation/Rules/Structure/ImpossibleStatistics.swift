import HealthBytes
import HealthModel
import HealthUnits

extension Rule {
  static let impossibleStatistics = Rule(
    "impossible-statistics", .structure, .warning,
    title: "workout total or statistic has a wrong unit or an impossible value",
    explanation: """
      A total or a statistic of a workout, or of one of its activities, has no unit or one that does not fit its type, \
      or its value is impossible or implausible for its type: a heart rate in kilometers or of 900, a run of \
      900 miles, a saturation of 97 instead of 0.97, a negative energy.
      """,
    exceptions: """
      Any unit of the right dimension is accepted, as with samples, and types that are not known may have any. \
      A sum may be as large as that of one sample for each day of the workout.
      """,
    examples: .workout(
      bad: """
        <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200" \
        sum="5.2" unit="kcal"/>
        """,
      good: """
        <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200" \
        sum="3.2" unit="mi"/>
        """),
    kinds: [.workout]
  ) { ImpossibleStatistics() }
}

private struct ImpossibleStatistics: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    let fields = workout.fields
    let days = sample.days
    if let fault = Self.fault(
      of: .activeEnergyBurned, sum: fields.totalEnergyBurned, fields.totalEnergyBurnedUnit,
      days: days)
    {
      findings.add("the workout's energy \(fault)", on: sample)
    }
    // Distances of all sports have the same units; the widest range is that of cycling.
    if let fault = Self.fault(
      of: workout.activityType.isOnFoot ? .distanceWalkingRunning : .distanceCycling,
      sum: fields.totalDistance, fields.totalDistanceUnit, days: days)
    {
      findings.add("the workout's distance \(fault)", on: sample)
    }
    fields.forEachStatistics { statistics, part in
      guard let identifier = statistics.type,
        let fault = Self.fault(
          of: QuantityType(identifier), sum: statistics.sum, statistics.unit,
          values: [statistics.minimum, statistics.average, statistics.maximum], days: days)
      else { return }
      findings.add("a statistic of \(identifier.printableName) \(fault)", on: sample, part: part)
    }
  }

  /// The fault of a sum, and of values that a sample could also have.
  private static func fault(
    of type: QuantityType, sum: Number?, _ unitText: String?, values: [Number?] = [], days: Double
  ) -> String? {
    let values = values.compactMap { $0?.doubleValue }
    guard sum != nil || !values.isEmpty, let canonical = type.canonicalUnit,
      let canonicalUnit = try? HealthUnit(canonical)
    else { return nil }
    guard let unitText, !unitText.isEmpty else {
      return "has no unit; expected one such as '\(canonical)'"
    }
    let descriptor = SampleDescriptor(type: .quantity(type), unitText: unitText, source: nil)
    guard let unit = descriptor.unit, unit.isCompatible(with: canonicalUnit) else {
      return
        "has the unit '\(unitText.printableName)', which does not fit; expected one such as '\(canonical)'"
    }
    if let range = ValueRange.possible(descriptor),
      !values.allSatisfy({ range.bounds ~= $0 })
        || (sum?.doubleValue ?? .infinity) < range.bounds.lowerBound
    {
      return "is impossible; expected \(range.text)"
    }
    guard let range = ValueRange.plausible(descriptor) else { return nil }
    let isPlausible =
      values.allSatisfy { range.bounds ~= $0 }
      && sum.map { $0.doubleValue <= range.bounds.upperBound * days } ?? true
    return isPlausible ? nil : "is implausible; expected \(range.text)"
  }
}

extension WorkoutActivityType {
  /// Whether its distance is walked or run.
  fileprivate var isOnFoot: Bool {
    switch self {
    case .running, .walking, .hiking: true
    default: false
    }
  }
}
