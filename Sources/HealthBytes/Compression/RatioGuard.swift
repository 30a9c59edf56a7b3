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

  /// Whether output has come so close to what a reader refuses that it has to be packed less. From half of the
  /// allowance on a quarter of the ratio is kept, because the encoder holds back up to 4 MiB of its input.
  static func isClose(consumed: Int64, produced: Int64, ratio: Int) -> Bool {
    produced - allowance / 2 > consumed * Int64(ratio / 4)
  }
}
