import HealthBytes

/// The names of the open elements, one behind the other, and where they began.
@usableFromInline
struct ElementStack: Sendable {
  private struct Element {
    var nameStart: Int
    var offset: Int
    var lines: LinePosition
  }

  private var names: [UInt8] = []
  private var elements: [Element] = []

  @usableFromInline var depth: Int { elements.count }

  mutating func push(
    _ bytes: Span<UInt8>, name: Range<Int>, offset: Int, lines: LinePosition
  ) {
    elements.append(Element(nameStart: names.count, offset: offset, lines: lines))
    for index in name { names.append(bytes[index]) }
  }

  mutating func pop() {
    if let element = elements.popLast() {
      names.removeLast(names.count - element.nameStart)
    }
  }

  /// The end of the innermost element's name, if that name is at `index`.
  func nameEnd(_ bytes: Span<UInt8>, at index: Int) -> Int? {
    guard let start = elements.last?.nameStart else { return nil }
    let name = names.span.extracting(start..<names.count)
    return ByteScan.equal(bytes, at: index, to: name) ? index + name.count : nil
  }

  /// The name of the innermost element, and where it began.
  var innermost: (name: String, place: XMLPlace)? {
    guard let element = elements.last else { return nil }
    return (
      String(decoding: names[element.nameStart...], as: UTF8.self),
      element.lines.place(ofOffset: element.offset)
    )
  }
}
