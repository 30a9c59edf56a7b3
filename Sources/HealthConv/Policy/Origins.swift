import HealthModel

/// Coarse names of sources and devices: what a product is, not whose it is.
enum Origins {
  /// The products of Apple, by what their model numbers and default names contain.
  private static let families: [(part: String, family: String, name: String)] = [
    ("iphone", "iPhone", "iPhone"), ("ipad", "iPad", "iPad"), ("ipod", "iPod", "iPod touch"),
    ("watch", "Watch", "Apple Watch"), ("vision", "RealityDevice", "Apple Vision"),
    ("airpods", "AirPods", "AirPods"),
  ]

  /// Products that many people use, by their folded names.
  private static let products: [String: String] = {
    let names =
      "Health|Apple Watch|iPhone|Clock|Shortcuts|Fitness|Mindfulness|Sleep|Cycle Tracking|Workout|Withings|Health Mate|"
      + "Withings Health Mate|Oura|WHOOP|Garmin Connect|Connect|Fitbit|Polar Flow|Polar Beat|Suunto|COROS|Wahoo|Zwift|Strava|"
      + "Nike Run Club|Runkeeper|Runtastic|adidas Running|Komoot|Strong|Hevy|Peloton|MyFitnessPal|Lose It!|Cronometer|"
      + "Yazio|Lifesum|WaterMinder|Dexcom|Dexcom G6|Dexcom G7|LibreLink|FreeStyle LibreLink|mySugr|OMRON connect|"
      + "QardioArm|Qardio|Beurer HealthManager|Sleep Cycle|AutoSleep|Pillow|SleepWatch|HeartWatch|Headspace|Calm|Clue|"
      + "Flo|Eufy Life|RENPHO|Renpho Health|Fitdays|Zepp|Zepp Life|Mi Fit|Samsung Health|Google Fit|Pedometer++|"
      + "WorkOutDoors|Athlytic|Gentler Streak|Bevel|Lark|Noom|Kardia|AliveCor|EMAY|Wellue|Viatom|ResMed myAir"
    return Dictionary(
      names.split(separator: "|").map { (Source(name: String($0)).foldedName, String($0)) },
      uniquingKeysWith: { first, _ in first })
  }()

  private static let manufacturers: Set<String> = [
    "Apple Inc.", "Apple", "Withings", "Garmin", "Polar", "Polar Electro Oy", "Oura", "Fitbit",
    "Dexcom",
    "Abbott", "OMRON", "Wahoo", "Suunto", "COROS", "WHOOP", "Beurer", "Qardio", "Nokia",
  ]

  /// The public name of a product; `nil` for any other name.
  static func product(named name: String) -> String? { products[Source(name: name).foldedName] }

  /// Whether a name is one that sources get instead of their own, such as `source`, `source 2` and `iPhone-0c1d2e3f4a`.
  ///
  /// - Parameter withFamily: Whether it may state the family of a product.
  static func isLabel(_ name: String, withFamily: Bool) -> Bool {
    var label = Substring(name)
    if let end = name.lastIndex(where: { $0 == " " || $0 == "-" }) {
      let number = name[name.index(after: end)...]
      if !number.isEmpty, number.allSatisfy(\.isHexDigit) { label = name[..<end] }
    }
    return label == "source" || withFamily && families.contains { $0.name == label }
  }

  /// The family of a model or a name; `nil` for other products.
  static func family(of text: String?) -> (family: String, name: String)? {
    // A search of the standard library takes ten times as long, and each descriptor needs several.
    guard let bytes = text.map({ Array($0.lowercased().utf8) }) else { return nil }
    return families.first { family in
      let part = family.part.utf8
      return bytes.indices.contains { bytes[$0] == part.first && bytes[$0...].starts(with: part) }
    }.map { ($0.family, $0.name) }
  }

  /// A model number of Apple, such as `Watch7,2`; `nil` for any other text.
  static func model(_ text: String?) -> String? {
    guard let text, let family = family(of: text)?.family, text.hasPrefix(family) else {
      return nil
    }
    let numbers = text.dropFirst(family.count).split(
      separator: ",", omittingEmptySubsequences: false)
    let areNumbers = numbers.allSatisfy { (1...3).contains($0.count) && isDigits($0) }
    return numbers.count == 2 && areNumbers ? text : nil
  }

  /// The number before the first dot; `nil` for text and for build numbers and years, which are dates.
  static func major(_ text: String?) -> String? {
    guard let first = text?.split(separator: ".").first, (1...2).contains(first.count),
      isDigits(first)
    else { return nil }
    return String(first)
  }

  /// A version of up to three short numbers; `nil` for other text.
  static func version(_ text: String?) -> String? {
    guard let text else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { (1...3).contains($0.utf8.count) && isDigits($0) }
    return parts.count <= 3 && areNumbers ? text : nil
  }

  private static func isDigits(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// A manufacturer that is publicly known.
  static func manufacturer(_ text: String?) -> String? {
    text.flatMap { manufacturers.contains($0) ? $0 : nil }
  }
}

extension Policy.Settings {
  func version(_ text: String?, isOfApple: Bool) -> String? {
    switch versions {
    case .drop: nil
    case .major: isOfApple ? Origins.major(text) : nil
    case .keep: self.text == .keep ? text : Origins.version(text)
    }
  }

  func model(_ text: String?) -> String? {
    switch devices {
    case .drop: nil
    case .family: Origins.family(of: text)?.family
    case .model: Origins.model(text) ?? Origins.family(of: text)?.family
    case .keep: self.text == .keep ? text : Origins.model(text)
    }
  }

  /// A device without identifiers; `nil` if nothing remains.
  func device(_ device: Device) -> Device? {
    if devices == .drop { return nil }
    var coarse = Device()
    let isKeeping = devices == .keep && text == .keep
    let family =
      Origins.family(of: device.hardwareVersion) ?? Origins.family(of: device.model)
      ?? Origins.family(of: device.name)
    coarse.name = isKeeping ? device.name : family?.name
    coarse.manufacturer =
      isKeeping ? device.manufacturer : Origins.manufacturer(device.manufacturer)
    coarse.model = isKeeping ? device.model : family?.family
    coarse.hardwareVersion = model(device.hardwareVersion)
    coarse.softwareVersion = version(device.softwareVersion, isOfApple: family != nil)
    if versions == .keep {
      coarse.firmwareVersion = version(device.firmwareVersion, isOfApple: true)
    }
    return coarse == Device() ? nil : coarse
  }
}
