import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

@testable import HealthStoreSQLite

/// Text that is stored once and is that of many samples.
@Suite struct SharedTextTests {
  private static let text = String(repeating: "x", count: 300_000)

  private static func samples(source: String) -> [Sample] {
    let descriptor = SampleDescriptor(
      type: .quantity(QuantityType("HKQuantityTypeIdentifierHeartRate")), unitText: "count/min",
      source: Source(name: source))
    return (0..<2_000).map { number in
      let start = Timestamp(secondsSince1970: 1_700_000_000 + Int64(number))
      let header = SampleHeader(descriptor: descriptor, start: start, end: start)
      return .quantity(QuantitySample(header: header, number: Number(60)))
    }
  }

  @Test(arguments: StoreUnderTest.databases)
  func moreThanTheRatioIsNotRead(_ database: StoreUnderTest) throws {
    let place = try database.make()
    let store = try place.open(.writing)
    try store.save(Self.samples(source: "Watch"), .upsert)
    _ = try place.rows?("UPDATE source SET name = '\(Self.text)' RETURNING number", 1)
    let cursor = try store.samples(SampleQuery())
    var count = 0
    do throws(HealthError) {
      while try cursor.next() != nil { count += 1 }
      Issue.record("600 MB of text were read")
    } catch {
      #expect(error.code == .damaged)
      #expect(error.message == "unpacks to more than 200 times its size (limit 'ratio')")
    }
    #expect(count > 50 && count < 2_000)
    // Nor in many answers, each of which is bounded.
    var (anchor, bytes): (StoreAnchor?, Int) = (nil, 0)
    do throws(HealthError) {
      while true {
        let changes = try store.changes(since: anchor, matching: .all, limit: 1_000)
        anchor = changes.anchor
        bytes += changes.changes.count * Self.text.utf8.count
        if !changes.hasMore { break }
      }
      Issue.record("changes with \(bytes) bytes were read")
    } catch {
      #expect(error.message == "unpacks to more than 200 times its size (limit 'ratio')")
    }
    // A reader that starts again is not affected.
    #expect(try store.changes(since: nil, matching: .all, limit: 10).changes.count == 10)
    // A few samples can be read.
    var few = SampleQuery()
    few.limit = 10
    #expect(try store.all(few).count == 10)
  }

  /// Neither in the first load of a file nor in one that follows.
  @Test(arguments: StoreUnderTest.databases)
  func moreThanTheRatioIsNotSaved(_ database: StoreUnderTest) throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    let place = try database.make()
    let isFile = database.testDescription == StoreUnderTest.sqlite.testDescription
    for access in [StoreKind.Access.creating, .writing] {
      let store =
        isFile ? try SQLiteStore(folder.path, for: access) : try place.open(.writing)
      do throws(HealthError) {
        try store.save(Self.samples(source: Self.text), .upsert)
        Issue.record("600 MB of text were saved")
      } catch {
        #expect(error.code == .unsupported)
        #expect(error.message.contains("(limit 'ratio')"))
      }
      if access == .creating { try store.save([Inputs.heartRate(1)], .upsert) }
      #expect(try store.all().count == 1)
    }
  }

  /// An answer with changes is bounded by bytes, too; the next one goes on after it.
  @Test func changesComeInAnswersOfBoundedSize() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    let samples = (0..<40).map { number in
      Inputs.heartRate(
        60, at: Int64(number),
        metadata: Metadata([
          MetadataEntry(
            key: MetadataKey("k"), value: "\(number)" + String(repeating: "x", count: 1 << 20))
        ]))
    }
    try store.save(samples, .upsert)
    var anchor: StoreAnchor?
    var (found, answers) = (0, 0)
    while true {
      let changes = try store.changes(since: anchor, matching: .all, limit: 1_000)
      (found, answers) = (found + changes.changes.count, answers + 1)
      anchor = changes.anchor
      #expect(changes.changes.count < 20)
      if !changes.hasMore { break }
    }
    #expect(found == samples.count)
    #expect(answers > 2)
  }

  /// Rows that have nothing to do with samples.
  @Test func factsAreBounded() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    try store.save([Inputs.heartRate(1)], .upsert)
    try PlainDatabase(folder.path).run(
      """
      WITH RECURSIVE n (n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM n WHERE n < 60)
      INSERT INTO characteristic (n, type, value) SELECT n, 'T' || n, printf('%.*c', 1000000, 'x') FROM n
      """)
    do throws(HealthError) {
      _ = try store.info()
      Issue.record("50 MB of facts were read")
    } catch {
      #expect(error.message.contains("(limit 'database-answer')"))
    }
  }
}
