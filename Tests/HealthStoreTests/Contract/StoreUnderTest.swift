import Foundation
import HealthStore
import HealthTesting
import Testing

/// A kind of store that the contract is tested on.
struct StoreUnderTest: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Makes an empty store.
  let make: @Sendable () throws -> Place

  /// Where an empty store is, for as long as this lives.
  final class Place {
    /// Opens the store once more: as another program would, where there can be one.
    let open: (StoreKind.Access) throws -> any SampleStore
    /// Its path or address; `nil` for the store in memory.
    let location: String?
    /// Rows that a query gives another program, of so many columns of text; `nil` where there is no SQL.
    let rows: ((_ query: String, _ columns: Int) throws -> [[String]])?
    private let remove: () -> Void

    init(
      open: @escaping (StoreKind.Access) throws -> any SampleStore,
      location: String? = nil,
      rows: ((_ query: String, _ columns: Int) throws -> [[String]])? = nil,
      remove: @escaping () -> Void = {}
    ) {
      self.open = open
      self.location = location
      self.rows = rows
      self.remove = remove
    }

    deinit { remove() }
  }

  /// All that can be had here.
  static let all: [StoreUnderTest] = [memory, sqlite] + postgres

  /// Those that are databases.
  static let databases = all.filter { $0.testDescription != memory.testDescription }

  static let memory = StoreUnderTest(testDescription: "memory") {
    let store = MemoryStore()
    return Place(open: { _ in store })
  }
}
