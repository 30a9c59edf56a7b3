import HealthBytes
package import HealthModel
import HealthStore

/// Finds duplicates: samples that are equal in everything except what differs in another export of the same data
/// (`Fidelity.saved`): the UTC offsets and text forms of dates, the addresses and first registrations of devices, the ordinal. Of samples with the same sync identifier, all but the highest
/// version are duplicates. A sample without a UUID is a duplicate of an equal sample with one;
/// equal samples with different UUIDs are not duplicates. Memory does not grow with the number of
/// samples.
///
/// A document that is stored in parts is a duplicate if all its parts are equal to those of another
/// document; then all its parts are duplicates. A sample that only refers to a file is a duplicate
/// of an equal sample that contains this file. Exports have such references where two workouts
/// share a route.
///
/// A nested sample that is a duplicate of a sample at top level is marked as such, unless its
/// version is higher than that of the sample that is kept.
///
/// Finding duplicates takes two passes: in the first, the finder receives all samples; in the
/// second, its `MergeDecision` determines which samples are kept.
///
/// ```swift
/// var finder = try DuplicateFinder()
/// while let sample = try first.next() { try finder.add(sample) }
/// var decision = try finder.decision()
/// while let sample = try second.next() { if let kept = try decision.written(sample, at: position) { … } }
/// ```
package struct DuplicateFinder: ~Copyable {
  private var sorter: ExternalSorter
  private let digester = SampleDigester(.saved)
  private var files = OpenDocuments()
  private var next: UInt64 = 0
  private var record = ByteBuffer(capacity: 32)
  private let isLinking: Bool

  /// A finder that has received no samples.
  ///
  /// - Parameters:
  ///   - isLinking: Whether nested samples are compared with those at top level.
  ///   - memory: Bytes to keep in memory; 16 MiB by default.
  /// - Throws: `HealthError` when no temporary file can be made.
  public init(isLinking: Bool = true, memory: Int = 1 << 24) throws(HealthError) {
    self.isLinking = isLinking
    sorter = try ExternalSorter(memory: memory)
  }

  /// Adds the next sample of the first pass.
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

  /// The role of a sorted record: it determines how records with the same key are compared.
  private enum Role: UInt8 {
    /// A sample, or a part of a document: a duplicate unless it is the first sample with its key,
    /// or belongs to the first document with its key.
    case sample
    /// A sample that contains the files it refers to, under the key of its content without them. It
    /// makes `bare` samples with this key duplicates; this record does not make it a duplicate.
    case full
    /// A sample that does not contain the files it refers to: a duplicate of a `full` sample with
    /// the same key, otherwise of the first `bare` one.
    case bare
    /// A version of a sample with a sync identifier: a duplicate if another version is higher, or
    /// is equal and earlier. The field of the first position contains the version.
    case version
    /// A nested sample. The position is that of the sample that contains it. The field of the first
    /// position contains the version (the lowest one without a sync identifier); its index among
    /// the members and its membership follow the role.
    case nested
  }

  /// Adds the nested samples and resets their memberships, so that samples that differ only in
  /// memberships are equal.
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

  /// The most UUIDs that are remembered for equal samples. An equal sample with a further UUID is
  /// not a duplicate.
  private static let mostUUIDs = 1 << 16

  /// Finds the duplicates. Nothing can be added afterwards.
  ///
  /// - Returns: The decision. A sample has the key whose `high` is 0 and whose `low` is the number
  ///   of the sample in the order of `add(_:)`, from 0.
  public consuming func decision() throws(HealthError) -> MergeDecision {
    for file in files.takeAll() { try add(file) }
    var sorted = try sorter.sorted()
    var duplicates = try ExternalSorter(memory: 1 << 20)
    var links = try ExternalSorter(memory: 1 << 20)
    // The first top-level sample with this identity that is kept, and the highest version that
    // counts as the same.
    var topLevel: (position: UInt64, number: Int64)?
    var last: SortKey?
    var first: UInt64 = 0
    // The first sample without its files, and whether a sample contains them.
    var bare: UInt64?
    var hasFull = false
    // The UUIDs of the equal samples so far.
    var uuids: Set<SampleUUID> = []
    // The highest version so far.
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
          // This sample replaces the first one if that has no UUID.
          if uuids.isEmpty, isDuplicate {
            try duplicates.add(SortKey(high: 0, low: first), Span())
            first = origin
          }
          isDuplicate = uuids.contains(uuid)
          if uuids.count < Self.mostUUIDs { uuids.insert(uuid) }
        }
        // Records with the same key are in the order of `add(_:)`.
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
