import Foundation
import HealthTesting
import HealthXML
import Testing

private let fixtures: String = {
  if let path = ProcessInfo.processInfo.environment["HEALTHCONV_FIXTURES"] { return path }
  let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  return root.deletingLastPathComponent().appendingPathComponent("shared/fixtures").path
}()

private let hasFixtures = FileManager.default.fileExists(atPath: fixtures)

/// Real exports and routes, and files made after faults that real exports had.
@Suite(.enabled(if: hasFixtures, "no real files beside the repository"))
struct FixtureTests {
  private func contents(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: fixtures + "/" + path)))
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixtures + "/" + folder).sorted()
      .filter { $0.hasSuffix(".xml") || $0.hasSuffix(".gpx") }.map { folder + "/" + $0 }
  }

  @Test func bothEnginesSayTheSame() throws {
    var accepted = 0
    for path in try ["export-xml", "gpx", "derived", "malformed"].flatMap(names) {
      // The start of the large ones is enough for a debug build.
      let document = Array(try contents(path).prefix(200_000))
      let ours = try? XMLEvent.events(of: document)
      let theirs = try? LibXML2.events(of: document)
      #expect(ours == theirs, "\(path)")
      if ours != nil { accepted += 1 }
    }
    #expect(accepted >= 8)
  }

  @Test(arguments: [
    ("derived/bad_utf8.xml", ["4:64 invalidUTF8", "4:65 invalidUTF8"]),
    ("derived/ios16_0_duplicate_startdate.xml", ["5:110 duplicateAttribute"]),
    (
      "derived/ios8_invalid_attribute_names.xml",
      ["4:180 malformedAttributeName", "4:212 malformedAttributeName"]
    ),
    (
      "derived/vertical_tab_control_chars.xml", ["5:40 illegalCharacter", "5:44 illegalCharacter"]
    ),
    ("malformed/jshrake_v12_broken_dtd.xml", ["155:3 brokenDTD"]),
  ])
  func faultsAreRepaired(path: String, repairs: [String]) throws {
    let document = try contents(path)
    #expect(throws: XMLError.self) { try XMLEvent.events(of: document) }
    #expect(try XMLEvent.events(of: document, options: .repairing).last == .end(name: "HealthData"))
    var found: [String] = []
    for line in trace(document, options: .repairing) {
      let words = line.split(separator: " ")
      if words.count == 3, XMLRepair.Kind.allCases.contains(where: { "\($0)" == words[2] }) {
        found.append("\(words[1]) \(words[2])")
      }
    }
    #expect(found == repairs)
  }
}
