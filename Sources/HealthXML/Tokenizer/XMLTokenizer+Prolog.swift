import HealthBytes

extension XMLTokenizer {
  /// The offset of the first byte, after a byte order mark.
  var documentStart: Int { hasByteOrderMark ? 3 : 0 }

  /// Skips a byte order mark and refuses UTF-16 and UTF-32 (XML 1.0, appendix F).
  ///
  /// - Returns: `false` if more bytes are needed.
  mutating func skipStart(_ bytes: Span<UInt8>, isFinal: Bool) throws(XMLError) -> Bool {
    func at(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
    guard bytes.count >= 4 || isFinal else { return false }
    switch (at(0), at(1), at(2), at(3)) {
    case (0xEF, 0xBB, 0xBF, _):
      hasByteOrderMark = true
      cursor = 3
      scanner.lines.start = 3
    case (0xFF, 0xFE, 0, 0), (0x3C, 0, 0, 0): throw unsupportedEncoding("UTF-32LE", at: place)
    case (0, 0, 0xFE, 0xFF), (0, 0, 0, 0x3C): throw unsupportedEncoding("UTF-32BE", at: place)
    case (0xFF, 0xFE, _, _), (0x3C, 0, _, _): throw unsupportedEncoding("UTF-16LE", at: place)
    case (0xFE, 0xFF, _, _), (0, 0x3C, _, _): throw unsupportedEncoding("UTF-16BE", at: place)
    default: break
    }
    phase = .beforeDoctype
    return true
  }

  private func unsupportedEncoding(_ name: String, at place: XMLPlace) -> XMLError {
    var error = XMLError(
      .unsupportedEncoding, at: place, found: "the encoding '\(name.printableName)'",
      expected: "UTF-8")
    error.encoding = name
    return error
  }

  /// Reads `<?xml version="1.0" encoding="…" standalone="…"?>` after the name.
  mutating func xmlDeclaration(
    _ bytes: Span<UInt8>, target: Range<Int>
  ) throws(XMLError) -> XMLToken? {
    var end = target.upperBound
    while true {
      guard let isEnd = matches(bytes, "?>", at: end) else { return nil }
      if isEnd { break }
      end += 1
    }
    var declaration = XMLDeclaration(target.upperBound..<end)
    guard declaration.parse(bytes) else {
      throw XMLError(
        .malformedMarkup, at: place(of: declaration.index, in: bytes),
        found: "an XML declaration that is not well-formed here",
        expected: "version=\"1.0\", then encoding and standalone=\"yes\" or \"no\" if at all")
    }
    if let encoding = declaration.encoding, !scanner.options.isTranscoded {
      let encodingName = scanner.text(bytes, encoding)
      // ASCII is a subset of UTF-8.
      guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(encodingName.lowercased()) else {
        throw unsupportedEncoding(encodingName, at: place(of: encoding.lowerBound, in: bytes))
      }
    }
    scanner.lines.advance(over: target.upperBound..<end, of: bytes, origin: scanner.origin)
    name = target
    content = target.upperBound..<end
    contentKind = .raw
    contentIsPlain = true
    cursor = end + 2
    return .xmlDeclaration
  }

  /// Reads `<!DOCTYPE …>`, which begins at `start`.
  mutating func doctype(_ bytes: Span<UInt8>, at start: Int) throws(XMLError) -> XMLToken? {
    var document = DocumentTypeScanner(
      scanner: scanner, from: start + 9, limit: scanner.options.doctypeLength)
    do {
      try document.scan(bytes)
    } catch {
      guard let end = try doctypeEnd(bytes, error, subset: document.subsetStart) else { return nil }
      document.index = end
    }
    scanner.declaredEntities = document.entities
    scanner.lines.advance(over: start..<document.index, of: bytes, origin: scanner.origin)
    name = document.name
    content = document.name.upperBound..<(document.index - 1)
    contentKind = .raw
    contentIsPlain = true
    cursor = document.index
    phase = .beforeRoot
    return .doctype
  }

  /// The end of a document type declaration that could not be parsed; `nil` if not all of it is available.
  private mutating func doctypeEnd(
    _ bytes: Span<UInt8>, _ stop: DocumentTypeScanner.Stop, subset: Int?
  ) throws(XMLError) -> Int? {
    switch stop {
    case .incomplete:
      return nil
    case .limit:
      let limit = scanner.options.doctypeLength
      throw scanner.limitError(
        at: place, "a document type declaration of more than \(limit) bytes", atMost: limit)
    case .entity(let reference):
      throw scanner.entityReference(
        bytes, reference, at: place(of: reference.lowerBound - 1, in: bytes))
    case .fault(let index, let found, let expected):
      let fault = XMLError(
        .malformedDoctype, at: place(of: index, in: bytes), found: found, expected: expected)
      guard scanner.options.repairs, let subset else { throw fault }
      guard let end = subsetEnd(bytes, from: subset) else { return nil }
      try scanner.repair(.brokenDTD, else: fault)
      return end
    }
  }

  /// The index after the first `]>`, where a document type declaration that is not grammatical ends.
  private func subsetEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while let isEnd = matches(bytes, "]>", at: index) {
      if isEnd { return index + 2 }
      index += 1
    }
    return nil
  }

