import LibC

/// Why bytes could not be read or written.
///
/// A sentence of what was found and what was expected about a named thing, with a code that programs
/// can act on. Never holds any of the bytes themselves.
public struct ByteError: Error, Sendable, Hashable {
  /// The kind of error, which determines exit status and retries.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There is no such file, folder or member.
    case notFound
    /// The system refuses access.
    case permission
    /// A folder where a file was expected.
    case isDirectory
    /// A file where a folder was expected.
    case notDirectory
    /// The output is there already and may not be replaced.
    case exists
    /// The bytes contradict their format.
    case corrupt
    /// The bytes end too early.
    case truncated
    /// The bytes are complete but do not match their checksum.
    case checksum
    /// A method, encoding or feature that is not supported.
    case unsupported
    /// Larger than a limit allows: a length, a count, a compression ratio.
    case tooLarge
    /// The disk or quota is full.
    case noSpace
    /// The reader of the pipe closed it.
    case closedPipe
    /// Any other failure of the system.
    case io
  }

  /// The kind of error.
  public let code: Code
  /// The path of the file, or `archive.zip: member`; empty where there is no name to give.
  public let subject: String
  /// A lower-case sentence without the subject: what was found and what was expected.
  public let message: String

  /// An error about `subject`.
  ///
  /// - Parameters:
  ///   - subject: The file or member; may be empty.
  ///   - message: What was found and what was expected, in lower case.
  public init(_ code: Code, _ subject: String, _ message: String) {
    self.code = code
    self.subject = subject
    self.message = message
  }
}

extension ByteError: CustomStringConvertible {
  /// The subject and the message: `export.zip: no such file or folder`.
  ///
  /// Names come from archives: control characters are escaped.
  public var description: String {
    subject.isEmpty ? message : "\(subject): \(message)".printable
  }
}

extension ByteError {
  /// The error of the last failed system call on `subject`.
  package init(system number: Int32, _ subject: String) {
    switch number {
    case ENOENT: self.init(.notFound, subject, "no such file or folder")
    case EACCES, EPERM: self.init(.permission, subject, "permission denied")
    case EROFS: self.init(.permission, subject, "the file system is read-only")
    case EISDIR: self.init(.isDirectory, subject, "is a folder, expected a file")
    case ENOTDIR: self.init(.notDirectory, subject, "a part of the path is not a folder")
    case EEXIST: self.init(.exists, subject, "exists already")
    case ENOSPC: self.init(.noSpace, subject, "no space left on the device")
    case EDQUOT: self.init(.noSpace, subject, "the disk quota is used up")
    case EFBIG: self.init(.tooLarge, subject, "larger than the file system allows")
    case EPIPE: self.init(.closedPipe, subject, "the pipe was closed by its reader")
    default:
      let text = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
      self.init(.io, subject, text.prefix(1).lowercased() + text.dropFirst())
    }
  }
}
