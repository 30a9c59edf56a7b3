import HealthBytes
import HealthModel

/// The fast path of nearly all lines: a quantity or a category whose members are in the order written, with
/// type, unit, source and device that were read before. Such a line is compared, not parsed.
extension JSONLineDecoder {
  /// The sample of a line that the fast path can read.
  ///
  /// - Returns: The sample, the same as the parser returns; `nil` for a line that must be parsed, for
  ///   which nothing was changed.
  mutating func shapedSample(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Sample? {
    var cursor = LineCursor(at: line.lowerBound, end: line.upperBound)
    let kind: SampleKind
    if cursor.take("{\"kind\":\"quantity\",\"type\":\"", bytes) {
      kind = .quantity
    } else if cursor.take("{\"kind\":\"category\",\"type\":\"", bytes) {
      kind = .category
    } else {
      return nil
    }
    let type = cursor.takePlainText(bytes)
    guard cursor.take("\",\"id\":\"", bytes) else { return nil }
    let id = cursor.at
    cursor.at &+= 32
    guard cursor.take("\",\"start\":\"", bytes), let start = date(&cursor, bytes),
      cursor.take("\",\"end\":\"", bytes), let end = date(&cursor, bytes)
    else { return nil }
    var created: Timestamp?
    if cursor.take("\",\"created\":\"", bytes) {
      guard let date = date(&cursor, bytes) else { return nil }
      created = date
    }
    guard cursor.take("\"", bytes) else { return nil }
    var number: Number?
    var value: CategoryValue?
    if kind == .quantity {
      guard cursor.take(",\"value\":", bytes) else { return nil }
      number = cursor.takePlainNumber(bytes)
      if number == nil { return nil }
    } else if cursor.take(",\"categoryValue\":\"", bytes) {
      let text = cursor.takePlainText(bytes)
      guard cursor.take("\"", bytes), Self.isValid(text, bytes) else { return nil }
      value = values.value(text, in: bytes) { CategoryValue(JSONTape.text(bytes, text)) }
    }
    guard let header = header(kind, type, &cursor, bytes, start, end, created) else { return nil }
    let sample: Sample =
      if let number {
        .quantity(QuantitySample(header: consume header, number: number))
      } else {
        .category(CategorySample(header: consume header, value: value))
      }
    return Self.isSame(sample.id, bytes, at: id) ? sample : nil
  }

  private mutating func date(_ cursor: inout LineCursor, _ bytes: Span<UInt8>) -> Timestamp? {
    let range = cursor.at..<(cursor.at &+ 25)
    guard range.upperBound <= cursor.end else { return nil }
    cursor.at = range.upperBound
    // A date of another form causes a finding.
    guard Self.isISO8601(bytes.extracting(range)) else { return nil }
    return dates.date(bytes, range)
  }

  /// The header of a line from the end of the value on, if its shape is known.
  private mutating func header(
    _ kind: SampleKind, _ type: Range<Int>, _ cursor: inout LineCursor, _ bytes: Span<UInt8>,
    _ start: Timestamp, _ end: Timestamp, _ created: Timestamp?
  ) -> SampleHeader? {
    for slot in shapes.slots(ofType: type, in: bytes) {
      guard let shape = shapes[slot] else { return nil }
      var rest = cursor
      guard shape.kind == kind, shape.type.count == type.count,
        ByteScan.equal(bytes, at: type.lowerBound, to: shape.type),
        rest.take(shape.tail, bytes)
      else { continue }
      var address: UInt64?
      if !shape.tailAfterAddress.isEmpty {
        address = rest.takeHexadecimal(bytes)
        guard address != nil, rest.take(shape.tailAfterAddress, bytes) else { continue }
      }
      var found = Metadata()
      if rest.take(",\"metadata\":{\"", bytes) {
        guard let metadata = metadata(&rest, bytes) else { return nil }
        found = metadata
      }
      // Another shape may have this one's tail and further text.
      if rest.take("}", bytes), rest.isAtEnd(bytes) {
        return SampleHeader(
          descriptor: shape.descriptor, start: start, end: end, created: created,
          deviceAddress: address, metadata: found)
      }
    }
    return nil
  }

  /// Metadata entries, from the first key on, if none has an escape or a list of values.
  private mutating func metadata(_ cursor: inout LineCursor, _ bytes: Span<UInt8>) -> Metadata? {
    let start = cursor.at
    var entries: [MetadataEntry] = []
    repeat {
      let key = cursor.takePlainText(bytes)
      guard cursor.take("\":\"", bytes), Self.isValid(key, bytes) else { return nil }
      let value = cursor.takePlainText(bytes)
      guard cursor.take("\"", bytes), Self.isValid(value, bytes) else { return nil }
      if entries.isEmpty, value.count <= 4, cursor.take("}", bytes) {
        // Most samples have a single short entry.
        return shortMetadata.value(start..<value.upperBound, in: bytes) {
          Metadata([Self.entry(key, value, bytes)])
        }
      }
      let known = keys.value(key, in: bytes) { MetadataKey(JSONTape.text(bytes, key)) }
      entries.append(MetadataEntry(key: known, value: JSONTape.text(bytes, value)))
    } while cursor.take(",\"", bytes)
    return cursor.take("}", bytes) ? Metadata(entries) : nil
  }

  private static func entry(
    _ key: Range<Int>, _ value: Range<Int>, _ bytes: Span<UInt8>
  ) -> MetadataEntry {
    MetadataEntry(
      key: MetadataKey(JSONTape.text(bytes, key)), value: JSONTape.text(bytes, value))
  }

  @inline(__always)
  private static func isValid(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    ByteScan.validateUTF8(bytes, from: range.lowerBound, to: range.upperBound) == nil
  }

  private static func isSame(_ id: SampleID, _ bytes: Span<UInt8>, at start: Int) -> Bool {
    func half(_ word: UInt64, at index: Int) -> Bool {
      ByteScan.word(bytes, at: index) == ByteBuffer.hexadecimal(UInt32(truncatingIfNeeded: word))
    }
    return half(id.high &>> 32, at: start) && half(id.high, at: start &+ 8)
      && half(id.low &>> 32, at: start &+ 16) && half(id.low, at: start &+ 24)
  }

  // MARK: Learning

  /// Caches the shape of a parsed line, if the next line of this shape can be compared.
  mutating func learn(_ sample: Sample, _ members: LineMembers, _ bytes: Span<UInt8>) {
    let header: SampleHeader
    switch sample {
    case .quantity(let sample): header = sample.header
    case .category(let sample): header = sample.header
    default: return
    }
    let shared = [members.participant, members.unit, members.source, members.device].filter {
      $0 >= 0
    }
    guard let first = shared.min(), let last = shared.max(), !header.descriptor.isHeavy,
      !tape.nodes[members.type].isEscaped
    else { return }
    var count = 0
    var node = first
    while node <= last {
      count += 1
      node = Int(tape.nodes[node].next) + 1
    }
    let start = tape.nodes[first - 1].offset - 1
    let end = raw(last).upperBound
    guard count == shared.count, bytes[start] == UInt8(ascii: ","),
      end - start <= LineShapes.longest
    else { return }
    var address = end..<end
    if header.deviceAddress != nil {
      guard last == members.device, tape.text(last + 1, is: "address", in: bytes) else { return }
      let text = tape.nodes[last + 2].range
      address = (text.lowerBound + 2)..<text.upperBound
    }
    let type = tape.nodes[members.type].range
    let slots = shapes.slots(ofType: type, in: bytes)
    // The shape is known: the line was parsed for another reason.
    for slot in slots where shapes[slot]?.descriptor === header.descriptor { return }
    shapes.keep(
      LineShape(
        sample.kind, header.descriptor, type: type.map { bytes[$0] },
        tail: (start..<address.lowerBound).map { bytes[$0] },
        tailAfterAddress: (address.upperBound..<end).map { bytes[$0] }), in: slots)
  }
}

/// The text after the value that lines of one descriptor share.
///
/// A class: reading it from the cache retains one object instead of three arrays and a descriptor.
final class LineShape {
  let kind: SampleKind
  let descriptor: SampleDescriptor
  /// The type between its quotes.
  let type: [UInt8]
  /// `,"participant":"…","unit":"…","source":{…},"device":{…}`; up to the digits of an address.
  let tail: [UInt8]
  /// The text after the digits; empty without an address.
  let tailAfterAddress: [UInt8]

