import HealthModel

extension Rule {
  static let overlappingSamples = Rule(
    "overlapping-samples", .dataset, .info,
    title: "samples of one source overlap in time",
    explanation: """
      Two samples of one source and device count the same thing, such as steps, at the same time, or give \
      two sleep stages for the same time. A sum counts the shared time twice.
      """,
    exceptions: """
      Several devices may count at once, and food is not counted over time. The time in bed overlaps the \
      stages of sleep. Dates are written in whole seconds, so that one second is allowed. Equal samples are reported by \
      exact-duplicate and saved-twice.
      """,
    examples: Examples(
      bad: .lines(
        .quantity("StepCount", unit: "count", value: "900", end: "2024-06-01 09:10:00 +0200"),
        .quantity(
          "StepCount", unit: "count", value: "800", start: "2024-06-01 09:05:00 +0200",
          end: "2024-06-01 09:15:00 +0200")),
      good: .lines(
        .quantity("StepCount", unit: "count", value: "900", end: "2024-06-01 09:10:00 +0200"),
        .quantity(
          "StepCount", unit: "count", value: "400", start: "2024-06-01 09:10:00 +0200",
          end: "2024-06-01 09:15:00 +0200")))
  ) { OverlappingSamples() }
}

private struct OverlappingSamples: RuleCheck {
  /// The sample of the current series with the latest end so far.
  private var latest: Latest?

  private struct Latest {
    let series: UInt64
    let end: Int64
    let measurement: UInt64
    let descriptor: SampleDescriptor

    init(_ entry: TimelineEntry, _ descriptor: SampleDescriptor) {
      (series, end, measurement) = (entry.series, entry.end, entry.measurement)
      self.descriptor = descriptor
    }
  }

  /// In seconds: exports truncate or round dates to whole seconds.
  private static let tolerance: Int64 = 1

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .none }

  var comparesSamples: Bool { true }

  mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings) {
    guard entry.role == .sample, let descriptor = entry.descriptor,
      Self.counts(descriptor, entry.value),
      entry.end > entry.start
    else { return }
    guard let latest, latest.series == entry.series else {
      self.latest = Latest(entry, descriptor)
      return
    }
    if latest.end - entry.start > Self.tolerance, latest.descriptor.device == descriptor.device,
      latest.measurement != entry.measurement
    {
      findings.add("the sample overlaps another of the same source and device", on: entry)
    }
    if entry.end > latest.end { self.latest = Latest(entry, descriptor) }
  }

  /// Whether a sum would count the time that two such samples share twice; not so for food and time in bed.
  private static func counts(_ descriptor: SampleDescriptor, _ value: Double?) -> Bool {
    switch descriptor.type {
    case .quantity(let type):
      type.aggregationStyle == .cumulative && !type.canBeCorrelationMember
    case .category(.sleepAnalysis): value != nil && value != inBed
    default: false
    }
  }

  /// `HKCategoryValueSleepAnalysisInBed`.
  private static let inBed = 0.0
}
