import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// Exports of a service, of which each has the same days once more.
@Suite struct InboxServiceTests {
  private static func day(_ steps: Int, _ meters: Int, _ energy: Int) -> (String, String) {
    (
      "u/ACTIVITY/ACTIVITY_1.csv",
      "date,steps,distance,runDistance,calories\n2026-03-05,\(steps),\(meters),0,\(energy)\n"
    )
  }

  private static let minutes = (
    "u/ACTIVITY_MINUTE/ACTIVITY_MINUTE_1.csv",
    "date,time,steps\n2026-03-05,08:00,100\n2026-03-05,08:01,40\n"
  )

  private func load(_ inbox: TestInbox) throws -> Inbox.Report {
    try inbox.load { $0.reading.zone = try Zone("+01:00") }
  }

  @Test(arguments: StoreUnderTest.databases)
  func theLaterSumOfADayCounts(_ kind: StoreUnderTest) throws {
    let inbox = try TestInbox(kind)
    try inbox.write([Self.day(3_000, 2_100, 100)], archive: "1.zip")
    #expect(try load(inbox).new == 3)
    try inbox.write([Self.day(8_000, 5_600, 310)], archive: "2.zip")
    let report = try load(inbox)
    #expect(report.new == 3 && report.removed == 3)
    #expect(try inbox.values().sorted() == [310, 5_600, 8_000])
    #expect(try inbox.place.open(.reading).check().isEmpty)
  }

  /// The minutes of a day and its sum do not count both, whatever comes first.
  @Test(arguments: StoreUnderTest.databases, [true, false])
  func minutesReplaceTheSumOfTheirDay(_ kind: StoreUnderTest, _ isFirst: Bool) throws {
    let inbox = try TestInbox(kind)
    let day = Self.day(8_000, 5_600, 310)
    try inbox.write(isFirst ? [day, Self.minutes] : [day], archive: "1.zip")
    _ = try load(inbox)
    try inbox.write(isFirst ? [day] : [day, Self.minutes], archive: "2.zip")
    let report = try load(inbox)
    #expect(report.superseded == (isFirst ? 1 : 0) && report.removed == (isFirst ? 0 : 1))
    #expect(try inbox.values().sorted() == [40, 100, 310, 5_600])
    #expect(try inbox.place.open(.reading).check().isEmpty)
  }

  /// Files of one archive may overlap. Equal rows of one file are two measurements.
  @Test(arguments: StoreUnderTest.databases)
  func whatSeveralFilesHaveIsSavedOnce(_ kind: StoreUnderTest) throws {
    let inbox = try TestInbox(kind)
    let header = "date,time,heartRate\n"
    let files = [
      "2026-03-05,08:00,60\n2026-03-05,08:00,60\n", "2026-03-05,08:00,60\n2026-03-05,08:01,62\n",
    ]
    try inbox.write(
      files.enumerated().map { ("u/HEARTRATE_AUTO/HEARTRATE_AUTO_\($0).csv", header + $1) },
      archive: "1.zip")
    #expect(try load(inbox).new == 3)
    #expect(try inbox.values() == [60, 60, 62])
  }

  /// A service's minutes and the sum of their day come in different files.
  @Test(arguments: StoreUnderTest.databases, [true, false])
  func minutesCountInThePlaceOfASum(_ kind: StoreUnderTest, _ isFirst: Bool) throws {
    let inbox = try TestInbox(kind)
    let minutes = "timestamp,steps\n2024-05-01T08:00:00Z,100\n2024-05-01T08:01:00Z,40\n"
    let sum = #"{"activities-steps":[{"dateTime":"2024-05-01","value":"140"}]}"#
    if isFirst { try inbox.write(minutes, "steps_2024-05-01.csv") }
    if !isFirst { try inbox.write(sum, "api.json") }
    _ = try load(inbox)
    try inbox.write(isFirst ? sum : minutes, isFirst ? "api.json" : "steps_2024-05-01.csv")
    _ = try load(inbox)
    #expect(try inbox.values() == [100, 40])
  }

