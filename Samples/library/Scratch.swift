import Foundation
import HealthConv
import HealthStore

/// A store in a folder of its own, which is removed with it.
final class Scratch {
  let store: any SampleStore
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "health.db").path(percentEncoded: false)
    store = try StoreKind.open(path, for: .creating)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// An instant, as exports write it.
func date(_ text: String) throws -> Timestamp {
  guard let date = Timestamp(text) else { throw CocoaError(.formatting) }
  return date
}
