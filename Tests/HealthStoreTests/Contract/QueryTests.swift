import HealthBytes
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// What every store promises of queries.
@Suite struct QueryTests {
  /// Predicates of every shape.
  static let predicates: [SamplePredicate] = forms.map { SamplePredicate($0) }

  private static let forms: [SamplePredicate.Form] = {
    let heartRate = SamplePredicate.Form.type("HKQuantityTypeIdentifierHeartRate")
    let noon = DateBound(Timestamp(secondsSince1970: 1_700_000_500))
    return [
      .all, heartRate, .not(heartRate), .kind(.workout), .kind(.category), .kind(.unknown),
      .start(.greaterOrEqual, noon), .start(.less, noon), .end(.lessOrEqual, noon),
      .created(.greater, noon), .duration(.greater, 60), .and([heartRate, .start(.less, noon)]),
      .or([heartRate, .kind(.category)]), .not(.or([heartRate, .kind(.category)])),
      .value(.greater, 80, unit: "count/min"), .value(.less, 1.5, unit: "count/s"),
      .value(.greaterOrEqual, 1, unit: "km"), .value(.equal, 72, unit: nil),
      .text(.source, .like("*watch*")), .text(.source, .equals("nobody")), .text(.device, .exists),
      .not(.text(.device, .exists)), .text(.unit, .equals("count")),
      .metadata(key: "HKMetadataKeyHeartRateMotionContext", .text(.exists)),
      .metadata(key: "HKWasUserEntered", .text(.equals("1"))), .and([]), .or([]), .not(.all),
    ]
  }()

  @Test(arguments: StoreUnderTest.all)
  func queriesAnswerAsTheLawDoes(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let samples = try Inputs.marked + Inputs.generated(count: 150)
    try place.open(.writing).save(samples, .upsert)
    let store = try place.open(.reading)
    #expect(try store.all(SampleQuery(limit: SampleQuery.noLimit)) == samples)
    #expect(try store.all(SampleQuery(limit: -1)) == samples)
    let keyed = samples.map { (sample: $0, key: SampleKey($0)) }
    var answers = 0
    for predicate in Self.predicates {
      for key in SampleOrdering.Key.allCases {
        for isDescending in [false, true] {
          let limit = isDescending ? 7 : SampleQuery.noLimit
          let query = SampleQuery(
            predicate, order: SampleOrdering(key, isDescending: isDescending), limit: limit)
          let expected = MemoryStore.answer(query, among: keyed).map(\.sample)
          let found = try store.all(query)
          #expect(found == expected, "\(predicate) by \(key.rawValue)")
          answers += found.count
        }
      }
    }
    #expect(answers > 5_000, "the predicates find something")
  }

