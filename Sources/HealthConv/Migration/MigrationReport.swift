extension Migration {
  /// What a migration did, and whether it may be trusted.
  public struct Report: Sendable {
    /// The samples of one type on both sides.
    public struct TypeResult: Sendable, Equatable {
      /// Their kind.
      public let kind: SampleKind
      /// The identifier of the type; the name of unknown elements.
      public let identifier: String
      /// How many there were.
      public let sourceCount: Int
      /// How many are there now.
      public let targetCount: Int
      /// Whether all of the source are there and say the same, and in a file nothing else.
      public let isSame: Bool
    }

    /// What was written; `nil` where nothing was to be.
    public let conversion: Conversion.Report?
    /// The types, those with the most samples first.
    public let types: [TypeResult]
    /// Whether both sides were compared to their ends.
    public let isCompared: Bool

    /// Whether the copy is complete and the same.
    public var isVerified: Bool { isCompared && types.allSatisfy(\.isSame) }
    /// How many samples there are now.
    public var count: Int { types.reduce(0) { $0 + $1.targetCount } }
    /// How many of them were not moved there.
    public var others: Int { types.reduce(0) { $0 + max(0, $1.targetCount - $1.sourceCount) } }

    init(conversion: Conversion.Report) {
      self.conversion = conversion
      types = []
      isCompared = false
    }

    init(
      conversion: Conversion.Report?, _ source: [TypeTable.Entry: TypeDigests.Digest],
      _ target: [TypeTable.Entry: TypeDigests.Digest]
    ) {
      self.conversion = conversion
      isCompared = true
      let types = Set(source.keys).union(target.keys).map { type in
        let (old, new) = (source[type] ?? .init(), target[type] ?? .init())
        return TypeResult(
          kind: type.kind, identifier: type.identifier, sourceCount: old.count,
          targetCount: new.count, isSame: old == new)
      }
      self.types = Self.sorted(types)
    }

    /// What was found where a store holds more than was moved there.
    init(conversion: Conversion.Report?, _ comparison: Comparison.Report) {
      self.conversion = conversion
      isCompared = true
      types = Self.sorted(
        comparison.types.map { type in
          TypeResult(
            kind: type.kind, identifier: type.identifier,
            sourceCount: type.same + type.changed + type.gone,
            targetCount: type.same + type.changed + type.new,
            isSame: type.changed == 0 && type.gone == 0)
        })
    }

    private static func sorted(_ types: [TypeResult]) -> [TypeResult] {
      types.sorted {
        ($1.sourceCount, $0.identifier, $0.kind.rawValue)
          < ($0.sourceCount, $1.identifier, $1.kind.rawValue)
      }
    }
  }
}
