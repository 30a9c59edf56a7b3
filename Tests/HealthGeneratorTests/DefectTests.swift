import HealthGenerator
import HealthTesting
import Testing

@Suite struct DefectTests {
  static let evidence: [(Defect, String)] = [
    (.brokenDocumentType, "device CDATA #IMPLIED\n<!ELEMENT MetadataEntry EMPTY>"),
    (.controlCharacter, "\u{B}"),
    (.invalidUTF8, "\u{FFFD}"),
    (.duplicateStartDate, "-0500\" startDate=\"2026-01-29 12:00:00 -0500\" sum="),
    (.endBeforeStart, "endDate=\"2026-01-29 11:59:00 -0500\" value=\"36.8\""),
    (.percentAsHundred, "unit=\"%\" creationDate=\"2026-01-29 12:00:00 -0500\""),
    (.textualValue, "value=\"warm\""),
    (.unknownElement, "<FutureSample "),
  ]

  @Test(arguments: evidence)
  func `a defect is planted where it is wanted`(defect: Defect, evidence: String) throws {
    let broken = try Export(.init(size: .records(40), defects: [defect]))
    let sound = try Export(.init(size: .records(40)))
    #expect(String(decoding: broken.bytes, as: UTF8.self).contains(evidence))
    #expect(!String(decoding: sound.bytes, as: UTF8.self).contains(evidence))
  }

  @Test func `a duplicate stands there twice`() throws {
    let export = try Export(.init(size: .records(40), defects: [.duplicateRecord]))
    let lines = export.tags("Record", depth: 1).filter { $0.contains("BodyTemperature") }
    #expect(lines.count == 2)
    #expect(lines.first == lines.last)
    #expect(export.truth.recordCount == 42)
  }

  @Test func `a truncated file ends in a tag`() throws {
    let export = try Export(.init(size: .records(40), defects: [.truncated]))
    #expect(export.lines.last == " <Record type=\"HKQuantityTypeIdentifierStep")
  }

  @Test(arguments: Defect.allCases)
  func `a strict parser refuses what is not well-formed, and nothing else`(defect: Defect) throws {
    guard Python.isThere else { return Python.skip() }
    let refused: Set<Defect> = [
      .brokenDocumentType, .controlCharacter, .invalidUTF8, .duplicateStartDate, .truncated,
    ]
    let export = try Export(.init(size: .records(40), defects: [defect]))
    #expect(try Python.isWellFormed(export.bytes) == !refused.contains(defect))
  }
}
