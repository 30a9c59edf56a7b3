import HealthBytes
import HealthConv
import HealthModel
import HealthStatistics
import HealthStore
import HealthTesting
import Testing

/// Statistics that follow the changes of a store are those of all its samples.
@Suite struct StatisticsUpdateTests {
  /// What is calculated.
  struct Form: Sendable, CustomTestStringConvertible {
    let type: QuantityType
    let options: StatisticsOptions
    let interval: CalendarInterval
    var sources = SourceRule.priority

    var testDescription: String { "\(type.shortName) by \(interval), \(sources)" }

    func updater() throws -> StatisticsCollection.Updater {
      try StatisticsCollection.Updater(
        quantityType: type, options: options, interval: interval, zone: Zone("Europe/Berlin"),
        sources: sources, priority: ["Ring"])
    }

    /// The statistics of all samples of a store.
    func whole(_ store: any SampleStore) throws -> StatisticsCollection {
      var query = try StatisticsCollectionQuery(
        quantityType: type, options: options, interval: interval, zone: Zone("Europe/Berlin"),
        sources: sources, priority: ["Ring"])
      let samples = try store.samples(SampleQuery(.type(type)))
      while let sample = try samples.next() { try query.add(sample) }
      return try query.statisticsCollection()
    }
  }

  static let forms = [
    Form(type: .stepCount, options: [.cumulativeSum, .mostRecent, .duration], interval: .day),
    Form(type: .stepCount, options: [.cumulativeSum, .separateBySource], interval: .hour),
    Form(type: .stepCount, options: .cumulativeSum, interval: .week, sources: .separate),
    Form(type: .stepCount, options: .cumulativeSum, interval: .day, sources: .max),
    Form(
      type: .heartRate, options: [.discreteAverage, .discreteMax, .duration],
      interval: CalendarInterval(.hour, count: 6)),
    Form(type: .heartRate, options: .discreteAverage, interval: .month),
    Form(type: .environmentalAudioExposure, options: .discreteAverage, interval: .day),
  ]

  /// Samples of some weeks with the change of the clocks, some of them long, nested, or versions of one sample.
  private struct Samples {
    var dice: FixedRandom
    private static let sources = ["Ring", "Anna’s Watch", "iPhone", "App", "Belt"]

    init(_ seed: UInt64) { dice = FixedRandom(seed: seed) }

    mutating func header(_ type: SampleType, _ unit: String?) -> SampleHeader {
      // Few begin near others, so that neighbors are sometimes far away.
      let day = [0, 1, 2, 3, 20, 40].randomElement(using: &dice) ?? 0
      let second = 1_711_600_000 + day * 86_400 + Int.random(in: 0..<30_000, using: &dice)
      let length =
        [0, 0, 60, 600, 7_200, 90_000].randomElement(using: &dice) ?? 0
      let start = Timestamp(secondsSince1970: Int64(second), offsetMinutes: 60)
      let end = Timestamp(secondsSince1970: Int64(second + length), offsetMinutes: 60)
      var metadata = Metadata()
      if Int.random(in: 0..<4, using: &dice) == 0 {
        metadata = Metadata([
          MetadataEntry(key: .syncIdentifier, value: "s\(Int.random(in: 0..<6, using: &dice))"),
          MetadataEntry(key: .syncVersion, value: "\(Int.random(in: 1..<9, using: &dice))"),
        ])
      }
      let source = Self.sources.randomElement(using: &dice) ?? ""
      return SampleHeader(
        descriptor: SampleDescriptor(type: type, unitText: unit, source: Source(name: source)),
        start: start, end: end, metadata: metadata)
    }

    mutating func quantity(_ type: QuantityType) -> Sample {
      .quantity(
        QuantitySample(
          header: header(.quantity(type), type.canonicalUnit),
          number: Number(Int.random(in: 40..<100, using: &dice))))
    }

    mutating func some(_ type: QuantityType) -> [Sample] {
      (0..<Int.random(in: 1..<8, using: &dice)).map { _ in
        guard Int.random(in: 0..<6, using: &dice) == 0 else { return quantity(type) }
        var fields = Sample.WorkoutFields()
        fields.samples = [NestedSample(sample: quantity(type))]
        return .workout(
          Workout(header: header(.workout(.running), nil), fields: fields))
      }
    }
  }

