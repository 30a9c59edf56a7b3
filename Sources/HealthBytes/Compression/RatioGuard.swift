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
