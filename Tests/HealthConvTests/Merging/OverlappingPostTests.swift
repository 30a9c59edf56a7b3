import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStatistics
import Testing

/// What Health Auto Export posts several times counts once in statistics, as it does in a store that loads the posts.
@Suite struct OverlappingPostTests {
  private static func post(_ items: [(time: String, steps: Int)]) -> [UInt8] {
    let items = items.map {
      #"{"qty":\#($0.steps),"source":"Watch","date":"2024-06-01 \#($0.time) +0000"}"#
    }
    return Array(
      #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[\#(items.joined(separator: ","))]}]}}"#
        .utf8)
  }

  private static func answer(_ datasets: [Dataset]) throws -> (text: String, notes: [String]) {
    var answer = Answer(.statistics, of: datasets)
    answer.plan.interval = .day
    answer.plan.options = .cumulativeSum
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .csv)
    return (String(decoding: sink.bytes, as: UTF8.self), report.notes)
  }

  @Test(arguments: [true, false])
  func theLaterOfOneTimeCounts(_ isFolder: Bool) throws {
    let folder = try TemporaryFolder()
    var files: [String] = []
    for (index, steps) in [100, 200, 300].enumerated() {
      files.append(
        try folder.write(bytes: Self.post([("00:00:00", steps)]), "post-\(index).json"))
    }
    let paths = isFolder ? [folder.path] : files
    let (text, notes) = try Self.answer(try paths.map { try Dataset.open($0) })
    #expect(text.contains(",1,300,"), "\(text)")
    #expect(notes.count { $0.hasPrefix("2 sums or averages do not count: ") } == 1)
  }

  /// The same post, once more in another input, is no reason to leave out both.
  @Test func equalPostsCountOnce() throws {
    let folder = try TemporaryFolder()
    var datasets: [Dataset] = []
    for (index, steps) in [100, 200, 100].enumerated() {
      let path = try folder.write(
        bytes: Self.post([("00:00:00", steps)]), "post-\(index).json")
      datasets.append(try .open(path))
    }
    let text = try Self.answer(datasets).text
    #expect(text.contains(",1,200,"), "\(text)")
  }

  @Test(arguments: [true, false])
  func theFinerCounts(_ isFirst: Bool) throws {
    let folder = try TemporaryFolder()
    let hours = try folder.write(
      bytes: Self.post([("08:00:00", 100), ("09:00:00", 50)]), "hours.json")
    let day = try folder.write(bytes: Self.post([("00:00:00", 999)]), "day.json")
    func open(_ path: String, _ table: String) throws -> Dataset {
      var options = ReadOptions()
      options.map = try CSVMap.named("health-auto-export#\(table)")
      return try Dataset.open(path, options: options)
    }
    let datasets = [try open(hours, "json-hours"), try open(day, "json-days")]
    let text = try Self.answer(isFirst ? datasets : datasets.reversed()).text
    #expect(text.contains(",2,150,"), "\(text)")
  }

  @Test func entriesOfOneFileAddUp() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      bytes: Self.post([("08:00:00", 100), ("08:00:00", 50)]), "post.json")
    let (text, notes) = try Self.answer([try Dataset.open(folder.path)])
    #expect(text.contains(",2,150,"), "\(text)")
    #expect(notes.isEmpty)
  }

  @Test(arguments: [true, false])
  func samplesOfAnExportCount(_ isFirst: Bool) throws {
    let record =
      #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" sourceVersion="10" unit="count" "#
      + #"startDate="2024-06-01 08:00:00 +0000" endDate="2024-06-01 08:10:00 +0000" value="500"/>"#
    let export =
      #"<HealthData><ExportDate value="2024-06-01 20:00:00 +0000"/>\#(record)</HealthData>"#
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write(bytes: Array(export.utf8), "export.xml"),
      try folder.write(bytes: Self.post([("00:00:00", 510)]), "post.json"),
    ]
    let datasets = try paths.map { try Dataset.open($0) }
    let text = try Self.answer(isFirst ? datasets : datasets.reversed()).text
    #expect(text.contains(",1,500,"), "\(text)")
  }

  /// A conversion writes all, and reports them.
  @Test func aConversionReportsOverlaps() throws {
    let folder = try TemporaryFolder()
    for (index, steps) in [100, 200, 300].enumerated() {
      _ = try folder.write(bytes: Self.post([("00:00:00", steps)]), "post-\(index).json")
    }
    let output = try TemporaryFolder()
    let report = try Conversion(of: try Dataset.open(folder.path), to: .jsonLines)
      .run(toFile: output.path + "/out.jsonl")
    #expect(report.samplesWritten == 3)
    let found = report.findings.rules.filter { $0.name == "overlapping-aggregates" }
    #expect(found.map(\.count) == [1])
  }
}
