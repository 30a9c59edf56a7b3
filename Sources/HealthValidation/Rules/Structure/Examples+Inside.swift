extension Rule.Examples {
  /// Wraps the examples in a workout of half an hour from 9 o'clock on.
  static func workout(bad: String, good: String) -> Self {
    func workout(_ parts: String) -> String {
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
      startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200">
      \(parts)
      </Workout>
      """
    }
    return Self(bad: workout(bad), good: workout(good))
  }

  /// Shows the points of a route in such a workout.
  static func route(bad: String, good: String) -> Self {
    func route(_ points: String) -> String {
      """
      <WorkoutRoute sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
      endDate="2024-06-01 09:30:00 +0200">
      \(points)
      </WorkoutRoute>
      """
    }
    return workout(bad: route(bad), good: route(good))
  }

  /// Shows the beats of a heart rate variability, measured in the minute from 9 o'clock on.
  static func heartbeats(bad: String, good: String) -> Self {
    func record(_ beats: String) -> String {
      """
      <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" \
      sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
      endDate="2024-06-01 09:01:00 +0200" value="45">
      <HeartRateVariabilityMetadataList>
      \(beats)
      </HeartRateVariabilityMetadataList></Record>
      """
    }
    return Self(bad: record(bad), good: record(good))
  }
}
