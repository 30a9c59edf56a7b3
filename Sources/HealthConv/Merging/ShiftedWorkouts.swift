import HealthBytes

/// Counts workouts that two datasets have at different times, but with one activity and one length, where the times differ by quarters
/// of an hour, as UTC offsets do: a program may have taken the clock of a person for UTC, or for that of another time zone. Such
/// workouts are not joined, since two runs can be alike; they are counted, because otherwise they count twice unseen.
struct ShiftedWorkouts {
  private(set) var count = 0
  /// The workouts before, of which none began more than `longestShift` ago.
  private var recent: [SameWorkoutFinder.Record] = []

  /// Microseconds.
  private static let quarter: Int64 = 900_000_000
  private static let longestShift = 14 * 4 * quarter + tolerance
  /// How far lengths and shifts may be from equal ones.
  private static let tolerance: Int64 = 5_000_000
  private static let mostCompared = 1_024

  /// Adds a workout. Call it in the order of activities and starts.
  mutating func add(_ record: SameWorkoutFinder.Record) {
    guard !record.isLink, !record.isUnwanted else { return }
    recent.removeAll {
      $0.group != record.group || record.start - $0.start > Self.longestShift
    }
    if recent.contains(where: { Self.areShifted($0, record) }) { count += 1 }
    if recent.count == Self.mostCompared { recent.removeFirst() }
    recent.append(record)
  }

  private static func areShifted(
    _ first: SameWorkoutFinder.Record, _ second: SameWorkoutFinder.Record
  ) -> Bool {
    let shift = second.start - first.start
    return first.place.high != second.place.high && shift > quarter / 2
      && abs((shift + quarter / 2) % quarter - quarter / 2) <= tolerance
      && abs((second.end - second.start) - (first.end - first.start)) <= tolerance
  }
}
