extension Unicode.Scalar {
  /// Whether a terminal, a log or an editor takes it for a command: a control character, the end of a line or a
  /// paragraph, a character that sets the direction of the text around it (`Bidi_Control`).
  package var isCommand: Bool {
    if 0x20...0x7E ~= value { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }

  /// Whether the runner of GitHub Actions skips it at the beginning of a line.
  fileprivate var isIgnoredAtBeginning: Bool {
    properties.isWhitespace || properties.isDefaultIgnorableCodePoint
  }

  /// `\u{1B}`
  fileprivate var escaped: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}

// Types, sources, units and paths come from files. The author of a file must not be able to move the cursor of the
// reader's terminal, to add lines to a log, or to reverse a name.
extension String {
  /// The text on one line, with `\u{1B}` in place of each control character (`Unicode.Scalar.isCommand`), and without
  /// `##[` and `##vso[`, which the runners of GitHub and Azure take for commands anywhere in a line.
  package var printable: String { escaped { $0.isCommand }.withoutMarks }

  /// The same for text that is meant to have several lines.
  package var printableLines: String { escaped { $0.isCommand && $0 != "\n" }.withoutMarks }

  private var withoutMarks: String {
    guard utf8.contains(UInt8(ascii: "#")) else { return self }
    return replacing("##[", with: "\\u{23}#[").replacing("##vso[", with: "\\u{23}#vso[")
  }

  /// The text with two colons at the beginning of a line escaped, as far as only blanks are before them: the runner of
  /// GitHub Actions takes them for a command, on standard output and standard error.
  package var withoutCommands: String {
    guard utf8.contains(UInt8(ascii: ":")), contains("::") else { return self }
    var text = ""
    var isBeginning = true
    let scalars = unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      if isBeginning, scalar == ":", scalars[scalars.index(after: index)...].first == ":" {
        text += scalar.escaped
      } else {
        text.unicodeScalars.append(scalar)
      }
      isBeginning = scalar == "\n" || isBeginning && scalar.isIgnoredAtBeginning
    }
    return text
  }

  /// A name that a file contains, for a message: printable, and cut off after 60 characters. The place of a name may
  /// hold anything, also a value of any length.
  package var printableName: String {
    let limit = 60
    // Each character is a byte at least; a character of many scalars is cut, too.
    guard utf8.count > limit else { return printable }
    let name = String(unicodeScalars.prefix(limit))
    return name.printable + (unicodeScalars.dropFirst(limit).isEmpty ? "" : "…")
  }

  private func escaped(where isEscaped: (Unicode.Scalar) -> Bool) -> String {
    if utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return self }
    var text = ""
    for scalar in unicodeScalars {
      if isEscaped(scalar) {
        text += scalar.escaped
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Int {
  /// The number as people read it: `1,234,567`.
  package var grouped: String {
    if magnitude < 1_000 { return String(self) }
    return (self / 1_000).grouped + "," + String(magnitude % 1_000 + 1_000).dropFirst()
  }

  /// The number with a zero before a single digit, as in dates.
  package var twoDigits: String { 0..<10 ~= self ? "0\(self)" : "\(self)" }
}
