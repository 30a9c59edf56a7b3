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

  private static func set(_ field: inout Number?, _ number: Number) -> Bool {
    guard field == nil else { return false }
    field = number
    return true
  }
}

/// What stood in a point that has no field, until the point is whole.
struct GPXKeeper {
  var attributes: [Element.Attribute] = []
  var children: [Element.Node] = []
  /// Of its extensions.
  var extensions: [Element.Node] = []
  /// The last point's: points that follow one another often keep the same.
  private var last: Extras?

  init() {}

  /// What is kept of the point, which ends here.
  mutating func take() -> Extras? {
    if attributes.isEmpty, children.isEmpty, extensions.isEmpty { return nil }
    if !extensions.isEmpty {
      children.append(
        .element(Element(name: GPXVocabulary.extensions, children: extensions)))
    }
    let extras = Extras(attributes: attributes, content: children)
    (attributes, children, extensions) = ([], [], [])
    if let last, last == extras { return last }
    last = extras
    return extras
  }
}
