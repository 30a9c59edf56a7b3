/// The counts of changes by writing to a store.
///
/// Two samples are the same if they are equal byte for byte, but for addresses of devices and the offsets of dates,
/// which change with every export. A sample that differs from all that are stored is new, unless exactly one of its
/// identity is left without an equal on either side, or both are versions of one sample by their sync identifier.
public struct SaveCounts: Sendable, Equatable {
  /// How many were not there before.
  public var new = 0
  /// How many were there.
  public var same = 0
  /// How many took the place of a stored sample.
  public var replaced = 0
  /// How many were not saved, because another version of theirs is stored, or was saved with them.
  public var kept = 0
  /// How many are in the store and were not among what was saved. They stay.
  public var gone = 0
  /// The types of the samples that were replaced or kept, those with the most first; at most
  /// ``typeLimit``.
  public private(set) var types: [TypeCount] = []

  /// The samples of one type of which there was another version.
  public struct TypeCount: Sendable, Equatable {
    /// The type's identifier.
    public let type: String
    /// How many took the place of a stored sample.
    public var replaced = 0
    /// How many were not saved.
    public var kept = 0
  }

  /// How many types are listed.
  public static let typeLimit = 1_000

  /// How many were another version of a stored sample, or of one that was saved with them.
  public var changed: Int { replaced + kept }

  /// Nothing was saved.
  public init() {}

  /// Counts samples of which there was another version.
  ///
  /// - Parameter kept: How many were not saved.
  public mutating func add(replaced: Int = 0, kept: Int = 0, of type: String) {
    self.replaced += replaced
    self.kept += kept
    guard replaced + kept > 0 else { return }
    var index = types.firstIndex { $0.type == type }
    if index == nil, types.count < Self.typeLimit {
      index = types.count
      types.append(TypeCount(type: type))
    }
    guard var index else { return }
    types[index].replaced += replaced
    types[index].kept += kept
    while index > 0, types[index].isBefore(types[index - 1]) {
      types.swapAt(index, index - 1)
      index -= 1
    }
  }

  /// Counts the samples that were the same as, or other versions of, samples that were saved with them.
  package mutating func add(repeated other: SaveCounts) {
    same += other.same
    for type in other.types { add(replaced: type.replaced, kept: type.kept, of: type.type) }
  }
}

extension SaveCounts.TypeCount {
  /// Whether it is listed before another: with more samples or, of as many, the first by name.
  fileprivate func isBefore(_ other: SaveCounts.TypeCount) -> Bool {
    let (mine, others) = (replaced + kept, other.replaced + other.kept)
    return mine != others ? mine > others : type < other.type
  }
}
