import Foundation
import HealthErrors
import HealthStore
import HealthStoreSQLite

extension StoreUnderTest {
  /// A file in a folder of its own.
  static let sqlite = StoreUnderTest(testDescription: "SQLite") {
    let folder = try SQLiteFolder()
    return Place(
      open: { access throws(HealthError) in try SQLiteStore(folder.path, for: access) },
      location: folder.path,
      rows: { query, columns in try folder.rows(query, columns) },
      remove: { folder.remove() })
  }
}

/// A folder with a place for a store, which the test removes.
struct SQLiteFolder: Sendable {
  let folder: String

  /// Where the store is.
  var path: String { folder + "/health.db" }

  /// A folder with an empty store.
  ///
  /// - Parameter isEmpty: Whether there is no store yet.
  /// - Throws: What cannot be made.
  init(isEmpty: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.path + "/healthconv-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if !isEmpty { try SQLiteStore(path, for: .creating).save([]) }
  }

  /// The names of all files.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Rows that a query gives another program, of so many columns of text.
  func rows(_ query: String, _ columns: Int) throws -> [[String]] {
    try PlainDatabase(path).rows(query).map { row in row[..<columns].map { $0 ?? "" } }
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
