import Foundation
import Testing

@testable import HealthConv

/// Links in a folder are not followed, whatever its format, and a finding names them.
@Suite struct LinkedFolderTests {
  @Test(
    arguments: [
      ("apple-health", nil), ("csv-dataset", nil), ("parquet", nil), ("csv", "types"),
      ("gpx", "files"),
    ] as [(String, String?)])
  func aFindingNamesLinks(format: String, layout: String?) throws {
    let folder = try TemporaryFolder()
    let export = try ChunkTests.generated(folder, records: 300)
    var conversion = try Conversion(
      of: Dataset.open(export), to: Format.named(format))
    conversion.options.layout = layout
    let path = folder.path + "/made"
    _ = try conversion.run(toFile: path + "/", overwriting: false)
    let manager = FileManager.default
    if try manager.contentsOfDirectory(atPath: path).isEmpty { return }
    let plain = try Self.read(path)
    #expect(plain.rules["link-not-followed"] == nil)
    try manager.createDirectory(atPath: path + "/sub", withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: path + "/sub/link.csv", withDestinationPath: "../../secret")
    try manager.createSymbolicLink(atPath: path + "/above", withDestinationPath: "..")
    let read = try Self.read(path)
    #expect(read.rules["link-not-followed"] == 1)
    #expect(read.messages.contains("2 links are not followed: 'above', 'sub/link.csv'"))
    #expect(read.unread["links"] == 2)
    #expect(read.count == plain.count)
    // A link that is named is followed.
    try manager.createSymbolicLink(atPath: folder.path + "/named", withDestinationPath: "made")
    #expect(try Self.read(folder.path + "/named").count == plain.count)
  }

  private static func read(
    _ path: String
  ) throws -> (count: Int, rules: [String: Int], messages: [String], unread: [String: Int]) {
    var samples = try Dataset.open(path).samples()
    var count = 0
    while try samples.next() != nil { count += 1 }
    let findings = samples.takeFindings()
    return (
      count, findings.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 }, findings.map(\.message),
      samples.notes.unreadFiles
    )
  }
}
