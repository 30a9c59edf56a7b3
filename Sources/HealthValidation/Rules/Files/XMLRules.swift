import HealthModel

/// Findings of readers in any XML file.
let xmlRules: [Rule] = [
  Rule(
    reader: "broken-dtd", .warning,
    title: "document type is not well-formed",
    explanation: """
      The document type declaration breaks the grammar of XML, as in all exports of iOS 16.0 \
      and 16.1, which strict parsers refuse for it. It says nothing that is needed and is \
      skipped.
      """),
  Rule(
    reader: "illegal-character", .warning,
    title: "character that XML does not allow",
    explanation: """
      A control character, such as a vertical tab that somebody has pasted into a note. XML \
      cannot hold it, not even escaped; it is read as U+FFFD.
      """),
  Rule(
    reader: "invalid-utf8", .warning,
    title: "text is not UTF-8",
    explanation: """
      Bytes that are not UTF-8, such as half of a letter that was cut at a length in bytes. \
      Each is read as U+FFFD.
      """),
  Rule(
    reader: "duplicate-attribute", .warning,
    title: "element has an attribute twice",
    explanation: """
      An attribute stands twice in one element. iOS 16.0 wrote the end of workout statistics \
      as a second startDate; that is read as what it means, and of others both are kept.
      """),
  Rule(
    reader: "missing-end-tag", .warning,
    title: "an element has an end tag",
    explanation: """
      A part of an export that is read as a fragment has an element without an end tag, because only the line of \
      its start tag was taken. The elements nested in it, such as metadata, are missing.
      """),
  Rule(
    reader: "malformed-attribute-name", .warning,
    title: "attribute name contains spaces",
    explanation: """
      An attribute has spaces in its name: iOS 8.3 wrote metadata as attributes. It is read \
      whole, as metadata.
      """),
  Rule(
    reader: "bare-ampersand", .warning,
    title: "ampersand begins no reference",
    explanation: """
      An ampersand stands by itself instead of as &amp;. It is read as it stands.
      """),
  Rule(
    reader: "malformed-reference", .error,
    title: "character reference is malformed",
    explanation: """
      What follows an ampersand and a number sign is no number of a character. Reading ends \
      there.
      """),
  Rule(
    reader: "entity-reference", .error,
    title: "reference to an entity that the document declares",
    explanation: """
      A reference to an entity that the document declares. Entities are never expanded: they \
      can blow up a small file to any size, or read other files. Reading ends there.
      """),
  Rule(
    reader: "malformed-doctype", .error,
    title: "document type cannot be skipped",
    explanation: """
      The document type declaration is broken so that its end cannot be found. Reading ends \
      there.
      """),
  Rule(
    reader: "malformed-markup", .error,
    title: "markup is not well-formed",
    explanation: """
      Something stands where XML does not allow it. Reading ends there; what came before was \
      read.
      """),
  Rule(
    reader: "malformed-attribute", .error,
    title: "attribute has no value or no quotes",
    explanation: """
      An attribute has no value, or no quotes around it. Reading ends there; what came before \
      was read.
      """),
  Rule(
    reader: "mismatched-tag", .error,
    title: "end tag does not match the open element",
    explanation: """
      An end tag names another element than the one that is open. Reading ends there; what \
      came before was read.
      """),
  Rule(
    reader: "content-outside-root", .error,
    title: "content after the root element",
    explanation: """
      Something follows the end of the root element. Reading ends there.
      """),
  Rule(
    reader: "unexpected-end", .error,
    title: "file ends within an element",
    explanation: """
      The file ends in the middle of an element: a transfer was cut off, or the disk of the \
      phone was full. What came before was read.
      """),
  Rule(
    reader: "unsupported-encoding", .error,
    title: "encoding is not supported",
    explanation: """
      The file says that it is in an encoding that this program does not read.
      """),
]
