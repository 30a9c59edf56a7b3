import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthStoreSQLite
import HealthTesting
import Testing

/// A sample is found wherever it is kept, and once: in streams and in every store.
struct NestedTests {
  private static let forms: [SamplePredicate.Form] = [
    .type("HKQuantityTypeIdentifierDietaryEnergyConsumed"), .kind(.quantity), .kind(.category),
    .kind(.correlation), .not(.kind(.correlation)), .not(.kind(.workout)),
    .type("HKCorrelationTypeIdentifierFood"), .text(.source, .equals("Watch")),
    .not(.text(.source, .equals("Phone"))), .value(.greater, 100, unit: "mmHg"),
    .start(.less, DateBound(Timestamp(secondsSince1970: 1_700_000_900))),
    .and([
      .type("HKQuantityTypeIdentifierHeartRate"),
      .start(.greaterOrEqual, DateBound(Timestamp(secondsSince1970: 1_700_000_300))),
    ]),
    .duration(.greater, 200), .types(like: "*Effort*"), .all,
    .or([.kind(.workout), .type("HKQuantityTypeIdentifierHeartRate")]),
  ]

  @Test(arguments: StoreUnderTest.all, [1, 2] as [UInt64])
  func storesFindThemAsTheDefinitionDoes(_ kind: StoreUnderTest, _ seed: UInt64) throws {
    var random = NestedSamples(seed: seed)
    let samples = random.samples(150)
    let place = try kind.make()
    try place.open(.writing).save(samples)
    let store = try place.open(.reading)
    var dice = FixedRandom(seed: seed)
    let about = samples.flatMap(\.everyOne)
    let predicates =
      Self.forms.map { SamplePredicate($0) }
      + (0..<30).map { _ in SamplePredicate.random(&dice, about: about) }
    let keyed = samples.map { (sample: $0, key: SampleKey($0)) }
    var nestedCount = 0
    for predicate in predicates {
      var matcher = SampleMatcher(predicate)
      let expected = samples.flatMap { $0.found { matcher.matches($0) } }
      #expect(try store.all(SampleQuery(predicate)) == expected, "\(predicate)")
      for key in SampleOrdering.Key.allCases {
        let query = SampleQuery(predicate, order: .init(key, isDescending: true), limit: 40)
        let answer = MemoryStore.answer(query, among: keyed)
        let cursor = try store.samples(query)
        for (sample, key) in answer {
          #expect(try cursor.next() == sample, "\(predicate) by \(query.order.key)")
          #expect(cursor.key == key)
        }
        #expect(try cursor.next() == nil)
      }
      if let count = try store.knownCount(of: predicate) { #expect(count == expected.count) }
      var stored = SampleQuery(predicate)
      stored.findsNested = false
      let top = samples.filter { matcher.matches($0) }
      #expect(try store.all(stored) == top, "\(predicate)")
      nestedCount += expected.count - top.count
    }
    // Else it would prove nothing.
    #expect(nestedCount > 200)
  }

  @Test(arguments: StoreUnderTest.all)
  func theyAreCounted(_ kind: StoreUnderTest) throws {
    var random = NestedSamples(seed: 3)
    let samples = random.samples(120)
    let place = try kind.make()
    try place.open(.writing).save(samples)
    let store = try place.open(.reading)
    let all = samples.flatMap(\.everyOne)
    let contents = try store.contents(limit: 100)
    #expect(contents.sampleCount == all.count)
    #expect(contents.nestedCount == all.count - samples.count)
    for type in contents.types {
      let ofType = { (sample: Sample) in
        sample.kind == type.kind && sample.header?.descriptor.type.identifier == type.type
      }
      #expect(type.count == all.count { ofType($0) })
      #expect(type.nested == type.count - samples.count { ofType($0) })
    }
    #expect(try store.descriptors().reduce(0) { $0 + $1.count } == all.count)
    let watches = all.filter { $0.header?.descriptor.type == .quantity(.workoutEffortScore) }
    #expect(
      try Set(store.sources(of: .quantity(.workoutEffortScore)))
        == Set(watches.compactMap { $0.header?.descriptor.source }))
  }

