extension [UInt8] {
  /// The 16-bit number at `index`, lowest byte first. The caller guarantees that all bytes are
  /// available.
  func little16(_ index: Int) -> Int {
    Int(self[index]) | Int(self[index + 1]) << 8
  }

  /// The 32-bit number at `index`.
  func little32(_ index: Int) -> Int64 {
    Int64(little16(index)) | Int64(little16(index + 2)) << 16
  }

  /// The 64-bit number at `index`; `nil` if it does not fit a signed one, as no size of a file does.
  func little64(_ index: Int) -> Int64? {
    Int64(exactly: UInt64(little32(index)) | UInt64(little32(index + 4)) << 32)
  }
}

extension ByteBuffer {
  /// Appends a number, lowest byte first.
  mutating func append(little value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: type(of: value).bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
