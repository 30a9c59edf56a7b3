// Two workouts are the same if they have different sources, the same activity and participant,
// start within a minute of each other, and overlap for more than half of the longer one's duration.
// A person does not do one activity twice at the same time, so this relation is made transitive: a
// group consists of all workouts that are connected by such pairs. Two workouts of one source are
// not a pair, because a program that stores only days lets all workouts start at midnight; a third
// workout of another source may connect them. There is one exception: a service may have its
// workouts in several forms, such as a list without identifiers and an account export with them.
// Two workouts of one source are therefore the same, too, if only one of them has an identifier
// (`HKExternalUUID`), they overlap, and they also end within a minute of each other. A device has its
// activities in several formats, too, such as FIT and TCX, some of which round times to seconds: two
// workouts of one source without a version, as only such files have, are the same if they start and
// end within two seconds of each other, but not at midnight, and not both have an identifier.
//
// The activity `other` is that of files which state none, such as a GPX file without a type. A workout
// with it is the same as one with another activity if they start and end within a minute of each
// other, which is stricter than the rule for one activity. If the workouts that match have several
// activities, none of them is chosen. The workout whose activity is known is written.
//
// One workout of each group is written, with a link to each of the others (`SameWorkoutLink`), and
// completed with data that only the others have (`WorkoutUnion`). A link contains source, start and
// end of a workout that was left out, and is compared like that workout. The groups therefore
// depend neither on the order of the datasets nor on which dataset contains which workout, even if
// some were merged before. A workout that is left out because it is another version of a written
// one is a member of the group only if it has links: it was completed from other workouts, which
// may no longer be in the datasets.
//
// The written workout is that of the first dataset (of the last, if that has precedence). Within one dataset it is a workout with a route, then the one with the most
// statistics, then the first. Because it is completed, the choice matters only for figures that
// several workouts state. Statistics use the priorities of sources instead, as they do to choose
// among overlapping samples.
//
// Memory: records of some 100 bytes are sorted on the disk by participant and start. Records that
// follow each other within a minute are compared in groups of at most 1,024; records of different
// groups are not compared.

import HealthBytes
import HealthModel
import HealthStatistics
import HealthStore

/// Finds workouts that several sources recorded.
struct SameWorkoutFinder: ~Copyable {
  /// Which workout of a group is written.
  enum Ranking: Sendable {
    /// The workout of the first or the last dataset.
    case datasets(Merge.Preference)
    /// The workout of the source with the highest priority.
    case sources(SourcePriority)
  }

  private let ranking: Ranking
  private var records: ExternalSorter?
  private var buffer = ByteBuffer(capacity: 136)
  /// How many workouts were added.
  private(set) var count = 0

  /// The longest time between the starts of two records of the same workout and, if they have the
  /// same source, between their ends; in microseconds.
  fileprivate static let longestGap: Int64 = 60_000_000
  /// The most by which two formats round a time differently, in microseconds.
  fileprivate static let longestRounding: Int64 = 2_000_000
  private static let mostCompared = 1_024
  private static let longestSecond: Int64 = 1 << 40

  init(_ ranking: Ranking) { self.ranking = ranking }

