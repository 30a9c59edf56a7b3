// Compression has its own threads, one for each job (`BlockPacker`). A deflate stream consists of blocks of 512 KiB. Each
// block may refer to the 32 KiB before it, begins with new codes and ends at a byte boundary, so the concatenated packed
// blocks are the stream. With one thread the blocks are the same. Blocks of several members of an archive may be packed at
// the same time; at most two for each thread are in memory.

import CHealthZlib

/// A deflate encoder: that of zlib or of ISA-L, with a memory-safe interface.
///
/// Packs the blocks of streams (``DeflateBlock``), and keeps no state from one block to the next. One thread at a time uses it.
@safe
final class Deflater: @unchecked Sendable {
  private let ratio: Int
  #if ISAL
    private let fast: FastDeflater?
  #endif
  // zlib keeps a pointer to the stream in its own state: it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var output = [UInt8](repeating: 0, count: 1 << 16)
  /// Shorter blocks are packed by zlib, which takes less time for them than ISA-L takes to start. In addition, the output of
  /// ISA-L for blocks of less than 300 bytes was observed to differ between runs.
  private static let shortBlock = 4 << 10
  /// The input between two flushes where the stream would exceed the compression ratio: each flush adds about five bytes.
  private static let flushDistance = 256

  /// An encoder.
  ///
  /// - Parameter ratio: The unpacked bytes per packed byte that readers of the stream allow; the output stays below.
  /// - Throws: `HealthError` when there is no memory.
  init(_ compression: Compression, ratio: Int = Limits.ratio.value) throws(HealthError) {
    self.ratio = ratio
    #if ISAL
      fast = compression == .fast ? FastDeflater() : nil
    #endif
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // A window of 15 bits; negative for a raw stream without header and trailer.
    let result = unsafe deflateInit2_(
      stream, Int32(compression.level), Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY,
      zlibVersion(), Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else { throw HealthError(.failed, "", "the encoder could not be started") }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func pack(_ block: DeflateBlock) throws(HealthError) {
    #if ISAL
      if let fast, block.count > Self.shortBlock {
        try fast.pack(block)
      } else {
        try pack(block, flushDistance: .max)
      }
    #else
      try pack(block, flushDistance: .max)
    #endif
    // Data compressed beyond the ratio limit would be rejected by this program's reader.
    let isClose = RatioGuard.isClose(
      block.count, packed: block.packed.count, behind: block.position, ratio: ratio)
    if isClose { try pack(block, flushDistance: Self.flushDistance) }
  }

  private func pack(_ block: DeflateBlock, flushDistance: Int) throws(HealthError) {
    block.packed.removeAll()
    let bytes = block.bytes
    try begin(bytes.span.extracting(0..<block.start))
    var start = block.start
    while true {
      let end = min(block.end, start + min(flushDistance, block.end - start))
      let isEnd = end == block.end
      let flush = !isEnd || !block.isLast ? Z_SYNC_FLUSH : Z_FINISH
      let (left, made, result) = step(bytes.span.extracting(start..<end), flush)
      start = end - left
      let output = output
      block.packed.append(output.span.extracting(0..<made))
      if result == Z_STREAM_END { return }
      guard result == Z_OK || result == Z_BUF_ERROR else {
        throw HealthError(.failed, "", "the encoder failed")
      }
      if isEnd, !block.isLast, left == 0, made < output.count { return }
    }
  }

  /// Resets the encoder, with the bytes before the block as its dictionary.
  private func begin(_ dictionary: Span<UInt8>) throws(HealthError) {
    var result = unsafe deflateReset(stream)
    if result == Z_OK, !dictionary.isEmpty {
      result = unsafe dictionary.withUnsafeBufferPointer { bytes in
        unsafe deflateSetDictionary(stream, bytes.baseAddress, UInt32(bytes.count))
      }
    }
    guard result == Z_OK else { throw HealthError(.failed, "", "the encoder could not be started") }
  }

  private func step(_ bytes: Span<UInt8>, _ flush: Int32) -> (left: Int, made: Int, result: Int32) {
    unsafe bytes.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(source.count)
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = UInt32(target.count)
        let result = unsafe deflate(stream, flush)
        return unsafe (
          Int(stream.pointee.avail_in), target.count - Int(stream.pointee.avail_out), result
        )
      }
    }
  }
}

/// Packs deflate streams, one after another, in blocks on several threads. The packed bytes do not depend on the number of
/// threads.
///
/// One thread at a time uses it. `emit` is called on that thread, with packed bytes in order and whether a stream ends with
/// them. At most two blocks for each thread are in memory.
final class BlockPacker {
  typealias Emit = (Span<UInt8>, _ isLast: Bool) throws(HealthError) -> Void

  private let compression: Compression
  private let ratio: Int
  private let jobs: Int
  /// Packs on the caller's own thread.
  private let deflater: Deflater
  private var workers: [Worker<DeflateBlock>] = []
  private var nextWorker = 0
  /// The blocks that were sent to threads, the oldest first.
  private var queue: [DeflateBlock] = []
  private var free: [DeflateBlock] = []
  /// The block that is not full.
  private var current: DeflateBlock
  /// How many more blocks are packed before threads are started for the others.
  private var blocksBeforeThreads = 4

