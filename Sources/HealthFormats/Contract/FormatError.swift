public import HealthBytes
public import HealthModel

/// Why reading or writing cannot go on.
public struct FormatError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of reasons, each with an exit status of the tool.
  public enum Code: String, Sendable {
    /// An option has a value that it cannot have.
    case usage
    /// There is no such file, or it cannot be opened.
    case noInput
    /// The input is malformed or damaged.
    case malformed
    /// The input or the output needs something that this program does not do.
    case unsupported
    /// The output exists already, or cannot be created.
    case cannotCreate
    /// Reading or writing failed half-way: a disk, a pipe.
    case failed
  }

  /// The kind of reason.
  public let code: Code
  /// The rule that the input breaks, such as `malformed-xml`; for lists of findings. Empty if writing failed.
  public let rule: String
  /// Where in the input, or the file of the output. The file is empty where there is no name to give.
  public let place: Place
  /// What was found and what was expected, without health values.
  public let message: String
  /// A way to handle the error, if known.
  public var remedy: FormatError.Remedy?
  /// The error that led to this one, such as a `ByteError` or a `StoreError`. Not compared.
  public let cause: (any Error)?

  /// A reason.
  ///
  /// - Parameter message: What was found and what was expected, without health values.
  public init(
    _ code: Code, rule: String = "", place: Place = Place(file: ""), _ message: String,
    remedy: FormatError.Remedy? = nil,
    cause: (any Error)? = nil
  ) {
    self.cause = cause
    self.remedy = remedy
    self.code = code
    self.rule = rule
    self.place = place
    self.message = message
  }

  /// Whether both state the same. Their causes are not compared.
  public static func == (a: FormatError, b: FormatError) -> Bool {
    a.code == b.code && a.rule == b.rule && a.place == b.place && a.message == b.message
      && a.remedy == b.remedy
  }

  /// The same reason, located in a part of a file that begins at a place.
  func moved(behind start: Place) -> FormatError {
    FormatError(
      code, rule: rule, place: start.place(ofPart: place), message, remedy: remedy, cause: cause)
  }

  /// `export.xml:12:3: error: … [malformed-xml]`, or `out.csv: …` if writing failed.
  public var description: String {
    if rule.isEmpty { return place.file.isEmpty ? message : "\(place): \(message)" }
    return "\(place): error: \(message) [\(rule)]"
  }

  /// A reason that came from the bytes of the input.
  public init(_ error: ByteError, place: Place) {
    let code: Code =
      switch error.code {
      case .notFound, .permission, .isDirectory: .noInput
      case .unsupported: .unsupported
      case .io: .failed
      default: .malformed
      }
    let rule = error.code == .tooLarge ? "limit" : "unreadable-input"
    self.init(code, rule: rule, place: place, error.message, cause: error)
  }
}
