import HealthBytes
import HealthModel

/// Finds the resources of a text of JSON: one after another as in NDJSON, in an array, or in the entries of a bundle.
struct FHIRItems {
  private enum State {
    /// Between the values of the text.
    case top
    /// In an array of resources, or the entries of a bundle.
    case array, entries
    /// After the entries of a bundle.
    case afterEntries
  }

  private var text: JSONTextWindow
  private var state = State.top
  /// What receives the id of each item, also of those that are skipped, and decides which are.
  private let ids: FHIRIDs?
  private var skipsAll = false

  init(_ source: any ByteSource, file: String, ids: FHIRIDs? = nil, capacity: Int = 1 << 18) {
    text = JSONTextWindow(source, file: file, capacity: capacity)
    self.ids = ids
  }

  var progress: ByteProgress { text.window.progress }

  /// Where the last item begins.
  private(set) var itemPlace = Place(file: "")

  /// Whether a bundle refers to a next page, which is not in it.
  private(set) var hasNextPage = false

  /// Whether a bundle has earlier versions of its resources.
  private(set) var isHistory = false

  /// The bytes of the next resource or entry; `nil` at the end.
  ///
  /// - Parameter wanted: What the bytes must contain; others are skipped.
  mutating func next(containing wanted: StaticString? = nil) throws(HealthError) -> [UInt8]? {
    while true {
      if let bytes = try nextItem(containing: wanted) { return bytes.isEmpty ? nil : bytes }
    }
  }

  /// Reads the ids of all items.
  mutating func readIDs() throws(HealthError) {
    skipsAll = true
    while try nextItem(containing: nil)?.isEmpty != true {}
  }

  /// The bytes of the next item, none at the end; `nil` if it was skipped.
  private mutating func nextItem(containing wanted: StaticString?) throws(HealthError) -> [UInt8]? {
    while true {
      guard let byte = try text.peek() else {
        guard state == .top else { throw text.malformed("the end of the file", "']'") }
        return []
      }
      switch (state, byte) {
      case (.afterEntries, _):
        let end = try find { Self.end(of: $0, from: $1, to: $2, depth: 1) }
        readBundle(to: end.index)
        text.move(to: end.index)
        state = .top
      case (.top, UInt8(ascii: "[")):
        text.at += 1
        state = .array
      case (.array, UInt8(ascii: "]")):
        text.at += 1
        state = .top
      case (.entries, UInt8(ascii: "]")):
        text.at += 1
        state = .afterEntries
      case (.array, UInt8(ascii: ",")), (.entries, UInt8(ascii: ",")): text.at += 1
      case (.top, UInt8(ascii: "{")):
        let end = try find { Self.end(of: $0, from: $1, to: $2, depth: 0, findsEntries: true) }
        guard end.isEntries else {
          return take(to: end.index, containing: wanted)
        }
        readBundle(to: end.index)
        text.move(to: end.index)
        state = .entries
      case (_, UInt8(ascii: "{")):
        let end = try find { Self.end(of: $0, from: $1, to: $2, depth: 0) }
        return take(to: end.index, containing: wanted)
      default: throw text.malformed("an unexpected character", "a resource")
      }
    }
  }

  /// Reads the members of a bundle before or after its entries.
  private mutating func readBundle(to end: Int) {
    if contains("\"next\"", to: end) { hasNextPage = true }
    if contains("\"history\"", to: end) { isHistory = true }
  }

  private mutating func take(to end: Int, containing wanted: StaticString?) -> [UInt8]? {
    itemPlace = text.place
    defer { text.move(to: end) }
    var isWanted = !skipsAll
    if let ids {
      let bytes = text.window.bytes
      if !ids.add(bytes.span, from: text.at, to: end) { isWanted = false }
    }
    if !isWanted { return nil }
    if let wanted, !contains(wanted, to: end) { return nil }
    return text.bytes(to: end)
  }

  /// Whether an item contains a text that begins with a quotation mark.
  private func contains(_ wanted: StaticString, to end: Int) -> Bool {
    let bytes = text.window.bytes
    var at = text.at
    while at < end {
      at = ByteScan.firstIndex(of: UInt8(ascii: "\""), in: bytes.span, from: at, to: end)
      if ByteScan.equal(bytes.span, at: at, to: wanted) { return true }
      at += 1
    }
    return false
  }

  private struct End {
    let index: Int
    var isEntries = false
  }

  /// Finds the end of a value, and reads on until it is there.
  private mutating func find(
    _ scan: (Span<UInt8>, Int, Int) -> End?
  ) throws(HealthError) -> End {
    while true {
      do {
        let bytes = text.window.bytes
        if let end = scan(bytes.span, text.at, text.window.end) { return end }
      }
      if text.window.isFinal {
        throw text.malformed("the end of the file", "'}' at the end of a resource")
      }
      try text.refill()
    }
  }

  /// The end of an object, or of what remains of one; `nil` if the bytes end before.
  ///
  /// - Parameter findsEntries: Whether the bracket after the member `entry` of the object is an end, too.
  private static func end(
    of bytes: Span<UInt8>, from start: Int, to end: Int, depth: Int, findsEntries: Bool = false
  ) -> End? {
    var (at, depth) = (start, depth)
    var isName = false
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        let first = at + 1
        at = first
        while at < end, bytes[at] != UInt8(ascii: "\"") {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard at < end else { return nil }
        isName = at - first == 5 && depth == 1 && ByteScan.equal(bytes, at: first, to: "entry")
      case UInt8(ascii: "["):
        if findsEntries, isName, depth == 1 { return End(index: at + 1, isEntries: true) }
        depth += 1
        isName = false
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return End(index: at + 1) }
      case UInt8(ascii: ","): isName = false
      default: break
      }
      at += 1
    }
    return nil
  }
}

/// A resource, which may be in an entry of a bundle.
struct FHIREntry {
  let resource: JSONValue
  /// The address by which other entries of the bundle refer to the resource.
  let address: String?
  let place: Place

  init(_ bytes: [UInt8], _ place: Place) throws(HealthError) {
    let value: JSONValue
    do throws(JSONFault) { value = try JSONValue(parsing: bytes) } catch {
      throw HealthError(
        error.code, rule: error.rule, place: place,
        "\(error.message), in the resource that begins here")
    }
    self.init(value, place)
  }

  /// The entries of a bundle in an entry, such as the result of a search in a batch.
  var nested: [FHIREntry] {
    guard resource["resourceType"]?.string == "Bundle" else { return [] }
    return (resource["entry"]?.items ?? []).map { FHIREntry($0, place) }
  }

  private init(_ value: JSONValue, _ place: Place) {
    resource = value["resource"] ?? value
    address = value["fullUrl"]?.string
    self.place = place
  }
}
