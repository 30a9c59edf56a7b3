#if ISAL
  import CHealthISAL

  /// The state of ISA-L, whose decoder takes half of the time of zlib's.
  @safe
  final class InflateStream {
    // Some 90 KB: tables, and the last bytes of the output.
    private let state: UnsafeMutablePointer<inflate_state>

    init() {
      unsafe state = .allocate(capacity: 1)
      unsafe isal_inflate_init(state)
    }

    deinit { unsafe state.deallocate() }

    func reset() { unsafe isal_inflate_reset(state) }

    /// Decodes once, and states whether what was decoded is valid.
    func step(
      _ input: Span<UInt8>, into output: inout [UInt8], at offset: Int
    ) -> (Inflater.Step, isValid: Bool) {
      // ISA-L counts in 32 bits.
      let available = UInt32(clamping: input.count)
      let room = UInt32(clamping: output.count - offset)
      let result = unsafe input.withUnsafeBufferPointer { source in
        unsafe output.withUnsafeMutableBufferPointer { target in
          unsafe state.pointee.next_out = target.baseAddress.map { unsafe $0 + offset }
          unsafe state.pointee.avail_out = room
          // A valid pointer is required even for empty input.
          unsafe state.pointee.next_in =
            UnsafeMutablePointer(mutating: source.baseAddress) ?? state.pointee.next_out
          unsafe state.pointee.avail_in = available
          return unsafe isal_inflate(state)
        }
      }
      let isEnd = unsafe state.pointee.block_state == ISAL_BLOCK_FINISH
      var behind = 0
      if isEnd {
        behind = unsafe Int(state.pointee.read_in_length) / 8
        unsafe state.pointee.read_in_length = 0
      }
      let step = unsafe Inflater.Step(
        consumed: Int(available) - Int(state.pointee.avail_in) - behind,
        produced: Int(room) - Int(state.pointee.avail_out), isEnd: isEnd)
      return (step, result >= ISAL_DECOMP_OK)
    }
  }

  extension Checksum {
    /// Goes on over `bytes`.
    package mutating func update(_ bytes: Span<UInt8>) {
      value = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe crc32_gzip_refl(value, buffer.baseAddress, UInt64(buffer.count))
      }
    }
  }
#else
  import CHealthZlib

  /// The state of zlib's decoder.
  @safe
  final class InflateStream {
    // zlib keeps a pointer to the stream in its own state: it must not move.
    private let state: UnsafeMutablePointer<z_stream>
    /// Whether there was memory for it.
    private let isUsable: Bool

    init() {
      unsafe state = .allocate(capacity: 1)
      unsafe state.initialize(to: z_stream())
      // 15 bits of window, and negative: nothing around the stream.
      isUsable =
        unsafe inflateInit2_(state, -15, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
      unsafe inflateEnd(state)
      unsafe state.deallocate()
    }

    func reset() { unsafe inflateReset(state) }

    /// Decodes once, and states whether what was decoded is valid.
    func step(
      _ input: Span<UInt8>, into output: inout [UInt8], at offset: Int
    ) -> (Inflater.Step, isValid: Bool) {
      // zlib counts in 32 bits.
      let available = UInt32(clamping: input.count)
      let room = UInt32(clamping: output.count - offset)
      let result = unsafe input.withUnsafeBufferPointer { source in
        unsafe output.withUnsafeMutableBufferPointer { target in
          unsafe state.pointee.next_out = target.baseAddress.map { unsafe $0 + offset }
          unsafe state.pointee.avail_out = room
          // A valid pointer is required even for empty input.
          unsafe state.pointee.next_in =
            UnsafeMutablePointer(mutating: source.baseAddress) ?? state.pointee.next_out
          unsafe state.pointee.avail_in = available
          return unsafe inflate(state, Z_NO_FLUSH)
        }
      }
      let step = unsafe Inflater.Step(
        consumed: Int(available) - Int(state.pointee.avail_in),
        produced: Int(room) - Int(state.pointee.avail_out), isEnd: result == Z_STREAM_END)
      // Without progress there is no error yet: more input may come.
      return (step, isUsable && [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result))
    }
  }

  extension Checksum {
    /// Goes on over `bytes`.
    package mutating func update(_ bytes: Span<UInt8>) {
      value = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe UInt32(truncatingIfNeeded: crc32_z(UInt(value), buffer.baseAddress, buffer.count))
      }
    }
  }
#endif

/// CRC-32 as zip, gzip and Parquet use it.
package struct Checksum {
  /// Of the bytes so far.
  package fileprivate(set) var value: UInt32 = 0

  package init() {}
}
