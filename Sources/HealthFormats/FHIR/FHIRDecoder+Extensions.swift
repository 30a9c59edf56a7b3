import HealthBytes
import HealthModel
import HealthUnits

// Extensions of an observation: where it comes from, and its metadata.
extension FHIRDecoder {
  // MARK: Extensions

  func origin(_ extensions: [JSONValue]) -> Origin {
    var origin = Origin()
    for item in extensions {
      guard let url = item["url"] else { continue }
      guard let name = url.text(after: FHIRVocabulary.extensions) else {
        if let name = url.text(after: FHIRVocabulary.own) { origin.own[name] = item }
        continue
      }
      let parts = item["extension"]?.items ?? []
      switch name {
      case "sourceDevice": origin.device = device(parts)
      case "sourceRevision": origin.source = source(parts)
      case "metadata": origin.metadata = metadata(parts)
      default: break
      }
    }
    return origin
  }

  /// The last part of an extension's URL.
  func name(_ item: JSONValue) -> String {
    item["url"]?.text(afterLast: UInt8(ascii: "/")) ?? ""
  }

  func device(_ parts: [JSONValue]) -> Device {
    var device = Device()
    for part in parts {
      guard let value = part["valueString"]?.string else { continue }
      if let field = Device.Field(rawValue: name(part)) { device[field] = value }
    }
    return device
  }

  func source(_ parts: [JSONValue]) -> Source {
    var texts: [String: String] = [:]
    for part in parts {
      for item in [part] + (part["extension"]?.items ?? []) {
        if let value = item["valueString"]?.string { texts[name(item)] = value }
      }
    }
    return Source(
      name: texts["name"] ?? "", version: texts["version"], productType: texts["productType"],
      operatingSystemVersion: texts["OSVersion"])
  }

  func metadata(_ parts: [JSONValue]) -> Metadata {
    Metadata(
      parts.compactMap { part in
        text(part).map {
          MetadataEntry(key: MetadataKey(FHIRFragments.unescaped(name(part))), value: $0)
        }
      })
  }

  /// The text that an export has for a value of metadata.
  func text(_ part: JSONValue) -> String? {
    if let text = part["valueString"]?.string { return text }
    if let text = part["valueDecimal"]?.numberText { return text }
    if let value = part["valueBoolean"] { return value.isTrue ? "1" : "0" }
    if let text = part["valueCoding"]?["code"]?.string { return text }
    if let text = part["valueDateTime"]?.string {
      return Timestamp(fhir: text)?.description ?? text
    }
    guard let quantity = part["valueQuantity"], let number = quantity["value"]?.numberText,
      let unit = codes.unit(quantity["code"]?.string, quantity["unit"]?.string, "")
        ?? quantity["unit"]?.string
    else { return nil }
    return "\(number) \(unit)"
  }
}

/// States of mind and hearing tests.
extension FHIRDecoder {
  func stateOfMind(
    _ resource: JSONValue, _ type: String, _ header: (SampleType, String?) -> SampleHeader
  ) -> Sample? {
    var fields = Sample.StateOfMindFields()
    for component in resource["component"]?.items ?? [] {
      let text = component["valueString"]?.string
      var tag = Sample.StateOfMindTag()
      tag.name = text
      switch Self.code(component["code"]?["coding"]?.items ?? [], FHIRVocabulary.apple) {
      case "HKStateOfMindKind": fields.kind = text
      case "HKStateOfMindValence":
        fields.valence = component["valueQuantity"].flatMap { quantity(FHIRQuantity($0), "")?.0 }
      case "HKStateOfMindLabel" where text != nil: fields.labels.append(tag)
      case "HKStateOfMindAssociation" where text != nil: fields.associations.append(tag)
      default: break
      }
    }
    return .stateOfMind(StateOfMind(header: header(.other(type), nil), fields: fields))
  }

