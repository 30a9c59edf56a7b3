import HealthBytes
import HealthModel

extension Rule {
  static let unknownEnumeration = Rule(
    "unknown-enumeration", .metadata, .info,
    title: "value is not in its enumeration",
    explanation: """
      A metadata value is a number that its enumeration does not have, or a workout event has a type \
      that is not known: the value is damaged, or newer than the catalog.
      """,
    exceptions: """
      Keys that do not belong to HealthKit may have any value.
      """,
    examples: Examples(
      bad: .quantity(
        "HeartRate", unit: "count/min", value: "72", source: "Watch",
        metadata: ["HKMetadataKeyHeartRateMotionContext": "77"]),
      good: .quantity(
        "HeartRate", unit: "count/min", value: "72", source: "Watch",
        metadata: ["HKMetadataKeyHeartRateMotionContext": "1"]))
  ) { UnknownEnumeration() }
}

private struct UnknownEnumeration: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .metadata }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    sample.forEachMetadata { metadata in
      for entry in metadata.entries {
        guard let enumeration = entry.key.enumeration, let number = Int(entry.value),
          enumeration.value(numbered: number) == nil
        else { continue }
        findings.add(
          "\(entry.key) is not one of \(enumeration.name)", on: sample, detail: entry.value)
      }
    }
    guard case .workout(let workout) = sample.sample else { return }
    for event in workout.fields.events + workout.fields.activities.flatMap(\.events) {
      guard let type = event.type, !WorkoutEventType(type).isKnown else { continue }
      findings.add(
        "'\(type.printableName)' is not a type of workout event that is known", on: sample)
    }
  }
}
