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
}
