import HealthModel

extension Rule {
  static let missingSource = Rule(
    "missing-source", .samples, .warning,
    title: "sample has no source name",
    explanation: """
      The name of the app or device that saved the sample is missing or empty. A Health export states it for \
      every sample; without it, the samples of several devices cannot be told apart, and their sum counts the \
      same activity several times.
      """,
    exceptions: """
      Files of other programs may have no sources at all: there, only an empty name is found. Activity \
      summaries, prescriptions, electrocardiograms and documents have no source in an export.
      """,
    examples: Examples(
      bad: .quantity("BodyMass", unit: "kg", value: "70", source: ""),
      good: """
        <ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="400" \
        activeEnergyBurnedUnit="kcal"/>
        """),
    kinds: [.quantity, .category, .correlation, .workout, .audiogram]
  ) { MissingSource() }
}

private struct MissingSource: RuleCheck {
  private var isExport = false

  mutating func begin(_ dataset: DatasetInfo, _ findings: inout Findings) {
    isExport =
      dataset.locale != nil || dataset.exportVersion != nil || !dataset.characteristics.isEmpty
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    guard descriptor.hasSource else {
      return isExport ? .found("the sample has no source name") : .none
    }
    let isBlank = descriptor.source.name.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
    return isBlank ? .found("the sample's source name is empty") : .none
  }
}
