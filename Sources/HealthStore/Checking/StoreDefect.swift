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
      case .damagedFile: "the database says that its file is damaged"
      case .missingRow: "rows refer to rows that are not there, or are inside of such"
      case .unreadableSample: "the rows of a sample are none that could have been saved"
      case .changedIdentity: "a sample is not the one it was saved as"
      case .changedSample: "a sample does not say what it did when it was saved"
      case .misplacedSample: "samples are inside of others that came with them or later"
      case .equalKeys: "several samples have one key"
      case .reusedChange: "the next change would get a number that was given already"
      case .missingIdentity: "the store does not say which one it is"
      case .changedFacts:
        "what the store says of itself, of the dataset or of the person is not what it was written as"
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
  /// - Parameters:
  ///   - name: What is damaged.
  ///   - message: What is wrong; no health values. By default what the name means.
  ///   - key: The sample it is about.
  public init(_ name: Name, _ message: String? = nil, key: SampleKey? = nil) {
    self.name = name
    self.message = message ?? name.explanation
    self.key = key
  }
}
