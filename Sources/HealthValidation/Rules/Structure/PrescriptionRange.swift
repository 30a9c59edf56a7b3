import HealthModel
import HealthUnits

extension Rule {
  static let prescriptionRange = Rule(
    "prescription-range", .structure, .warning,
    title: "lens has an impossible power or size",
    explanation: """
      A value of a prescription for glasses or contact lenses is beyond what is manufactured: a \
      sphere of more than 40 diopters, an axis of more than 180 degrees, a pupillary distance of a \
      meter. Or the prescription expires before it was issued.
      """,
    exceptions: """
      A value without a unit, or with one that does not fit, is not checked. Pupillary distances are \
      for one eye or for both.
      """,
    examples: Examples(
      bad: """
        <VisionPrescription type="HKVisionPrescriptionTypeIdentifier" \
        dateIssued="2024-06-01 09:00:00 +0200"><RightEye sphere="-1.5" sphereUnit="D" \
        axis="200" axisUnit="deg"/></VisionPrescription>
        """,
      good: """
        <VisionPrescription type="HKVisionPrescriptionTypeIdentifier" \
        dateIssued="2024-06-01 09:00:00 +0200"><RightEye sphere="-1.5" sphereUnit="D" \
        axis="180" axisUnit="deg"/></VisionPrescription>
        """),
    kinds: [.visionPrescription]
  ) { PrescriptionRange() }
}

private struct PrescriptionRange: RuleCheck {
  private struct Measure {
    let name: String
    let number: @Sendable (Sample.EyeLens) -> (Number?, String?)
    let unit: HealthUnit
    let range: ClosedRange<Double>

    init?(
      _ name: String, _ unit: String, _ range: ClosedRange<Double>,
      _ number: @escaping @Sendable (Sample.EyeLens) -> (Number?, String?)
    ) {
      guard let unit = try? HealthUnit(unit) else { return nil }
      (self.name, self.unit, self.range, self.number) = (name, unit, range, number)
    }

    func isBeyond(_ lens: Sample.EyeLens) -> Bool {
      let (number, unit) = number(lens)
      return number?.value(written: unit, in: self.unit).map { !(range ~= $0) } ?? false
    }
  }

  /// Ranges of manufactured lenses, with a margin.
  private static let measures: [Measure] = [
    Measure("sphere", "D", -40...40) { ($0.sphere, $0.sphereUnit) },
    Measure("cylinder", "D", -20...20) { ($0.cylinder, $0.cylinderUnit) },
    Measure("axis", "deg", 0...180) { ($0.axis, $0.axisUnit) },
    Measure("addition", "D", 0...8) { ($0.add, $0.addUnit) },
    Measure("vertex distance", "mm", 0...40) { ($0.vertex, $0.vertexUnit) },
    Measure("prism", "D", 0...60) { ($0.prismAmount, $0.prismAmountUnit) },
    Measure("prism angle", "deg", 0...360) { ($0.prismAngle, $0.prismAngleUnit) },
    Measure("far pupillary distance", "mm", 15...100) { ($0.farPD, $0.farPDUnit) },
    Measure("near pupillary distance", "mm", 15...100) { ($0.nearPD, $0.nearPDUnit) },
    Measure("base curve", "mm", 4...12) { ($0.baseCurve, $0.baseCurveUnit) },
    Measure("diameter", "mm", 5...30) { ($0.diameter, $0.diameterUnit) },
  ].compactMap(\.self)

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .visionPrescription(let prescription) = sample.sample else { return }
    let fields = prescription.fields
    for measure in Self.measures {
      for (eye, lenses) in [("RightEye", fields.rightEye), ("LeftEye", fields.leftEye)] {
        for (index, lens) in lenses.enumerated() where measure.isBeyond(lens) {
          let (low, high) = (Int(measure.range.lowerBound), Int(measure.range.upperBound))
          findings.add(
            "the \(measure.name) is not between \(low) and \(high) \(measure.unit)", on: sample,
            part: [.element(eye, index)])
        }
      }
    }
    if let issued = fields.dateIssued, let expires = fields.expirationDate, expires < issued {
      findings.add("the prescription expires before it was issued", on: sample)
    }
  }
}
