import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Only the export is read of an input that contains other files, too.
@Suite struct OtherFilesTests {
  private static let main = export(
    steps("1"), SideFileReadingTests.record("/letters/referred.json"))

  /// Files next to a main file, and whether they are part of the export if its folder has another name than usual.
  private static let files: [(path: String, isKnown: Bool)] = [
    ("export_cda.xml", true), ("workout-routes/a.gpx", true),
    ("electrocardiograms/ecg.txt", true), ("clinical-records/a.json", true),
    ("letters/referred.json", true),
    ("tax-letter.txt", false), ("export.zip", false), ("bank.xml", false), ("cloud.csv", false),
    ("photos/workout-routes/a.gpx", false), ("attachments/private.pdf", false),
  ]

  /// The input as an archive and as a folder.
  private static func inputs(_ files: Archive.Files) throws -> (folder: Folder, paths: [String]) {
    let folder = try Folder()
    try folder.write("in.zip", Archive.zip(files))
    for (path, bytes) in files { try folder.write("in/\(path)", bytes) }
    return (folder, ["\(folder.path)/in.zip", "\(folder.path)/in"])
  }

  private static func documents(_ reading: Reading) -> Set<String> {
    Set(
      reading.samples.compactMap { sample -> String? in
        switch sample {
        case .document(let document): document.fields.path
        case .clinicalRecord(let record):
          record.fields.resource.map { _ in "/letters/referred.json" }
        default: nil
        }
      })
  }

  @Test(arguments: ["", "export/", "a/b/"])
  func aFolderOfAnyNameHasKnownFiles(folder: String) throws {
    let bytes = Array("{}".utf8)
    let (holder, paths) = try Self.inputs(
      [(folder + "export.xml", Self.main)] + Self.files.map { (folder + $0.path, bytes) }
        + [("outside/x.txt", bytes)])
    var options = ReadOptions()
    options.readsAllFiles = true
    for path in paths {
      let reading = Reading(path: path)
      #expect(reading.error == nil)
      #expect(
        Self.documents(reading) == Set(Self.files.filter(\.isKnown).map { "/\($0.path)" }))
      let found = reading.findings.filter { $0.rule == "not-of-export" }
      #expect(found.map(\.severity) == [.info])
      #expect(found.first?.message.hasPrefix("7 files are not part of the export") == true)
      #expect(reading.notes.unreadFiles == ["other": 7])
      let all = Reading(path: path, options: options)
      #expect(Self.documents(all).count == Self.files.count + 1)
      #expect(all.rules["not-of-export"] == nil)
      #expect(all.notes.unreadFiles == [:])
    }
    withExtendedLifetime(holder) {}
  }

  /// All of the folder that the Health app made, and nothing around it.
  @Test(arguments: [
    "apple_health_export/", "apple_health_export 2/", "Downloads/apple_health_export/",
  ])
  func theUsualFolderIsWhole(folder: String) throws {
    let bytes = Array("{}".utf8)
    let (holder, paths) = try Self.inputs(
      [(folder + "export.xml", Self.main)] + Self.files.map { (folder + $0.path, bytes) }
        + [("outside/x.txt", bytes), ("tax.xml", Array("<tax/>".utf8))])
    for path in paths + ["\(holder.path)/in/\(folder)"] {
      let reading = Reading(path: path)
      #expect(reading.error == nil)
      #expect(Self.documents(reading) == Set(Self.files.map { "/\($0.path)" }))
      let isInner = path.hasSuffix("/")
      #expect(reading.rules["not-of-export"] == (isInner ? nil : 1))
      #expect(reading.notes.unreadFiles == (isInner ? [:] : ["other": 2]))
    }
  }

  /// Packed bytes that are damaged end the reading of an input in which they are opened.
  @Test func otherFilesAreNotOpened() throws {
    let damaged: [UInt8] = [0x1F, 0x8B, 8, 0, 0]
    let names = ["letter.txt", "bank.xml", "scan.csv"]
    let (holder, paths) = try Self.inputs(
      [("apple_health_export/export.xml", export(steps("1")))] + names.map { ($0, damaged) })
    for path in paths {
      #expect(Reading(path: path).error == nil)
      #expect(Reading(path: path).counts == [.quantity: 1])
    }
    let alone = try Self.inputs([("bank.xml", damaged), ("x/export.XML", [])])
    #expect(Reading(path: alone.paths[1]).error?.rule == "unreadable-input")
    withExtendedLifetime((holder, alone)) {}
  }

  @Test func anExportIsWrittenInTheUsualFolder() throws {
    for main in [nil, "export.xml", "x/Exportieren.xml", "apple_health_export/导出.xml"] {
      let name = AtomicFile.split(main ?? "export.xml").name
      var info = DatasetInfo()
      info.path = main
      let samples = Reading(export(steps("1"))).samples
      let archive = try Archive.files(Archive.write(samples, info).bytes)
      #expect(archive.keys.sorted() == ["apple_health_export/\(name)"])
      let folder = try Folder()
      _ = try Archive.write(samples, info, toFolder: folder.path + "/out")
      #expect(
        try Archive.files(in: folder.path + "/out").keys.sorted() == ["apple_health_export/\(name)"]
      )
      _ = try Archive.write(samples, info, toFolder: folder.path + "/apple_health_export")
      #expect(try Archive.files(in: folder.path + "/apple_health_export").keys.sorted() == [name])
    }
  }

  @Test func archivesInAFolderAreNamed() throws {
    let folder = try Folder()
    for name in ["b.zip", "a.zip", "c.zip", "d.ZIP"] { try folder.write(name, [1]) }
    #expect(
      Reading(path: folder.path).error?.message
        == "it contains no Health export, but 4 archives: 'a.zip', 'b.zip', 'c.zip' and 1 more. Name all of them instead of the folder"
    )
  }

  @Test func aLinkedMainFileIsNamed() throws {
    let folder = try Folder()
    try folder.write("real/export.xml", Self.main)
    try folder.write("export/letter.txt", [1])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/export/export.xml", withDestinationPath: "../real/export.xml")
    let error = Reading(path: folder.path + "/export").error
    #expect(error?.rule == "linked-export")
    #expect(error?.message.contains("a link: 'export.xml'") == true)
    // A path that is named is followed.
    #expect(Reading(path: folder.path + "/export/export.xml").counts[.quantity] == 1)
  }
}
