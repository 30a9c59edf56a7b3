extension SamplePredicate {
  /// Why a text is not a predicate, or why a predicate cannot be built from a type, a unit or a number.
  public struct Fault: Error, Sendable, Equatable {
    /// What was found and what was expected.
    public let message: String
    /// The whole text; for a predicate built in code, the faulty part.
    public let text: String
    /// Where the fault is, in Unicode scalars from 0; at the end of the text, their number.
    public let offset: Int

    init(_ message: String, _ text: String, at offset: Int) {
      self.message = message
      self.text = text
      self.offset = offset
    }
  }
}

extension SamplePredicate.Fault: CustomStringConvertible {
  /// The message, the text, and a caret below the character that is at fault:
  ///
  /// ```
  /// unknown field 'valu' at character 1. Did you mean 'value'?
  ///   valu > 120 mg/dL
  ///   ^
  /// ```
  ///
  /// Of a long text the part around the fault is shown.
  public var description: String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      // What would steer a terminal, or break the line.
      case .control, .lineSeparator, .paragraphSeparator, .format: " "
      default: scalar
      }
    }
    let first = max(0, min(offset, scalars.count) - 60)
    let last = min(scalars.count, first + 120)
    let (before, after) = (first > 0 ? "…" : "", last < scalars.count ? "…" : "")
    let part = String(String.UnicodeScalarView(scalars[first..<last]))
    // Marks above or below a letter take no place.
    let width = String(String.UnicodeScalarView(scalars[first..<min(offset, last)])).count
    let indent = String(repeating: " ", count: before.count + width)
    return "\(message)\n  \(before)\(part)\(after)\n  \(indent)^"
  }
}
