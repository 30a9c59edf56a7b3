import HealthBytes
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// What every store promises of deleting, and of following changes.
@Suite struct ChangeTests {
  @Test(arguments: StoreUnderTest.all)
  func deletedSamplesAreGoneAndRemembered(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    let samples = try Inputs.marked + Inputs.generated()
    try store.save(samples, .upsert)
    let anchor = try store.anchor()
    let first = SampleKey(samples[0])
    #expect(try store.delete([first, SampleKey(Inputs.heartRate(1))]) == 1)
    let heartRate = try SamplePredicate.type("HKQuantityTypeIdentifierHeartRate")
    // Samples nested in others are deleted with these only.
    var stored = SampleQuery(heartRate)
    stored.findsNested = false
    let count = try store.all(stored).count
    #expect(count > 10)
    #expect(try place.open(.writing).delete(where: heartRate) == count)
    #expect(try store.all(stored) == [])
    let left = try store.all().count
    #expect(left == samples.count - count - 1 || left == samples.count - count)
    #expect(try store.delete(where: heartRate) == 0)
    let changes = try store.changes(since: anchor, matching: .all, limit: 10_000)
    #expect(!changes.hasMore)
    #expect(changes.changes.count == samples.count - left)
    guard case .deleted(let sample)? = changes.changes.first else {
      Issue.record("what was deleted first comes first")
      return
    }
    #expect(
      sample
        == DeletedSample(
          key: first, kind: samples[0].kind, type: samples[0].header!.descriptor.type.identifier))
    #expect(try store.check() == [])
    // What was deleted can be saved again.
    #expect(try store.save(samples, .upsert).new == samples.count - left)
    #expect(try store.all().count == samples.count)
  }

  /// A deletion is that of a participant, also of a workout, whose nested samples are not remembered.
  @Test(arguments: StoreUnderTest.all)
  func changesAreThoseOfAParticipant(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    let samples = Inputs.marked.withParticipants
    #expect(Set(samples.map(\.kind)).count > 8)
    try store.save(samples, .upsert, .unchecked)
    let begin = try store.anchor()
    func changes(
      of participant: String, since anchor: StoreAnchor?, _ rest: [SamplePredicate] = []
    ) throws -> [StoreChange] {
      let predicate = try SamplePredicate.and([.participant(participant)] + rest)
      return try store.changes(since: anchor, matching: predicate, limit: .max).changes
    }
    for id in ["P1", "P2"] {
      let own = samples.filter { $0.participant == id }
      let added = own.map { StoreChange.added($0, key: SampleKey($0)) }
      #expect(try changes(of: id, since: nil).count == added.count && !added.isEmpty)
    }
    try store.delete(samples.map { SampleKey($0) })
    let heartRate = try SamplePredicate.type("HeartRate")
    for id in ["P1", "P2"] {
      let deleted = try changes(of: id, since: begin).map { change -> DeletedSample? in
        if case .deleted(let sample) = change { sample } else { nil }
      }
      #expect(deleted.count == samples.count { $0.participant == id })
      #expect(deleted.allSatisfy { $0?.participant == id })
      for case .deleted(let sample) in try changes(of: id, since: begin, [heartRate]) {
        #expect(sample.participant == id)
      }
    }
    #expect(try changes(of: "p1", since: begin) == [])
    #expect(try store.check() == [])
  }

  /// More series and more deletions than are read from a database at a time.
  @Test(arguments: StoreUnderTest.databases)
  func manySeriesAndDeletionsAreFound(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    let samples = (0..<4_100).map { Inputs.heartRate(60, at: Int64($0), source: "Watch \($0)") }
    try store.save(samples, .upsert)
    #expect(try store.descriptors().count == samples.count)
    for number in [0, 1_999, 2_000, 2_001, 4_000, 4_099] {
      let source = SamplePredicate(.text(.source, .equals("Watch \(number)")))
      #expect(try store.all(SampleQuery(source)) == [samples[number]])
    }
    let anchor = try store.anchor()
    #expect(try store.delete(samples.map { SampleKey($0) }) == samples.count)
    let changes = try store.changes(since: anchor, matching: .all, limit: 10_000)
    let deleted = changes.changes.compactMap { change in
      if case .deleted(let sample) = change { sample.key } else { nil }
    }
    #expect(Set(deleted) == Set(samples.map { SampleKey($0) }) && deleted.count == samples.count)
  }

  @Test(arguments: StoreUnderTest.all)
  func everyChangeComesOnceAndInOrder(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    var anchor: StoreAnchor? = nil
    // What a follower has when it does what it is told.
    var copy: [SampleKey: Sample] = [:]
    var seen = 0
    func follow(limit: Int) throws {
      while true {
        let page = try place.open(.reading).changes(since: anchor, matching: .all, limit: limit)
        #expect(page.changes.count <= limit)
        seen += page.changes.count
        for change in page.changes {
          switch change {
          case .added(let sample, let key): copy[key] = sample
          case .deleted(let sample):
            // One that was added and deleted since was never heard of.
            copy[sample.key] = nil
          }
        }
        anchor = page.anchor
        if !page.hasMore { break }
      }
    }
    var random = SystemRandomNumberGenerator()
    for round in 0..<12 {
      let samples = (0..<20).map { _ in
        Inputs.heartRate(
          60, at: .random(in: 0..<60, using: &random),
          created: .random(in: 0..<3, using: &random))
      }
      try store.save(
        Array(
          Set(samples.map { SampleKey($0) }).map { key in samples.first { SampleKey($0) == key }! })
      )
      if round % 3 != 0 { try follow(limit: 7) }
      let gone = try store.all().filter { _ in .random(using: &random) }.prefix(9)
      try store.delete(gone.map { SampleKey($0) })
      if round % 2 == 0 { try follow(limit: 100) }
    }
    try follow(limit: 5)
    let all = try store.all()
    #expect(copy.count == all.count)
    for sample in all { #expect(copy[SampleKey(sample)] == sample) }
    let nothing = try store.changes(since: anchor, matching: .all, limit: 10)
    #expect(nothing.changes.isEmpty && nothing.anchor == anchor && !nothing.hasMore)
    #expect(seen > 100)
  }

  @Test(arguments: StoreUnderTest.all)
  func whoBeginsNeedsNoOldDeletions(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    let samples = (0..<40).map { Inputs.heartRate(60, at: $0) }
    try store.save(samples, .upsert)
    try store.delete(samples[30...].map { SampleKey($0) })
    try store.forgetDeleted(before: Timestamp(secondsSince1970: 40_000_000_000))
    var page = try store.changes(since: nil, matching: .all, limit: 7)
    var seen = page.changes
    // What is deleted while pages are read is told, if it was told of before.
    try store.delete([SampleKey(samples[0])])
    while page.hasMore {
      let anchor = try #require(StoreAnchor("\(page.anchor)"))
      #expect(anchor == page.anchor)
      page = try store.changes(since: anchor, matching: .all, limit: 7)
      seen += page.changes
    }
    #expect(seen.count == 31)
    guard case .deleted(let last)? = seen.last else {
      Issue.record("the deletion comes last")
      return
    }
    #expect(last.key == SampleKey(samples[0]))
  }

  @Test(arguments: StoreUnderTest.all)
  func aReplacedSampleComesAgain(_ kind: StoreUnderTest) throws {
    let store = try kind.make().self
    let writer = try store.open(.writing)
    try writer.save([Inputs.heartRate(60), Inputs.heartRate(61)])
    let anchor = try writer.anchor()
    let other = Inputs.heartRate(60, created: 7)
    try writer.save([other], .upsert)
    let changes = try writer.changes(since: anchor, matching: .all, limit: 10).changes
    #expect(changes == [.added(other, key: SampleKey(other))])
  }

  @Test(arguments: StoreUnderTest.all)
  func changesAreChosenByPredicate(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save([Inputs.heartRate(60), Inputs.heartRate(120)] + Inputs.marked, .upsert)
    let anchor = try store.anchor()
    let fast = try SamplePredicate.value(.greater, 100, unit: "count/min")
    let changes = try store.changes(since: nil, matching: fast, limit: 10).changes
    #expect(changes.contains(.added(Inputs.heartRate(120), key: SampleKey(Inputs.heartRate(120)))))
    #expect(!changes.contains(.added(Inputs.heartRate(60), key: SampleKey(Inputs.heartRate(60)))))
    try store.delete([SampleKey(Inputs.heartRate(120))])
    #expect(try store.changes(since: anchor, matching: .kind(.workout), limit: 10).changes == [])
    #expect(try store.changes(since: anchor, matching: fast, limit: 10).changes.count == 1)
  }

  @Test(arguments: StoreUnderTest.all)
  func expiredAndForeignAnchorsAreSaidToBe(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save([Inputs.heartRate(60), Inputs.heartRate(61)])
    let old = try store.anchor()
    try store.delete([SampleKey(Inputs.heartRate(60))])
    let new = try store.anchor()
    try store.forgetDeleted(before: Timestamp(secondsSince1970: 0))
    #expect(try store.changes(since: old, matching: .all, limit: 10).changes.count == 1)
    try store.forgetDeleted(before: Timestamp(secondsSince1970: 40_000_000_000))
    let expired = #expect(throws: HealthError.self) {
      try store.changes(since: old, matching: .all, limit: 10)
    }
    #expect(expired?.code == .expiredAnchor)
    #expect(try store.changes(since: new, matching: .all, limit: 10).changes == [])
    #expect(try store.changes(since: nil, matching: .all, limit: 10).changes.count == 1)
    let foreign = [
      StoreAnchor(store: String(repeating: "0", count: 32), change: 0),
      // Of a store that was restored from an older copy since.
      StoreAnchor(store: new.store, change: new.change + 1),
    ]
    for anchor in foreign {
      let error = #expect(throws: HealthError.self) {
        try store.changes(since: anchor, matching: .all, limit: 10)
      }
      #expect(error?.code == .foreignAnchor)
    }
    do {
      let later = StoreAnchor(store: new.store, change: new.change + 1)
      _ = try store.changes(since: later, matching: .all, limit: 10)
      Issue.record("the store was replaced by an older copy")
    } catch {
      #expect(error.code == .foreignAnchor)
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: StoreUnderTest.all)
  func observersWakeWhenOthersWrite(_ kind: StoreUnderTest) async throws {
    let place = try kind.make()
    let watched = try place.open(.reading)
    let observation = try await watched.observe(
      .type("HKQuantityTypeIdentifierHeartRate"), every: .milliseconds(10))
    let other = try place.open(.writing)
    let writing = Task {
      try await Task.sleep(for: .milliseconds(30))
      try await other.save([MarkedSamples.all[1]])
      try await Task.sleep(for: .milliseconds(30))
      try await other.save([Inputs.heartRate(60)])
      try await other.delete([SampleKey(Inputs.heartRate(60))])
    }
    var seen: [StoreChange] = []
    for try await changes in observation {
      seen += changes.changes
      if case .deleted? = seen.last { break }
    }
    try await writing.value
    // Looked at in time it was added first; else only its end is left to see.
    #expect(seen.count == 1 || seen.count == 2)
    #expect(
      seen.allSatisfy { change in
        switch change {
        case .added(let sample, _): sample == Inputs.heartRate(60)
        case .deleted(let sample): sample.key == SampleKey(Inputs.heartRate(60))
        }
      })
  }
}