  /// Adds a workout.
  ///
  /// - Parameters:
  ///   - place: The number of the dataset (`high`), and the position of the workout in it (`low`).
  ///     Places must ascend.
  ///   - content: A hash of the content of the workout.
  mutating func add(
    _ workout: Workout, at place: SortKey, content: UInt64 = 0
  ) throws(HealthError) {
    guard let start = Self.microseconds(workout.start), let end = Self.microseconds(workout.end)
    else { return }
    count += 1
    let header = workout.header
    var group = ContentHash()
    group.combine(header.descriptor.participant)
    let links = header.metadata.sameWorkoutLinks
    var record = Record(
      place: place, group: group.state, start: start, end: end,
      source: Self.hash(workout.source.name), id: workout.id, content: content,
      hasLinks: !links.isEmpty)
    record.activity = Self.hash(header.descriptor.type.identifier)
    record.statesActivity = workout.activityType != .other
    record.isIdentified = header.metadata[.externalUUID] != nil
    record.isOfFile =
      workout.source.version == nil
      && !(workout.start.secondsSince1970 + Int64(workout.start.offsetMinutes) * 60)
        .isMultiple(of: 86_400)
    switch ranking {
    case .datasets(.first), .datasets(.newest): record.rank = place.high
    case .datasets(.last): record.rank = ~place.high
    case .sources(let priority):
      let isEntered = ["1", "true"].contains(header.metadata[.wasUserEntered])
      let kind = isEntered ? SourceClass.person : SourceClass(header.descriptor)
      record.name = String(workout.source.name.prefix(256))
      record.rank = UInt64(priority.place(of: workout.source.name) << 8 | kind.rawValue)
      // A copy without figures hides no workout that has some.
      if !workout.hasFigures { record.rank |= 1 << 63 }
    }
    let fields = workout.fields
    record.weight =
      UInt32(clamping: fields.statistics.count) | (fields.hasRoutePoints ? 1 << 31 : 0)
    try add(record)
    record.isLink = true
    record.name = ""
    for link in links.prefix(Self.mostCompared) {
      guard let start = Self.microseconds(link.start), let end = Self.microseconds(link.end)
      else { continue }
      (record.start, record.end, record.source) = (start, end, Self.hash(link.source))
      try add(record)
    }
  }

  private mutating func add(_ record: Record) throws(HealthError) {
    if records == nil { records = try ExternalSorter(memory: 1 << 22) }
    buffer.removeAll()
    record.write(to: &buffer)
    try buffer.withBytes { (bytes) throws(HealthError) in try records?.add(record.place, bytes) }
  }

  private static func hash(_ name: String) -> UInt64 {
    var hash = ContentHash()
    hash.combine(name)
    return hash.state
  }

  private static func microseconds(_ time: Timestamp) -> Int64? {
    guard time != .unknown, time.secondsSince1970.magnitude < longestSecond else { return nil }
    return time.secondsSince1970 * 1_000_000 + Int64(time.nanoseconds) / 1_000
  }

  // MARK: Groups

  /// Finds the groups. Nothing can be added afterwards.
  ///
  /// - Parameters:
  ///   - unwanted: The places of workouts that are not written for another reason, as keys of empty
  ///     records.
  ///   - info: Facts about the dataset, for storing workouts on the disk.
  consuming func groups(
    without unwanted: consuming ExternalSorter? = nil, _ info: DatasetInfo
  ) throws(HealthError) -> SameWorkouts {
    guard let records = records.take() else { return SameWorkouts(info) }
    var unwantedPlaces: PositionList?
    if let sorter = unwanted.take() { unwantedPlaces = try PositionList(sorter) }
    var byStart = try ExternalSorter(memory: 1 << 22)
    var sorted = try records.sorted()
    var last: (place: SortKey, isUnwanted: Bool)?
    while try sorted.next() {
      var record = sorted.withBytes { Record($0) }
      if last?.place != record.place {
        last = (record.place, try unwantedPlaces?.contains(record.place) ?? false)
      }
      record.isUnwanted = last?.isUnwanted ?? false
      if record.isUnwanted, !record.hasLinks { continue }
      buffer.removeAll()
      record.write(to: &buffer)
      try buffer.withBytes { (bytes) throws(HealthError) in
        try byStart.add(
          SortKey(high: record.group, low: UInt64(bitPattern: record.start) ^ 1 << 63), bytes)
      }
    }
    return try Self.groups(byStart.sorted(), info)
  }

  private static func groups(
    _ sorted: consuming SortedRecords, _ info: DatasetInfo
  ) throws(HealthError) -> SameWorkouts {
    var members = try ExternalSorter(memory: 1 << 20)
    var counts = SameWorkouts.Counts()
    var cluster: [Record] = []
    var shifted = ShiftedWorkouts()
    while try sorted.next() {
      let record = sorted.withBytes { Record($0) }
      shifted.add(record)
      if let last = cluster.last,
        last.group != record.group || record.start - last.start > longestGap
          || cluster.count == mostCompared
      {
        try addGroups(of: cluster, to: &members, &counts)
        cluster.removeAll(keepingCapacity: true)
      }
      cluster.append(record)
    }
    try addGroups(of: cluster, to: &members, &counts)
    counts.shifted = shifted.count
    return try SameWorkouts(info, members.sorted(), counts)
  }

