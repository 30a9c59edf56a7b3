import Foundation
import HealthBytes
import HealthFormats
import HealthTesting
import Testing

/// The files that applehealthdata has published for its own sample, to the byte.
@Suite(.enabled(if: Fixtures.arePresent, "no published exports here"))
struct TDDATests {
  @Test func writesWhatItsAuthorsPublished() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("healthconv-tdda-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let reading = Reading(
      try Fixtures.bytes("\(Fixtures.folder)/export-xml/tdda_export6s3sample.xml"))
    let output = OutputContainer(folder: try AtomicFolder(folder))
    var writer = TDDAWriter(output: output)
    try writer.begin(reading.info)
    for sample in reading.samples { try writer.write(sample) }
    try writer.finish()
    try output.finish()
    let expected = try Fixtures.files(in: "\(Fixtures.folder)/expected", suffix: ".csv")
      .filter { $0.contains("tdda_") }
    #expect(expected.count == 4)
    for path in expected {
      let name = path.split(separator: "tdda_").last.map(String.init) ?? ""
      #expect(try Fixtures.bytes("\(folder)/\(name)") == Fixtures.bytes(path), "\(name)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 4)
  }
}
