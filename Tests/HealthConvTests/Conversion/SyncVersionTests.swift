import HealthConv
import HealthModel
import HealthTesting
import Testing

/// Of the versions of one sample a conversion into a store keeps the highest, in whichever order they come.
struct SyncVersionTests {
  private static func version(_ number: Int) -> Sample {
    MarkedSamples.quantity("\(60 + number)") {
      $0.metadata = Metadata([
        MetadataEntry(key: .syncIdentifier, value: "s"),
        MetadataEntry(key: .syncVersion, value: "\(number)"),
      ])
    }
  }

  @Test(arguments: [[1, 2, 3], [3, 2, 1], [2, 3, 1]])
  func theHighestIsStored(_ order: [Int]) throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store.db"
    let others = MarkedSamples.kinds
    // The first load of a store, and one that changes it.
    for (numbers, highest) in [(order, 3), ([5] + order + [4], 5)] {
      let input = try folder.write(numbers.map(Self.version) + others, "in\(highest).jsonl")
      _ = try Conversion(
        of: try Dataset.open(input), to: try #require(Format.all.first { $0.name == "sqlite" })
      )
      .run(toFile: store)
      let expected = try folder.write([Self.version(highest)] + others, "expected.jsonl")
      let report = try Comparison(of: try Dataset.open(expected), with: try Dataset.open(store))
        .run { _ in }
      #expect(report.isSame, "\(numbers)")
    }
  }
}
