import HealthConv
import HealthStore
import Testing

/// The code of the article "Querying datasets and stores".
struct Querying {
  @Test func aFileIsQueried() throws {
    let scratch = try Scratch()
    let predicate = try SamplePredicate(parsing: "type = HeartRate and value > 100 count/min")
    let query = DatasetQuery(
      SampleQuery(predicate, order: .start), of: [try .open(scratch.path("export.zip"))])
    let report = try query.run(toFile: scratch.path("high.csv"), as: .csv)
    #expect(try query.count() == report.samplesWritten)
  }

  @Test func conditionsAreBuilt() throws {
    let scratch = try Scratch()
    let store = scratch.store
    let time = try date("2024-06-01 08:00:00 +0200")
    for mass in [70.0, 71] {
      let sample = try QuantitySample(
        type: .bodyMass, quantity: Quantity(mass, .gram(.kilo)), start: time)
      try store.save([.quantity(sample)])
    }
    let heavy = try SamplePredicate.and([
      .type(.bodyMass), .value(.greater, 70.5, unit: "kg"),
    ])
    let newest = SampleQuery(heavy, order: SampleOrdering(.start, isDescending: true), limit: 1)
    let found = try store.samples(newest).all()
    #expect(found.count == 1)
  }
}
