import HealthModel

extension Rule {
  static let workoutStatistics = Rule(
    "workout-statistics", .structure, .warning,
    title: "minimum, average and maximum are not in ascending order",
    explanation: """
      In a statistic of a workout, the average is below the minimum or above the maximum, or the minimum is above \
      the maximum; or so are the bounds of a zone of effort.
      """,
    exceptions: """
      Numbers are rounded to six digits. A sum is not compared with the samples during the workout: a workout \
      counts those that its app has chosen, from any source and without those of its pauses, and an export does \
      not state which they are.
      """,
    examples: .workout(
      bad: """
        <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200" \
        average="150" minimum="160" maximum="170" unit="count/min"/>
        """,
      good: """
        <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200" \
        average="150" minimum="110" maximum="170" unit="count/min"/>
        """),
    kinds: [.workout]
  ) { WorkoutStatisticsOrder() }
}

private struct WorkoutStatisticsOrder: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    workout.fields.forEachStatistics { statistics, part in
      if Self.isUnordered(statistics.minimum, statistics.average, statistics.maximum) {
        findings.add(
          "minimum, average and maximum of a statistic are not in ascending order", on: sample,
          part: part)
      }
    }
    for (number, group) in workout.fields.zoneGroups.enumerated() {
      for (index, zone) in group.zones.enumerated()
      where Self.isUnordered(zone.minimum, zone.maximum) {
        findings.add(
          "the minimum of a zone is above its maximum", on: sample,
          part: [.zoneGroup(number), .zone(index)])
      }
    }
  }

  private static func isUnordered(_ numbers: Number?...) -> Bool {
    let values = numbers.compactMap { $0?.doubleValue }
    return zip(values, values.dropFirst()).contains {
      $0 > $1 + max($0.magnitude, $1.magnitude) * 1e-5
    }
  }
}
