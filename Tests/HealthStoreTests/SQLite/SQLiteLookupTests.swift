import HealthBytes
import HealthConv
import HealthModel
import HealthStore
import HealthTesting
import Testing

@testable import HealthStoreSQLite

/// How samples are found in a file.
@Suite struct SQLiteLookupTests {
  private static let month = SamplePredicate(
    .and([
      .type("HKQuantityTypeIdentifierHeartRate"),
      .start(.greaterOrEqual, DateBound(Timestamp(secondsSince1970: 1_700_000_000))),
      .start(.less, DateBound(Timestamp(secondsSince1970: 1_702_592_000))),
    ]))

  @Test func oneTypeAndMonthIsLookedUpInTheIndex() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    try store.save(try Inputs.generated(count: 1_000), .upsert)
    let connection = try #require(try store.connect())
    let decoder = RowDecoder(RowReader(connection), store: store.name)
    let filter = try SampleFilter(Self.month, connection, decoder)
    let indexed = try #require(filter.indexed)
    let statement = try Statement(
      "EXPLAIN QUERY PLAN SELECT change FROM sample WHERE \(indexed)", connection)
    #expect(try statement.step())
    let plan = try statement.text(3)
    #expect(
      plan.contains("USING COVERING INDEX sample_by_series (series=? AND start_date>?"), "\(plan)")
  }

  @Test(arguments: SampleOrdering.Key.allCases)
  func aConnectionKeepsItsPagesAgainAfterAScan(_ key: SampleOrdering.Key) throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    try store.save(try Inputs.generated(count: 100), .upsert)
    let cursor = try store.samples(SampleQuery(order: SampleOrdering(key)))
    #expect(try !cursor.all().isEmpty)
    let connection = try #require(try store.connect())
    let pages = Int64(Connection.pageCache)
    #expect(try connection.integer("PRAGMA cache_size") == 0 - pages)
  }

  /// Rows that nobody asks for are not read: here they cannot be.
  @Test(
    arguments: [
      .value(.greater, 0, unit: "count/min"), .text(.unit, .equals("count/min")),
      .text(.source, .like("wat*")), .text(.deviceHardware, .equals("7,1")),
      .not(.text(.unit, .equals("count"))), .types(like: "Heart*"),
      .and([.value(.less, 1_000, unit: nil), .text(.sourceVersion, .equals("9"))]),
    ] as [SamplePredicate.Form])
  func onlySeriesThatCanMatchAreRead(_ form: SamplePredicate.Form) throws {
    let predicate = SamplePredicate(form)
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    var device = Device()
    device.hardwareVersion = "7,1"
    let wanted = (0..<30).map {
      Self.sample(.heartRate, "count/min", Source(name: "Watch", version: "9"), device, $0)
    }
    let others = (0..<30).map {
      Self.sample(.stepCount, "count", Source(name: "Phone", version: "8"), nil, $0)
    }
    try store.save(zip(wanted, others).flatMap { [$0, $1] })
    #expect(try store.all(SampleQuery(predicate)) == wanted)
    try SQLiteFileTests.change(
      folder.path, "UPDATE sample SET kind = 99 WHERE change % 2 = 0")
    #expect(try store.all(SampleQuery(predicate)) == wanted)
    #expect(throws: HealthError.self) { try store.all() }
  }

  /// Of samples that are counted, those far from the bounds are not read: here they cannot be.
  @Test(arguments: [
    "type = HeartRate", "type = HeartRate and start >= 2023-11-10 and start < 2023-11-20",
    "type = HeartRate and start > 2023-11-12T08:00:00+02:00",
    "not type = StepCount and start <= 2023-11-18T12:00:00",
    "type = HeartRate and source = Watch and start < 2023-11-16",
  ])
  func mostSamplesAreCountedUnread(_ text: String) throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    let (watch, phone) = (Source(name: "Watch"), Source(name: "Phone"))
    try store.save(
      (-300..<300).flatMap { (place: Int64) in
        let offset = Int16(place % 7 * 120)
        return [
          Self.sample(.heartRate, "count/min", watch, nil, place * 1_800, offset: offset),
          Self.sample(.stepCount, "count", phone, nil, place * 1_800, offset: offset),
        ]
      })
    let predicate = try SamplePredicate(parsing: text)
    let count = try store.all(SampleQuery(predicate)).count
    #expect(200...600 ~= count)
    #expect(try store.knownCount(of: predicate) == count)
    try SQLiteFileTests.change(
      folder.path, "UPDATE sample SET kind = 99 WHERE abs(start_date - 1700000000) < 7200")
    #expect(try store.knownCount(of: predicate) == count)
    #expect(throws: HealthError.self) { try store.all(SampleQuery(predicate)) }
  }

  @Test(arguments: ["value > 0 and type = HeartRate", "duration > 1 s", "end < 2024-01-01", "all"])
  func whatIsAskedOfEachSampleIsNotKnown(_ text: String) throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    try store.save([Self.sample(.heartRate, "count/min", Source(name: "Watch"), nil, 0)])
    #expect(try store.knownCount(of: SamplePredicate(parsing: text)) == nil)
    #expect(try store.all(SampleQuery(SamplePredicate(parsing: text))).count <= 1)
  }

  /// A conversion reads of a store what it selects.
  @Test(arguments: 0..<5) func aConversionReadsWhatItSelects(_ condition: Int) throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    let wanted = Self.sample(.heartRate, "count/min", Source(name: "Watch"), nil, 400_000)
    try store.save([
      wanted, Self.sample(.stepCount, "count", Source(name: "Phone"), nil, -400_000),
    ])
    try SQLiteFileTests.change(folder.path, "UPDATE sample SET kind = 99 WHERE change = 2")
    var conversion = Conversion(of: try Dataset.open(folder.path), to: .jsonLines)
    switch condition {
    case 0: conversion.selection.types = [try TypePattern("HeartRate")]
    case 1: conversion.selection.excludedTypes = [try TypePattern("Step*")]
    case 2: conversion.selection.since = DateBound("2023-11-15T00:00:00")
    case 3: conversion.selection.addSource("wat*")
    default: conversion.selection.predicate = try .text(.unit, .equals("count/min"))
    }
    let report = try conversion.run(into: OutputContainer(file: BytesSink()), name: "memory")
    #expect(report.readError == nil)
    #expect(report.samplesWritten == 1)
    conversion.selection = Selection()
    let all = try conversion.run(into: OutputContainer(file: BytesSink()), name: "memory")
    #expect(all.readError != nil)
  }

  private static func sample(
    _ type: QuantityType, _ unit: String, _ source: Source, _ device: Device?, _ second: Int64,
    offset: Int16 = 0
  ) -> Sample {
    let start = Timestamp(secondsSince1970: 1_700_000_000 + second, offsetMinutes: offset)
    let descriptor = SampleDescriptor(
      type: .quantity(type), unitText: unit, source: source, device: device)
    return .quantity(
      QuantitySample(
        header: SampleHeader(descriptor: descriptor, start: start, end: start), number: Number(60)))
  }

  /// A stated UUID is looked up in an index, whether the pages of the store were written by us or by SQLite. Other rows are
  /// not read: here they cannot be.
  @Test(arguments: [true, false], SampleOrdering.Key.allCases)
  func statedUUIDsAreLookedUp(isFirstLoad: Bool, _ key: SampleOrdering.Key) throws {
    let folder = try SQLiteFolder(isEmpty: isFirstLoad)
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .creating)
    let samples = (0..<3_000).map { place -> Sample in
      var sample = Inputs.heartRate(60, at: Int64(place))
      if place % 3 > 0 { sample.updateHeader { $0.uuid = .random() } }
      return sample
    }
    try store.save(samples)
    #expect(try store.check() == [])
    let wanted = [4, 1_000, 2_999].map { samples[$0] }
    let uuids = wanted.compactMap { $0.header?.uuid }
    #expect(uuids.count == 3)
    let changes = wanted.map { "\($0.start?.secondsSince1970 ?? 0)" }.joined(separator: ", ")
    try SQLiteFileTests.change(
      folder.path, "UPDATE sample SET kind = 99 WHERE start_date NOT IN (\(changes))")
    let predicates: [SamplePredicate] = try [
      .uuids(Set(uuids)), .and([.uuids(Set(uuids)), .type("HeartRate")]),
      .and([.start(.greater, DateBound(Timestamp(secondsSince1970: 0))), .uuids(Set(uuids))]),
    ]
    for predicate in predicates {
      let query = SampleQuery(predicate, order: SampleOrdering(key))
      #expect(Set(try store.all(query).map(\.uuid)) == Set(uuids))
      let connection = try #require(try store.connect())
      let decoder = RowDecoder(RowReader(connection), store: store.name)
      let filter = try SampleFilter(predicate, connection, decoder)
      let plan = try Statement(
        "EXPLAIN QUERY PLAN SELECT * FROM sample WHERE \(filter.condition)", connection)
      #expect(try plan.step())
      let step = try plan.text(3)
      #expect(step.contains("INDEX sample_by_uuid (uuid=?)"), "\(step)")
    }
    #expect(try store.delete([wanted[0]]) == 1)
    #expect(try store.delete(where: .uuids(Set(uuids))) == 2)
    // One that can be made of an identity can be that of any sample.
    let derived = SampleUUID(id: samples[0].id, ordinal: 0)
    #expect(throws: HealthError.self) { try store.all(SampleQuery(.uuid(derived))) }
  }

  /// Whether the index is asked or all rows are looked at, and from wherever on, the answer is the same.
  @Test func theIndexAndAllRowsGiveTheSame() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    let samples = try Inputs.generated(count: 600)
    try store.save(samples, .upsert)
    let connection = try #require(try store.connect())
    let matcher = SampleMatcher(Self.predicate)
    let expected = samples.enumerated().filter {
      var matcher = matcher
      return matcher.matches($0.element)
    }.map { Int64($0.offset) + 1 }
    #expect(expected.count > 20 && expected.count < samples.count)
    for after in [nil, 0, expected[3], expected[expected.count / 2], 100_000] as [Int64?] {
      for few in [0, 5, 200_000] as [Int64] {
        for (isBrief, isDescending) in [(false, false), (true, false), (true, true), (false, true)]
        {
          var scan = try SampleScan(
            Self.predicate, by: SampleOrdering(.saved, isDescending: isDescending), after: after,
            isBrief: isBrief, few: few, connection)
          var found: [Int64] = []
          while try scan.next() != nil { found.append(scan.row.change) }
          let wanted = expected.filter { $0 > after ?? 0 }
          #expect(
            found == (isDescending ? wanted.reversed() : wanted), "after \(after ?? -1), few \(few)"
          )
        }
      }
    }
  }

  private static let predicate = SamplePredicate(
    .or([
      .type("HKQuantityTypeIdentifierHeartRate"), .type("HKQuantityTypeIdentifierStepCount"),
    ]))

  @Test func changesComeInRuns() {
    var random = FixedRandom(seed: 1)
    for spread in [3, 100, 70_000, 10_000_000] as [Int64] {
      var wanted: Set<Int64> = [-1, 0, 32_767, 32_768, 32_769, .max, .min, 63, 64, 65]
      for _ in 0..<40 {
        let first = Int64.random(in: -spread...spread, using: &random)
        for change in first...first + Int64.random(in: 0...90, using: &random) {
          wanted.insert(change)
        }
      }
      var changes = ChangeSet()
      for change in wanted { changes.insert(change) }
      for isDescending in [false, true] {
        var runs = changes.runs(isDescending: isDescending)
        var found: [Int64] = []
        while let run = runs.next() { found += isDescending ? run.reversed() : Array(run) }
        #expect(found == (isDescending ? wanted.sorted(by: >) : wanted.sorted()))
      }
      #expect(wanted.allSatisfy(changes.contains))
      #expect(!changes.contains(wanted.filter { $0 < .max }.max()! + 1))
    }
    #expect(!ChangeSet().contains(0))
  }
}
