package import HealthBytes
package import HealthFormats
package import HealthModel

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
  /// The number of the change, in the order of all changes.
  package let change: Int64
  package let uuid: SampleUUID?

  package init(_ change: Int64, _ uuid: SampleUUID?) {
    self.change = change
    self.uuid = uuid
  }

  /// The size of a record, in bytes.
  package static let size = 24
  /// The UUID of all zeros, which no sample has (RFC 9562): in a record it means that the sample
  /// states none.
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
        // The sample that states a UUID is stored.
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

extension SyncVersion {
  /// Whether a sample of this version replaces a sample of another version with the same sync
  /// identifier.
  ///
  /// - Parameter orEqual: Whether it also replaces a sample of the same version that has other
  ///   content.
  package func replaces(_ other: SyncVersion, orEqual: Bool = false) -> Bool {
    self > other || (orEqual && self == other)
  }
}

/// Decides which of the versions of one sample is stored: the highest, and of equal ones the first, but the stored one
/// may be replaced by one of its own version that the load does not have.
package struct VersionMatching: Sendable {
  /// A version of the sample, in the store or in the load.
  package struct Version: Sendable {
    package let change: Int64
    package let digest: UInt64
    package let number: SyncVersion

    package init(change: Int64, digest: UInt64, number: SyncVersion) {
      self.change = change
      self.digest = digest
      self.number = number
    }
  }

  private let mode: SavingMode
  private let stored: Version?
  /// Whether the load also contains the stored version.
  private var isStoredMet: Bool
  /// The version of the load that is to be stored.
  private var best: Version?

  /// Begins to match the versions of a sample.
  ///
  /// - Parameters:
  ///   - isStoredMet: Whether the load had the stored version before.
  ///   - best: The version that the load has stored already.
  package init(
    _ mode: SavingMode, stored: Version?, isStoredMet: Bool = false, best: Version? = nil
  ) {
    self.mode = mode
    self.stored = stored
    self.isStoredMet = isStoredMet
    self.best = best
  }

  /// Adds the next version of the load.
  ///
  /// - Returns: The decision about `new`, or about the version of the load that `new` replaces;
  ///   `nil` if `new` is the first version of the load that is to be stored.
  package mutating func add(_ new: Version) -> SaveDecision? {
    if let valid = best ?? stored {
      let isStored = best == nil
      if new.digest == valid.digest {
        if isStored { isStoredMet = true }
        return decision(new, .same)
      }
      let mayReplace = !isStored || mode != .append
      let orEqual = isStored && mode == .upsert && !isStoredMet
      guard mayReplace, new.number.replaces(valid.number, orEqual: orEqual) else {
        return decision(new, .kept)
      }
    }
    defer { best = new }
    return best.map { decision($0, .kept) }
  }

  /// The decision about the version of the load that is stored; `nil` if none is.
  package func finish() -> SaveDecision? { best.map { decision($0, .saved) } }

  private func decision(_ version: Version, _ verdict: SaveVerdict) -> SaveDecision {
    SaveDecision(change: version.change, stored: stored?.change, verdict: verdict)
  }
}

/// Assigns ordinals to samples in the order of identities: each gets the first free one from its own on. Those that keep
/// their ordinals come first of their identity, the others in the order in which they were saved, so that the same
/// input gives the same keys each time.
package struct OrdinalNumbering {
  private var id: SampleID?
  private var taken = TakenOrdinals()

  /// No sample so far.
  package init() {}

  /// The ordinal of the next sample.
  package mutating func next(_ id: SampleID, from own: UInt32) -> UInt32 {
    if id != self.id {
      self.id = id
      taken = TakenOrdinals()
    }
    return taken.take(from: own)
  }
}

/// The ordinals of one identity that are taken, as ranges: the usual ones are few, however many duplicates there are.
package struct TakenOrdinals {
  /// Ranges with a gap between each two, rising.
  private var ranges: [Range<UInt32>] = []

  /// All ordinals are free.
  package init() {}

  /// Reserves and returns the first free ordinal that is not less than a given one.
  ///
  /// - Complexity: Logarithmic in the ranges, but for one that is inserted between others.
  package mutating func take(from ordinal: UInt32) -> UInt32 {
    // `UInt32.max` is never assigned, because a range has to end after the last ordinal.
    let ordinal = min(ordinal, .max - 1)
    var low = 0
    var high = ranges.count
    // The first range that ends at the ordinal, or after it.
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < ordinal { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].lowerBound <= ordinal else {
      ranges.insert(ordinal..<ordinal + 1, at: low)
      join(at: low)
      return ordinal
    }
    let free = ranges[low].upperBound
    ranges[low] = ranges[low].lowerBound..<max(free, min(free, .max - 1) + 1)
    join(at: low)
    return free
  }

  /// Joins a range with the next, where no gap is left between.
  private mutating func join(at index: Int) {
    guard index + 1 < ranges.count, ranges[index].upperBound == ranges[index + 1].lowerBound
    else { return }
    ranges[index] = ranges[index].lowerBound..<ranges[index + 1].upperBound
    ranges.remove(at: index + 1)
  }
}
