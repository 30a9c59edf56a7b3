// Matching has one definition for comparisons, merges and stores (`HealthStore/Matching`): samples of one identity
// are a multiset. Samples of equal content are paired first, each at most once. If exactly one is left on each side,
// that sample has changed; otherwise those left on the one side are gone and those on the other are new. So a sample
// never replaces a different one. In a set, samples of equal content are one sample, and none changes to another.
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
  associatedtype Record
  /// Why reading fails.
  associatedtype Failure: Error

  /// Moves to the next sample.
  ///
  /// - Returns: Its ``SortKey/init(_:content:)``, not less than that of the one before; `nil` after the last sample.
  mutating func nextKey() throws(Failure) -> SortKey?

  /// The current sample.
  borrowing func record() -> Record
}

extension SortKey {
  /// The key by which samples are sorted to match them. Half of the identity will do, since the content is a second
  /// hash of the sample.
  package init(_ id: SampleID, content: UInt64) { self.init(high: id.high, low: content) }
}

/// Matches the samples of two datasets by identity: both are sorted by identity and content, so that one step of each
/// at a time finds what is equal, however many samples share an identity. Memory does not grow with them.
package struct IdentityJoin<Side: MatchedSamples & ~Copyable>: ~Copyable {
  /// The outcome for a sample.
  package enum Outcome {
    /// Both have it. It is the current sample of ``old`` and of ``new`` until the next step.
    case same
    /// In a set, the current sample of ``new`` equals the one before it, and ``old`` has no such sample.
    case repeated
    /// It was the first, and is the second now.
    case changed(Side.Record, Side.Record)
    /// Only the first dataset has it.
    case gone(Side.Record)
    /// Only the second dataset has it.
    case new(Side.Record)
  }

  package private(set) var old: Side
  package private(set) var new: Side
  private let isSet: Bool
  private var oldKey: SortKey?
  private var newKey: SortKey?
  /// Whether the current samples have their outcome.
  private var isOldDone = false
  private var isNewDone = false
  /// In a set, the sample of ``new`` that was the last to be new.
  private var lastNew: SortKey?
  /// The identity whose samples are matched.
  private var identity: UInt64?
  /// The samples without an equal one on the other side, as long as there is at most one on each side.
  private var left: (old: Side.Record?, new: Side.Record?) = (nil, nil)
  /// Whether none of those left can have changed: more than one was left on a side, or the second dataset is a set.
  private var isAmbiguous: Bool
  /// Outcomes to give, the next one last.
  private var waiting: [Outcome] = []

  /// Begins to match.
  ///
  /// - Parameter isSet: Whether equal samples are one sample, so that a sample of `old` can be that of several in `new`.
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
    isAmbiguous = isSet
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
        return .same
      }
      if oldKey == key {
        leave(old: old.record())
        oldKey = try old.nextKey()
      } else if isSet, newKey == lastNew {
        isNewDone = true
        return .repeated
      } else {
        lastNew = newKey
        leave(new: new.record())
        newKey = try new.nextKey()
      }
    }
  }

  private mutating func leave(old record: Side.Record) {
    if left.old == nil, !isAmbiguous {
      left.old = record
    } else {
      spread()
      waiting.append(.gone(record))
    }
  }

  private mutating func leave(new record: Side.Record) {
    if left.new == nil, !isAmbiguous {
      left.new = record
    } else {
      spread()
      waiting.append(.new(record))
    }
  }

  /// Gives what was left so far: it has no partner.
  private mutating func spread() {
    isAmbiguous = true
    if let old = left.old { waiting.append(.gone(old)) }
    if let new = left.new { waiting.append(.new(new)) }
    left = (nil, nil)
  }

  private mutating func finishIdentity() {
    if let old = left.old, let new = left.new {
      waiting.append(.changed(old, new))
      left = (nil, nil)
    } else {
      spread()
    }
    isAmbiguous = isSet
  }
}
