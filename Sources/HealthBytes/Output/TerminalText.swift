/// Escapes control characters, except tabs and line ends, of data for a terminal.
///
/// Only for terminals: files and pipes receive data unchanged.
struct TerminalText {
  /// An incomplete character or line end at the end of the last bytes.
  private var waiting: [UInt8] = []

  /// Escapes the next bytes.
  ///
  /// - Parameter bytes: UTF-8, split anywhere. Other bytes are replaced by U+FFFD.
  mutating func add(_ bytes: Span<UInt8>) -> [UInt8] {
    for index in bytes.indices { waiting.append(bytes[index]) }
    let end = waiting.count - Self.incomplete(waiting)
    let text = String(decoding: waiting[..<end], as: UTF8.self)
    waiting.removeFirst(end)
    return Self.escaped(text)
  }

  /// The remaining bytes at the end.
  mutating func finish() -> [UInt8] {
    defer { waiting = [] }
    return Self.escaped(String(decoding: waiting, as: UTF8.self))
  }

  private static func escaped(_ text: String) -> [UInt8] {
    var printed = ""
    for character in text {
      switch character {
      case "\t", "\n", "\r\n": printed.append(character)
      default: printed += String(character).printable
      }
    }
    return Array(printed.utf8)
  }

  /// How many bytes at the end may belong to an incomplete character or line end.
  private static func incomplete(_ bytes: [UInt8]) -> Int {
    if bytes.last == UInt8(ascii: "\r") { return 1 }
    for length in 1...3 where length <= bytes.count {
      switch bytes[bytes.count - length] {
      case 0x80...0xBF: continue
      case 0xF0...0xFF: return length < 4 ? length : 0
      case 0xE0...0xEF: return length < 3 ? length : 0
      case 0xC0...0xDF: return length < 2 ? length : 0
      default: return 0
      }
    }
    return 0
  }
}
