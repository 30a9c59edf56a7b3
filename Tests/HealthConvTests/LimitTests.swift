import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

@testable import HealthConv

/// Limits are one set: what is written can be read, and what could not be read is not written.
@Suite struct LimitTests {
  /// Ways to write.
  static let names = [
    "out.xml", "out.zip", "out.jsonl", "out.csv", "tables/", "parquet/", "out.db", "fhir/",
  ]

  /// A heart rate with metadata.
  static func sample(_ entries: [MetadataEntry], at second: Int64 = 0) -> Sample {
    let time = Timestamp(secondsSince1970: 1_700_000_000 + second)
    let descriptor = SampleDescriptor(
      type: .quantity(.heartRate), unitText: "count/min", source: Source(name: "Watch"))
    let header = SampleHeader(
      descriptor: descriptor, start: time, end: time, metadata: Metadata(entries))
    return .quantity(QuantitySample(header: header, number: Number(60)))
  }

  static func entry(_ key: String, _ count: Int, _ letter: String = "x") -> MetadataEntry {
    MetadataEntry(key: MetadataKey(key), value: String(repeating: letter, count: count))
  }

  /// Samples that some format has no room for. `make test-limits` has those of many megabytes.
  static let large: [(name: String, sample: Sample)] = [
    ("30,000 entries", sample((0..<30_000).map { entry("k\($0)", 1) })),
    ("50,000 entries", sample((0..<50_000).map { entry("k\($0)", 1) })),
    ("170,000 entries", sample((0..<170_000).map { entry("k\($0)", 1) })),
  ]

  /// XML has room for the first, other formats for the first or for all.
  static let ways = names.flatMap { name in
    (name.hasSuffix(".xml") || name.hasSuffix(".zip") ? [0, 1] : [0, 2]).map { (name, $0) }
  }

