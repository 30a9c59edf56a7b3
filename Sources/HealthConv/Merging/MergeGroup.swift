import HealthBytes
import HealthModel
import HealthStore

/// The samples of one identity, or the parts of one file, of all datasets that are merged, group after group: decides
/// which are not written.
struct MergeGroup: ~Copyable {
  /// A sample in a record on the disk.
  struct Entry: MatchedProperties {
    /// The hash of the meaning; of a nested sample the identity of the sample that holds it.
    let content: UInt64
    let input: Int
    let position: UInt64
    let role: Role
    /// The number of its file in the input, if equal samples of different files count once (``Dataset/hasSeveralFiles``).
    var file = 0
    /// Of a sample in one of several files: what others must have in common with it to be the same (``SharedSampleFinder``).
    var match: UInt64 = 0
    /// The UUID that the sample states.
    var uuid: SampleUUID?
    /// Whether the sample is a workout at top level.
    var isWorkout = false
    /// Whether it is an aggregate that is compared with others of its time.
    var isAggregate = false
    /// Whether it is a workout in a file of activities, of which others of one identity are joined by `SameWorkouts`.
    var isJoined = false

    var place: SortKey { SortKey(high: UInt64(input), low: position) }

    enum Role: Equatable {
      case sample
      /// A part of a file: the parts of one file belong together.
      case file
      /// One of several versions of a sample that has a sync identifier.
      case version(SyncVersion)
      /// A nested sample: its index in the sample that holds it, and its version, the lowest one without a sync
      /// identifier.
      case nested(Int, SyncVersion, NestedSample.Membership)
    }
  }

  /// How many samples of each dataset others before it have.
  private(set) var counts: [(same: Int, conflicts: Int)]
  private var unwanted: ExternalSorter
  /// The positions of the workouts among those.
  private var unwantedWorkouts: ExternalSorter?
  /// The positions of the aggregates among those.
  private var unwantedAggregates: ExternalSorter?
  private let preference: Merge.Preference
  /// When the datasets were exported.
  private let dates: [Timestamp?]
  /// The entries, up to a limit.
  private var entries: [Entry] = []
  /// The equal entries that came last, where there are too many.
  private var run: Run?
  /// The version that stays.
  private var version: Entry?
  /// The memberships that change.
  private var links: ExternalSorter
  /// The nested samples of the group that may be the same as the one at top level.
  private var nested: [Entry] = []
  /// The nested versions that are other samples than that at top level, since one dataset has both: the identity of the
  /// sample that holds one, and its version.
  private var apart: Set<SortKey> = []
  private var hasTopLevel = false
  private var group = 0
  /// The highest version that each dataset has at top level, the lowest one without a sync identifier, and its group.
  private var topLevel: [(group: Int, version: SyncVersion)]

  /// The most samples of one identity among which one may take the place of another. Of more, only equal ones are
  /// left out.
  private static let limit = 1 << 16

  private struct Run {
    let content: UInt64
    var input: Int
    var file: Int
    /// How many are written, and how many occurred in the current dataset.
    var kept = 0
    var met = 0
  }

  /// - Parameter dates: When each dataset was exported.
  init(_ preference: Merge.Preference, _ dates: [Timestamp?]) throws(HealthError) {
    (self.preference, self.dates) = (preference, dates)
    counts = Array(repeating: (0, 0), count: dates.count)
    topLevel = Array(repeating: (-1, SyncVersion(nil)), count: dates.count)
    let links = try ExternalSorter(memory: 1 << 20)
    unwanted = try ExternalSorter(memory: 1 << 20)
    self.links = links
  }

  consuming func finished() throws(HealthError) -> MergeDecision {
    try finish()
    return try MergeDecision(unwanted: unwanted, links: links)
  }

  private mutating func leaveOut(_ entry: Entry) throws(HealthError) {
    try unwanted.add(entry.place, Span())
    if entry.isAggregate {
      if unwantedAggregates == nil { unwantedAggregates = try ExternalSorter(memory: 1 << 20) }
      try unwantedAggregates?.add(entry.place, Span())
    }
    guard entry.isWorkout else { return }
    if unwantedWorkouts == nil { unwantedWorkouts = try ExternalSorter(memory: 1 << 20) }
    try unwantedWorkouts?.add(entry.place, Span())
  }

