import CHealthISAL

/// CRC-32 as zip and gzip use it.
struct Checksum {
  /// Of the bytes so far.
  private(set) var value: UInt32 = 0

  /// Goes on over `bytes`.
  mutating func update(_ bytes: Span<UInt8>) {
    value = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe crc32_gzip_refl(value, buffer.baseAddress, UInt64(buffer.count))
    }
  }
}
