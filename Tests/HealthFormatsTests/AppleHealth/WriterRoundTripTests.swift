import HealthBytes
import HealthFormats
import HealthGenerator
import HealthModel
import HealthTesting
import HealthXML
import Testing

/// What is read from an export and written again says the same, straight or by way of JSON Lines.
@Suite struct WriterRoundTripTests {
  @Test(arguments: UInt64(1)...4)
  func generatedExportsComeBack(seed: UInt64) throws {
    let sink = BytesSink()
    let options = ExportGenerator.Options(
      seed: seed, size: .records(1_500), units: seed > 2 ? .metric : .us)
    _ = try ExportGenerator(options).writeXML(to: sink)
    try expectSame(sink.bytes, "seed \(seed)")
  }

  @Test(.enabled(if: Fixtures.arePresent, "no real files beside the repository"))
  func realExportsComeBack() throws {
    var count = 0
    for folder in ["export-xml", "derived"] {
      for path in try Fixtures.files(in: Fixtures.folder + "/" + folder, suffix: ".xml") {
        let bytes = try Fixtures.bytes(path)
        guard isWellFormed(bytes) else { continue }
        count += 1
        try expectSame(bytes, path)
      }
    }
    #expect(count >= 9)
  }

  @Test func ownSamplesComeBack() throws {
    for path in try Fixtures.files(in: Fixtures.samples + "/accept/apple-health", suffix: ".xml") {
      let bytes = try Fixtures.bytes(path)
      if isWellFormed(bytes) { try expectSame(bytes, path) }
    }
  }

  /// Shapes that no export has and that are written all the same.
  @Test(arguments: oddities)
  func odditiesComeBack(element: String) throws {
    let document = export(element, steps("1"))
    if isWellFormed(document) { try expectSame(document, element) }
  }

  private func isWellFormed(_ document: [UInt8]) -> Bool {
    (try? LibXML2.events(of: document)) != nil
  }

  /// What generated exports have that is not well-formed is written well-formed.
  @Test(arguments: Defect.allCases)
  func defectsAreNotWritten(defect: Defect) throws {
    let sink = BytesSink()
    let options = ExportGenerator.Options(seed: 9, size: .records(600), defects: [defect])
    _ = try ExportGenerator(options).writeXML(to: sink)
    let written = try write(Reading(sink.bytes)).bytes
    let again = Reading(written)
    #expect(again.error == nil)
    #expect(again.samples.count == Reading(sink.bytes).samples.count)
    _ = try LibXML2.events(of: written)
  }

  /// Every kind with every field filled, and all that is hard to carry.
  @Test func writtenOnceWrittenTheSameAgain() throws {
    let written = try ExportText.write(MarkedSamples.all, MarkedSamples.dataset)
    _ = try LibXML2.events(of: written.bytes)
    let reading = Reading(written.bytes)
    #expect(reading.error == nil)
    #expect(try body(write(reading).bytes) == body(written.bytes))
  }

  private func expectSame(_ document: [UInt8], _ name: String) throws {
    let reading = Reading(document)
    #expect(reading.error == nil, "\(name)")
    let (written, losses) = try write(reading)
    #expect(losses.allSatisfy { $0.count == 0 }, "\(name)")
    #expect(try body(written) == body(document), "\(name)")
    // libxml2 finds nothing to refuse in it, nor do we.
    _ = try LibXML2.events(of: written)
    let again = Reading(written)
    #expect(again.error == nil, "\(name)")
    #expect(again.differences(from: document) == [], "\(name)")
    let lines = try JSONLinesText.read(JSONLinesText.write(reading.samples, reading.info))
    let detour = try ExportText.write(lines.samples, lines.dataset)
    #expect(detour.bytes == written, "\(name)")
  }

  private func write(_ reading: Reading) throws -> (bytes: [UInt8], losses: [Loss.Count]) {
    try ExportText.write(reading.samples, reading.info)
  }

  /// The elements of a document, a text each, and its root's own attributes.
  private func body(_ document: [UInt8]) throws -> [[UInt8]] {
    let root = try #require(ElementDocument(document).root)
    return [Element(name: root.name, attributes: root.attributes).canonicalText]
      + root.children.compactMap { child in
        switch child {
        case .element(let element): element.canonicalText
        case .text:
          [Element(name: "", children: [child]).canonicalText].first { $0.count > 5 }
        }
      }
  }
}
