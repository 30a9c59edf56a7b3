import Synchronization

/// A thread for calls that wait for a disk or a server: a task that awaits one of them is suspended and blocks no
/// thread of Swift's cooperative pool, which has but one for each core.
package final class BlockingThread: Sendable {
  private typealias Call = @Sendable () -> Void

  /// The thread, made at the first call.
  private let worker = Mutex<Worker<Call>?>(nil)

  /// No thread yet.
  public init() {}

  /// The thread ends after the current call; nothing waits for it.
  deinit { _ = worker.withLock { $0?.end() } }

  /// Makes a call on the thread.
  ///
  /// - Throws: The error of the call; `ByteError` if the system cannot start another thread.
  public func run<Result: Sendable>(
    _ call: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let worker = try started()
    return try await withCheckedThrowingContinuation { continuation in
      do {
        try worker.send { continuation.resume(with: Swift.Result { try call() }) }
      } catch { continuation.resume(throwing: error) }
    }
  }

  private func started() throws -> Worker<Call> {
    try worker.withLock { worker in
      if let worker { return worker }
      let made = try Worker<Call> { call in call() }
      worker = made
      return made
    }
  }
}
