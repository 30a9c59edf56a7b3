import HealthBytes
import HealthModel

/// GPX files that are documents, spooled until the last sample was read: routes of an export that no
/// workout refers to.
///
/// A file that a workout refers to may come as documents, too, before its workout. The workout's track is written then,
/// and the documents are not.
struct GPXDocuments {
  /// The bytes of a file, as ranges of the spool.
  private struct File {
    let path: String
    let size: Number?
    var ranges: [Range<Int64>]
    /// How many documents it came as.
    var count = 0
    var end: Int64 = 0
    /// Whether a workout has the track of it.
    var isTaken = false

    var isWhole: Bool { size.map { Double(end) == $0.doubleValue } ?? true }
  }

  private var spool: Spool?
  private var files: [File] = []
  private var rangeCount = 0

  /// The most ranges and files that are remembered.
  private static let limit = 1 << 16

  /// Puts a document aside.
  ///
  /// - Returns: Whether it is, or follows, the beginning of a GPX file.
  mutating func add(_ document: HealthDocument) throws(HealthError) -> Bool {
    let fields = document.fields
    guard let path = fields.path, path.lowercased().hasSuffix(".gpx"), rangeCount < Self.limit
    else { return false }
    let start = fields.offset.map { Int64(exactly: $0.doubleValue) ?? -1 } ?? 0
    if start == 0 { files.append(File(path: path, size: fields.size, ranges: [])) }
    guard
      let index = files.lastIndex(where: {
        $0.path == path && $0.size == fields.size && $0.end == start
      })
    else { return false }
    let spool: Spool
    if let known = self.spool { spool = known } else { spool = try Spool() }
    self.spool = spool
    let begin = spool.count
    try spool.write(fields.data.span)
    if files[index].ranges.last?.upperBound == begin {
      let last = files[index].ranges.removeLast()
      files[index].ranges.append(last.lowerBound..<spool.count)
    } else {
      files[index].ranges.append(begin..<spool.count)
      rangeCount += 1
    }
    files[index].end += Int64(fields.data.count)
    files[index].count += 1
    return true
  }

  /// Notes that a workout refers to files and has their tracks.
  mutating func markFiles(of workout: Workout) {
    guard !files.isEmpty else { return }
    for route in workout.fields.routes {
      for reference in route.files where reference.track != nil {
        guard let path = reference.path else { continue }
        // Some exports leave out the slash of a reference.
        let paths = path.hasPrefix("/") ? [path] : [path, "/" + path]
        for index in files.indices where paths.contains(files[index].path) {
          files[index].isTaken = true
        }
      }
    }
  }

  /// A whole file, to be written as its own tracks.
  struct CompleteFile {
    let path: String
    /// How many documents it came as.
    let count: Int
    let source: any ByteSource
  }

  /// Takes out the files, in the order in which they began.
  ///
  /// - Returns: The complete ones to which no workout refers, and the number of documents of the others.
  mutating func takeAll() throws(HealthError) -> (files: [CompleteFile], others: Int) {
    defer { self = GPXDocuments() }
    guard let spool else { return ([], 0) }
    var whole: [CompleteFile] = []
    var others = 0
    for file in files {
      guard !file.isTaken, file.isWhole else {
        others += file.count
        continue
      }
      let source = RangesSource(spool, file.ranges)
      whole.append(CompleteFile(path: file.path, count: file.count, source: source))
    }
    return (whole, others)
  }
}

/// Ranges of a spool, one after another.
private final class RangesSource: ByteSource {
  private let spool: Spool
  private var ranges: ArraySlice<Range<Int64>>
  private let total: Int64
  private var consumed: Int64 = 0
  private var current: (any ByteSource)?

  init(_ spool: Spool, _ ranges: [Range<Int64>]) {
    self.spool = spool
    self.ranges = ranges[...]
    total = ranges.reduce(0) { $0 + Int64($1.count) }
  }

