/// How a format writes, where it leaves a choice.
public struct WriteOptions: Sendable {
  /// Which of the format's ``Format/layouts``; its first if nothing is said.
  public var layout: String?
  /// The delimiter between the cells of a table; `nil` for the default of the format.
  public var delimiter: UInt8?
  /// Whether cells that a spreadsheet would take for a formula are kept from it, by an apostrophe.
  public var guardsFormulas = false
  /// Whether to spell a format as Apple's own programs do, where they deviate from its standard.
  public var usesAppleSpelling = false

  /// What becomes of samples that a database has already.
  public var saving: SavingMode?

  /// What each format does by itself.
  public init() {}

  /// The options that were set.
  public var choices: [Format.Choice] {
    var choices: [Format.Choice] = []
    if delimiter != nil { choices.append(.delimiter) }
    if guardsFormulas { choices.append(.formulaGuard) }
    if usesAppleSpelling { choices.append(.appleSpelling) }
    if saving != nil { choices.append(.saving) }
    return choices
  }
}

extension Format {
  /// An option for writing that a format may have.
  public enum Choice: String, Sendable, CaseIterable {
    /// The delimiter: ``WriteOptions/delimiter``.
    case delimiter
    /// Whether formulas are kept from spreadsheets: ``WriteOptions/guardsFormulas``.
    case formulaGuard
    /// Whether to spell as Apple does: ``WriteOptions/usesAppleSpelling``.
    case appleSpelling
    /// What becomes of samples that are there: ``WriteOptions/saving``.
    case saving

    /// What it is, in a few words.
    public var title: String {
      switch self {
      case .delimiter: "delimiters"
      case .formulaGuard: "guarding formulas"
      case .appleSpelling: "spellings"
      case .saving: "what to do with samples that are there"
      }
    }
  }
}