  init(
    _ kind: SampleKind, _ descriptor: SampleDescriptor, type: [UInt8], tail: [UInt8],
    tailAfterAddress: [UInt8]
  ) {
    self.kind = kind
    self.descriptor = descriptor
    self.type = type
    self.tail = tail
    self.tailAfterAddress = tailAfterAddress
  }
}

/// Caches the shapes of recent lines in fixed memory, a few of each type, the newest first.
struct LineShapes {
  private var slots = [LineShape?](repeating: nil, count: sets * ways)
  private static let sets = 128
  private static let ways = 8
  /// The longest shape that is kept, in bytes.
  static let longest = 4_096

  /// The slots for the shapes of a type.
  @inline(__always)
  func slots(ofType range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    let hash = ByteScan.hash64(bytes, from: range.lowerBound, to: range.upperBound)
    let first = Int(truncatingIfNeeded: hash % UInt64(Self.sets)) &* Self.ways
    return first..<(first &+ Self.ways)
  }

  /// The shape in a slot; all slots after the first empty one are empty.
  @inline(__always)
  subscript(slot: Int) -> LineShape? { slots[slot] }

  /// Adds a shape, in place of the oldest one in its slots.
  mutating func keep(_ shape: LineShape, in range: Range<Int>) {
    for slot in range.dropFirst().reversed() { slots[slot] = slots[slot - 1] }
    slots[range.lowerBound] = shape
  }
}
