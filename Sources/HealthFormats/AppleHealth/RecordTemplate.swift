import HealthBytes
import HealthModel
import HealthXML

/// The bytes that the start tags of records of one type, source and device share: all but the address of the device, the
/// dates and the number.
final class RecordTemplate {
  /// What all records begin with.
  static let start: StaticString = "<Record "

  /// The descriptor of the records.
  let entry: DescriptorCache.Entry
  /// The bytes up to the address of the device, or up to the date of saving where the device has no address.
  let head: [UInt8]
  /// The bytes from the address up to the date of saving; empty without an address.
  let tail: [UInt8]
  /// How many of these bytes are not the first of their character.
  let continuationBytes: Int

  private static let longest = 4_096

  /// The template of a start tag, if its last attributes are those that differ, in the order in which iOS writes them.
  ///
  /// - Parameters:
  ///   - tag: Where the tag begins.
  ///   - address: Where the digits of the device's address are.
  init?(
    _ entry: DescriptorCache.Entry, _ attributes: XMLAttributes, _ bytes: Span<UInt8>, tag: Int,
    address: Range<Int>?
  ) {
    let count = attributes.count
    guard tag >= 0, count > 4, ByteScan.equal(bytes, at: tag, to: Self.start) else { return nil }
    let created = attributes[count - 4].value
    let (start, end) = (attributes[count - 3].value, attributes[count - 2].value)
    let value = attributes[count - 1].value
    guard
      Self.isBetween(" creationDate=\"", attributes[count - 5].value.upperBound, created, bytes),
      Self.isBetween(" startDate=\"", created.upperBound, start, bytes),
      Self.isBetween(" endDate=\"", start.upperBound, end, bytes),
      Self.isBetween(" value=\"", end.upperBound, value, bytes),
      created.lowerBound - tag <= Self.longest
    else { return nil }
    func copy(_ range: Range<Int>) -> [UInt8] { range.map { bytes[$0] } }
    self.entry = entry
    head = copy(tag..<(address?.lowerBound ?? created.lowerBound))
    tail = address.map { copy($0.upperBound..<created.lowerBound) } ?? []
    continuationBytes = (head + tail).count { $0 & 0xC0 == 0x80 }
    // Where lines end is not learned from a template.
    guard !(head + tail).contains(where: { $0 < 32 }) else { return nil }
  }

  /// Whether only a quote and a text are between a value and the next one.
  private static func isBetween(
    _ text: StaticString, _ end: Int, _ next: Range<Int>, _ bytes: Span<UInt8>
  ) -> Bool {
    next.lowerBound == end + 1 + text.utf8CodeUnitCount && bytes[end] == UInt8(ascii: "\"")
      && ByteScan.equal(bytes, at: end + 1, to: text)
  }
}
