extension Comparison {
  /// A sample that is not the same in two datasets.
  public struct Difference: Sendable, Equatable {
    /// What became of a sample.
    public enum Change: String, Sendable {
      /// The second dataset does not have it.
      case gone
      /// The first dataset does not have it.
      case new
      /// Both have it, and it does not say the same.
      case changed
    }

    /// What became of it.
    public let change: Change
    /// Its kind.
    public let kind: SampleKind
    /// The identifier of its type; of an unknown element, its name.
    public let type: String
    /// When it began, if it has a time of its own.
    public let start: Timestamp?
    /// The parts that differ, if it has changed: `value`, `end`, `metadata`, `events`.
    public let parts: [String]
    /// Its value in the first dataset, if values were requested.
    public let oldValue: String?
    /// Its value in the second dataset, if values were requested.
    public let newValue: String?
  }
}

extension Comparison {
  /// A fact on which two datasets differ.
  public struct DatasetDifference: Sendable, Equatable {
    /// What: `locale`, or the identifier of a characteristic.
    public let name: String
    /// Whether it is to be expected of two exports of one phone, and no difference: when they were made, and by
    /// which version.
    public let isExpected: Bool
    /// The fact in the first dataset.
    public let old: String?
    /// The fact in the second dataset.
    public let new: String?
  }
}

extension Comparison {
  /// What comparing two datasets found.
  public struct Report: Sendable {
    /// The samples of one type.
    public struct TypeCount: Sendable, Equatable {
      /// The kind of the samples.
      public let kind: SampleKind
      /// The identifier of the type; the name of unknown elements.
      public let identifier: String
      /// How many both datasets have alike.
      public internal(set) var same = 0
      /// How many both have, and not alike.
      public internal(set) var changed = 0
      /// How many only the first has.
      public internal(set) var gone = 0
      /// How many only the second has.
      public internal(set) var new = 0
    }

    /// The types, those with the most differences first. Beyond some thousand, types are counted together, by
    /// kind, under the identifier `…`.
    public internal(set) var types: [TypeCount] = []
    /// Facts on which the datasets differ.
    public internal(set) var dataset: [Comparison.DatasetDifference] = []
    /// Whether the same samples are in another order; determined only in an exact comparison.
    public internal(set) var isReordered = false
    /// The conditions of the selection that no sample of either dataset meets.
    public internal(set) var selectionNotes: [Selection.Note] = []
    /// What was worth saying about the two inputs.
    public internal(set) var findings = FindingLog()

    /// How many samples both datasets have alike.
    public var same: Int { types.reduce(0) { $0 + $1.same } }
    /// How many samples both have, and not alike.
    public var changed: Int { types.reduce(0) { $0 + $1.changed } }
    /// How many samples only the first has.
    public var gone: Int { types.reduce(0) { $0 + $1.gone } }
    /// How many samples only the second has.
    public var new: Int { types.reduce(0) { $0 + $1.new } }

    /// Whether nothing differs that should not.
    public var isSame: Bool {
      changed == 0 && gone == 0 && new == 0 && !isReordered && dataset.allSatisfy(\.isExpected)
    }
  }
}
