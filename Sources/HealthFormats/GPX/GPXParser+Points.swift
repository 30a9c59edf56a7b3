import HealthBytes
import HealthModel
import HealthXML

extension GPXParser {
  /// An element with a number or a date that is not complete yet.
  struct PendingField {
    var field = GPXField.elevation
    var home = Level.point
    var name: [UInt8] = []
    var text: [UInt8] = []
    /// Its nested elements, which the format does not allow.
    var nodes: [Element.Node] = []
  }

  mutating func startPoint(_ bytes: Span<UInt8>) throws(HealthError) {
    level = .point
    itemStart = tokenizer.offset
    point = GPXPoint()
    point.place = tokenizer.place
    for index in tokenizer.attributes.indices {
      let attribute = tokenizer.attributes[index]
      let isLatitude = isCalled(attribute, "lat", bytes)
      if isLatitude || isCalled(attribute, "lon", bytes), attribute.isPlain {
        let number = Number(parsing: bytes.extracting(attribute.value.trimmed(in: bytes)))
        if let number, !attribute.isDuplicate {
          if isLatitude {
            point.location.latitude = number
          } else {
            point.location.longitude = number
          }
          if number.doubleValue.magnitude > (isLatitude ? 90 : 180) {
            try report(
              "out-of-range", .warning,
              "\(isLatitude ? "lat" : "lon") is beyond \(isLatitude ? 90 : 180) degrees; preserved",
              place: place(of: attribute, bytes))
          }
          continue
        }
        try report(
          "malformed-number", .warning,
          "\(isLatitude ? "lat" : "lon") is not a number; preserved",
          place: place(of: attribute, bytes))
      }
      pointExtras.attributes.append(
        Element.Attribute(
          name: tokenizer.string(ofName: attribute, in: bytes),
          value: tokenizer.string(of: attribute, in: bytes)))
    }
    if point.location.latitude == nil || point.location.longitude == nil {
      try report("missing-attribute", .warning, "a point without coordinates; preserved")
    }
  }

  private func isCalled(
    _ attribute: XMLAttribute, _ name: StaticString, _ bytes: Span<UInt8>
  ) -> Bool {
    attribute.name.count == 3 && ByteScan.equal(bytes, at: attribute.name.lowerBound, to: name)
  }

  private func place(of attribute: XMLAttribute, _ bytes: Span<UInt8>) -> Place {
    tokenizer.place(of: attribute.value.lowerBound, in: bytes).place(in: file)
  }

  mutating func endPoint() {
    if extensions == .all {
      for field in GPXField.measurements {
        guard let number = point[field],
          point.location.date == nil || measured.descriptor(of: field) == nil
        else { continue }
        point.clear(field)
        pointExtras.extensions.append(
          .element(Element(name: field.measurementName, children: [.text(number.description)])))
      }
    }
    point.location.extras = pointExtras.take()
  }

  // MARK: Fields

  mutating func startField(_ kind: GPXField, _ bytes: Span<UInt8>) {
    field.home = level
    field.field = kind
    field.name.removeAll(keepingCapacity: true)
    field.text.removeAll(keepingCapacity: true)
    for index in tokenizer.name { field.name.append(bytes[index]) }
    level = .field
  }

  mutating func endField() throws(HealthError) {
    level = field.home
    if field.nodes.isEmpty {
      // A copy, which shares the storage, so that the parser can change while the bytes are read.
      let storage = field.text
      let trimmed = storage.span.extracting((0..<storage.count).trimmed(in: storage.span))
      if field.field == .time {
        if point.location.date == nil, let date = date(trimmed) {
          point.location.date = date
          return
        }
      } else if let number = Number(parsing: trimmed) {
        if field.field == .heartRate, number == Number(0), extensions != .apple {
          counts.addZeroHeartRate(place)
          return
        }
        if field.field == .elevation, extensions != .apple,
          !RouteCounts.isPossible(elevation: number)
        {
          counts.addElevation(place)
          return
        }
        if point.set(field.field, number) { return }
      }
    }
    try keepField()
  }

