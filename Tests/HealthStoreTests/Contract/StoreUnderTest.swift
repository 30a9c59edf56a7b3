import Foundation
import HealthStore
import HealthStoreSQLite
import HealthTesting

/// A kind of store that the contract is tested on.
struct StoreUnderTest: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Makes an empty store.
  let make: @Sendable () throws -> Place

  /// Where an empty store is, for as long as this lives.
  final class Place {
    /// Opens the store once more: as another program would, where there can be one.
    let open: (StoreKind.Access) throws -> any HealthStore
    private let remove: () -> Void

    init(
      open: @escaping (StoreKind.Access) throws -> any HealthStore,
      remove: @escaping () -> Void = {}
    ) {
      self.open = open
      self.remove = remove
    }

    deinit { remove() }
  }

  /// All that can be had here.
  static let all: [StoreUnderTest] = [memory, sqlite]

  static let memory = StoreUnderTest(testDescription: "memory") {
    let store = MemoryStore()
    return Place(open: { _ in store })
  }

  static let sqlite = StoreUnderTest(testDescription: "SQLite") {
    let folder = FileManager.default.temporaryDirectory.path + "/healthconv-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/health.db"
    try SQLiteStore(path, for: .creating).save([])
    return Place(
      open: { try SQLiteStore(path, for: $0) },
      remove: { try? FileManager.default.removeItem(atPath: folder) })
  }
}
