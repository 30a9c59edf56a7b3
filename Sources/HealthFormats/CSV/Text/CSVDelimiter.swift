/// Detects the delimiter of a file.
enum CSVDelimiter {
  /// The bytes that are looked for.
  static let candidates = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  /// The delimiter of a header: of those it has outside of quotes, the most frequent; a comma where it has
  /// none.
  ///
  /// - Parameter range: The line; what follows is not looked at.
  static func sniffed(in bytes: Span<UInt8>, _ range: Range<Int>) -> UInt8 {
    var counts = [Int](repeating: 0, count: candidates.count)
    var isQuoted = false
    for at in range {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 10 || byte == 13 { break }
      if let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    var best = 0
    for index in counts.indices where counts[index] > counts[best] { best = index }
    return candidates[best]
  }
}
