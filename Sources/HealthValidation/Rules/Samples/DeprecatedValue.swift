import HealthModel

extension Rule {
  /// Reports category values and workout activities whose name HealthKit has replaced.
  public static let deprecatedValue = Rule(
    "deprecated-value", .samples, .info,
    title: "name is deprecated",
    explanation: """
      A category value or a workout activity has a name that HealthKit has since replaced. The \
      sample is valid, but newer exports write the new name, so that two exports of the same data \
      differ.
      """,
    exceptions: """
      A name that was not yet replaced on the date of the export is not reported. Nor is the number \
      of a value, which both names share.
      """,
    examples: Examples(
      bad: .category(
        "SleepAnalysis", value: "HKCategoryValueSleepAnalysisAsleep", source: "Watch",
        start: "2024-05-31 23:00:00 +0200", end: "2024-06-01 06:30:00 +0200"),
      good: .category(
        "SleepAnalysis", value: "HKCategoryValueSleepAnalysisAsleepUnspecified", source: "Watch",
        start: "2024-05-31 23:00:00 +0200", end: "2024-06-01 06:30:00 +0200")),
    kinds: [.category, .workout]
  ) { DeprecatedValue() }
}

private struct DeprecatedValue: RuleCheck {
  /// When the data were exported, if that is known.
  private var exportDate: Timestamp?

  mutating func begin(_ dataset: DatasetInfo, _ findings: inout Findings) {
    exportDate = dataset.exportDate
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    switch descriptor.type {
    case .category(let type) where type.isKnown && !type.isValueless: return .every
    case .workout(let type):
      guard let version = type.deprecated, wasReleased(version) else { return .none }
      return .found("\(type) is deprecated since iOS \(version)")
    default: return .none
    }
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .category(let category) = sample.sample, let version = category.value?.deprecated,
      wasReleased(version)
    else { return }
    findings.add(
      "the value is deprecated since iOS \(version)", on: sample, detail: category.value?.name)
  }

  /// Whether a version of iOS was released when the data were exported: a new one appears each September (iOS 9 in 2015), and
  /// the number after 18 is 26.
  private func wasReleased(_ version: SystemVersion) -> Bool {
    guard let exportDate else { return true }
    let year = Int64(version.major) + (version.major < 26 ? 2006 : 1999)
    // 1 September, to about a day. Releases are later in the month, and minor versions later in the year.
    let september = (year - 1970) * 31_556_952 + 244 * 86_400
    return exportDate.secondsSince1970 >= september
  }
}
