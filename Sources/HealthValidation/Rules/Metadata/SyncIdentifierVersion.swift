import HealthModel

extension Rule {
  static let syncIdentifierVersion = Rule(
    "sync-identifier-version", .metadata, .warning,
    title: "sync identifier and sync version occur without each other",
    explanation: """
      A sample has only one of the keys HKMetadataKeySyncIdentifier and HKMetadataKeySyncVersion. \
      HealthKit replaces a sample by one with the same identifier and a higher version, and needs \
      both.
      """,
    exceptions: """
      Most samples have neither.
      """,
    examples: Examples(
      bad: .quantity(
        "BodyMass", unit: "kg", value: "70", source: "Scale",
        metadata: ["HKMetadataKeySyncIdentifier": "a-1"]),
      good: .quantity(
        "BodyMass", unit: "kg", value: "70", source: "Scale",
        metadata: ["HKMetadataKeySyncIdentifier": "a-1", "HKMetadataKeySyncVersion": "1"]))
  ) { SyncIdentifierVersion() }
}

private struct SyncIdentifierVersion: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .metadata }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    sample.forEachMetadata { metadata in
      var (hasIdentifier, hasVersion) = (false, false)
      for entry in metadata.entries {
        if entry.key == .syncIdentifier { hasIdentifier = true }
        if entry.key == .syncVersion { hasVersion = true }
      }
      guard hasIdentifier != hasVersion else { return }
      let (there, missing) =
        hasIdentifier
        ? (MetadataKey.syncIdentifier, MetadataKey.syncVersion)
        : (MetadataKey.syncVersion, MetadataKey.syncIdentifier)
      findings.add("\(there) without \(missing)", on: sample)
    }
  }
}
