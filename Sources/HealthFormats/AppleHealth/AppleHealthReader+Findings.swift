import HealthModel
import HealthXML

/// Saying what was found, and refusing it when reading strictly.
extension AppleHealthReader {
  mutating func report(
    _ rule: String, _ severity: Severity, _ message: String, place: Place? = nil
  ) throws(ReadError) {
    let place = place ?? tokenizer.place.place(in: file)
    try findings.add(
      Finding(rule: rule, severity: severity, place: place, message: message),
      isStrict: options.isStrict)
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
