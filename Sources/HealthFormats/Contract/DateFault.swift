import HealthModel

extension Timestamp.Fault {
  /// What is wrong, as the end of a sentence. No digits of the date but the field's own.
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
