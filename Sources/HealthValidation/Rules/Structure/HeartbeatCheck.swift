import HealthModel

/// Checks the heartbeats of heart rate variabilities and of series, and reports once for each sample.
struct HeartbeatCheck: RuleCheck {
  private let message: String
  private let isWrongQuantity: @Sendable (QuantitySample, _ seconds: Double) -> Bool
  private let isWrongSeries: @Sendable (HeartbeatSeries, _ seconds: Double) -> Bool

  /// - Parameters:
  ///   - message: The message of findings.
  ///   - isWrongQuantity: Whether a variability of a given duration violates the rule.
  ///   - isWrongSeries: Whether a series violates it.
  init(
    _ message: String,
    quantity isWrongQuantity: @escaping @Sendable (QuantitySample, Double) -> Bool,
    series isWrongSeries: @escaping @Sendable (HeartbeatSeries, Double) -> Bool
  ) {
    self.message = message
    self.isWrongQuantity = isWrongQuantity
    self.isWrongSeries = isWrongSeries
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    kind == .heartbeatSeries || descriptor.type == .quantity(.heartRateVariabilitySDNN)
      ? .every : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let seconds = sample.end.timeInterval(since: sample.start)
    let isWrong =
      switch sample.sample {
      case .quantity(let quantity): isWrongQuantity(quantity, seconds)
      case .heartbeatSeries(let series): isWrongSeries(series, seconds)
      default: false
      }
    if isWrong { findings.add(message, on: sample) }
  }
}
