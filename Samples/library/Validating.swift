import HealthConv
import Testing

/// The code of the article "Validating datasets".
struct Validating {
  @Test func findingsAreReported() throws {
    let scratch = try Scratch()
    var lines: [String] = []
    var validation = Validation()
    try validation.check(Dataset.open(scratch.path("export.zip"))) { finding in
      lines.append("\(finding.place): \(finding.message)")
    }
    let report = validation.finish()
    #expect(lines.count == report.groups.count && report.inputs.count == 1)
  }

  @Test func rulesAreChosen() throws {
    let scratch = try Scratch()
    var options = Validation.Options()
    options.settings.levels["unknown-type"] = .off
    options.settings.selected = [Glob("unit-*"), Glob("value-*")]
    options.failsFast = true
    var validation = Validation(options)
    try validation.check(Dataset.open(scratch.path("export.zip")))
    let isSound = validation.finish().groups.countNew(.error) == 0
    #expect(isSound)
  }

  @Test func aSampleIsChecked() throws {
    let time = try date("2024-06-01 08:00:00 +0200")
    let sample = try QuantitySample(
      type: .heartRate, quantity: Quantity(61, .count / .minute), start: time, end: time)
    #expect(Sample.quantity(sample).findings().isEmpty)
    #expect(throws: InvalidSampleError.self) {
      _ = try QuantitySample(type: .heartRate, quantity: Quantity(61, .meter), start: time)
    }
  }

  @Test func plannedMealsAreAllowedByName() throws {
    let tomorrow = try date("2124-06-01 12:00:00 +0200")
    let meal = try QuantitySample(
      type: .dietaryEnergyConsumed, value: 600, unit: "kcal", start: tomorrow,
      allowing: .futureDates)
    #expect(throws: InvalidSampleError.self) { try Sample.quantity(meal).validate() }
  }
}
