public import HealthBytes
public import HealthModel

/// Why reading cannot go on.
public struct ReadError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of reasons, each with an exit status of the tool.
  public enum Code: String, Sendable {
    /// There is no such file, or it cannot be opened.
    case noInput
    /// The input is malformed or damaged.
    case malformed
    /// The input needs something that this program does not do.
    case unsupported
    /// Reading failed half-way: a disk, a pipe.
    case failed
  }

  /// The kind of reason.
  public let code: Code
  /// The rule that was broken, such as `malformed-xml`; for lists of findings.
  public let rule: String
  /// Where.
  public let place: Place
  /// What was found and what was expected, without health values.
  public let message: String
  /// A way to handle the error, if known.
  public var remedy: ReadError.Remedy?
  /// The error that led to this one, such as a `ByteError` or a `StoreError`. Not compared.
  public let cause: (any Error)?

  /// A reason.
  ///
  /// - Parameter message: What was found and what was expected, without health values.
  public init(
    _ code: Code, rule: String, place: Place, _ message: String, remedy: ReadError.Remedy? = nil,
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
  public static func == (a: ReadError, b: ReadError) -> Bool {
    a.code == b.code && a.rule == b.rule && a.place == b.place && a.message == b.message
      && a.remedy == b.remedy
  }

  /// `export.xml:12:3: error: … [malformed-xml]`
  public var description: String {
    "\(place): error: \(message) [\(rule)]"
  }

  /// A reason that came from the bytes below.
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
