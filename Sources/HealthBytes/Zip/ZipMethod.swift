/// How a member of a zip archive is compressed (APPNOTE 4.4.5).
package struct ZipMethod: RawRepresentable, Sendable, Hashable {
  /// The number in the archive.
  public let rawValue: UInt16

  /// The method with this number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// As it is.
  public static let stored = ZipMethod(rawValue: 0)
  /// Deflate (RFC 1951).
  public static let deflate = ZipMethod(rawValue: 8)
}

extension ZipMethod: CustomStringConvertible {
  /// The name people know it by: `LZMA (method 14)`.
  public var description: String {
    let name =
      switch rawValue {
      case 0: "no compression"
      case 1: "Shrink"
      case 2...5: "Reduce"
      case 6: "Implode"
      case 8: "Deflate"
      case 9: "Deflate64"
      case 10: "PKWARE Implode"
      case 12: "BZIP2"
      case 14: "LZMA"
      case 20, 93: "Zstandard"
      case 94: "MP3"
      case 95: "XZ"
      case 96: "JPEG"
      case 97: "WavPack"
      case 98: "PPMd"
      case 99: "AES encryption"
      default: "an unknown method"
      }
    return "\(name) (method \(rawValue))"
  }
}
