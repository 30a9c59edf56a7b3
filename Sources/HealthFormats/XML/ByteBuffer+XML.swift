import HealthBytes
import HealthModel

extension ByteBuffer {
  /// Appends text so that it is read back unchanged, as the value of an attribute or as content.
  ///
  /// - Parameter isContent: Whether it is content between tags, where tabs and line feeds are written unescaped.
  /// - Returns: How many characters XML does not allow; they are written as U+FFFD.
  mutating func append(xml text: String, isContent: Bool = false) -> Int {
    let bytes = text.utf8Span.span
    let end = room(for: bytes.count)
    var from = 0
    var illegal = 0
    while true {
      let stop = ByteScan.firstXMLEscape(in: bytes, from: from, to: end)
      append(bytes, from..<stop)
      guard stop < end, count <= most else { return illegal }
      from = stop + 1
      let byte = bytes[stop]
      switch byte {
      case UInt8(ascii: "\""): append("&quot;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "&"): append("&amp;")
      case 9 where !isContent: append("&#9;")
      case 10 where !isContent: append("&#10;")
      case 13: append("&#13;")
      case 9, 10: append(byte)
      case 0xEF where !Self.isNoncharacter(bytes, at: stop): append(byte)
      default:
        append("\u{FFFD}")
        illegal += 1
        if byte == 0xEF { from = min(stop + 3, end) }
      }
    }
  }

  /// Whether the character at an index is U+FFFE or U+FFFF.
  private static func isNoncharacter(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
  }

  /// Appends a date in its own text form, else as exports write dates.
  mutating func append(export date: Timestamp) {
    if let spelling = date.spelling {
      append(utf8: spelling.text)
    } else {
      append(date.text(.export))
    }
  }
}
