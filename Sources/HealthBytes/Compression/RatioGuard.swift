/// Refuses decompression bombs: output out of proportion to its input.
struct RatioGuard {
  /// Output that is always allowed: small files of one repeated line compress to nearly nothing.
  static let allowance: Int64 = 16 << 20

  /// Bytes of output allowed for each byte of input.
  let ratio: Int64
  /// The name of the input in errors.
  let name: String

  /// Checks the bytes so far.
  func check(consumed: Int64, produced: Int64) throws(ByteError) {
    if produced > Self.allowance, produced / ratio > consumed {
      throw ByteError(
        .tooLarge, name,
        "unpacks to more than \(ratio) times its size (limit '\(Limits.ratio.name)')")
    }
  }

  /// Whether a block of a stream is packed so well that a reader could refuse the stream. From half of the allowance on,
  /// a quarter of the ratio is allowed.
  static func isClose(_ count: Int, packed: Int, behind position: Int64, ratio: Int) -> Bool {
    position + Int64(count) > allowance / 2 && count / max(1, ratio / 4) > packed
  }
}
