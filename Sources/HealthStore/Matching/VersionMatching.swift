package import HealthFormats
package import HealthModel

extension SyncVersion {
  /// Whether a sample of this version takes the place of another one of its sync identifier.
  ///
  /// - Parameter orEqual: Whether it does so, too, if it has the same version and other content.
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
  /// Whether the load has the stored version, too.
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
  /// - Returns: The decision about it, or about the version of the load that it replaces; `nil` if it is to be stored for
  ///   now, and replaces none of the load.
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
