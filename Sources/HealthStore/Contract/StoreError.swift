/// Why an operation of a store failed.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: String, Sendable, CaseIterable {
    /// There is no such store, or no server that answers.
    case notFound
    /// It is a database, or a file, of something else.
    case foreign
    /// It was made by a newer version of this program.
    case newer
    /// It may only be read.
    case readOnly
    /// Another program writes, and did not end in time.
    case busy
    /// The content of the store is damaged.
    case damaged
    /// The disk, or what the server may use of it, is full.
    case full
    /// The connection to the server was lost.
    case disconnected
    /// Deletions since an anchor are no longer recorded.
    case expiredAnchor
    /// An anchor is of another store, or of a later state than that of this one.
    case foreignAnchor
    /// A sample breaks a rule.
    case invalid
    /// This program cannot do that.
    case unsupported
    /// Reading or writing failed.
    case failed
  }

  /// The kind of reason.
  public let code: Code
  /// The name of the store in messages.
  public let store: String
  /// The text that was found and the one that was expected; no health values, no passwords.
  public let message: String
  /// The error that led to this one, such as a `ByteError` or an `InvalidSampleError`. Not compared.
  public let cause: (any Error)?

  /// A reason.
  ///
  /// - Parameter message: What was found and what was expected; no health values, no passwords.
  public init(_ code: Code, _ store: String, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.store = store
    self.message = message
    self.cause = cause
  }

  /// Whether both state the same. Their causes are not compared.
  public static func == (a: StoreError, b: StoreError) -> Bool {
    a.code == b.code && a.store == b.store && a.message == b.message
  }

  /// `health.db: is made by a newer version …`
  public var description: String { "\(store): \(message)" }
}
