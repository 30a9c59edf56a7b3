/// A product of powers as text: what has positive powers joined by `·`, then `/` and the rest.
///
/// - Parameter powers: names and their powers in the order to print; those with power 0 are left out.
/// - Returns: such as `kg·m/s^2`, `1/s`, or `()` when nothing is left.
func quotientText(_ powers: [(name: String, power: Int)]) -> String {
  func product(_ sign: Int) -> String {
    powers.filter { $0.power.signum() == sign }
      .map { $0.power.magnitude == 1 ? $0.name : "\($0.name)^\($0.power.magnitude)" }
      .joined(separator: "·")
  }
  let (numerator, denominator) = (product(1), product(-1))
  return switch (numerator.isEmpty, denominator.isEmpty) {
  case (true, true): "()"
  case (false, true): numerator
  case (true, false): "1/\(denominator)"
  case (false, false): "\(numerator)/\(denominator)"
  }
}
