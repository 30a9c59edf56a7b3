import HealthModel

extension Rule {
  static let workoutStatistics = Rule(
    "workout-statistics", .structure, .warning,
    title: "an average lies between the least and the greatest value",
    explanation: """
      Of the statistics of a workout, the average is less than the least value or more than the greatest, \
      or the two are the wrong way round.
      """,
    exceptions: """
      Numbers are rounded to six digits. Sums are not compared with the samples in the time of \
      the workout: a workout counts those that its app has chosen, from whatever source, and not \
      those of its pauses, and an export does not say which they are.
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
    let fields = workout.fields
    if (fields.statistics + fields.activities.flatMap(\.statistics)).contains(where: Self.isWrong) {
      findings.add("an average of the workout is not between minimum and maximum", on: sample)
    }
  }

  private static func isWrong(_ statistics: WorkoutStatistics) -> Bool {
    let values = [statistics.minimum, statistics.average, statistics.maximum].compactMap {
      $0?.doubleValue
    }
    return zip(values, values.dropFirst()).contains {
      $0 > $1 + max($0.magnitude, $1.magnitude) * 1e-5
    }
  }
}
