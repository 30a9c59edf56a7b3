import HealthModel

/// What an observation or a patient states and the samples do not have.
extension FHIRDecoder {
  /// The members of an observation that are read, or follow from others.
  private static let known: Set<String> = [
    "resourceType", "id", "meta", "status", "category", "subject", "effectiveDateTime",
    "effectivePeriod", "effectiveInstant", "dataAbsentReason", "text", "valueQuantity",
    "valueCodeableConcept", "valueString", "valueSampledData", "valueInteger",
  ]

  private static let knownOfComponents: Set<String> = [
    "id", "modifierExtension", "dataAbsentReason", "valueQuantity", "valueCodeableConcept",
    "valueString", "valueInteger",
  ]

  private static let knownOfPatients: Set<String> = [
    "resourceType", "id", "meta", "text", "active", "gender", "birthDate",
  ]

  /// How many components of a quantity, a category or a correlation are not in its sample.
  func unreadComponents(_ resource: JSONValue, _ sample: Sample) -> Int {
    let count = resource["component"]?.items.count ?? 0
    switch sample {
    case .quantity, .category: return count
    case .correlation(let sample): return count - sample.members.count
    case .workout: return unreadFigures(resource)
    default: return 0
    }
  }

  /// Reads the members that become metadata of the sample of an observation.
  ///
  /// - Returns: The names of the members that have no field, and of extensions of other programs.
  func readRest(of resource: JSONValue, into sample: inout Sample) -> [String] {
    var names: [String] = []
    // One pass, so that members that are absent cost nothing.
    for (name, value) in resource.members {
      switch name {
      case "extension": names += Self.unreadExtensions(value.items)
      case "code": names += readCode(value, into: &sample)
      case "component": names += unreadParts(ofComponents: value.items, sample)
      case "identifier": names += Self.readIdentifiers(value.items, resource["id"], into: &sample)
      case "note", "performer", "referenceRange":
        names += Self.readTexts(name, value.items, into: &sample)
      case "issued":
        if sample.header?.created == nil { names.append(name) }
      case "bodySite", "interpretation", "method":
        let concepts = value.items.isEmpty ? [value] : value.items
        let words = concepts.compactMap { Self.words($0) }.joined(separator: ", ")
        if words.isEmpty {
          names.append(name)
          continue
        }
        sample.updateHeader { $0.metadata.state(MetadataKey(name), words) }
        let tokens = concepts.flatMap { $0["coding"]?.items ?? [] }.compactMap {
          FHIRToken($0["system"]?.string, $0["code"]?.string)
        }
        FHIRToken.state(tokens, MetadataKey("\(name).coding"), &sample)
      case "device":
        // The device that this format writes is in an extension, too.
        let hasCopy = (resource["extension"]?.items ?? []).contains {
          $0["url"]?.isText(FHIRVocabulary.extensions + "sourceDevice") == true
        }
        if !hasCopy, Self.namedDevice(resource) == nil { names.append(name) }
      default:
        if !Self.known.contains(name) { names.append(name.printableName) }
      }
    }
    if case .category(let category) = sample {
      names += Self.unreadValues(resource, category.value)
    }
    return names
  }

  /// The names of extensions of other programs.
  private static func unreadExtensions(_ items: [JSONValue]) -> [String] {
    var names: [String] = []
    for item in items {
      let url = item["url"]
      if url?.text(after: FHIRVocabulary.extensions) == nil,
        url?.text(after: FHIRVocabulary.own) == nil
      {
        names.append("extension \((url?.string ?? "").printableName)")
      }
    }
    return names
  }

  /// The systems of a code of a component that is not read, and its text if that is not the name of a code.
  private func unreadParts(ofCode concept: JSONValue, _ path: String) -> [String] {
    let codings = concept["coding"]?.items ?? []
    var names: [String] = []
    for coding in codings {
      let system = coding["system"]
      // Components whose code is not known are counted as a whole.
      let isRead =
        system?.isText(FHIRVocabulary.loinc) == true
        || Self.systems.contains { system?.isText($0) == true }
      if !isRead {
        names.append("\(path).coding \((system?.string ?? "of no system").printableName)")
      }
    }
    if let text = concept["text"]?.string, !isName(text, of: codings) {
      names.append("\(path).text")
    }
    return names
  }

  /// The systems whose codes are read, except LOINC.
  static let systems = [
    FHIRVocabulary.apple, FHIRVocabulary.statistics, FHIRVocabulary.ieee,
  ]

