import HealthConv
import Testing

/// The code of the README.
struct Readme {
  @Test func samplesAreRead() throws {
    let scratch = try Scratch()
    var samples = try Dataset.open(scratch.path("export.zip")).samples()
    while let sample = try samples.next() {
      guard case .quantity(let beat) = sample, beat.type == .heartRate else { continue }
      print(beat.start, try beat.value(in: "count/min"), beat.source.name)
    }
  }

  @Test func storesAreFilledQueriedAndFollowed() async throws {
    let scratch = try Scratch()
    let time = try date("2024-06-01 08:00:00 +0200")
    let weight = try Sample.quantity(
      QuantitySample(type: .bodyMass, quantity: Quantity(70, .gram(.kilo)), start: time))
    var samples = try Dataset.open(scratch.path("export.zip")).samples()
    let store = try HealthStore(scratch.path("other.db"), for: .creating)
    let load = try store.beginSaving(.upsert, .unchecked)  // stored as read
    while let sample = try samples.next() { try load.save(sample) }
    print(try load.commit().new)
    // Stored once, even if saved again. To replace another version: save([weight], .upsert)
    try await store.save([weight])

    let high = try SamplePredicate(parsing: "type = HeartRate and value > 100 count/min")
    for sample in try store.samples(SampleQuery(high, order: .start)).all() { print(sample.id) }
    let following = Task {
      for try await changes in try await store.observe(high) {
        print(changes.changes.count, changes.anchor)
      }
    }
    following.cancel()
    try await following.value
    #expect(try store.samples(SampleQuery(high)).all().isEmpty == false)
    #expect(try store.stored(weight) != nil)
  }
}
