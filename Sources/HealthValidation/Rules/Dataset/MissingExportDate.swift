import HealthModel

extension Rule {
  static let missingExportDate = Rule(
    "missing-export-date", .dataset, .info,
    title: "export does not state its date",
    explanation: """
      An export of a phone states when it was made. Without the date, samples later than the export are not found, and \
      of two exports it is not known which is newer. The file was changed, or only a part of it was kept.
      """,
    exceptions: """
      Data that state neither the locale nor the version of an export are not checked.
      """,
    examples: Examples(
      bad: .quantity("BodyMass", unit: "kg", value: "70", source: "Scale"),
      good: .quantity("BodyMass", unit: "kg", value: "70", source: "Scale"))
  ) { MissingExportDate() }
}

private struct MissingExportDate: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .none }

  func begin(_ dataset: DatasetInfo, _ findings: inout Findings) {
    guard dataset.exportDate == nil, dataset.locale != nil || dataset.exportVersion != nil else {
      return
    }
    findings.add("the export does not state when it was made")
  }
}
