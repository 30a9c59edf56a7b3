import HealthBytes
import HealthModel
import HealthXML

/// A fast path for points as iOS writes them: each with all its elements in a fixed order and nothing between them. It
/// costs a tenth of tokenizing the point.
extension GPXParser {
  /// More bytes than a point of that form has.
  private static let longest = 1_024

  /// Reads points, as long as those of that form are next. Anything else is left to the tokenizer, which would
  /// return the same of what is read here.
  ///
  /// - Parameters:
  ///   - locations: The points are appended to it.
  ///   - room: The most points that are read.
  /// - Returns: How many were read; none if other events are due.
  mutating func quickPoints(
    into locations: inout [RouteLocation], room: Int
  ) throws(FormatError) -> Int {
    guard level == .segment, event == nil, extensions == .apple, prefixLength == 0 else { return 0 }
    var count = 0
    while true {
      do {
        let storage = window.bytes
        let bytes = storage.span.extracting(0..<window.end)
        while count < room, quickPoint(bytes, into: &locations) { count += 1 }
      }
      guard count < room, !window.isFinal, window.end - tokenizer.cursor < Self.longest else {
        return count
      }
      try refill()
    }
  }

  @inline(__always)
  private mutating func quickPoint(
    _ bytes: Span<UInt8>, into locations: inout [RouteLocation]
  ) -> Bool {
    let gap = tokenizer.cursor
    guard var index = tokenizer.nextMarkup(in: bytes) else { return false }
    let start = window.origin &+ Int64(index)
    if index > gap {
      // The point may be incomplete, and this is then not seen again.
      let isUsual = index &- gap == 7 && ByteScan.equal(bytes, at: gap, to: "\n      ")
      quickGap = isUsual ? (start &- 7)..<start : nil
    }
    guard skip("<trkpt lon=\"", bytes, &index),
      let longitude = number(bytes, &index, before: "\" lat=\""),
      let latitude = number(bytes, &index, before: "\"><ele>"),
      // Those beyond are reported.
      Number(longitude).doubleValue.magnitude <= 180, Number(latitude).doubleValue.magnitude <= 90,
      let altitude = number(bytes, &index, before: "</ele><time>"),
      let seconds = quickDates.seconds(bytes, at: index)
    else { return false }
    index &+= 20
    guard skip("</time><extensions><speed>", bytes, &index),
      let speed = number(bytes, &index, before: "</speed><course>"),
      let course = number(bytes, &index, before: "</course><hAcc>"),
      let horizontalAccuracy = number(bytes, &index, before: "</hAcc><vAcc>"),
      let verticalAccuracy = number(bytes, &index, before: "</vAcc></extensions></trkpt>")
    else { return false }
    noteQuick(start..<(window.origin &+ Int64(index)))
    tokenizer.skip(to: index)
    locations.append(
      RouteLocation(
        secondsSince1970: seconds,
        [latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, course, speed]))
    return true
  }

  /// Adds a point to the bytes of those read on the fast path.
  @inline(__always)
  private mutating func noteQuick(_ bytes: Range<Int64>) {
    guard let known = quickBytes, let gap = quickGap, gap.upperBound == bytes.lowerBound,
      known.isEmpty || known.upperBound == gap.lowerBound
    else {
      quickBytes = nil
      return
    }
    quickBytes = (known.isEmpty ? gap.lowerBound : known.lowerBound)..<bytes.upperBound
  }

  @inline(__always)
  private func skip(_ text: StaticString, _ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    guard ByteScan.equal(bytes, at: index, to: text) else { return false }
    index &+= text.utf8CodeUnitCount
    return true
  }

  /// Reads a number and the fixed text behind it.
  @inline(__always)
  private func number(
    _ bytes: Span<UInt8>, _ index: inout Int, before text: StaticString
  ) -> PlainNumber? {
    guard let number = PlainNumber(scanning: bytes, &index), skip(text, bytes, &index) else {
      return nil
    }
    return number
  }
}
