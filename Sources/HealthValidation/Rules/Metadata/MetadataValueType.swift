import HealthModel
import HealthUnits

extension Rule {
  static let metadataValueType = Rule(
    "metadata-value-type", .metadata, .warning,
    title: "metadata value does not have its key's type",
    explanation: """
      The value of a HealthKit metadata key does not have the key's type: text instead of a number, \
      a truth value other than 0 and 1, a quantity without a unit or with one that does not fit.
      """,
    exceptions: """
      Keys that do not belong to HealthKit may have any value. Some devices write humidity a \
      hundredfold, such as 8300 %.
      """,
    examples: Examples(
      bad: .quantity(
        "HeartRate", unit: "count/min", value: "72", source: "Watch",
        metadata: ["HKWasUserEntered": "perhaps"]),
      good: .quantity(
        "HeartRate", unit: "count/min", value: "72", source: "Watch",
        metadata: ["HKWasUserEntered": "1", "HKWeatherHumidity": "8300 %"]))
  ) { MetadataValueTypeCheck() }
}

private struct MetadataValueTypeCheck: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .metadata }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    sample.forEachMetadata { metadata in
      for entry in metadata.entries {
        guard let expected = Self.fault(of: entry) else { continue }
        findings.add("\(entry.key) is not \(expected)", on: sample, detail: entry.value)
      }
    }
  }

  /// The form that the value should have; `nil` if it has it.
  private static func fault(of entry: MetadataEntry) -> String? {
    guard let type = entry.key.valueType, type != .string else { return nil }
    switch (type, entry.typed) {
    case (.quantity, .quantity(_, let unit)):
      guard let dimension = entry.key.dimension.flatMap({ dimensions[$0] }) else { return nil }
      guard let unit = try? HealthUnit(unit), unit.dimension == dimension else {
        return "in a unit of its dimension"
      }
      return nil
    case (.boolean, .string): return "0 or 1"
    case (.number, .string), (.enumeration, .string): return "a number"
    case (.date, .string): return "a date"
    case (.quantity, .string): return "a number with a unit"
    default: return nil
    }
  }

  /// The dimensions that the catalog names.
  static let dimensions: [String: HealthUnit.Dimension] = [
    "scalar": .scalar, "length": .length, "time": .time, "temperature": .temperature,
    "pressure": .pressure, "illuminance": .illuminance, "soundPressureLevel": .soundPressureLevel,
    "count/time": .frequency, "length/time": .length / .time,
    "energy/(mass*time)": .energy / (.mass * .time),
    "volume/(mass*time)": .volume / (.mass * .time),
  ]
}