  /// The error for a document that ends before the current token, or before the root element.
  @inline(never)
  func unexpectedEnd(_ bytes: Span<UInt8>) -> XMLError {
    func at(_ offset: Int) -> UInt8? {
      tokenStart + offset < bytes.count ? bytes[tokenStart + offset] : nil
    }
    let end = place(of: bytes.count, in: bytes)
    var error = XMLError(
      .unexpectedEnd, at: end, found: "the end of the document", expected: "")
    let open = elements.innermost
    switch (at(0), at(1)) {
    case (UInt8(ascii: "<"), UInt8(ascii: "!")):
      error.expected = "the end of a comment, of CDATA or of a declaration"
      error.context = .init(subject: "what '<!' begins", place: place)
    case (UInt8(ascii: "<"), UInt8(ascii: "?")):
      error.expected = "'?>'"
      error.context = .init(subject: "a processing instruction", place: place)
    case (UInt8(ascii: "<"), let second?) where second != UInt8(ascii: "/"):
      error.expected = "'>' or '/>'"
      error.context = .init(
        subject: "the start tag of '\(scanner.shown(bytes, name))'", place: place)
    default:
      guard let open else {
        error.expected = "an element"
        break
      }
      error.expected = "'</\(open.name)>'"
      error.context = .init(subject: "the element '\(open.name.printableName)'", place: open.place)
    }
    return error
  }
}

/// The content of an XML declaration (XML 1.0, productions 23 to 32).
struct XMLDeclaration {
  private(set) var index: Int
  private let end: Int
  private(set) var encoding: Range<Int>?

  /// The part between `<?xml` and `?>`.
  init(_ range: Range<Int>) {
    index = range.lowerBound
    end = range.upperBound
  }

  /// Parses all of it.
  ///
  /// - Returns: Whether it is well-formed; if not, `index` is the location of the fault.
  mutating func parse(_ bytes: Span<UInt8>) -> Bool {
    guard skipSpace(bytes), let version = value(of: "version", bytes) else { return false }
    guard isVersion(bytes, version) else { return fail(at: version) }
    var isSpaced = skipSpace(bytes)
    if isSpaced, let encoding = value(of: "encoding", bytes) {
      guard isEncoding(bytes, encoding) else { return fail(at: encoding) }
      self.encoding = encoding
      isSpaced = skipSpace(bytes)
    }
    if isSpaced, let standalone = value(of: "standalone", bytes) {
      let isYesOrNo = equals(bytes, standalone, "yes") || equals(bytes, standalone, "no")
      guard isYesOrNo else { return fail(at: standalone) }
      _ = skipSpace(bytes)
    }
    return index == end
  }

  private mutating func fail(at range: Range<Int>) -> Bool {
    index = range.lowerBound
    return false
  }

  /// Skips white space; `true` if there was any.
  private mutating func skipSpace(_ bytes: Span<UInt8>) -> Bool {
    let start = index
    while index < end, bytes[index].isXMLSpace { index += 1 }
    return index > start
  }

  /// Skips `name = "value"` and returns the range of the value; `nil` if something else follows.
  private mutating func value(of name: String, _ bytes: Span<UInt8>) -> Range<Int>? {
    let start = index
    let nameEnd = start + name.utf8.count
    guard nameEnd <= end, equals(bytes, start..<nameEnd, name) else { return nil }
    index = nameEnd
    _ = skipSpace(bytes)
    guard index < end, bytes[index] == UInt8(ascii: "=") else { return nil }
    index += 1
    _ = skipSpace(bytes)
    guard index < end else { return nil }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    let valueStart = index + 1
    var valueEnd = valueStart
    while valueEnd < end, bytes[valueEnd] != quote { valueEnd += 1 }
    guard valueEnd < end else { return nil }
    index = valueEnd + 1
    return valueStart..<valueEnd
  }

  private func equals(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: String) -> Bool {
    range.count == text.utf8.count && zip(range, text.utf8).allSatisfy { bytes[$0] == $1 }
  }

  /// `1.` and digits: the fifth edition reads all of them as 1.0.
  private func isVersion(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.count > 2 && equals(bytes, range.prefix(2), "1.")
      && range.dropFirst(2).allSatisfy { (0x30...0x39).contains(bytes[$0]) }
  }

  private func isEncoding(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    return (0x41...0x5A).contains(bytes[first] & 0xDF)
      && range.allSatisfy { bytes[$0] != UInt8(ascii: ":") && bytes[$0].isXMLNameByte }
  }
}
