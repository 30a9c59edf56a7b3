// Matching has one definition for comparisons, merges and stores (`HealthStore/Matching`): samples of one identity
// are a multiset. Samples of equal content are paired first, each at most once. If exactly one is left on each side, that
// sample has changed; otherwise the remaining old samples are gone, and the remaining new ones are new. So a sample never
// replaces a different one. In a set (`isSet`), samples of equal content are one sample, and no sample has changed.
//
// Two samples that state different UUIDs are never paired, and two with the same UUID always are. A sample that states none
// can be the same as one that does: it is paired with one of equal content. So loading an export of samples that an app has
// saved adds nothing, and two glasses of water in one second are both preserved, since their UUIDs differ.
//
// `IdentityJoin` is the only code that pairs samples. Its sides are lists in memory, records that are sorted on the
// disk, or cursors of PostgreSQL. `SaveMatching` translates its outcomes for stores, where a `SavingMode` decides
// whether a changed sample replaces the stored one. Samples with the same sync identifier are versions of one sample:
// the higher one is valid in merges and stores (`VersionMatching`), and a comparison reports a change. Ordinals are
// assigned afterwards (`OrdinalNumbering`). Tests compare each user with an independent model and with each other.
//
// Most samples of a load need no join, and each database finds these in its own way: PostgreSQL pairs staged rows with
// those that have their key and digest, in one statement; SQLite looks up each sample by its identity while it is
// read, and inserts those that it does not find. If SQLite staged its rows as well, it would encode and insert each
// sample of an export that it already has, only to remove it again (`ChangingLoad` has the figures).

package import HealthBytes
package import HealthModel

/// Samples in the order of their identities and contents: one side of an ``IdentityJoin``.
package protocol MatchedSamples: ~Copyable {
  /// The properties of a sample that its user needs.
  associatedtype Record: MatchedProperties
  /// Why reading fails.
  associatedtype Failure: Error

  /// Moves to the next sample.
  ///
  /// - Returns: Its ``SortKey/init(_:content:)``, not less than that of the one before; `nil` after the last sample.
  mutating func nextKey() throws(Failure) -> SortKey?

  /// The current sample.
  borrowing func record() -> Record
}

/// The properties of a sample that its matching needs, beyond the key.
package protocol MatchedProperties {
  /// The UUID that the sample states. Its ``SampleUUID/hash`` is combined with the content in the key.
  var uuid: SampleUUID? { get }
}

extension SortKey {
  /// The key by which samples are sorted to match them. Half of the identity is enough, since the content is a second hash of
  /// the sample.
  package init(_ id: SampleID, content: UInt64) { self.init(high: id.high, low: content) }
}

/// The outcome for a sample.
package enum IdentityJoinOutcome<Record> {
  /// Both datasets have the sample. It is the current sample of ``IdentityJoin/old`` and of ``IdentityJoin/new`` until the
  /// next step.
  case same
  /// In a set, the current sample of ``new`` equals the one before it, and ``old`` has no such sample.
  case repeated
  /// The two samples are the same, and only one of them states a UUID. The first is `nil` if both are in the second dataset.
  case alike(Record?, Record)
  /// The first sample has changed, and is the second now.
  case changed(Record, Record)
  /// Only the first dataset has it.
  case gone(Record)
  /// Only the second dataset has it.
  case new(Record)
}

