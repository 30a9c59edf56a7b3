import HealthStore

/// What a comparison needs of a sample: a record on the disk.
struct ComparisonEntry: MatchedRecord {
  /// The number of its type.
  var type: Int
  /// When it began, if it has a time of its own.
  var start: Timestamp?
  /// One hash of its type and all its parts.
  var total: UInt64
  /// The parts there are.
  var mask: UInt32
  /// Half a hash of each part: enough to say which parts differ where it is known that some do.
  var parts: [32 of UInt32] = .init(repeating: 0)
  /// Its value in words, where values are to be shown.
  var value: String = ""

  init(_ digest: SampleDigest, type: Int, start: Timestamp?, value: String) {
    self.type = type
    self.start = start
    self.value = value
    var hash = ContentHash()
    hash.combine(digest.total)
    hash.combine(type)
    total = hash.state
    mask = digest.mask
    for index in 0..<SampleDigest.count { parts[index] = UInt32(truncatingIfNeeded: digest[index]) }
  }

  /// The parts in which two samples differ, a bit for each.
  func changes(to other: ComparisonEntry) -> UInt32 {
    var changes = mask ^ other.mask
    for index in 0..<SampleDigest.count where parts[index] != other.parts[index] {
      changes |= 1 &<< UInt32(index)
    }
    return changes
  }

  // MARK: On the disk

  /// Appends the record.
  func write(to buffer: inout ByteBuffer) {
    buffer.append(word: UInt64(type), count: 2)
    buffer.append(start == nil ? 0 : 1)
    if let start {
      buffer.append(word: UInt64(bitPattern: start.secondsSince1970))
      buffer.append(word: UInt64(UInt32(bitPattern: start.nanoseconds)), count: 4)
      buffer.append(word: UInt64(UInt16(bitPattern: start.offsetMinutes)), count: 2)
    }
    buffer.append(word: total)
    buffer.append(word: UInt64(mask), count: 4)
    for index in 0..<SampleDigest.count where mask & 1 &<< UInt32(index) != 0 {
      buffer.append(word: UInt64(parts[index]), count: 4)
    }
    buffer.append(utf8: value)
  }

  /// The number of the type in a record.
  static func type(of bytes: Span<UInt8>) -> Int { Int(bytes.word(at: 0, count: 2)) }

  /// Reads the record that `write` has written.
  init(_ bytes: Span<UInt8>) {
    var at = 0
    func take(_ count: Int) -> UInt64 {
      defer { at += count }
      return bytes.word(at: at, count: count)
    }
    type = Int(take(2))
    if take(1) == 1 {
      start = Timestamp(
        secondsSince1970: Int64(bitPattern: take(8)),
        nanoseconds: Int32(bitPattern: UInt32(take(4))),
        offsetMinutes: Int16(bitPattern: UInt16(take(2))))
    }
    total = take(8)
    mask = UInt32(take(4))
    for index in 0..<SampleDigest.count where mask & 1 &<< UInt32(index) != 0 {
      parts[index] = UInt32(take(4))
    }
    if at < bytes.count {
      value = String(decoding: (at..<bytes.count).map { bytes[$0] }, as: UTF8.self)
    }
  }
}
