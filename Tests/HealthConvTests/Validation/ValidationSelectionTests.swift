import HealthConv
import HealthTesting
import Testing

/// Only some of the samples are checked.
@Suite struct ValidationSelectionTests {
  private static func check(
    _ path: String, _ condition: String? = nil, _ baseline: Baseline? = nil
  ) throws -> ValidationReport {
    var options = Validation.Options()
    options.baseline = baseline
    if let condition { options.predicate = try SamplePredicate(parsing: condition) }
    var validation = Validation(options)
    try validation.check(Dataset.open(path))
    return validation.finish()
  }

  @Test(arguments: ["samples.jsonl", "samples.db"])
  func whatIsNotWantedIsNotChecked(_ name: String) throws {
    let folder = try TemporaryFolder()
    let samples = [MarkedSamples.quantity("60"), MarkedSamples.quantity("-1")]
    let source = try folder.write(samples, "source.jsonl")
    let path = folder.path + "/" + name
    _ = try Conversion(of: .open(source), to: Format.forWriting(to: path)).run(toFile: path)
    let all = try Self.check(path)
    #expect(all.inputs[0].samples == 2)
    #expect(all.groups.count > 0)
    let some = try Self.check(path, "value > 0 count/min")
    #expect(some.inputs[0].samples == 1)
    #expect(some.groups.count == 0)
    // What was not looked at is not put right.
    let known = Baseline(all.groups)
    #expect(try Self.check(path, "value > 0 count/min", known).fixed.isEmpty)
    #expect(try Self.check(source, nil, known).groups.count > 0)
  }
}
