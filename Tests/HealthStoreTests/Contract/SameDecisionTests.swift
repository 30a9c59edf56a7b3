import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthStoreSQLite
import HealthTesting
import Testing

/// Random multisets of samples with few identities: stores, merges and comparisons decide the same about them.
@Suite struct SameDecisionTests {
  /// The content of a sample, and in a store its ordinal.
  private struct Content: Hashable {
    let identity: String
    let metadata: String
    let uuid: SampleUUID?
    var ordinal: UInt32?

    init(_ sample: Sample, hasOrdinal: Bool = false) {
      identity = sample.id.description
      metadata = sample.header.map { "\($0.metadata.entries)" } ?? ""
      uuid = sample.header?.uuid
      ordinal = hasOrdinal ? sample.ordinal : nil
    }
  }

  private static func contents(_ samples: [Sample], hasOrdinal: Bool = false) -> [Content: Int] {
    samples.reduce(into: [:]) { $0[Content($1, hasOrdinal: hasOrdinal), default: 0] += 1 }
  }

  /// Samples of some identities, each with some contents, a correlation among them.
  static let plain: [Sample] = {
    let meals = SameIdentities.all.filter { $0.kind == .correlation }
    let rates = (0..<4).map { Inputs.heartRate(60, at: Int64($0)) }
    return (rates + meals.suffix(2)).flatMap { sample in
      ["a", "b", "c", "d"].map { SameIdentities.variant(sample, $0) }
    }
  }()

  /// The same samples, of which each states no UUID or one of two, which no other has.
  static let stated: [Sample] = plain.enumerated().flatMap { index, sample in
    ([nil, 1, 2] as [UInt64?]).map { number in
      let uuid = number.map { SampleUUID(high: UInt64(index), low: $0) }
      var sample = sample
      sample.updateHeader { $0.uuid = uuid }
      return sample
    }
  }

  /// Versions of two samples: some have the same version and other content.
  static let versions: [Sample] = ["s", "t"].flatMap { identifier in
    [nil, "1", "2", "2.0", "3"].flatMap { number in
      ["a", "b"].map { zone in
        var metadata = [MetadataEntry(key: .syncIdentifier, value: identifier)]
        if let number { metadata.append(MetadataEntry(key: .syncVersion, value: number)) }
        metadata.append(MetadataEntry(key: .timeZone, value: zone))
        return Inputs.heartRate(70, metadata: Metadata(metadata))
      }
    }
  }

  /// Up to a number of samples of a pool, some of them more than once. Versions have no ordinals.
  private static func pick(
    _ count: Int, of pool: [Sample], _ numbers: inout FixedRandom
  ) -> [Sample] {
    (0..<Int.random(in: 0...count, using: &numbers)).compactMap { _ in
      guard var sample = pool.randomElement(using: &numbers) else { return nil }
      let isNumbered = sample.syncVersion == nil && Bool.random(using: &numbers)
      sample.ordinal = isNumbered ? .random(in: 0..<3, using: &numbers) : 0
      return sample
    }
  }

  private static func dataset(_ samples: [Sample], _ name: String) throws -> Dataset {
    let sink = BytesSink()
    var writer = JSONLinesWriter(sink: sink)
    try writer.begin(DatasetInfo())
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    return try Dataset.open(bytes: sink.bytes, named: name, as: .jsonLines)
  }

  private static func merge(
    _ datasets: [Dataset], _ preference: Merge.Preference
  ) throws -> (contents: [Content: Int], report: Merge.Report) {
    let sink = BytesSink()
    var merge = Merge(of: datasets, to: .jsonLines)
    merge.preference = preference
    let report = try merge.run(into: OutputContainer(file: sink), name: "memory")
    let merged = try Dataset.open(bytes: sink.bytes, named: "merged", as: .jsonLines)
    var samples = try merged.samples()
    var all: [Sample] = []
    while let sample = try samples.next() { all.append(sample) }
    return (contents(all), report)
  }

  /// One store after another saves the same, among few samples and among more than are compared while a load reads.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func storesDecideTheSame(_ seed: UInt64) throws {
    var numbers = FixedRandom(seed: seed)
    let pool = (seed.isMultiple(of: 2) ? Self.plain : Self.stated) + Self.versions
    let most = seed.isMultiple(of: 3) ? 600 : 40
    let loads = [SavingMode.upsert, .upsert, .append, .add, .upsert, .add].map { mode in
      (mode: mode, samples: Self.pick(most, of: pool, &numbers))
    }
    // The first load may be one into a new store, of each mode.
    let first = SavingMode.allCases[Int(seed % 3)]
    let places = try StoreUnderTest.all.map { ($0.testDescription, try $0.make()) }
    let stores = try places.map { ($0.0, try $0.1.open(.writing)) }
    for (index, load) in loads.enumerated() {
      let mode = index == 0 ? first : load.mode
      var expected: (contents: [Content: Int], counts: SaveCounts)?
      for (name, store) in stores {
        let counts = try store.save(load.samples, mode, .unchecked)
        let saved = try store.all()
        // Of equal samples with different ordinals, stores may pair another one.
        let all = Self.contents(saved)
        #expect(Set(saved.map { SampleKey($0) }).count == saved.count, "\(name): keys are unique")
        if let expected {
          #expect(all == expected.contents, "\(name), load \(index) by \(mode)")
          #expect(counts == expected.counts, "\(name), load \(index) by \(mode)")
        } else {
          expected = (all, counts)
        }
      }
    }
    for (name, store) in stores { #expect(try store.check() == [], "\(name)") }
    // A place is removed with its object.
    withExtendedLifetime(places) {}
  }

