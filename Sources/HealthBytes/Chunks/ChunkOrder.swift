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
