import HealthModel
import HealthValidation
import Testing

@testable import HealthConv

/// What is kept of an input is bounded, whatever the input says, and what is counted is complete.
struct BoundedMemoryTests {
  @Test func findingsAreAllCountedAndFewKept() {
    var log = FindingLog()
    for line in 1...1_000 {
      log.add(
        Finding(
          rule: line % 2 == 0 ? "even" : "odd", severity: line == 501 ? .error : .warning,
          place: Place(file: "a", line: line), message: "found"))
    }
    #expect(log.count == 1_000)
    #expect(log.rules.map(\.name) == ["odd", "even"])
    #expect(log.rules.map(\.count) == [500, 500])
    #expect(log.rules.map(\.severity) == [.error, .warning])
    #expect(log.first.count == 40)
    #expect(log.severity == .error)
  }

  @Test func namesBeyondTheLimitAreCountedTogether() {
    var names = Inventory.NameCounts(limit: 2)
    for name in ["a", "b", "b", "c", "d", "a", "b"] { names.add(name, count: 1) }
    #expect(names.entries.map(\.name) == ["b", "a"])
    #expect(names.entries.map(\.count) == [3, 2])
    #expect(names.unlisted == 2)
  }

  @Test func typesBeyondTheLimitAreCountedByKind() {
    var counter = SampleCounter(Selection())
    let time = Timestamp(secondsSince1970: 0)
    for index in 0..<5_000 {
      let descriptor = SampleDescriptor(type: .quantity(QuantityType("T\(index)")), source: nil)
      let header = SampleHeader(descriptor: descriptor, start: time, end: time)
      let isWanted = counter.admit(.quantity(QuantitySample(header: header, number: Number(1))))
      #expect(isWanted)
    }
    let counts = counter.counts()
    #expect(counts.reduce(0) { $0 + $1.read } == 5_000)
    #expect(counts.first?.identifier == "…")
    #expect(counts.first?.read == 5_000 - TypeTable.limit)
  }

  /// Descriptors that fall into one slot are still told apart.
  @Test func descriptorsAreToldApartByIdentity() {
    var table = DescriptorTable<Int>()
    let descriptors = (0..<10_000).map { index in
      SampleDescriptor(type: .quantity(.heartRate), source: Source(name: "\(index % 5_000)"))
    }
    for _ in 0..<3 {
      for descriptor in descriptors {
        table[table.index(of: descriptor, kind: .quantity) { _, _ in 0 }] += 1
      }
    }
    #expect(table.entries.count == 10_000)
    #expect(table.entries.allSatisfy { $0.value == 3 })
  }
}
