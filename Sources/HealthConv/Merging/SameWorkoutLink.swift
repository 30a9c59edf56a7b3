public import HealthModel

extension MetadataKey {
  /// Links from a workout to the same ones of other sources, which were left out: one in each line of one entry, since
  /// metadata in HealthKit are a dictionary.
  public static let sameWorkout = MetadataKey("HealthConvSameWorkout")
}

/// A workout that was left out because the one with the link is the same: its time, its identity and the name of its source,
/// as in `2024-06-01T08:00:00+02:00/2024-06-01T08:30:00+02:00 0f…9 Garmin`.
struct SameWorkoutLink {
  let start: Timestamp
  let end: Timestamp
  let id: SampleID
  let source: String

  init(to workout: Workout) {
    (start, end, id) = (workout.start, workout.end, workout.id)
    source = workout.source.name
  }

  /// The link of a value of the metadata; `nil` for another text.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    let times = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, times.count == 2, let start = Timestamp(String(times[0])),
      let end = Timestamp(String(times[1])), let id = SampleID(String(parts[1]))
    else { return nil }
    (self.start, self.end, self.id) = (start, end, id)
    source = String(parts[2])
  }

  var text: String {
    let name = source.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "\(start.text(.iso8601))/\(end.text(.iso8601)) \(id) \(name)"
  }
}

extension Metadata {
  /// The lines of the links to workouts that were left out.
  var sameWorkoutLines: [Substring] {
    isEmpty ? [] : values(of: .sameWorkout).flatMap { $0.split(separator: "\n") }
  }

  /// The links to workouts that were left out.
  var sameWorkoutLinks: [SameWorkoutLink] {
    sameWorkoutLines.compactMap { SameWorkoutLink(String($0)) }
  }
}
