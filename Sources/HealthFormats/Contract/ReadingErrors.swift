public import HealthBytes
import HealthModel

extension HealthError {
  /// A reason that came from the bytes of an input, with the place in the input and a rule. The code remains.
  public func reading(at place: Place) -> HealthError {
    HealthError(
      code, rule: code == .tooLarge ? "limit" : "unreadable-input", place: place, message,
      cause: self)
  }

  /// A sample is larger than what readers accept.
  init(beyond limit: Limit) {
    self.init(.tooLarge, "", "a sample has \(limit.excess); no reader would accept it")
  }
}

extension OutputContainer {
  /// The one stream of a single file, for the formats that write one.
  func stream() throws(HealthError) -> any ByteSink {
    return try open("")
  }
}

extension Timestamp.Fault {
  /// The fault, as the end of a sentence. It contains only the digits of the faulty field.
  var wording: String {
    switch self {
    case .shape: "does not have the form of a date"
    case .range(let field, let found, let from, let to):
      "has \(field) \(found.twoDigits), expected \(from.twoDigits) to \(to.twoDigits)"
    }
  }
}
