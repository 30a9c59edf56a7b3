import HealthConv
import HealthStore
import Testing

/// The code of the article "Storing samples".
struct Storing {
  @Test func anExportIsLoaded() throws {
    let scratch = try Scratch()
    let dataset = try Dataset.open(scratch.path("export.zip"))
    let report = try Conversion(of: dataset, to: .sqlite).run(toFile: scratch.path("all.db"))
    let again = try Conversion(of: dataset, to: .sqlite).run(toFile: scratch.path("all.db"))
    #expect(again.saved?.new == 0)
    #expect(report.saved?.new == again.saved?.same)
  }

  @Test func samplesAreSavedAndFollowed() throws {
    let scratch = try Scratch()
    let time = try date("2024-06-01 08:00:00 +0200")
    let store = try HealthStore(scratch.path("mine.db"), for: .creating)
    let mass = try QuantitySample(
      type: .bodyMass, quantity: Quantity(70, .gram(.kilo)), start: time)
    let before = try store.anchor()
    try store.save([.quantity(mass)])
    let changes = try store.changes(since: before, matching: .type(.bodyMass), limit: 100)
    try store.delete([SampleKey(.quantity(mass))])
    #expect(changes.changes.count == 1)
    #expect(try store.samples(SampleQuery()).all().isEmpty)
  }
}
