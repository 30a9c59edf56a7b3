package import HealthBytes
package import HealthFormats
import HealthModel

extension StoreError {
  /// The error as a `ReadError`.
  package var readError: ReadError {
    let code: ReadError.Code =
      switch self.code {
      case .notFound: .noInput
      case .foreign, .damaged, .expiredAnchor, .foreignAnchor, .invalid: .malformed
      case .newer, .unsupported: .unsupported
      case .readOnly, .busy, .full, .disconnected, .failed: .failed
      }
    return ReadError(
      code, rule: "unreadable-store", place: Place(file: store), message, cause: self)
  }

  /// The error as a `WriteError`.
  package var writeError: WriteError { WriteError(byteError) }

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
