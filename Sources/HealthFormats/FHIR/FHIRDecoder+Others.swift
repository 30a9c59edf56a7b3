import HealthBytes
import HealthModel

// What other programs state in place of Apple's codes and of extensions.
extension FHIRDecoder {
  // MARK: Versions

  /// Whether an observation has one version: its id is a hash of its content, as this format writes it, or that of a sample of
  /// HealthKit, which cannot change.
  static func hasOneVersion(_ resource: JSONValue) -> Bool {
    if hasFractions(resource) { return true }
    return (resource["identifier"]?.items ?? []).contains { identifier in
      guard let uuid = identifier["value"]?.text(after: "urn:uuid:") else { return false }
      return resource["id"]?.isText(uuid) == true
    }
  }

  /// Whether an id identifies an observation among those of all servers, which is not so of one that counts them: it is long, and
  /// not only a word with a number, such as `VS-197288089`.
  static func isUnique(_ id: String) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return id.utf8.count >= 16
      && !id.utf8.drop { !digits.contains($0) }.allSatisfy { digits.contains($0) }
  }

  /// States the version of an observation as HealthKit does, so that a later one replaces it in stores and when datasets are
  /// merged. The identifier, the type and the source are all that samples of other servers are compared by.
  func stateVersion(
    of resource: JSONValue, _ id: String?, at address: String?, _ metadata: inout Metadata
  ) {
    guard let id, resource["meta"] != nil, metadata[.syncIdentifier] == nil,
      let identifier = Self.identifier(id, address), let order = FHIRVersion(resource).order,
      !Self.hasOneVersion(resource)
    else { return }
    metadata.state(.syncIdentifier, identifier)
    metadata.state(.syncVersion, "\(order)")
  }

  /// What identifies an observation among those of all servers: its id, or else its address on a server.
  private static func identifier(_ id: String, _ address: String?) -> String? {
    let path = "Observation/\(id)"
    if isUnique(id) { return path }
    guard let address, address.hasSuffix("/" + path) else { return nil }
    for scheme in ["http://", "https://"] where address.hasPrefix(scheme) {
      let host = address.dropFirst(scheme.utf8.count).prefix { $0 != "/" && $0 != ":" }
      // Names without a point and numbers are those of a network of its own.
      let labels = host.split(separator: ".")
      if labels.count > 1, labels.last?.allSatisfy(\.isNumber) == false { return address }
    }
    return nil
  }

  // MARK: Units

  /// Messages about names of units that contradict their codes.
  func contradictoryUnits(_ resource: JSONValue) -> [String] {
    var messages: [String] = []
    if let message = contradictoryUnit(resource) { messages.append(message) }
    if let components = resource["component"]?.items {
      messages += components.compactMap { contradictoryUnit($0) }
    }
    return messages
  }

  private func contradictoryUnit(_ item: JSONValue) -> String? {
    guard let quantity = item["valueQuantity"], let name = quantity["unit"]?.string,
      let code = quantity["code"]?.string, contradicts(name, code)
    else { return nil }
    return
      "the unit '\(name.printableName)' contradicts its code '\(code.printableName)'; the code counts"
  }

  // MARK: Activities and devices

  /// The device that a reference names; devices of their own are not read.
  static func namedDevice(_ resource: JSONValue) -> Device? {
    guard let name = resource["device"]?["display"]?.string, !name.isEmpty else { return nil }
    var device = Device()
    device.name = name
    return device
  }

  /// The activity of a concept: Apple's code, an answer of LOINC, or words that formats of routes have, too.
  ///
  /// - Returns: The identifier, and the words of an activity that HealthKit has not, whose identifier is that of others;
  ///   `nil` without a code and words.
  /// - Parameter isApple: Whether Apple's code states that it is a workout.
  static func activity(
    _ concept: JSONValue?, isApple: Bool
  ) -> (type: String, unknown: String?)? {
    let codings = concept?["coding"]?.items ?? []
    let text = concept?["text"]?.string
    if let code = code(codings, FHIRVocabulary.apple) {
      return (FHIRFragments.activityType(code), nil)
    }
    // This format writes an identifier that is not Apple's as a text.
    if codings.isEmpty, isApple { return text.map { ($0, nil) } }
    let answers = loinc(codings).compactMap { FHIRCodes.exercises[$0] }
    let words = codings.flatMap { [$0["display"]?.string, $0["code"]?.string] } + [text]
    // SNOMED CT has the kind of a term in parentheses.
    let known = words.compactMap { $0 }.map { word in
      let end = word.firstRange(of: " (")?.lowerBound ?? word.endIndex
      return RouteActivity.activity(for: String(word[..<end]))
    }
    if let activity = answers.first ?? known.first(where: { $0 != .other }) {
      return (activity.identifier, nil)
    }
    let word = text ?? words.compactMap { $0 }.first
    return word.map { (WorkoutActivityType.other.identifier, $0) }
  }
}

