import Foundation
import HealthBytes
import HealthFormats
import HealthGenerator
import HealthModel
import Testing

/// A generated export comes with its ground truth, counted by its writer: the reader must find the same.
@Suite struct GroundTruthTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func countsAndSumsAreThoseOfTheWriter(seed: UInt64) throws {
    let sink = BytesSink()
    let truth = try ExportGenerator(
      .init(seed: seed, size: .records(3_000), units: seed == 2 ? .metric : .us)
    ).writeXML(to: sink)
    var reader = AppleHealthReader(source: BytesSource(sink.bytes), name: "export.xml")
    var counts: [String: Int] = [:]
    var sums: [String: Decimal] = [:]
    var kinds: [SampleKind: Int] = [:]
    while let sample = try reader.next() {
      kinds[sample.kind, default: 0] += 1
      switch sample {
      case .quantity(let sample):
        counts[sample.type.identifier, default: 0] += 1
        let number = try #require(Decimal(string: sample.number.description))
        sums[sample.type.identifier, default: 0] += number
      case .category(let sample): counts[sample.type.identifier, default: 0] += 1
      default: continue
      }
    }
    #expect(counts == Dictionary(uniqueKeysWithValues: truth.records.map { ($0.type, $0.count) }))
    for total in truth.records {
      guard let sum = total.sum else { continue }
      #expect(sums[total.type] == Decimal(string: sum), "\(total.type)")
    }
    #expect(kinds[.workout] == truth.count(of: "Workout"))
    #expect(kinds[.correlation] == truth.count(of: "Correlation"))
    #expect(kinds[.activitySummary] == truth.count(of: "ActivitySummary"))
    #expect(kinds[.audiogram] == truth.count(of: "Audiogram"))
    #expect(
      reader.notes.alsoTopLevelMembers + reader.notes.nestedOnlyMembers
        == truth.count(of: "Record") - truth.recordCount)
  }
}
