#if ISAL
  import CHealthISAL

  private typealias State = inflate_state
#else
  import CHealthZlib

  private typealias State = z_stream
#endif

/// The state of ISA-L's decoder, or, without the trait `ISAL`, of zlib's, which is slower.
@safe
final class InflateStream {
  // zlib keeps a pointer to the state in the state: it must not move. That of ISA-L has some 90 KB: tables, and the last
  // bytes of the output.
  private let state: UnsafeMutablePointer<State>

  init() {
    unsafe state = .allocate(capacity: 1)
    #if ISAL
      unsafe isal_inflate_init(state)
    #else
      unsafe state.initialize(to: z_stream())
      // 15 bits of window, and negative: nothing around the stream. Without memory each step fails.
      unsafe inflateInit2_(state, -15, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
    #endif
  }

  deinit {
    #if !ISAL
      unsafe inflateEnd(state)
    #endif
    unsafe state.deallocate()
  }

  func reset() {
    #if ISAL
      unsafe isal_inflate_reset(state)
    #else
      unsafe inflateReset(state)
    #endif
  }

  /// Decodes once, and states whether what was decoded is valid.
  func step(
    _ input: Span<UInt8>, into output: inout [UInt8], at offset: Int
  ) -> (Inflater.Step, isValid: Bool) {
    // Both count in 32 bits.
    let available = UInt32(clamping: input.count)
    let room = UInt32(clamping: output.count - offset)
    let (isValid, isEnd) = unsafe input.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe state.pointee.next_out = target.baseAddress.map { unsafe $0 + offset }
        unsafe state.pointee.avail_out = room
        // A valid pointer is required even for empty input.
        unsafe state.pointee.next_in =
          UnsafeMutablePointer(mutating: source.baseAddress) ?? state.pointee.next_out
        unsafe state.pointee.avail_in = available
        return decode()
      }
    }
    let step = unsafe Inflater.Step(
      consumed: Int(available) - Int(state.pointee.avail_in) - (isEnd ? takeBack() : 0),
      produced: Int(room) - Int(state.pointee.avail_out), isEnd: isEnd)
    return (step, isValid)
  }

  private func decode() -> (isValid: Bool, isEnd: Bool) {
    #if ISAL
      let result = unsafe isal_inflate(state)
      return unsafe (result >= ISAL_DECOMP_OK, state.pointee.block_state == ISAL_BLOCK_FINISH)
    #else
      let result = unsafe inflate(state, Z_NO_FLUSH)
      // Without progress there is no error yet: more input may come.
      return ([Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result), result == Z_STREAM_END)
    #endif
  }

  /// How many whole bytes after the end of the stream were read.
  private func takeBack() -> Int {
    #if ISAL
      defer { unsafe state.pointee.read_in_length = 0 }
      return unsafe Int(state.pointee.read_in_length) / 8
    #else
      return 0
    #endif
  }
}

/// CRC-32 as zip, gzip and Parquet use it.
package struct Checksum {
  /// Of the bytes so far.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Continues with `bytes`.
  package mutating func update(_ bytes: Span<UInt8>) {
    value = unsafe bytes.withUnsafeBufferPointer { buffer in
      #if ISAL
        unsafe crc32_gzip_refl(value, buffer.baseAddress, UInt64(buffer.count))
      #else
        unsafe UInt32(truncatingIfNeeded: crc32_z(UInt(value), buffer.baseAddress, buffer.count))
      #endif
    }
  }
}
