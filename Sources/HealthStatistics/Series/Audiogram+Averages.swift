public import HealthModel

extension StructuredSample where Fields == Sample.AudiogramFields {
  /// An ear.
  public enum Ear: String, Sendable, CaseIterable {
    case left, right
  }

  /// The pure-tone average of an ear in dBHL, over 500, 1000, 2000 and 4000 Hz; `nil` where one of the four was not tested.
  public func pureToneAverage(_ ear: Ear) -> Double? {
    var sum = 0.0
    for frequency in [500.0, 1_000, 2_000, 4_000] {
      let point = fields.sensitivityPoints.first { point in
        point.frequency == frequency && point.threshold(ear) != nil
      }
      guard let threshold = point?.threshold(ear) else { return nil }
      sum += threshold
    }
    return sum / 4
  }
}

extension SensitivityPoint {
  /// The frequency in Hz.
  fileprivate var frequency: Double? {
    guard let value = frequencyValue?.doubleValue else { return nil }
    return frequencyUnit == "kHz" ? value * 1_000 : value
  }

  fileprivate func threshold(_ ear: Audiogram.Ear) -> Double? {
    switch ear {
    case .left: leftEarValue?.doubleValue
    case .right: rightEarValue?.doubleValue
    }
  }
}
