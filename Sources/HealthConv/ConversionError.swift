import HealthBytes
import HealthModel
import HealthStore

/// Why a conversion cannot be done, in the words of its user.
///
/// This is the error of datasets and of everything that is done with them. An error of a module below is its ``cause``.
public struct ConversionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of reasons, each with an exit status of the tool.
  public enum Code: String, Sendable, CaseIterable {
    /// The request is invalid.
    case usage
    /// The input is malformed or damaged.
    case malformed
    /// There is no such input, or it cannot be opened.
    case noInput
    /// It would take something that this library does not do.
    case unsupported
    /// The output cannot be created: it exists, or may not be written.
    case cannotCreate
    /// Reading or writing failed half-way.
    case failed
    /// The reader of the output closed it.
    case closedPipe
    /// The work was ended early: its task was cancelled, or the handler of its progress threw an error.
    case cancelled
  }

  /// The kind of reason.
  public let code: Code
  /// The text that was found and the one that was expected, without health values.
  public let message: String
  /// Where in the input, for a reason that is found there. Then `message` begins with it.
  public let place: Place?
  /// A way to handle the error, if known.
  public let remedy: FormatError.Remedy?
  /// The error that led to this one, such as a `FormatError`, a `StoreError` or a `ByteError`. Not compared.
  public let cause: (any Error)?
  /// The name of a rule in brackets, which `message` ends with; or nothing.
  private let suffix: String

  /// A reason.
  ///
  /// - Parameter place: Where in the input, if the message begins with a place.
  public init(
    _ code: Code, _ message: String, place: Place? = nil, remedy: FormatError.Remedy? = nil,
    cause: (any Error)? = nil
  ) {
    self.init(code, message, place: place, remedy: remedy, suffix: "", cause: cause)
  }

  private init(
    _ code: Code, _ message: String, place: Place?, remedy: FormatError.Remedy?, suffix: String,
    cause: (any Error)?
  ) {
    self.cause = cause
    self.code = code
    self.message = message
    self.place = place
    self.remedy = remedy
    self.suffix = suffix
  }

  /// The same reason with a sentence after its message, such as what to do next.
  ///
  /// - Returns: The reason, without a remedy.
  public func adding(_ sentence: String) -> ConversionError {
    let text = message.dropLast(suffix.count)
    let isEnded = text.hasSuffix(".") || text.hasSuffix("?")
    // A predicate is shown below its message.
    let gap = text.contains("\n") ? "\n  " : isEnded ? " " : ". "
    return ConversionError(
      code, "\(text)\(gap)\(sentence)\(suffix)", place: place, remedy: nil, suffix: suffix,
      cause: cause)
  }

  /// Whether both state the same. Their causes are not compared.
  public static func == (a: ConversionError, b: ConversionError) -> Bool {
    a.code == b.code && a.message == b.message && a.place == b.place && a.remedy == b.remedy
  }

  /// The message.
  public var description: String { message }
}

extension ConversionError.Code {
  fileprivate init(_ error: FormatError) {
    self =
      switch error.code {
      case .usage: .usage
      case .noInput: .noInput
      case .malformed: .malformed
      case .unsupported: .unsupported
      case .cannotCreate: .cannotCreate
      case .failed: .failed
      }
  }
}

extension ConversionError {
  /// A reason that a reader gave.
  public init(_ error: FormatError) {
    let code = Code(error)
    if error.place.file.isEmpty {
      self.init(code, error.message, remedy: error.remedy, cause: error)
    } else if error.place.line == 0 {
      self.init(
        code, "cannot read '\(error.place.file)': \(error.message)", remedy: error.remedy,
        cause: error)
    } else {
      self.init(
        code, error.description, place: error.place, remedy: error.remedy,
        suffix: " [\(error.rule)]", cause: error)
    }
  }

  /// A reason that came from the bytes of the output.
  public init(writing path: String, _ error: ByteError) {
    let (code, reason, remedy): (Code, String, FormatError.Remedy?) =
      switch error.code {
      case .closedPipe: (.closedPipe, "the reader of '\(path)' closed it", nil)
      case .exists where AtomicFolder.isFolder(path) && error.message != OutputContainer.isTables:
        (
          .cannotCreate,
          "cannot create '\(path)': it is a folder that is not empty; only a folder that has nothing but tables that this program wrote can be replaced",
          nil
        )
      case .exists: (.cannotCreate, "cannot create '\(path)': it exists already", .replaceOutput)
      case .notFound
      where Format.ofAddress(path) == nil
        && FileStatus(path: AtomicFile.split(path).folder, following: true) == nil:
        (
          .cannotCreate,
          "cannot create '\(path)': the folder '\(AtomicFile.split(path).folder)' does not exist",
          nil
        )
      case .notFound, .permission, .isDirectory, .notDirectory:
        (.cannotCreate, "cannot create '\(path)': \(error.message)", nil)
      case .unsupported: (.unsupported, "cannot write '\(path)': \(error.message)", nil)
      // The existing file is not of the expected format.
      case .corrupt: (.malformed, "cannot write '\(path)': \(error.message)", nil)
      default: (.failed, "cannot write '\(path)': \(error.message)", nil)
      }
    self.init(code, reason, remedy: remedy, cause: error)
  }

  /// A reason that a writer gave.
  package init(writing path: String, _ error: FormatError) {
    switch error.cause {
    case let bytes as ByteError: self.init(writing: path, bytes)
    case let store as StoreError: self.init(writing: path, store.byteError)
    default:
      self.init(
        Code(error), "cannot write '\(path)': \(error.message)", remedy: error.remedy, cause: error)
    }
  }

  /// A reason that came from the files in which data wait on the disk.
  init(temporary error: ByteError) {
    self.init(.failed, "cannot write a temporary file: \(error.description)", cause: error)
  }

  /// A reason that a writer of such a file gave.
  init(temporary error: FormatError) {
    self.init(.failed, "cannot write a temporary file: \(error.description)", cause: error)
  }

  /// The work was ended early.
  ///
  /// - Parameter error: What the handler of its progress threw.
  init(cancelledBy error: any Error) {
    self.init(.cancelled, "cancelled before the end", cause: error)
  }
}

/// Does something with temporary files, whose errors become errors of the conversion.
func onDisk<Result: ~Copyable>(
  _ body: () throws(ByteError) -> Result
) throws(ConversionError) -> Result {
  do throws(ByteError) { return try body() } catch { throw ConversionError(temporary: error) }
}
