import ArgumentParser
import HealthConv

/// What the process says at its end to the program that started it: the numbers of BSD's `sysexits.h`.
enum ExitStatus: Int32 {
  /// Done, with findings at or above `--fail-on`.
  case findings = 1
  /// The request is invalid.
  case usage = 64
  /// The input is not what it says.
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

  /// The error that ends the process so, after everything was said.
  var error: ExitCode { ExitCode(rawValue) }
}

extension ConversionError.Code {
  /// The exit status that says the same. A closed pipe is a quiet success and has none of its own.
  var exitStatus: ExitStatus {
    switch self {
    case .usage: .usage
    case .malformed: .malformed
    case .noInput: .noInput
    case .unsupported: .unsupported
    case .cannotCreate: .cannotCreate
    case .failed, .closedPipe: .failed
    }
  }
}
