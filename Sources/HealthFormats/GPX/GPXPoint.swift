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

  /// The measurements of one kind.
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
    if isSorted, extensions.count > 1 { extensions = GPXSlot.sorted(extensions) }
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