  /// Preserves an element whose content is not valid, or that the point has already.
  private mutating func keepField() throws(HealthError) {
    let name = String(decoding: field.name, as: UTF8.self)
    let text = String(decoding: field.text, as: UTF8.self)
    let element = Element(
      name: name, children: (text.isEmpty ? [] : [.text(text)]) + field.nodes)
    field.nodes = []
    if field.home == .point {
      pointExtras.children.append(.element(element))
    } else {
      pointExtras.extensions.append(.element(element))
    }
    try report(
      field.field == .time ? "malformed-date" : "malformed-number", .warning,
      "\(name) is not a \(field.field == .time ? "date" : "number"), or occurs twice; preserved")
  }

  /// Parses a date of GPX. Without an offset it is in UTC, as GPX requires, and counted for a finding.
  mutating func date(_ text: Span<UInt8>) -> Timestamp? {
    var date = Timestamp(parsing: text, form: .iso8601)
    if date == nil {
      var universal: [UInt8] = []
      for index in text.indices { universal.append(text[index]) }
      universal.append(UInt8(ascii: "Z"))
      date = Timestamp(parsing: universal.span, form: .iso8601)
      if date != nil {
        counts.addZoneless(place)
      }
    }
    return extensions == .apple ? date?.spelled(text) : date
  }
}

extension Timestamp {
  /// The date with its text form, if the date alone does not reproduce it: without a zone, or with more digits than the
  /// fraction needs.
  func spelled(_ text: Span<UInt8>) -> Timestamp {
    // A fast check: all dates of an export have this form. Others are compared completely.
    if text.count == 20, offsetMinutes == 0, text[10] == UInt8(ascii: "T"),
      text[17] != UInt8(ascii: "6"), text[19] == UInt8(ascii: "Z")
    {
      return self
    }
    var usual = ByteBuffer(capacity: 48)
    usual.append(
      gpx: Timestamp(
        secondsSince1970: secondsSince1970, nanoseconds: nanoseconds, offsetMinutes: offsetMinutes))
    if usual.withBytes({ text.count == $0.count && ByteScan.equal(text, at: 0, to: $0) }) {
      return self
    }
    return Timestamp(
      secondsSince1970: secondsSince1970, nanoseconds: nanoseconds, offsetMinutes: offsetMinutes,
      spelling: Spelling(
        text.indices.reduce(into: "") {
          $0.unicodeScalars.append(Unicode.Scalar(text[$1]))
        }))
  }
}

extension Range<Int> {
  /// Without the white space at both ends.
  fileprivate func trimmed(in bytes: Span<UInt8>) -> Range<Int> {
    var (start, end) = (lowerBound, upperBound)
    while start < end, bytes[start] <= 32 { start += 1 }
    while start < end, bytes[end - 1] <= 32 { end -= 1 }
    return start..<end
  }
}

/// A fast path for the points that iOS writes: all elements in a fixed order, with nothing between them. It takes a tenth of
/// the time of tokenizing a point.
extension GPXParser {
  /// An upper bound of the bytes of such a point.
  private static let longest = 1_024

  /// Reads points while they have that form. The tokenizer reads everything else, and would read the same from these points.
  ///
  /// - Parameters:
  ///   - locations: The points are appended to it.
  ///   - room: The most points that are read.
  /// - Returns: How many were read; 0 if other events come first.
  mutating func quickPoints(
    into locations: inout [RouteLocation], room: Int
  ) throws(HealthError) -> Int {
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
      // The white space is skipped now. If the point is incomplete, the next call does not see it.
      let isUsual = index &- gap == 7 && ByteScan.equal(bytes, at: gap, to: "\n      ")
      quickGap = isUsual ? (start &- 7)..<start : nil
    }
    guard skip("<trkpt lon=\"", bytes, &index),
      let longitude = number(bytes, &index, before: "\" lat=\""),
      let latitude = number(bytes, &index, before: "\"><ele>"),
      // Other coordinates are reported by the slow path.
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

  /// Extends the range of the bytes that were read on the fast path.
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

  /// Reads a number and the fixed text after it.
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