  /// 300 kcal in a food that is built in code.
  @Test(arguments: StoreUnderTest.all) func foodIsFoundByItsEnergy(_ kind: StoreUnderTest) throws {
    let start = Timestamp(secondsSince1970: 1_700_000_000)
    let energy = try QuantitySample(
      type: .dietaryEnergyConsumed, value: 300, unit: "kcal", start: start)
    let food = try Correlation(type: .food, samples: [.quantity(energy)], start: start)
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save([.correlation(food)])
    for text in ["type = DietaryEnergyConsumed", "value = 300 kcal", "value > 1000 kJ"] {
      let query = SampleQuery(try SamplePredicate(parsing: text))
      let cursor = try store.samples(query)
      #expect(try cursor.next() == .quantity(energy), "\(text)")
      #expect(cursor.key == nil)
      #expect(try cursor.next() == nil)
    }
    // With what holds it, it is not found once more.
    let both = SampleQuery(try SamplePredicate(parsing: "type in (DietaryEnergyConsumed, Food)"))
    #expect(try store.all(both) == [.correlation(food)])
  }

  @Test(arguments: StoreUnderTest.all)
  func theyAreDeletedWithWhatHoldsThem(_ kind: StoreUnderTest) throws {
    var random = NestedSamples(seed: 4)
    let samples = random.samples(100)
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save(samples)
    let predicate = try SamplePredicate.type("DietaryEnergyConsumed")
    var matcher = SampleMatcher(predicate)
    let (stored, found) = (
      samples.filter { matcher.matches($0) }, samples.flatMap { $0.found { matcher.matches($0) } }
    )
    #expect(stored.count < found.count)
    #expect(try store.delete(where: predicate) == stored.count)
    // Those nested that were also at top level are only nested now.
    let left = Self.linked(samples.filter { !matcher.matches($0) })
    let isNested = left.flatMap { $0.found { matcher.matches($0) } }
    #expect(isNested.count > found.count - stored.count)
    #expect(try store.all(SampleQuery(predicate)) == isNested)
    #expect(try store.delete(where: .or([.kind(.correlation), .kind(.workout)])) > 0)
    #expect(try store.all(SampleQuery(predicate)).isEmpty)
    #expect(try store.check() == [])
  }

  /// Whether a nested sample is also at top level follows what is there, whatever was added and deleted.
  @Test(arguments: StoreUnderTest.all)
  func whatIsAtTopLevelMayChange(_ kind: StoreUnderTest) throws {
    var random = NestedSamples(seed: 6)
    let samples = random.samples(120)
    let place = try kind.make()
    let store = try place.open(.writing)
    // None of the nested samples is at top level.
    let holders = samples.filter { !$0.members.isEmpty }
    try store.save(holders)
    #expect(try store.all(SampleQuery(.all)) == Self.linked(holders))
    try store.save(samples.filter(\.members.isEmpty))
    let all = holders + samples.filter(\.members.isEmpty)
    #expect(try store.all(SampleQuery(.all)) == Self.linked(all))
    var dice = FixedRandom(seed: 6)
    var (left, deleted): ([Sample], [Sample]) = ([], [])
    for sample in all {
      if Bool.random(using: &dice) { left.append(sample) } else { deleted.append(sample) }
    }
    #expect(try store.delete(deleted.map { SampleKey($0) }) == deleted.count)
    left = Self.linked(left)
    #expect(try store.all(SampleQuery(.all)) == left)
    #expect(try store.contents(limit: 1).sampleCount == left.flatMap(\.everyOne).count)
    for form in Self.forms {
      var matcher = SampleMatcher(SamplePredicate(form))
      let found = left.flatMap { $0.found { matcher.matches($0) } }
      #expect(try store.all(SampleQuery(SamplePredicate(form))) == found, "\(form)")
    }
    #expect(try store.check() == [])
  }

  private static func linked(_ samples: [Sample]) -> [Sample] {
    let versions = samples.versions
    return samples.map { sample in
      var sample = sample
      sample.link(to: versions)
      return sample
    }
  }

