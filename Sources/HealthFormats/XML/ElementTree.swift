import HealthBytes
import HealthModel
import HealthXML

/// The open elements, the outermost first.
struct ElementTree {
  /// How many elements one sample may hold; past that its memory would not be bounded.
  static let limit = Limits.sampleElements.value
  /// How many bytes of the file one sample may take: as many as one tag.
  static let lengthLimit = Int64(Limits.sampleBytes.value)

  private var open: [Element] = []
  private var count = 0
  /// Where the outermost element begins.
  private(set) var place = Place(file: "")
  /// The elements since the outermost one was opened, in the order of their start tags.
  private(set) var outline: [Place.Parts.Entry] = []

  /// Opens the element whose start tag was read.
  mutating func open(
    _ tokenizer: XMLTokenizer, _ bytes: Span<UInt8>, file: String
  ) throws(HealthError) {
    let start = tokenizer.place
    if open.isEmpty {
      count = 0
      place = start.place(in: file)
      outline.removeAll(keepingCapacity: true)
    }
    try grow(file: file)
    let name = tokenizer.stringOfName(in: bytes)
    outline.append(
      Place.Parts.Entry(
        name: name, depth: open.count, line: start.line, column: start.column,
        byteOffset: start.offset))
    open.append(Element(name: name, attributes: tokenizer.elementAttributes(in: bytes)))
  }

  /// Puts text into the innermost element.
  mutating func append(text: String, file: String) throws(HealthError) {
    try grow(file: file)
    open[open.count - 1].children.append(.text(text))
  }

  /// Puts an element into the innermost element.
  mutating func append(_ element: Element, file: String) throws(HealthError) {
    try grow(file: file)
    open[open.count - 1].children.append(.element(element))
  }

  /// Closes the innermost element; returns it if it is the outermost.
  @discardableResult
  mutating func close() -> Element? {
    let element = open.removeLast()
    guard !open.isEmpty else { return element }
    open[open.count - 1].children.append(.element(element))
    return nil
  }

  /// How many elements and texts there are in XML that was written: those that reading it would keep, or more.
  static func nodes(in bytes: Span<UInt8>, from start: Int) -> Int {
    var count = 0
    var isText = false
    for index in start..<bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "<"):
        isText = false
        if index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "/") { count += 1 }
      case UInt8(ascii: ">"): isText = true
      default:
        // The first character of a text that is more than space between elements.
        if isText, byte > 0x20 {
          isText = false
          count += 1
        }
      }
    }
    return count
  }

  private mutating func grow(file: String) throws(HealthError) {
    count += 1
    guard count <= Self.limit else {
      throw HealthError(
        .malformed, rule: "limit", place: place,
        "found \(Limits.sampleElements.excess)")
    }
  }
}

extension XMLTokenizer {
  /// The attributes of the current tag.
  func elementAttributes(in bytes: Span<UInt8>) -> [Element.Attribute] {
    attributes.indices.map { index in
      Element.Attribute(
        name: string(ofName: attributes[index], in: bytes),
        value: string(of: attributes[index], in: bytes))
    }
  }

  /// The repairs since the last call as findings.
  mutating func takeRepairFindings(in file: String) -> [Finding] {
    takeRepairs().map { repair in
      Finding(
        rule: repair.kind.rawValue, severity: .warning, place: repair.place.place(in: file),
        message: repair.kind.message)
    }
  }

  /// Throws if an element is too long, so that the memory for it is bounded.
  ///
  /// - Parameter start: Where the element begins, in bytes.
  @inline(__always)
  func checkLength(from start: Int64, in file: String) throws(HealthError) {
    guard endOffset - start <= ElementTree.lengthLimit else {
      throw HealthError(
        .malformed, rule: "limit", place: place.place(in: file),
        "found \(Limits.sampleBytes.excess)")
    }
  }
}

extension Element.Node {
  var isText: Bool {
    if case .text = self { true } else { false }
  }
}

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
