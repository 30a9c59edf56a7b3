/// A pattern for names: `*` is any number of characters, `?` is one, and the case of ASCII letters
/// does not matter.
struct Glob: Sendable {
  private let pattern: [UInt8]

  init(_ pattern: String) {
    self.pattern = pattern.utf8.map(lowercased)
  }

  /// Whether the whole of `name` fits. The cost grows at most with the product of both lengths.
  func matches(_ name: String) -> Bool {
    let name = name.utf8.map(lowercased)
    var here = 0
    var next = 0
    // Where to take up again if the last `*` has to take one more character.
    var retry: (here: Int, next: Int)?
    while here < name.count {
      if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
        retry = (here, next)
        next += 1
      } else if next < pattern.count,
        pattern[next] == name[here] || pattern[next] == UInt8(ascii: "?")
      {
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
}

/// The byte with ASCII letters made small.
func lowercased(_ byte: UInt8) -> UInt8 {
  UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
}
