import CZlib

/// CRC-32 as zip and gzip use it.
struct Checksum {
  /// Of the bytes so far.
  private(set) var value: UInt32 = 0

  /// Goes on over `bytes`.
  mutating func update(_ bytes: Span<UInt8>) {
    value = unsafe bytes.withUnsafeBufferPointer { buffer in
      // zlib takes a missing pointer for a request to start over.
      guard let base = buffer.baseAddress else { return value }
      return unsafe UInt32(truncatingIfNeeded: crc32_z(UInt(value), base, buffer.count))
    }
  }
}