  /// The positions of workouts that are not written, after the last group was finished.
  mutating func takeUnwantedWorkouts() -> ExternalSorter? { unwantedWorkouts.take() }

  /// The positions of aggregates that are not written, after the last group was finished.
  mutating func takeUnwantedAggregates() -> ExternalSorter? { unwantedAggregates.take() }

  /// Adds a nested sample. One that is nested only is marked as also at top level if a sample of its identity is written
  /// there that is not a lower version. It stays nested only if a dataset has it nested only in the same correlation or
  /// workout and also has such a sample at top level: these are two samples.
  private mutating func addNested(
    _ entry: Entry, _ new: SyncVersion, _ membership: NestedSample.Membership
  ) {
    guard hasTopLevel, nested.count < Self.limit else { return }
    let own = topLevel[entry.input]
    if membership == .nestedOnly, own.group == group, new <= own.version {
      if apart.count < Self.limit { apart.insert(Self.key(entry, new)) }
      return
    }
    if case .version(let stays)? = version?.role, new > stays { return }
    nested.append(entry)
  }

  private static func key(_ nested: Entry, _ version: SyncVersion) -> SortKey {
    SortKey(high: nested.content, low: UInt64(bitPattern: version.number))
  }

  /// Links the nested samples of the group to the one at top level.
  ///
  /// - Parameter first: The first sample at top level that is written; `nil` where there are too many. A reader of an export
  ///   finds a link only after it, so that what holds a linked sample of a dataset before is written last, too.
  private mutating func linkNested(_ first: Entry?) throws(HealthError) {
    for entry in nested {
      guard case .nested(let index, let version, let membership) = entry.role else { continue }
      switch membership {
      case .nestedOnly: if apart.contains(Self.key(entry, version)) { continue }
      case .alsoTopLevel: guard let first, first.input > entry.input else { continue }
      }
      try MergeDecision.add(.alsoTopLevel, of: index, in: entry.place, to: &links)
    }
    nested.removeAll(keepingCapacity: true)
    apart.removeAll()
  }

  /// Whether the version of a dataset is written in place of that of a dataset before it.
  private func isPreferred(_ input: Int, over other: Int) -> Bool {
    switch preference {
    case .first: return false
    case .last: return true
    case .newest:
      guard let date = dates[input], let old = dates[other] else { return false }
      return date > old
    }
  }

  private mutating func same(_ entry: Entry) throws(HealthError) {
    counts[entry.input].same += 1
    try leaveOut(entry)
  }

  /// Leaves out a sample that differs from the one that is written in its place; counted for the dataset that brought
  /// the conflict.
  private mutating func conflict(_ entry: Entry, from input: Int) throws(HealthError) {
    counts[input].conflicts += 1
    try leaveOut(entry)
  }

  /// Adds the next entry, in the order of content, dataset and position; parts of files and versions in that of
  /// dataset and position. Nested samples are last.
  mutating func add(_ entry: Entry) throws(HealthError) {
    if case .nested(_, let version, let membership) = entry.role {
      return addNested(entry, version, membership)
    }
    hasTopLevel = true
    if topLevel[entry.input].group != group { topLevel[entry.input] = (group, SyncVersion(nil)) }
    if case .version(let new) = entry.role {
      topLevel[entry.input].version = max(topLevel[entry.input].version, new)
      try chooseVersion(entry, new)
    } else if run != nil {
      try skip(entry)
    } else {
      entries.append(entry)
      guard entries.count > Self.limit, entry.role == .sample else { return }
      for entry in entries { try skip(entry) }
      entries.removeAll()
    }
  }

  /// Ends the group; the next entry is of another.
  mutating func finish() throws(HealthError) {
    let first = try finishEntries()
    if !nested.isEmpty || !apart.isEmpty { try linkNested(version ?? first) }
    run = nil
    version = nil
    hasTopLevel = false
    group += 1
  }

  /// Decides about the entries of the group that are no versions.
  ///
  /// - Returns: The first one that is written; `nil` if there are none.
  private mutating func finishEntries() throws(HealthError) -> Entry? {
    defer { entries.removeAll(keepingCapacity: true) }
    guard entries.count > 1 else { return entries.first }
    entries.sort { ($0.input, $0.position) < ($1.input, $1.position) }
    var kept: [Entry] = []
    var rest = entries[...]
    while let first = rest.first {
      var new = Array(rest.prefix { $0.input == first.input })
      rest = rest.dropFirst(new.count)
      if first.role == .sample { new = try leavingOutShared(new) }
      if kept.isEmpty {
        kept = new
      } else if first.role == .file {
        try file(new, &kept)
      } else {
        try samples(new, &kept)
      }
    }
    return kept.min { $0.place < $1.place }
  }

