import HealthBytes
import HealthConv

extension DecimalMark {
  /// Whether it is a comma in the locale of the environment. A note states why that is not known.
  static var isComma: Bool {
    let (isComma, failure) = isCommaInEnvironment()
    if let failure {
      StandardError.write("healthconv: note: decimals have a point: \(failure)\n")
    }
    return isComma
  }
}
