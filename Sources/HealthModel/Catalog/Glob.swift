/// A pattern for names: `*` matches any number of characters (Unicode scalars), `?` a single one; the case of ASCII
/// letters is ignored.
public struct Glob: Sendable {
  private let pattern: [UInt8]

  /// Makes a pattern from its text. Every text is a valid pattern.
  public init(_ pattern: String) {
    self.pattern = pattern.utf8.map(Self.lowercased)
  }

  /// Whether the whole of `name` fits. The cost grows at most with the product of both lengths.
  public func matches(_ name: String) -> Bool {
    let name = name.utf8.span
    var here = 0
    var next = 0
    // Where to take up again if the last `*` has to take one more byte.
    var retry: (here: Int, next: Int)?
    while here < name.count {
      if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
        retry = (here, next)
        next += 1
      } else if next < pattern.count, pattern[next] == UInt8(ascii: "?"),
        !Self.isContinuation(name[here])
      {
        repeat { here += 1 } while here < name.count && Self.isContinuation(name[here])
        next += 1
      } else if next < pattern.count, pattern[next] == Self.lowercased(name[here]) {
        here += 1
        next += 1
      } else if let (start, star) = retry {
        retry = (start + 1, star)
        here = start + 1
        next = star + 1
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// Whether a byte of UTF-8 belongs to the scalar before it.
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// The byte, a capital letter of ASCII made small.
  static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
