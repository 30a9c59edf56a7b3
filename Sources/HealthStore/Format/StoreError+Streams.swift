import HealthBytes
package import HealthFormats
import HealthModel

extension StoreError {
  /// The error as a reader gives it.
  package var readError: ReadError {
    let code: ReadError.Code =
      switch self.code {
      case .notFound: .noInput
      case .foreign, .damaged, .expiredAnchor, .foreignAnchor: .malformed
      case .newer, .unsupported: .unsupported
      case .readOnly, .busy, .full, .disconnected, .failed: .failed
      }
    return ReadError(code, rule: "unreadable-store", place: Place(file: store), message)
  }

  /// The error as a writer gives it.
  var writeError: WriteError {
    let code: ByteError.Code =
      switch self.code {
      case .notFound: .notFound
      case .readOnly: .permission
      case .full: .noSpace
      case .foreign, .newer, .unsupported: .unsupported
      case .damaged: .corrupt
      case .busy, .disconnected, .expiredAnchor, .foreignAnchor, .failed: .io
      }
    return WriteError(ByteError(code, store, message))
  }
}
