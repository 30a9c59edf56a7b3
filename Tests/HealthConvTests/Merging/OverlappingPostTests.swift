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
    // The last one counts, as in a store that loads them.
    for inputs in [datasets, [try .open(folder.path)]] {
      let text = try Self.answer(inputs).text
      #expect(text.contains(",1,100,"), "\(text)")
    }
  }

  /// The date of a file of activities is not that of an export of everything.
  @Test func activitiesReplaceNoAggregates() throws {
    let folder = try TemporaryFolder()
    let points = ["08", "09"].map {
      #"<trkpt lat="1" lon="1"><time>2026-01-02T\#($0):00:00Z</time><extensions><hr>150</hr></extensions></trkpt>"#
    }
    let gpx =
      #"<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata><time>2026-12-31T00:00:00Z</time>"#
      + "</metadata><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    let track = try folder.write(bytes: Array(gpx.utf8), "run.gpx")
    let average =
      #"{"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[{"Avg":60,"Min":50,"Max":70,"#
      + #""date":"2026-01-02 10:00:00 +0000"}]}]}}"#
    let post = try folder.write(bytes: Array(average.utf8), "post.json")
    var answer = Answer(.statistics, of: [try .open(post), try .open(track)])
    answer.plan.interval = .day
    answer.plan.options = .discreteAverage
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .csv)
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains("2026-01-02,HeartRate,count/min,3,"), "\(text)")
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

  /// Of averages of one day, the last one counts, also with the value of an earlier one and another maximum.
  @Test func theLaterOfEqualAveragesCounts() throws {
    let folder = try TemporaryFolder()
    let paths = try [(70, 90), (71, 95), (70, 120)].enumerated().map { index, values in
      let post =
        #"{"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[{"Avg":\#(values.0),"Min":50,"#
        + #""Max":\#(values.1),"date":"2026-01-02 00:00:00 +0000"}]}]}}"#
      return try folder.write(bytes: Array(post.utf8), "\(index).json")
    }
    for inputs in [paths, [paths[0], paths[2]], [folder.path]] {
      var answer = Answer(.statistics, of: try inputs.map { try Dataset.open($0) })
      answer.plan.interval = .day
      answer.plan.options = [.discreteAverage, .discreteMax]
      let sink = BytesSink()
      _ = try answer.write(to: sink, named: "answer", as: .csv)
      let text = String(decoding: sink.bytes, as: UTF8.self)
      #expect(text.contains(",1,70,120,"), "\(text)")
    }
  }

  /// What was merged into an export after its date is not of the export.
  @Test func onlyTheTimeOfAnExportIsCovered() throws {
    func heartRate(_ day: String, _ version: String) -> String {
      #"{"kind":"quantity","type":"HKQuantityTypeIdentifierHeartRate","start":"\#(day)T08:00:00+00:00","#
        + #""end":"\#(day)T08:00:00+00:00","value":60,"unit":"count/min","source":{"name":"Watch"\#(version)}}"#
    }
    let merged =
      [
        #"{"kind":"dataset","version":1,"exportDate":"2024-02-01T00:00:00+00:00"}"#,
        heartRate("2024-01-05", #","version":"10""#), heartRate("2024-06-01", ""),
      ].joined(separator: "\n") + "\n"
    let post =
      #"{"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[{"Avg":60,"Min":50,"Max":70,"#
      + #""source":"Watch","date":"2024-05-31 10:00:00 +0000"}]}]}}"#
    let folder = try TemporaryFolder()
    let datasets = [
      try Dataset.open(folder.write(bytes: Array(merged.utf8), "merged.jsonl")),
      try Dataset.open(folder.write(bytes: Array(post.utf8), "post.json")),
    ]
    var answer = Answer(.statistics, of: datasets)
    answer.plan.options = .discreteAverage
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .csv)
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains("HeartRate,count/min,3,"), "\(text)")
  }
}