  func audiogram(
    _ resource: JSONValue, _ type: String, _ header: (SampleType, String?) -> SampleHeader
  ) -> Sample? {
    var points: [SensitivityPoint] = []
    for component in resource["component"]?.items ?? [] {
      guard let value = component["valueQuantity"],
        let (number, unit) = quantity(FHIRQuantity(value), "")
      else { continue }
      let extensions = component["extension"]?.items ?? []
      func own(_ name: String) -> JSONValue? {
        extensions.first { $0["url"]?.isText(FHIRVocabulary.own + name) == true }
      }
      let isNew = own("new-item") != nil || points.isEmpty
      var point = isNew ? SensitivityPoint() : points.removeLast()
      if let frequency = own("frequency")?["valueQuantity"].flatMap({
        quantity(FHIRQuantity($0), "")
      }) {
        (point.frequencyValue, point.frequencyUnit) = frequency
      }
      switch Self.code(component["code"]?["coding"]?.items ?? [], FHIRVocabulary.apple) {
      case "HKAudiogramSensitivityPoint.LeftEar":
        (point.leftEarValue, point.leftEarUnit) = (number, unit)
      case "HKAudiogramSensitivityPoint.RightEar":
        (point.rightEarValue, point.rightEarUnit) = (number, unit)
      default:
        if isNew { continue }
      }
      points.append(point)
    }
    var fields = Sample.AudiogramFields()
    fields.sensitivityPoints = points
    return .audiogram(Audiogram(header: header(.other(type), nil), fields: fields))
  }
}

/// Observations that are not read, and values that are bounds.
extension FHIRDecoder {
  /// Why an observation must not be read as one of the patient, if so.
  static func exclusion(_ resource: JSONValue) -> String? {
    if resource["modifierExtension"] != nil || resource["implicitRules"] != nil {
      return
        "an observation with a modifier extension or implicit rules, which may change what it means"
    }
    return FHIRPeople.hasOtherFocus(resource)
      ? "an observation whose focus is not the patient" : nil
  }

  /// Whether a value is stated as a bound, such as `<`.
  func isBound(_ resource: JSONValue) -> Bool {
    comparator(resource) != nil
      || (resource["component"]?.items ?? []).contains { comparator($0) != nil }
  }

  func comparator(_ resource: JSONValue) -> String? {
    guard let text = resource["valueQuantity"]?["comparator"]?.string, !text.isEmpty else {
      return nil
    }
    return text
  }

  func knows(_ loinc: String) -> Bool {
    codes.types[loinc] != nil || loinc == "73985-4" || FHIRCodes.panels[loinc] != nil
  }

  /// Why an observation has no sample.
  func reason(_ resource: JSONValue) -> String {
    guard period(resource) != nil else {
      let (date, period) = (resource["effectiveDateTime"], resource["effectivePeriod"])
      guard let text = (date ?? period?["start"] ?? period?["end"])?.string else {
        return "an observation without a date"
      }
      return text.utf8.count < 10
        ? "an observation whose date has no day" : "an observation whose date is not valid"
    }
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
    if apple == FHIRVocabulary.electrocardiogram {
      return "an electrocardiogram whose samples are not all numbers, or too many"
    }
    let name = (apple ?? loinc.first ?? "").printableName
    guard let quantity = resource["valueQuantity"], apple?.hasPrefix("HKCategoryType") != true
    else { return "an observation of \(name) without a value of the type" }
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
  /// Where on the body was measured, in words.
  static let bodySite = MetadataKey("bodySite")
  /// How a value is assessed, in words, such as `High`.
  static let interpretation = MetadataKey("interpretation")
  /// How was measured, in words.
  static let method = MetadataKey("method")
  /// What the value of a sample is a bound of: `<`, `<=`, `>=` or `>`, as in FHIR.
  static let comparator = MetadataKey("comparator")
  /// The text of an exercise that HealthKit has no activity for.
  static let exercise = MetadataKey("exercise")
  /// What a glucose was measured in, such as `interstitial`, as maps state it.
  static let specimen = MetadataKey("specimen")
  /// The status of an observation of FHIR that is not final, such as `preliminary`.
  static let status = MetadataKey("status")
}

extension Metadata {
  /// States a comparator, unless HealthKit's own keys do.
  mutating func state(comparator: String?) {
    let isStated =
      self[.quantityClampedToLowerBound] != nil || self[.quantityClampedToUpperBound] != nil
    if !isStated { state(.comparator, comparator) }
  }

  mutating func state(_ key: MetadataKey, _ value: String?) {
    if let value, self[key] == nil { entries.append(MetadataEntry(key: key, value: value)) }
  }
}
