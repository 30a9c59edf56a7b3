/// A fault that a tokenizer with `XMLTokenizer.Options.repairs` read past, in one stated way.
public struct XMLRepair: Sendable, Hashable {
  /// The kinds of repair: faults that exports of Apple Health and files made from them really have.
  public enum Kind: String, Sendable, CaseIterable {
    /// The document type declaration is not grammatical; it was skipped up to the first `]>`.
    case brokenDTD = "broken-dtd"
    /// A character that XML does not allow was read as U+FFFD.
    case illegalCharacter = "illegal-character"
    /// Bytes that are not UTF-8 were read as U+FFFD, one for each maximal subpart
    /// (Unicode 16, section 3.9).
    case invalidUTF8 = "invalid-utf8"
    /// An element has an attribute twice; both were handed over, the second one marked.
    case duplicateAttribute = "duplicate-attribute"
    /// The name of an attribute is not one, as with spaces in it; everything up to `=` was used as
    /// the name.
    case malformedAttributeName = "malformed-attribute-name"
    /// An element of a fragment has no end tag; it was ended before the next element of its name, or at the end.
    case missingEndTag = "missing-end-tag"
    /// An `&` that begins no reference was read as an ampersand.
    case bareAmpersand = "bare-ampersand"
  }

  /// What was done.
  public var kind: Kind
  /// Where the fault is.
  public var place: XMLPlace
}
