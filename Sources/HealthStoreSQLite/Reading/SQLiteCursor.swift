import HealthModel
import HealthStore

/// The answer to a query: reads in a transaction of its own, so that all of it is of one state. When it is
/// dropped, its connection serves the next question.
final class SQLiteCursor: SampleCursor {
  private let store: SQLiteStore
  private var connection: Connection?
  private var scan: SampleScan?
  private var left: Int?
  private(set) var key: SampleKey?

  init(_ store: SQLiteStore, _ query: SampleQuery) throws(StoreError) {
    self.store = store
    left = query.limit
    guard let connection = try store.connect() else { return }
    self.connection = connection
    do throws(StoreError) {
      // In another order, samples are fetched from here and there.
      if query.order.key == .saved {
        try connection.run("PRAGMA cache_size = -\(Connection.scanCache)")
      }
      try connection.run("BEGIN")
      // A transaction begins with the first look.
      try connection.limitSteps()
      if query.limit == nil { try store.checkWhole(connection) }
      scan = try SampleScan(
        query.predicate, scope: query.scope, by: query.order, isBrief: query.limit != nil,
        connection)
    } catch {
      end()
      throw error
    }
  }

  deinit { end() }

  func next() throws(StoreError) -> Sample? {
    key = nil
    if left == 0 { end() }
    guard let sample = try scan?.next() else {
      end()
      return nil
    }
    if let count = left { left = count - 1 }
    key = scan?.key
    return sample
  }

  private func end() {
    scan = nil
    if let connection {
      try? connection.run("PRAGMA cache_size = -\(Connection.pageCache)")
      store.release(connection)
    }
    connection = nil
  }
}
