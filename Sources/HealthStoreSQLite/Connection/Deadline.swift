import GRDBSQLite
import Synchronization

/// Interrupts the statements of a connection when time is up: a damaged tree of pages may have no end.
final class Deadline: Sendable {
  private let state: Mutex<State>

  private struct State {
    /// `nil` when the count has ended. The task may outlive that, and must not keep the connection from being closed:
    /// it would leave its log behind if the process ended first.
    var connection: Connection?
    var task: Task<Void, any Error>?
  }

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - limit: For how long statements may run.
  ///   - connection: Their connection.
  init(_ limit: Duration, _ connection: Connection) {
    state = Mutex(State(connection: connection))
    let task = Task.detached { [self] in
      try await Task.sleep(for: limit)
      // Between two statements there is nothing to interrupt, so that it is done again.
      while interrupt() { try await Task.sleep(for: .milliseconds(20)) }
    }
    state.withLock { $0.task = task }
  }

  private func interrupt() -> Bool {
    state.withLock { state in
      guard let connection = state.connection else { return false }
      unsafe sqlite3_interrupt(connection.handle)
      return true
    }
  }

  /// Ends the count. Statements that run from then on are not interrupted.
  func end() {
    state.withLock { state in
      state.connection = nil
      state.task?.cancel()
      state.task = nil
    }
  }
}
