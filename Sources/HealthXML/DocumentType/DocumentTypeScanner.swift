/// Passes a document type declaration and checks its grammar (XML 1.0, sections 2.8 and 3.2 to 4.7).
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

  /// How far it came; behind the `>` at the end.
  var index: Int
  /// The name of the root element.
  private(set) var name = 0..<0
  /// Behind the `[`, once that is reached.
  private(set) var subsetStart: Int?
  /// The names of the general entities that are declared.
  private(set) var entities: Set<[UInt8]> = []

  /// - Parameters:
  ///   - scanner: How names are read.
  ///   - start: Behind `<!DOCTYPE`.
  ///   - limit: The most bytes.
  init(scanner: XMLScanner, from start: Int, limit: Int) {
    self.scanner = scanner
    index = start
    end = start + limit
  }

  /// Passes all of it.
  mutating func scan(_ bytes: Span<UInt8>) throws(Stop) {
    try requireSpace(bytes)
    name = try passName(bytes)
    let isSpaced = try skipSpace(bytes)
    let next = try peek(bytes)
    if isSpaced, next == UInt8(ascii: "S") || next == UInt8(ascii: "P") {
      try passExternalID(bytes, isPublicEnough: false)
      try skipSpace(bytes)
    }
    if try peek(bytes) == UInt8(ascii: "[") {
      index += 1
      subsetStart = index
      try passSubset(bytes)
      try skipSpace(bytes)
    }
    try expect(">", bytes)
  }

  /// The internal subset and the `]`.
  private mutating func passSubset(_ bytes: Span<UInt8>) throws(Stop) {
    while true {
      try skipSpace(bytes)
      switch try peek(bytes) {
      case UInt8(ascii: "]"):
        index += 1
        return
      case UInt8(ascii: "%"):
        index += 1
        _ = try passName(bytes)
        try expect(";", bytes)
      case UInt8(ascii: "<"):
        try passMarkup(bytes)
      default:
        throw fault("something between the declarations", "a declaration or ']'")
      }
    }
  }

  private mutating func passMarkup(_ bytes: Span<UInt8>) throws(Stop) {
    if try passes("<!--", bytes) {
      try passRaw(bytes, upTo: "--")
      try expect(">", bytes)
    } else if try passes("<?", bytes) {
      let target = try passName(bytes)
      guard scanner.text(bytes, target).lowercased() != "xml" else {
        throw fault("a processing instruction with the target 'xml'", "another target", at: target)
      }
      if try !skipSpace(bytes) {
        try expect("?>", bytes)
      } else {
        try passRaw(bytes, upTo: "?>")
      }
    } else if try passes("<!ELEMENT", bytes) {
      try passElement(bytes)
    } else if try passes("<!ATTLIST", bytes) {
      try passAttributeList(bytes)
    } else if try passes("<!ENTITY", bytes) {
      try passEntity(bytes)
    } else if try passes("<!NOTATION", bytes) {
      try requireSpace(bytes)
      _ = try passName(bytes)
      try requireSpace(bytes)
      try passExternalID(bytes, isPublicEnough: true)
      try closeDeclaration(bytes)
    } else {
      throw fault(
        "'<' that begins no declaration",
        "'<!ELEMENT', '<!ATTLIST', '<!ENTITY', '<!NOTATION', '<!--' or '<?'")
    }
  }

  /// Behind `<!ENTITY`.
  private mutating func passEntity(_ bytes: Span<UInt8>) throws(Stop) {
    try requireSpace(bytes)
    let isParameter = try passes("%", bytes)
    if isParameter { try requireSpace(bytes) }
    let entity = try passName(bytes)
    try requireSpace(bytes)
    let next = try peek(bytes)
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
      try passLiteral(bytes, .entityValue)
    } else {
      try passExternalID(bytes, isPublicEnough: false)
      let isSpaced = try skipSpace(bytes)
      if isSpaced, !isParameter, try peek(bytes) == UInt8(ascii: "N") {
        try expect("NDATA", bytes)
        try requireSpace(bytes)
        _ = try passName(bytes)
      }
    }
    try closeDeclaration(bytes)
    if !isParameter { entities.insert(entity.map { bytes[$0] }) }
  }

  /// `SYSTEM "…"` or `PUBLIC "…" "…"`, whose second literal may be missing where `isPublicEnough`,
  /// as in a notation.
  private mutating func passExternalID(
    _ bytes: Span<UInt8>, isPublicEnough: Bool
  ) throws(Stop) {
    if try passes("PUBLIC", bytes) {
      try requireSpace(bytes)
      try passLiteral(bytes, .publicIdentifier)
      let isSpaced = try skipSpace(bytes)
      if isPublicEnough, try peek(bytes) == UInt8(ascii: ">") { return }
      guard isSpaced else { throw fault("something directly after a literal", "white space") }
    } else {
      try expect("SYSTEM", bytes)
      try requireSpace(bytes)
    }
    try passLiteral(bytes, .systemIdentifier)
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

  /// Passes `text` (ASCII) if it is there.
  mutating func passes(_ text: String, _ bytes: Span<UInt8>) throws(Stop) -> Bool {
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

  /// Passes the first of `texts` that is there, if one is.
  mutating func passesOne(of texts: [String], _ bytes: Span<UInt8>) throws(Stop) -> Bool {
    for text in texts {
      if try passes(text, bytes) { return true }
    }
    return false
  }

  mutating func expect(_ text: String, _ bytes: Span<UInt8>) throws(Stop) {
    guard try passes(text, bytes) else {
      throw fault("something else in a declaration", "'\(text)'")
    }
  }

  mutating func closeDeclaration(_ bytes: Span<UInt8>) throws(Stop) {
    try skipSpace(bytes)
    try expect(">", bytes)
  }

  mutating func passName(_ bytes: Span<UInt8>) throws(Stop) -> Range<Int> {
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
