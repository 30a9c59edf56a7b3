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

  /// The most bytes after the end of a stream that steps before the last one use.
  static let readAhead = 8

  private let stream = InflateStream()
  private let name: String
  // The state is of no use after an error.
  private var isDamaged = false

  /// A decoder at the start of a stream; `name` is what errors call it.
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

  /// The error about an input with more.
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