/// Matches the samples of two datasets by identity. Both sides are sorted by identity and content, so equal samples are found
/// by advancing one side at a time, however many samples share an identity. Memory does not grow with them.
package struct IdentityJoin<Side: MatchedSamples & ~Copyable>: ~Copyable {
  package typealias Outcome = IdentityJoinOutcome<Side.Record>

  package private(set) var old: Side
  package private(set) var new: Side
  private let isSet: Bool
  private var oldKey: SortKey?
  private var newKey: SortKey?
  /// Whether the outcome of the current sample was returned.
  private var isOldDone = false
  private var isNewDone = false
  /// In a set, the sample of ``new`` that was the last to be new.
  private var lastNew: SortKey?
  /// The identity whose samples are matched.
  private var identity: UInt64?
  /// The samples without an equal one on the other side.
  private var left = LeftSamples<Side.Record>()
  /// Whether ``left`` has samples of the current identity; most identities have none.
  private var hasLeft = false
  /// Outcomes that are not returned yet, in reverse order.
  private var waiting: [Outcome] = []

  /// Begins to match.
  ///
  /// - Parameter isSet: Whether equal samples are one sample, so that one sample of `old` can equal several in `new`.
  package init(
    _ old: consuming Side, _ new: consuming Side, isSet: Bool = false
  ) throws(Side.Failure) {
    var first = old
    var second = new
    oldKey = try first.nextKey()
    newKey = try second.nextKey()
    self.old = first
    self.new = second
    self.isSet = isSet
  }

  /// The outcome for the next sample.
  ///
  /// - Returns: The outcome; `nil` after the last sample of both.
  package mutating func next() throws(Side.Failure) -> Outcome? {
    if isNewDone {
      isNewDone = false
      newKey = try new.nextKey()
    }
    // In a set, one sample of `old` is the same as all its equals in `new`.
    if isOldDone, !isSet || oldKey != newKey {
      isOldDone = false
      oldKey = try old.nextKey()
    }
    while true {
      if let outcome = waiting.popLast() { return outcome }
      let key: SortKey
      switch (oldKey, newKey) {
      case (nil, nil):
        finishIdentity()
        return waiting.popLast()
      case (let first?, nil): key = first
      case (nil, let second?): key = second
      case (let first?, let second?): key = min(first, second)
      }
      if key.high != identity {
        finishIdentity()
        identity = key.high
        if !waiting.isEmpty { continue }
      }
      if oldKey == newKey {
        isOldDone = true
        isNewDone = true
        if isSet {
          left.noteSame(key.low, old.record())
          hasLeft = true
        }
        return .same
      }
      if oldKey == key {
        hasLeft = true
        left.add(key.low, old.record(), isOld: true, to: &waiting)
        oldKey = try old.nextKey()
      } else if isSet, newKey == lastNew {
        isNewDone = true
        return .repeated
      } else {
        lastNew = newKey
        hasLeft = true
        left.add(key.low, new.record(), isOld: false, to: &waiting)
        newKey = try new.nextKey()
      }
    }
  }

  private mutating func finishIdentity() {
    guard hasLeft else { return }
    hasLeft = false
    left.finish(isSet: isSet, &waiting)
  }
}

/// The properties of a sample that are needed for matching: a record on the disk.
package protocol MatchedRecord: MatchedProperties {
  init(_ bytes: Span<UInt8>)
}

/// Samples that are sorted on the disk by ``SortKey/init(_:content:)``.
package struct MatchedRecords<Record: MatchedRecord>: MatchedSamples, ~Copyable {
  private var records: SortedRecords

  package init(_ records: consuming SortedRecords) { self.records = records }

  package mutating func nextKey() throws(HealthError) -> SortKey? {
    try records.next() ? records.key : nil
  }

  package borrowing func record() -> Record { records.withBytes { Record($0) } }

  /// Calls a function with the record of the current sample.
  package borrowing func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    records.withBytes(body)
  }
}

/// A few samples in memory.
package struct ListedSamples<Record: MatchedProperties>: MatchedSamples {
  private let samples: [(key: SortKey, record: Record)]
  private var index = -1

  /// Sorts samples. Equal ones keep their order.
  package init(_ samples: [(key: SortKey, record: Record)]) {
    let order = samples.indices.sorted { (samples[$0].key, $0) < (samples[$1].key, $1) }
    self.samples = order.map { samples[$0] }
  }

  package mutating func nextKey() throws(Never) -> SortKey? {
    index += 1
    return index < samples.count ? samples[index].key : nil
  }

  package borrowing func record() -> Record { samples[index].record }
}
