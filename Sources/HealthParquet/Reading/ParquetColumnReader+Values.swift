import HealthBytes

extension ParquetColumnReader {
  func readValues(_ count: Int) throws(ParquetFault) {
    let page = page
    switch values {
    case .none: throw .short
    case .plain(var index):
      try readPlain(count, from: &index, pageEnd, page.span, into: &words)
      values = .plain(index)
    case .delta(var decoder):
      try decoder.read(count, into: &words, page.span)
      values = .delta(decoder)
    case .dictionary(var decoder):
      try decoder.read(count, into: &indexes, page.span)
      values = .dictionary(decoder)
      for item in 0..<count {
        guard indexes[item] < UInt64(entries.count) else {
          throw ParquetFault("found the number of a dictionary entry that does not exist")
        }
        words[item] = entries[Int(truncatingIfNeeded: indexes[item])]
      }
    }
  }

  func readPlain(
    _ count: Int, from index: inout Int, _ end: Int, _ bytes: Span<UInt8>,
    into values: inout [UInt64]
  ) throws(ParquetFault) {
    // The dictionary of a column without values may be empty.
    guard count > 0 else { return }
    guard type.meaning != .empty else { throw ParquetFault("found values without a type") }
    let width = type.width
    guard width == 0 || width <= (end - index) / count else { throw .short }
    switch type.physical {
    case .fixed where column.kind == .fixed16:
      for item in 0..<count {
        values[item] = UInt64(index) << 32 | 16
        index += 16
      }
    case .double where column.kind != .double:
      for item in 0..<count {
        values[item] = try integer(Double(bitPattern: ByteScan.word(bytes, at: index) ?? 0))
        index &+= 8
      }
    case .int64, .double:
      for item in 0..<count {
        values[item] = ByteScan.word(bytes, at: index) ?? 0
        index &+= 8
      }
    case .int32:
      for item in 0..<count {
        let value = Int32(truncatingIfNeeded: Self.four(bytes, index))
        values[item] = UInt64(bitPattern: Int64(value))
        index &+= 4
      }
    case .int96:
      for item in 0..<count {
        values[item] = try Self.microseconds(
          ByteScan.word(bytes, at: index) ?? 0, day: Self.four(bytes, index &+ 8))
        index &+= 12
      }
    case .fixed:
      for item in 0..<count {
        values[item] = try integer(bytes.extracting(index..<(index + width)))
        index += width
      }
    case .bytes:
      let isIdentity = column.kind == .fixed16
      for item in 0..<count {
        guard end - index >= 4 else { throw .short }
        let length = Self.four(bytes, index)
        index += 4
        guard length <= end - index else { throw .short }
        if isIdentity, length != 16 {
          throw ParquetFault("found a value of \(length) bytes, expected 16")
        }
        values[item] = UInt64(index) << 32 | UInt64(length)
        index += length
      }
    case .boolean, .float: throw ParquetFault("found values of another type")
    }
  }

  private static var notWhole: ParquetFault {
    ParquetFault("found a number that is not an integer of 64 bits")
  }

  /// The bits of an integer that is stored as floating point.
  private func integer(_ number: Double) throws(ParquetFault) -> UInt64 {
    if column.kind == .uint64, let value = UInt64(exactly: number) { return value }
    guard let value = Int64(exactly: number), column.kind != .uint64 else { throw Self.notWhole }
    return UInt64(bitPattern: value)
  }

  /// The bits of an integer that is stored as a decimal without a fraction, the most significant byte first.
  private func integer(_ bytes: Span<UInt8>) throws(ParquetFault) -> UInt64 {
    let isNegative = bytes.count > 0 && bytes[0] & 128 != 0
    var value: UInt64 = isNegative ? .max : 0
    for index in bytes.indices {
      // The bits that are shifted out must be copies of the sign.
      guard value >> 56 == (isNegative ? 255 : 0) else { throw Self.notWhole }
      value = value << 8 | UInt64(bytes[index])
    }
    let isFitting =
      column.kind == .uint64 ? !isNegative : (Int64(bitPattern: value) < 0) == isNegative
    guard isFitting else { throw Self.notWhole }
    return value
  }

  /// The microseconds since 1970 of an instant of 96 bits: nanoseconds of a Julian day.
  private static func microseconds(
    _ nanoseconds: UInt64, day: Int
  ) throws(ParquetFault) -> UInt64 {
    guard nanoseconds < 86_400_000_000_000, day < 1 << 31 else {
      throw ParquetFault("found an instant outside of its day")
    }
    // 2^31 days of 86.4 * 10^9 microseconds exceed `Int64`; ten million days do not.
    guard day < 10_000_000 else { throw ParquetFault("found an instant in the far future") }
    let start = Int64(day - 2_440_588) * 86_400_000_000
    return UInt64(bitPattern: start + Int64(nanoseconds / 1_000))
  }

  @inline(__always)
  private static func four(_ bytes: Span<UInt8>, _ index: Int) -> Int {
    Int(bytes[index]) | Int(bytes[index &+ 1]) << 8 | Int(bytes[index &+ 2]) << 16
      | Int(bytes[index &+ 3]) << 24
  }
}
