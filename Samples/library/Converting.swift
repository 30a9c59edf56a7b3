import HealthConv
import Testing

/// The code of the article "Converting datasets".
struct Converting {
  @Test func anExportIsReadSampleBySample() throws {
    let scratch = try Scratch()
    var beats = 0
    var samples = try Dataset.open(scratch.path("export.zip")).samples()
    while let sample = try samples.next() {
      guard case .quantity(let quantity) = sample, quantity.type == .heartRate else { continue }
      beats += try quantity.value(in: "count/min") > 0 ? 1 : 0
    }
    #expect(beats > 10)
  }

  @Test func anExportIsConverted() throws {
    let scratch = try Scratch()
    let dataset = try Dataset.open(scratch.path("export.zip"))
    let report = try Conversion(of: dataset, to: .jsonLines).run(
      toFile: scratch.path("samples.jsonl"))
    if let error = report.readError { throw error }
    #expect(report.samplesWritten > 1_000 && report.losses.isEmpty)
  }

  @Test func aSelectionIsConverted() throws {
    let scratch = try Scratch()
    let dataset = try Dataset.open(scratch.path("export.zip"))
    var conversion = Conversion(of: dataset, to: .csv)
    conversion.selection.predicate = try SamplePredicate(
      parsing: "type = BodyMass and start >= 2024-01-01")
    conversion.units.system = .imperial
    conversion.mergesDuplicates = true
    let report = try conversion.run(toFile: scratch.path("masses.csv.gz"))
    for lost in report.losses { print(lost.count, lost.loss.name, lost.loss.explanation) }
    #expect(report.samplesWritten > 0 && report.samplesWritten < report.samplesRead)
    #expect(try scratch.files().contains("masses.csv.gz"))
  }
}