  /// Whether a text is the name of one of the codes, as the resource or the tables state it.
  func isName(_ text: String, of codings: [JSONValue]) -> Bool {
    let text = text.lowercased()
    return codings.contains { coding in
      if coding["display"]?.string?.lowercased() == text { return true }
      guard let code = coding["code"]?.string else { return false }
      let types = [code] + (codes.types[code] ?? [])
      return types.contains { type in
        guard let row = codes.rows[type] else { return false }
        return row.display.lowercased() == text
          || row.loinc.contains { $0.display.lowercased() == text }
      }
    }
  }

  private func unreadParts(ofComponents components: [JSONValue], _ sample: Sample) -> [String] {
    switch sample {
    case .correlation, .workout: break
    default: return []
    }
    var names: [String] = []
    for component in components {
      if case .correlation = sample { names += unreadValues(ofMember: component) }
      for (name, value) in component.members {
        switch name {
        case "code": names += unreadParts(ofCode: value, "component.code")
        case "extension": names += Self.unreadExtensions(value.items)
        default:
          if !Self.knownOfComponents.contains(name) {
            names.append("component.\(name.printableName)")
          }
        }
      }
    }
    return names
  }

  /// The members of a category in a correlation that state a value that is not understood.
  private func unreadValues(ofMember component: JSONValue) -> [String] {
    guard component["valueQuantity"] == nil, component["modifierExtension"] == nil,
      let type = Self.code(component["code"]?["coding"]?.items ?? [], FHIRVocabulary.apple),
      !type.hasPrefix("HKQuantityType"), !Self.isValueUnknown(component)
    else { return [] }
    let value = Self.categoryValue(component, of: CategoryType(type))
    return Self.unreadValues(component, value).map { "component.\($0)" }
  }

  /// The words of a concept; its code if it has none.
  private static func words(_ concept: JSONValue) -> String? {
    let codings = concept["coding"]?.items ?? []
    let texts: [JSONValue?] =
      [concept["text"]] + codings.map { $0["display"] } + codings.map { $0["code"] }
    return texts.compactMap { $0?.string }.first { !$0.isEmpty }
  }

  // MARK: Dates

  /// What the date of an observation does not state, if its sample is an instant for that reason.
  func incompleteDate(_ resource: JSONValue, _ sample: Sample) -> String? {
    guard let header = sample.header, header.start == header.end else { return nil }
    if let text = (resource["effectiveDateTime"] ?? resource["effectiveInstant"])?.string {
      return text.utf8.count == 10
        ? "a date without a time; read as an instant at the start of the day" : nil
    }
    guard let period = resource["effectivePeriod"] else { return nil }
    if period["end"]?.string.flatMap({ date($0, isEnd: true) }) == nil {
      return "a period without a valid end; read as an instant at its start"
    }
    if period["start"]?.string.flatMap({ date($0) }) == nil {
      return "a period without a valid start; read as an instant at its end"
    }
    return nil
  }

  // MARK: Patients

  /// The names of the members of a patient that have no field.
  static func unreadMembers(ofPatient patient: JSONValue) -> [String] {
    var names: [String] = []
    for (name, value) in patient.members {
      if name == "extension" {
        names += unreadExtensions(value.items)
      } else if name == "identifier" && hasOnlyID(value, patient)
        || name == "name"
          && value.items.allSatisfy({ $0.members.allSatisfy { $0.name == "extension" } })
      {
        continue
      } else if !knownOfPatients.contains(name) {
        names.append(name.printableName)
      }
    }
    return names
  }

  /// Whether this format wrote a patient, whose id is a hash of what is read.
  static func isOwn(patient: JSONValue) -> Bool {
    let hasOwnFacts = (patient["extension"]?.items ?? []).contains {
      $0["url"]?.text(after: FHIRVocabulary.own) != nil
    }
    // Without facts, it has only the type, the id, no name and an unknown gender.
    return hasOwnFacts
      || patient.members.allSatisfy { ownMembers.contains($0.name) }
        && patient["gender"]?.isText("unknown") == true
        && patient["id"]?.string.flatMap { SampleUUID($0) } != nil
        && unreadMembers(ofPatient: patient).isEmpty
  }

  private static let ownMembers: Set<String> = [
    "resourceType", "id", "identifier", "name", "gender",
  ]

  /// Whether the only identifier of a resource is its id, as this format writes it.
  private static func hasOnlyID(_ identifiers: JSONValue, _ resource: JSONValue) -> Bool {
    identifiers.items.allSatisfy { identifier in
      guard let uuid = identifier["value"]?.text(after: "urn:uuid:") else { return false }
      return resource["id"]?.isText(uuid) == true
    }
  }
}
