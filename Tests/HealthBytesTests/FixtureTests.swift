import Foundation
import HealthBytes
import Testing

/// Archives from the wild, each member read to its end.
@Suite(.enabled(if: hasFixtures, "no real files beside the repository"))
struct FixtureTests {
  @Test(arguments: ["zip", "malformed"]) func everyArchiveIsRead(folder: String) throws {
    let path = fixtures + "/" + folder
    for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    where name.hasSuffix(".zip") {
      let archive = try ZipArchive(path + "/" + name)
      #expect(!archive.entries.isEmpty)
      for entry in archive.entries where !entry.isDirectory {
        #expect(try Int64(archive.open(entry).readAll().count) == entry.uncompressedSize)
      }
    }
  }

  @Test func namesComeOutAsTheyWereWritten() throws {
    let archive = try ZipArchive(fixtures + "/zip/ruochen_minimal_mojibake.zip")
    #expect(archive.entries.contains { $0.name.hasSuffix("σ»╝σç║.xml") })
    let slip = try ZipArchive(fixtures + "/malformed/rinoshiyo_x4-4-zip-slip.zip")
    #expect(slip.entries.contains { $0.name.contains("..") })
  }
}
