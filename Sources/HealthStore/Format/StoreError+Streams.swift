package import HealthBytes
package import HealthFormats
import HealthModel

extension StoreError {
  /// The error of reading from the store as a format.
  package var readError: FormatError {
    let code: FormatError.Code =
      switch self.code {
      case .notFound: .noInput
      case .foreign, .damaged, .expiredAnchor, .foreignAnchor, .invalid: .malformed
      case .newer, .unsupported: .unsupported
      case .readOnly, .busy, .full, .disconnected, .failed: .failed
      }
    let isLimit = (cause as? ByteError)?.code == .tooLarge
    return FormatError(
      code, rule: isLimit ? "limit" : "unreadable-store", place: Place(file: store), message,
      cause: self)
  }

  /// The error of writing to the store as a format.
  package var writeError: FormatError {
    let error = FormatError(writing: byteError)
    return FormatError(error.code, place: error.place, message, cause: self)
  }

  /// The error as a `ByteError`.
  package var byteError: ByteError {
    let code: ByteError.Code =
      switch self.code {
      case .notFound: .notFound
      case .readOnly: .permission
      case .full: .noSpace
      case .foreign, .damaged, .expiredAnchor, .foreignAnchor, .invalid: .corrupt
      case .newer, .unsupported: .unsupported
      case .busy, .disconnected, .failed: .io
      }
    return ByteError(code, store, message)
  }
}
