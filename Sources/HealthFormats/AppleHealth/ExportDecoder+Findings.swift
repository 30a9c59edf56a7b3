import HealthBytes
import HealthModel
import HealthXML

/// Reports what was found, and refuses it when reading strictly.
extension ExportDecoder {
  mutating func report(
    _ rule: String, _ severity: Finding.Severity, _ message: String, place: Place? = nil
  ) throws(FormatError) {
    let place = place ?? tokenizer.place.place(in: file)
    try batch.add(
      Finding(rule: rule, severity: severity, place: place, message: message),
      isStrict: options.isStrict)
  }

  /// Reports an attribute that is not known, of each name the first one in the batch: a new version of the export may have
  /// one in every record.
  mutating func reportUnknownAttribute(
    _ name: String, of element: String, place: Place? = nil
  ) {
    // Shortened: a hostile name may have megabytes.
    let (name, element) = (name.printableName, element.printableName)
    let place = place ?? tokenizer.place.place(in: file)
    batch.add(
      Finding(
        rule: "unknown-attribute", severity: .info, place: place,
        message: "the attribute '\(name)' of \(element) is not known; preserved"),
      ofAttribute: "\(element) \(name)")
  }

  /// Reports what is wrong with the element that was read last, at the nested element that it is about.
  mutating func report(_ problem: ElementFields.Problem) throws(FormatError) {
    let nested = problem.part.isEmpty ? nil : outline.place(of: problem.part)
    let place = nested ?? tree.place
    if let unknown = problem.unknownAttribute {
      return reportUnknownAttribute(unknown.name, of: unknown.element, place: place)
    }
    try report(problem.rule, problem.severity, problem.message, place: place)
  }

  /// Where the elements of the element that was read last are.
  var outline: Place.Parts { Place.Parts(file: file, entries: tree.outline) }

  mutating func reportRepairs() throws(FormatError) {
    for repair in tokenizer.takeRepairs() {
      try report(
        repair.kind.rawValue, .warning, repair.kind.message, place: repair.place.place(in: file))
    }
  }

  /// Refuses an element that began so far back that holding it would not be bounded.
  func checkLength(from start: Int64) throws(FormatError) {
    guard tokenizer.endOffset - start <= ElementTree.lengthLimit else {
      throw FormatError(
        .malformed, rule: "limit", place: tokenizer.place.place(in: file),
        "found \(Limits.sampleBytes.excess)")
    }
  }

  func checkSize(_ children: Int) throws(FormatError) {
    guard children <= ElementTree.limit else {
      throw FormatError(
        .malformed, rule: "limit", place: tokenizer.place.place(in: file),
        "found \(Limits.sampleElements.excess)")
    }
  }
}
