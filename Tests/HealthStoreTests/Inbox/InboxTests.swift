import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// Files that keep coming are loaded once, and each has a row, in every database.
@Suite struct InboxTests {
  private static func lines(_ samples: [Sample]) throws -> String {
    let sink = BytesSink()
    var writer = JSONLinesWriter(sink: sink)
    try writer.begin(DatasetInfo())
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  @Test(arguments: StoreUnderTest.databases)
  func eachContentIsReadOnce(_ kind: StoreUnderTest) throws {
    let folder = try TestInbox(kind)
    let days = (0..<4).map { day in
      (0..<3).map { Inputs.heartRate(60 + $0, at: Int64(day * 86_400 * 2 + $0)) }
    }
    for (day, samples) in days.enumerated() {
      try folder.write(try Self.lines(samples), "day \"\(day)\".jsonl")
    }
    try folder.write(try Self.lines(days[2]), "deeper/again.jsonl")
    try folder.write("{\"broken\":", "broken.jsonl")
    try folder.write("no format at all \u{1}\u{2}", "unknown.bin")
    let report = try folder.load()
    #expect(report.counts[.loaded] == 4 && report.known == 1 && report.new == 12)
    #expect(report.counts.values.reduce(0, +) == 6)
    var ledger = try folder.ledger()
    #expect(Set(ledger.map(\.hash)).count == 6 && ledger.count == 6)
    #expect(ledger.filter { $0.status == .loaded }.allSatisfy { $0.samples == 3 && $0.new == 3 })
    #expect(DayRanges(ledger.flatMap(\.days.ranges)).gaps.map(\.count) == [1, 1, 1])
    #expect(try folder.samples().count == 12)
    let anchor = try folder.place.open(.reading).anchor()
    let again = try folder.load()
    #expect(again.known == 7 && again.failedBefore == 2)
    #expect(try folder.load { $0.retries = true }.known == 5)
    ledger = try folder.ledger()
    #expect(ledger.count == 6)
    #expect(try folder.place.open(.reading).anchor() == anchor)
    #expect(try folder.place.open(.reading).check().isEmpty)
  }

  @Test(arguments: StoreUnderTest.databases)
  func growingFilesWait(_ kind: StoreUnderTest) throws {
    let folder = try TestInbox(kind)
    let whole = try Self.lines((0..<5).map { Inputs.heartRate(60 + $0, at: Int64($0)) })
    try folder.write(String(whole.prefix(40)), "a.jsonl", isOld: false)
    try folder.write(whole, "b.jsonl.part")
    var inbox = try Inbox([folder.path], into: folder.store)
    inbox.quietTime = 3_600_000
    #expect(try inbox.run(waits: false) { _, _, _ in }.waiting == 2)
    try folder.write(String(whole.prefix(whole.utf8.count - 20)), "a.jsonl", isOld: false)
    #expect(try inbox.run(waits: false) { _, _, _ in }.waiting == 2)
    #expect(try folder.samples().isEmpty && folder.ledger().isEmpty)
    // It did not grow between two runs, but is not complete: nothing of it is saved.
    #expect(try inbox.run(waits: false) { _, _, _ in }.counts == [.damaged: 1])
    #expect(try folder.samples().isEmpty && folder.ledger().map(\.status) == [.damaged])
    try folder.write(whole, "a.jsonl")
    let report = try inbox.run { _, _, _ in }
    #expect(report.counts == [.loaded: 1] && report.new == 5 && report.waiting == 1)
  }

  /// A load that ends before its commit leaves neither samples nor a row.
  @Test(arguments: StoreUnderTest.databases)
  func anEndedLoadLeavesNothing(_ kind: StoreUnderTest) throws {
    let folder = try TestInbox(kind)
    try folder.write(try Self.lines([Inputs.heartRate(60)]), "a.jsonl")
    #expect(throws: HealthError.self) {
      try folder.load { $0.onProgress = { _ in throw CancellationError() } }
    }
    #expect(try folder.samples().isEmpty && folder.ledger().isEmpty)
    #expect(try folder.load().counts == [.loaded: 1])
  }

  // MARK: Aggregates

