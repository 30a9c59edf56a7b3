import HealthModel

extension Timestamp.Fault {
  /// The fault, as the end of a sentence. It contains only the digits of the faulty field.
  var wording: String {
    switch self {
    case .shape: "does not have the form of a date"
    case .range(let field, let found, let from, let to):
      "has \(field) \(Self.padded(found)), expected \(Self.padded(from)) to \(Self.padded(to))"
    }
  }

  private static func padded(_ value: Int) -> String {
    value >= 0 && value < 10 ? "0\(value)" : "\(value)"
  }
}
