import HealthConv
import HealthStore
import Testing

/// `HKAnchoredObjectQuery`: what was added and deleted since the last time.
struct AnchoredChanges {
  @Test func deletionsAreAmongThem() throws {
    let scratch = try Scratch()
    let store = scratch.store
    func steps(_ hour: Int) throws -> Sample {
      .quantity(
        try QuantitySample(
          type: .stepCount, quantity: Quantity(500, .count),
          start: try date("2024-06-01 \(hour):00:00 +0200"),
          end: try date("2024-06-01 \(hour):10:00 +0200")))
    }
    let first = try steps(10)
    try store.save([first])
    let before = try store.changes(since: nil, matching: .type(.stepCount), limit: 100)
    #expect(before.changes.count == 1)

    try store.save([try steps(11)])
    try store.delete([SampleKey(first)])
    let after = try store.changes(since: before.anchor, matching: .type(.stepCount), limit: 100)
    var (added, deleted) = (0, 0)
    for change in after.changes {
      switch change {
      case .added: added += 1
      case .deleted(let sample):
        deleted += 1
        #expect(sample.key == SampleKey(first))
      }
    }
    #expect(added == 1 && deleted == 1)

    // An anchor is kept as text between two runs of a program.
    let anchor = StoreAnchor(after.anchor.description)
    #expect(try store.changes(since: anchor, matching: .all, limit: 100).changes.isEmpty)
  }
}
