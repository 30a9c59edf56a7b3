import HealthBytes
import HealthModel
import HealthXML

/// A point of a route with the values measured there.
struct RoutePoint {
  let location: RouteLocation
  var heartRate: Number?
  var cadence: Number?
  var power: Number?
  /// Degrees Celsius of the air, and of the water.
  var temperature: Number?
  var waterTemperature: Number?
  /// Meters below the surface.
  var depth: Number?
  /// Meters since the start of the workout.
  var distance: Number?
  /// What only a record of FIT has a place for, in steps of its fields.
  var records: [(field: FITRecordField, steps: Int64)] = []

  init(_ location: RouteLocation) {
    self.location = location
    for element in location.keptExtensions {
      guard let text = Element.Node.element(element).plainText(of: element.name),
        let number = Number(text)
      else { continue }
      switch element.name {
      case "hr": heartRate = heartRate ?? number
      case "cad": cadence = cadence ?? number
      case "atemp": temperature = temperature ?? number
      case "power": power = power ?? number
      case "distance": distance = distance ?? number
      default: continue
      }
    }
  }

  /// A value that is measured, by its place.
  subscript(slot: RouteSlot) -> Number? {
    get {
      switch slot {
      case .heartRate: heartRate
      case .cadence: cadence
      case .power: power
      case .waterTemperature: waterTemperature
      case .depth: depth
      default: nil
      }
    }
    set {
      switch slot {
      case .heartRate: heartRate = newValue
      case .cadence: cadence = newValue
      case .power: power = newValue
      case .waterTemperature: waterTemperature = newValue
      case .depth: depth = newValue
      default: break
      }
    }
  }
}

extension RouteLocation {
  /// Whether it has coordinates of the earth.
  var isOnEarth: Bool {
    guard let latitude, let longitude else { return false }
    return latitude.doubleValue.magnitude <= 90 && longitude.doubleValue.magnitude <= 180
  }

  /// The distance to another place nearby, on a sphere of the Earth's mean radius; `nil` if one of them is not on the earth.
  func meters(to other: RouteLocation) -> Double? {
    guard isOnEarth, other.isOnEarth, let latitude = latitude?.doubleValue,
      let longitude = longitude?.doubleValue, let north = other.latitude?.doubleValue,
      let east = other.longitude?.doubleValue
    else { return nil }
    let degree = Double.pi / 180
    let turn = abs(east - longitude)
    let x =
      min(turn, 360 - turn) * degree * Mathematics.cosine((latitude + north) / 2 * degree)
    let y = (north - latitude) * degree
    return 6_371_008.8 * (x * x + y * y).squareRoot()
  }

  /// Elements of its extensions, such as `hr` where the point has no time.
  var keptExtensions: [Element] {
    guard let extras else { return [] }
    return extras.content.flatMap { node -> [Element] in
      guard case .element(let element) = node, element.name == "extensions" else { return [] }
      return element.children.compactMap {
        if case .element(let child) = $0 { child } else { nil }
      }
    }
  }

  /// Whether formats of routes have a place for all of it.
  var isHeldByRoutes: Bool {
    guard isOnEarth else { return false }
    guard let extras else { return true }
    let names = ["hr", "cad", "power", "distance", "atemp"]
    return extras.attributes.isEmpty && extras.content.count == 1
      && keptExtensions.allSatisfy { element in
        names.contains(element.name)
          && Element.Node.element(element).plainText(of: element.name).flatMap { Number($0) } != nil
      } && Set(keptExtensions.map(\.name)).count == keptExtensions.count
  }
}

/// The locations of the points of a route in its file, by segment.
struct PointLocations {
  /// The line and the column of a point, each from 1 and clamped to `Int32`.
  typealias Location = (line: Int32, column: Int32)

  var segments: [[Location]] = []

  /// Adds a point to the last segment, if there is one.
  mutating func append(_ location: Location) {
    guard !segments.isEmpty else { return }
    segments[segments.count - 1].append(location)
  }

