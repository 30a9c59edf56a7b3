import HealthModel

extension Rule {
  static let malformedType = Rule(
    "malformed-type", .samples, .error,
    title: "type is empty or not an identifier",
    explanation: """
      The type of a sample, or of one of a workout's statistics, is empty or is not an identifier: it contains \
      something other than letters, digits, dots, hyphens and underscores, or does not begin with a letter. No \
      program can select such samples, and tables and files cannot be named after the type.
      """,
    exceptions: """
      A type that HealthKit does not have, such as com.example.Mood, is an identifier, too.
      """,
    examples: Examples(
      bad: """
        <Record type="heart rate" unit="count/min" sourceName="Phone" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="72"/>
        """,
      good: """
        <Record type="com.example.HeartRate" unit="count/min" sourceName="Phone" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="72"/>
        """)
  ) { MalformedType() }
}

private struct MalformedType: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    // Check every workout: its statistics have types, too.
    if kind == .workout { return .every }
    return Self.fault(of: descriptor.type.identifier).map { .found("the type \($0)") } ?? .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    if let fault = Self.fault(of: workout.activityType.identifier) {
      findings.add("the activity type \(fault)", on: sample)
    }
    workout.fields.forEachStatistics { statistics, part in
      guard let fault = Self.fault(of: statistics.type ?? "") else { return }
      findings.add("the type of a statistic \(fault)", on: sample, part: part)
    }
  }

  private static func fault(of identifier: String) -> String? {
    if identifier.isEmpty { return "is empty" }
    guard identifier.unicodeScalars.first?.properties.isAlphabetic == true else {
      return "is not an identifier; expected a letter first"
    }
    guard identifier.utf8.allSatisfy(isPlain) || identifier.unicodeScalars.allSatisfy(isPart) else {
      return "is not an identifier; expected letters, digits, dots, hyphens and underscores"
    }
    return nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (byte | 32) &- 97 < 26 || byte &- 48 < 10
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "-", "_", "A"..."Z", "a"..."z", "0"..."9": true
    default:
      scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        || scalar.properties.generalCategory == .nonspacingMark
    }
  }
}