  @Test(arguments: StoreUnderTest.all, forms)
  func statisticsFollowTheChanges(_ kind: StoreUnderTest, _ form: Form) throws {
    for seed in 0..<4 {
      let place = try kind.make()
      let store = try place.open(.writing)
      var samples = Samples(UInt64(seed))
      var updater = try form.updater()
      for round in 0..<14 {
        let before = updater.collection
        for _ in 0..<Int.random(in: 0..<3, using: &samples.dice) {
          try store.save(samples.some(form.type), .add)
        }
        // Of another type, which does not matter.
        try store.save([samples.quantity(.bodyMass)], .add)
        let stored = try store.all()
        for _ in 0..<Int.random(in: 0..<3, using: &samples.dice) {
          if let sample = stored.randomElement(using: &samples.dice) {
            try store.delete([SampleKey(sample)])
          }
        }
        if round == 9 { try store.delete(where: .text(.source, .equals("Anna’s Watch"))) }
        let changed = try updater.update(from: store)
        let whole = try form.whole(store)
        #expect(updater.collection.sources() == whole.sources(), "seed \(seed), round \(round)")
        #expect(updater.collection == whole, "seed \(seed), round \(round)")
        let other = whole.statistics().filter { !before.statistics().contains($0) }
        #expect(changed == other, "seed \(seed), round \(round)")
      }
      #expect(!updater.collection.statistics().isEmpty)
      #expect(try updater.update(from: store).isEmpty)
    }
  }

  /// A change between two elements, by whatever handle, is in the next one.
  @Test(.timeLimit(.minutes(1)), arguments: StoreUnderTest.all)
  func noChangeIsMissedBetweenUpdates(_ kind: StoreUnderTest) async throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    let form = Self.forms[0]
    var samples = Samples(7)
    var updates = try form.updater().updates(of: store, every: .milliseconds(1))
      .makeAsyncIterator()
    for _ in 0..<5 {
      let collection = try await updates.next()
      #expect(try collection == form.whole(store))
      try await store.save([samples.quantity(form.type)], .add)
    }
  }

  /// A new sample of one day leaves the others as they are: they are not read.
  @Test func otherIntervalsAreNotRead() throws {
    let store = try StoreUnderTest.memory.make().open(.writing)
    func steps(_ day: Int, _ count: Int) -> Sample {
      let start = Timestamp(secondsSince1970: 1_711_600_000 + Int64(day) * 86_400)
      let descriptor = SampleDescriptor(
        type: .quantity(.stepCount), unitText: "count", source: Source(name: "Watch"))
      return .quantity(
        QuantitySample(
          header: SampleHeader(
            descriptor: descriptor, start: start, end: start.advanced(byNanoseconds: 60_000_000_000)
          ),
          number: Number(count)))
    }
    try store.save((0..<200).map { steps($0, 100) }, .add)
    var updater = try Self.forms[0].updater()
    #expect(try updater.update(from: store).count == 200)
    let counted = CountingStore(store)
    try store.save([steps(50, 7)], .add)
    let changed = try updater.update(from: counted)
    #expect(changed.map { $0.sumQuantity()?.value } == [107])
    #expect(counted.read < 20)
    // An anchor of another store is of no use: all is read again.
    let other = try StoreUnderTest.memory.make().open(.writing)
    try other.save([steps(1, 5)], .add)
    #expect(try updater.update(from: other).map { $0.sumQuantity()?.value } == [5])
    #expect(updater.collection.statistics().count == 1)
  }
}

/// A store that counts the samples that are read.
private final class CountingStore: StoreWrapper, @unchecked Sendable {
  let store: any SampleStore
  private(set) var read = 0

  init(_ store: any SampleStore) { self.store = store }

  final class Cursor: SampleCursor {
    private let cursor: any SampleCursor
    private let owner: CountingStore

    init(_ cursor: any SampleCursor, _ owner: CountingStore) {
      (self.cursor, self.owner) = (cursor, owner)
    }

    var key: SampleKey? { cursor.key }

    func next() throws(HealthError) -> Sample? {
      owner.read += 1
      return try cursor.next()
    }
  }

  func samples(_ query: SampleQuery) throws(HealthError) -> any SampleCursor {
    Cursor(try store.samples(query), self)
  }
}
