import HealthBytes
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// What a load leaves in a store that has other samples of the same identities: the union by content, and nothing in
/// place of another that differs.
@Suite struct MatchingTests {
  /// What a sample says, for a model that shares nothing with stores.
  private struct Content: Hashable, Comparable {
    let identity: String
    let variant: String

    init(_ sample: Sample) {
      identity = sample.id.description
      variant = sample.header.map { "\($0.metadata.entries)" } ?? ""
    }

    static func < (a: Content, b: Content) -> Bool {
      (a.identity, a.variant) < (b.identity, b.variant)
    }
  }

  private struct Expectation {
    var left: [Content: Int] = [:]
    var new = 0
    var same = 0
    var replaced = 0
    var kept = 0
    var gone = 0

    /// What loading samples into a store with others leaves.
    init(_ stored: [Content: Int], _ samples: [Sample], _ mode: SavingMode) {
      let loaded = MatchingTests.counts(samples)
      let identities = Set(stored.keys.map(\.identity)).union(loaded.keys.map(\.identity))
      for identity in identities {
        let contents = Set(stored.keys).union(loaded.keys).filter { $0.identity == identity }
        var (leftOld, leftNew): ([Content], [Content]) = ([], [])
        for content in contents {
          let (old, new) = (stored[content] ?? 0, loaded[content] ?? 0)
          if mode == .add {
            left[content] = max(old, 1)
            self.new += old == 0 ? 1 : 0
            same += old == 0 ? new - 1 : new
            // A set uses one stored sample for all that equal it.
            gone += new == 0 ? old : old - min(old, 1)
            continue
          }
          left[content] = max(old, new)
          same += min(old, new)
          leftOld += Array(repeating: content, count: max(0, old - new))
          leftNew += Array(repeating: content, count: max(0, new - old))
        }
        if mode == .add { continue }
        if leftOld.count == 1, leftNew.count == 1 {
          let loser = mode == .upsert ? leftOld[0] : leftNew[0]
          left[loser] = left[loser].map { $0 - 1 }
          if mode == .upsert { replaced += 1 } else { kept += 1 }
        } else {
          new += leftNew.count
          gone += leftOld.count
        }
      }
      left = left.filter { $0.value > 0 }
    }
  }

  private static func counts(_ samples: [Sample]) -> [Content: Int] {
    samples.reduce(into: [:]) { $0[Content($1), default: 0] += 1 }
  }

  /// Each sample up to two times, in random order, with ordinals as a reader may give them.
  private static func pick(_ pool: [Sample], _ numbers: inout FixedRandom) -> [Sample] {
    let picked = pool.flatMap { sample in
      (0..<([0, 1, 1, 1, 2].randomElement(using: &numbers) ?? 0)).map { _ in
        var sample = sample
        sample.ordinal = Bool.random(using: &numbers) ? 0 : .random(in: 0..<4, using: &numbers)
        return sample
      }
    }
    return picked.shuffled(using: &numbers)
  }

  private static func check(
    _ store: any SampleStore, _ samples: [Sample], _ mode: SavingMode, _ what: Comment
  ) throws {
    let expected = Expectation(counts(try store.all()), samples, mode)
    let counts = try store.save(samples, mode, .unchecked)
    let all = try store.all()
    #expect(Self.counts(all) == expected.left, what)
    #expect(Set(all.map { SampleKey($0) }).count == all.count, "\(what): keys are unique")
    #expect(counts.new == expected.new, what)
    #expect(counts.same == expected.same, what)
    #expect(counts.replaced == expected.replaced, what)
    #expect(counts.kept == expected.kept, what)
    #expect(counts.gone == expected.gone, what)
    #expect(counts.types.reduce(0) { $0 + $1.replaced + $1.kept } == counts.changed, what)
  }

