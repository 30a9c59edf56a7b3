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
