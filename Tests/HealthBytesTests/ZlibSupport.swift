import CHealthZlib

/// What zlib's `deflate` makes of `bytes`, with `flushes` ends of blocks in between.
func deflated(
  _ bytes: [UInt8], level: Int32, strategy: Int32 = Z_DEFAULT_STRATEGY, window: Int32 = 15,
  flushes: Int = 0
) -> [UInt8] {
  var stream = unsafe z_stream()
  let version = unsafe zlibVersion()
  let size = unsafe Int32(MemoryLayout<z_stream>.size)
  let result = unsafe deflateInit2_(
    &stream, level, Z_DEFLATED, -window, 8, strategy, version, size)
  precondition(result == Z_OK)
  defer { unsafe _ = deflateEnd(&stream) }
  var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 8 + 1000)
  let room = output.count
  var input = bytes
  unsafe input.withUnsafeMutableBufferPointer { source in
    unsafe output.withUnsafeMutableBufferPointer { target in
      unsafe stream.next_in = source.baseAddress
      unsafe stream.next_out = target.baseAddress
      unsafe stream.avail_out = UInt32(room)
      for part in 0...flushes {
        let isLast = part == flushes
        let end = source.count * (part + 1) / (flushes + 1)
        unsafe stream.avail_in = UInt32(end - Int(stream.total_in))
        let flush = isLast ? Z_FINISH : [Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK][part % 3]
        let result = unsafe deflate(&stream, flush)
        precondition(isLast ? result == Z_STREAM_END : result == Z_OK || result == Z_BUF_ERROR)
      }
    }
  }
  return unsafe Array(output.prefix(room - Int(stream.avail_out)))
}
