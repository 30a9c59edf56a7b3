public import HealthBytes

/// Why writing cannot go on.
public struct WriteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason, as the bytes below gave it.
  public let underlying: ByteError

  /// A reason that came from the bytes below.
  public init(_ error: ByteError) {
    underlying = error
  }

  /// The reason in words.
  public var description: String { underlying.description }
}

extension OutputContainer {
  /// The one stream of a single file, for the formats that write one.
  func stream() throws(WriteError) -> any ByteSink {
    do throws(ByteError) { return try open("") } catch { throw WriteError(error) }
  }
}
