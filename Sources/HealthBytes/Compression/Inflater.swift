/// The decoder of deflate (RFC 1951) with a memory-safe interface. Callers read headers and checksums around a stream
/// themselves: ISA-L reads headers of gzip wrongly when they come in chunks.
final class Inflater {
  struct Step {
    /// Bytes of input that the step used. At the end of the stream, bytes after it that earlier steps have read are subtracted:
    /// the number can be negative, by `readAhead` at most.
    var consumed: Int
    /// Bytes of output that were made.
    var produced: Int
    var isEnd: Bool
  }

  /// The most bytes after the end of a stream that steps before the last one may have consumed.
  static let readAhead = 8

  private let stream = InflateStream()
  private let name: String
  // The state is invalid after an error.
  private var isDamaged = false

  /// A decoder at the start of a stream. Errors contain `name`.
  init(name: String) { self.name = name }

  /// Prepares for another stream.
  func reset() {
    stream.reset()
    isDamaged = false
  }

  /// Decodes from a part of `input` into `output` from `offset` on, until either is used up or the stream ends. Output
  /// may remain after all input is used: only a step without output needs more input.
  func step(
    _ input: borrowing [UInt8], _ range: Range<Int>, into output: inout [UInt8], at offset: Int
  ) throws(HealthError) -> Step {
    guard !isDamaged else { throw damage }
    guard output.count > offset else { return Step(consumed: 0, produced: 0, isEnd: false) }
    let (step, isValid) = stream.step(input.span.extracting(range), into: &output, at: offset)
    // A decoder that neither consumes nor produces bytes would loop forever.
    let isStuck = !step.isEnd && !range.isEmpty && step.consumed == 0 && step.produced == 0
    isDamaged = !isValid || isStuck
    // What was decoded before the damage is valid, however many bytes were requested at once.
    guard !isDamaged || step.produced > 0 && !step.isEnd else { throw damage }
    return step
  }

  private var damage: HealthError {
    HealthError(.damaged, name, "the compressed data is damaged")
  }
}

/// Refuses decompression bombs: output out of proportion to its input.
package struct RatioGuard {
  /// Output that is always allowed: small files of one repeated line compress to nearly nothing.
  package static let allowance: Int64 = 16 << 20

  /// The most bytes of text that may be read from an input of some bytes, in formats in which many samples share one stored text.
  public static func mostText(of size: Int64) -> Int64 {
    let (product, isBeyond) = (size + 1).multipliedReportingOverflow(by: Int64(Limits.ratio.value))
    return isBeyond ? .max : max(allowance, product)
  }

  /// The message about an output that readers would refuse.
  public static var refusal: String {
    "would have more than \(Limits.ratio.value) bytes of text for each of its bytes (limit '\(Limits.ratio.name)'); no reader would accept it"
  }

  /// The error for an input with more output than the ratio allows.
  ///
  /// - Parameter ratio: The most bytes of output for each byte of input.
  public static func excess(_ name: String, ratio: Int64 = Int64(Limits.ratio.value)) -> HealthError
  {
    HealthError(
      .tooLarge, name,
      "unpacks to more than \(ratio) times its size (limit '\(Limits.ratio.name)')")
  }

  /// Bytes of output allowed for each byte of input.
  let ratio: Int64
  /// The name of the input in errors.
  let name: String

  /// Checks the bytes so far.
  func check(consumed: Int64, produced: Int64) throws(HealthError) {
    if produced > Self.allowance, produced / ratio > consumed {
      throw Self.excess(name, ratio: ratio)
    }
  }

  /// Whether a block of a stream is packed so well that a reader could refuse the stream. From half of the allowance on,
  /// a quarter of the ratio is allowed.
  static func isClose(_ count: Int, packed: Int, behind position: Int64, ratio: Int) -> Bool {
    position + Int64(count) > allowance / 2 && count / max(1, ratio / 4) > packed
  }
}

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
  // zlib stores a pointer to the state in the state, so it must not move. The state of ISA-L has
  // some 90 KB: tables, and the last bytes of the output.
  private let state: UnsafeMutablePointer<State>

  init() {
    unsafe state = .allocate(capacity: 1)
    #if ISAL
      unsafe isal_inflate_init(state)
    #else
      unsafe state.initialize(to: z_stream())
      // -15: a window of 15 bits, for deflate without header and checksum. If memory is missing,
      // each step fails.
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

  /// Decodes once; the result contains whether the decoded bytes are valid.
  func step(
    _ input: Span<UInt8>, into output: inout [UInt8], at offset: Int
  ) -> (Inflater.Step, isValid: Bool) {
    // Both libraries count bytes in 32 bits.
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
      // No progress is not an error yet: more input may follow.
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
  /// The checksum of the bytes so far.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Adds bytes to the checksum.
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
