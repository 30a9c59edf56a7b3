import HealthModel
import HealthValidation
package import HealthXML

/// The rules of findings that readers report in any XML file.
let xmlRules: [Rule] = [
  Rule(
    reader: "broken-dtd", .warning,
    title: "document type is not well-formed",
    explanation: """
      The document type declaration violates the grammar of XML, as in all exports of iOS 16.0 \
      and 16.1, which strict parsers therefore refuse. Nothing in it is needed; it is skipped.
      """),
  Rule(
    reader: "illegal-character", .warning,
    title: "character that XML does not allow",
    explanation: """
      The file contains a control character, such as a vertical tab pasted into a note. XML \
      cannot contain it, not even escaped; it is read as U+FFFD.
      """),
  Rule(
    reader: "invalid-utf8", .warning,
    title: "text is not UTF-8",
    explanation: """
      The file contains bytes that are not UTF-8, such as a character that was cut off. Each \
      is read as U+FFFD.
      """),
  Rule(
    reader: "duplicate-attribute", .warning,
    title: "element has an attribute twice",
    explanation: """
      An element has the same attribute twice. iOS 16.0 wrote the end of workout statistics as \
      a second startDate, which is read as the end; of other attributes both are preserved.
      """),
  Rule(
    reader: "missing-end-tag", .warning,
    title: "element has no end tag",
    explanation: """
      A part of an export that is read as a fragment has an element without an end tag, because only the line of \
      its start tag was taken. The elements nested in it, such as metadata, are missing.
      """),
  Rule(
    reader: "malformed-attribute-name", .warning,
    title: "attribute name contains spaces",
    explanation: """
      An attribute has spaces in its name: iOS 8.3 wrote metadata as attributes. It is read as \
      metadata.
      """),
  Rule(
    reader: "bare-ampersand", .warning,
    title: "ampersand begins no reference",
    explanation: """
      An ampersand is written as & instead of &amp;. It is read as an ampersand.
      """),
  Rule(
    reader: "leading-space", .warning,
    title: "white space before the XML declaration",
    explanation: """
      The XML declaration is not at the very start of the file, as in files of Strava's archive of all activities, which \
      begin with ten spaces. The white space is skipped.
      """),
  Rule(
    reader: "malformed-reference", .error,
    title: "character reference is malformed",
    explanation: """
      The text after '&#' is not the number of a character. Reading ends there.
      """),
  Rule(
    reader: "entity-reference", .error,
    title: "reference to an entity that the document declares",
    explanation: """
      The file refers to an entity that it declares. Entities are never expanded, because they \
      can make a small file arbitrarily large or read other files. Reading ends there.
      """),
  Rule(
    reader: "malformed-doctype", .error,
    title: "document type cannot be skipped",
    explanation: """
      The document type declaration is malformed so that its end cannot be found. Reading ends there.
      """),
  Rule(
    reader: "malformed-markup", .error,
    title: "markup is not well-formed",
    explanation: """
      The file violates the grammar of XML. Reading ends there; samples before it were read.
      """),
  Rule(
    reader: "malformed-attribute", .error,
    title: "attribute has no value or no quotes",
    explanation: """
      An attribute has no value, or no quotes around it. Reading ends there; samples before it \
      were read.
      """),
  Rule(
    reader: "mismatched-tag", .error,
    title: "end tag does not match the open element",
    explanation: """
      An end tag has another name than the open element. Reading ends there; samples before it \
      were read.
      """),
  Rule(
    reader: "content-outside-root", .error,
    title: "content after the root element",
    explanation: """
      The file continues after the end of the root element. Reading ends there.
      """),
  Rule(
    reader: "unexpected-end", .error,
    title: "file ends within an element",
    explanation: """
      The file ends in the middle of an element: a transfer was cut off, or the phone's disk \
      was full. Samples before it were read.
      """),
  Rule(
    reader: "unsupported-encoding", .error,
    title: "encoding is not supported",
    explanation: """
      The file declares an encoding that this program does not read.
      """),
]

/// The rules of findings of the validation against XML Schemas.
let schemaRules: [Rule] = [
  Rule(
    reader: "schema-violation", .error,
    title: "file violates its XML Schema (with --schema)",
    explanation: """
      The main file of a Health export, or a GPX file, violates its XML Schema: an element or \
      an attribute is not defined or is missing, or a value has another form. In an export, a \
      date is written 2024-06-01 08:00:00 +0200, a day 2024-06-01, a number in digits. The \
      schemas are in the project's folder Schemas; routes of an export may contain the Health \
      app's additions. Files of other formats have no findings of this rule, because their \
      readers check what their schemas require.
      """)
]

extension XMLRepair.Kind {
  /// The fault and its repair.
  var message: String {
    switch self {
    case .brokenDTD: "the document type is not well-formed; it was skipped"
    case .illegalCharacter: "a character that XML does not allow; read as U+FFFD"
    case .invalidUTF8: "bytes that are not UTF-8; read as U+FFFD"
    case .duplicateAttribute: "an attribute that the element already has; both are preserved"
    case .malformedAttributeName:
      "an attribute name with spaces; the spaces are read as part of the name"
    case .missingEndTag:
      "an element without its end tag; the rest of it is missing"
    case .leadingSpace: "white space before the XML declaration; skipped"
    case .bareAmpersand: "an ampersand that begins no reference; read as an ampersand"
    }
  }
}

extension XMLPlace {
  /// The location with the name of its file.
  package func place(in file: String) -> Place {
    Place(file: file, line: line, column: column, byteOffset: offset)
  }
}

extension HealthError {
  init(_ error: XMLError, file: String) {
    let inside = error.context.map { " inside \($0.subject), which began at \($0.place)" } ?? ""
    self.init(
      error.code == .unsupportedEncoding ? .unsupported : .malformed, rule: error.code.rawValue,
      place: error.place.place(in: file),
      "found \(error.found)\(inside), expected \(error.expected)")
  }
}
