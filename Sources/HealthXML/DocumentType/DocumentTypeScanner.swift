/// Skips a document type declaration and checks its grammar (XML 1.0, sections 2.8 and 3.2 to 4.7).
///
/// Nothing is expanded, fetched or validated against. Parameter entity references between
/// declarations are grammatical; what they stand for is not looked at.
struct DocumentTypeScanner {
  /// Why it stops.
  enum Stop: Error {
    /// The bytes end first.
    case incomplete
    /// It is longer than allowed.
    case limit
    /// It is not grammatical.
    case fault(at: Int, found: String, expected: String)
    /// A default value refers to an entity: the name.
    case entity(Range<Int>)
  }

  private var scanner: XMLScanner
  private let end: Int

  /// The index of the next byte; after the `>` at the end.
  var index: Int
  /// The name of the root element.
  private(set) var name = 0..<0
  /// The index after the `[`, once that is reached.
  private(set) var subsetStart: Int?
  /// The names of the general entities that are declared.
  private(set) var entities: Set<[UInt8]> = []

  /// - Parameters:
  ///   - scanner: How names are read.
  ///   - start: The index after `<!DOCTYPE`.
  ///   - limit: The most bytes.
  init(scanner: XMLScanner, from start: Int, limit: Int) {
    self.scanner = scanner
    index = start
    end = start + limit
  }

  /// Skips all of it.
  mutating func scan(_ bytes: Span<UInt8>) throws(Stop) {
    try requireSpace(bytes)
    name = try skipName(bytes)
    let isSpaced = try skipSpace(bytes)
    let next = try peek(bytes)
    if isSpaced, next == UInt8(ascii: "S") || next == UInt8(ascii: "P") {
      try skipExternalID(bytes, isPublicEnough: false)
      try skipSpace(bytes)
    }
    if try peek(bytes) == UInt8(ascii: "[") {
      index += 1
      subsetStart = index
      try skipSubset(bytes)
      try skipSpace(bytes)
    }
    try expect(">", bytes)
  }

  /// The internal subset and the `]`.
  private mutating func skipSubset(_ bytes: Span<UInt8>) throws(Stop) {
    while true {
      try skipSpace(bytes)
      switch try peek(bytes) {
      case UInt8(ascii: "]"):
        index += 1
        return
      case UInt8(ascii: "%"):
        index += 1
        _ = try skipName(bytes)
        try expect(";", bytes)
      case UInt8(ascii: "<"):
        try skipMarkup(bytes)
      default:
        throw fault("something between the declarations", "a declaration or ']'")
      }
    }
  }

  private mutating func skipMarkup(_ bytes: Span<UInt8>) throws(Stop) {
    if try skip("<!--", bytes) {
      try skipRaw(bytes, upTo: "--")
      try expect(">", bytes)
    } else if try skip("<?", bytes) {
      let target = try skipName(bytes)
      guard scanner.text(bytes, target).lowercased() != "xml" else {
        throw fault("a processing instruction with the target 'xml'", "another target", at: target)
      }
      if try !skipSpace(bytes) {
        try expect("?>", bytes)
      } else {
        try skipRaw(bytes, upTo: "?>")
      }
    } else if try skip("<!ELEMENT", bytes) {
      try skipElement(bytes)
    } else if try skip("<!ATTLIST", bytes) {
      try skipAttributeList(bytes)
    } else if try skip("<!ENTITY", bytes) {
      try skipEntity(bytes)
    } else if try skip("<!NOTATION", bytes) {
      try requireSpace(bytes)
      _ = try skipName(bytes)
      try requireSpace(bytes)
      try skipExternalID(bytes, isPublicEnough: true)
      try closeDeclaration(bytes)
    } else {
      throw fault(
        "'<' that begins no declaration",
        "'<!ELEMENT', '<!ATTLIST', '<!ENTITY', '<!NOTATION', '<!--' or '<?'")
    }
  }