  /// Who follows a type hears of each sample that holds one of it, once, and of its end.
  @Test(arguments: StoreUnderTest.all, [1, 7, 1_000])
  func changesNameWhatHoldsThem(_ kind: StoreUnderTest, _ limit: Int) throws {
    var random = NestedSamples(seed: 5)
    let samples = random.samples(80)
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save(samples)
    let predicate = try SamplePredicate.type("HeartRate")
    var matcher = SampleMatcher(predicate)
    let expected = samples.filter { sample in !sample.found { matcher.matches($0) }.isEmpty }
    #expect(expected.contains { $0.kind == .workout })
    var anchor: StoreAnchor?
    var seen: [StoreChange] = []
    while true {
      let page = try store.changes(since: anchor, matching: predicate, limit: limit)
      #expect(page.changes.count <= limit)
      seen += page.changes
      anchor = page.anchor
      if !page.hasMore { break }
    }
    #expect(seen == expected.map { .added($0, key: SampleKey($0)) })
    let workout = try #require(expected.first { $0.kind == .workout })
    try store.delete([SampleKey(workout)])
    let after = try store.changes(since: anchor, matching: predicate, limit: limit).changes
    let key = SampleKey(workout)
    #expect(
      after == [
        .deleted(
          DeletedSample(
            key: key, kind: .workout, type: workout.header?.descriptor.type.identifier ?? ""))
      ])
    let other = try SamplePredicate.type("audiogram")
    #expect(try store.changes(since: anchor, matching: other, limit: limit).changes == [])
  }

  /// Files answer as stores do, whatever their format.
  @Test(arguments: ["jsonl", "xml", "db"]) func filesFindThem(_ ending: String) throws {
    var random = NestedSamples(seed: 6)
    let samples = random.samples(60)
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    let path = folder.folder + "/all." + ending
    let source = BytesSink()
    var writer = JSONLinesWriter(sink: source)
    try writer.begin(DatasetInfo())
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    let lines = folder.folder + "/lines.jsonl"
    try Data(source.bytes).write(to: URL(fileURLWithPath: lines))
    if ending != "jsonl" {
      let format: Format = ending == "xml" ? .appleHealth : StoreKind.sqlite.format
      _ = try Conversion(of: try .open(lines), to: format).run(toFile: path)
    }
    let dataset = try Dataset.open(ending == "jsonl" ? lines : path)
    // An export keeps another order, and says anew which members are at top level.
    var read = try dataset.samples()
    var all: [Sample] = []
    while let sample = try read.next() { all.append(sample) }
    for form in Self.forms {
      let predicate = SamplePredicate(form)
      var matcher = SampleMatcher(predicate)
      let expected = all.flatMap { $0.found { matcher.matches($0) } }
      // One that an export has before it is at top level is found there only.
      var rest = expected.map(\.id)[...]
      var ids: [SampleID] = []
      while let id = rest.popFirst() { if !rest.contains(id) { ids.append(id) } }
      #expect(try DatasetQuery(SampleQuery(predicate), of: [dataset]).count() == ids.count)
      let sink = BytesSink()
      _ = try DatasetQuery(SampleQuery(predicate), of: [dataset]).run(
        into: OutputContainer(file: sink), as: .jsonLines, name: "memory")
      #expect(Self.read(sink.bytes) == ids, "\(predicate)")
    }
  }

  private static func read(_ bytes: [UInt8]) -> [SampleID] {
    var ids: [SampleID] = []
    guard
      var samples = try? Samples(
        JSONLinesReader(source: BytesSource(bytes), name: "memory", options: ReadOptions()))
    else { return [] }
    while let sample = try? samples.next() { ids.append(sample.id) }
    return ids
  }
}

/// A workout and a sample nested in it, which conditions on the workout's figures tell apart.
@Suite struct NestedFigureTests {
  @Test(arguments: StoreUnderTest.all)
  func conditionsOnFiguresAreTestedOnTheHolder(_ kind: StoreUnderTest) throws {
    var fields = Sample.WorkoutFields()
    (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (Number(150), "kcal")
    fields.samples = [NestedSample(sample: Inputs.heartRate(120))]
    let start = Inputs.heartRate(120).startDate ?? .unknown
    let workout = Sample.workout(
      Workout(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")), source: nil),
          start: start, end: start), fields: fields))
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save([workout], .upsert, .unchecked)
    for (condition, found) in [
      ("energy > 100 kcal", SampleKind.workout), ("not energy > 100 kcal", .quantity),
      ("energy is missing", .quantity), ("energy > 200 kcal or type = HeartRate", .quantity),
    ] {
      let predicate = try SamplePredicate(parsing: condition)
      let samples = try store.samples(SampleQuery(predicate)).all()
      #expect(samples.map(\.kind) == [found], "\(condition)")
      let copy = try #require(try store.all().first)
      var matcher = SampleMatcher(predicate)
      #expect(matcher.matches(in: copy) == samples, "\(condition)")
    }
  }
}
