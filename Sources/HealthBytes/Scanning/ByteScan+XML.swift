extension ByteScan {
  /// The first byte that XML cannot hold as it is, or perhaps not: `"`, `<`, `>`, `&`, a control
  /// character (below 0x20), or 0xEF, which begins the characters U+FFFE and U+FFFF among others.
  ///
  /// - Returns: Its index; `to` if it is not found.
  @inlinable
  public static func firstXMLEscape(in bytes: Span<UInt8>, from: Int, to: Int) -> Int {
    let quotes = SIMD16(repeating: UInt8(ascii: "\""))
    let openings = SIMD16(repeating: UInt8(ascii: "<"))
    let closings = SIMD16(repeating: UInt8(ascii: ">"))
    let ampersands = SIMD16(repeating: UInt8(ascii: "&"))
    let spaces = SIMD16(repeating: UInt8(ascii: " "))
    let leads = SIMD16<UInt8>(repeating: 0xEF)
    return first(in: bytes, from: from, to: to) { block in
      (block .== quotes) .| (block .== openings) .| (block .== closings)
        .| (block .== ampersands) .| (block .< spaces) .| (block .== leads)
    }
  }
}
