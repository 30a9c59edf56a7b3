package import HealthModel

/// A range of instants, both bounds included.
package struct TimeRange: Sendable, Equatable {
  /// The earliest instant; `nil` where there is no bound.
  public var earliest: Timestamp?
  /// The latest instant; `nil` where there is no bound.
  public var latest: Timestamp?

  /// A range of instants; without bounds, all.
  public init(earliest: Timestamp? = nil, latest: Timestamp? = nil) {
    self.earliest = earliest
    self.latest = latest
  }

  /// Whether every instant is in it. Then samples without dates may be meant as well, else never.
  public var isUnbounded: Bool { earliest == nil && latest == nil }

  /// Whether no instant is in it.
  public var isEmpty: Bool {
    guard let earliest, let latest else { return false }
    return latest < earliest
  }

  /// Whether an instant is in it.
  ///
  /// - Parameter instant: The instant; of a sample without dates, `nil`.
  public func contains(_ instant: Timestamp?) -> Bool {
    guard let instant else { return isUnbounded }
    return earliest.map { $0 <= instant } ?? true && latest.map { instant <= $0 } ?? true
  }

  mutating func formIntersection(_ other: TimeRange) {
    if let bound = other.earliest { earliest = earliest.map { max($0, bound) } ?? bound }
    if let bound = other.latest { latest = latest.map { min($0, bound) } ?? bound }
  }

  /// The smallest range that holds both.
  mutating func formUnion(_ other: TimeRange) {
    if let own = earliest { earliest = other.earliest.map { min($0, own) } }
    if let own = latest { latest = other.latest.map { max($0, own) } }
  }
}
