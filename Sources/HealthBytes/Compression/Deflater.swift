import CZlib

/// The encoder of deflate: zlib's `deflate` behind a memory-safe front.
@safe
final class Deflater {
  /// The format around the deflate stream.
  enum Wrapping: Int32 {
    /// Nothing, as in zip members.
    case none = -15
    /// A gzip header, without a time or a name, and trailer, which zlib writes.
    case gzip = 31
  }

  private let ratio: Int
  // zlib keeps a pointer to the stream in its own state: it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var output = [UInt8](repeating: 0, count: 1 << 16)
  /// Bytes of the stream so far: unpacked and packed.
  private var total = (unpacked: Int64(0), packed: Int64(0))
  /// Input between two flushes where the packed stream would be too small: each flush adds some five bytes.
  private static let flushDistance = 256

  /// An encoder at the start of a stream.
  ///
  /// - Parameters:
  ///   - level: 1, the fastest, to 9, the smallest; others are clamped.
  ///   - ratio: What a reader of the stream allows: fewer unpacked bytes for each packed byte come out.
  init(_ wrapping: Wrapping, level: Int, ratio: Int = Limits.ratio.value) throws(ByteError) {
    self.ratio = ratio
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let result = unsafe deflateInit2_(
      stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, wrapping.rawValue, 8, Z_DEFAULT_STRATEGY,
      zlibVersion(), Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else { throw ByteError(.io, "", "the encoder could not be started") }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Makes ready for another stream.
  func reset() throws(ByteError) {
    total = (0, 0)
    guard unsafe deflateReset(stream) == Z_OK else {
      throw ByteError(.io, "", "the encoder could not be started")
    }
  }

  /// Encodes all of `bytes`.
  func encode(
    _ bytes: Span<UInt8>, isLast: Bool, emit: (Span<UInt8>) throws(ByteError) -> Void
  ) throws(ByteError) {
    var start = 0
    while true {
      // Data compressed beyond the ratio limit would be rejected by this program's reader.
      let isClose = RatioGuard.isClose(
        consumed: total.packed, produced: total.unpacked, ratio: ratio)
      let count = min(bytes.count - start, isClose ? Self.flushDistance : 1 << 16)
      let isEnd = isLast && start + count == bytes.count
      let flush = isEnd ? Z_FINISH : isClose ? Z_SYNC_FLUSH : Z_NO_FLUSH
      let (left, made, result) = step(bytes.extracting(start..<(start + count)), flush)
      start += count - left
      total.unpacked += Int64(count - left)
      total.packed += Int64(made)
      if made > 0 {
        let packed = output
        try emit(packed.span.extracting(0..<made))
      }
      if result == Z_STREAM_END { return }
      guard result == Z_OK || result == Z_BUF_ERROR else {
        throw ByteError(.io, "", "the encoder failed")
      }
      if !isLast, start == bytes.count, made < output.count { return }
    }
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
