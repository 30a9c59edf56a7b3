import HealthBytes
import HealthFormats
import HealthGenerator
import HealthModel
import HealthTesting
import Testing

/// An archive that is read and written holds the same files, straight, by way of JSON Lines and by way of a
/// folder: those beside the main one byte for byte, and the main one with the same elements.
@Suite struct ArchiveRoundTripTests {
  @Test(arguments: [UInt64(3), 4])
  func generatedArchivesComeBack(seed: UInt64) throws {
    let sink = BytesSink()
    let options = ExportGenerator.Options(
      seed: seed, size: .records(1_200), units: seed > 3 ? .metric : .us)
    let truth = try ExportGenerator(options).writeArchive(to: sink)
    let folder = try Folder()
    try folder.write("export.zip", sink.bytes)
    let reading = try expectSame(folder.path + "/export.zip")
    #expect(reading.counts[.electrocardiogram] == truth.electrocardiograms)
    #expect(reading.findings == [])
  }

  @Test(.enabled(if: Fixtures.arePresent, "no real files beside the repository"))
  func realArchivesComeBack() throws {
    let paths = try Fixtures.files(in: Fixtures.folder + "/zip", suffix: ".zip")
    #expect(paths.count >= 5)
    for path in paths { try expectSame(path) }
  }

  @discardableResult
  private func expectSame(_ path: String) throws -> Reading {
    let files = try Archive.files(in: path)
    let reading = Reading(path: path)
    #expect(reading.error == nil)
    let main = try #require(reading.info.path)
    let (written, losses) = try Archive.write(reading.samples, reading.info)
    #expect(losses == [:])
    let again = try Archive.files(written)
    // What lies at the top is written in the usual folder.
    let folder = main.contains("/") ? "" : "apple_health_export/"
    #expect(Set(again.keys) == Set(files.keys.map { folder + $0 }))
    for (name, bytes) in files where name != main {
      #expect(again[folder + name] == bytes, "\(name)")
    }
    let document = try #require(files[main])
    let body = Reading(try #require(again[folder + main]))
    #expect(body.error == nil)
    if reading.rules["broken-dtd"] == nil { #expect(body.differences(from: document) == []) }

    // The same bytes once more, and by any way.
    #expect(try Archive.write(reading.samples, reading.info).bytes == written)
    let lines = try JSONLinesText.read(JSONLinesText.write(reading.samples, reading.info))
    #expect(try Archive.write(lines.samples, lines.dataset).bytes == written)
    let holder = try Folder()
    let copy = holder.path + "/copy"
    #expect(try Archive.write(reading.samples, reading.info, toFolder: copy) == [:])
    #expect(try Archive.files(in: copy) == again)
    let unpacked = Reading(path: copy)
    #expect(try Archive.write(unpacked.samples, unpacked.info).bytes == written)
    return reading
  }
}
