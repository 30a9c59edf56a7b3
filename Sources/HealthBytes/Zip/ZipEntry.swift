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

  /// Whether the path stays inside the folder it would be unpacked to: relative, without `..`,
  /// drive letters, backslashes or control characters.
  public var isSafePath: Bool {
    let bytes = rawName
    guard !bytes.isEmpty, bytes[0] != UInt8(ascii: "/") else { return false }
    for byte in bytes where byte < 0x20 || byte == UInt8(ascii: "\\") || byte == 0x7F {
      return false
    }
    if bytes.count >= 2, bytes[1] == UInt8(ascii: ":") { return false }
    return !bytes.split(separator: UInt8(ascii: "/")).contains { $0 == [0x2E, 0x2E][...] }
  }
}
