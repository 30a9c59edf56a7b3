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
      bad: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"><MetadataEntry key="HKMetadataKeySyncIdentifier" value="a-1"/></Record>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"><MetadataEntry key="HKMetadataKeySyncIdentifier" \
        value="a-1"/><MetadataEntry key="HKMetadataKeySyncVersion" value="1"/></Record>
        """)
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
