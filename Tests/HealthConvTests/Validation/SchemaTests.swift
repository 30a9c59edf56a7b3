import Foundation
import HealthBytes
import HealthConv
import HealthGenerator
import HealthTesting
import Testing

/// `validate --schema`: the files of a dataset are held to the schemas that come with the program.
@Suite struct SchemaTests {
  private static func check(
    _ path: String, _ options: ReadOptions = ReadOptions(),
    _ change: (inout Validation.Options) -> Void = { _ in }
  ) throws -> [Finding] {
    var validationOptions = Validation.Options()
    validationOptions.checksSchemas = true
    validationOptions.settings = try RuleSettings(
      levels: [], selected: ["schema-violation", "unexpected-end"], ignored: [])
    change(&validationOptions)
    var validation = Validation(validationOptions)
    var findings: [Finding] = []
    try validation.check(Dataset.open(path, options: options)) { findings.append($0) }
    return findings
  }

  private static func archive(_ files: [(path: String, bytes: [UInt8])]) throws -> [UInt8] {
    let sink = BytesSink()
    let output = OutputContainer(archive: sink)
    for file in files {
      let entry = try output.open(file.path)
      try entry.write(file.bytes.span)
      try entry.finish()
    }
    try output.finish()
    return sink.bytes
  }

  private static let small: String =
    (try? String(contentsOfFile: Fixture.smallExport, encoding: .utf8)) ?? ""

  /// The sample with something on its ninth line, a step count, changed.
  private static func planted(_ text: String, _ planted: String) -> [UInt8] {
    var lines = small.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[8] = lines[8].replacingOccurrences(of: text, with: planted)
    return Array(lines.joined(separator: "\n").utf8)
  }

  // MARK: Exports

  @Test func whatIsCleanHasNone() throws {
    #expect(try Self.check(Fixture.smallExport).isEmpty)
    #expect(try Self.check(Fixtures.samples + "/demo/export.zip").isEmpty)
  }

  @Test(arguments: [
    (" startDate=\"", " startDate=\"secret ", "startDate of Record violates the schema"),
    (
      " sourceName=", " sorceName=",
      "Record has the attribute sorceName, which the schema does not define"
    ),
  ])
  func aPlantedFaultIsFoundWhereItIs(text: String, planted: String, message: String) throws {
    let folder = try TemporaryFolder()
    let bytes = Self.planted(text, planted)
    let file = try folder.write(bytes: bytes, "a.xml")
    let found = try Self.check(file)
    #expect(found.first?.description == "\(file):9:2: error: \(message) [schema-violation]")
    #expect(!found.contains { $0.description.contains("secret") })

    // As a member of an archive, and of a folder
    let member = "apple_health_export/Exportieren.xml"
    let zip = try folder.write(bytes: Self.archive([(member, bytes)]), "a.zip")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/b/apple_health_export", withIntermediateDirectories: true)
    _ = try folder.write(bytes: bytes, "b/" + member)
    for path in [zip, folder.path + "/b"] {
      let inside = try Self.check(path)
      #expect(inside.first?.place.description == "\(path)/\(member):9:2")
      #expect(inside.map(\.message) == found.map(\.message))
    }
  }

  @Test func theDocumentTypeOfVersion12IsNotHeldAgainstAnExport() throws {
    let folder = try TemporaryFolder()
    let sink = BytesSink()
    _ = try ExportGenerator(.init(size: .days(1), defects: [.brokenDocumentType]))
      .writeXML(to: sink)
    #expect(try Self.check(folder.write(bytes: sink.bytes, "a.xml")).isEmpty)
  }

  @Test func whereReadingEndsIsToldOnce() throws {
    let folder = try TemporaryFolder()
    let cut = Array(Self.small.utf8.prefix(2_000))
    #expect(try Self.check(folder.write(bytes: cut, "a.xml")).map(\.rule) == ["unexpected-end"])
  }

