import HealthModel
import HealthXML

/// Saying what was found, and refusing it when reading strictly.
extension AppleHealthReader {
  mutating func report(
    _ rule: String, _ severity: Severity, _ message: String, place: Place? = nil
  ) throws(ReadError) {
    let place = place ?? tokenizer.place.place(in: file)
    if options.isStrict, severity > .info {
      // What would have been done about it stands behind a semicolon.
      throw ReadError(.malformed, rule: rule, place: place, String(message.prefix { $0 != ";" }))
    }
    findings.append(Finding(rule: rule, severity: severity, place: place, message: message))
  }

  mutating func reportRepairs() throws(ReadError) {
    for repair in tokenizer.takeRepairs() {
      try report(
        repair.kind.rawValue, .warning, repair.kind.message, place: repair.place.place(in: file))
    }
  }

  /// Refuses an element that began so far back that holding it would not be bounded.
  func checkLength(from start: Int64) throws(ReadError) {
    guard tokenizer.endOffset - start <= ElementTree.lengthLimit else {
      throw ReadError(
        .malformed, rule: "limit", place: tokenizer.place.place(in: file),
        "found a sample of more than \(ElementTree.lengthLimit) bytes")
    }
  }

  func checkSize(_ children: Int) throws(ReadError) {
    guard children <= ElementTree.limit else {
      throw ReadError(
        .malformed, rule: "limit", place: tokenizer.place.place(in: file),
        "found more than \(ElementTree.limit) elements inside one sample")
    }
  }
}

extension XMLRepair.Kind {
  /// What was found and what was done about it.
  var message: String {
    switch self {
    case .brokenDTD: "the document type is not well-formed; it was skipped"
    case .illegalCharacter: "a character that XML does not allow; read as U+FFFD"
    case .invalidUTF8: "bytes that are not UTF-8; read as U+FFFD"
    case .duplicateAttribute: "an attribute that the element already has; both were kept"
    case .malformedAttributeName: "an attribute name with spaces; read whole"
    case .bareAmpersand: "an ampersand that begins no reference; read as it stands"
    }
  }
}

extension XMLPlace {
  /// The place as one of a named file.
  func place(in file: String) -> Place {
    Place(file: file, line: line, column: column, byteOffset: offset)
  }
}

extension ReadError {
  /// What the tokenizer refused.
  init(_ error: XMLError, file: String) {
    let inside = error.context.map { " inside \($0.subject), which began at \($0.place)" } ?? ""
    self.init(
      error.code == .unsupportedEncoding ? .unsupported : .malformed, rule: error.code.rawValue,
      place: error.place.place(in: file),
      "found \(error.found)\(inside), expected \(error.expected)")
  }
}
