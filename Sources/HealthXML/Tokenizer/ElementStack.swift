import HealthBytes

/// The names of the open elements, one after the other, and where they began.
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

/// The attribute names that start tags had lately, in their order, so that a tag like the one
/// before it is read by comparing words instead of bytes.
///
/// A program that writes a million records writes the same names in the same order a million times.
/// What is remembered only ever saves work: a different tag is scanned normally.
struct OpeningCache: Sendable {
  /// A space, a name, `="`: at most sixteen bytes.
  struct Opening {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var lowMask: UInt64 = 0
    var highMask: UInt64 = 0
    /// How many bytes it has.
    var length = 0
    /// The `XMLScanner.hint` of the name.
    var hint: UInt64 = 0

    /// Nothing remembered yet: matches nothing.
    init() {}

    /// The bytes in `range`, if they can be stored: ASCII, at most sixteen bytes, all available.
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>, hint: UInt64) {
      guard range.count <= 16, let words = Words(bytes, at: range.lowerBound) else { return nil }
      length = range.count
      lowMask = length < 8 ? (1 &<< UInt64(length * 8)) &- 1 : .max
      highMask = length < 8 ? 0 : length == 16 ? .max : (1 &<< UInt64(length * 8 - 64)) &- 1
      low = words.low & lowMask
      high = words.high & highMask
      self.hint = hint
      if (low | high) & 0x8080_8080_8080_8080 != 0 { return nil }
    }

    /// Whether the bytes at `index` are these.
    @inline(__always)
    func matches(_ bytes: Span<UInt8>, at index: Int) -> Bool {
      guard let words = Words(bytes, at: index) else { return false }
      let difference = (words.low ^ low) & lowMask | (words.high ^ high) & highMask
      return difference == 0 && length != 0
    }
  }

  /// Sixteen bytes, the first the lowest.
  struct Words {
    let low: UInt64
    let high: UInt64

    /// The bytes from `index` on; `nil` if there are less.
    @inline(__always)
    init?(_ bytes: Span<UInt8>, at index: Int) {
      guard let low = ByteScan.word(bytes, at: index),
        let high = ByteScan.word(bytes, at: index &+ 8)
      else { return nil }
      self.low = low
      self.high = high
    }
  }

  /// Attributes remembered of one kind of tag.
  static let width = 16
  /// Kinds of tags.
  private static let kinds = 16

  var openings = [Opening](repeating: Opening(), count: width * kinds)

  /// Where the openings of a tag with this name are. Two names may share them; those that are
  /// frequent in health exports do not.
  @inline(__always)
  static func row(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Int {
    let length = name.upperBound &- name.lowerBound
    let mixed = Int(bytes[name.lowerBound]) &* 2 &+ length &>> 1
    return (mixed & (kinds &- 1)) &* width
  }
}
