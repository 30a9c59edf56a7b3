import LibC
import Synchronization

/// Runs jobs in order on a background thread; `send` blocks while the queue is full, so that memory stays bounded. After the
/// first error no further job is started.
package final class Worker<Job: Sendable>: Sendable {
  private typealias Work = @Sendable (Job) throws -> Void

  private struct State {
    /// The function for each job; `nil` once all are done, so that captured objects are released.
    var work: Work?
    var jobs: [Job] = []
    /// The number of jobs that wait, and of the current one.
    var count = 0
    var isEnded = false
    var error: (any Error)?
  }

  private let state: Monitor<State>
  private let capacity: Int

  /// Begins a thread.
  ///
  /// - Parameters:
  ///   - capacity: How many jobs may wait, at least 1.
  ///   - work: What to do with each job.
  /// - Throws: `HealthError` if the system cannot start another thread.
  public init(
    capacity: Int = 2, _ work: @escaping @Sendable (Job) throws -> Void
  ) throws(HealthError) {
    state = Monitor(State(work: work))
    self.capacity = max(1, capacity)
    guard Thread.begin({ [self] in run() }) else {
      throw HealthError(.failed, "", "the system cannot start another thread")
    }
  }

  /// Appends a job to the queue; waits while the queue is full.
  public func send(_ job: sending Job) throws {
    let job = job
    try state.wait(until: { [capacity] in $0.count < capacity }) { state in
      if let error = state.error { throw error }
      state.jobs.append(job)
      state.count += 1
    }
  }

  /// Waits until all jobs are done, for the thread that sends them. More may follow.
  public func wait() throws {
    try state.wait(until: { $0.count == 0 }) { if let error = $0.error { throw error } }
  }

  /// Waits until all jobs are done, and ends the thread. May be called again.
  public func finish() throws {
    end()
    try state.wait(until: { $0.work == nil }) { if let error = $0.error { throw error } }
  }

  /// Drops the jobs that are waiting, waits for the current one, and ends the thread. May be called again.
  public func cancel() {
    state.withLock { state in
      state.count -= state.jobs.count
      state.jobs = []
      state.isEnded = true
    }
    state.wait(until: { $0.work == nil }) { _ in }
  }

  /// Lets the thread end after the jobs that are waiting; does not wait for it.
  func end() { state.withLock { $0.isEnded = true } }

  private func run() {
    while true {
      let (job, work) = state.wait(until: { !$0.jobs.isEmpty || $0.isEnded }) { state in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.error == nil ? state.work : nil)
      }
      guard let job else { break }
      var failure: (any Error)?
      do { try work?(job) } catch { failure = error }
      state.withLock { state in
        if let failure { state.error = failure }
        state.count -= 1
      }
    }
    state.withLock { $0.work = nil }
  }
}

private enum Thread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Begins a detached thread.
  ///
  /// - Returns: `false` if the system cannot start a thread.
  static func begin(_ run: @escaping @Sendable () -> Void) -> Bool {
    let body = unsafe Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = unsafe pthread_create(&thread, nil, Self.main, body.toOpaque())
    guard status == 0 else {
      unsafe body.release()
      return false
    }
    #if canImport(Darwin)
      if let thread { unsafe _ = pthread_detach(thread) }
    #else
      _ = pthread_detach(thread)
    #endif
    return true
  }

  #if canImport(Darwin)
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      {
        unsafe Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
        return nil
      }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      {
        if let body = unsafe $0 {
          unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        }
        return nil
      }
  #endif
}

/// A thread for calls that wait for a disk or a server. A task that awaits such a call is suspended and blocks no thread of
/// Swift's cooperative pool, which has only one for each core.
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
  /// - Throws: The error of the call; `HealthError` if the system cannot start another thread.
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

/// Lets threads use the chunks of an input one after another, in the order of their numbers.
package final class ChunkOrder: Sendable {
  private struct State {
    /// The number of the chunk that may proceed.
    var number = 0
    var isOver = false
  }

  private let state = Monitor(State())

  /// An order that begins with chunk 0.
  package init() {}

  /// Waits until all earlier chunks are released.
  ///
  /// - Returns: `true` when the chunk may proceed; `false` after ``stop()``.
  package func wait(for number: Int) -> Bool {
    state.wait(until: { $0.isOver || $0.number == number }) { !$0.isOver }
  }

  /// Releases a chunk, so that the next one may proceed. Only the thread that holds the chunk may
  /// call it.
  package func release(_ number: Int) {
    state.withLock { $0.number = number + 1 }
  }

  /// Makes all waiting and later calls of ``wait(for:)`` return `false`.
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

/// Pauses in synchronous code.
package enum Pause {
  /// Lets the thread sleep; a signal may wake it earlier.
  public static func sleep(milliseconds: UInt32) {
    usleep(min(milliseconds, 999) * 1_000)
  }
}
