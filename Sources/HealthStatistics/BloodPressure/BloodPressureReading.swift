package import HealthModel

/// A reading of the blood pressure: a systolic and a diastolic pressure that were measured together.
package struct BloodPressureReading: Sendable, Equatable {
  /// When it was measured, on the clock by which days begin.
  package let time: Timestamp
  /// In mmHg.
  package let systolic: Double
  /// In mmHg.
  package let diastolic: Double
  /// In beats a minute: a heart rate that its source measured at the same time; `nil` without one, or with several.
  package let pulse: Double?
  /// Who wrote it.
  package let source: String

  /// The day, such as `2024-06-01`.
  package var date: String { time.dayText }
}
