public import Foundation
import HealthConv
import HealthStatistics
import HealthStore
import HealthUnits

/// Why something failed.
public struct HKError: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// The kind of reason, as HealthKit numbers it.
  public enum Code: Int, Sendable {
    /// Another reason.
    case unknownError = 0
    /// Not available here.
    case errorHealthDataUnavailable = 1
    /// Not used here.
    case errorHealthDataRestricted = 2
    /// A sample that breaks a rule, a unit of another dimension, a statistic that a type does not have.
    case errorInvalidArgument = 3
    /// The client of a store may not save samples of the type.
    case errorAuthorizationDenied = 4
    /// Not used here.
    case errorAuthorizationNotDetermined = 5
    /// The store cannot be read or written.
    case errorDatabaseInaccessible = 6
    /// Not used here.
    case errorUserCanceled = 7
    /// A workout session cannot do that in its state.
    case errorAnotherWorkoutSessionStarted = 8
    /// Not used here.
    case errorUserExitedWorkoutSession = 9
    /// Not used here.
    case errorRequiredAuthorizationDenied = 10
    /// There are no samples.
    case errorNoData = 11
    /// Not used here.
    case errorWorkoutActivityNotAllowed = 12
  }

  /// The kind of reason.
  public let code: Code
  /// What was found and what was expected.
  public let description: String
  /// The error of the library, if one led to this.
  public let underlyingError: (any Error)?

  /// The description.
  public var errorDescription: String? { description }

  /// A reason.
  public init(_ code: Code, _ description: String = "") {
    (self.code, underlyingError) = (code, nil)
    self.description = description.isEmpty ? "\(code)" : description
  }

  /// The reason of an error of the library.
  init(_ error: any Error) {
    if let error = error as? HKError {
      self = error
      return
    }
    code =
      switch error {
      case let error as HealthError:
        switch error.code {
        case .usage, .invalid, .mismatch, .outside, .overlap: .errorInvalidArgument
        case .state: .errorAnotherWorkoutSessionStarted
        case .denied: .errorAuthorizationDenied
        default: .errorDatabaseInaccessible
        }
      case is UnitError: .errorInvalidArgument
      default: .unknownError
      }
    description = "\(error)"
    underlyingError = error
  }
}

extension HKError.Code {
  /// Whether an error has a code: `catch HKError.Code.errorNoData`.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? HKError)?.code == code
  }
}
