import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// A nested sample of a higher sync version than the one at top level is another value: it is found, and each value
/// once, in whatever order samples are saved, replaced and deleted.
@Suite struct NestedVersionTests {
  /// Texts of versions: as texts they have another order, and some are equal numbers.
  private static let versions = [nil, "-3", "1", "2", "2.0", "9", "10", "10.7", "1e30", "latest"]

  /// A systolic pressure of a version; versions have different values and, some of them, different times.
  private static func pressure(_ version: Int) -> Sample {
    let entries: [(MetadataKey, String?)] = [
      (.syncIdentifier, "s"), (.syncVersion, versions[version]),
    ]
    return .quantity(
      QuantitySample(
        header: header(.quantity(.bloodPressureSystolic), "mmHg", minute: version % 3) {
          $0.metadata = Metadata(
            entries.compactMap { key, value in value.map { MetadataEntry(key: key, value: $0) } })
        },
        number: Number(100 + version)))
  }

  /// A correlation at a time of its own.
  private static func correlation(_ version: Int, minute: Int) -> Sample {
    .correlation(
      Correlation(
        header: header(.correlation(.bloodPressure), minute: minute),
        members: [NestedSample(sample: pressure(version))]))
  }

  private static func header(
    _ type: SampleType, _ unit: String? = nil, minute: Int,
    _ change: (inout SampleHeader) -> Void = { _ in }
  ) -> SampleHeader {
    let start = Timestamp(secondsSince1970: 1_700_000_000 + Int64(minute) * 60)
    var header = SampleHeader(
      descriptor: SampleDescriptor(type: type, unitText: unit, source: Source(name: "Cuff")),
      start: start, end: start)
    change(&header)
    return header
  }

  private static func value(_ sample: Sample) -> String? {
    if case .quantity(let quantity) = sample { quantity.number.description } else { nil }
  }

  /// Expects that a store finds each value once, in every way to read it.
  ///
  /// - Returns: How many nested samples are also at top level, and how many are not.
  private static func expectEachOnce(
    in place: StoreUnderTest.Place, _ message: String
  ) throws -> (linked: Int, nestedOnly: Int) {
    let store = try place.open(.reading)
    let samples = try store.all()
    let top = samples.filter { $0.kind == .quantity }
    #expect(top.count <= 1, "\(message)")
    let highest = top.first?.syncVersion
    func isLinked(_ nested: Sample) -> Bool {
      guard let highest, let version = nested.syncVersion else { return false }
      return version <= highest
    }
    let nested = samples.flatMap(\.members)
    for member in nested {
      #expect((member.membership == .alsoTopLevel) == isLinked(member.sample), "\(message)")
    }
    let unlinked = nested.map(\.sample).filter { !isLinked($0) }
    let values = (top + unlinked).compactMap(value).sorted()
    let predicate = try SamplePredicate.type("BloodPressureSystolic")
    #expect(
      try store.all(SampleQuery(predicate)).compactMap(value).sorted() == values, "\(message)")
    if let count = try store.knownCount(of: predicate) {
      #expect(count == values.count, "\(message)")
    }
    let contents = try store.contents(limit: 10)
    #expect(contents.nestedCount == unlinked.count, "\(message)")
    #expect(contents.sampleCount == samples.count + unlinked.count, "\(message)")
    let counts = try store.descriptors().filter { $0.kind == .quantity }
    #expect(counts.reduce(0) { $0 + $1.count } == values.count, "\(message)")
    if place.rows != nil {
      let rows = try StoreViewTests.rows(place, ["cast(value as integer)"], "quantity")
      #expect(rows.sorted() == values, "\(message)")
    }
    return (nested.count - unlinked.count, unlinked.count)
  }

  @Test(arguments: StoreUnderTest.all, [true, false])
  func aHigherVersionThatIsNestedIsFound(_ kind: StoreUnderTest, _ isNestedLast: Bool) throws {
    let (single, nested) = ([Self.pressure(2)], [Self.correlation(3, minute: 0)])
    let place = try kind.make()
    for samples in isNestedLast ? [single, nested] : [nested, single] {
      try place.open(.writing).save(samples)
    }
    let query = SampleQuery(try SamplePredicate.type("BloodPressureSystolic"))
    #expect(try place.open(.reading).all(query).compactMap(Self.value).sorted() == ["102", "103"])
  }

  @Test(arguments: StoreUnderTest.all, [1, 2, 3, 4] as [UInt64])
  func eachValueIsFoundOnceInAnyOrder(_ kind: StoreUnderTest, _ seed: UInt64) throws {
    var dice = FixedRandom(seed: seed)
    let place = try kind.make()
    var total = (linked: 0, nestedOnly: 0)
    for step in 0..<24 {
      let version = Int.random(in: 0..<Self.versions.count, using: &dice)
      let other = Int.random(in: 0..<Self.versions.count, using: &dice)
      let mode = [SavingMode.add, .upsert, .append].randomElement(using: &dice) ?? .add
      let single = Self.pressure(version)
      let holder = Self.correlation(other, minute: 10 + step)
      let store = try place.open(.writing)
      let action = Int.random(in: 0..<6, using: &dice)
      switch action {
      case 0, 1: try store.save([single], mode)
      case 2: try store.save([holder], mode)
      case 3: try store.save([holder, single], mode)
      case 4: try store.delete([SampleKey(single)])
      default:
        let holders = try store.all().filter { $0.kind == .correlation }
        if let holder = holders.randomElement(using: &dice) {
          try store.delete([SampleKey(holder)])
        }
      }
      let message = "step \(step): \(action) of versions \(version), \(other) by \(mode)"
      let found = try Self.expectEachOnce(in: place, message)
      total = (total.linked + found.linked, total.nestedOnly + found.nestedOnly)
      // As the first samples of a store, which SQLite does not look up by identity.
      let samples = try place.open(.reading).all()
      if kind.testDescription != StoreUnderTest.memory.testDescription {
        let copy = try StoreViewTests.load(samples, into: kind)
        _ = try Self.expectEachOnce(in: copy, "\(message), copied")
        // Without what was at top level, no link remains.
        try copy.open(.writing).delete([SampleKey(single)])
        #expect(try Self.expectEachOnce(in: copy, "\(message), copied, deleted").linked == 0)
      }
    }
    #expect(total.linked > 0 && total.nestedOnly > 0)
  }
}
