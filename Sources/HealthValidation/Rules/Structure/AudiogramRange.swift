import HealthModel
import HealthUnits

extension Rule {
  static let audiogramRange = Rule(
    "audiogram-range", .structure, .warning,
    title: "a hearing test is of frequencies and levels that are tested",
    explanation: """
      A point of a hearing test has a frequency outside of 125 to 16000 Hz, or a threshold outside \
      of -10 to 120 dBHL: beyond what audiometers test.
      """,
    exceptions:
      "A unit that is not of frequency or hearing level is not converted, and nothing is found.",
    examples: Examples(
      bad: """
        <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Test" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:10:00 +0200">
        <SensitivityPoint frequencyValue="1000" frequencyUnit="Hz" leftEarValue="1500" \
        leftEarUnit="dBHL"/></Audiogram>
        """,
      good: """
        <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Test" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:10:00 +0200">
        <SensitivityPoint frequencyValue="1" frequencyUnit="kHz" leftEarValue="15" \
        leftEarUnit="dBHL"/></Audiogram>
        """),
    kinds: [.audiogram]
  ) { AudiogramRange() }
}

private struct AudiogramRange: RuleCheck {
  private let hertz = try? Unit("Hz")
  private let level = try? Unit("dBHL")

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .audiogram(let audiogram) = sample.sample, let hertz, let level else { return }
    let points = audiogram.fields.sensitivityPoints
    if points.contains(where: {
      Self.lies(
        $0.frequencyValue?.value(written: $0.frequencyUnit, in: hertz), outside: 125...16_000)
    }) {
      findings.add("a frequency is not between 125 and 16000 Hz", on: sample)
    }
    if points.contains(where: {
      Self.lies($0.leftEarValue?.value(written: $0.leftEarUnit, in: level), outside: -10...120)
        || Self.lies(
          $0.rightEarValue?.value(written: $0.rightEarUnit, in: level), outside: -10...120)
    }) {
      findings.add("a threshold is not between -10 and 120 dBHL", on: sample)
    }
  }

  private static func lies(_ value: Double?, outside range: ClosedRange<Double>) -> Bool {
    value.map { !(range ~= $0) } ?? false
  }
}