  @Test(arguments: StoreUnderTest.all)
  func countsThatAreKnownAreThoseOfTheSamples(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let samples = try Inputs.marked + Inputs.generated(count: 1_000)
    try place.open(.writing).save(samples, .upsert)
    let store = try place.open(.reading)
    // Among the types are those of samples inside of others.
    let types = Set(samples.compactMap { $0.header?.descriptor.type.identifier })
    for predicate in Self.predicates + types.map({ .type(identifier: $0) }) {
      guard let count = try store.knownCount(of: predicate) else { continue }
      #expect(try count == store.all(SampleQuery(predicate)).count, "\(predicate)")
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func aCursorSeesTheStateItBeganWith(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let samples = (0..<10_000).map { Inputs.heartRate(60, at: Int64($0)) }
    try place.open(.writing).save(samples, .upsert)
    let cursor = try place.open(.reading).samples(SampleQuery())
    for _ in 0..<10 { _ = try cursor.next() }
    let other = try place.open(.writing)
    #expect(try other.delete(where: .start(.greater, DateBound(samples[4_999].start))) == 5_000)
    try other.save([Inputs.heartRate(99)])
    var count = 10
    while let sample = try cursor.next() {
      #expect(cursor.key == SampleKey(sample))
      count += 1
    }
    #expect(count == 10_000)
    #expect(cursor.key == nil)
    #expect(try cursor.next() == nil)
  }

  @Test(arguments: StoreUnderTest.all)
  func samplesAreFoundByTheirKeys(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    try place.open(.writing).save(Inputs.marked, .upsert)
    let store = try place.open(.reading)
    for sample in Inputs.marked { #expect(try store.sample(SampleKey(sample)) == sample) }
    #expect(try store.sample(SampleKey(Inputs.heartRate(1))) == nil)
    #expect(try store.sample(SampleKey(id: Inputs.marked[0].id, ordinal: 99)) == nil)
  }

  @Test(arguments: StoreUnderTest.all)
  func descriptorsAreCounted(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let samples = try Inputs.generated()
    try place.open(.writing).save(samples, .upsert)
    let found = try place.open(.reading).descriptors()
    struct Key: Hashable {
      let descriptor: SampleDescriptor
      let kind: SampleKind
    }
    var expected: [Key: Int] = [:]
    for sample in samples.flatMap(\.everyOne) {
      guard let header = sample.header else { continue }
      expected[Key(descriptor: header.descriptor, kind: sample.kind), default: 0] += 1
    }
    #expect(
      Dictionary(
        uniqueKeysWithValues: found.map {
          (Key(descriptor: $0.descriptor, kind: $0.kind), $0.count)
        }) == expected)
    let sources = try place.open(.reading).sources(of: .quantity(.heartRate))
    #expect(!sources.isEmpty)
    #expect(
      Set(sources)
        == Set(
          samples.flatMap(\.everyOne).compactMap(\.header).filter {
            $0.descriptor.type.identifier == "HKQuantityTypeIdentifierHeartRate"
          }.map(\.descriptor.source)))
  }

  /// A database answers by its indexes.
  @Test(arguments: StoreUnderTest.databases)
  func spansAreThoseOfTheSamples(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    var random = NestedSamples(seed: 5)
    let samples = try Inputs.generated() + random.samples(60)
    try place.open(.writing).save(samples, .upsert)
    let store = try #require(try place.open(.reading) as? any SpanStore)
    struct Key: Hashable {
      let descriptor: SampleDescriptor
      let kind: SampleKind
    }
    struct Span: Equatable {
      var count = 0
      var first: Int64?
      var last: Int64?
    }
    var expected: [Key: Span] = [:]
    var offsets: [Int: Int] = [:]
    for sample in samples.flatMap(\.everyOne) {
      guard let header = sample.header else { continue }
      let key = Key(descriptor: header.descriptor, kind: sample.kind)
      var span = expected[key] ?? Span()
      span.count += 1
      if sample.kind != .document {
        let second = header.start.secondsSince1970
        (span.first, span.last) = (
          min(span.first ?? second, second), max(span.last ?? second, second)
        )
      }
      expected[key] = span
      if sample.kind.hasOwnDates { offsets[Int(header.start.offsetMinutes), default: 0] += 1 }
    }
    let spans = try store.spans()
    let found = spans.map {
      (
        Key(descriptor: $0.descriptor, kind: $0.kind),
        Span(
          count: $0.count, first: $0.first?.secondsSince1970, last: $0.last?.secondsSince1970)
      )
    }
    #expect(Dictionary(found, uniquingKeysWith: { first, _ in first }) == expected)
    let minutes = try store.offsets(inSeries: spans.filter(\.kind.hasOwnDates).map(\.series))
    #expect(Set(minutes) == Set(offsets.keys))
    #expect(try store.offsets(inSeries: []) == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func contentsAreCounted(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    #expect(try place.open(.reading).contents(limit: 9).types == [])
    let samples = try Inputs.generated() + Inputs.marked
    try place.open(.writing).save(samples, .upsert)
    let saved = try place.open(.reading).samples(SampleQuery()).all()
    var counts: [String: Int] = [:]
    let all = saved.flatMap(\.everyOne)
    for sample in all {
      let type =
        if case .unknown(let element) = sample { element.name } else {
          sample.header?.descriptor.type.identifier ?? ""
        }
      counts["\(sample.kind.rawValue) \(type)", default: 0] += 1
    }
    let store = try place.open(.reading)
    let whole = try store.contents(limit: 1_000)
    let pairs = whole.types.map { ("\($0.kind.rawValue) \($0.type)", $0.count) }
    #expect(Dictionary(uniqueKeysWithValues: pairs) == counts)
    #expect(
      zip(whole.types, whole.types.dropFirst()).allSatisfy {
        ($1.count, $0.type) <= ($0.count, $1.type)
      })
    #expect(whole.types.contains { $0.kind == .unknown })
    let first = try store.contents(limit: 3)
    #expect(first.types == Array(whole.types.prefix(3)))
    for contents in [whole, first] {
      #expect(contents.typeCount == counts.count)
      #expect(contents.sampleCount == all.count)
    }
  }

  /// More series than are read at a time.
  @Test(arguments: StoreUnderTest.all)
  func eachOfManySeriesIsFound(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let samples = (0..<5_000).map { Inputs.heartRate(60, at: Int64($0), source: "Watch \($0)") }
    try place.open(.writing).save(samples, .upsert)
    let store = try place.open(.reading)
    for number in [0, 1_999, 2_000, 4_999] {
      let query = SampleQuery(try .text(.source, .equals("Watch \(number)")))
      #expect(try store.samples(query).all() == [samples[number]])
    }
    let query = SampleQuery(.not(try .text(.source, .equals("Watch 7"))))
    #expect(try store.samples(query).all().count == 4_999)
  }

