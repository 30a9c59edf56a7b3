/// Why a conversion cannot be done, in the words of its user.
public struct ConversionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of reasons, each with an exit status of the tool.
  public enum Code: String, Sendable, CaseIterable {
    /// What was asked for makes no sense.
    case usage
    /// The input is not what it says, or is damaged.
    case malformed
    /// There is no such input, or it cannot be opened.
    case noInput
    /// It would take something that this library does not do.
    case unsupported
    /// The output cannot be created: it exists, or may not be written.
    case cannotCreate
    /// Reading or writing failed half-way.
    case failed
    /// Nobody reads the output any more.
    case closedPipe
  }

  /// The kind of reason.
  public let code: Code
  /// What was found and what was expected; no health values.
  public let message: String
  /// Where in the input, for a reason that is found there. Then `message` begins with it.
  public let place: Place?

  /// A reason.
  ///
  /// - Parameters:
  ///   - code: The kind of reason.
  ///   - message: What was found and what was expected.
  ///   - place: Where in the input, if the message begins with a place.
  public init(_ code: Code, _ message: String, place: Place? = nil) {
    self.code = code
    self.message = message
    self.place = place
  }

  /// The message.
  public var description: String { message }
}

extension ConversionError {
  /// A reason that a reader gave.
  ///
  /// - Parameter error: The reader's error.
  public init(_ error: ReadError) {
    let code: Code =
      switch error.code {
      case .noInput: .noInput
      case .malformed: .malformed
      case .unsupported: .unsupported
      case .failed: .failed
      }
    if error.place.line == 0 {
      self.init(code, "cannot read '\(error.place.file)': \(error.message)")
    } else {
      self.init(code, error.description, place: error.place)
    }
  }

  /// A reason that came from the bytes of the output.
  ///
  /// - Parameters:
  ///   - path: What the output is called.
  ///   - error: What the sink said.
  public init(writing path: String, _ error: ByteError) {
    switch error.code {
    case .closedPipe: self.init(.closedPipe, "nobody reads '\(path)' any more")
    case .exists:
      let reason =
        AtomicFolder.isFolder(path)
        ? "it is a folder that is not empty, and such a folder is never replaced"
        : "it exists already. Use --overwrite to replace it."
      self.init(.cannotCreate, "cannot create '\(path)': \(reason)")
    case .notFound, .permission, .isDirectory, .notDirectory:
      self.init(.cannotCreate, "cannot create '\(path)': \(error.message)")
    case .unsupported: self.init(.unsupported, "cannot write '\(path)': \(error.message)")
    // What is there already is not what it has to be, as when it is read.
    case .corrupt: self.init(.malformed, "cannot write '\(path)': \(error.message)")
    default: self.init(.failed, "cannot write '\(path)': \(error.message)")
    }
  }

  /// A reason that came from the files in which data wait on the disk.
  ///
  /// - Parameter error: What the file said.
  init(temporary error: ByteError) {
    self.init(.failed, "cannot keep data in a temporary file: \(error.description)")
  }
}

/// Does something with temporary files.
///
/// - Parameter body: What to do.
/// - Returns: What `body` returns.
/// - Throws: `ConversionError` in place of what `body` throws.
func onDisk<Result: ~Copyable>(
  _ body: () throws(ByteError) -> Result
) throws(ConversionError) -> Result {
  do throws(ByteError) { return try body() } catch { throw ConversionError(temporary: error) }
}
