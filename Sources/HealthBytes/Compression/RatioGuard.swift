/// Refuses decompression bombs: output out of proportion to its input.
struct RatioGuard {
  /// Output that is always allowed: small files of one repeated line compress to nearly nothing.
  static let allowance: Int64 = 16 << 20

  /// Bytes of output allowed for each byte of input. Health exports reach 31.
  let ratio: Int64
  /// What errors call the input.
  let name: String

  /// Checks the bytes so far.
  func check(consumed: Int64, produced: Int64) throws(ByteError) {
    if produced > Self.allowance, produced / ratio > consumed {
      throw ByteError(
        .tooLarge, name, "unpacks to more than \(ratio) times its size, which is not allowed")
    }
  }
}
