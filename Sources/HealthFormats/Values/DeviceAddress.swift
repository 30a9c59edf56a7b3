import HealthBytes

/// The address that the text of a device begins with: it differs from record to record and means nothing.
enum DeviceAddress {
  /// The address that some bytes spell: `0x` and up to sixteen hexadecimal digits; `nil` if they spell none.
  @inline(__always)
  static func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    guard range.count > 2, range.count <= 18,
      ByteScan.equal(bytes, at: range.lowerBound, to: "0x")
    else { return nil }
    var address: UInt64 = 0
    for index in (range.lowerBound &+ 2)..<range.upperBound {
      guard let digit = JSONTape.hexadecimal(bytes[index]) else { return nil }
      address = address &<< 4 | UInt64(digit)
    }
    return address
  }
}
