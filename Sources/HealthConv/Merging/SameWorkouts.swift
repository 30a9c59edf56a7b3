import HealthBytes
import HealthFormats
import HealthModel

/// The groups of workouts that several sources recorded, for the second pass: the members are
/// stored on the disk, and one workout is made from each group.
struct SameWorkouts: ~Copyable {
  struct Counts {
    /// The number of groups, including those of which all workouts but one are left out for another
    /// reason.
    var groups = 0
    /// The number of written workouts that replace several.
    var severalSources = 0
    /// The number of workouts that are left out because another one of their group is written.
    var leftOut = 0
    /// The number of workouts that may be the same as one of another dataset, but with a wrong UTC
    /// offset (``ShiftedWorkouts``).
    var shifted = 0
  }

  let counts: Counts
  private let info: DatasetInfo
  private var members: SortedRecords?
  private var member: Member?
  private var sorter: SampleSorter?
  private var sorted: Samples?
  private var union: WorkoutUnion?
  private var losses = WorkoutUnion.Losses()

  /// The place of a workout in a group. The workout with the lowest rank is written.
  fileprivate struct Member {
    let place: SortKey
    let group: UInt64
    let rank: UInt64
  }

  /// No groups.
  init(_ info: DatasetInfo) { (self.info, counts) = (info, Counts()) }

  init(
    _ info: DatasetInfo, _ members: consuming SortedRecords, _ counts: Counts
  ) throws(HealthError) {
    (self.info, self.counts) = (info, counts)
    var members = members
    member = try members.nextMember()
    self.members = consume members
  }

  /// Adds a member of a group to a list of them.
  static func add(
    _ place: SortKey, group: Int, rank: Int, to members: inout ExternalSorter
  ) throws(HealthError) {
    var record = ByteBuffer(capacity: 12)
    record.append(word: UInt64(group))
    record.append(word: UInt64(rank), count: 4)
    try record.withBytes { (bytes) throws(HealthError) in try members.add(place, bytes) }
  }

  /// Holds back a sample if it is a member of a group. Call it in ascending order of positions.
  ///
  /// - Returns: Whether it is a member.
  mutating func holdBack(_ sample: Sample, at place: SortKey) throws(HealthError) -> Bool {
    guard let member, member.place == place else { return false }
    let (group, rank) = (member.group, member.rank)
    self.member = try members?.nextMember()
    if sorter == nil { sorter = try SampleSorter(info) }
    // A mark precedes the first workout of each group.
    if rank == 0 { try sorter?.add(Self.mark, at: SortKey(high: group, low: 0)) }
    try sorter?.add(sample, at: SortKey(high: group, low: 1 + rank))
    return true
  }

  /// Returns the counts of data that left-out workouts have and the written ones lack, and resets
  /// them.
  mutating func takeLosses() -> WorkoutUnion.Losses {
    defer { losses = WorkoutUnion.Losses() }
    return losses
  }

  private static let mark = Sample.unknown(Element(name: "group"))

  /// The workout of the next group, after the last sample was read; `nil` at the end.
  mutating func next() throws(HealthError) -> Sample? {
    if let sorter = sorter.take() { sorted = try sorter.sorted() }
    while let sample = try sorted?.next() {
      switch sample {
      case .workout(let workout):
        if union == nil { union = WorkoutUnion(workout) } else { union?.add(workout, &losses) }
      default: if let done = union.take() { return .workout(done.workout) }
      }
    }
    sorted = nil
    return union.take().map { .workout($0.workout) }
  }
}

extension SortedRecords {
  fileprivate mutating func nextMember() throws(HealthError) -> SameWorkouts.Member? {
    guard try next() else { return nil }
    let place = key
    return withBytes {
      SameWorkouts.Member(place: place, group: $0.word(at: 0), rank: $0.word(at: 8, count: 4))
    }
  }
}

/// Counts workouts that occur in two datasets with the same activity and duration, at times that
/// differ by a multiple of a quarter of an hour, as UTC offsets do: a program may have read local
/// time as UTC, or as the time of another zone. Such workouts are not joined, because different
/// workouts can be this similar. They are counted, because otherwise statistics would silently
/// count them twice.
struct ShiftedWorkouts {
  private(set) var count = 0
  /// Earlier workouts of the same participant that began at most `longestShift` before the current
  /// one; at most `mostCompared`.
  private var recent: [SameWorkoutFinder.Record] = []

  /// A quarter of an hour in microseconds, the unit of all times here.
  private static let quarter: Int64 = 900_000_000
  private static let longestShift = 14 * 4 * quarter + tolerance
  /// The tolerance for differences of durations and shifts, in microseconds.
  private static let tolerance: Int64 = 5_000_000
  private static let mostCompared = 1_024

  /// Adds a workout. Call it in the order of participants and starts.
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
    if first.activity != second.activity { return false }
    let shift = second.start - first.start
    return first.place.high != second.place.high && shift > quarter / 2
      && abs((shift + quarter / 2) % quarter - quarter / 2) <= tolerance
      && abs((second.end - second.start) - (first.end - first.start)) <= tolerance
  }
}
