/// How a format writes, where it leaves a choice.
public struct WriteOptions: Sendable {
  /// Which of the format's ``Format/layouts``; its first if nothing is said.
  public var layout: String?
  /// What stands between the cells of a table; the format's own if nothing is said.
  public var delimiter: UInt8?
  /// Whether cells that a spreadsheet would take for a formula are kept from it, by an apostrophe.
  public var guardsFormulas = false
  /// Whether to spell a format as Apple's own programs do, where they deviate from its standard.
  public var usesAppleSpelling = false

  /// What each format does by itself.
  public init() {}
}
