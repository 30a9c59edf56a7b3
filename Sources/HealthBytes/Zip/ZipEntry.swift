/// A member of a zip archive, as the central directory describes it.
package struct ZipEntry: Sendable, Hashable {
  /// The path inside the archive, with `/` between its parts. Bytes that are not UTF-8 are in it as they are in paths
  /// of files: archives do not state their encoding.
  public let name: String
  /// The path as it is written.
  public let rawName: [UInt8]
  /// How it is compressed.
  public let method: ZipMethod
  /// Bytes in the archive. Without zip64, members over 4 GiB may be noted modulo 4 GiB.
  public let compressedSize: Int64
  /// Bytes when unpacked. Without zip64, members over 4 GiB may be noted modulo 4 GiB.
  public let uncompressedSize: Int64
  /// CRC-32 of the unpacked bytes.
  public let crc32: UInt32
  /// When it was last changed.
  public let modified: ZipTimestamp
  /// Whether a password is needed.
  public let isEncrypted: Bool
  /// The stated offset of its local header.
  public let offset: Int64
  /// Whether sizes and offset are whole 64-bit numbers, instead of the last 32 bits of them.
  let isZip64: Bool

  /// Whether it is a folder.
  public var isDirectory: Bool { rawName.last == UInt8(ascii: "/") }
}