  /// A file of Health Auto Export with steps of some hours of a day, or with the steps of the day.
  static func sums(_ values: [(hour: Int, steps: Int)], _ source: String) -> String {
    let items = values.map {
      "{\"qty\":\($0.steps),\"source\":\"\(source)\",\"date\":\"2024-06-01 \($0.hour < 10 ? "0" : "")\($0.hour):00:00 +0000\"}"
    }
    return
      "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":[\(items.joined(separator: ","))]}]}}"
  }

  static func export(_ steps: [(minute: Int, steps: Int)], date: String) -> String {
    func time(_ minute: Int) -> String {
      Timestamp(secondsSince1970: 1_717_200_000 + Int64(minute) * 60).text(.export).description
    }
    let records = steps.map {
      "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Watch\" sourceVersion=\"10\" unit=\"count\" "
        + "startDate=\"\(time($0.minute))\" endDate=\"\(time($0.minute + 1))\" value=\"\($0.steps)\"/>"
    }
    return
      "<HealthData><ExportDate value=\"\(date)\"/>\(records.joined())</HealthData>"
  }

  private func load(_ folder: TestInbox, _ table: String = "json-hours") throws -> Inbox.Report {
    try folder.load { $0.reading.map = try CSVMap.named("health-auto-export#\(table)") }
  }

  @Test(arguments: StoreUnderTest.databases)
  func aLaterAggregateReplacesTheEarlier(_ kind: StoreUnderTest) throws {
    let folder = try TestInbox(kind)
    try folder.write(Self.sums([(8, 100), (9, 50)], "iPhone"), "1.json")
    #expect(try load(folder).new == 2)
    let anchor = try folder.place.open(.reading).anchor()
    try folder.write(Self.sums([(8, 130)], "iPhone|Watch"), "2.json")
    let report = try load(folder)
    #expect(report.new == 1 && report.removed == 1)
    #expect(try folder.values() == [130, 50])
    // An addition and a deletion.
    let store = try folder.place.open(.reading)
    let changes = try store.changes(since: anchor, matching: .all, limit: 0).changes
    #expect(changes.count == 2)
    #expect(try store.check().isEmpty)
    // The day as a whole is coarser.
    try folder.write(Self.sums([(0, 999)], "Watch|iPhone"), "3.json")
    let day = try load(folder, "json-days")
    #expect(day.new == 0 && day.superseded == 1 && day.removed == 0)
    #expect(try folder.values() == [130, 50])
    #expect(try store.check().isEmpty)
  }

  @Test(arguments: StoreUnderTest.databases)
  func theFinerReplacesTheCoarser(_ kind: StoreUnderTest) throws {
    let folder = try TestInbox(kind)
    try folder.write(Self.sums([(0, 999)], "Watch"), "day.json")
    #expect(try load(folder, "json-days").new == 1)
    try folder.write(Self.sums([(8, 100), (9, 50)], "Watch"), "hours.json")
    #expect(try load(folder).removed == 1)
    #expect(try folder.values() == [100, 50])
    #expect(try folder.place.open(.reading).check().isEmpty)
  }

  /// Dates that no text can state are damage, and not calculated with.
  @Test(arguments: StoreUnderTest.databases)
  func impossibleDatesOfAggregatesAreDamage(_ kind: StoreUnderTest) throws {
    let folder = try TestInbox(kind)
    try folder.write(Self.sums([(8, 100), (9, 50)], "iPhone"), "1.json")
    _ = try load(folder)
    let rows = try #require(folder.place.rows)
    let date = kind.testDescription == "SQLite" ? "9223372036854775807" : "'infinity'"
    _ = try rows("UPDATE sample SET end_date = \(date)", 0)
    try folder.write(Self.sums([(10, 70)], "iPhone"), "2.json")
    let error = #expect(throws: HealthError.self) { try load(folder) }
    #expect(error?.kind == .malformed && error?.message.contains("'end_date'") == true)
    #expect(try folder.ledger().map(\.name) == ["1.json"])
  }

  /// No number is higher than the highest one.
  @Test(arguments: StoreUnderTest.databases)
  func aRowWithTheHighestNumberIsDamage(_ kind: StoreUnderTest) throws {
    let folder = try TestInbox(kind)
    try folder.write(Self.sums([(8, 100)], "iPhone"), "1.json")
    _ = try load(folder)
    let rows = try #require(folder.place.rows)
    _ = try rows("UPDATE inbox_file SET n = 9223372036854775807", 0)
    try folder.write(Self.sums([(9, 50)], "iPhone"), "2.json")
    let error = #expect(throws: HealthError.self) { try load(folder) }
    #expect(error?.kind == .malformed && error?.message.contains("'inbox_file'") == true)
    #expect(try folder.values() == [100])
  }

  /// Samples of an export count in the place of aggregates that came before it and of those that come later.
  @Test(arguments: StoreUnderTest.databases, [true, false])
  func samplesOfAnExportReplaceAggregates(_ kind: StoreUnderTest, _ isFirst: Bool) throws {
    let folder = try TestInbox(kind)
    let export = Self.export(
      [(8 * 60, 60), (8 * 60 + 30, 45), (9 * 60 + 5, 7)], date: "2024-06-01 09:10:00 +0000")
    let sums = Self.sums([(7, 3), (8, 105), (9, 50), (10, 20)], "Watch")
    try folder.write(isFirst ? export : sums, isFirst ? "a.xml" : "a.json")
    _ = try load(folder)
    try folder.write(isFirst ? sums : export, isFirst ? "b.json" : "b.xml")
    let report = try load(folder)
    #expect(report.superseded == (isFirst ? 2 : 0) && report.removed == (isFirst ? 0 : 2))
    // Of the hour in which the export was made only the samples count.
    #expect(try folder.values() == [3, 60, 45, 7, 20])
    #expect(try folder.place.open(.reading).check().isEmpty)
  }

  /// The sum of a day, of which only midnight is stated, does not count in addition to samples later on that day.
  @Test(arguments: StoreUnderTest.databases, [true, false])
  func theFirstDayOfAnExportCountsOnce(_ kind: StoreUnderTest, _ isFirst: Bool) throws {
    let folder = try TestInbox(kind)
    let export = Self.export([(10 * 60, 500)], date: "2024-06-01 20:00:00 +0000")
    let day = Self.sums([(0, 510)], "Watch")
    try folder.write(isFirst ? export : day, isFirst ? "a.xml" : "a.json")
    _ = try folder.load()
    try folder.write(isFirst ? day : export, isFirst ? "b.json" : "b.xml")
    let report = try folder.load()
    #expect(report.superseded == (isFirst ? 1 : 0) && report.removed == (isFirst ? 0 : 1))
    #expect(try folder.values() == [500])
  }
}
