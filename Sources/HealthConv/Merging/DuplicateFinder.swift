import HealthBytes
package import HealthModel
import HealthStore

/// Finds samples that are duplicates of others: equal byte for byte but for the address of the device, which means
/// nothing, and the number among duplicates. Of samples with one sync identifier, all but the highest version are
/// duplicates. A sample that states no UUID is a duplicate of an equal one that does; two that state different UUIDs are
/// two samples. Memory does not grow with the samples.
///
/// A file that comes as several documents is equal to another if all parts are, and is a duplicate with all its parts.
/// A sample that refers to a file which an equal sample holds, as an export has it where two workouts share a route, is
/// a duplicate of that sample.
///
/// A nested sample that is a duplicate of one at top level is marked as such, unless its version is
/// higher than that of the one that is kept.
///
/// It takes two passes: in the first, all samples are shown to a `DuplicateFinder`; in the second its `MergeDecision`
/// determines which to keep.
///
/// ```swift
/// var finder = try DuplicateFinder()
/// while let sample = try first.next() { try finder.add(sample) }
/// var decision = try finder.decision()
/// while let sample = try second.next() { if let kept = try decision.written(sample, at: position) { … } }
/// ```
package struct DuplicateFinder: ~Copyable {
  private var sorter: ExternalSorter
  private let digester = SampleDigester(.content)
  private var files = OpenDocuments()
  private var next: UInt64 = 0
  private var record = ByteBuffer(capacity: 32)
  private let isLinking: Bool

  /// Nothing seen yet.
  ///
  /// - Parameters:
  ///   - isLinking: Whether nested samples are compared with those at top level.
  ///   - memory: Bytes to keep in memory; 16 MiB by default.
  /// - Throws: `HealthError` when no temporary file can be made.
  public init(isLinking: Bool = true, memory: Int = 1 << 24) throws(HealthError) {
    self.isLinking = isLinking
    sorter = try ExternalSorter(memory: memory)
  }

  /// Looks at a sample for the first time.
  public mutating func add(_ sample: Sample) throws(HealthError) {
    let position = next
    next += 1
    if case .document(let document) = sample, document.fields.isPart {
      for file in files.add(document, digester.total(sample), at: position) { try add(file) }
      return
    }
    var sample = sample
    let uuid = sample.header?.uuid
    if uuid != nil { sample.updateHeader { $0.uuid = nil } }
    if isLinking, sample.canHoldSamples { try takeNested(&sample, position) }
    if let version = sample.syncVersion {
      let key = SortKey(sample.id)
      return try add(key, .version, position, UInt64(bitPattern: version.number))
    }
    if let (stripped, isBare) = sample.withoutFiles {
      let key = SortKey(high: ~sample.id.high, low: digester.total(stripped))
      try add(key, isBare ? .bare : .full, position, position)
      if isBare { return }
    }
    try add(
      SortKey(sample.id, content: digester.total(sample)), .sample, position, position, uuid: uuid)
  }

  /// What a record is about.
  private enum Role: UInt8 {
    /// A sample, or a part of a file: a duplicate if it is not of the first that has its key.
    case sample
    /// A sample that has the files it refers to, by its key without them: no duplicate by that.
    case full
    /// A sample that does not have them: a duplicate of one that has them, else of the first that has not.
    case bare
    /// One of the versions of a sample with a sync identifier: a duplicate if another is higher, or as high and before
    /// it. In the place of the first position is the version.
    case version
    /// A nested sample: its position is that of the sample that holds it. The field of the first position holds
    /// the version, the lowest one without a sync identifier; its index and membership follow the role.
    case nested
  }

  /// Adds the nested samples, and removes their memberships, so that samples are equal that differ only in these.
  private mutating func takeNested(
    _ sample: inout Sample, _ position: UInt64
  ) throws(HealthError) {
    var members = sample.members
    if members.isEmpty { return }
    for (index, member) in members.enumerated() {
      members[index].membership = .nestedOnly
      let version = member.sample.syncVersion ?? SyncVersion(nil)
      try add(
        SortKey(high: member.sample.id.high, low: .max), .nested, position,
        UInt64(bitPattern: version.number), member: (index, member.membership))
    }
    sample.members = members
  }

  private mutating func add(_ file: OpenDocuments.File) throws(HealthError) {
    let key = SortKey(high: file.hash.state, low: UInt64(file.count))
    for run in file.runs {
      for position in run { try add(key, .sample, position, file.runs[0].lowerBound) }
    }
  }

  private mutating func add(
    _ key: SortKey, _ role: Role, _ position: UInt64, _ first: UInt64,
    member: (index: Int, membership: NestedSample.Membership)? = nil, uuid: SampleUUID? = nil
  ) throws(HealthError) {
    record.removeAll()
    record.append(word: position)
    record.append(word: first)
    record.append(role.rawValue)
    if let (index, membership) = member {
      record.append(word: UInt64(index), count: 4)
      record.append(membership == .alsoTopLevel ? 1 : 0)
    }
    if let uuid {
      record.append(word: uuid.high)
      record.append(word: uuid.low)
    }
    try record.withBytes { (bytes) throws(HealthError) in try sorter.add(key, bytes) }
  }

  /// Of equal samples, the most UUIDs that are remembered: samples of further ones are no duplicates.
  private static let mostUUIDs = 1 << 16

  /// Finds the duplicates, after which nothing can be added.
  ///
  /// - Returns: The decision; the position of a sample is a key whose second half is its number, from 0.
  public consuming func decision() throws(HealthError) -> MergeDecision {
    for file in files.takeAll() { try add(file) }
    var sorted = try sorter.sorted()
    var duplicates = try ExternalSorter(memory: 1 << 20)
    var links = try ExternalSorter(memory: 1 << 20)
    // The first sample of the identity that is kept at top level, and the highest version that is the same.
    var topLevel: (position: UInt64, number: Int64)?
    var last: SortKey?
    var first: UInt64 = 0
    // Of the samples without their files, the first; whether there is one that has them.
    var bare: UInt64?
    var hasFull = false
    // Of equal samples, the UUIDs that they state.
    var uuids: Set<SampleUUID> = []
    // Of the versions of a sample, the highest.
    var highest: (position: UInt64, number: Int64)?
    while try sorted.next() {
      let (position, origin, role) = sorted.withBytes {
        ($0.word(at: 0), $0.word(at: 8), Role(rawValue: $0[16]) ?? .sample)
      }
      if sorted.key != last {
        (first, bare, hasFull, highest) = (origin, nil, false, nil)
        if !uuids.isEmpty { uuids.removeAll() }
      }
      if sorted.key.high != last?.high { topLevel = nil }
      last = sorted.key
      switch role {
      case .sample:
        let uuid = sorted.withBytes {
          $0.count > 17 ? SampleUUID(high: $0.word(at: 17), low: $0.word(at: 25)) : nil
        }
        var isDuplicate = origin != first
        if let uuid {
          // It takes the place of the first one, if that states none.
          if uuids.isEmpty, isDuplicate {
            try duplicates.add(SortKey(high: 0, low: first), Span())
            first = origin
          }
          isDuplicate = uuids.contains(uuid)
          if uuids.count < Self.mostUUIDs { uuids.insert(uuid) }
        }
        // Of the same key, the first was seen first.
        if isDuplicate { try duplicates.add(SortKey(high: 0, low: position), Span()) }
        topLevel = (min(topLevel?.position ?? first, first), .max)
      case .full:
        hasFull = true
        if let bare { try duplicates.add(SortKey(high: 0, low: bare), Span()) }
        bare = nil
      case .bare:
        if hasFull || bare != nil {
          try duplicates.add(SortKey(high: 0, low: position), Span())
        } else {
          bare = position
        }
      case .version:
        let version = (position: position, number: Int64(bitPattern: origin))
        let isHigher =
          highest.map { SyncVersion(version.number).replaces(SyncVersion($0.number)) } ?? true
        if let loser = isHigher ? highest : version {
          try duplicates.add(SortKey(high: 0, low: loser.position), Span())
        }
        if isHigher { highest = version }
        topLevel = highest
      case .nested:
        let (index, isLinked) = sorted.withBytes { (Int($0.word(at: 17, count: 4)), $0[21] == 1) }
        let isSame = topLevel.map { Int64(bitPattern: origin) <= $0.number } ?? false
        // A reader of an export finds a link only after the sample at top level.
        let isEarly = isSame && topLevel.map { position < $0.position } ?? false
        guard isSame != isLinked || isEarly else { continue }
        try MergeDecision.add(
          isSame ? .alsoTopLevel : .nestedOnly, of: index, in: SortKey(high: 0, low: position),
          to: &links)
      }
    }
    return try MergeDecision(unwanted: duplicates, links: links)
  }
}
