import HealthModel

/// Scans the text of a predicate. The meaning of the next word depends on its context, so the parser requests the kind
/// that it expects.
struct PredicateScanner {
  let text: String
  let scalars: [Unicode.Scalar]
  /// Where the next scalar is.
  var position = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  /// The scalar some places ahead.
  func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    position + ahead < scalars.count ? scalars[position + ahead] : nil
  }

  mutating func skipSpace() {
    while let next = peek(), next.properties.isWhitespace { position += 1 }
  }

  func slice(from start: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<position]))
  }

  func error(_ message: String, at offset: Int? = nil) -> HealthError {
    HealthError(predicate: message, at: offset ?? position)
  }

  /// `expected …, found '…'`, with the next token.
  func unexpected(_ expected: String) -> HealthError {
    var rest = self
    rest.skipSpace()
    let start = rest.position
    guard let first = rest.peek() else {
      return error("expected \(expected), found the end", at: start)
    }
    if Self.isWord(first) {
      while let next = rest.peek(), Self.isWord(next), rest.position < start + 40 {
        rest.position += 1
      }
    } else {
      rest.position += 1
    }
    return error("expected \(expected), found '\(rest.slice(from: start))'", at: start)
  }

  /// `unknown …`, with the name that was perhaps meant.
  func unknown(_ what: String, _ name: String, _ names: [String], at offset: Int) -> HealthError {
    let hint = NearMiss.nearest(to: name, among: names).map { ". Did you mean '\($0)'?" } ?? ""
    return error("unknown \(what) '\(name)'\(hint)", at: offset)
  }

  // MARK: Signs and words

  /// Skips a sign if it is next, and returns whether it was.
  mutating func consume(_ sign: String) -> Bool {
    skipSpace()
    let wanted = Array(sign.unicodeScalars)
    guard scalars[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  /// Skips a word if it is next, whatever its case, and returns whether it was.
  mutating func consume(word: String) -> Bool {
    skipSpace()
    let start = position
    if self.word()?.lowercased() == word { return true }
    position = start
    return false
  }

  /// The next word of letters, digits and underscores.
  mutating func word() -> String? {
    skipSpace()
    let start = position
    guard let first = peek(), Self.isWord(first) else { return nil }
    while let next = peek(), Self.isWord(next) { position += 1 }
    return slice(from: start)
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || isDigit(scalar) || scalar.properties.isAlphabetic
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

  // MARK: Literals

  /// The next text in quotes, the quote in it doubled; `nil` if none begins here.
  mutating func quoted() throws(HealthError) -> String? {
    skipSpace()
    guard let quote = peek(), quote == "'" || quote == "\"" else { return nil }
    let start = position
    position += 1
    var content = String.UnicodeScalarView()
    while let next = peek() {
      position += 1
      if next != quote {
        content.append(next)
      } else if peek() == quote {
        content.append(quote)
        position += 1
      } else {
        return String(content)
      }
    }
    throw error("a quote \(quote) that is not closed", at: start)
  }

  /// The next run of what texts without quotes are made of: letters, digits and `_ . / + - : * ? @ #`.
  mutating func unquotedText() -> String? {
    skipSpace()
    let start = position
    while let next = peek(), Self.isWord(next) || "./+-:*?@#".unicodeScalars.contains(next) {
      position += 1
    }
    return position > start ? slice(from: start) : nil
  }

  /// The next number's text: `120`, `-0.5`, `1e-3`; `nil` if none begins here.
  mutating func number() -> String? {
    skipSpace()
    let start = position
    if peek() == "-" || peek() == "+" { position += 1 }
    var digits = consumeDigits()
    if peek() == ".", peek(1).map(Self.isDigit) ?? false {
      position += 1
      digits += consumeDigits()
    }
    guard digits > 0 else {
      position = start
      return nil
    }
    if peek() == "e" || peek() == "E" {
      let sign = peek(1) == "-" || peek(1) == "+" ? 1 : 0
      if peek(1 + sign).map(Self.isDigit) ?? false {
        position += 1 + sign
        _ = consumeDigits()
      }
    }
    return slice(from: start)
  }

  private mutating func consumeDigits() -> Int {
    let start = position
    while let next = peek(), Self.isDigit(next) { position += 1 }
    return position - start
  }

  /// The text of the next unit, if any: up to a space, a comma or an unmatched parenthesis. `and` and `or` are not
  /// units.
  mutating func unit() -> String? {
    skipSpace()
    guard let first = peek(), Self.isWord(first) || "%°µ".unicodeScalars.contains(first) else {
      return nil
    }
    let start = position
    var depth = 0
    loop: while let next = peek(), !next.properties.isWhitespace {
      switch next {
      case ",", "'", "\"", "&", "|", "!", "=": break loop
      case "(": depth += 1
      case ")":
        if depth == 0 { break loop }
        depth -= 1
      default: break
      }
      position += 1
    }
    let unit = slice(from: start)
    if ["and", "or"].contains(unit.lowercased()) {
      position = start
      return nil
    }
    return unit
  }

  /// The next key of metadata without quotes: letters, digits and `_ . -`.
  mutating func metadataKey() -> String? {
    let start = position
    while let next = peek(), Self.isWord(next) || next == "." || next == "-" { position += 1 }
    return position > start ? slice(from: start) : nil
  }

  /// Whether a date comes next: four digits and a hyphen.
  var isAtDate: Bool {
    var ahead = self
    ahead.skipSpace()
    return (0..<4).allSatisfy { ahead.peek($0).map(Self.isDigit) ?? false } && ahead.peek(4) == "-"
  }

  /// The next date's text: a day, optionally with a time of day after a `T` or a space, and with an offset.
  mutating func date() -> String? {
    guard isAtDate else { return nil }
    skipSpace()
    let start = position
    consumeRun(of: "0123456789-:.TZtz+")
    // A space may precede the time of day, and the offset.
    for first in ["0123456789", "+-Z"] {
      if peek() == " ", let next = peek(1), first.unicodeScalars.contains(next) {
        position += 1
        consumeRun(of: "0123456789-:.+Z")
      }
    }
    return slice(from: start)
  }

  private mutating func consumeRun(of characters: String) {
    while let next = peek(), characters.unicodeScalars.contains(next) { position += 1 }
  }
}