  @Test(arguments: StoreUnderTest.all)
  func correlationsAndWorkoutsAreAsked(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let samples = try Inputs.generated(count: 2_000)
    try place.open(.writing).save(samples, .upsert)
    let store = try place.open(.reading)
    let pressures = samples.compactMap { sample -> Correlation? in
      if case .correlation(let correlation) = sample,
        correlation.type.identifier == "HKCorrelationTypeIdentifierBloodPressure"
      {
        correlation
      } else {
        nil
      }
    }
    try #require(!pressures.isEmpty, "the generator makes blood pressures")
    let systolic = try SamplePredicate.type("HKQuantityTypeIdentifierBloodPressureSystolic")
    #expect(
      try store.correlations(of: .bloodPressure, members: [systolic]).count == pressures.count)
    #expect(
      try store.correlations(
        of: .bloodPressure, members: [.and([systolic, .value(.less, 1, unit: "mmHg")])]
      ).isEmpty)
    let workout = try #require(
      samples.compactMap { if case .workout(let workout) = $0 { workout } else { nil } }.first)
    let inside = try store.samplesOfSource(during: workout).all()
    let expected = samples.flatMap { $0.found { isInside($0, workout) } }
    func isInside(_ sample: Sample, _ workout: Workout) -> Bool {
      guard let header = sample.header, sample.kind != .workout, sample.kind != .document else {
        return false
      }
      return header.start >= workout.start && header.end <= workout.end
        && header.descriptor.source.foldedName == workout.source.foldedName
    }
    #expect(inside.count == expected.count)
    let summaries = samples.filter { $0.kind == .activitySummary }
    #expect(
      try store.activitySummaries(
        from: CalendarDay(Timestamp(secondsSince1970: 0)),
        through: CalendarDay(Timestamp(secondsSince1970: 4_000_000_000))
      ).count == summaries.count)
  }
}

extension QueryTests {
  /// A day has no instant: the rings of a day are those of a bound that is on the day by its own clock.
  @Test(arguments: StoreUnderTest.all)
  func ringsAreOfDays(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let days = ["2025-08-22", "2025-08-23", "2025-08-24"]
    let rings = days.map { day in
      var fields = Sample.ActivitySummaryFields()
      fields.dateComponents = day
      let midnight = CalendarDay(day)?.midnight ?? .unknown
      let header = SampleHeader(
        descriptor: SampleDescriptor(
          type: .other("HKActivitySummaryTypeIdentifier"), source: Source(name: "Watch")),
        start: midnight, end: midnight)
      return Sample.activitySummary(ActivitySummary(header: header, fields: fields))
    }
    try place.open(.writing).save(rings)
    let store = try place.open(.reading)
    let day = try #require(CalendarDay(days[1]))
    #expect(try store.activitySummaries(from: day, through: day).map(\.day) == [day])
    for offset in ["-11:00", "-07:00", "+00:00", "+09:00", "+14:00"] {
      let (first, end) = (
        try #require(Timestamp("\(days[1])T00:00:00\(offset)")),
        try #require(Timestamp("\(days[2])T00:00:00\(offset)"))
      )
      let forms: [SamplePredicate] = [
        try .samples(from: first, to: end),
        try .samples(from: first, to: end, options: .strictStartDate),
        try .and([.kind(.activitySummary), .end(.greaterOrEqual, first), .end(.less, end)]),
        .not(.or([.start(.less, first), .start(.greaterOrEqual, end)])),
      ]
      for predicate in forms {
        let found = try store.all(SampleQuery(predicate))
        #expect(found == [rings[1]], "\(offset)")
        #expect(try [1, nil].contains(store.knownCount(of: predicate)), "\(offset)")
      }
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func timesOverlapUnlessTheyAreStrict(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    // From and to in hours, of a day that begins at 0 and ends at 24.
    let day: Int64 = 1_717_200_000
    let spans = [(-2, -1), (-1, 0), (-1, 1), (0, 0), (0, 24), (5, 6), (23, 25), (24, 24), (24, 25)]
    let samples = spans.map { first, last in
      let start = Timestamp(secondsSince1970: day + Int64(first) * 3_600)
      let end = Timestamp(secondsSince1970: day + Int64(last) * 3_600)
      let descriptor = SampleDescriptor(
        type: .quantity(.stepCount), unitText: "count", source: Source(name: "Watch"))
      return Sample.quantity(
        QuantitySample(
          header: SampleHeader(descriptor: descriptor, start: start, end: end), number: Number(10)))
    }
    try place.open(.writing).save(samples)
    let store = try place.open(.reading)
    let (start, end) = (
      Timestamp(secondsSince1970: day), Timestamp(secondsSince1970: day + 86_400)
    )
    func found(_ options: SamplePredicate.TimeOptions) throws -> [Int] {
      let found = try store.all(SampleQuery(.samples(from: start, to: end, options: options)))
      return samples.indices.filter { found.contains(samples[$0]) }
    }
    #expect(try found([]) == [2, 3, 4, 5, 6])
    #expect(try found(.strictStartDate) == [3, 4, 5, 6])
    #expect(try found(.strictEndDate) == [2, 3, 4, 5])
    #expect(try found([.strictStartDate, .strictEndDate]) == [3, 4, 5])
  }
}

extension Sample {
  fileprivate var start: Timestamp { header?.start ?? Timestamp(secondsSince1970: 0) }
}
