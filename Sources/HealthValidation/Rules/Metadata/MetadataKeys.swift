import HealthBytes
import HealthModel

extension Rule {
  static let metadataKeys = Rule(
    "metadata-key", .metadata, .warning,
    title: "metadata entry has no key, or its key occurs twice",
    explanation: """
      An entry of the metadata of a sample has no key or an empty one, or two entries have the same key. In HealthKit \
      metadata are a dictionary: an import keeps one of the values and loses the other.
      """,
    exceptions: """
      Exports of iOS 16 contain the entries of a workout twice, with the same values.
      """,
    examples: Examples(
      bad: .quantity(
        "BodyMass", unit: "kg", value: "70", source: "Scale",
        metadata: ["note": "after breakfast", "note": "before breakfast"]),
      good: .quantity(
        "BodyMass", unit: "kg", value: "70", source: "Scale",
        metadata: ["note": "after breakfast", "mood": "good"]))
  ) { MetadataKeys() }
}

private struct MetadataKeys: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .metadata }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    sample.forEachMetadata { metadata in
      let entries = metadata.entries
      // Few entries are compared with each other, which needs no memory.
      var values: [String: String]? = entries.count > 16 ? [:] : nil
      for (index, entry) in entries.enumerated() {
        let key = entry.key.identifier
        if key.isEmpty {
          findings.add("a metadata entry has no key", on: sample)
        } else if let earlier = values == nil
          ? entries[..<index].last(where: { $0.key.identifier == key })?.value
          : values?.updateValue(entry.value, forKey: key),
          sample.kind != .workout || earlier != entry.value
        {
          findings.add("the metadata have two entries of the key \(key.printableName)", on: sample)
        }
      }
    }
    for element in sample.header.extras?.content ?? [] {
      guard case .element(let element) = element, element.name == "MetadataEntry",
        element[attribute: "key"] == nil
      else { continue }
      findings.add("a metadata entry has no key", on: sample)
    }
  }
}
