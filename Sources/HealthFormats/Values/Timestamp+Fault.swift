import HealthModel

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
