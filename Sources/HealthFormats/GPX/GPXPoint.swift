import HealthModel
import HealthXML

/// A point of a track or route: where it is, and what was measured there.
struct GPXPoint {
  var location = RouteLocation()
  /// Where in the file it begins.
  var place = XMLPlace(offset: 0, line: 1, column: 1)
  /// Beats per minute.
  var heartRate: Number?
  /// Revolutions per minute.
  var cadence: Number?
  /// Watts.
  var power: Number?
  /// Degrees Celsius.
  var waterTemperature: Number?
  /// Meters.
  var depth: Number?

  /// Puts a number into a field.
  ///
  /// - Returns: Whether the field was free; of two values the first one counts.
  mutating func set(_ field: GPXField, _ number: Number) -> Bool {
    switch field {
    case .elevation: Self.set(&location.altitude, number)
    case .speed: Self.set(&location.speed, number)
    case .course: Self.set(&location.course, number)
    case .horizontalAccuracy: Self.set(&location.horizontalAccuracy, number)
    case .verticalAccuracy: Self.set(&location.verticalAccuracy, number)
    case .heartRate: Self.set(&heartRate, number)
    case .cadence: Self.set(&cadence, number)
    case .power: Self.set(&power, number)
    case .waterTemperature: Self.set(&waterTemperature, number)
    case .depth: Self.set(&depth, number)
    case .time: false
    }
  }

  subscript(measurement: GPXField) -> Number? {
    switch measurement {
    case .waterTemperature: waterTemperature
    case .depth: depth
    case .heartRate: heartRate
    case .cadence: cadence
    case .power: power
    default: nil
    }
  }

  /// Takes a measurement away.
  mutating func clear(_ field: GPXField) {
    switch field {
    case .waterTemperature: waterTemperature = nil
    case .depth: depth = nil
    case .heartRate: heartRate = nil
    case .cadence: cadence = nil
    case .power: power = nil
    default: break
    }
  }

  private static func set(_ field: inout Number?, _ number: Number) -> Bool {
    guard field == nil else { return false }
    field = number
    return true
  }
}

/// Content of a point that has no field, until the point is complete.
struct GPXPointExtras {
  var attributes: [Element.Attribute] = []
  var children: [Element.Node] = []
  /// Of its extensions.
  var extensions: [Element.Node] = []
  /// The extensions of points, by their text: temperatures and cadences repeat often.
  private var known: [String: Extras] = [:]
  private static let knownLimit = 2_048
  private let isSorted: Bool

  /// Keeps nothing yet.
  ///
  /// - Parameter isSorted: Whether extensions are put in the order in which they are written.
  init(isSorted: Bool) { self.isSorted = isSorted }

  /// The preserved content of the point, at its end.
  mutating func take() -> Extras? {
    if attributes.isEmpty, children.isEmpty, extensions.isEmpty { return nil }
    defer { (attributes, children, extensions) = ([], [], []) }
    // Strava writes the power first, the schema has it last: one order for both.
    if isSorted, extensions.count > 1 { extensions = RouteSlot.sorted(extensions) }
    let key = attributes.isEmpty && children.isEmpty ? key : nil
    if let key, let extras = known[key] { return extras }
    if !extensions.isEmpty {
      children.append(
        .element(Element(name: GPXVocabulary.extensions, children: extensions)))
    }
    let extras = Extras(attributes: attributes, content: children)
    if let key {
      if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
      known[key] = extras
    }
    return extras
  }

  /// The extensions as a text, if all of them are short texts with a name.
  private var key: String? {
    guard extensions.count <= 4 else { return nil }
    var key = ""
    for node in extensions {
      guard case .element(let element) = node, element.attributes.isEmpty,
        element.children.count == 1, case .text(let text) = element.children.first,
        text.utf8.count <= 32, !text.utf8.contains(10), element.name.utf8.count <= 32
      else { return nil }
      // A name has no white space in it.
      key += element.name + " " + text + "\n"
    }
    return key
  }
}

/// Dates as the schema of GPX allows them.
enum GPXDate {
  /// Whether a text is a date with a time (`xsd:dateTime`): `2024-06-01T06:00:00.5Z`, with an offset in place of the
  /// `Z`, or without either.
  static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let universal = Array(bytes.prefix(19)) + [UInt8(ascii: "Z")]
    let shape = Array("0000-00-00T00:00:00".utf8)
    guard bytes.count >= shape.count, isYear(String(text.prefix(4))),
      zip(bytes, shape).allSatisfy({ $1 == UInt8(ascii: "0") ? $0 &- 48 < 10 : $0 == $1 }),
      // Seconds of 60 are dates of ours, and none of the schema.
      bytes[17] < UInt8(ascii: "6"),
      Timestamp(parsing: universal.span, form: .iso8601) != nil
    else { return false }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { $0 &- 48 < 10 }
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(1 + digits.count)
    }
    return rest.isEmpty || rest.elementsEqual([UInt8(ascii: "Z")]) || isOffset(Array(rest))
  }

  /// Whether a text is a year of four digits, with or without an offset (`xsd:gYear`).
  static func isYear(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 4, bytes[..<4].allSatisfy({ $0 &- 48 < 10 }), !text.hasPrefix("0000")
    else { return false }
    let rest = Array(bytes[4...])
    return rest.isEmpty || rest == [UInt8(ascii: "Z")] || isOffset(rest)
  }

  /// Whether bytes are an offset from UTC of at most 14 hours: `+02:00`.
  private static func isOffset(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      bytes[3] == UInt8(ascii: ":"), [1, 2, 4, 5].allSatisfy({ bytes[$0] &- 48 < 10 })
    else { return false }
    let hours = Int(bytes[1] - 48) * 10 + Int(bytes[2] - 48)
    let minutes = Int(bytes[4] - 48) * 10 + Int(bytes[5] - 48)
    return minutes < 60 && (hours < 14 || hours == 14 && minutes == 0)
  }
}

/// Coordinates as the schema of GPX allows them.
enum GPXDegrees {
  /// The text of a coordinate without white space around it; `nil` for one that is not on the earth or is no decimal.
  static func text(_ text: String, isLatitude: Bool) -> String? {
    let text = text.trimmedXMLSpace
    guard let number = Number(text), number.isDegrees(isLatitude: isLatitude),
      number.decimalText == text
    else { return nil }
    return text
  }
}

extension Timestamp {
  /// Whether a file can hold it as a date in UTC: the years 1 to 9999.
  var isInGPXRange: Bool { (-62_135_596_800..<253_402_300_800).contains(secondsSince1970) }

  /// The date a text of GPX has, with its text where GPX would print it otherwise. One without a zone is in UTC, as all
  /// of them should be.
  init?(gpx text: String) {
    let bytes = Array(text.utf8)
    let universal = bytes + [UInt8(ascii: "Z")]
    guard
      let date = Timestamp(parsing: bytes.span, form: .iso8601)
        ?? Timestamp(parsing: universal.span, form: .iso8601)
    else { return nil }
    self = date.spelled(bytes.span)
  }
}

extension String {
  /// The text without the white space of XML at its ends.
  var trimmedXMLSpace: String {
    let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 10 || byte == 13 }
    guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else {
      return self
    }
    let bytes = Array(utf8)
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.count
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
