package import HealthBytes
package import HealthFormats

/// What a load does with one of its samples. A database stores the number.
package enum SaveVerdict: Int64, Sendable {
  /// It is stored: it is new, or replaces its partner.
  case saved
  /// It equals its partner, or another sample of the load.
  case same
  /// It differs from its partner, or from another version in the load, and is not stored.
  case kept
}

/// The decision about a sample of a load, by the changes of the sample and of its partner in the store.
package struct SaveDecision: Sendable {
  package let change: Int64
  package let stored: Int64?
  package let verdict: SaveVerdict
}

/// A sample of a store or of a load, for matching.
package struct SavedChange: MatchedRecord, Sendable {
  /// Its number in the order of all changes.
  package let change: Int64
  package let uuid: SampleUUID?

  package init(_ change: Int64, _ uuid: SampleUUID?) {
    self.change = change
    self.uuid = uuid
  }

  /// The bytes of a record.
  package static let size = 24
  /// The UUID of all zeros, which no sample states (RFC 9562), is that of one that states none.
  private static let none = SampleUUID(high: 0, low: 0)

  package init(_ bytes: Span<UInt8>) {
    change = Int64(bitPattern: bytes.word(at: 0))
    let uuid = SampleUUID(high: bytes.word(at: 8), low: bytes.word(at: 16))
    self.uuid = uuid == Self.none ? nil : uuid
  }

  package func write(to buffer: inout ByteBuffer) {
    buffer.append(word: UInt64(bitPattern: change))
    buffer.append(word: (uuid ?? Self.none).high)
    buffer.append(word: (uuid ?? Self.none).low)
  }
}

/// Decides what a load does with samples without a sync identifier.
package struct SaveMatching<Side: MatchedSamples & ~Copyable>: ~Copyable
where Side.Record == SavedChange {
  private var join: IdentityJoin<Side>
  private let mode: SavingMode

  /// Begins to match.
  ///
  /// - Parameters:
  ///   - stored: The samples of the store that have no partner yet; of a set, all that may have one.
  ///   - new: The samples of the load, in the order in which they were saved where they are equal.
  package init(
    _ stored: consuming Side, _ new: consuming Side, _ mode: SavingMode
  ) throws(Side.Failure) {
    join = try IdentityJoin(stored, new, isSet: mode == .add)
    self.mode = mode
  }

  /// The next decision; `nil` after the last sample.
  package mutating func next() throws(Side.Failure) -> SaveDecision? {
    while let outcome = try join.next() {
      switch outcome {
      case .same: return decision(join.new.record(), join.old.record(), .same)
      case .repeated: return decision(join.new.record(), nil, .same)
      case .alike(let old, let new):
        // The one that states a UUID stays.
        let isSaved = old != nil && new.uuid != nil && mode != .append
        return decision(new, old, isSaved ? .saved : .same)
      case .changed(let old, let new):
        return decision(new, old, mode == .append ? .kept : .saved)
      case .new(let new): return decision(new, nil, .saved)
      case .gone: continue
      }
    }
    return nil
  }

  private func decision(
    _ new: SavedChange, _ stored: SavedChange?, _ verdict: SaveVerdict
  ) -> SaveDecision {
    SaveDecision(change: new.change, stored: stored?.change, verdict: verdict)
  }
}
