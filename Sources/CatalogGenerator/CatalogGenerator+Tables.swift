extension CatalogGenerator {
  var quantities: File {
    let patterns = Set(source.correlations.flatMap(\.members))
    let calls = source.quantities.map { entry in
      var call = Call()
      call.add("identifier", literal(entry.identifier))
      call.add("introduced", version(entry.introduced))
      call.add("group", literal(entry.group))
      call.add("dimension", literal(entry.dimension))
      call.add("aggregationStyle", ".\(entry.aggregation)")
      call.add("unit", literal(entry.unit))
      call.add("otherUnits", list: (entry.otherUnits ?? []).map(literal))
      call.add("molarMass", entry.molarMass.map(literal))
      let isMember = patterns.contains { pattern in
        pattern == entry.identifier
          || pattern.last == "*" && entry.identifier.hasPrefix(pattern.dropLast())
      }
      call.add("canBeCorrelationMember", isMember ? "true" : nil)
      call.add("requiredMetadata", list: metadata(requiredFor: entry.identifier))
      call.add("possible", entry.possible.map(range))
      call.add("plausible", entry.plausible.map(range))
      call.add("isMomentary", entry.momentary == true ? "true" : nil)
      return call
    }
    return swiftFile(
      "QuantityType", members: members(source.quantities, "HKQuantityTypeIdentifier"),
      table: ("quantityRows", "QuantityRow", calls))
  }

  var categories: File {
    let prefix = "HKCategoryTypeIdentifier"
    let calls = source.categories.map { entry in
      var call = Call()
      call.add("identifier", literal(entry.identifier))
      call.add("introduced", version(entry.introduced))
      call.add("group", literal(entry.group))
      call.add("otherNames", list: (entry.otherNames ?? []).map(literal))
      call.add("enumerations", list: entry.enumerations.map(enumerationMember))
      call.add("requiredMetadata", list: metadata(requiredFor: entry.identifier))
      return call
    }
    var members = members(source.categories, prefix)
    for (index, entry) in source.categories.enumerated() {
      for name in entry.otherNames ?? [] {
        let note = "`\(entry.identifier)`, by the name HealthKit gives it."
        members.append(Member(name, without: prefix, note: note, index: index))
      }
    }
    return swiftFile(
      "CategoryType", members: members, table: ("categoryRows", "CategoryRow", calls))
  }

  var correlations: File {
    let calls = source.correlations.map { entry in
      var call = Call()
      call.add("identifier", literal(entry.identifier))
      call.add("introduced", version(entry.introduced))
      call.add("members", list: entry.members.map(literal))
      call.add("needsAllMembers", entry.needsAllMembers == true ? "true" : nil)
      return call
    }
    return swiftFile(
      "CorrelationType", members: members(source.correlations, "HKCorrelationTypeIdentifier"),
      table: ("correlationRows", "CorrelationRow", calls))
  }

  var characteristics: File {
    let calls = source.characteristics.map { entry in
      var call = Call()
      call.add("identifier", literal(entry.identifier))
      call.add("introduced", entry.introduced.map(version) ?? "nil")
      call.add("enumeration", entry.enumeration.map(enumerationMember))
      call.add("isExported", entry.exported == true ? "true" : nil)
      return call
    }
    return swiftFile(
      "CharacteristicType",
      members: members(source.characteristics, "HKCharacteristicTypeIdentifier"),
      table: ("characteristicRows", "CharacteristicRow", calls))
  }

  var clinicalRecords: File {
    let calls = source.clinicalRecords.map { entry in
      var call = Call()
      call.add("identifier", literal(entry.identifier))
      call.add("clinicalTypes", list: entry.clinicalTypes.map(literal))
      return call
    }
    return swiftFile(
      "ClinicalRecordType", members: members(source.clinicalRecords, ""),
      table: ("clinicalRecordRows", "ClinicalRecordRow", calls))
  }

  var otherTypes: File {
    let calls = source.otherTypes.map { entry in
      var call = Call()
      call.add("identifier", literal(entry.identifier))
      call.add("kind", literal(entry.kind))
      call.add("introduced", entry.introduced.map(version))
      call.add("enumerations", list: (entry.enumerations ?? []).map(enumerationMember))
      return call
    }
    return swiftFile(nil, table: ("otherTypeRows", "OtherTypeRow", calls))
  }

  var metadata: File {
    let calls = source.metadata.map { entry in
      var call = Call()
      call.add("identifier", literal(entry.identifier))
      call.add("constant", literal(entry.constant))
      call.add("introduced", version(entry.introduced))
      call.add("value", ".\(entry.value)")
      call.add("enumeration", entry.enumeration.map(enumerationMember))
      call.add("dimension", entry.dimension.map(literal))
      call.add("appliesTo", list: entry.appliesTo.map(literal))
      let required = source.metadata.filter { entry.requires?.contains($0.identifier) == true }
      call.add("requires", list: required.map { "." + metadataMember($0.constant) })
      return call
    }
    let members = source.metadata.enumerated().map { index, entry in
      Member(entry.constant, without: "HKMetadataKey", note: "`\(entry.identifier)`.", index: index)
    }
    return swiftFile("MetadataKey", members: members, table: ("metadataRows", "MetadataRow", calls))
  }

  var timeZones: File {
    let names = source.zones.map { "  \(literal($0.identifier)),\n" }.joined()
    let text = """
      // Written by `swift run generate-catalog` from Schemas/catalog: edit that.

      let timeZoneNames: Set<String> = [
      \(names)]

      """
    return File(name: "TimeZoneName+Known.swift", text: text)
  }

  /// Bounds, of which either may be left open.
  private func range(_ bounds: [Double?]) -> String {
    func bound(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
    let lower = bounds[0].map(bound) ?? "-Double.infinity"
    let upper = bounds[1].map(bound) ?? "Double.infinity"
    return "\(lower)...\(upper)"
  }

  private func members(_ entries: [some Entry], _ prefix: String) -> [Member] {
    entries.enumerated().map { index, entry in
      Member(entry.identifier, without: prefix, note: "`\(entry.identifier)`.", index: index)
    }
  }

  private func metadata(requiredFor identifier: String) -> [String] {
    source.metadata.filter { $0.requiredFor?.contains(identifier) == true }
      .map { "." + metadataMember($0.constant) }
  }

  private func metadataMember(_ constant: String) -> String {
    memberName(constant, without: ["HKMetadataKey"])
  }
}
