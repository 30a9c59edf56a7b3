import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// Changes of a store as a policy gives them.
@Suite struct ReleasedChangesTests {
  private let folder: TemporaryFolder
  private static let everything = "HKQuantityTypeIdentifier"

  init() throws { folder = try TemporaryFolder() }

  private func store(_ name: String) throws -> any SampleStore {
    try StoreKind.open(folder.path + "/" + name, for: .creating)
  }

  /// Sources by codes, so that they are the same in an output of all samples.
  private func study(_ change: (inout Policy) -> Void = { _ in }) -> Policy {
    policy(.research) {
      $0.settings.sources = .hash
      change(&$0)
    }
  }

  private static func quantity(
    _ type: String, _ value: Int, minute: Int, source: String = "Anna’s iPhone"
  ) -> Sample {
    .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .quantity(QuantityType(everything + type)), unitText: "count",
            source: Source(name: source)),
          start: Timestamp(secondsSince1970: 1_717_200_000 + Int64(minute * 60)),
          end: Timestamp(secondsSince1970: 1_717_200_000 + Int64(minute * 60)), uuid: .random()),
        number: Number(value)))
  }

  private static func sample(_ random: inout FixedRandom) -> Sample {
    quantity(
      ["StepCount", "FlightsClimbed", "NumberOfAlcoholicBeverages"].randomElement(using: &random)
        ?? "",
      .random(in: 1..<4, using: &random), minute: .random(in: 0..<5, using: &random),
      source: ["Anna’s iPhone", "Withings"].randomElement(using: &random) ?? "")
  }

  /// What identifies a sample without its UUID, as a multiset.
  private static func content(_ next: () throws -> Sample?) rethrows -> [String] {
    var content: [String] = []
    while let sample = try next() {
      guard case .quantity(let quantity) = sample else { continue }
      content.append(
        "\(sample.id) \(quantity.number) \(quantity.header.start) \(sample.source?.name ?? "")")
    }
    return content.sorted()
  }

  private func keys(_ store: any SampleStore) throws -> [SampleKey] {
    let samples = try store.samples(SampleQuery())
    var keys: [SampleKey] = []
    while try samples.next() != nil { if let key = samples.key { keys.append(key) } }
    return keys.sorted()
  }

  /// After each replication the target has what the policy gives of the source, whatever was added, deleted and interrupted, and
  /// equal samples and those of rounded values among them.
  @Test(arguments: [false, true]) func targetHasWhatThePolicyGives(_ isRounded: Bool) throws {
    let policy = study {
      if isRounded {
        $0.roundings = [.init(type: TypePattern(unchecked: "StepCount"), step: Number(10))]
      }
    }
    var random = FixedRandom(seed: 7)
    for round in 0..<4 {
      let (source, target) = (try store("source\(round).db"), try store("target\(round).db"))
      for step in 0..<6 {
        let new = (0..<Int.random(in: 1..<9, using: &random)).map { _ in Self.sample(&random) }
        try source.save(new, .add, .unchecked)
        let gone = try keys(source).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        try source.delete(gone)
        if step % 3 == 1 { continue }
        // Each run with a policy that was read anew.
        let replication = try Replication(of: source.releasing(policy), to: target)
        if Bool.random(using: &random) {
          var early = replication
          early.onProgress = { _ throws(HealthError) in throw HealthError(.cancelled, "stopped") }
          _ = try? early.run()
        }
        _ = try replication.run()
        var given = try Dataset.open(folder.path + "/source\(round).db")
          .releasing(Release(policy)).samples()
        let expected = try Self.content { try given.next() }
        let stored = try target.samples(SampleQuery())
        #expect(try Self.content { try stored.next() } == expected, "round \(round), step \(step)")
        #expect(try replication.run().isEmpty)
        #expect(expected.allSatisfy { !$0.contains("Anna") })
      }
      #expect(try target.check() == [])
      let anchor = try source.anchor()
      #expect(try target.anchor(named: "replica of \(anchor.store)") == nil)
    }
  }

  /// Nothing of a change is what the store calls it, and a deletion has the UUID of what was added.
  @Test func changesNameNothingOfTheStore() throws {
    let source = try store("source.db")
    let samples = (0..<5).map { Self.quantity("StepCount", $0 + 1, minute: $0) }
    let hidden = Self.quantity("NumberOfAlcoholicBeverages", 3, minute: 1)
    try source.save(samples + [hidden], .add, .unchecked)
    let released = try source.releasing(study())
    let all = try released.changes(since: nil, matching: .all, limit: 0)
    var added: [SampleUUID] = []
    for case .added(let sample, let key) in all.changes {
      #expect(key == SampleKey(id: sample.id))
      added.append(sample.uuid)
    }
    #expect(added.count == 5 && Set(added).isDisjoint(with: samples.map(\.uuid)))
    let ids = try keys(source)
    try source.delete(ids)
    let deleted = try source.releasing(study()).changes(
      since: all.anchor, matching: .all, limit: 0
    ).changes.map { change in
      guard case .deleted(let sample) = change else { return nil as DeletedSample? }
      return sample
    }
    // The type that is not granted is not deleted either.
    #expect(Set(deleted.map { $0?.uuid }) == Set(added.map(Optional.some)))
    #expect(deleted.allSatisfy { sample in sample.map { !ids.contains($0.key) } == true })
    #expect(deleted.allSatisfy { $0?.type == Self.everything + "StepCount" })
    // Another key, and another release: nothing in common.
    for other in [
      study { $0.release = "b" },
      study { $0.key = PolicyKey(bytes: [UInt8](repeating: 9, count: 32)) },
    ] {
      let others = try source.releasing(other).changes(since: all.anchor, matching: .all, limit: 0)
      for case .deleted(let sample) in others.changes { #expect(!added.contains(sample.uuid)) }
    }
  }

  /// Where more than the type decides, a deletion would show that there was a sample that is not granted.
  @Test func deletionsAreGivenWhereTheTypeDecides() throws {
    let source = try store("source.db")
    try source.save([Self.quantity("StepCount", 1, minute: 0)], .add, .unchecked)
    let anchor = try source.anchor()
    try source.delete(keys(source))
    func count(_ change: (inout Policy) -> Void) throws -> Int {
      try source.releasing(study(change)).changes(since: anchor, matching: .all, limit: 0)
        .changes.count
    }
    #expect(try count { _ in } == 1)
    #expect(try count { $0.sourceNames = ["Withings"] } == 0)
    #expect(try count { $0.predicate = try! SamplePredicate(parsing: "value > 5 count") } == 0)
    #expect(try count { $0.types = [TypePattern(unchecked: "HeartRate")] } == 0)
  }

  /// Names do not depend on what was read before.
  @Test func sourcesHaveTheSameNamesInEachRun() throws {
    let source = try store("source.db")
    let known = policy(.research)
    func names(since anchor: StoreAnchor?) throws -> [String] {
      try source.releasing(known).changes(since: anchor, matching: .all, limit: 0).changes
        .compactMap {
          guard case .added(let sample, _) = $0 else { return nil }
          return sample.source?.name
        }
    }
    try source.save([Self.quantity("StepCount", 1, minute: 0)], .add, .unchecked)
    let anchor = try source.anchor()
    try source.save(
      [Self.quantity("StepCount", 1, minute: 1, source: "Bob’s iPhone")], .add, .unchecked)
    let (all, later) = (try names(since: nil), try names(since: anchor))
    #expect(Set(all).count == 2 && all.last == later.first && later.count == 1)
    #expect(all.allSatisfy { $0.hasPrefix("iPhone-") })
  }

  @Test func whatChangesCannotHaveIsRefused() throws {
    let source = try store("source.db")
    try source.save([Self.quantity("StepCount", 1, minute: 0)], .add, .unchecked)
    #expect(throws: HealthError.self) { _ = try source.releasing(policy(.dayNumbers)) }
    #expect(throws: HealthError.self) { _ = try source.releasing(study { $0.key = nil }) }
    let released = try source.releasing(study())
    #expect(throws: HealthError.self) { _ = try released.samples(SampleQuery()) }
    #expect(throws: HealthError.self) { _ = try released.delete(where: .all) }
  }
}