  /// Divides records that follow each other within a minute into groups.
  private static func addGroups(
    of cluster: [Record], to members: inout ExternalSorter, _ counts: inout SameWorkouts.Counts
  ) throws(HealthError) {
    var parents = Array(cluster.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }
    func join(_ a: Int, _ b: Int) { parents[max(root(a), root(b))] = min(root(a), root(b)) }
    var firsts: [SortKey: Int] = [:]
    for (index, record) in cluster.enumerated() {
      if let first = firsts[record.place] {
        join(first, index)
      } else {
        firsts[record.place] = index
      }
      for other in (index + 1)..<max(index + 1, cluster.count) {
        if cluster[other].start - record.start > longestGap { break }
        if record.isSame(as: cluster[other]) { join(index, other) }
      }
    }
    // The activities, with a record of each, that a group without a stated activity matches.
    var matches: [Int: [UInt64: Int]] = [:]
    for (index, record) in cluster.enumerated() {
      for other in (index + 1)..<max(index + 1, cluster.count) {
        if cluster[other].start - record.start > longestGap { break }
        guard record.statesActivity != cluster[other].statesActivity,
          record.isSameWithoutActivity(as: cluster[other])
        else { continue }
        let (unstated, stated) = record.statesActivity ? (other, index) : (index, other)
        matches[root(unstated), default: [:]][cluster[stated].activity] = stated
      }
    }
    for (group, activities) in matches {
      if activities.count == 1, let stated = activities.values.first { join(group, stated) }
    }
    var groups: [Int: [Record]] = [:]
    for (index, record) in cluster.enumerated() where !record.isLink {
      groups[root(index), default: []].append(record)
    }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      // A workout that is left out because it equals a written one adds nothing to it.
      let wanted = Set(group.filter { !$0.isUnwanted }.map(\.version))
      let sorted = group.filter { !$0.isUnwanted || !wanted.contains($0.version) }
        .sorted { $0.precedes($1) }
      // A workout with links is always a group, even on its own, and is written last, so that a
      // result does not change by merging a part of its inputs again.
      guard sorted.count > 1 || sorted.first?.hasLinks == true,
        let kept = sorted.firstIndex(where: { !$0.isUnwanted })
      else { continue }
      let ordered = [sorted[kept]] + sorted[..<kept] + sorted[(kept + 1)...]
      for (rank, record) in ordered.enumerated() {
        try SameWorkouts.add(record.place, group: counts.groups, rank: rank, to: &members)
      }
      let leftOut = sorted.count { !$0.isUnwanted } - 1
      counts.leftOut += leftOut
      if leftOut > 0 { counts.severalSources += 1 }
      counts.groups += 1
    }
  }
}

extension SameWorkoutFinder {
  /// A workout, or a left-out workout that one of its links describes.
  struct Record {
    let place: SortKey
    /// A hash of the participant.
    let group: UInt64
    /// A hash of the activity.
    var activity: UInt64 = 0
    /// Whether the activity is not `other`.
    var statesActivity = true
    var start: Int64
    var end: Int64
    /// A hash of the name of the source.
    var source: UInt64
    let id: SampleID
    let content: UInt64
    let hasLinks: Bool
    var isLink = false
    var isUnwanted = false
    /// Whether the workout has an identifier of its service (`HKExternalUUID`).
    var isIdentified = false
    /// Whether another file of the same source may have the workout.
    var isOfFile = false
    /// Determines which workout of a group is written: the one with the lowest rank.
    var rank: UInt64 = 0
    var weight: UInt32 = 0
    var name = ""

    /// Whether two records with one activity are of the same workout. They must have the same
    /// participant, and start within a minute of each other.
    func isSame(as other: Record) -> Bool {
      if activity != other.activity { return false }
      if isLink || other.isLink, (start, end, source) == (other.start, other.end, other.source) {
        return true
      }
      if isUnwanted || other.isUnwanted, id == other.id { return true }
      let common = min(end, other.end) - max(start, other.start)
      if source == other.source {
        // A link does not state whether its workout had an identifier.
        return isCopy(of: other)
          || (isLink || other.isLink || isIdentified != other.isIdentified) && common > 0
            && abs(end - other.end) <= SameWorkoutFinder.longestGap
      }
      return common > 0 && common > max(end - start, other.end - other.start) / 2
    }

