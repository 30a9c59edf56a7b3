import HealthBytes
import HealthFormats
import HealthGenerator
import HealthModel
import HealthTesting
import Testing

/// In whatever pieces a file comes, the same comes out.
@Suite struct PiecesTests {
  @Test(arguments: [1, 2, 3, 7, 64])
  func samplesFindingsErrorsAndPlacesAreTheSame(pieces: Int) throws {
    var documents = defects.map(\.document) + refusals.map(\.document)
    for path in try Fixtures.files(in: Fixtures.samples + "/accept/apple-health", suffix: ".xml") {
      documents.append(try Fixtures.bytes(path))
    }
    let generated = BytesSink()
    _ = try ExportGenerator(
      .init(size: .records(100), defects: [.controlCharacter, .invalidUTF8, .truncated])
    ).writeXML(to: generated)
    documents.append(generated.bytes)
    for document in documents where document.count < 100_000 {
      let whole = Reading(document)
      let reading = Reading(document, pieces: pieces)
      #expect(reading.samples == whole.samples)
      #expect(reading.findings == whole.findings)
      #expect(reading.error == whole.error)
      #expect(reading.info == whole.info)
      #expect(reading.notes == whole.notes)
    }
  }

  /// Cut anywhere, a document gives every sample before the cut and then an error there.
  @Test func aCutIsNoticedWhereverItIs() throws {
    let path = Fixtures.samples + "/accept/apple-health/ios11.xml"
    let document = try Fixtures.bytes(path)
    let whole = Reading(document)
    for end in stride(from: 60, to: document.count - 2, by: 13) {
      let reading = Reading(Array(document.prefix(end)))
      #expect(reading.error?.kind == .malformed)
      #expect(reading.error?.rule == "unexpected-end")
      #expect(reading.error?.place.byteOffset == Int64(end))
      #expect(reading.samples == Array(whole.samples.prefix(reading.samples.count)))
    }
    let most = Reading(Array(document.dropLast(14)))
    #expect(most.samples == whole.samples)
  }
}