  private static func resting(_ value: Int, _ time: String) -> String {
    #"{"data":{"metrics":[{"name":"resting_heart_rate","units":"count/min","data":[{"qty":\#(value),"#
      + #""source":"Watch","date":"2024-06-01 \#(time) +0000"}]}]}}"#
  }

  /// Of the averages of one day in an archive, the last one counts, also if it equals the first.
  @Test(arguments: StoreUnderTest.databases)
  func theLaterAverageOfAnArchiveCounts(_ kind: StoreUnderTest) throws {
    let inbox = try TestInbox(kind)
    let posts = [60, 61, 60].enumerated().map {
      ("post-\($0).json", Self.resting($1, "00:00:00"))
    }
    try inbox.write(posts, archive: "1.zip")
    _ = try load(inbox)
    #expect(try inbox.values() == [60])
  }

  /// Averages within a second are versions of each other, too.
  @Test(arguments: StoreUnderTest.databases)
  func averagesWithinASecondCountOnce(_ kind: StoreUnderTest) throws {
    let inbox = try TestInbox(kind)
    for value in [60, 61] {
      let sample =
        #"{"kind":"quantity","type":"HKQuantityTypeIdentifierRestingHeartRate","start":"2024-05-01T08:00:00.5+00:00","#
        + #""end":"2024-05-01T08:00:00.5+00:00","value":\#(value),"unit":"count/min","source":{"name":"X"},"#
        + #""metadata":{"aggregate":"average"}}"#
      try inbox.write("{\"kind\":\"dataset\",\"version\":1}\n\(sample)\n", "\(value).jsonl")
      _ = try load(inbox)
    }
    #expect(try inbox.values() == [61])
  }

  /// A service that received an activity has the samples of its device: it is no device that was renamed.
  @Test(arguments: StoreUnderTest.databases)
  func theServicesOfOneWorkoutAreLoaded(_ kind: StoreUnderTest) throws {
    let inbox = try TestInbox(kind)
    let points = (10..<30).map {
      "<trkpt lat=\"1\" lon=\"1\"><time>2024-06-01T06:00:\($0)Z</time>"
        + "<extensions><hr>1\($0)</hr></extensions></trkpt>"
    }
    for creator in ["Watch", "Site"] {
      try inbox.write(
        "<gpx version=\"1.1\" creator=\"\(creator)\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
          + "\(points.joined())</trkseg></trk></gpx>", "\(creator).gpx")
    }
    let report = try inbox.load { $0.allowsNewSources = false }
    #expect(report.counts == [.loaded: 2] && report.new == 42)
  }

  @Test(arguments: StoreUnderTest.databases)
  func aRenamedSourceIsRefusedUntilItIsNamed(_ kind: StoreUnderTest) throws {
    let inbox = try TestInbox(kind)
    for source in ["Old", "New"] {
      let samples = (10..<30).map {
        #"{"kind":"quantity","type":"HKQuantityTypeIdentifierHeartRate","start":"2024-05-01T08:00:\#($0)+00:00","#
          + #""end":"2024-05-01T08:00:\#($0)+00:00","value":\#($0),"unit":"count/min","source":{"name":"\#(source)"}}"#
      }
      let lines = [#"{"kind":"dataset","version":1}"#] + samples
      try inbox.write(lines.joined(separator: "\n") + "\n", "\(source).jsonl")
      let report = try inbox.load { $0.allowsNewSources = false }
      let status: InboxFile.Status = source == "Old" ? .loaded : .refused
      #expect(report.counts == [status: 1])
    }
    let report = try inbox.load {
      $0.allowsNewSources = false
      $0.retries = true
      $0.sourceNames = ["New": "Old"]
    }
    #expect(report.counts == [.loaded: 1] && report.new == 0)
    #expect(try inbox.samples().count == 20)
  }

  /// A map also reads archives that no other format recognizes.
  @Test func aMapReadsArchives() throws {
    let inbox = try TestInbox(.sqlite)
    let posts = [(0, "08"), (1, "09")].map { ("\($0).json", Self.resting(60, "\($1):00:00")) }
    try inbox.write(posts, archive: "1.zip")
    let report = try inbox.load {
      $0.reading.map = try CSVMap.named("health-auto-export")
    }
    #expect(report.counts[.loaded] == 1 && report.new == 2)
  }
}