extension FHIRCodes {
  /// The answers of LOINC's list LL734-5 that HealthKit has, too.
  static let exercises: [String: WorkoutActivityType] = [
    "LA11834-1": .walking, "LA11835-8": .running, "LA11836-6": .running, "LA11837-4": .cycling,
    "LA11838-2": .swimming, "LA11839-0": .traditionalStrengthTraining, "LA11840-8": .mixedCardio,
  ]

  /// What a workout has under codes of LOINC: Apple's name, and the statistic.
  static let figures: [String: (name: String, statistic: String?)] = [
    "55411-3": ("HKWorkout.Duration", nil), "55430-3": ("HKWorkout.TotalDistance", nil),
    "41981-2": ("HKWorkout.TotalEnergyBurned", nil),
    "55424-6": ("HKWorkout.TotalEnergyBurned", nil),
    "8867-4": (QuantityType.heartRate.identifier, "average"),
    "55425-3": (QuantityType.heartRate.identifier, "average"),
    "55426-1": (QuantityType.heartRate.identifier, "maximum"),
  ]

  /// The codes of LOINC for observations whose components are the values.
  static let panels: [String: CorrelationType] = [
    "85354-9": .bloodPressure, "55284-4": .bloodPressure, "35094-2": .bloodPressure,
    "55417-0": .bloodPressure, "80453-4": .food,
  ]

  /// Codes of LOINC for what 24 hours had, whose unit may state that: `/d` for steps, `m/d`.
  private static let ofDay: Set<String> = ["41950-7", "41953-1"]

  /// Codes of LOINC for glucose by what it was measured in, in mass and in moles. Of another or an unknown specimen, glucose
  /// has the codes that HealthKitOnFHIR writes, those of a glucometer.
  static let specimens: [(specimen: String, codes: [(code: String, display: String)])] = [
    (
      "interstitial",
      [
        (code: "99504-3", display: "Glucose [Mass/volume] in Interstitial fluid"),
        (code: "105272-9", display: "Glucose [Moles/volume] in Interstitial fluid"),
      ]
    ),
    (
      "serum or plasma",
      [
        (code: "2345-7", display: "Glucose [Mass/volume] in Serum or Plasma"),
        (code: "14749-6", display: "Glucose [Moles/volume] in Serum or Plasma"),
      ]
    ),
  ]

  /// The specimen that codes of LOINC state.
  static func specimen(_ loinc: [String]) -> String? {
    specimens.first { $0.codes.contains { loinc.contains($0.code) } }?.specimen
  }

  static func isOfDay(_ loinc: [String]) -> Bool { loinc.contains { ofDay.contains($0) } }

  /// The quantity of an observation or a component. A whole number is a count; a day in the unit is removed where the code
  /// states it.
  static func quantity(_ resource: JSONValue, _ loinc: [String], isApple: Bool) -> FHIRQuantity? {
    guard let quantity = resource["valueQuantity"] else {
      guard !isApple, let value = resource["valueInteger"] else { return nil }
      return FHIRQuantity(value: value.numberText, code: "1", unit: nil)
    }
    var found = FHIRQuantity(quantity)
    if !isApple, isOfDay(loinc), let code = found.code.map(withoutAnnotations) {
      for day in ["/d", "/(24.h)"] where code.hasSuffix(day) {
        let rest = code.dropLast(day.utf8.count)
        found.code = rest.isEmpty ? "1" : String(rest)
        found.unit = nil
      }
    }
    return found
  }
}

/// What an observation or a component states as a quantity.
struct FHIRQuantity {
  /// The text of its number.
  var value: String?
  /// The unit's code, and its name for people.
  var code: String?
  var unit: String?
}

extension FHIRQuantity {
  init(_ quantity: JSONValue) {
    self.init(
      value: quantity["value"]?.numberText, code: quantity["code"]?.string,
      unit: quantity["unit"]?.string)
  }
}
