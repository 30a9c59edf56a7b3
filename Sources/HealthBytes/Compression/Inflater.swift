import CHealthISAL

/// The decoder of deflate (RFC 1951): ISA-L's `isal_inflate` with a memory-safe interface. What lies
/// around a stream, checksums too, is its users' to read: ISA-L reads headers of gzip wrongly when
/// they come in chunks.
@safe
final class Inflater {
  /// One step of decoding.
  struct Step {
    /// Bytes of input that were used. Where the stream ends, those after it that were used before
    /// are taken off: it may be below zero, by `readAhead` at most.
    var consumed: Int
    /// Bytes of output that were made.
    var produced: Int
    /// Whether the stream ended here.
    var isEnd: Bool
  }

  /// The most bytes after the end of a stream that steps before the last one use.
  static let readAhead = 8

  // Some 90 KB: tables, and the last bytes of the output.
  private let stream: UnsafeMutablePointer<inflate_state>
  private let name: String
  // The state is of no use after an error.
  private var isDamaged = false

  /// A decoder at the start of a stream; `name` is what errors call it.
  init(name: String) {
    self.name = name
    unsafe stream = .allocate(capacity: 1)
    unsafe isal_inflate_init(stream)
  }

  deinit { unsafe stream.deallocate() }

  /// Makes ready for another stream.
  func reset() {
    unsafe isal_inflate_reset(stream)
    isDamaged = false
  }

  /// Decodes from a part of `input` into `output` behind `offset`, until either is used up or the stream ends. Output
  /// may remain after all input is used: only a step without output needs more input.
  func step(
    _ input: borrowing [UInt8], _ range: Range<Int>, into output: inout [UInt8], at offset: Int
  ) throws(ByteError) -> Step {
    // ISA-L counts in 32 bits.
    let available = UInt32(clamping: range.count)
    let room = UInt32(clamping: max(0, output.count - offset))
    guard !isDamaged else { throw damage }
    guard room > 0 else { return Step(consumed: 0, produced: 0, isEnd: false) }
    let result = unsafe input.span.extracting(range).withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + offset }
        unsafe stream.pointee.avail_out = room
        // zlib requires a valid input pointer even for empty input.
        unsafe stream.pointee.next_in =
          UnsafeMutablePointer(mutating: source.baseAddress) ?? stream.pointee.next_out
        unsafe stream.pointee.avail_in = available
        return unsafe isal_inflate(stream)
      }
    }
    let isEnd = unsafe stream.pointee.block_state == ISAL_BLOCK_FINISH
    var behind = 0
    if isEnd {
      behind = unsafe Int(stream.pointee.read_in_length) / 8
      unsafe stream.pointee.read_in_length = 0
    }
    let step = unsafe Step(
      consumed: Int(available) - Int(stream.pointee.avail_in) - behind,
      produced: Int(room) - Int(stream.pointee.avail_out), isEnd: isEnd)
    // A decoder that neither consumes nor produces bytes would loop forever.
    let isStuck = !isEnd && available > 0 && step.consumed == 0 && step.produced == 0
    isDamaged = result < ISAL_DECOMP_OK || isStuck
    // What was decoded before the damage is valid, however many bytes were requested at once.
    guard !isDamaged || step.produced > 0 && !isEnd else { throw damage }
    return step
  }

  private var damage: ByteError {
    ByteError(.corrupt, name, "the compressed data is damaged")
  }
}

/// Refuses decompression bombs: output out of proportion to its input.
package struct RatioGuard {
  /// Output that is always allowed: small files of one repeated line compress to nearly nothing.
  package static let allowance: Int64 = 16 << 20

  /// The most text that an input of some bytes may have, where a text that is stored once can be that of many samples.
  public static func mostText(of size: Int64) -> Int64 {
    let (product, isBeyond) = (size + 1).multipliedReportingOverflow(by: Int64(Limits.ratio.value))
    return isBeyond ? .max : max(allowance, product)
  }

  /// The message about an output that readers would refuse.
  public static var refusal: String {
    "would have more than \(Limits.ratio.value) bytes of text for each of its bytes (limit '\(Limits.ratio.name)'); no reader would accept it"
  }

  /// The error about an input with more.
  ///
  /// - Parameter ratio: The most bytes of output for each byte of input.
  public static func excess(_ name: String, ratio: Int64 = Int64(Limits.ratio.value)) -> ByteError {
    ByteError(
      .tooLarge, name,
      "unpacks to more than \(ratio) times its size (limit '\(Limits.ratio.name)')")
  }

  /// Bytes of output allowed for each byte of input.
  let ratio: Int64
  /// The name of the input in errors.
  let name: String

  /// Checks the bytes so far.
  func check(consumed: Int64, produced: Int64) throws(ByteError) {
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

/// CRC-32 as zip, gzip and Parquet use it.
package struct Checksum {
  /// Of the bytes so far.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Goes on over `bytes`.
  package mutating func update(_ bytes: Span<UInt8>) {
    value = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe crc32_gzip_refl(value, buffer.baseAddress, UInt64(buffer.count))
    }
  }
}
