import HealthModel
import HealthUnits

extension Rule {
  static let impossibleStatistics = Rule(
    "impossible-statistics", .structure, .warning,
    title: "what a workout says in all is of its type",
    explanation: """
      A total or a statistic of a workout, or of a part of it, is written in a unit that does not measure \
      what its type does, or without one, or is a number that no sample of its type can have: a heart rate \
      in kilometers, a saturation of 97 where 0.97 is meant, less energy than none.
      """,
    exceptions: """
      As with samples, any unit of the right dimension will do, and types that are not known may have any. \
      Sums may be as great as they like.
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
    if let fault = Self.fault(
      of: .activeEnergyBurned, sum: fields.totalEnergyBurned, fields.totalEnergyBurnedUnit)
    {
      findings.add("the workout's energy \(fault)", on: sample)
    }
    // All distances have the same units.
    if let fault = Self.fault(
      of: .distanceWalkingRunning, sum: fields.totalDistance, fields.totalDistanceUnit)
    {
      findings.add("the workout's distance \(fault)", on: sample)
    }
    for statistics in fields.statistics + fields.activities.flatMap(\.statistics) {
      guard let identifier = statistics.type,
        let fault = Self.fault(
          of: QuantityType(identifier), sum: statistics.sum, statistics.unit,
          values: [statistics.minimum, statistics.average, statistics.maximum])
      else { continue }
      findings.add("a statistic of \(identifier) \(fault)", on: sample)
      return
    }
  }

  /// What is wrong with a sum, and with numbers that a sample could have as well.
  private static func fault(
    of type: QuantityType, sum: Number?, _ unitText: String?, values: [Number?] = []
  ) -> String? {
    let values = values.compactMap { $0?.doubleValue }
    guard sum != nil || !values.isEmpty, let canonical = type.canonicalUnit,
      let canonicalUnit = try? Unit(canonical)
    else { return nil }
    guard let unitText, !unitText.isEmpty else {
      return "has no unit; expected one like '\(canonical)'"
    }
    let descriptor = SampleDescriptor(type: .quantity(type), unitText: unitText, source: nil)
    guard let unit = descriptor.unit, unit.isCompatible(with: canonicalUnit) else {
      return "has the unit '\(unitText)', which does not fit; expected one like '\(canonical)'"
    }
    guard let possible = ValueRange.possible(descriptor) else { return nil }
    let isPossible =
      values.allSatisfy { possible.bounds ~= $0 }
      && sum.map { $0.doubleValue >= possible.bounds.lowerBound } ?? true
    return isPossible ? nil : "is impossible; expected \(possible.text)"
  }
}
