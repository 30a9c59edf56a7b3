import HealthConv
import HealthModel
import HealthTesting
import Testing

/// Several inputs in one store, or in FHIR, are joined as a merge joins them.
struct JoinedInputsTests {
  private static func export(_ attributes: String, value: Int = 100, metadata: String = "")
    -> String
  {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" \(attributes) \
    startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="\(value)">\(metadata)</Record>
    </HealthData>
    """
  }

  private static let first = #"sourceVersion="1" creationDate="2024-06-01 10:00:00 +0200""#
  private static let sum = #"<MetadataEntry key="aggregate" value="sum"/>"#

  private static let pairs = [
    ("equal", export(first), export(first), [100.0]),
    (
      "creation date", export(first),
      export(first.replacing("10:00", with: "11:00")), [100]
    ),
    ("source version", export(first), export(first.replacing(#""1""#, with: #""2""#)), [100]),
    (
      "metadata", export(first),
      export(first, metadata: #"<MetadataEntry key="HKWasUserEntered" value="1"/>"#), [100]
    ),
    ("later sum", export("", metadata: sum), export("", value: 300, metadata: sum), [300]),
    ("other values", export(first), export(first, value: 300), [100, 300]),
  ]

  @Test(arguments: pairs, ["all.db", "all.zip", "all.jsonl"])
  func versions(
    _ pair: (String, String, String, [Double]), _ name: String
  ) throws {
    let folder = try TemporaryFolder()
    let datasets = try [pair.1, pair.2].enumerated().map {
      try Dataset.open(folder.write(bytes: Array($1.utf8), "\($0).xml"))
    }
    let path = folder.path + "/" + name
    if name == "all.jsonl" {
      _ = try Merge(of: datasets, to: .jsonLines).run(toFile: path)
    } else {
      let format = try #require(
        Format.all.first { $0.name == (name == "all.db" ? "sqlite" : "fhir") })
      _ = try Conversion(of: datasets, to: format).run(toFile: path)
    }
    var samples = try Dataset.open(path).samples()
    var values: [Double] = []
    while let sample = try samples.next() {
      if case .quantity(let sample) = sample { values.append(sample.number.doubleValue) }
    }
    #expect(values.sorted() == pair.3, "\(pair.0)")
  }
}
