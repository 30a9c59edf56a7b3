// A dataset is a path, bytes in memory, an open descriptor, or chunks of an `AsyncSequence` (`Dataset+Memory`). For
// chunks, a task moves them into a `ChunkPipe`, from which a thread reads; the task waits while more than 1 MiB is
// in it. The scope of `Dataset.open(chunks:…)` contains both, so neither outlives it. `Dataset` and `Conversion` are
// `Sendable`: sinks and files that a conversion writes next to its output are arguments of `run` (`SideOutputs`).
//
// Work is ended early in one way: the handler of its progress throws. The asynchronous `run` has a handler that
// throws when its task was cancelled. Cancellation also ends the pipe, so that a thread that waits for bytes
// continues. The handler is called once more after reading and before an output gets its name.

/// Carries bytes from an asynchronous producer to a reader on a thread that may block.
///
/// The producer waits while more than ``capacity`` bytes have not been read; the reader waits while there are none.
package final class ChunkPipe: Sendable {
  private struct State {
    /// The chunks that were not completely read yet, in the order of the input.
    var chunks: [[UInt8]] = []
    /// How many bytes of the first chunk were read.
    var position = 0
    var count = 0
    /// Whether no chunk follows.
    var isEnded = false
    /// The error because of which no chunk follows; `nil` if the input ended.
    var error: HealthError?
    /// Whether reading was stopped: chunks that are sent are discarded.
    var isStopped = false
    /// The producer, if it waits.
    var waiting: CheckedContinuation<Void, Never>?

    mutating func resume() { waiting.take()?.resume() }
  }

  private let state = Monitor(State())
  private let capacity: Int

  /// An empty pipe.
  package init(capacity: Int = 1 << 20) { self.capacity = capacity }

  /// Whether reading was stopped: chunks that are sent are discarded.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Appends a chunk, and waits while more than ``capacity`` bytes have not been read.
  ///
  /// - Returns: Whether to continue; `false` if nothing more is read.
  package func send(_ chunk: [UInt8]) async -> Bool {
    let capacity = capacity
    state.withLock { state in
      guard !state.isStopped, !chunk.isEmpty else { return }
      // Small chunks are joined, so that there are few.
      if let last = state.chunks.indices.last, state.chunks[last].count < 1 << 16 {
        state.chunks[last] += chunk
      } else {
        state.chunks.append(chunk)
      }
      state.count += chunk.count
    }
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.waiting = continuation
        if state.count <= capacity || state.isStopped { state.resume() }
      }
    }
    return !isStopped
  }

  /// Ends the input.
  ///
  /// - Parameter error: The error, if the input ends early. The reader receives all chunks sent before it, and then throws it.
  package func end(_ error: HealthError? = nil) {
    state.withLock { state in
      if state.isEnded { return }
      state.isEnded = true
      state.error = error
    }
  }

  /// Ends reading: the producer stops, and a reader gets an error.
  package func stop(_ error: HealthError) {
    state.withLock { state in
      state.isStopped = true
      state.isEnded = true
      state.error = error
      state.chunks = []
      state.count = 0
      state.resume()
    }
  }

  /// Waits for bytes, and moves as many as fit.
  ///
  /// - Returns: How many; 0 at the end.
  func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    guard offset < buffer.count else { return 0 }
    let capacity = capacity
    let (count, error) = state.wait(until: { $0.count > 0 || $0.isEnded }) { state in
      guard let chunk = state.chunks.first else { return (0, state.error) }
      let count = min(chunk.count - state.position, buffer.count - offset)
      buffer.overwrite(at: offset, with: chunk, state.position..<(state.position + count))
      state.position += count
      state.count -= count
      if state.position == chunk.count {
        state.chunks.removeFirst()
        state.position = 0
      }
      if state.count <= capacity { state.resume() }
      return (count, nil)
    }
    if let error { throw error }
    return count
  }
}

/// The reader's end of a pipe.
package final class ChunkSource: ByteSource {
  private let pipe: ChunkPipe
  private var consumed: Int64 = 0

  package init(_ pipe: ChunkPipe) { self.pipe = pipe }

  package func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    let count = try pipe.read(into: &buffer, at: offset)
    consumed += Int64(count)
    return count
  }

  package var progress: ByteProgress { ByteProgress(consumed: consumed, total: nil) }
}