  /// Reads on after `<!ENTITY`.
  private mutating func skipEntity(_ bytes: Span<UInt8>) throws(Stop) {
    try requireSpace(bytes)
    let isParameter = try skip("%", bytes)
    if isParameter { try requireSpace(bytes) }
    let entity = try skipName(bytes)
    try requireSpace(bytes)
    let next = try peek(bytes)
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
      try skipLiteral(bytes, .entityValue)
    } else {
      try skipExternalID(bytes, isPublicEnough: false)
      let isSpaced = try skipSpace(bytes)
      if isSpaced, !isParameter, try peek(bytes) == UInt8(ascii: "N") {
        try expect("NDATA", bytes)
        try requireSpace(bytes)
        _ = try skipName(bytes)
      }
    }
    try closeDeclaration(bytes)
    if !isParameter { entities.insert(entity.map { bytes[$0] }) }
  }

  /// `SYSTEM "…"` or `PUBLIC "…" "…"`, whose second literal may be missing where `isPublicEnough`,
  /// as in a notation.
  private mutating func skipExternalID(
    _ bytes: Span<UInt8>, isPublicEnough: Bool
  ) throws(Stop) {
    if try skip("PUBLIC", bytes) {
      try requireSpace(bytes)
      try skipLiteral(bytes, .publicIdentifier)
      let isSpaced = try skipSpace(bytes)
      if isPublicEnough, try peek(bytes) == UInt8(ascii: ">") { return }
      guard isSpaced else { throw fault("something directly after a literal", "white space") }
    } else {
      try expect("SYSTEM", bytes)
      try requireSpace(bytes)
    }
    try skipLiteral(bytes, .systemIdentifier)
  }
}

// MARK: - Parts of declarations

extension DocumentTypeScanner {
  func fault(_ found: String, _ expected: String, at range: Range<Int>? = nil) -> Stop {
    .fault(at: range?.lowerBound ?? index, found: found, expected: expected)
  }

  func peek(_ bytes: Span<UInt8>) throws(Stop) -> UInt8 {
    guard index < end else { throw .limit }
    guard index < bytes.count else { throw .incomplete }
    return bytes[index]
  }

  /// Skips white space; `true` if there was any.
  @discardableResult
  mutating func skipSpace(_ bytes: Span<UInt8>) throws(Stop) -> Bool {
    let start = index
    while try peek(bytes).isXMLSpace { index += 1 }
    return index > start
  }

  mutating func requireSpace(_ bytes: Span<UInt8>) throws(Stop) {
    guard try skipSpace(bytes) else {
      throw fault("something else in a declaration", "white space")
    }
  }

  /// Skips `text` (ASCII) if it is there.
  mutating func skip(_ text: String, _ bytes: Span<UInt8>) throws(Stop) -> Bool {
    let start = index
    for byte in text.utf8 {
      guard try peek(bytes) == byte else {
        index = start
        return false
      }
      index += 1
    }
    return true
  }

  /// Skips the first of `texts` that is there, if one is.
  mutating func skipOne(of texts: [String], _ bytes: Span<UInt8>) throws(Stop) -> Bool {
    for text in texts {
      if try skip(text, bytes) { return true }
    }
    return false
  }

  mutating func expect(_ text: String, _ bytes: Span<UInt8>) throws(Stop) {
    guard try skip(text, bytes) else {
      throw fault("something else in a declaration", "'\(text)'")
    }
  }

  mutating func closeDeclaration(_ bytes: Span<UInt8>) throws(Stop) {
    try skipSpace(bytes)
    try expect(">", bytes)
  }

  mutating func skipName(_ bytes: Span<UInt8>) throws(Stop) -> Range<Int> {
    let start = index
    let nameEnd: Int?
    do {
      nameEnd = try scanner.nameEnd(bytes, from: start)
    } catch {
      throw fault(error.found, error.expected)
    }
    guard let nameEnd else { throw .incomplete }
    index = nameEnd
    guard index > start else { throw fault("something else in a declaration", "a name") }
    return start..<index
  }
}