    /// Whether two records, one of which states no activity, are of the same workout. They must
    /// have the same participant, and start within a minute of each other.
    func isSameWithoutActivity(as other: Record) -> Bool {
      guard abs(end - other.end) <= SameWorkoutFinder.longestGap else { return false }
      if isLink || other.isLink, (start, end, source) == (other.start, other.end, other.source) {
        return true
      }
      let isPair =
        source != other.source || isLink || other.isLink || isIdentified != other.isIdentified
        || isCopy(of: other)
      return isPair && min(end, other.end) > max(start, other.start)
    }

    /// Whether they are of one source, which has them in files of several formats.
    private func isCopy(of other: Record) -> Bool {
      source == other.source && isOfFile && other.isOfFile && !(isIdentified && other.isIdentified)
        && max(abs(start - other.start), abs(end - other.end)) <= SameWorkoutFinder.longestRounding
    }

    /// The identity and the hash of the content, which equal workouts share.
    struct Version: Hashable {
      let id: SampleID
      let content: UInt64
    }

    var version: Version { Version(id: id, content: content) }

    func precedes(_ other: Record) -> Bool {
      if statesActivity != other.statesActivity, (rank ^ other.rank) >> 63 == 0 {
        return statesActivity
      }
      if rank != other.rank { return rank < other.rank }
      if name != other.name { return name < other.name }
      return weight != other.weight ? weight > other.weight : place < other.place
    }

    func write(to buffer: inout ByteBuffer) {
      for word in [
        place.high, place.low, group, UInt64(bitPattern: start), UInt64(bitPattern: end), source,
        id.high, id.low, rank, content, activity,
      ] { buffer.append(word: word) }
      buffer.append(word: UInt64(weight), count: 4)
      var flags: UInt8 = hasLinks ? 1 : 0
      if isLink { flags |= 2 }
      if isUnwanted { flags |= 4 }
      if isIdentified { flags |= 8 }
      if statesActivity { flags |= 16 }
      if isOfFile { flags |= 32 }
      buffer.append(flags)
      buffer.append(utf8: name)
    }
  }
}

extension SameWorkoutFinder.Record {
  /// Reads the bytes that `write(to:)` has written.
  fileprivate init(_ bytes: Span<UInt8>) {
    let flags = bytes[92]
    self.init(
      place: SortKey(high: bytes.word(at: 0), low: bytes.word(at: 8)), group: bytes.word(at: 16),
      activity: bytes.word(at: 80), statesActivity: flags & 16 != 0,
      start: Int64(bitPattern: bytes.word(at: 24)), end: Int64(bitPattern: bytes.word(at: 32)),
      source: bytes.word(at: 40),
      id: SampleID(high: bytes.word(at: 48), low: bytes.word(at: 56)),
      content: bytes.word(at: 72), hasLinks: flags & 1 != 0,
      isLink: flags & 2 != 0, isUnwanted: flags & 4 != 0, isIdentified: flags & 8 != 0,
      isOfFile: flags & 32 != 0, rank: bytes.word(at: 64),
      weight: UInt32(bytes.word(at: 88, count: 4)))
    var name: [UInt8] = []
    for index in 93..<max(93, bytes.count) { name.append(bytes[index]) }
    self.name = String(decoding: name, as: UTF8.self)
  }
}

extension Sample.WorkoutFields {
  /// Whether a route has points.
  var hasRoutePoints: Bool {
    routes.contains { route in
      !route.ownLocations.isEmpty
        || route.files.contains { $0.track.map { !$0.locations.isEmpty } ?? false }
    }
  }
}

extension Workout {
  /// Whether it states a distance, an energy or other statistics, or has a route.
  fileprivate var hasFigures: Bool {
    func isStated(_ figure: Number?) -> Bool { figure.map { $0.doubleValue != 0 } ?? false }
    return isStated(fields.totalDistance) || isStated(fields.totalEnergyBurned)
      || fields.hasRoutePoints
      || fields.statistics.contains { isStated($0.sum) || isStated($0.average) }
  }
}
