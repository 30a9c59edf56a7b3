import HealthBytes
import HealthModel

/// The points of routes, which are many: keys are compile-time constants, and `visit` is not called.
extension JSONLinesWriter {
  /// Writes points, separated by commas.
  mutating func points(_ points: [RouteLocation]) {
    for index in points.indices {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      if points[index].isPlain {
        plain(points[index])
      } else {
        var point = points[index]
        object(&point)
      }
      flushIfLong()
    }
  }

  /// Writes a point as `visit` would show it. ``RoutePointText`` reads this.
  private mutating func plain(_ point: RouteLocation) {
    buffer.append(UInt8(ascii: "{"))
    needsComma = false
    if let date = point.date {
      buffer.append("\"date\":")
      dates.append(date, to: &buffer)
      needsComma = true
    }
    member("\"latitude\":", point.plain(.latitude))
    member("\"longitude\":", point.plain(.longitude))
    member("\"altitude\":", point.plain(.altitude))
    member("\"horizontalAccuracy\":", point.plain(.horizontalAccuracy))
    member("\"verticalAccuracy\":", point.plain(.verticalAccuracy))
    member("\"course\":", point.plain(.course))
    member("\"speed\":", point.plain(.speed))
    buffer.append(UInt8(ascii: "}"))
  }

  @inline(__always)
  private mutating func member(_ key: StaticString, _ number: PlainNumber?) {
    guard let number else { return }
    if needsComma { buffer.append(UInt8(ascii: ",")) }
    needsComma = true
    buffer.append(key)
    buffer.append(number)
  }
}

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

/// Ordered, repeatable keys in a format whose objects have neither: see ``ByteBuffer/append(pairs:)``.
extension JSONLinesWriter {
  mutating func metadataValue(_ metadata: Metadata) {
    if metadataTexts.append(metadata, to: &buffer) {
      items += 1
      return
    }
    let start = buffer.count
    let entries = metadata.entries
    guard Self.areDistinct(entries) else {
      items += buffer.append(pairs: entries.map { ($0.key.identifier, $0.value) })
      return
    }
    // Fast path of nearly all samples: no allocation.
    items += entries.count
    for index in entries.indices {
      buffer.append(index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
      buffer.append(json: entries[index].key.identifier)
      buffer.append(UInt8(ascii: ":"))
      buffer.append(json: entries[index].value)
    }
    buffer.append(UInt8(ascii: "}"))
    metadataTexts.keep(metadata, buffer, from: start)
  }

  /// Whether the keys are few and all different, determined without an allocation.
  private static func areDistinct(_ entries: [MetadataEntry]) -> Bool {
    guard entries.count <= 16 else { return false }
    for index in entries.indices.dropFirst() {
      for other in 0..<index where entries[other].key == entries[index].key { return false }
    }
    return !entries.isEmpty
  }
}
