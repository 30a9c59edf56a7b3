import HealthBytes
public import HealthModel

/// Why statistics cannot be calculated.
public struct StatisticsError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: Sendable {
    /// A statistic that the type does not have: the sum of a discrete type, the average of a cumulative one.
    case mismatch
    /// More samples of one type overlap at one time than are kept in memory.
    case overlap
    /// A temporary file cannot be written or read.
    case temporaryFile
    /// A transition that a workout session does not have in its state.
    case state
    /// A sample or an event of a workout that is before or after it.
    case outside
  }

  /// The kind of reason.
  public let code: Code
  /// The reason in words.
  public let description: String
  /// The error that led to this one, such as a `ByteError`. Not compared.
  public let cause: (any Error)?

  init(_ code: Code, _ description: String, cause: (any Error)? = nil) {
    self.code = code
    self.description = description
    self.cause = cause
  }

  /// Whether both state the same. Their causes are not compared.
  public static func == (a: StatisticsError, b: StatisticsError) -> Bool {
    a.code == b.code && a.description == b.description
  }

  init(_ error: ByteError) {
    self.init(
      .temporaryFile, "cannot keep data in a temporary file: \(error.description)",
      cause: error)
  }
}

extension StatisticsOptions {
  /// Checks that a type has all of these statistics.
  ///
  /// - Throws: `StatisticsError`: `.mismatch`, with the reason.
  public func check(for type: QuantityType) throws(StatisticsError) {
    guard let style = type.aggregationStyle else { return }
    if style != .cumulative, contains(.cumulativeSum) {
      let instead =
        switch style {
        case .discreteEquivalentContinuousLevel: "levels of sound"
        case .discreteTemporallyWeighted: "repeated measurements of a rate or a level"
        default: "measurements of a state"
        }
      throw StatisticsError(
        .mismatch,
        "\(type.shortName) has no sum: its aggregation style is \(style), its values are \(instead), and their sum has "
          + "no meaning. It has an average, a minimum, a maximum and a most recent value.")
    }
    if style == .cumulative, !isDisjoint(with: .ofDiscreteTypes) {
      throw StatisticsError(
        .mismatch,
        "\(type.shortName) has no average, minimum or maximum: its aggregation style is cumulative, and the value of a "
          + "sample depends on its duration. It has a sum, for each day for example, and a most recent value."
      )
    }
  }
}
