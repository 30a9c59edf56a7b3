import HealthConv
import HealthStore
import Testing

/// `HKHealthStore.save` and `HKSampleQuery`.
struct BodyMass {
  @Test func isSavedAndRead() throws {
    let scratch = try Scratch()
    let store = scratch.store
    let scale = Device(name: "Scale", manufacturer: "Example", model: "S1")
    for (day, mass) in [("2024-06-01", 71.0), ("2024-06-02", 70.5)] {
      let sample = try QuantitySample(
        type: .bodyMass, quantity: Quantity(mass, .gram(.kilo)),
        start: try date("\(day) 08:00:00 +0200"), source: Source(name: "My App", version: "1.0"),
        device: scale, metadata: [.wasUserEntered: true, .timeZone: "Europe/Berlin"])
      try store.save([.quantity(sample)])
    }

    let latest = SampleQuery(
      .type(.bodyMass), order: SampleOrdering(.start, isDescending: true), limit: 1)
    let found = try store.samples(latest).all()
    guard case .quantity(let mass)? = found.first else {
      Issue.record("there is no body mass")
      return
    }
    #expect(try mass.quantity.value(in: .gram(.kilo)) == 70.5)
    #expect(try mass.value(in: .pound).rounded() == 155)
    #expect(mass.startDate == (try date("2024-06-02 08:00:00 +0200")))
    #expect(mass.endDate == mass.startDate)
    #expect(mass.sourceRevision.version == "1.0")
    #expect(mass.device?.manufacturer == "Example")
    #expect(mass.metadata[.timeZone] == "Europe/Berlin")
  }

  @Test func isFoundByDateSourceAndMetadata() throws {
    let scratch = try Scratch()
    for (day, app, entered) in [("2024-06-01", "A", true), ("2024-06-02", "B", false)] {
      let sample = try QuantitySample(
        type: .bodyMass, quantity: Quantity(70, .gram(.kilo)),
        start: try date("\(day) 08:00:00 +0200"), source: Source(name: app),
        metadata: [.wasUserEntered: MetadataValue.bool(entered)])
      try scratch.store.save([.quantity(sample)])
    }
    let predicates: [SamplePredicate] = [
      try .samples(from: date("2024-06-02 00:00:00 +0200"), to: date("2024-06-03 00:00:00 +0200")),
      try .source("B"),
      try .metadata(.wasUserEntered, false),
      try .and([.type(.bodyMass), .source("B")]),
    ]
    for predicate in predicates {
      let found = try scratch.store.samples(SampleQuery(predicate)).all()
      #expect(found.compactMap { $0.healthSample?.source.name } == ["B"])
    }
  }
}
