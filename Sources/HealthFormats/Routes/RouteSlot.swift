import HealthModel

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
