import CHealthZlib

/// The encoder of deflate: zlib's `deflate` behind a memory-safe front.
///
/// Packs the blocks of streams (``DeflateBlock``), each without anything from the blocks before it. Used by one thread
/// at a time.
@safe
final class Deflater: @unchecked Sendable {
  private let ratio: Int
  // zlib keeps a pointer to the stream in its own state: it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var output = [UInt8](repeating: 0, count: 1 << 16)
  /// Input between two flushes where the packed stream would be too small: each flush adds some five bytes.
  private static let flushDistance = 256

  /// An encoder.
  ///
  /// - Parameters:
  ///   - level: 1, the fastest, to 9, the smallest; others are clamped.
  ///   - ratio: What a reader of the stream allows: fewer unpacked bytes for each packed byte come out.
  /// - Throws: `ByteError` when there is no memory.
  init(level: Int, ratio: Int = Limits.ratio.value) throws(ByteError) {
    self.ratio = ratio
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 15 bits of window, and negative: nothing around the stream.
    let result = unsafe deflateInit2_(
      stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY,
      zlibVersion(), Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else { throw ByteError(.io, "", "the encoder could not be started") }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func pack(_ block: DeflateBlock) throws(ByteError) {
    try pack(block, flushDistance: .max)
    // Data compressed beyond the ratio limit would be rejected by this program's reader.
    let isClose = RatioGuard.isClose(
      block.count, packed: block.packed.count, behind: block.position, ratio: ratio)
    if isClose { try pack(block, flushDistance: Self.flushDistance) }
  }

  private func pack(_ block: DeflateBlock, flushDistance: Int) throws(ByteError) {
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
        throw ByteError(.io, "", "the encoder failed")
      }
      if isEnd, !block.isLast, left == 0, made < output.count { return }
    }
  }

  /// Begins anew, behind bytes that were packed before.
  private func begin(_ dictionary: Span<UInt8>) throws(ByteError) {
    var result = unsafe deflateReset(stream)
    if result == Z_OK, !dictionary.isEmpty {
      result = unsafe dictionary.withUnsafeBufferPointer { bytes in
        unsafe deflateSetDictionary(stream, bytes.baseAddress, UInt32(bytes.count))
      }
    }
    guard result == Z_OK else { throw ByteError(.io, "", "the encoder could not be started") }
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