  /// The first load fills a new file of SQLite, which has code of its own.
  @Test(arguments: SavingMode.allCases, 0..<6 as Range<UInt64>)
  func aNewStoreDecidesTheSame(_ mode: SavingMode, _ seed: UInt64) throws {
    var numbers = FixedRandom(seed: 100 + seed)
    let samples = Self.pick(
      seed.isMultiple(of: 2) ? 400 : 30, of: (seed < 3 ? Self.plain : Self.stated) + Self.versions,
      &numbers)
    let memory = MemoryStore()
    let expected = try memory.save(samples, mode, .unchecked)
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .creating)
    #expect(try store.save(samples, mode, .unchecked) == expected)
    #expect(
      Self.contents(try store.all(), hasOrdinal: true)
        == Self.contents(try memory.all(), hasOrdinal: true))
  }

  /// A load is a comparison with what is stored, and a merge with it.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func mergesAndComparisonsDecideAsStoresDo(_ seed: UInt64) throws {
    var numbers = FixedRandom(seed: seed)
    let old = Self.pick(30, of: Self.plain, &numbers)
    let new = Self.pick(30, of: Self.plain, &numbers)
    let datasets = [try Self.dataset(old, "old"), try Self.dataset(new, "new")]
    let report = try Comparison(of: datasets[0], with: datasets[1]).run { _ in }
    for mode in [SavingMode.upsert, .append] {
      let merged = try Self.merge(datasets, mode == .upsert ? .last : .first)
      for kind in StoreUnderTest.all {
        let place = try kind.make()
        let store = try place.open(.writing)
        try store.save(old, .upsert, .unchecked)
        let counts = try store.save(new, mode, .unchecked)
        #expect(counts.same == report.same, "\(kind)")
        #expect(counts.changed == report.changed, "\(kind)")
        #expect(counts.new == report.new, "\(kind)")
        #expect(counts.gone == report.gone, "\(kind)")
        #expect(merged.contents == Self.contents(try store.all()), "\(kind)")
        #expect(merged.report.inputs[1].same == counts.same)
        #expect(merged.report.inputs[1].conflicts == counts.changed)
      }
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func mergesKeepUUIDsAsStoresDo(_ seed: UInt64) throws {
    var numbers = FixedRandom(seed: 200 + seed)
    let old = Self.pick(40, of: Self.stated, &numbers)
    let new = Self.pick(40, of: Self.stated, &numbers)
    let merged = try Self.merge(
      [try Self.dataset(old, "old"), try Self.dataset(new, "new")], .last)
    for kind in StoreUnderTest.all {
      let place = try kind.make()
      let store = try place.open(.writing)
      try store.save(old, .upsert, .unchecked)
      try store.save(new, .upsert, .unchecked)
      #expect(merged.contents == Self.contents(try store.all()), "\(kind)")
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func mergesChooseTheVersionThatStoresChoose(_ seed: UInt64) throws {
    var numbers = FixedRandom(seed: seed)
    let old = Self.pick(6, of: Self.versions, &numbers)
    let new = Self.pick(6, of: Self.versions, &numbers)
    let merged = try Self.merge(
      [try Self.dataset(old, "old"), try Self.dataset(new, "new")], .first)
    for kind in StoreUnderTest.all {
      let place = try kind.make()
      let store = try place.open(.writing)
      try store.save(old, .add, .unchecked)
      try store.save(new, .add, .unchecked)
      #expect(merged.contents == Self.contents(try store.all()), "\(kind)")
    }
  }

  /// A lower version does not protect the stored one from another of its own version.
  @Test(arguments: StoreUnderTest.all)
  func aLowerVersionChangesNothing(_ kind: StoreUnderTest) throws {
    let sample = { (version: String, zone: String) in
      Inputs.heartRate(
        70,
        metadata: Metadata([
          MetadataEntry(key: .syncIdentifier, value: "s"),
          MetadataEntry(key: .syncVersion, value: version),
          MetadataEntry(key: .timeZone, value: zone),
        ]))
    }
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save([sample("5", "a")], .upsert, .unchecked)
    let counts = try store.save([sample("1", "x"), sample("5", "b")], .upsert, .unchecked)
    #expect(counts.replaced == 1 && counts.kept == 1)
    #expect(Self.contents(try store.all()) == Self.contents([sample("5", "b")]))
  }
}
