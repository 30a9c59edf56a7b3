import HealthModel

/// A figure of a lap, in the order in which the schema has them.
///
/// A lap event keeps them as elements with their text, without the elements around them.
struct TCXFigure {
  enum Home {
    /// An element of the lap itself, before its tracks.
    case lap
    /// With the number in an element `Value`.
    case value
    /// In Garmin's extension `LX`.
    case extension_
  }

  enum Kind {
    case decimal
    /// A whole number from 0 to a limit.
    case whole(Int)
    case words([String])
  }

  let name: String
  let home: Home
  let kind: Kind
  /// What the schema requires is written if the lap does not state it.
  var usual: String?

  static let all: [TCXFigure] = [
    TCXFigure(name: "DistanceMeters", home: .lap, kind: .decimal, usual: "0"),
    TCXFigure(name: "MaximumSpeed", home: .lap, kind: .decimal),
    TCXFigure(name: "Calories", home: .lap, kind: .whole(65_535), usual: "0"),
    TCXFigure(name: "AverageHeartRateBpm", home: .value, kind: .whole(255)),
    TCXFigure(name: "MaximumHeartRateBpm", home: .value, kind: .whole(255)),
    TCXFigure(name: "Intensity", home: .lap, kind: .words(["Active", "Resting"]), usual: "Active"),
    TCXFigure(name: "Cadence", home: .lap, kind: .whole(254)),
    TCXFigure(
      name: "TriggerMethod", home: .lap,
      kind: .words(["Manual", "Distance", "Location", "Time", "HeartRate"]), usual: "Manual"),
    TCXFigure(name: "AvgSpeed", home: .extension_, kind: .decimal),
    TCXFigure(name: "MaxBikeCadence", home: .extension_, kind: .whole(254)),
    TCXFigure(name: "AvgRunCadence", home: .extension_, kind: .whole(254)),
    TCXFigure(name: "MaxRunCadence", home: .extension_, kind: .whole(254)),
    TCXFigure(name: "Steps", home: .extension_, kind: .whole(65_535)),
    TCXFigure(name: "AvgWatts", home: .extension_, kind: .whole(65_535)),
    TCXFigure(name: "MaxWatts", home: .extension_, kind: .whole(65_535)),
  ]

  /// Whether the schema allows a text.
  func allows(_ text: String) -> Bool {
    switch kind {
    case .decimal: Number(text)?.decimalText == text
    case .whole(let limit): Int(text).map { 0...limit ~= $0 && String($0) == text } ?? false
    case .words(let words): words.contains(text)
    }
  }

  /// The figures in a child of a lap; `nil` if it is something else.
  static func figures(in element: Element) -> [(name: String, text: String)]? {
    if element.name == "Extensions" {
      guard case .element(let lap) = element.children.first, lap.name == "LX" else { return nil }
      var figures: [(name: String, text: String)] = []
      for node in lap.children {
        guard case .element(let child) = node, let text = node.plainText(of: child.name),
          all.contains(where: { $0.name == child.name && $0.home == .extension_ })
        else { return nil }
        figures.append((child.name, text.trimmedXMLSpace))
      }
      return element.children.count == 1 ? figures : nil
    }
    guard let figure = all.first(where: { $0.name == element.name }), figure.home != .extension_
    else { return nil }
    var node = Element.Node.element(element)
    if figure.home == .value {
      guard element.children.count == 1 else { return nil }
      node = element.children[0]
    }
    guard let text = node.plainText(of: figure.home == .value ? "Value" : figure.name) else {
      return nil
    }
    return [(figure.name, text.trimmedXMLSpace)]
  }
}

/// The device that recorded an activity, as its element `Creator` states it.
struct TCXCreator: Equatable {
  var name = ""
  var unit: String?
  var product: String?
  var version: String?

  /// The parts of a version.
  static let parts = ["VersionMajor", "VersionMinor", "BuildMajor", "BuildMinor"]

  /// Reads the element; 0 is written for what is not known.
  init(_ element: Element) {
    func text(_ element: Element, _ name: String) -> String? {
      element.children.lazy.compactMap { $0.plainText(of: name) }.first?.trimmedXMLSpace
    }
    name = element.children.lazy.compactMap { $0.plainText(of: "Name") }.first ?? ""
    unit = text(element, "UnitId").flatMap { $0 == "0" ? nil : $0 }
    product = text(element, "ProductID").flatMap { $0 == "0" ? nil : $0 }
    for case .element(let child) in element.children where child.name == "Version" {
      let numbers = Self.parts.map { text(child, $0) ?? "0" }
      if numbers.contains(where: { $0 != "0" }) { version = numbers.joined(separator: ".") }
    }
  }

  /// The creator for a source and its device; numbers that the schema does not allow are left out.
  init(source: String, _ device: Device?) {
    name = source
    unit = device?.localIdentifier.flatMap { UInt32($0).map(String.init) }
    product = device?.model.flatMap { UInt16($0).map(String.init) }
    let numbers = device?.softwareVersion?.split(separator: ".").compactMap { UInt16($0) } ?? []
    if numbers.count == 4 { version = numbers.map(String.init).joined(separator: ".") }
  }

  /// The device; `nil` if only its name is known, which is the source's.
  var device: Device? {
    guard unit != nil || product != nil || version != nil else { return nil }
    var device = Device()
    device.name = name
    device.model = product
    device.softwareVersion = version
    device.localIdentifier = unit
    return device
  }
}
