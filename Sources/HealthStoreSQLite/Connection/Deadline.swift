import GRDBSQLite
import Synchronization

/// Interrupts the statements of a connection when time is up: a damaged tree of pages may have no end.
final class Deadline: Sendable {
  private let connection: Connection
  private let state = Mutex(State())

  private struct State {
    var isOver = false
    var task: Task<Void, any Error>?
  }

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - limit: For how long statements may run.
  ///   - connection: Their connection.
  init(_ limit: Duration, _ connection: Connection) {
    self.connection = connection
    let task = Task.detached { [self] in
      try await Task.sleep(for: limit)
      // Between two statements there is nothing to interrupt, so that it is done again.
      while interrupt() { try await Task.sleep(for: .milliseconds(20)) }
    }
    state.withLock { $0.task = task }
  }

  private func interrupt() -> Bool {
    state.withLock { state in
      if !state.isOver { unsafe sqlite3_interrupt(connection.handle) }
      return !state.isOver
    }
  }

  /// Ends the count. Statements that run from then on are not interrupted.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.task?.cancel()
      state.task = nil
    }
  }
}