  static func location(of place: XMLPlace) -> Location {
    (Int32(clamping: place.line), Int32(clamping: place.column))
  }

  /// The locations of a workout's parts, if the points of its route are the only parts.
  func parts(in file: String) -> Place.Parts {
    let segments = segments
    return Place.Parts(file: file, entries: []) { path in
      guard path.count == 3, case .element(_, let segment) = path[1],
        case .point(_, let number) = path[2], segments.indices.contains(segment),
        segments[segment].indices.contains(number)
      else { return nil }
      let (line, column) = segments[segment][number]
      return Place(file: file, line: Int(line), column: Int(column))
    }
  }
}

extension WorkoutRoute {
  /// The route of points that have no file of their own, from the first to the last of their dates.
  init(points: [RouteLocation]) {
    self.init()
    let dates = points.compactMap(\.date)
    (startDate, endDate) = (dates.min(), dates.max())
    var track = Track()
    track.locations = points
    var file = FileReference()
    file.track = track
    files = [file]
  }
}

/// A place for a value in a point's extensions, in the order in which they are written: those of Garmin's
/// TrackPointExtension as its schema has them, then the power.
enum RouteSlot: Int, CaseIterable {
  case airTemperature, waterTemperature, depth, heartRate, cadence, speed, course, bearing, power

  /// Its element.
  var name: StaticString {
    switch self {
    case .airTemperature: "gpxtpx:atemp"
    case .waterTemperature: "gpxtpx:wtemp"
    case .depth: "gpxtpx:depth"
    case .heartRate: "gpxtpx:hr"
    case .cadence: "gpxtpx:cad"
    case .speed: "gpxtpx:speed"
    case .course: "gpxtpx:course"
    case .bearing: "gpxtpx:bearing"
    case .power: "gpxpx:PowerInWatts"
    }
  }

  /// The slot of an element that was kept of a point's extensions, by its name without a prefix.
  init?(kept name: String) {
    switch name {
    case "atemp": self = .airTemperature
    case "wtemp": self = .waterTemperature
    case "depth": self = .depth
    case "hr": self = .heartRate
    case "cad": self = .cadence
    case "speed": self = .speed
    case "course": self = .course
    case "bearing": self = .bearing
    case "power": self = .power
    default: return nil
    }
  }

  /// Whether the schema takes a value: whole numbers of one byte for heart rate (not 0) and cadence (not
  /// 255), of two for power; angles from 0 to less than 360.
  ///
  /// - Returns: `false` for what would not be valid.
  func takes(_ number: Number) -> Bool {
    let value = number.doubleValue
    let isWhole = number.exponent == 0 && number.spelling == nil
    return switch self {
    case .heartRate: isWhole && value >= 1 && value <= 255
    case .cadence: isWhole && value >= 0 && value <= 254
    case .power: isWhole && value >= 0 && value <= 65_535
    case .course, .bearing: value >= 0 && value < 360 && number.decimalText != nil
    case .airTemperature, .waterTemperature, .depth, .speed: value.isFinite
    }
  }

  /// Kept extensions in the order in which they are written; those without a slot last.
  static func sorted(_ nodes: [Element.Node]) -> [Element.Node] {
    func rank(_ node: Element.Node) -> Int {
      guard case .element(let element) = node, let slot = RouteSlot(kept: element.name) else {
        return allCases.count
      }
      return slot.rawValue
    }
    return nodes.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }
    .map(\.element)
  }
}

extension Number {
  /// The number as XML Schema writes a decimal, without a power of ten: as it was written if it can be;
  /// `nil` for one so large or small that no file has it.
  var decimalText: String? {
    if let spelling {
      let digits = spelling.text.utf8.drop { $0 == 43 || $0 == 45 }
      if digits.allSatisfy({ $0 == 46 || $0 &- 48 < 10 }) { return spelling.text }
    }
    let plain = text.description
    return plain.utf8.contains(UInt8(ascii: "e")) ? nil : plain
  }
}