  /// Leaves out as many samples of a file as those before it in the same input have (``SharedSampleFinder``).
  private mutating func leavingOutShared(_ entries: [Entry]) throws(HealthError) -> [Entry] {
    guard let first = entries.first, entries.contains(where: { $0.file != first.file }) else {
      return entries
    }
    var kept: [Entry] = []
    var counts: [UInt64: FileCount] = [:]
    for entry in first.isAggregate ? entries.reversed() : entries {
      if counts[entry.match, default: FileCount()].has(entry.file) {
        try same(entry)
      } else {
        kept.append(entry)
      }
    }
    return first.isAggregate ? kept.reversed() : kept
  }

  /// Leaves out as many equal samples of a dataset, or of a file, as those before have.
  private mutating func skip(
    _ entry: Entry
  ) throws(HealthError) {
    let new = Run(content: entry.content, input: entry.input, file: entry.file)
    var run = self.run ?? new
    if run.content != entry.content { run = new }
    if run.input != entry.input || run.file != entry.file {
      run.kept = max(run.kept, run.met)
      (run.input, run.file) = (entry.input, entry.file)
      run.met = 0
    }
    run.met += 1
    self.run = run
    if run.met <= run.kept, entry.uuid == nil { try same(entry) }
  }

  /// Of several versions the highest stays; of equal ones that of the preferred dataset.
  private mutating func chooseVersion(
    _ entry: Entry, _ new: SyncVersion
  ) throws(HealthError) {
    guard let stays = version, case .version(let old) = stays.role else {
      version = entry
      return
    }
    if stays.content == entry.content {
      try same(entry)
    } else if new.replaces(old, orEqual: isPreferred(entry.input, over: stays.input)) {
      version = entry
      try conflict(stays, from: entry.input)
    } else {
      try conflict(entry, from: entry.input)
    }
  }

  /// All parts of a file are taken from one dataset.
  private mutating func file(
    _ new: [Entry], _ kept: inout [Entry]
  ) throws(HealthError) {
    if new.map(\.content) == kept.map(\.content) {
      for entry in new { try same(entry) }
      return
    }
    let isPreferred = isPreferred(new[0].input, over: kept[0].input)
    for entry in isPreferred ? kept : new {
      try conflict(entry, from: new[0].input)
    }
    if isPreferred { kept = new }
  }

  /// What has no partner among the samples that are written is written, too.
  private mutating func samples(
    _ new: [Entry], _ kept: inout [Entry]
  ) throws(HealthError) {
    // All have one identity.
    let keyed = { (entries: [Entry]) in
      ListedSamples(
        entries.map { (SortKey(high: 0, low: $0.content ^ ($0.uuid?.hash ?? 0)), $0) })
    }
    var join = IdentityJoin(keyed(kept), keyed(new))
    while let outcome = join.next() {
      switch outcome {
      case .same:
        let entry = join.new.record()
        // Of aggregates the later one counts: another value may be between the two.
        guard entry.isAggregate,
          let index = kept.firstIndex(where: {
            $0.content == entry.content && $0.input != entry.input
          })
        else {
          try same(entry)
          continue
        }
        counts[entry.input].same += 1
        try leaveOut(kept[index])
        kept[index] = entry
      case .changed(let old, let entry):
        if old.isJoined, entry.isJoined {
          kept.append(entry)
          continue
        }
        // Of aggregates the later one counts.
        let isPreferred = entry.isAggregate || isPreferred(entry.input, over: old.input)
        try conflict(isPreferred ? old : entry, from: entry.input)
        if isPreferred, let index = kept.firstIndex(where: { $0.place == old.place }) {
          kept[index] = entry
        }
      case .alike(let old, let entry):
        // The one that states a UUID stays.
        guard let old, entry.uuid != nil else {
          try same(entry)
          continue
        }
        counts[entry.input].same += 1
        try leaveOut(old)
        if let index = kept.firstIndex(where: { $0.place == old.place }) { kept[index] = entry }
      case .new(let entry): kept.append(entry)
      case .gone, .repeated: break
      }
    }
  }
}
