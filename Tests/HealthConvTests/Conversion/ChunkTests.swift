import Foundation
import HealthBytes
import HealthGenerator
import HealthStatistics
import HealthTesting
import Synchronization
import Testing

@testable import HealthConv

/// What is read in pieces on several threads is the same as what one thread reads: bytes, counts, findings and errors.
@Suite struct ChunkTests {
  /// What a conversion results in, as a text to compare.
  static func outcome(
    of path: String, jobs: Int, chunkSize: Int, to format: Format = .jsonLines,
    strict: Bool = false, among formats: [Format] = Format.all,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], facts: String) {
    var options = ReadOptions()
    options.jobs = jobs
    options.chunkSize = chunkSize
    options.isStrict = strict
    let sink = BytesSink()
    do {
      let dataset = try Dataset.open(path, options: options, among: formats)
      var conversion = Conversion(of: dataset, to: format)
      conversion.formats = formats
      change(&conversion)
      let report = try conversion.run(into: OutputContainer(file: sink), name: "output")
      return (sink.bytes, facts(of: report))
    } catch {
      return ([], error.message)
    }
  }

  static func facts(of report: Conversion.Report) -> String {
    """
    \(report.readError?.description ?? "read to the end")
    \(report.findings.rules.map { "\($0.name) \($0.count)\n" + $0.first.map(\.description).joined(separator: "\n") })
    \(report.types) \(report.notes) \(report.losses) \(report.selectionNotes) \(report.rejected)
    """
  }

  /// Compares several threads with one: two numbers of threads for the first size of chunks, in turn for the others.
  static func compare(
    _ path: String, to format: Format = .jsonLines, sizes: [Int] = [200, 1_500, 20_000],
    strict: Bool = false, among formats: [Format] = Format.all,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws {
    let one = try outcome(
      of: path, jobs: 1, chunkSize: 1_000, to: format, strict: strict, among: formats, change)
    for (index, size) in sizes.enumerated() {
      let more = Bool.random() ? 3 : 8
      for jobs in index == 0 ? [2, more] : index.isMultiple(of: 2) ? [2] : [more] {
        let several = try outcome(
          of: path, jobs: jobs, chunkSize: size, to: format, strict: strict, among: formats, change)
        #expect(several.facts == one.facts, "\(path), \(jobs) threads, chunks of \(size) bytes")
        // Without the comparison of arrays in the message, which takes minutes.
        let isSame = several.bytes == one.bytes
        #expect(isSame, "\(path), \(jobs) threads, chunks of \(size) bytes")
      }
    }
  }

  private static let archives = Mutex<[Int: [UInt8]]>([:])

  /// Writes an archive with defects and side files. The archive of each size is generated once.
  static func generated(_ folder: TemporaryFolder, records: Int = 1_000) throws -> String {
    let bytes = try archives.withLock { archives in
      if let bytes = archives[records] { return bytes }
      let sink = BytesSink()
      _ = try ExportGenerator(
        ExportGenerator.Options(
          seed: 3, size: .records(records),
          defects: Set(Defect.allCases).subtracting([.truncated]))
      ).writeArchive(to: sink)
      archives[records] = sink.bytes
      return sink.bytes
    }
    return try folder.write(bytes: bytes, "export.zip")
  }

  @Test func anArchiveWithDefectsAndSideFiles() throws {
    let folder = try TemporaryFolder()
    let path = try Self.generated(folder)
    try Self.compare(path, sizes: [400, 3_000, 50_000])
    try Self.compare(path, to: .csv, sizes: [3_000])
    try Self.compare(path, sizes: [3_000], strict: true)
    try Self.compare(path, sizes: [3_000]) { $0.isNormalizing = true }
    try Self.compare(path, sizes: [3_000]) { $0.checks = RuleSettings() }
    try Self.compare(path, sizes: [3_000]) { $0.limit = 700 }
  }

  @Test func damagedArchives() throws {
    let folder = try TemporaryFolder()
    let bytes = try Fixtures.bytes(try Self.generated(folder, records: 600))
    var random = SystemRandomNumberGenerator()
    for number in 0..<8 {
      var damaged = bytes
      let index = Int.random(in: 100..<(bytes.count * 2 / 3), using: &random)
      damaged[index] ^= UInt8.random(in: 1...255, using: &random)
      let path = try folder.write(bytes: damaged, "damaged\(number).zip")
      try Self.compare(path, sizes: [700, 9_000])
    }
  }

  /// The message about an element names where it began, wherever the chunk begins.
  @Test func wrongEndTags() throws {
    let folder = try TemporaryFolder()
    let record =
      "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"W\" unit=\"count\" value=\"1\" "
      + "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:01:00 +0100\"/>\n"
    for lines in 0..<3 {
      let text =
        "<HealthData>\n" + String(repeating: record, count: 50)
        + "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\">"
        + String(repeating: "\n", count: lines) + "</Wame>\n</HealthData>\n"
      try Self.compare(
        try folder.write(bytes: Array(text.utf8), "tags\(lines).xml"), sizes: [200, 700, 5_000])
    }
  }

  @Test func filesThatEndAnywhere() throws {
    let folder = try TemporaryFolder()
    let sink = BytesSink()
    _ = try ExportGenerator(ExportGenerator.Options(seed: 4, size: .records(80))).writeXML(to: sink)
    var random = SystemRandomNumberGenerator()
    for number in 0..<20 {
      let end = Int.random(in: 0..<sink.bytes.count, using: &random)
      let path = try folder.write(bytes: Array(sink.bytes[..<end]), "cut\(number).xml")
      try Self.compare(path, sizes: [Int.random(in: 40...3_000, using: &random)])
    }
  }

  /// Elements that look like the beginning of a sample where none begins, and other layouts.
  @Test func unusualLayouts() throws {
    let folder = try TemporaryFolder()
    let record = { (minute: Int, more: String) in
      "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"W\" unit=\"count/min\" "
        + "startDate=\"2024-01-01 08:\(10 + minute % 50):00 +0100\" endDate=\"2024-01-01 08:59:00 +0100\" "
        + "value=\"\(60 + minute)\"\(more)"
    }
    let kept = "\n <Record type=\"x\"/>\n <Record type=\"y\"/>\n "
    var body = ""
    for minute in 0..<400 {
      switch minute % 10 {
      case 0: body += "\n <!--\(kept)-->\n " + record(minute, "/>")
      case 1: body += "\n <Unknown><![CDATA[>\(kept)]]></Unknown>"
      case 2: body += "\n <Unknown>\(kept)</Unknown>"
      case 3: body += "\n " + record(minute, " new\(minute % 3)=\"1\"/>")
      case 4: body += "\n " + record(1, "/>")
      case 5:
        body +=
          "\n <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"W\" "
        body += "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:00:00 +0100\">"
        body += "\n  " + record(minute, "/>") + "\n </Correlation>"
      case 6: body += "\n " + record(minute - 1, "/>") + "stray text"
      case 7:
        body += "\n " + record(minute, ">") + "<MetadataEntry key=\"é\" value=\"ü\"/>\n </Record>"
      default: body += "\n " + record(minute, "/>")
      }
    }
    let start = "<?xml version=\"1.0\"?>\n<HealthData locale=\"de\">\n " + record(0, "/>")
    let text = start + body + "\n</HealthData>\n"
    let layouts = [
      text, text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r"),
      text.replacing("\n", with: ""), text.replacing("\n ", with: "\n"),
      text.replacing("\n", with: "\n\n   "), start + body + "\n <Record",
      start + body + "\n</HealthData>\n <Record type=\"x\"/>",
      start + body + "\n </Record>\n" + body + "</HealthData>",
    ]
    for (number, layout) in layouts.enumerated() {
      let path = try folder.write(bytes: Array(layout.utf8), "layout\(number).xml")
      try Self.compare(path, sizes: [90, 450, 4_000])
      try Self.compare(path, to: .csv, sizes: [450])
    }
  }

  @Test func severalDatasets() throws {
    let folder = try TemporaryFolder()
    let archive = try Self.generated(folder, records: 300)
    func outcome(_ jobs: Int) throws -> [UInt8] {
      var options = ReadOptions()
      options.jobs = jobs
      options.chunkSize = 2_000
      let paths = [Fixture.smallExport, archive, Fixture.smallExport]
      let sink = BytesSink()
      var conversion = Conversion(
        of: try paths.map { try Dataset.open($0, options: options) }, to: .jsonLines)
      conversion.allowsDifferentPeople = true
      let report = try conversion.run(into: OutputContainer(file: sink), name: "output")
      return sink.bytes + Array(Self.facts(of: report).utf8)
    }
    let one = try outcome(1)
    for jobs in [2, 3, 8] { #expect(try outcome(jobs) == one) }
  }

  /// An output that fails ends all threads with the error that one thread has.
  @Test func outputThatFails() throws {
    final class FailingSink: ByteSink {
      private var room = 150_000
      func write(_ bytes: Span<UInt8>) throws(HealthError) {
        room -= bytes.count
        if room < 0 { throw HealthError(.failed, "output", "no space is left") }
      }
      func finish() throws(HealthError) {}
    }
    let folder = try TemporaryFolder()
    let path = try Self.generated(folder)
    for jobs in [1, 2, 3, 8] {
      var options = ReadOptions()
      options.jobs = jobs
      options.chunkSize = 2_000
      let conversion = Conversion(of: try Dataset.open(path, options: options), to: .jsonLines)
      #expect(throws: HealthError.self) {
        _ = try conversion.run(into: OutputContainer(file: FailingSink()), name: "output")
      }
    }
  }

  @Test func jsonLines() throws {
    let folder = try TemporaryFolder()
    let (bytes, _) = try Self.outcome(
      of: Self.generated(folder, records: 600), jobs: 1, chunkSize: 1_000)
    try Self.compare(try folder.write(bytes: bytes, "all.jsonl"), sizes: [300, 4_000])
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    // Without the dataset, with blank lines, another line end, an unknown member and an error.
    lines.removeFirst()
    lines.insert([], at: 30)
    lines.insert(Array("  \r".utf8), at: 31)
    lines[40] += [13]
    lines[50] = Array(
      String(decoding: lines[50], as: UTF8.self)
        .replacing("{\"kind\"", with: "{\"unknown\":1,\"kind\"").utf8)
    lines[300] = [0xEF, 0xBB, 0xBF] + lines[300]
    for (number, count) in [250, 400].enumerated() {
      let part = Array(lines[..<count].joined(separator: [10]))
      let path = try folder.write(bytes: part, "part\(number).jsonl")
      try Self.compare(path, sizes: [300, 4_000])
      try Self.compare(path, to: .csv, sizes: [4_000])
      try Self.compare(path, sizes: [4_000], strict: true)
    }
  }

  /// Lines that are longer than a chunk, and than a batch.
  @Test func longLines() throws {
    func line(_ second: Int, _ count: Int) -> String {
      """
      {"kind":"quantity","type":"HKQuantityTypeIdentifierStepCount","unit":"count","value":\(second),\
      "start":"2024-01-01T00:00:\(10 + second)Z","end":"2024-01-01T00:00:\(10 + second)Z","source":{"name":"W"},\
      "metadata":{"k":"\(String(repeating: "v", count: count))"}}

      """
    }
    let counts = [1, 900_000, 1, 1, 1_300_000, 700_000, 900_000, 2, 3_000_000, 1, 5_000, 1]
    let text = counts.enumerated().map { line($0, $1) }.joined()
    let folder = try TemporaryFolder()
    for (number, end) in ["", "{\"kind\":7}\n"].enumerated() {
      let head = "{\"kind\":\"dataset\",\"version\":1}\n"
      let path = try folder.write(bytes: Array((head + text + end).utf8), "long\(number).jsonl")
      try Self.compare(path, sizes: [100_000, 500_000])
    }
  }

  /// Tables with line breaks in quotes, blank lines, other line ends, an unknown id, an error, and those that end anywhere.
  @Test func csvTables() throws {
    let folder = try TemporaryFolder()
    let (bytes, _) = try Self.outcome(
      of: Self.generated(folder, records: 600), jobs: 1, chunkSize: 1_000, to: .csv)
    try Self.compare(try folder.write(bytes: bytes, "all.csv"), sizes: [300, 4_000])
    try Self.compare(try folder.write(bytes: bytes, "all.csv"), to: .csv, sizes: [4_000])
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    let header = String(decoding: lines[0], as: UTF8.self)
    #expect(header.split(separator: ",").contains("source"))
    for number in stride(from: 20, to: lines.count - 1, by: 7) {
      // A source of several lines, which look like rows.
      let row = String(decoding: lines[number], as: UTF8.self)
      guard let source = row.split(separator: ",").first(where: { $0.contains("Watch") }),
        !source.contains("\"")
      else { continue }
      let text =
        "\"\(source)\n\(String(decoding: lines[9], as: UTF8.self).replacing("\"", with: ""))\r\n\""
      lines[number] = Array(row.replacing(source, with: text).utf8)
    }
    lines.insert([], at: 30)
    lines[40] += [13]
    var random = SystemRandomNumberGenerator()
    for (number, count) in [100, 250, 400].enumerated() {
      var part = Array(lines[..<count].joined(separator: [10]))
      if number > 0 { part.removeLast(Int.random(in: 0..<300, using: &random)) }
      for end in [[], [10], Array("\nquantity,x\n".utf8)] as [[UInt8]] {
        let path = try folder.write(bytes: part + end, "part\(number).csv")
        try Self.compare(path, sizes: [120, 4_000])
        try Self.compare(path, sizes: [300], strict: true)
      }
      let old = Array(part.map { $0 == 10 ? 13 : $0 })
      try Self.compare(try folder.write(bytes: old, "old.csv"), sizes: [900])
    }
  }

  /// JSON Lines that end anywhere, and those in which a byte is another one.
  @Test func damagedLines() throws {
    let folder = try TemporaryFolder()
    let (bytes, _) = try Self.outcome(
      of: Self.generated(folder, records: 80), jobs: 1, chunkSize: 1_000)
    var random = SystemRandomNumberGenerator()
    for number in 0..<20 {
      var damaged = Array(bytes[..<Int.random(in: 0..<bytes.count, using: &random)])
      if number.isMultiple(of: 2), let index = damaged.indices.randomElement(using: &random) {
        damaged[index] ^= UInt8.random(in: 1...127, using: &random)
      }
      let path = try folder.write(bytes: damaged, "damaged\(number).jsonl")
      try Self.compare(path, sizes: [Int.random(in: 40...3_000, using: &random)])
    }
  }

  @Test(arguments: Answer.Kind.allCases) func answers(kind: Answer.Kind) throws {
    let folder = try TemporaryFolder()
    let path = try Self.generated(folder)
    func table(_ jobs: Int) throws -> [UInt8] {
      var options = ReadOptions()
      options.jobs = jobs
      options.chunkSize = 3_000
      let sink = BytesSink()
      var answer = Answer(kind, of: [try Dataset.open(path, options: options)])
      answer.plan.interval = .day
      let report = try answer.write(to: sink, named: "output", as: .csv)
      let findings = report.findings.rules.map { "\($0.name) \($0.count)" }
      return sink.bytes + Array("\(findings)".utf8)
    }
    let one = try table(1)
    #expect(one.count > 20)
    for jobs in [2, 3, 8] { #expect(try table(jobs) == one) }
  }

  /// What validation, inventory and statistics report, as texts to compare.
  static func checks(_ path: String, jobs: Int, chunkSize: Int = 3_000) throws -> [String] {
    var options = ReadOptions()
    options.jobs = jobs
    options.chunkSize = chunkSize
    let dataset = try Dataset.open(path, options: options)
    var validation = Validation()
    var found: [String] = []
    try validation.check(dataset) { found.append($0.description) }
    for input in validation.finish().inputs {
      found.append("\(input.samples) \(input.kinds.map(\.rawValue).sorted())")
    }
    let inventory = try Inventory(of: dataset)
    for type in inventory.types {
      found.append("\(type.kind) \(type.identifier) \(type.count) \(type.nested)")
      found.append("\(String(describing: type.first)) \(String(describing: type.last))")
      found.append("\(type.units.entries) \(type.sources.entries)")
    }
    for finding in inventory.findings.first { found.append(finding.description) }
    found.append("\(inventory.notes) \(inventory.nestedCount)")
    let sink = BytesSink()
    var answer = Answer(.statistics, of: [dataset])
    answer.plan.interval = .day
    _ = try answer.write(to: sink, named: "output", as: .csv)
    return found
      + String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The first sample is read before the input is split.
  @Test func locationsInTheFirstSample() throws {
    let member = """
      <Record type="HKQuantityTypeIdentifierDietaryProtein" sourceName="a" unit="count/min" value="1" \
      startDate="2020-01-01 09:00:00 +0000" endDate="2020-01-01 09:00:00 +0000"/>
      """
    let dates =
      "startDate=\"2020-01-01 08:00:00 +0000\" endDate=\"2020-01-01 08:00:00 +0000\""
    let text = """
      <HealthData>
       <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="a" \(dates)>
        \(member)
       </Correlation>
       \(String(repeating: member + "\n ", count: 200))
      </HealthData>
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes: Array(text.utf8), "first.xml")
    let one = try Self.checks(path, jobs: 1)
    #expect(one.contains { $0.contains(":3:3") })
    for jobs in [2, 3] { #expect(try Self.checks(path, jobs: jobs) == one) }
  }

  @Test func validationAndInventory() throws {
    let folder = try TemporaryFolder()
    let path = try Self.generated(folder)
    let one = try Self.checks(path, jobs: 1)
    #expect(one.count > 20)
    for jobs in [2, 3, 8] {
      let several = try Self.checks(path, jobs: jobs)
      #expect(several.count == one.count)
      for (line, other) in zip(several, one) { #expect(line == other) }
    }
  }
}
