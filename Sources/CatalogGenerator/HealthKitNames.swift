// The names that HealthKit's Swift interface gives to the catalog's enumerations and metadata keys.

extension CatalogGenerator {
  /// The files of `Sources/HealthKitNames/Generated`; the same data give the same files.
  package func namesFiles() -> [File] {
    [
      File(name: "Enumerations.swift", text: Self.head + enumerationNames.joined(separator: "\n")),
      File(name: "MetadataKeys.swift", text: Self.head + metadataNames.joined()),
    ]
  }

  private static let head =
    "// Written by `swift run generate-catalog` from Schemas/catalog: edit that.\n\n"

  /// An enumeration for each enumeration of the catalog whose values have numbers.
  private var enumerationNames: [String] {
    source.enumerations.compactMap { enumeration in
      let values = source.values[enumeration.values].filter { $0.number != nil }
      guard !values.isEmpty else { return nil }
      // HealthKit declares workout activities as unsigned.
      let raw = enumeration.name == "HKWorkoutActivityType" ? "UInt" : "Int"
      var seen: [Int: String] = [:]
      var (cases, others) = ("", "")
      // If two names have one number, the name that is not deprecated becomes the case.
      for value in values where value.deprecated == nil {
        if let number = value.number, seen[number] == nil { seen[number] = value.name }
      }
      for value in values {
        guard let number = value.number else { continue }
        let name = caseName(value.name, of: enumeration.name)
        if let known = seen[number], known != value.name {
          others += "  /// `\(value.name)`, an older name.\n"
          others += "  public static let \(name) = Self.\(caseName(known, of: enumeration.name))\n"
        } else {
          seen[number] = value.name
          cases += "  /// `\(value.name)`.\n  case \(name) = \(number)\n"
        }
      }
      return """
        /// `\(enumeration.name)`, as HealthKit numbers it.
        public enum \(enumeration.name): \(raw), Sendable, CaseIterable {
        \(cases)\(others)}

        """
    }
  }

  private func caseName(_ value: String, of enumeration: String) -> String {
    let name = memberName(value, without: [enumeration])
    // Roman numerals stay in capital letters.
    if name.allSatisfy({ "iv".contains($0) }) { return name.uppercased() }
    if ["default", "in"].contains(name) { return "`\(name)`" }
    return name.first?.isNumber == true ? "version\(name)" : name
  }

  private var metadataNames: [String] {
    source.metadata.map { entry in
      let flat = "public let \(entry.constant) = \(literal(entry.identifier))"
      let line = flat.count <= 100 ? flat : flat.replacing(" = ", with: " =\n  ")
      return "/// `\(entry.identifier)`.\n\(line)\n"
    }
  }
}
