import Foundation
import HealthBytes
import HealthConv
import HealthModel
import HealthTesting
import HealthXML
import Testing

/// Exports that others published, sent through the lossless formats and back: the document says the same in
/// every element, attribute and child, and what lies beside it is there byte for byte.
@Suite(.enabled(if: Fixtures.arePresent, "no real files beside the repository"))
struct FixtureRoundTripTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/healthconv-round-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  @Test(arguments: [(Format.jsonLines, "way.jsonl"), (.csvDataset, "way/"), (.parquet, "way/")])
  func documentsComeBack(_ format: Format, _ way: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var count = 0
    for path in try Fixtures.files(in: Fixtures.folder + "/export-xml", suffix: ".xml")
      + Fixtures.files(in: Fixtures.folder + "/derived", suffix: ".xml")
    {
      let document = try Fixtures.bytes(path)
      // The debug build would take minutes for millions of bytes; the largest is read elsewhere.
      guard document.count < 1 << 20, (try? LibXML2.events(of: document)) != nil else { continue }
      count += 1
      try convert(path, to: format, way)
      try convert(folder + "/" + way, to: .appleHealth, "back.xml")
      let back = try Fixtures.bytes(folder + "/back.xml")
      #expect(try Self.body(back) == Self.body(document), "\(path)")
      _ = try LibXML2.events(of: back)
      try remove(way, "back.xml")
    }
    #expect(count >= 8)
  }

  @Test(arguments: [
    (Format.jsonLines, "way.jsonl"), (.csvDataset, "way.zip"), (.parquet, "way.zip"),
    (.appleHealth, "way/"),
  ])
  func archivesComeBack(_ format: Format, _ way: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var count = 0
    for path in try Fixtures.files(in: Fixtures.folder + "/zip", suffix: ".zip") {
      count += 1
      try convert(path, to: format, way)
      try convert(folder + "/" + way, to: .appleHealth, "back.zip")
      var before = try files(path)
      if before.keys.contains(where: { !$0.contains("/") }) {
        before = Dictionary(
          uniqueKeysWithValues: before.map { ("apple_health_export/\($0.key)", $0.value) })
      }
      let after = try files(folder + "/back.zip")
      #expect(Set(after.keys) == Set(before.keys), "\(path)")
      for (name, bytes) in before where after[name] != bytes {
        // The main file is the one whose spelling is free.
        let root = try Self.body(bytes)
        #expect(try Self.body(after[name] ?? []) == root, "\(path): \(name)")
      }
      try remove(way, "back.zip")
    }
    #expect(count >= 5)
  }

  private func convert(_ path: String, to format: Format, _ name: String) throws {
    let report = try Conversion(of: try Dataset.open(path), to: format)
      .run(toFile: folder + "/" + name)
    #expect(report.readError == nil, "\(path)")
    #expect(report.losses.allSatisfy { $0.count == 0 }, "\(path): \(report.losses)")
  }

  private func remove(_ names: String...) throws {
    for name in names { try FileManager.default.removeItem(atPath: folder + "/" + name) }
  }

  /// The files of an archive but for what a Mac leaves in them.
  private func files(_ path: String) throws -> [String: [UInt8]] {
    let container = try InputContainer(path)
    var files: [String: [UInt8]] = [:]
    for entry in container.entries
    where !entry.path.hasPrefix("__MACOSX/") && !entry.path.hasSuffix(".DS_Store") {
      files[entry.path] = try container.open(entry, isUnpacking: false).readAll()
    }
    return files
  }

  /// The elements of a document, a canonical text each (attributes sorted, C14N), and its root's own
  /// attributes; a person of whom nothing is known is nobody.
  private static func body(_ document: [UInt8]) throws -> [[UInt8]] {
    let root = try #require(ElementDocument(document).root)
    let nobody = Element(name: "Me")
    return [Element(name: root.name, attributes: root.attributes).canonicalText]
      + root.children.compactMap { child in
        guard case .element(let element) = child, element != nobody else { return nil }
        return element.canonicalText
      }
  }
}
