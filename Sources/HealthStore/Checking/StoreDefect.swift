/// Something that is damaged in a store.
public struct StoreDefect: Sendable, Equatable {
  /// What can be damaged, in whatever database. The names are stable, and `Schemas/store.md` lists them.
  public enum Name: String, Sendable, CaseIterable, CustomStringConvertible {
    case damagedFile = "damaged-file"
    case missingRow = "missing-row"
    case unreadableSample = "unreadable-sample"
    case changedIdentity = "changed-identity"
    case changedSample = "changed-sample"
    case misplacedSample = "misplaced-sample"
    case equalKeys = "equal-keys"
    case reusedChange = "reused-change"
    case missingIdentity = "missing-identity"
    case changedFacts = "changed-facts"

    /// As it is printed.
    public var description: String { rawValue }

    /// What it means, on a line.
    public var explanation: String {
      switch self {
      case .damagedFile: "the database reports that its file is damaged"
      case .missingRow: "rows refer to missing rows, or are nested in missing rows"
      case .unreadableSample: "the rows of a sample contradict each other or the schema"
      case .changedIdentity: "the identity of a sample differs from the one saved"
      case .changedSample: "the content of a sample differs from what was saved"
      case .misplacedSample: "samples are nested in samples that were saved with them or later"
      case .equalKeys: "several samples have the same key"
      case .reusedChange: "the next change would get a number that is already in use"
      case .missingIdentity: "the store has no identifier"
      case .changedFacts:
        "facts about the store, the dataset or the person differ from what was written"
      }
    }
  }

  /// What is damaged.
  public let name: Name
  /// What is wrong, as a sentence; no health values.
  public let message: String
  /// The sample it is about, if it is about one.
  public let key: SampleKey?

  /// Describes a defect.
  ///
  /// - Parameter message: What is wrong; no health values. By default what the name means.
  public init(_ name: Name, _ message: String? = nil, key: SampleKey? = nil) {
    self.name = name
    self.message = message ?? name.explanation
    self.key = key
  }
}
