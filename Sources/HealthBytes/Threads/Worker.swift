import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread that works off jobs in their order, while who hands them over goes on.
///
/// Some jobs may wait; who hands over more waits itself, so that memory stays bounded. After the first error
/// no job is begun any more.
public final class Worker<Job: Sendable>: Sendable {
  private typealias Work = @Sendable (Job) throws -> Void

  /// The state shared by both threads, protected by a lock.
  private struct State {
    /// The function for each job; `nil` once all are done, so that captured objects are released.
    var work: Work?
    var jobs: [Job] = []
    var isEnded = false
    var error: (any Error)?
  }

  private let state: Mutex<State>
  private let capacity: Int
  /// One signal for each job, and one for the end.
  private let added = Semaphore(0)
  /// One signal for each place that is free.
  private let free: Semaphore
  /// The signal that the thread is at its end.
  private let ended = Semaphore(0)

  /// Begins a thread.
  ///
  /// - Parameters:
  ///   - capacity: How many jobs may wait, at least 1.
  ///   - work: What to do with each job.
  /// - Throws: `ByteError` if the system gives no thread.
  public init(
    capacity: Int = 2, _ work: @escaping @Sendable (Job) throws -> Void
  ) throws(ByteError) {
    state = Mutex(State(work: work))
    self.capacity = max(1, capacity)
    free = Semaphore(self.capacity)
    guard Thread.begin({ [self] in run() }) else {
      throw ByteError(.io, "", "the system gives no thread")
    }
  }

  /// Hands a job over; waits while too many do.
  ///
  /// - Throws: What an earlier job threw.
  public func send(_ job: sending Job) throws {
    free.wait()
    if let error = state.withLock({ $0.error }) {
      free.signal()
      throw error
    }
    let job = job
    state.withLock { $0.jobs.append(job) }
    added.signal()
  }

  /// Waits until all jobs are done, for the thread that hands them over. More may come.
  ///
  /// - Throws: What a job threw.
  public func wait() throws {
    // Holding every slot means that no job is pending.
    for _ in 0..<capacity { free.wait() }
    for _ in 0..<capacity { free.signal() }
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Waits until all jobs are done, and ends the thread. May be called again.
  ///
  /// - Throws: What a job threw.
  public func finish() throws {
    if end() { ended.wait() }
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Lets the thread end after the jobs that are waiting; does not wait for it.
  ///
  /// - Returns: Whether this is the first call.
  @discardableResult
  func end() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isEnded = true }
      return !state.isEnded
    }
    if isFirst { added.signal() }
    return isFirst
  }

  private func run() {
    while true {
      added.wait()
      let (job, work) = state.withLock { state in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.error == nil ? state.work : nil)
      }
      guard let job else { break }
      do { try work?(job) } catch { state.withLock { $0.error = error } }
      free.signal()
    }
    state.withLock { $0.work = nil }
    ended.signal()
  }
}

/// Counts signals, and lets a thread wait for one.
@safe
private final class Semaphore: @unchecked Sendable {
  // Two primitives of the system that must not move: they live behind a pointer.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var count: Int

  init(_ count: Int) {
    self.count = count
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

  func wait() {
    unsafe _ = pthread_mutex_lock(mutex)
    while count == 0 { unsafe _ = pthread_cond_wait(condition, mutex) }
    count -= 1
    unsafe _ = pthread_mutex_unlock(mutex)
  }

  func signal() {
    unsafe _ = pthread_mutex_lock(mutex)
    count += 1
    unsafe _ = pthread_cond_signal(condition)
    unsafe _ = pthread_mutex_unlock(mutex)
  }
}

/// Threads of the system.
private enum Thread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Begins a detached thread.
  ///
  /// - Returns: `false` at the end.
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
