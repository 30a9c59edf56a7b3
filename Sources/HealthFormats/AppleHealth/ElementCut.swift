import HealthBytes

/// Finds where elements under the root seem to begin, without reading the XML.
struct ElementCut {
  /// What is between these elements: it is the same everywhere in what a program writes.
  private let separator: [UInt8]

  /// Looks at what is before an element.
  ///
  /// - Parameter start: Where the element begins; the bytes may not have it.
  init(before start: Int, in bytes: [UInt8]) {
    separator = Self.separator(before: start, in: bytes)
  }

  private static func separator(before start: Int, in bytes: [UInt8]) -> [UInt8] {
    let usual = Array("\n ".utf8)
    guard start > 0, start < bytes.count else { return usual }
    var index = start
    while index > 0, bytes[index - 1] <= 32, start - index < 64 { index -= 1 }
    guard index > 0, bytes[index - 1] == UInt8(ascii: ">") else { return usual }
    return Array(bytes[index..<start])
  }

  /// The index behind the last tag before something that looks like the start of a child of the root. Without lines, a
  /// record looks so.
  func lastStart(in bytes: Span<UInt8>) -> Int? {
    let hasLines = separator.contains(10)
    var index = bytes.count - 8
    while index > separator.count {
      defer { index -= 1 }
      guard bytes[index] == UInt8(ascii: "<"), bytes[index + 1] | 0x20 &- 97 < 26 else { continue }
      guard hasLines || ByteScan.equal(bytes, at: index, to: "<Record ") else { continue }
      let end = index - separator.count
      if bytes[end - 1] == UInt8(ascii: ">"), ByteScan.equal(bytes, at: end, to: separator) {
        return end
      }
    }
    return nil
  }

  /// Whether the last tag, or the last one before those of metadata, belongs to a workout.
  static func endsInWorkout(_ bytes: Span<UInt8>) -> Bool {
    var index = bytes.count - "<FileReference".utf8.count
    while index >= 0 {
      defer { index -= 1 }
      guard bytes[index] == UInt8(ascii: "<"), bytes[index + 1] != UInt8(ascii: "/"),
        !ByteScan.equal(bytes, at: index, to: "<MetadataEntry")
      else { continue }
      return ByteScan.equal(bytes, at: index, to: "<Workout")
        || ByteScan.equal(bytes, at: index, to: "<FileReference")
    }
    return false
  }
}
