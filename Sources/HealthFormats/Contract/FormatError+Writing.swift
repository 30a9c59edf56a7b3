public import HealthBytes
import HealthModel

extension FormatError {
  /// A reason that came from the bytes of the output.
  public init(writing error: ByteError) {
    let code: Code =
      switch error.code {
      case .exists, .notFound, .permission, .isDirectory, .notDirectory: .cannotCreate
      case .unsupported: .unsupported
      // What is there already is not what it has to be, as when it is read.
      case .corrupt: .malformed
      default: .failed
      }
    self.init(code, place: Place(file: error.subject), error.message, cause: error)
  }

  /// A sample is larger than what readers accept.
  init(beyond limit: Limit) {
    self.init(writing: ByteError(beyond: limit))
  }
}

extension ByteError {
  /// A sample is larger than what readers accept.
  init(beyond limit: Limit) {
    self.init(.tooLarge, "", "a sample has \(limit.excess); no reader would accept it")
  }
}

extension OutputContainer {
  /// The one stream of a single file, for the formats that write one.
  func stream() throws(FormatError) -> any ByteSink {
    do throws(ByteError) { return try open("") } catch { throw FormatError(writing: error) }
  }
}
