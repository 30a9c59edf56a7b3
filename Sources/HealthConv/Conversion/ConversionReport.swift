import HealthBytes
import HealthFormats
package import HealthModel
import HealthValidation

extension Conversion {
  /// The result of a conversion: samples read and written, findings and losses.
  public struct Report: Sendable {
    /// The samples of one type.
    public struct TypeCount: Sendable, Equatable {
      /// The kind of the samples.
      public let kind: SampleKind
      /// The identifier of the type; the name of unknown elements.
      public let identifier: String
      /// How many were read.
      public internal(set) var read: Int
      /// How many of them were selected and written.
      public internal(set) var written: Int
    }

    /// A deprecated name that was replaced.
    public struct Renaming: Sendable, Equatable {
      /// The deprecated name.
      public let from: String
      /// The name in its place.
      public let to: String
      /// In how many samples.
      public internal(set) var count: Int
    }

    /// The types, those with the most samples first. Beyond some thousand, types are counted together, by kind,
    /// under the identifier `…`.
    public internal(set) var types: [TypeCount] = []
    /// Counts of what the input contains in addition to samples.
    public internal(set) var notes = ReaderNotes()
    /// Findings about the input.
    public internal(set) var findings = FindingLog()
    /// The conditions of the selection that no sample meets.
    public internal(set) var selectionNotes: [Selection.Note] = []
    /// Why the answers in the store (``StoreAnswers``) are of an earlier state, if they are: everything was written.
    public internal(set) var answersError: HealthError?
    /// How many samples were rejected because a rule found an error in them.
    public internal(set) var rejected = 0
    /// How many samples were converted to other units.
    public internal(set) var samplesConverted = 0
    /// How many of these have another identity than before: where the factor is no power of ten, the digits of a value
    /// change, and so may its identity.
    public internal(set) var identitiesChanged = 0
    /// How many samples were dropped because they equal one before them.
    public internal(set) var duplicates = 0
    /// The deprecated names that were replaced.
    public internal(set) var renamings: [Renaming] = []
    /// How many correlations and workouts had a nested sample whose ``NestedSample/Membership`` was wrong.
    public internal(set) var correlationsRelinked = 0
    /// The counts of changes in the store that was written into.
    public internal(set) var saved: SaveCounts?
    /// Data that the output format could not represent.
    public internal(set) var losses: [Loss.Count] = []
    /// Why reading stopped before the end, if it did. All samples before that were written.
    public internal(set) var readError: HealthError?
    /// When the input was exported, if it states that.
    package internal(set) var exportDate: Timestamp?
    /// How far the input was read, in bytes as stored on the disk.
    public internal(set) var bytesRead: Int64 = 0
    /// Whether samples were read as a policy gives them: the size of the inputs is that of more than what is given.
    var isReleased = false
    /// The bytes of the output.
    public internal(set) var bytesWritten: Int64 = 0
    /// How long it took.
    public internal(set) var duration = Duration.zero

    /// How many samples were read.
    public var samplesRead: Int { types.reduce(0) { $0 + $1.read } }
    /// How many samples were written.
    public var samplesWritten: Int { types.reduce(0) { $0 + $1.written } }

    /// The samples read of each kind there were any of, in the order of the kinds.
    public var kinds: [(kind: SampleKind, read: Int, written: Int)] {
      SampleKind.allCases.compactMap { kind in
        let types = types.filter { $0.kind == kind }
        if types.isEmpty { return nil }
        return (kind, types.reduce(0) { $0 + $1.read }, types.reduce(0) { $0 + $1.written })
      }
    }
  }
}

extension Conversion.Report {
  /// The report as a JSON document, with the members of ``Inventory/json()`` where the meaning is the same.
  ///
  /// - Parameters:
  ///   - inputs: The names of what was read.
  ///   - output: The name of what was written.
  public func json(inputs: [String], output: String) -> String {
    JSONText.document(members(inputs: inputs, output: output))
  }

  func members(inputs: [String], output: String) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("inputs", .array(inputs.map(JSONText.string))), ("output", .string(output)),
      ("read", .number(samplesRead)), ("written", .number(samplesWritten)),
      JSONText.list("types", types) {
        [
          ("type", .string($0.identifier)), ("kind", .string($0.kind.rawValue)),
          ("read", .number($0.read)), ("written", .number($0.written)),
        ]
      }, ("rejected", .number(rejected)),
      ("duplicates", .number(duplicates)), ("unitsConverted", .number(samplesConverted)),
      ("identitiesChanged", .number(identitiesChanged)),
      JSONText.list("renamed", renamings) {
        [("from", .string($0.from)), ("to", .string($0.to)), ("count", .number($0.count))]
      },
      ("correlationsLinked", .number(correlationsRelinked)),
    ]
    if let saved { members.append(("saved", saved.json)) }
    members += [("findings", findings.json), ("losses", losses.json)] + notes.json
    if !isReleased { members.append(("bytesRead", .number(Int(bytesRead)))) }
    members += [
      ("bytesWritten", .number(Int(bytesWritten))),
      ("milliseconds", .number(Int(duration / .milliseconds(1)))),
    ]
    return members + JSONText.optional("error", readError?.description)
  }
}

extension SaveCounts {
  fileprivate var json: JSONText {
    .object([
      ("new", .number(new)), ("same", .number(same)), ("replaced", .number(replaced)),
      ("kept", .number(kept)), ("gone", .number(gone)),
      JSONText.list("types", types) {
        [
          ("type", .string($0.type)), ("replaced", .number($0.replaced)),
          ("kept", .number($0.kept)),
        ]
      },
    ])
  }
}
