/// Packs streams of deflate, one after another, in blocks on several threads. The packed bytes do not depend on how many
/// threads there are.
///
/// One thread at a time uses it, and `emit` is called on that thread: with packed bytes, in order, and with whether a
/// stream ends with them. At most two blocks for each thread are in memory.
final class BlockPacker {
  typealias Emit = (Span<UInt8>, _ isLast: Bool) throws(ByteError) -> Void

  private let level: Int
  private let ratio: Int
  private let jobs: Int
  /// Packs on the caller's own thread.
  private let deflater: Deflater
  private var workers: [Worker<DeflateBlock>] = []
  private var nextWorker = 0
  /// The blocks that threads have, the oldest first.
  private var queue: [DeflateBlock] = []
  private var free: [DeflateBlock] = []
  /// The block that is not full.
  private var current: DeflateBlock
  /// How many more blocks are packed before threads are started for the others.
  private var blocksBeforeThreads = 4

  /// - Parameters:
  ///   - level: Of deflate: 1, the fastest, to 9, the smallest.
  ///   - ratio: Unpacked bytes for each packed byte that a reader allows.
  ///   - jobs: How many threads pack; with 1 it is the caller's.
  /// - Throws: `ByteError` when there is no memory.
  init(level: Int, ratio: Int = Limits.ratio.value, jobs: Int) throws(ByteError) {
    (self.level, self.ratio, self.jobs) = (level, ratio, jobs)
    deflater = try Deflater(level: level, ratio: ratio)
    current = DeflateBlock()
    current.begin()
  }

  deinit { for worker in workers { worker.end() } }

  /// Appends to the stream.
  func append(_ bytes: Span<UInt8>, _ emit: Emit) throws(ByteError) {
    var start = 0
    while true {
      start += current.append(bytes.extracting(start..<bytes.count))
      if start == bytes.count { return }
      let full = current
      current = free.popLast() ?? DeflateBlock()
      current.begin(behind: full)
      try pack(full, emit)
    }
  }

  /// Ends the stream, and begins the next one.
  func end(_ emit: Emit) throws(ByteError) {
    let last = current
    last.isLast = true
    current = free.popLast() ?? DeflateBlock()
    current.begin()
    try pack(last, emit)
  }

  /// Waits for all blocks of the streams that have ended.
  func drain(_ emit: Emit) throws(ByteError) {
    while !queue.isEmpty { try emitFirst(emit) }
  }

  private func pack(_ block: DeflateBlock, _ emit: Emit) throws(ByteError) {
    if jobs > 1, workers.isEmpty {
      if blocksBeforeThreads > 0 { blocksBeforeThreads -= 1 } else { startWorkers() }
    }
    queue.append(block)
    if workers.isEmpty {
      block.pack(with: deflater)
      try emitFirst(emit)
      return
    }
    // A worker throws nothing: what went wrong is in the block.
    try? workers[nextWorker].send(block)
    nextWorker = (nextWorker + 1) % workers.count
    while queue.count >= workers.count * 2 { try emitFirst(emit) }
  }

  private func startWorkers() {
    for _ in 0..<jobs {
      guard let deflater = try? Deflater(level: level, ratio: ratio),
        let worker = try? Worker<DeflateBlock>({ $0.pack(with: deflater) })
      else { return }
      workers.append(worker)
    }
  }

  private func emitFirst(_ emit: Emit) throws(ByteError) {
    let block = queue.removeFirst()
    try block.wait()
    free.append(block)
    try block.packed.withBytes { (bytes) throws(ByteError) in try emit(bytes, block.isLast) }
  }
}
