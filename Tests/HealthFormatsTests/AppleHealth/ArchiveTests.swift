import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// The main file of an export is found by what is in it, wherever it lies and whatever it is called.
@Suite struct ArchiveTests {
  private static let document = export(steps("1"))

  private static func reading(
    _ bytes: [UInt8], name: String = "export.zip", member: String? = nil
  ) throws -> Reading {
    var options = ReadOptions()
    options.member = member
    return try Archive.read(bytes, name: name, options: options)
  }

  @Test(arguments: [
    "apple_health_export/export.xml", "apple_health_export/Exportieren.xml",
    "apple_health_export/exportación.xml", "apple_health_export/导出.xml", "export.xml",
    "a/b/c/export.XML", "apple_health_export/data", "書き出したデータ.xml",
  ])
  func theMainFileHasAnyName(name: String) throws {
    let folder = name.contains("/") ? AtomicFile.split(name).folder + "/" : ""
    let zip = try Archive.zip([
      (folder + "export_cda.xml", Array("<ClinicalDocument/>".utf8)),
      (folder + "workout-routes/a.gpx", Array("<gpx/>".utf8)),
      (folder + "workout-routes/b.gpx", Array("<gpx/>".utf8)),
      ("__MACOSX/apple_health_export/._export.xml", [0, 5, 0x16, 7]), (".DS_Store", [0]),
      (name, Self.document),
    ])
    let reading = try Self.reading(zip)
    #expect(reading.error == nil)
    #expect(reading.info.path == name)
    #expect(reading.counts == [.quantity: 1, .document: 3])
    #expect(reading.notes.unreadFiles == ["__MACOSX": 1, ".DS_Store": 1])
  }

  @Test func aFolderIsReadLikeAnArchive() throws {
    let folder = try Folder()
    try folder.write("apple_health_export/Export.xml", Self.document)
    try folder.write("apple_health_export/export_cda.xml", Array("<ClinicalDocument/>".utf8))
    let reading = Reading(path: folder.path)
    #expect(reading.info.path == "apple_health_export/Export.xml")
    #expect(reading.counts == [.quantity: 1, .document: 1])
    #expect(reading.error == nil)
  }

  @Test func anotherEncodingIsRead() throws {
    let text = String(decoding: export(steps("1"), "<Odd a=\"é\"/>"), as: UTF8.self)
      .replacing("UTF-8", with: "UTF-16")
    var units: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { units += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let reading = try Self.reading(units, name: "export.xml")
    #expect(reading.error == nil)
    #expect(
      reading.samples.last
        == .unknown(Element(name: "Odd", attributes: [.init(name: "a", value: "é")])))
  }

  @Test func twoExportsAreToldAndCanBeChosenFrom() throws {
    let other = export(steps("1"), steps("2"))
    let zip = try Archive.zip([("a/export.xml", Self.document), ("b/Export.xml", other)])
    #expect(
      try Self.reading(zip).error?.description
        == "cannot read 'export.zip': it contains 2 Health exports: 'a/export.xml', 'b/Export.xml'"
    )
    #expect(try Self.reading(zip).error?.remedy == .chooseMember)
    #expect(
      try Self.reading(zip, member: "b/Export.xml").counts
        == [.quantity: 2])
    #expect(
      try Self.reading(zip, member: "c.xml").error?.description
        == "cannot read 'export.zip': it contains no file 'c.xml'")
  }

  @Test(arguments: [
    ([], "cannot read 'export.zip': it contains no Health export: no file at all"),
    (
      ["a.xml"],
      "cannot read 'export.zip': it contains no Health export: no file with the root element 'HealthData'"
    ),
    (
      ["b.zip"],
      "cannot read 'export.zip': it contains no Health export, but an archive: 'b.zip'. Unpack that first"
    ),
  ])
  func anArchiveWithoutAnExport(names: [String], error: String) throws {
    let zip = try Archive.zip(names.map { ($0, Array("<a/>".utf8)) })
    #expect(try Self.reading(zip).error?.description == error)
  }

  @Test func anArchiveWithAnEmptyExport() throws {
    let zip = try Archive.zip([("apple_health_export/export.xml", [])])
    #expect(
      try Self.reading(zip).error?.description
        == "cannot read 'export.zip': it contains no Health export; 'apple_health_export/export.xml' is empty"
    )
    let packed = try Archive.zip([("a.xml", []), ("b.zip", Array("<a/>".utf8))])
    #expect(try Self.reading(packed).error?.rule == "packed-export")
    // The export is readable in an archive that does not compress it, which is no export for that.
    let sink = BytesSink()
    let inner = ZipWriter(sink)
    try inner.beginEntry(name: "apple_health_export/export.xml", method: .stored)
    try inner.write("<HealthData locale=\"en\"/>".utf8.span)
    try inner.finish()
    #expect(
      try Self.reading(Archive.zip([("export.zip", sink.bytes)])).error?.rule == "packed-export")
  }

  @Test func aTruncatedArchive() throws {
    let zip = try Archive.zip([("export.xml", Self.document)])
    for count in [10, zip.count / 2, zip.count - 1] {
      let reading = try Self.reading(Array(zip.prefix(count)))
      #expect(
        reading.error?.description
          == "cannot read 'export.zip': has no end of central directory: not a whole zip archive"
      )
    }
  }

  @Test func aWrongChecksum() throws {
    var zip = try Archive.zip([("export.xml", Self.document)])
    let directory = try #require(
      zip.indices.dropLast(4).last { Array(zip[$0..<($0 + 4)]) == [0x50, 0x4B, 1, 2] })
    zip[directory + 16] ^= 1
    let reading = try Self.reading(zip)
    #expect(
      reading.error?.description
        == "cannot read 'export.zip/export.xml': the CRC-32 of the content differs from the one recorded"
    )
  }

  @Test func aBombIsNotUnpacked() throws {
    let comment = Array("<!--".utf8) + [UInt8](repeating: 32, count: 1 << 20) + Array("-->".utf8)
    var bomb = Array(Self.document.dropLast(14))
    for _ in 0..<24 { bomb += comment }
    let zip = try Archive.zip([("export.xml", bomb)])
    #expect(zip.count < 32 << 10)
    let reading = try Self.reading(zip)
    #expect(
      reading.error?.message == "unpacks to more than 200 times its size (limit 'ratio')")
    #expect(reading.counts == [.quantity: 1])
    #expect(reading.notes.comments < 18)
  }
}
