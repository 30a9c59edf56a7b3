import HealthModel

/// The samples of one identity that have no equal one on the other side, until all of the identity are known: then those
/// are paired of which one states a UUID, and one that is left on each side has changed.
struct LeftSamples<Record: MatchedProperties> {
  private typealias Outcome = IdentityJoinOutcome<Record>

  private struct Entry {
    let record: Record
    let isOld: Bool
    /// The hash of the content without the UUID.
    let content: UInt64
    var isPaired = false

    var uuid: SampleUUID? { record.uuid }
  }

  private var entries: [Entry] = []
  /// In a set, the samples of the first dataset that have an equal one.
  private var same: [Entry] = []
  /// Whether there were more than ``limit``: none can have changed then.
  private var isOverflowing = false
  private var hasUUID = false

  /// The most entries that are kept in memory. Of more in one identity, the first are taken to have no partner.
  private static var limit: Int { 1 << 16 }

  /// Records that a sample of a set has an equal one.
  mutating func noteSame(_ content: UInt64, _ record: Record) {
    if same.count < Self.limit { same.append(Self.entry(content, record, isOld: true)) }
  }

  mutating func add(
    _ content: UInt64, _ record: Record, isOld: Bool,
    to waiting: inout [IdentityJoinOutcome<Record>]
  ) {
    let entry = Self.entry(content, record, isOld: isOld)
    if entry.uuid != nil { hasUUID = true }
    entries.append(entry)
    if entries.count > Self.limit {
      isOverflowing = true
      emit(to: &waiting)
    }
  }

  private static func entry(_ content: UInt64, _ record: Record, isOld: Bool) -> Entry {
    Entry(record: record, isOld: isOld, content: content ^ (record.uuid?.hash ?? 0))
  }

  /// Decides about all, and forgets them.
  mutating func finish(isSet: Bool, _ waiting: inout [IdentityJoinOutcome<Record>]) {
    defer {
      if !same.isEmpty { same.removeAll(keepingCapacity: true) }
      isOverflowing = false
      hasUUID = false
    }
    if entries.isEmpty { return }
    if hasUUID || same.contains(where: { $0.uuid != nil }) { pair(isSet: isSet, &waiting) }
    let rest = entries.indices.filter { !entries[$0].isPaired }
    if !isSet, !isOverflowing, rest.count == 2,
      let old = rest.first(where: { entries[$0].isOld }),
      let new = rest.first(where: { !entries[$0].isOld }),
      entries[old].uuid == nil || entries[new].uuid == nil
    {
      pair(old, new)
      waiting.append(.changed(entries[old].record, entries[new].record))
    }
    emit(to: &waiting)
  }

  /// Emits what has no partner.
  private mutating func emit(to waiting: inout [IdentityJoinOutcome<Record>]) {
    // The next one to give is the last.
    for entry in entries.reversed() where !entry.isPaired {
      waiting.append(entry.isOld ? .gone(entry.record) : .new(entry.record))
    }
    entries.removeAll(keepingCapacity: true)
  }

  private mutating func pair(
    isSet: Bool, _ waiting: inout [IdentityJoinOutcome<Record>]
  ) {
    pairUUIDs(&waiting)
    // The old samples without a partner, by content: of those without a UUID, and of those with one.
    var free: [Bool: [UInt64: [Int]]] = [:]
    for index in entries.indices.reversed() where entries[index].isOld && !entries[index].isPaired {
      let entry = entries[index]
      free[entry.uuid != nil, default: [:]][entry.content, default: []].append(index)
    }
    // In a set, those that were found equal to one without a UUID can get the UUID of another.
    var equal: [UInt64: Record] = [:]
    for entry in same where entry.uuid == nil { equal[entry.content] = entry.record }
    // In a set, a sample without a UUID is the same as any with one: as the first of those of the first dataset, if there
    // are any.
    var stated: [UInt64: Record?] = [:]
    for entry in isSet ? same + entries : [] {
      guard let uuid = entry.uuid else { continue }
      if !entry.isOld {
        stated[entry.content] = stated[entry.content] ?? .some(nil)
      } else if let other = stated[entry.content]??.uuid, other < uuid {
        continue
      } else {
        stated[entry.content] = entry.record
      }
    }
    for index in entries.indices where !entries[index].isOld && !entries[index].isPaired {
      let entry = entries[index]
      if entry.uuid != nil {
        if let partner = free[false]?[entry.content]?.popLast() {
          pair(partner, index)
          waiting.append(.alike(entries[partner].record, entry.record))
        } else if let record = equal.removeValue(forKey: entry.content) {
          entries[index].isPaired = true
          waiting.append(.alike(record, entry.record))
        }
      } else if let record = stated[entry.content] {
        entries[index].isPaired = true
        waiting.append(.alike(record, entry.record))
      } else if let partner = free[true]?[entry.content]?.popLast() {
        pair(partner, index)
        waiting.append(.alike(entries[partner].record, entry.record))
      }
    }
  }

  /// Pairs samples that state the same UUID.
  private mutating func pairUUIDs(_ waiting: inout [IdentityJoinOutcome<Record>]) {
    var old: [SampleUUID: Int] = [:]
    for (index, entry) in entries.enumerated() where entry.isOld {
      if let uuid = entry.uuid { old[uuid] = index }
    }
    for index in entries.indices where !entries[index].isOld {
      guard let uuid = entries[index].uuid, let partner = old.removeValue(forKey: uuid) else {
        continue
      }
      pair(partner, index)
      waiting.append(.changed(entries[partner].record, entries[index].record))
    }
  }

  private mutating func pair(_ old: Int, _ new: Int) {
    entries[old].isPaired = true
    entries[new].isPaired = true
  }
}
