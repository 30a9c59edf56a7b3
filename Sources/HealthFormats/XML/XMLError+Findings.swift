package import HealthModel
package import HealthXML

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
    case .bareAmpersand: "an ampersand that begins no reference; read as an ampersand"
    }
  }
}

extension XMLPlace {
  /// The place as one of a named file.
  package func place(in file: String) -> Place {
    Place(file: file, line: line, column: column, byteOffset: offset)
  }
}

extension FormatError {
  init(_ error: XMLError, file: String) {
    let inside = error.context.map { " inside \($0.subject), which began at \($0.place)" } ?? ""
    self.init(
      error.code == .unsupportedEncoding ? .unsupported : .malformed, rule: error.code.rawValue,
      place: error.place.place(in: file),
      "found \(error.found)\(inside), expected \(error.expected)")
  }
}
