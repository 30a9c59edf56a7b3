import HealthBytes
import HealthModel

/// What is not read of observations.
extension FHIRDecoder {
  /// The members that are read, or follow from others.
  private static let known: Set<String> = [
    "resourceType", "id", "meta", "identifier", "extension", "status", "category", "code",
    "subject", "effectiveDateTime", "effectivePeriod", "effectiveInstant", "issued", "component",
    "dataAbsentReason", "text", "valueQuantity", "valueCodeableConcept", "valueString",
    "valueSampledData", "valueInteger",
  ]

  /// The names of the members of an observation that have no field, and of extensions of other programs.
  func unreadMembers(_ resource: JSONText) -> [String] {
    guard case .object(let members) = resource else { return [] }
    var names: [String] = []
    for (name, value) in members {
      if name == "extension" {
        for item in value.items {
          let url = item["url"]?.string ?? ""
          if !url.hasPrefix(FHIRVocabulary.own), !url.hasPrefix(FHIRVocabulary.extensions) {
            names.append("extension \(url.printableName)")
          }
        }
      } else if name == "status" {
        if let text = value.string, !["final", "amended", "corrected"].contains(text) {
          names.append("status \(text.printableName)")
        }
      } else if name == "device" {
        // The device that this format writes is in an extension, too.
        let hasCopy = (resource["extension"]?.items ?? []).contains {
          $0["url"]?.string == FHIRVocabulary.extensions + "sourceDevice"
        }
        if !hasCopy, Self.namedDevice(resource) == nil { names.append(name) }
      } else if !Self.known.contains(name) {
        names.append(name.printableName)
      }
    }
    return names
  }

  /// Whether a value is stated as a bound, such as `<`.
  func isBound(_ resource: JSONText) -> Bool {
    comparator(resource) != nil
      || (resource["component"]?.items ?? []).contains { comparator($0) != nil }
  }

  func comparator(_ resource: JSONText) -> String? {
    guard let text = resource["valueQuantity"]?["comparator"]?.string, !text.isEmpty else {
      return nil
    }
    return text
  }

  private func knows(_ loinc: String) -> Bool {
    codes.types[loinc] != nil || loinc == "73985-4" || FHIRCodes.panels[loinc] != nil
  }

  /// Why an observation has no sample.
  func reason(_ resource: JSONText) -> String {
    guard period(resource) != nil else { return "an observation without a date and a time" }
    let codings = resource["code"]?["coding"]?.items ?? []
    let loinc = Self.loinc(codings)
    let apple = Self.code(codings, FHIRVocabulary.apple)
    guard apple != nil || loinc.contains(where: { knows($0) }) else {
      if let code = loinc.first {
        return "an observation of LOINC \(code.printableName), which has no type"
      }
      guard let coding = codings.first, let code = coding["code"]?.string else {
        return "an observation without a code"
      }
      let system = coding["system"]?.string ?? "no system"
      return "an observation of code '\(code.printableName)' of \(system.printableName)"
    }
    let name = (apple ?? loinc.first ?? "").printableName
    guard let quantity = resource["valueQuantity"] else {
      return "an observation of \(name) without a value of the type"
    }
    guard quantity["value"]?.numberText != nil else {
      return "an observation of \(name) whose value is not a number"
    }
    let unit = (quantity["code"] ?? quantity["unit"])?.string
    return unit.map {
      "an observation of \(name) in '\($0.printableName)', which is not a unit of the type"
    } ?? "an observation of \(name) without a unit"
  }
}

extension MetadataKey {
  /// What the value of a sample is a bound of: `<`, `<=`, `>=` or `>`, as in FHIR.
  static let comparator = MetadataKey("comparator")
  /// The words of an exercise that is none of HealthKit's activities.
  static let exercise = MetadataKey("exercise")
}

extension Metadata {
  mutating func state(_ key: MetadataKey, _ value: String?) {
    if let value, self[key] == nil { entries.append(MetadataEntry(key: key, value: value)) }
  }
}
