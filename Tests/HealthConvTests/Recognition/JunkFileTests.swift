import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Files that macOS adds to folders and archives are not read as data, in any format of several files.
@Suite struct JunkFileTests {
  typealias Files = [(path: String, bytes: [UInt8])]

  /// An input of several files, and the format as which it is read.
  struct Case: CustomTestStringConvertible, Sendable {
    let format: String
    let files: @Sendable () throws -> Files

    var testDescription: String { format }
  }

  static let cases = [
    Case(format: "fit") {
      [
        ("run.fit", try sample("commands/run.fit")),
        ("watch/day.fit", try sample("commands/day.fit")),
      ]
    },
    Case(format: "gpx") {
      [
        ("a.gpx", try sample("accept/gpx/garmin.gpx")),
        ("b.gpx", try sample("accept/gpx/gpx10.gpx")),
      ]
    },
    Case(format: "tcx") {
      [
        ("a.tcx", try sample("accept/tcx/garmin.tcx")),
        ("b/c.tcx", try sample("accept/tcx/strava.tcx")),
      ]
    },
    Case(format: "fhir") {
      [("Observation.ndjson", observation), ("more/Other.ndjson", observation)]
    },
    Case(format: "csv") { [("a.csv", table), ("b/c.csv", table)] },
    Case(format: "jsonl") { [("z.jsonl", line)] },
    Case(format: "mapped-csv") {
      [("Takeout/Google Health/Global Export Data/heart_rate-2026-01-02.json", rates)]
    },
    Case(format: "sports-archive") {
      [
        ("activities.csv", Array("Activity ID,Activity Date,Filename\n".utf8)),
        ("activities/1.fit", try sample("commands/run.fit")),
      ]
    },
  ]

  @Test(arguments: cases) func junkFilesAreNotData(_ input: Case) throws {
    let files = try input.files()
    let plain = try Self.read(files, as: input.format)
    #expect(!plain.samples.isEmpty)
    let junk = Self.junk(of: files)
    let before = try Self.read(junk + files, as: input.format)
    #expect(before == plain)
    let after = try Self.read(files + junk, as: input.format)
    #expect(after == plain)
  }

  private struct Outcome: Equatable {
    var samples: [Sample] = []
    var findings: [String] = []
    var format = ""
  }

  /// What macOS writes next to some files: their AppleDouble files, in a folder of their own or not, and `.DS_Store`.
  private static func junk(of files: Files) -> Files {
    let double: [UInt8] = [0, 5, 0x16, 7, 0, 2, 0, 0] + Array("Mac OS X        ".utf8)
    return files.flatMap { file -> Files in
      let (folder, name) = AtomicFile.split(file.path)
      let inside = file.path.contains("/") ? "\(folder)/" : ""
      return [("__MACOSX/\(inside)._\(name)", double), ("\(inside)._\(name)", double)]
    } + [(".DS_Store", [0, 0, 0, 1])]
  }

  private static func read(_ files: Files, as format: String) throws -> Outcome {
    let sink = BytesSink()
    let writer = ZipWriter(sink)
    for (path, bytes) in files {
      try writer.beginEntry(name: path)
      try writer.write(bytes.span)
    }
    try writer.finish()
    var options = ReadOptions()
    options.zone = try Zone("Europe/Berlin")
    // A single JSON Lines file is not recognized in an archive.
    let dataset = try Dataset.open(
      bytes: sink.bytes, named: "t.zip", as: format == "jsonl" ? .jsonLines : nil, options: options)
    var samples = try dataset.samples()
    var outcome = Outcome(format: dataset.format.name)
    while let sample = try samples.next() { outcome.samples.append(sample) }
    outcome.findings = samples.takeFindings().map(\.description)
    #expect(dataset.format.name == format)
    return outcome
  }

  private static func sample(_ path: String) throws -> [UInt8] {
    try Fixtures.bytes("\(Fixtures.samples)/\(path)")
  }

  private static let observation = Array(
    """
    {"resourceType":"Observation","status":"final",\
    "code":{"coding":[{"system":"http://loinc.org","code":"8867-4"}]},\
    "effectiveDateTime":"2024-06-01T08:00:00Z",\
    "valueQuantity":{"value":60,"unit":"/min","system":"http://unitsofmeasure.org","code":"/min"}}

    """.utf8)

  private static let table = Array(
    """
    kind,type,start,end,value,unit
    quantity,HKQuantityTypeIdentifierStepCount,2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,5,count

    """.utf8)

  private static let line = Array(
    """
    {"kind":"quantity","type":"HKQuantityTypeIdentifierStepCount",\
    "start":"2024-01-01T00:00:00Z","end":"2024-01-01T00:01:00Z","value":5,"unit":"count"}

    """.utf8)

  private static let rates = Array(
    "[{\"dateTime\":\"01/02/26 00:00:04\",\"value\":{\"bpm\":65,\"confidence\":2}}]".utf8)
}
