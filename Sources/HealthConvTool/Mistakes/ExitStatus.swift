import ArgumentParser
import HealthConv

/// The exit status of the process: the numbers of BSD's `sysexits.h`.
enum ExitStatus: Int32 {
  /// Done, with findings at or above `--fail-on`.
  case findings = 1
  /// The request is invalid.
  case usage = 64
  /// The input is malformed.
  case malformed = 65
  /// There is no input.
  case noInput = 66
  /// It is not supported.
  case unsupported = 69
  /// The fault is ours.
  case ours = 70
  /// The output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case failed = 74

  /// Ends the process with this status, after all messages were printed.
  var exitCode: ExitCode { ExitCode(rawValue) }
}

extension HealthError.Kind {
  /// The corresponding exit status.
  var exitStatus: ExitStatus {
    switch self {
    case .usage: .usage
    case .noInput: .noInput
    case .malformed: .malformed
    case .unsupported: .unsupported
    case .cannotCreate: .cannotCreate
    case .failed: .failed
    }
  }
}
