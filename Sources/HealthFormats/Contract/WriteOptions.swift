/// How a format writes, where it leaves a choice.
public struct WriteOptions: Sendable {
  /// One of the format's ``Format/layouts``; by default the first.
  public var layout: String?
  /// The delimiter between the cells of a table; `nil` for the default of the format.
  public var delimiter: UInt8?
  /// Whether cells that a spreadsheet would take for a formula are kept from it, by an apostrophe.
  public var guardsFormulas = false
  /// Whether to spell a format as Apple's own programs do, where they deviate from its standard.
  public var usesAppleSpelling = false

  /// What to do with samples that a database already contains.
  public var saving: SavingMode?

  /// The default of each format.
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
    /// What to do with stored samples: ``WriteOptions/saving``.
    case saving

    /// A short description.
    public var title: String {
      switch self {
      case .delimiter: "delimiters"
      case .formulaGuard: "guarding formulas"
      case .appleSpelling: "spellings"
      case .saving: "what to do with stored samples"
      }
    }
  }
}
