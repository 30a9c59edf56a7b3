import HealthModel

extension CategorySample {
  /// The number of a value of sleep analysis, from 0 (in bed) to 5 (REM); `nil` for other types and values.
  var sleepStage: Int? {
    guard type == .sleepAnalysis, let value, let number = value.number, (0...5).contains(number),
      value.enumeration == nil || value.enumeration == type.enumerations.first
    else { return nil }
    return number
  }
}