  @Test func settingsHold() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(bytes: Self.planted("Record ", "Record odd='' odder='' "), "a.xml")
    #expect(try Self.check(file).count == 2)
    #expect(try Self.check(file) { $0.failsFast = true }.count == 1)
    #expect(try Self.check(file) { $0.checksSchemas = false }.isEmpty)
    let levels = try RuleSettings(
      levels: [("schema-violation", "info")], selected: ["schema-*"], ignored: [])
    #expect(try Self.check(file) { $0.settings = levels }.map(\.severity) == [.info, .info])
    let off = try RuleSettings(levels: [], selected: [], ignored: ["schema-violation"])
    #expect(try Self.check(file) { $0.settings = off }.allSatisfy { $0.rule != "schema-violation" })
  }

  // MARK: GPX

  private static func gpx(_ extensions: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      <trkpt lat="1" lon="2"><time>2024-06-01T08:00:00Z</time><extensions>\(extensions)</extensions></trkpt>
      </trkseg></trk></gpx>
      """.utf8)
  }

  @Test func routesMayHaveWhatTheHealthAppAddsAndOtherTracksMayNot() throws {
    let folder = try TemporaryFolder()
    let export = ("apple_health_export/export.xml", Array(Self.small.utf8))
    let path = "apple_health_export/workout-routes/a.gpx"
    for (extensions, message) in [
      ("<speed>1</speed>", nil),
      ("<speed>secret</speed>", "3:69: error: speed violates the schema"),
      ("<mood>1</mood>", "3:69: error: found mood in extensions"),
    ] {
      let zip = try folder.write(
        bytes: Self.archive([export, (path, Self.gpx(extensions))]), "a.zip")
      let found = try Self.check(zip)
      #expect(found.count == (message == nil ? 0 : 1))
      if let message {
        #expect(found.first?.description.hasPrefix("\(zip)/\(path):\(message)") == true)
      }
    }
    let file = try folder.write(bytes: Self.gpx("<speed>1</speed>"), "a.gpx")
    #expect(try Self.check(file).map(\.place.description) == ["\(file):3:69"])
    let zip = try folder.write(
      bytes: Self.archive([("a.gpx", Self.gpx("<speed>1</speed>")), ("b.gpx", Self.gpx(""))]),
      "gpx.zip")
    #expect(try Self.check(zip).map(\.place.description) == ["\(zip)/a.gpx:3:69"])
  }

  @Test func aRouteThatIsNotWellFormedIsFound() throws {
    let folder = try TemporaryFolder()
    let route = Array(
      "<gpx xmlns='http://www.topografix.com/GPX/1/1' version='1.1' creator='t'>".utf8)
    let zip = try folder.write(
      bytes: Self.archive([
        ("export.xml", Array(Self.small.utf8)), ("workout-routes/a.gpx", route),
        ("holiday/b.gpx", route),
      ]), "a.zip")
    let found = try Self.check(zip).filter { $0.rule == "schema-violation" }
    #expect(found.map(\.place.description) == ["\(zip)/workout-routes/a.gpx:1:74"])
    #expect(found.first?.message.hasPrefix("not well-formed: found the end") == true)
  }

  // MARK: Real files

  /// Violations of real files of others, each read and agreed with.
  private static let expected: [String: Int] = [
    // Written by hand: routes without dates, samples without sources.
    "rinoshiyo_sample_export.xml": 2, "paulstaab_no_top_folder.zip": 32,
    // iOS 8: another shape. iOS 16.0: the end is called start.
    "ios8_invalid_attribute_names.xml": 7, "ios16_0_duplicate_startdate.xml": 1,
    // Written by hand: GPX without its namespace.
    "ruochen_multi_source.zip": 1,
    // Alone, without the export whose routes may have that: speed, course and accuracy of three points.
    "dogsheep_route_2019-06-11_3.00pm.gpx": 12, "rinoshiyo_sample_workout_route.gpx": 12,
  ]

  @Test(
    .enabled(if: Fixtures.arePresent, "needs real exports: set HEALTHCONV_FIXTURES"),
    arguments: ["export-xml", "derived", "zip", "malformed", "gpx"])
  func realFilesAreAsTheSchemaSays(_ folder: String) throws {
    for suffix in [".xml", ".zip", ".gpx"] {
      for path in try Fixtures.files(in: Fixtures.folder + "/" + folder, suffix: suffix) {
        let found = try Self.check(path).count { $0.rule == "schema-violation" }
        let name = String(path.split(separator: "/").last ?? "")
        #expect(found == Self.expected[name] ?? 0, "\(name)")
      }
    }
  }
}
