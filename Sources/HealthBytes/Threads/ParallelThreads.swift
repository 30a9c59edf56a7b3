import LibC

/// Threads that do the same work on different chunks of an input.
package enum ParallelThreads {
  /// The function that all threads call. The caller guards the data that the calls share.
  private struct Work: @unchecked Sendable {
    let body: (Int) -> Void
  }

  /// Calls a function on several threads, including the calling one, and waits until all calls have returned.
  ///
  /// - Parameters:
  ///   - count: How many threads; there are fewer if the system cannot start so many.
  ///   - body: Receives the number of its thread, from 0. Calls run at the same time: everything that they share must be
  ///     used in the order of the chunks (``ChunkOrder``) or be guarded by a lock.
  package static func run(_ count: Int, _ body: (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      let work = Work(body: body)
      var workers: [Worker<Int>] = []
      for number in 1..<max(1, count) {
        guard let worker = try? Worker<Int>(capacity: 1, { work.body($0) }) else { break }
        try? worker.send(number)
        workers.append(worker)
      }
      body(0)
      for worker in workers { try? worker.finish() }
    }
  }
}

/// Gives chunks of an input their turn, one after another in the order of their numbers, on any threads.
package final class ChunkOrder: Sendable {
  private struct State {
    /// The chunk whose turn it is.
    var number = 0
    var isOver = false
  }

  private let state = Monitor(State())

  /// An order that begins with chunk 0.
  package init() {}

  /// Waits for the turn of a chunk.
  ///
  /// - Returns: `true` when the chunk has its turn; `false` after ``stop()``.
  package func wait(for number: Int) -> Bool {
    state.wait(until: { $0.isOver || $0.number == number }) { !$0.isOver }
  }

  /// Ends the turn of a chunk. Only the thread that has the chunk may call it.
  package func release(_ number: Int) {
    state.withLock { $0.number = number + 1 }
  }

  /// No further chunk gets a turn.
  package func stop() {
    state.withLock { $0.isOver = true }
  }
}

/// A value that threads share: one thread at a time uses it, and a thread can wait until another one has changed it.
///
/// The thread sanitizer supports its lock, unlike `Synchronization.Mutex`.
@safe
package final class Monitor<Value>: @unchecked Sendable {
  // Allocated, since primitives of the system must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe _ = pthread_mutex_init(mutex, nil)
    unsafe _ = pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe _ = pthread_cond_destroy(condition)
    unsafe _ = pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Uses the value.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try wait(until: { _ in true }, body)
  }

  /// Waits until the value fulfills a condition, and uses it.
  package func wait<Result>(
    until isMet: (Value) -> Bool, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    unsafe _ = pthread_mutex_lock(mutex)
    defer {
      unsafe _ = pthread_cond_broadcast(condition)
      unsafe _ = pthread_mutex_unlock(mutex)
    }
    while !isMet(value) { unsafe _ = pthread_cond_wait(condition, mutex) }
    return try body(&value)
  }
}

/// Waiting in synchronous code.
package enum Pause {
  /// Lets the thread sleep; a signal may wake it earlier.
  public static func sleep(milliseconds: UInt32) {
    usleep(min(milliseconds, 999) * 1_000)
  }
}
