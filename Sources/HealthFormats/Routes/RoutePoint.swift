import HealthModel

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
