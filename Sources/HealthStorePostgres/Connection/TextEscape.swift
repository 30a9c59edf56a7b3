#if PostgreSQL
  /// Texts of PostgreSQL cannot hold U+0000; JSON can. It is written as U+10FFFE and `0`, and U+10FFFE, which no
  /// text should hold either, as itself twice.
  enum TextEscape {
    private static var zero: Unicode.Scalar { "\0" }
    private static var mark: Unicode.Scalar { "\u{10FFFE}" }
    /// The first bytes of U+10FFFE in UTF-8, a noncharacter that no real text contains.
    private static var markByte: UInt8 { 0xf4 }

    /// A text as the server takes it.
    @inline(__always)
    static func encoded(_ text: String) -> String {
      text.utf8.contains { $0 == 0 || $0 == markByte } ? slowEncoded(text) : text
    }

    private static func slowEncoded(_ text: String) -> String {
      var result = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case zero: result.unicodeScalars.append(contentsOf: [mark, "0"])
        case mark: result.unicodeScalars.append(contentsOf: [mark, mark])
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }

    /// The text that the server was given.
    static func decoded(_ text: String) -> String {
      guard text.utf8.contains(markByte) else { return text }
      var result = ""
      var isMarked = false
      for scalar in text.unicodeScalars {
        if isMarked {
          result.unicodeScalars.append(scalar == mark ? mark : zero)
          isMarked = false
        } else if scalar == mark {
          isMarked = true
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
      return result
    }
  }
#endif
