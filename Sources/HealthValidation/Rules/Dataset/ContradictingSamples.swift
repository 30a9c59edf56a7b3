import HealthModel
import HealthUnits

extension Rule {
  static let contradictingSamples = Rule(
    "contradicting-samples", .dataset, .warning,
    title: "two samples of one moment have different values",
    explanation: """
      A source states two different values of one moment for what has one value at a time, such as the weight, or two \
      different activity summaries of one day. At most one of them is right; a chart shows either, and an average mixes \
      them.
      """,
    exceptions: """
      Several sources and several devices may differ, and a person has several heart rates in one second. Samples that \
      are equal are reported by exact-duplicate and saved-twice. Measurements that may be repeated at once, such as those of a \
      blood pressure or of the breath, may differ.
      """,
    examples: Examples(
      bad: .lines(
        .quantity("BodyMass", unit: "kg", value: "70", source: "Scale"),
        .quantity("BodyMass", unit: "kg", value: "82", source: "Scale")),
      good: .lines(
        .quantity("BodyMass", unit: "kg", value: "70", source: "Scale"),
        .quantity("BodyMass", unit: "kg", value: "70.2", source: "Other scale")))
  ) { ContradictingSamples() }
}

struct ContradictingSamples: RuleCheck {
  private var last: TimelineEntry?

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .none }

  var comparesSamples: Bool { true }

  mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings) {
    guard entry.role == .sample, let descriptor = entry.descriptor, Self.compares(descriptor)
    else { return }
    defer { last = entry }
    guard let last, last.onset == entry.onset, last.descriptor?.device == descriptor.device,
      isDifferent(last, entry)
    else { return }
    findings.add(
      descriptor.type == .other(Self.activitySummary)
        ? "the summary of the day differs from an earlier one"
        : "the value differs from that of another sample of the same moment and source", on: entry)
  }

  private func isDifferent(_ a: TimelineEntry, _ b: TimelineEntry) -> Bool {
    guard let type = b.descriptor?.type, case .quantity(let quantity) = type else {
      return a.measurement != b.measurement
    }
    guard let unit = quantity.canonicalUnit.flatMap({ try? HealthUnit($0) }),
      let first = a.value(in: unit), let second = b.value(in: unit)
    else { return false }
    // Exports round to six digits.
    return (first - second).magnitude > max(first.magnitude, second.magnitude) * 1e-5
  }

  /// Whether samples have one value at a time.
  static func compares(_ descriptor: SampleDescriptor) -> Bool {
    switch descriptor.type {
    case .quantity(let type): types.contains(type)
    case .other(let identifier): identifier == activitySummary
    default: false
    }
  }

  private static let activitySummary = "HKActivitySummaryTypeIdentifier"

  private static let types: Set<QuantityType> = [
    .bodyMass, .bodyFatPercentage, .bodyMassIndex, .leanBodyMass, .height, .waistCircumference,
  ]
}

extension TimelineEntry {
  fileprivate func value(in unit: HealthUnit) -> Double? {
    guard let value, let own = descriptor?.unit else { return nil }
    return try? own.convert(value, to: unit)
  }
}
