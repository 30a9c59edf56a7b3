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
    /// The number of waiting jobs, plus 1 for the current job.
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

  /// Makes the thread end after the waiting jobs; does not wait for that.
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

  /// Makes an object without a thread; the first call starts it.
  public init() {}

  /// The thread ends after the calls that it has received; nothing waits for that.
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
