/// Writes the Swift tables of the catalog.
package struct CatalogGenerator {
  /// A file of Swift.
  package struct File {
    /// The name, such as `QuantityType+Known.swift`.
    package let name: String
    /// The content.
    package let text: String
  }

  let source: CatalogSource

  /// Makes a generator for the catalog in `source`.
  package init(_ source: CatalogSource) {
    self.source = source
  }

  /// The files for `Sources/HealthModel/Catalog/Generated`. The same data produce the same files.
  package func files() -> [File] {
    [
      quantities, categories, correlations, characteristics, clinicalRecords, otherTypes, metadata,
      values, workoutActivities, workoutEvents, enumerations, timeZones,
    ]
  }
}

/// A member that names a row: `static var heartRate: Self { Self(known: 50) }`.
struct Member {
  let name: String
  let note: String
  let index: Int

  init(_ identifier: String, without prefixes: String..., note: String, index: Int) {
    self.name = memberName(identifier, without: prefixes)
    self.note = note
    self.index = index
  }
}

/// The text of a generated file: members in an extension of `type`, then the table.
func swiftFile(
  _ type: String?, members: [Member] = [], label: String = "known",
  table: (name: String, row: String, calls: [Call])? = nil
) -> CatalogGenerator.File {
  var text = "// Written by `swift run generate-catalog` from Schemas/catalog: edit that.\n"
  if let type, !members.isEmpty {
    text += "\nextension \(type) {\n"
    for member in members {
      text += "  /// \(member.note)\n"
      let head = "  public static var \(member.name): Self {"
      let body = "Self(\(label): \(member.index))"
      let fits = head.count + body.count + 3 <= 100
      text += fits ? "\(head) \(body) }\n" : "\(head)\n    \(body)\n  }\n"
    }
    text += "}\n"
  }
  if let table {
    text += "\nlet \(table.name): [\(table.row)] = [\n"
    for call in table.calls {
      text += call.text(table.row, indentation: 2) + ",\n"
    }
    text += "]\n"
  }
  return CatalogGenerator.File(name: "\(type ?? "OtherType")+Known.swift", text: text)
}

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

  /// The Swift expression of a range; a bound that is `nil` becomes infinity.
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

extension CatalogGenerator {
  var values: File {
    let calls = source.values.map { entry in
      var call = Call()
      call.add("identifier", literal(entry.name))
      call.add("enumeration", enumerationMember(entry.enumeration))
      call.add("number", entry.number.map(String.init))
      call.add("introduced", entry.introduced.map(version))
      call.add("deprecated", entry.deprecated.map(version))
      call.add("replacedBy", list: (entry.replacedBy ?? []).map { ".\(valueMember($0))" })
      return call
    }
    let members = source.values.enumerated().map { index, entry in
      Member(entry.name, without: "HKCategoryValue", "HK", note: note(on: entry), index: index)
    }
    return swiftFile(
      "EnumerationValue", members: members, table: ("valueRows", "ValueRow", calls))
  }

  var workoutActivities: File {
    swiftFile("WorkoutActivityType", members: members(of: "HKWorkoutActivityType"))
  }

  var workoutEvents: File {
    swiftFile("WorkoutEventType", members: members(of: "HKWorkoutEventType"))
  }

  var enumerations: File {
    let calls = source.enumerations.map { enumeration in
      var call = Call()
      call.add("name", literal(enumeration.name))
      call.add("values", "\(enumeration.values.lowerBound)..<\(enumeration.values.upperBound)")
      return call
    }
    let members = source.enumerations.enumerated().map { index, enumeration in
      Member(enumeration.name, without: "HK", note: "`\(enumeration.name)`.", index: index)
    }
    return swiftFile(
      "Enumeration", members: members, label: "index",
      table: ("enumerationRows", "EnumerationRow", calls))
  }

  /// Members for the values of one enumeration, without its name.
  private func members(of enumeration: String) -> [Member] {
    source.values.enumerated().filter { $0.element.enumeration == enumeration }.map {
      Member($1.name, without: enumeration, note: note(on: $1), index: $0)
    }
  }

  private func note(on value: CatalogSource.Value) -> String {
    let number = value.number.map { ", \($0)" } ?? ""
    let deprecated = value.deprecated.map { ", deprecated since iOS \($0)" } ?? ""
    return "`\(value.name)`\(number)\(deprecated)."
  }

  private func valueMember(_ name: String) -> String {
    memberName(name, without: ["HKCategoryValue", "HK"])
  }

  func enumerationMember(_ name: String) -> String {
    "." + memberName(name, without: ["HK"])
  }
}
