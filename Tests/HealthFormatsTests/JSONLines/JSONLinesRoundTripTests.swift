import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// What is written comes back, to the letter.
@Suite struct JSONLinesRoundTripTests {
  @Test(arguments: [nil, 1, 2, 3, 7, 64] as [Int?])
  func everythingComesBack(pieces: Int?) throws {
    let written = try JSONLinesText.write(MarkedSamples.all, MarkedSamples.dataset)
    let read = try JSONLinesText.read(written, pieces: pieces)
    #expect(read.dataset == MarkedSamples.dataset)
    #expect(read.findings == [])
    #expect(read.samples.count == MarkedSamples.all.count)
    for (sample, original) in zip(read.samples, MarkedSamples.all) {
      #expect(sample == original)
    }
    // Equality of the model is that of values; the bytes tell the spellings of fields, too.
    #expect(try JSONLinesText.write(read.samples, read.dataset) == written)
  }

  @Test func everyKindIsThere() {
    let kinds = Set(MarkedSamples.all.map(\.kind))
    #expect(kinds.count == SampleKind.allCases.count)
  }

  @Test func anEmptyDatasetComesBack() throws {
    let written = try JSONLinesText.write([], DatasetInfo())
    #expect(written == "{\"kind\":\"dataset\",\"version\":1}\n")
    let read = try JSONLinesText.read(written)
    #expect(read.dataset == DatasetInfo())
    #expect(read.samples.isEmpty)
    #expect(read.findings == [])
  }

  /// As deep as XML is read.
  @Test func deepElementsComeBack() throws {
    var deep = Element(name: "Leaf")
    for _ in 1..<256 { deep = Element(name: "Level", children: [.element(deep)]) }
    let written = try JSONLinesText.write([.unknown(deep)], DatasetInfo())
    #expect(try JSONLinesText.read(written).samples == [.unknown(deep)])
  }

  @Test func samplesAlikeShareADescriptor() throws {
    let written = try JSONLinesText.write(
      MarkedSamples.numbers + MarkedSamples.devices, MarkedSamples.dataset)
    let samples = try JSONLinesText.read(written).samples
    #expect(samples[0].header?.descriptor === samples[1].header?.descriptor)
    // The first two devices differ by their address alone.
    let devices = samples.suffix(MarkedSamples.devices.count).map(\.header?.descriptor)
    #expect(devices[0] === devices[1])
    #expect(devices[1] !== devices[2])
  }
}
