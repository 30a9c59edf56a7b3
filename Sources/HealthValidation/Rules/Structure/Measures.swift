import HealthModel
import HealthUnits

extension Number {
  /// The number in a unit.
  ///
  /// - Parameter text: The unit that was written with it; the result is `nil` if it is missing or does not fit.
  func value(written text: String?, in unit: HealthUnit) -> Double? {
    guard let text, let own = try? HealthUnit(text) else { return nil }
    return try? own.convert(doubleValue, to: unit)
  }
}

extension CheckedSample {
  /// Whether a moment lies within the sample's time, with some seconds allowed: dates are written in whole seconds.
  func holds(_ moment: Timestamp, within seconds: Double = 1) -> Bool {
    moment.timeInterval(since: start) >= -seconds && moment.timeInterval(since: end) <= seconds
  }
}