  /// - Parameters:
  ///   - ratio: Unpacked bytes for each packed byte that a reader allows.
  ///   - jobs: How many threads pack; with 1, the caller's thread does.
  /// - Throws: `HealthError` when there is no memory.
  init(
    _ compression: Compression, ratio: Int = Limits.ratio.value, jobs: Int
  ) throws(HealthError) {
    (self.compression, self.ratio, self.jobs) = (compression, ratio, jobs)
    deflater = try Deflater(compression, ratio: ratio)
    current = DeflateBlock()
    current.begin()
  }

  deinit { for worker in workers { worker.end() } }

  /// Appends to the stream.
  func append(_ bytes: Span<UInt8>, _ emit: Emit) throws(HealthError) {
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
  func end(_ emit: Emit) throws(HealthError) {
    let last = current
    last.isLast = true
    current = free.popLast() ?? DeflateBlock()
    current.begin()
    try pack(last, emit)
  }

  /// Waits for all blocks of the streams that have ended.
  func drain(_ emit: Emit) throws(HealthError) {
    while !queue.isEmpty { try emitFirst(emit) }
  }

  private func pack(_ block: DeflateBlock, _ emit: Emit) throws(HealthError) {
    if jobs > 1, workers.isEmpty {
      if blocksBeforeThreads > 0 { blocksBeforeThreads -= 1 } else { startWorkers() }
    }
    queue.append(block)
    if workers.isEmpty {
      block.pack(with: deflater)
      try emitFirst(emit)
      return
    }
    // A worker throws nothing: the block contains the error.
    try? workers[nextWorker].send(block)
    nextWorker = (nextWorker + 1) % workers.count
    while queue.count >= workers.count * 2 { try emitFirst(emit) }
  }

  private func startWorkers() {
    for _ in 0..<jobs {
      guard let deflater = try? Deflater(compression, ratio: ratio),
        let worker = try? Worker<DeflateBlock>({ $0.pack(with: deflater) })
      else { return }
      workers.append(worker)
    }
  }

  private func emitFirst(_ emit: Emit) throws(HealthError) {
    let block = queue.removeFirst()
    try block.wait()
    free.append(block)
    try block.packed.withBytes { (bytes) throws(HealthError) in try emit(bytes, block.isLast) }
  }
}

/// A part of a deflate stream that is packed separately, perhaps on another thread.
///
/// It ends at a byte boundary, and may refer to the bytes before it, which a decoder has already unpacked. So the concatenated
/// packed blocks are the packed stream. One thread at a time uses a block.
final class DeflateBlock: @unchecked Sendable {
  /// The bytes of a block; only the last one of a stream is shorter. Larger blocks need fewer packed bytes and less time, since
  /// each begins with new codes and a dictionary; smaller ones need less memory.
  static let size = 1 << 19
  /// The greatest distance of a reference in deflate.
  private static let distance = 1 << 15

  /// The bytes before the block to which it may refer, and its own from `start` on.
  var bytes: [UInt8]
  private(set) var start = 0
  private(set) var end = 0
  /// How many bytes of the stream are before the block.
  private(set) var position: Int64 = 0
  /// Whether the stream ends with it.
  var isLast = false
  /// The packed bytes, when packing is done.
  var packed = ByteBuffer(capacity: 1 << 12)
  /// Why it could not be packed.
  var error: HealthError?
  private let done = Monitor(false)

  init() { bytes = [UInt8](repeating: 0, count: Self.distance + Self.size) }

  /// How many bytes the block has, without those before it.
  var count: Int { end - start }

  /// Begins a stream.
  func begin() {
    (start, end, position, isLast) = (0, 0, 0, false)
  }

  /// Begins a block that follows another one of the same stream.
  func begin(behind block: DeflateBlock) {
    start = min(Self.distance, block.end)
    bytes.overwrite(at: 0, with: block.bytes, (block.end - start)..<block.end)
    end = start
    position = block.position + Int64(block.count)
    isLast = false
  }

  /// Appends as many bytes as there is room for.
  ///
  /// - Returns: How many.
  func append(_ more: Span<UInt8>) -> Int {
    let count = min(more.count, start + Self.size - end)
    bytes.overwrite(at: end, with: more.extracting(0..<count))
    end += count
    return count
  }

  /// Packs it, and marks it as done.
  func pack(with deflater: Deflater) {
    error = nil
    do throws(HealthError) { try deflater.pack(self) } catch { self.error = error }
    done.withLock { $0 = true }
  }

  /// Waits until it is done.
  ///
  /// - Throws: Why it could not be packed.
  func wait() throws(HealthError) {
    done.wait(until: { $0 }) { $0 = false }
    if let error { throw error }
  }
}

/// How hard an output is compressed: a .zip, a .gz, a workbook. What is unpacked is the same.
///
/// Of 100 MB of the XML of an export, `fast` leaves 6.7 MB after 0.05 s and `small` 5.3 MB after 2 s on one core; level 6 of
/// zlib, which most programs use, leaves 5.6 MB after 0.6 s.
public enum Compression: String, Sendable, CaseIterable {
  /// By ISA-L, whose bytes may differ between processors; without the trait `ISAL`, by zlib's fastest level.
  case fast
  /// By zlib's best level.
  case small

  /// The level of zlib; with `fast`, for what ISA-L does not pack.
  var level: Int { self == .fast ? 1 : 9 }
}
