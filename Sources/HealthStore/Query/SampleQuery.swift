/// A query for samples of a store, with order and limit (`HKSampleQuery`).
public struct SampleQuery: Sendable {
  /// Which.
  public var predicate: SamplePredicate
  /// In what order; those that are equal in this come as they were saved.
  public var order: SampleOrdering
  /// How many at most; `nil` for all.
  public var limit: Int?
  /// Whether samples that are nested in a correlation or a workout are found on their own, where what holds them does
  /// not match.
  public var findsNested = true

  /// Asks for samples.
  ///
  /// - Parameters:
  ///   - predicate: Which; all by default.
  ///   - order: In what order; by default as they were saved.
  ///   - limit: How many at most; all by default.
  public init(
    _ predicate: SamplePredicate = .all, order: SampleOrdering = .saved, limit: Int? = nil
  ) {
    self.predicate = predicate
    self.order = order
    self.limit = limit
  }
}

extension SampleQuery {
  /// What a scan for it gives.
  package var scope: ScanScope { findsNested ? .samples : .stored }
}

/// An order of samples.
public struct SampleOrdering: Sendable, Equatable {
  /// What is compared.
  public enum Key: String, Sendable, CaseIterable {
    /// When they were saved in the store; of a file, the order of the file.
    case saved
    /// When they began. Samples without dates (documents, unknown elements) are last.
    case start
    /// When they ended. Samples without dates come last.
    case end
    /// Their number, in the canonical unit of the type. Samples without one come last.
    case value
  }

  /// What is compared.
  public var key: Key
  /// Whether the largest comes first. Samples that have nothing to compare come last all the same.
  public var isDescending: Bool

  /// An order.
  public init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }

  /// As they were saved.
  public static let saved = SampleOrdering(.saved)
  /// The earliest first.
  public static let start = SampleOrdering(.start)
}
