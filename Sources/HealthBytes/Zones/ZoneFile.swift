/// A zone of the system's database: a file in the time zone information format (RFC 9636).
struct ZoneFile: Sendable {
  /// The instants at which the offset changes, in order.
  private(set) var changes: [Int64] = []
  /// Seconds east of UTC after each change.
  private(set) var offsets: [Int] = []
  /// Seconds east of UTC before the first change.
  private(set) var first = 0
  /// The rule for instants after the last change.
  private(set) var rule: ZoneRule?

  /// Parses a file; `nil` if the bytes do not have the format. A file of version 1, which ends in 2037, has 32-bit data only.
  init?(_ bytes: [UInt8]) {
    var start = 0
    guard var header = Header(bytes, start) else { return nil }
    var size = 4
    if header.version >= UInt8(ascii: "2") {
      start = Header.length + header.dataLength(timeSize: 4)
      guard let second = Header(bytes, start) else { return nil }
      header = second
      size = 8
    }
    let data = start + Header.length
    let end = data + header.dataLength(timeSize: size)
    guard header.types > 0, end <= bytes.count else { return nil }
    let indices = data + header.times * size
    let types = indices + header.times
    func offset(_ type: Int) -> Int? {
      guard type < header.types else { return nil }
      return Int(Int32(truncatingIfNeeded: Self.integer(bytes, types + type * 6, 4)))
    }
    first = offset(0) ?? 0
    for index in 0..<header.times {
      guard let offset = offset(Int(bytes[indices + index])) else { return nil }
      let time = Self.integer(bytes, data + index * size, size)
      guard changes.last.map({ $0 < time }) ?? true else { return nil }
      changes.append(time)
      offsets.append(offset)
    }
    if size == 8, end < bytes.count, bytes[end] == 10 {
      let line = bytes[(end + 1)...].prefix { $0 != 10 }
      rule = ZoneRule(Array(line))
    }
  }

  /// Seconds east of UTC at an instant.
  ///
  /// - Complexity: A binary search.
  func offset(at instant: Int64) -> Int {
    guard let last = changes.last else { return rule?.offset(at: instant) ?? first }
    if instant >= last { return rule?.offset(at: instant) ?? offsets[offsets.count - 1] }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : offsets[low - 1]
  }

  private static func integer(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int64 {
    var value: Int64 = count == 4 && bytes[at] >= 0x80 ? -1 : 0
    for index in at..<(at + count) { value = value << 8 | Int64(bytes[index]) }
    return value
  }

  /// The counts that a block begins with.
  private struct Header {
    static let length = 44
    let version: UInt8
    let counts: [Int]

    init?(_ bytes: [UInt8], _ start: Int) {
      guard start >= 0, bytes.count - start >= Self.length,
        Array(bytes[start..<(start + 4)]) == Array("TZif".utf8)
      else { return nil }
      version = bytes[start + 4]
      counts = (0..<6).map { Int(truncatingIfNeeded: integer(bytes, start + 20 + $0 * 4, 4)) }
      guard counts.allSatisfy({ $0 >= 0 && $0 <= 1 << 16 }) else { return nil }
    }

    var times: Int { counts[3] }
    var types: Int { counts[4] }

    func dataLength(timeSize: Int) -> Int {
      times * timeSize + times + types * 6 + counts[5] + counts[2] * (timeSize + 4) + counts[1]
        + counts[0]
    }
  }
}