  func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    while true {
      if let current {
        let count = try current.read(into: &buffer, at: offset)
        consumed += Int64(count)
        if count > 0 || offset == buffer.count { return count }
      }
      guard let range = ranges.popFirst() else { return 0 }
      current = try spool.source(range)
    }
  }

  var progress: ByteProgress { ByteProgress(consumed: consumed, total: total) }
}

/// The elements that are children of the root in GPX 1.0 and of the metadata in GPX 1.1.
struct GPXHeader {
  static let names: Set<String> = [
    "name", "desc", "author", "email", "url", "urlname", "time", "keywords", "bounds", "copyright",
    "link",
  ]

  private var elements: [Element] = []

  /// The most elements that are kept; files have each once.
  private static let limit = 1_000

  /// Takes an element of a name in ``names``.
  ///
  /// - Returns: Whether there was room for it.
  mutating func append(_ element: Element) -> Bool {
    guard elements.count < Self.limit else { return false }
    elements.append(element)
    return true
  }

  /// The metadata with the elements in it: those of GPX 1.0 in the form of GPX 1.1 where that has one. What is not
  /// valid there goes to the extensions when it is written.
  func merged(into metadata: Element?) -> Element? {
    guard !elements.isEmpty else { return metadata }
    var merged = metadata ?? Element(name: GPXVocabulary.metadata)
    // Where the author and the link are among the children.
    var author: Int?
    var link: Int?
    for element in elements {
      let text = Element.Node.element(element).plainText(of: element.name)
      switch (element.name, text) {
      case ("author", let text?) where author == nil:
        author = merged.children.count
        merged.children.append(.element(Element(name: "author", [Element(name: "name", text)])))
      case ("email", let text?) where author != nil && text.split(separator: "@").count == 2:
        merged.append(Element(email: text.split(separator: "@")), to: &author)
      case ("url", let text?) where link == nil && text.trimmedXMLSpace.isAddress:
        link = merged.children.count
        let address = Element.Attribute(name: "href", value: text.trimmedXMLSpace)
        merged.children.append(.element(Element(name: "link", attributes: [address])))
      case ("urlname", let text?) where link != nil:
        merged.append(Element(name: "text", text), to: &link)
      default: merged.children.append(.element(element))
      }
    }
    return merged
  }
}

/// The policy of which a file is the result, in the metadata: the keywords, which people and programs see, and which need no
/// extension.
extension Element {
  private static let keywords = "keywords"
  private static let mark = "\(DatasetInfo.deidentifiedAttribute): "

  /// - Returns: Whether there are no other keywords.
  mutating func appendPolicy(_ policy: String) -> Bool {
    for case .element(let child) in children where child.name == Self.keywords { return false }
    children.append(.element(Element(name: Self.keywords, Self.mark + policy)))
    return true
  }

  /// Removes the keywords if they state a policy.
  mutating func takePolicy() -> String? {
    for (index, child) in children.enumerated() {
      if let text = child.plainText(of: Self.keywords), text.hasPrefix(Self.mark) {
        children.remove(at: index)
        return String(text.dropFirst(Self.mark.count))
      }
    }
    return nil
  }
}

extension Element {
  fileprivate init(name: String, _ text: String) {
    self.init(name: name, children: text.isEmpty ? [] : [.text(text)])
  }

  fileprivate init(name: String, _ children: [Element]) {
    self.init(name: name, children: children.map { .element($0) })
  }

  fileprivate init(email parts: [Substring]) {
    self.init(
      name: "email",
      attributes: zip(["id", "domain"], parts).map { Attribute(name: $0, value: String($1)) })
  }

  /// Appends a child to the child at a place, which takes one only: the place is `nil` then.
  fileprivate mutating func append(_ child: Element, to place: inout Int?) {
    guard let index = place, case .element(var element) = children[index] else { return }
    element.children.append(.element(child))
    children[index] = .element(element)
    place = nil
  }
}
