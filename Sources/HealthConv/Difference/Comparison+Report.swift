import HealthBytes
import HealthModel
import HealthStore
import HealthValidation

extension Comparison {
  /// A sample that is not the same in two datasets.
  public struct Difference: Sendable, Equatable {
    /// The outcome for a sample.
    public enum Change: String, Sendable {
      /// The second dataset does not have it.
      case gone
      /// The first dataset does not have it.
      case new
      /// Both have it, and it does not say the same.
      case changed
    }

    /// Whether it was added, removed or changed.
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
    /// `locale`, or the identifier of a characteristic.
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
  /// The result of a comparison of two datasets.
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
    /// Findings about the two inputs.
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

extension Comparison.Difference {
  /// The difference as a line of JSON, without the line's end.
  public var json: String { value.line }

  var value: JSONText {
    var members: [(String, JSONText)] = [
      ("change", .string(change.rawValue)), ("kind", .string(kind.rawValue)),
      ("type", .string(type)),
    ]
    members += JSONText.optional("start", start?.text(.iso8601).description)
    if !parts.isEmpty { members.append(("parts", .array(parts.map { .string($0) }))) }
    members += JSONText.optional("old", oldValue) + JSONText.optional("new", newValue)
    return .object(members)
  }
}

extension Comparison.Report {
  /// The report as a JSON document.
  ///
  /// - Parameters:
  ///   - showsValues: Whether facts about the datasets are printed with their values.
  ///   - isLine: Whether to print it on one line, as JSON Lines require.
  /// - Returns: The document, without a line's end.
  public func json(
    differences: [Comparison.Difference]? = nil, showsValues: Bool = false, isLine: Bool = false
  ) -> String {
    var members: [(String, JSONText)] = [
      ("result", .string(isSame ? "same" : "different")), ("same", .number(same)),
      ("changed", .number(changed)), ("gone", .number(gone)), ("new", .number(new)),
    ]
    if isReordered { members.append(("order", .string("different"))) }
    members.append(("dataset", .array(dataset.map { $0.value(showsValues) })))
    members.append(
      JSONText.list("types", types) {
        [
          ("type", .string($0.identifier)), ("kind", .string($0.kind.rawValue)),
          ("same", .number($0.same)), ("changed", .number($0.changed)), ("gone", .number($0.gone)),
          ("new", .number($0.new)),
        ]
      })
    if let differences { members.append(("differences", .array(differences.map(\.value)))) }
    return isLine ? JSONText.object(members).line : JSONText.object(members).text()
  }
}

extension Comparison.DatasetDifference {
  fileprivate func value(_ showsValues: Bool) -> JSONText {
    var members: [(String, JSONText)] = [
      ("name", .string(name)), ("severity", .string(isExpected ? "info" : "difference")),
    ]
    if showsValues {
      members += JSONText.optional("old", old) + JSONText.optional("new", new)
    }
    return .object(members)
  }
}
