import CHealthISAL

/// CRC-32 as zip, gzip and Parquet use it.
package struct Checksum {
  /// Of the bytes so far.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Goes on over `bytes`.
  package mutating func update(_ bytes: Span<UInt8>) {
    value = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe crc32_gzip_refl(value, buffer.baseAddress, UInt64(buffer.count))
    }
  }
}