  @Test(arguments: ways)
  func whatIsWrittenCanBeRead(_ name: String, _ index: Int) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write([Self.large[index].sample], "in.jsonl")
    let output = "\(folder.path)/\(name)"
    let message = "\(Self.large[index].name) to \(name)"
    do {
      let report = try Conversion(of: try Dataset.open(input), to: Self.format(of: name))
        .run(toFile: output)
      #expect(report.readError == nil, "\(message)")
    } catch let error as HealthError {
      #expect(error.description.contains("(limit '"), "\(message): \(error)")
      #expect(!FileManager.default.fileExists(atPath: output), "\(message)")
      return
    }
    let back = try Inventory(of: try Dataset.open(output))
    #expect(back.readError == nil, "\(message)")
    #expect(back.count == 1, "\(message)")
  }

  /// The name of a program or of a device of 1 MB, which 400 points share.
  @Test(arguments: ["gpx", "tcx"]) func aNameThatPointsShareCountsInEach(_ ending: String) throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 1 << 20)
    let isGPX = ending == "gpx"
    let points = (0..<400).map { point in
      let time = "2024-06-01T08:0\(point / 60):\(point % 60 / 10)\(point % 10)Z"
      return isGPX
        ? "<trkpt lat=\"1\" lon=\"2\"><time>\(time)</time><extensions><hr>60</hr></extensions></trkpt>"
        : "<Trackpoint><Time>\(time)</Time><HeartRateBpm><Value>60</Value></HeartRateBpm></Trackpoint>"
    }.joined()
    let text =
      isGPX
      ? "<gpx version=\"1.1\" creator=\"\(name)\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points)</trkseg></trk></gpx>"
      : "<TrainingCenterDatabase xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\"><Activities><Activity Sport=\"Running\">"
        + "<Id>2024-06-01T08:00:00Z</Id><Lap StartTime=\"2024-06-01T08:00:00Z\"><Track>\(points)</Track></Lap>"
        + "<Creator><Name>\(name)</Name></Creator></Activity></Activities></TrainingCenterDatabase>"
    let path = try folder.write(bytes: Array(text.utf8), "a.\(ending)")
    let error = try Inventory(of: try Dataset.open(path)).readError
    #expect(error?.message == "unpacks to more than 200 times its size (limit 'ratio')")
  }

  /// A text that is in a dictionary once, and in 30,000 rows. It is neither read, with one thread or several, nor written.
  @Test func aTextInAllRowsOfParquetCountsInEach() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/tables"
    let output = OutputContainer(folder: try AtomicFolder(path))
    var writer = ParquetDatasetWriter(output: output)
    try writer.begin(DatasetInfo())
    let descriptor = SampleDescriptor(
      type: .quantity(.heartRate), source: Source(name: String(repeating: "s", count: 8_000)))
    for number in 0..<30_000 {
      let time = Timestamp(secondsSince1970: 1_700_000_000 + Int64(number))
      let header = SampleHeader(descriptor: descriptor, start: time, end: time)
      try writer.write(.quantity(QuantitySample(header: header, number: Number(60))))
    }
    do throws(HealthError) {
      try writer.finish()
      Issue.record("240 MB of text were written")
    } catch { #expect(error.message.contains("(limit 'ratio')")) }
    try output.finish()
    var errors: [HealthError?] = []
    for jobs in [1, 3] {
      var options = ReadOptions()
      options.jobs = jobs
      errors.append(try Inventory(of: try Dataset.open(path, options: options)).readError)
    }
    #expect(errors[0]?.message == "unpacks to more than 200 times its size (limit 'ratio')")
    #expect(errors[0]?.kind == .malformed)
    #expect(errors[0] == errors[1])
  }

  /// Limits hold for one sample, not for all before it: 60 workouts, each of 300 kB, are more than any of them together.
  @Test(arguments: names)
  func limitsCountEachSampleByItself(_ name: String) throws {
    let folder = try TemporaryFolder()
    let event = #"{"type":"HKWorkoutEventTypeMarker","date":"2024-06-01T18:00:00+02:00"}"#
    let events = Array(repeating: event, count: 1_500).joined(separator: ",")
    // Random, because a text that can be compressed well is beyond another limit.
    var random = FixedRandom(seed: 1)
    let note = (0..<12_000).map { _ in String(random.next(), radix: 16) }.joined()
    var text = #"{"kind":"dataset","version":1}"# + "\n"
    for number in 0..<60 {
      let day = "2024-\(number / 20 + 10)-\(number % 20 + 10)"
      text +=
        #"{"kind":"workout","type":"HKWorkoutTypeIdentifier","workoutActivityType":"HKWorkoutActivityTypeRunning","#
      text +=
        #""start":"\#(day)T18:00:00+02:00","end":"\#(day)T18:30:00+02:00","source":{"name":"Watch"},"#
      text += #""metadata":{"Note":"\#(note)"},"events":[\#(events)]}"# + "\n"
    }
    let (input, output) = ("\(folder.path)/in.jsonl", "\(folder.path)/\(name)")
    try text.write(toFile: input, atomically: false, encoding: .utf8)
    let report = try Conversion(of: try Dataset.open(input), to: Self.format(of: name))
      .run(toFile: output)
    #expect(report.readError == nil && report.samplesWritten == 60)
    #expect(try Inventory(of: try Dataset.open(output)).count == 60)
  }

  private static func format(of name: String) throws -> Format {
    let wanted =
      switch name {
      case "out.xml", "out.zip": "apple-health"
      case "out.jsonl": "jsonl"
      case "out.csv": "csv"
      case "tables/": "csv-dataset"
      case "parquet/": "parquet"
      case "fhir/": "fhir"
      default: "sqlite"
      }
    return try #require(Format.all.first { $0.name == wanted })
  }

  @Test func aLineBeyondTheLimitIsNotWritten() throws {
    let tooLong = Self.sample([Self.entry("k", Limits.lineBytes.value)])
    let beats = (0...Limits.lineItems.value).map { _ in
      QuantitySample.Beat(bpm: Number(60), time: "1")
    }
    var tooMany = Self.sample([])
    if case .quantity(let quantity) = tooMany {
      tooMany = .quantity(
        QuantitySample(header: quantity.header, number: quantity.number, beats: beats))
    }
    for (sample, limit) in [(tooLong, Limits.lineBytes), (tooMany, Limits.lineItems)] {
      var writer = JSONLinesWriter(sink: BytesSink())
      do throws(HealthError) {
        try writer.write(sample)
        Issue.record("more than \(limit.name) was written")
      } catch { #expect(error.description.contains("(limit '\(limit.name)')")) }
    }
  }

  /// Names are listed up to a length; longer ones are counted.
  @Test func longNamesAreCountedNotListed() throws {
    let name = String(repeating: "n", count: 1_000_000)
    var names = Inventory.NameCounts()
    for count in 1...3 { names.add(name, count: count) }
    names.add("Watch", count: 1)
    #expect(names.entries.map(\.name) == ["Watch"])
    #expect(names.unlisted == 6)
  }

  /// Findings are kept: what they contain is short.
  @Test func findingsAreShort() {
    let long = String(repeating: "ü", count: 1_000_000)
    let finding = Finding(
      rule: "r", severity: .error, place: Place(file: "f"), message: long, type: long, source: long,
      detail: long)
    for text in [finding.message, finding.type ?? "", finding.source ?? "", finding.detail ?? ""] {
      #expect(text.utf8.count < 4_096 && text.hasSuffix("…"))
    }
  }

  @Test func limitsAreDocumentedByTheirNames() throws {
    let text = try String(contentsOfFile: Fixtures.samples + "/../SECURITY.md", encoding: .utf8)
    for limit in Limits.all { #expect(text.contains("`\(limit.name)`"), "\(limit.name)") }
    #expect(Set(Limits.all.map(\.name)).count == Limits.all.count)
    #expect(Limits.all.allSatisfy { $0.excess.hasSuffix("(limit '\($0.name)')") })
  }
}
