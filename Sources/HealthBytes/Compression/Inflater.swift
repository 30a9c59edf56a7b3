import CZlib

/// The decoder of deflate: zlib's `inflate` behind a memory-safe front.
@safe
final class Inflater {
  /// What lies around the deflate stream.
  enum Wrapping: Int32 {
    /// Nothing, as in zip members.
    case none = -15
    /// A gzip header and trailer, which zlib reads and checks.
    case gzip = 31
  }

  /// One step of decoding.
  struct Step {
    /// Bytes of input that were used.
    var consumed: Int
    /// Bytes of output that were made.
    var produced: Int
    /// Whether the stream ended here.
    var isEnd: Bool
  }

  // zlib keeps a pointer to the stream in its own state: it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let name: String

  /// A decoder at the start of a stream; `name` is what errors call it.
  init(_ wrapping: Wrapping, name: String) throws(ByteError) {
    self.name = name
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let result = unsafe inflateInit2_(
      stream, wrapping.rawValue, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else { throw ByteError(.io, name, "the decoder could not be started") }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Makes ready for another stream.
  func reset() {
    unsafe inflateReset(stream)
  }

  /// Decodes from a part of `input` into `output` behind `offset`, until either is used up or the
  /// stream ends.
  func step(
    _ input: borrowing [UInt8], _ range: Range<Int>, into output: inout [UInt8], at offset: Int
  ) throws(ByteError) -> Step {
    // zlib counts in 32 bits.
    let available = UInt32(clamping: range.count)
    let room = UInt32(clamping: max(0, output.count - offset))
    let result = unsafe input.span.extracting(range).withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = available
        unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + offset }
        unsafe stream.pointee.avail_out = room
        return unsafe inflate(stream, Z_NO_FLUSH)
      }
    }
    // Z_BUF_ERROR is no error: there was nothing to do with what was given.
    guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else {
      throw failure(result)
    }
    return unsafe Step(
      consumed: Int(available - stream.pointee.avail_in),
      produced: Int(room - stream.pointee.avail_out),
      isEnd: result == Z_STREAM_END)
  }

  private func failure(_ result: Int32) -> ByteError {
    let text = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "error \(result)"
    switch (result, text) {
    case (Z_MEM_ERROR, _):
      return ByteError(.io, name, "not enough memory to decompress")
    case (_, "incorrect data check"):
      return ByteError(.checksum, name, "the CRC-32 of the content is not the one noted")
    case (_, "incorrect length check"):
      return ByteError(.checksum, name, "the length of the content is not the one noted")
    default:
      return ByteError(.corrupt, name, "the compressed data is damaged (\(text))")
    }
  }
}
