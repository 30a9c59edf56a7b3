import HealthModel

/// Checks the points of the routes of workouts. Of each route, the first point that breaks the rule is reported.
struct RouteCheck: RuleCheck {
  private let message: String
  private let firstWrong: @Sendable ([RouteLocation]) -> Int?

  /// - Parameters:
  ///   - message: The message of the finding.
  ///   - firstWrong: The index of the first point that breaks the rule, of the points of one file or one list.
  init(_ message: String, firstWrong: @escaping @Sendable ([RouteLocation]) -> Int?) {
    self.message = message
    self.firstWrong = firstWrong
  }

  /// - Parameters:
  ///   - message: The message of the finding.
  ///   - isWrong: Whether the second of two points that follow one another breaks the rule.
  init(
    _ message: String, next isWrong: @escaping @Sendable (RouteLocation, RouteLocation) -> Bool
  ) {
    self.init(message) { track in
      track.indices.dropFirst().first { isWrong(track[$0 - 1], track[$0]) }
    }
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    workout.fields.forEachTrack { track, part in
      guard let index = firstWrong(track) else { return }
      findings.add(message, on: sample, part: part(index))
    }
  }
}
