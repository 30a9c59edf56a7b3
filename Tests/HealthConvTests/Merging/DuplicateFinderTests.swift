import HealthBytes
import HealthConv
import HealthModel
import HealthTesting
import Testing

/// What is left out is a duplicate in every letter that means something, and nothing else.
struct DuplicateFinderTests {
  /// The places of the samples that are kept.
  private static func kept(_ samples: [Sample], memory: Int = 1 << 24) throws -> [Int] {
    var finder = try DuplicateFinder(memory: memory)
    for sample in samples { try finder.add(sample) }
    var decision = try finder.decision()
    var kept: [Int] = []
    for (place, sample) in samples.enumerated() {
      let key = SortKey(high: 0, low: UInt64(place))
      if try decision.written(sample, at: key) != nil { kept.append(place) }
    }
    #expect(decision.unwantedCount == samples.count - kept.count)
    return kept
  }

  @Test func differentSamplesAreKept() throws {
    let kinds = MarkedSamples.kinds + MarkedSamples.numbers
    #expect(try Self.kept(kinds) == Array(kinds.indices))
  }

  /// An export that is made in another season or zone states the same instants with other offsets.
  @Test func offsetsAndFormsOfDatesDoNotCount() throws {
    let dates = MarkedSamples.dates
    let instants = dates.map {
      [$0.start?.secondsSince1970, ($0.start?.nanoseconds).map(Int64.init)]
    }
    let first = instants.indices.filter { !instants[..<$0].contains(instants[$0]) }
    #expect(first.count < dates.count)
    #expect(try Self.kept(dates) == first)
  }

  @Test(arguments: [1 << 24, 1_024])
  func duplicatesAreLeftOutWhereverTheyStand(_ memory: Int) throws {
    let samples = MarkedSamples.kinds
    let expected = Array(samples.indices)
    #expect(try Self.kept(samples + samples, memory: memory) == expected)
    #expect(try Self.kept(samples + samples.reversed() + samples, memory: memory) == expected)
  }

  @Test func addressesAndNumbersOfTwinsDoNotCount() throws {
    let alike = [
      MarkedSamples.quantity("72"),
      MarkedSamples.quantity("72") { $0.deviceAddress = 0x28 },
      MarkedSamples.quantity("72") { $0.ordinal = 1 },
    ]
    #expect(try Self.kept(alike) == [0])
  }

  @Test func lowerVersionsAreDuplicates() throws {
    func version(_ number: String, of identifier: String) -> Sample {
      MarkedSamples.quantity(number) {
        $0.metadata = Metadata([
          MetadataEntry(key: .syncIdentifier, value: identifier),
          MetadataEntry(key: .syncVersion, value: number),
        ])
      }
    }
    let samples = [("1", "a"), ("1", "b"), ("3", "a"), ("2", "a"), ("3", "a")].map(version)
    #expect(try Self.kept(samples) == [1, 2])
  }

  /// Alike in identity, not in a letter.
  @Test func anyOtherLetterCounts() throws {
    let entry = MetadataEntry(key: .timeZone, value: "Europe/Paris")
    let other = MetadataEntry(key: .timeZone, value: "Europe/Rome")
    let samples = [
      MarkedSamples.quantity("72"), MarkedSamples.quantity("72.0"),
      MarkedSamples.quantity("72") { $0.created = nil },
      MarkedSamples.quantity("72") { $0.metadata = Metadata([entry, other]) },
      MarkedSamples.quantity("72") { $0.metadata = Metadata([other, entry]) },
      MarkedSamples.quantity("72") {
        $0.extras = Extras(attributes: [Element.Attribute(name: "a", value: "b")])
      },
    ]
    #expect(Set(samples.map(\.id)).count == 1)
    #expect(try Self.kept(samples) == Array(samples.indices))
  }
}
