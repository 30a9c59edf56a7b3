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
