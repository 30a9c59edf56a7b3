import HealthModel
import HealthUnits

extension Rule {
  static let audiogramRange = Rule(
    "audiogram-range", .structure, .warning,
    title: "hearing test has no points, or one that is out of range",
    explanation: """
      A point of a hearing test has a frequency outside 125 to 16000 Hz or a threshold outside -10 \
      to 120 dBHL, which audiometers do not test, or there are no points.
      """,
    exceptions: """
      A value whose unit is not one of frequency or hearing level is not checked.
      """,
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
  private let hertz = try? HealthUnit("Hz")
  private let level = try? HealthUnit("dBHL")

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .audiogram(let audiogram) = sample.sample, let hertz, let level else { return }
    if audiogram.fields.sensitivityPoints.isEmpty {
      findings.add("the hearing test has no points", on: sample)
    }
    for (index, point) in audiogram.fields.sensitivityPoints.enumerated() {
      let frequency = point.frequencyValue?.value(written: point.frequencyUnit, in: hertz)
      if Self.isValue(frequency, outside: 125...16_000) {
        findings.add(
          "a frequency is not between 125 and 16000 Hz", on: sample,
          part: [.sensitivityPoint(index)])
      }
      let left = point.leftEarValue?.value(written: point.leftEarUnit, in: level)
      let right = point.rightEarValue?.value(written: point.rightEarUnit, in: level)
      if Self.isValue(left, outside: -10...120) || Self.isValue(right, outside: -10...120) {
        findings.add(
          "a threshold is not between -10 and 120 dBHL", on: sample,
          part: [.sensitivityPoint(index)])
      }
    }
  }

  private static func isValue(_ value: Double?, outside range: ClosedRange<Double>) -> Bool {
    value.map { !(range ~= $0) } ?? false
  }
}
