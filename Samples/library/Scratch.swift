import Foundation
import HealthConv
import HealthStore

/// A store in a folder of its own, which is removed with it. The folder has a synthetic export, `export.zip`.
final class Scratch {
  let store: any SampleStore
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "health.db").path(percentEncoded: false)
    store = try StoreKind.open(path, for: .creating)
    let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: samples.appending(path: "demo/export.zip"), to: folder.appending(path: "export.zip"))
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  /// The names of the files in the folder.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path("")).sorted()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// An instant, as exports write it.
func date(_ text: String) throws -> Timestamp {
  guard let date = Timestamp(text) else { throw CocoaError(.formatting) }
  return date
}
