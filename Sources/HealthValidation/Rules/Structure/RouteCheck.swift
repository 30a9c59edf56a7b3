import HealthModel

/// Looks at the routes of workouts, and tells once for each workout.
struct RouteCheck: RuleCheck {
  private let message: String
  private let isWrong: @Sendable ([RouteLocation]) -> Bool

  /// - Parameters:
  ///   - message: What is told.
  ///   - isWrong: Whether points break the rule: those of one file or one list.
  init(_ message: String, isWrong: @escaping @Sendable ([RouteLocation]) -> Bool) {
    self.message = message
    self.isWrong = isWrong
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    let tracks = workout.fields.routes.lazy.flatMap { route in
      [route.locations] + route.files.map { $0.track?.locations ?? [] }
    }
    if tracks.contains(where: isWrong) { findings.add(message, on: sample) }
  }
}
