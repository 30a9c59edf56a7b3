import HealthBytes
import HealthModel

/// The text after the value that lines of one descriptor share.
///
/// A class, so that a look costs one reference count and not one for each part.
final class LineShape {
  let kind: SampleKind
  let descriptor: SampleDescriptor
  /// The type between its quotes.
  let type: [UInt8]
  /// `,"unit":"…","source":{…},"device":{…}`; of a device with an address, up to the digits of that.
  let tail: [UInt8]
  /// The text after the digits; empty without an address.
  let behindAddress: [UInt8]

  init(
    _ kind: SampleKind, _ descriptor: SampleDescriptor, type: [UInt8], tail: [UInt8],
    behindAddress: [UInt8]
  ) {
    self.kind = kind
    self.descriptor = descriptor
    self.type = type
    self.tail = tail
    self.behindAddress = behindAddress
  }
}

/// Keeps the shapes of the lines met last in fixed memory, a few of each type, the newest first.
struct LineShapes {
  private var slots = [LineShape?](repeating: nil, count: sets * ways)
  private static let sets = 128
  private static let ways = 8
  /// The longest shape that is kept, in bytes.
  static let longest = 4_096

  /// Where the shapes of a type are kept.
  @inline(__always)
  func slots(ofType range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    let hash = ByteScan.hash64(bytes, from: range.lowerBound, to: range.upperBound)
    let first = Int(truncatingIfNeeded: hash % UInt64(Self.sets)) &* Self.ways
    return first..<(first &+ Self.ways)
  }

  /// The shape in a slot; all slots after the first empty one are empty.
  @inline(__always)
  subscript(slot: Int) -> LineShape? { slots[slot] }

  /// Keeps a shape in place of the oldest of its type.
  mutating func keep(_ shape: LineShape, in range: Range<Int>) {
    for slot in range.dropFirst().reversed() { slots[slot] = slots[slot - 1] }
    slots[range.lowerBound] = shape
  }
}
