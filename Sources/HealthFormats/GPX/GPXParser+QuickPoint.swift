import HealthBytes
import HealthModel
import HealthXML

/// A fast path for points as iOS writes them: each with all its elements in a fixed order and nothing between them. It
/// costs a third of tokenizing the point.
extension GPXParser {
  /// Reads a point, if one of that form is next.
  ///
  /// - Returns: Whether a point was read. Anything else, also an incomplete point, is left to the tokenizer, which
  ///   would say the same of what is read here.
  mutating func quickPoint(_ bytes: Span<UInt8>) -> Bool {
    guard prefixLength == 0, var index = tokenizer.nextMarkup(in: bytes),
      pass("<trkpt lon=\"", bytes, &index),
      let longitude = number(bytes, &index, before: "\" lat=\""),
      let latitude = number(bytes, &index, before: "\"><ele>"),
      // Those beyond are reported.
      longitude.doubleValue.magnitude <= 180, latitude.doubleValue.magnitude <= 90,
      let altitude = number(bytes, &index, before: "</ele><time>"),
      let time = field(bytes, &index, before: "</time><extensions><speed>"),
      let date = date(bytes.extracting(time)),
      let speed = number(bytes, &index, before: "</speed><course>"),
      let course = number(bytes, &index, before: "</course><hAcc>"),
      let horizontalAccuracy = number(bytes, &index, before: "</hAcc><vAcc>"),
      let verticalAccuracy = number(bytes, &index, before: "</vAcc></extensions></trkpt>")
    else { return false }
    pieceStart = tokenizer.offset
    point = GPXPoint()
    point.place = tokenizer.place
    point.location.longitude = longitude
    point.location.latitude = latitude
    point.location.altitude = altitude
    point.location.date = date
    point.location.speed = speed
    point.location.course = course
    point.location.horizontalAccuracy = horizontalAccuracy
    point.location.verticalAccuracy = verticalAccuracy
    tokenizer.pass(to: index)
    emit(.point)
    return true
  }

  @inline(__always)
  private func pass(_ text: StaticString, _ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    guard ByteScan.equal(bytes, at: index, to: text) else { return false }
    index &+= text.utf8CodeUnitCount
    return true
  }

  /// Matches a fixed text and skips the value after it, which contains no markup.
  @inline(__always)
  private func field(
    _ bytes: Span<UInt8>, _ index: inout Int, before text: StaticString
  ) -> Range<Int>? {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "<"), bytes[index] != UInt8(ascii: "\"")
    {
      index &+= 1
    }
    let end = index
    return pass(text, bytes, &index) ? start..<end : nil
  }

  @inline(__always)
  private func number(
    _ bytes: Span<UInt8>, _ index: inout Int, before text: StaticString
  ) -> Number? {
    field(bytes, &index, before: text).flatMap { Number(parsing: bytes.extracting($0)) }
  }
}
