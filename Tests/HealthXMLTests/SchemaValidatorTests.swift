import HealthBytes
import HealthXML
import Testing

/// Documents are held to their schema, in whatever pieces they come.
@Suite struct SchemaValidatorTests {
  private static let schemas =
    String(#filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }) + "/Schemas/"

  @Test(arguments: [1, 64, 4_096])
  func aValidDocument(pieces: Int) throws {
    let validator = try SchemaValidator(path: Self.schemas + "gpx11-all.xsd")
    #expect(try validator.violations(in: BytesSource(gpx(hr: "61"), pieces: pieces)) == [])
  }

  @Test(arguments: ["0", "256", "sixty", ""])
  func aValueOutOfItsRange(value: String) throws {
    let validator = try SchemaValidator(path: Self.schemas + "gpx11-all.xsd")
    let found = try validator.violations(in: BytesSource(gpx(hr: value)))
    #expect(!found.isEmpty && found.allSatisfy { $0.line == 3 })
    #expect(found.first?.message.contains("TrackPointExtension/v2}hr") == true)
    // The next document knows nothing of it.
    #expect(try validator.violations(in: BytesSource(gpx(hr: "61"))) == [])
  }

  @Test(arguments: [
    "<gpx", "", "<gpx></gpx>", "<a/>", "<!DOCTYPE gpx SYSTEM \"http://127.0.0.1:1/x.dtd\"><gpx/>",
  ])
  func whatIsNoDocumentOrOfAnotherKind(document: String) throws {
    let validator = try SchemaValidator(path: Self.schemas + "gpx11-all.xsd")
    #expect(try !validator.violations(in: BytesSource(Array(document.utf8))).isEmpty)
  }

  @Test func whatIsNoSchema() {
    #expect(throws: SchemaValidator.SchemaError.self) {
      try SchemaValidator(path: Self.schemas + "no.xsd")
    }
    #expect(throws: SchemaValidator.SchemaError.self) {
      try SchemaValidator(path: Self.schemas + "README.md")
    }
  }

  private func gpx(hr: String) -> [UInt8] {
    Array(
      """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      <trkpt lat="1" lon="2"><extensions>
      <x:TrackPointExtension xmlns:x="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"><x:hr>\(hr)</x:hr></x:TrackPointExtension>
      </extensions></trkpt></trkseg></trk></gpx>
      """.utf8)
  }
}