  @Test(arguments: StoreUnderTest.all)
  func aLoadLeavesTheUnionByContent(_ kind: StoreUnderTest) throws {
    var pool = SameIdentities.all
    pool += pool.filter { $0.kind != .unknown }.map { SameIdentities.variant($0, "z") }
    for seed in 0..<8 {
      var numbers = FixedRandom(seed: UInt64(seed))
      let place = try kind.make()
      let store = try place.open(.writing)
      // Now and then few identities with many samples, now and then all.
      let some = seed.isMultiple(of: 2) ? pool : Array(pool.shuffled(using: &numbers).prefix(30))
      try Self.check(store, Self.pick(some, &numbers), .upsert, "\(seed): first")
      for mode in [SavingMode.upsert, .append, .add, .upsert] {
        let samples = Self.pick(some, &numbers)
        try Self.check(store, samples, mode, "\(seed): \(mode)")
        let (before, anchor) = (try store.all(), try store.anchor())
        if mode != .append {
          #expect(
            try store.save(samples, mode, .unchecked).same == samples.count,
            "\(seed): \(mode) again")
        } else {
          try store.save(samples, mode, .unchecked)
        }
        #expect(try store.all() == before)
        #expect(try store.anchor() == anchor)
      }
      #expect(try store.check() == [])
    }
  }

  /// The same export without one of several samples of one identity.
  @Test(arguments: StoreUnderTest.all, [SavingMode.upsert, .append])
  func anExportWithoutASampleChangesNothing(_ kind: StoreUnderTest, _ mode: SavingMode) throws {
    let all = SameIdentities.all
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save(all, .upsert, .unchecked)
    let (before, anchor) = (try store.all(), try store.anchor())
    for index in all.indices {
      var less = all
      less.remove(at: index)
      let counts = try store.save(less, mode, .unchecked)
      #expect(counts.same == less.count && counts.gone == 1, "\(all[index].kind)")
      #expect(counts.new == 0 && counts.changed == 0, "\(all[index].kind)")
    }
    #expect(try store.all() == before)
    #expect(try store.anchor() == anchor)
    // Loaded back, exactly the one that was missing is new.
    for sample in all {
      let missing = try #require(try store.all().first { Content($0) == Content(sample) })
      #expect(try store.delete([SampleKey(missing)]) == 1)
      let back = try store.save(all, mode, .unchecked)
      #expect(back.new == 1 && back.same == all.count - 1, "\(sample.kind)")
      #expect(back.changed == 0 && back.gone == 0, "\(sample.kind)")
    }
    #expect(Self.counts(try store.all()) == Self.counts(before))
  }

  // MARK: Samples from code

  @Test(arguments: StoreUnderTest.all)
  func whatIsSavedFromCodeIsSavedOnce(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    let sample = Inputs.heartRate(60, created: 5)
    let other = Inputs.heartRate(60, created: 9)
    var counts = try store.save([sample, sample], .add)
    #expect(counts.new == 1 && counts.same == 1)
    counts = try store.save([sample], .add)
    #expect(counts.new == 0 && counts.same == 1)
    counts = try store.save([other, sample, other], .add)
    #expect(counts.new == 1 && counts.same == 2 && counts.changed == 0)
    #expect(try Set(store.all().map(\.header?.created)).count == 2, "none replaces the other")
    // To replace has to be said.
    let second = try kind.make()
    let fresh = try second.open(.writing)
    try fresh.save([sample], .add)
    counts = try fresh.save([other], .upsert)
    #expect(counts.replaced == 1 && counts.new == 0)
    #expect(
      counts.types.map(\.type) == ["HKQuantityTypeIdentifierHeartRate"], "the type is named")
    #expect(try fresh.all() == [other])
  }

  /// Samples without the ordinals that the store gave them delete those of their content, of every kind.
  @Test(arguments: StoreUnderTest.all)
  func aSampleDeletesTheOneOfItsContent(_ kind: StoreUnderTest) throws {
    var pool = SameIdentities.all
    pool += pool.filter { $0.kind != .unknown }.map { SameIdentities.variant($0, "z") }
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save(pool + [pool[0]], .upsert, .unchecked)
    var left = Self.counts(try store.all())
    var numbers = FixedRandom(seed: 5)
    for var sample in pool.shuffled(using: &numbers).prefix(20) {
      sample.ordinal = 0
      #expect(try store.delete([sample]) == 1, "\(sample.kind)")
      left[Content(sample)] = (left[Content(sample)] ?? 0) - 1
      left = left.filter { $0.value != 0 }
      #expect(Self.counts(try store.all()) == left, "\(sample.kind)")
    }
    var absent = pool[0]
    absent.updateHeader {
      $0.metadata.entries.append(MetadataEntry(key: MetadataKey("absent"), value: "1"))
    }
    #expect(try store.delete([absent]) == 0)
    #expect(Self.counts(try store.all()) == left)
  }

  // MARK: Versions

  private static func version(
    _ number: Int?, _ bpm: Int, of identifier: String = "s", source: String = "Watch"
  ) -> Sample {
    var sample = Inputs.heartRate(bpm, at: Int64(bpm), source: source)
    sample.updateHeader { header in
      header.metadata.entries.append(MetadataEntry(key: .syncIdentifier, value: identifier))
      if let number {
        header.metadata.entries.append(MetadataEntry(key: .syncVersion, value: "\(number)"))
      }
    }
    return sample
  }

  private static func values(_ store: any SampleStore) throws -> [Int] {
    try store.all().compactMap {
      if case .quantity(let sample) = $0 { Int(sample.value) } else { nil }
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func ofVersionsTheHighestIsStored(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    let others = [Self.version(1, 90, of: "t"), Self.version(1, 91, source: "Other")]
    // Within one load, into an empty store and into one in use.
    var counts = try store.save(
      [Self.version(1, 60), Self.version(3, 61), Self.version(2, 62)] + others, .upsert)
    #expect(counts.new == 3 && counts.kept == 2 && counts.replaced == 0)
    #expect(try Self.values(store).sorted() == [61, 90, 91])
    counts = try store.save([Self.version(2, 62)], .upsert)
    #expect(counts.kept == 1 && counts.new == 0 && counts.gone == 2)
    counts = try store.save(
      [Self.version(nil, 59), Self.version(4, 63), Self.version(5, 64)], .add)
    #expect(counts.replaced == 1 && counts.kept == 2)
    #expect(try Self.values(store).sorted() == [64, 90, 91])
    counts = try store.save([Self.version(5, 64), Self.version(5, 64)], .upsert)
    #expect(counts.same == 2 && counts.gone == 2)
    // The same version with other content replaces only where that is said, and none where nothing is replaced.
    counts = try store.save([Self.version(5, 65)], .add)
    #expect(counts.kept == 1)
    counts = try store.save([Self.version(6, 66)], .append)
    #expect(counts.kept == 1)
    #expect(try Self.values(store).sorted() == [64, 90, 91])
    counts = try store.save([Self.version(5, 65)], .upsert)
    #expect(counts.replaced == 1)
    #expect(try Self.values(store).sorted() == [65, 90, 91])
    #expect(try store.all().allSatisfy { $0.ordinal == 0 })
    #expect(try store.check() == [])
  }

  // MARK: Many

  /// As many equal samples as a device writes that hangs, and as many that differ: in linear time, each matched once.
  @Test(
    .timeLimit(.minutes(5)), arguments: StoreUnderTest.all.filter { $0.testDescription != "memory" }
  )
  func manySamplesOfOneIdentity(_ kind: StoreUnderTest) throws {
    let count = 4_000
    let place = try kind.make()
    let store = try place.open(.writing)
    func samples(_ created: (Int) -> Int64) -> [Sample] {
      (0..<count).map { Inputs.heartRate(60, created: created($0)) }
    }
    let equal = samples { _ in 7 }
    try store.save(equal, .upsert)
    var counts = try store.save(equal + [equal[0]], .upsert)
    #expect(counts.new == 1 && counts.same == count)
    // Others of the identity, which all differ, in two orders.
    let different = samples { Int64(100 + $0) }
    counts = try store.save(different, .upsert)
    #expect(counts.new == count && counts.gone == count + 1 && counts.changed == 0)
    counts = try store.save(different.reversed(), .append)
    #expect(counts.same == count && counts.new == 0)
    counts = try store.save(
      equal + different.dropLast() + [equal[0], Inputs.heartRate(60)], .upsert)
    #expect(counts.same == 2 * count && counts.replaced == 1)
    counts = try store.save(different + different, .add)
    #expect(counts.same == 2 * count - 1 && counts.new == 1)
    #expect(try store.check() == [])
  }
}
