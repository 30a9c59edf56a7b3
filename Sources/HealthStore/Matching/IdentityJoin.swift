// Matching has one definition for comparisons, merges and stores (`HealthStore/Matching`): samples of one identity
// are a multiset. Samples of equal content are paired first, each at most once. If exactly one is left on each side,
// that sample has changed; otherwise those left on the one side are gone and those on the other are new. So a sample
// never replaces a different one. `IdentityMatch` matches a few samples in memory, `IdentityJoin` any number that
// are sorted by identity and content on the disk, and PostgreSQL does it in SQL; a test compares all of them with an
// independent model. Samples with the same sync identifier are versions of one sample: the higher one is valid in
// merges and stores, and a comparison reports a change.

package import HealthBytes
package import HealthModel

/// The properties of a sample that are needed for matching: a record on the disk.
package protocol MatchedRecord {
  init(_ bytes: Span<UInt8>)
}

/// Matches the samples of two datasets by identity, as ``IdentityMatch`` does those of one identity: both are sorted by
/// identity and content, so that one step of each at a time finds what is equal, however many samples share an
/// identity. Memory does not grow with them.
package struct IdentityJoin<Record: MatchedRecord>: ~Copyable {
  /// The outcome for a sample.
  package enum Outcome {
    /// Both have it. ``withBytes(_:)`` and ``withNewBytes(_:)`` lend the two records until the next step.
    case same
    /// It was the first, and is the second now.
    case changed(Record, Record)
    /// Only the first dataset has it.
    case gone(Record)
    /// Only the second dataset has it.
    case new(Record)
  }

  private var old: SortedRecords
  private var new: SortedRecords
  private var oldKey: SortKey?
  private var newKey: SortKey?
  private var isAtPair = false
  /// The identity whose samples are matched.
  private var identity: UInt64?
  /// The samples without an equal one on the other side, as long as there is at most one on each side.
  private var left: (old: Record?, new: Record?) = (nil, nil)
  /// Whether more than one was left on a side.
  private var isAmbiguous = false
  /// Outcomes to give, the next one last.
  private var waiting: [Outcome] = []

  /// The key to sort a sample by. Half of the identity will do, since the content is a second hash of the sample.
  package static func key(_ id: SampleID, content: UInt64) -> SortKey {
    SortKey(high: id.high, low: content)
  }

  /// Begins to match.
  ///
  /// - Parameter old: The samples of the first dataset, sorted by ``key(_:content:)``.
  package init(
    _ old: consuming SortedRecords, _ new: consuming SortedRecords
  ) throws(HealthError) {
    var first = old
    var second = new
    oldKey = try first.next() ? first.key : nil
    newKey = try second.next() ? second.key : nil
    self.old = first
    self.new = second
  }

  /// Lends the record of the first dataset, after ``Outcome/same``.
  package borrowing func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    old.withBytes(body)
  }

  /// Lends the record of the second dataset, after ``Outcome/same``.
  package borrowing func withNewBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    new.withBytes(body)
  }

  /// The outcome for the next sample.
  ///
  /// - Returns: The outcome; `nil` after the last sample of both.
  package mutating func next() throws(HealthError) -> Outcome? {
    if isAtPair {
      isAtPair = false
      try advanceOld()
      try advanceNew()
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
        isAtPair = true
        return .same
      }
      if oldKey == key {
        leave(old: old.withBytes { Record($0) })
        try advanceOld()
      } else {
        leave(new: new.withBytes { Record($0) })
        try advanceNew()
      }
    }
  }

  private mutating func advanceOld() throws(HealthError) { oldKey = try old.next() ? old.key : nil }

  private mutating func advanceNew() throws(HealthError) { newKey = try new.next() ? new.key : nil }

  private mutating func leave(old record: Record) {
    if left.old == nil, !isAmbiguous {
      left.old = record
    } else {
      spread()
      waiting.append(.gone(record))
    }
  }

  private mutating func leave(new record: Record) {
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
    isAmbiguous = false
  }
}

/// Samples of one identity, matched: those that come with those that were there before.
///
/// This is the definition of what is the same, changed and new, for stores, comparisons and merges alike. Equal samples
/// pair first, each at most once. If then exactly one is left on each side, the one has changed to the other. All
/// others have no partner: a sample never takes the place of another that differs from it.
///
/// ``IdentityJoin`` does the same for samples on the disk.
package struct IdentityMatch {
  /// For each new sample, the index of the equal old sample; `nil` if no sample is equal.
  package let equals: [Int?]
  /// The places of the two samples of which one has changed to the other.
  package let change: (old: Int, new: Int)?

  /// Matches samples.
  ///
  /// - Complexity: Linear in their number.
  package init(_ new: [UInt64], in old: [UInt64]) {
    var places: [UInt64: [Int]] = [:]
    for index in old.indices.reversed() { places[old[index], default: []].append(index) }
    equals = new.map { places[$0]?.popLast() }
    let pairs = equals.count { $0 != nil }
    guard old.count - pairs == 1, new.count - pairs == 1,
      let left = places.values.first(where: { !$0.isEmpty }),
      let changed = equals.firstIndex(of: nil)
    else {
      change = nil
      return
    }
    change = (left[0], changed)
  }
}
