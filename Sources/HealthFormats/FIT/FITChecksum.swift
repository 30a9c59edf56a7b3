import HealthBytes

/// The checksum of a file: CRC-16 by the reflected polynomial A001, from 0.
struct FITChecksum {
  private(set) var value: UInt16 = 0

  mutating func update(_ bytes: Span<UInt8>) {
    var value = value
    for index in bytes.indices {
      value = value >> 8 ^ Self.table[Int((value ^ UInt16(bytes[index])) & 0xFF)]
    }
    self.value = value
  }

  /// The remainders of all bytes.
  private static let table: [256 of UInt16] = .init { byte in
    (0..<8).reduce(UInt16(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001 }
  }
}
