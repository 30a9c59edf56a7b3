import LibC

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

/// Pauses in synchronous code.
package enum Pause {
  /// Lets the thread sleep; a signal may wake it earlier.
  public static func sleep(milliseconds: UInt32) {
    usleep(min(milliseconds, 999) * 1_000)
  }
}
