/// The counts of changes that saving made to a store.
///
/// Two samples are the same if they are equal byte for byte, except for addresses of devices and offsets of dates, which
/// change with every export. A sample that differs from all stored samples is new, with two exceptions in which it is another
/// version of a stored sample: both have the same sync identifier; or, of the samples of its identity, exactly one saved and
/// one stored sample have no equal.
public struct SaveCounts: Sendable, Equatable {
  /// How many samples were added.
  public var new = 0
  /// How many were stored already and did not change.
  public var same = 0
  /// How many replaced another version that was stored.
  public var replaced = 0
  /// How many were not saved, because another version is stored or was saved with them.
  public var kept = 0
  /// How many stored samples were not among the saved ones. They remain stored.
  public var gone = 0
  /// The types of the samples in `replaced` and `kept`, in descending order of their number; at most ``typeLimit``.
  public private(set) var types: [TypeCount] = []

  /// The counts of `replaced` and `kept` for one type.
  public struct TypeCount: Sendable, Equatable {
    /// The type's identifier.
    public let type: String
    /// How many replaced another version that was stored.
    public var replaced = 0
    /// How many were not saved.
    public var kept = 0
  }

  /// How many types are listed.
  public static let typeLimit = 1_000

  /// How many were other versions: of a stored sample, or of one that was saved with them.
  public var changed: Int { replaced + kept }

  /// Counts of zero.
  public init() {}

  /// Adds counts of other versions of one type.
  ///
  /// - Parameters:
  ///   - replaced: How many replaced a stored sample.
  ///   - kept: How many were not saved.
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

  /// Adds counts of samples that were equal to, or other versions of, samples saved with them.
  package mutating func add(repeated other: SaveCounts) {
    same += other.same
    for type in other.types { add(replaced: type.replaced, kept: type.kept, of: type.type) }
  }
}

extension SaveCounts.TypeCount {
  /// Whether it is listed before another type: it has more samples or, if the numbers are equal, the lower name.
  fileprivate func isBefore(_ other: SaveCounts.TypeCount) -> Bool {
    let (mine, others) = (replaced + kept, other.replaced + other.kept)
    return mine != others ? mine > others : type < other.type
  }
}
