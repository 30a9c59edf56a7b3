import HealthBytes
import HealthModel

/// Reads the points of routes as ``JSONLinesWriter`` writes them: all fields in their order, no white space. Anything else
/// is left to the parser of all JSON.
enum RoutePointText {
  /// Skips a point, if one is next.
  ///
  /// - Returns: Whether a point was skipped, which is well-formed JSON; the index is unchanged otherwise.
  static func skip(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> Bool {
    var at = index
    guard let date = date(bytes, &at), numbers(bytes, &at) != nil, at <= end,
      ByteScan.firstJSONEscape(in: bytes, from: date.lowerBound, to: date.upperBound)
        == date.upperBound
    else { return false }
    index = at
    return true
  }

  /// Reads a point, if one is next; the index is unchanged otherwise.
  static func point(
    _ bytes: Span<UInt8>, _ index: inout Int, _ dates: inout DateParser
  ) -> RouteLocation? {
    var at = index
    guard let range = date(bytes, &at), JSONLineDecoder.isISO8601(bytes.extracting(range)),
      let date = dates.plainDate(bytes, range), let numbers = numbers(bytes, &at)
    else { return nil }
    index = at
    return RouteLocation(
      secondsSince1970: date.seconds, offsetMinutes: date.offsetMinutes, numbers)
  }

  /// The beginning of a point, up to the first number.
  @inline(__always)
  private static func date(_ bytes: Span<UInt8>, _ at: inout Int) -> Range<Int>? {
    guard skip("{\"date\":\"", bytes, &at) else { return nil }
    let date = at..<(at &+ 25)
    at = date.upperBound
    return skip("\",\"latitude\":", bytes, &at) ? date : nil
  }

  @inline(__always)
  private static func numbers(_ bytes: Span<UInt8>, _ at: inout Int) -> [7 of PlainNumber]? {
    guard let latitude = number(bytes, &at, before: ",\"longitude\":"),
      let longitude = number(bytes, &at, before: ",\"altitude\":"),
      let altitude = number(bytes, &at, before: ",\"horizontalAccuracy\":"),
      let horizontalAccuracy = number(bytes, &at, before: ",\"verticalAccuracy\":"),
      let verticalAccuracy = number(bytes, &at, before: ",\"course\":"),
      let course = number(bytes, &at, before: ",\"speed\":"),
      let speed = number(bytes, &at, before: "}")
    else { return nil }
    return [latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, course, speed]
  }

  @inline(__always)
  private static func number(
    _ bytes: Span<UInt8>, _ at: inout Int, before text: StaticString
  ) -> PlainNumber? {
    guard let number = PlainNumber(scanning: bytes, &at), skip(text, bytes, &at) else {
      return nil
    }
    return number
  }

  @inline(__always)
  private static func skip(_ text: StaticString, _ bytes: Span<UInt8>, _ at: inout Int) -> Bool {
    guard ByteScan.equal(bytes, at: at, to: text) else { return false }
    at &+= text.utf8CodeUnitCount
    return true
  }
}
