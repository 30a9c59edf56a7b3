import Foundation
import HealthBytes
import HealthFormats
import HealthTesting
import Testing

/// The files that applehealthdata has published for its own sample, to the byte.
@Suite struct TDDATests {
  /// A version without a source has its column, too; what has none is counted.
  @Test func aVersionWithoutASourceIsWritten() throws {
    let dates = #"startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200""#
    let start = #"<Record type="HKQuantityTypeIdentifierStepCount" \#(dates) value="1""#
    for (attributes, row, lost) in [
      (#" sourceVersion="9.1""#, #","9.1",,"StepCount",,,"#, 0), ("", #",,,"StepCount",,,"#, 0),
      (#" sourceName="" sourceVersion="9.1""#, #""","9.1",,"StepCount",,,"#, 0),
      (#" sourceVersion="9.1" future="1""#, #","9.1",,"StepCount",,,"#, 1),
    ] {
      let folder = try Folder()
      let reading = Reading(
        Array("<HealthData>\(start)\(attributes)/></HealthData>".utf8))
      let output = OutputContainer(folder: try AtomicFolder(folder.path + "/out"))
      var writer = TDDAWriter(output: output)
      try writer.begin(reading.info)
      for sample in reading.samples { try writer.write(sample) }
      try writer.finish()
      try output.finish()
      let text = String(
        decoding: try Fixtures.bytes(folder.path + "/out/StepCount.csv"), as: UTF8.self)
      #expect(text.split(separator: "\n").last?.hasPrefix(row) == true, "\(text)")
      #expect(writer.losses.reduce(0) { $0 + $1.count } == lost)
    }
  }

  @Test(.enabled(if: Fixtures.arePresent, "no published exports here"))
  func writesWhatItsAuthorsPublished() throws {
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
