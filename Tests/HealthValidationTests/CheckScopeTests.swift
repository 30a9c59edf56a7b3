import HealthModel
import HealthValidation
import Testing

/// A check is shown the samples it asks for, and no others.
@Suite struct AttentionTests {
  /// Finds whatever it is shown.
  private struct Witness: RuleCheck {
    var wish: CheckScope = .none
    var comparesSamples = false
    var loneSeries: Set<UInt64> = []

    func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { wish }
    func picks(_ header: SampleHeader) -> Bool { header.start.secondsSince1970 % 2 == 1 }
    func check(_ sample: CheckedSample, _ findings: inout Findings) {
      findings.add("seen", on: sample)
    }
    func compare(_ entry: TimelineEntry, _ findings: inout Findings) {
      findings.add("compared", on: entry)
    }
  }

  private static let descriptors = ["Phone", "Watch"].map {
    SampleDescriptor(type: .quantity(.stepCount), unitText: "count", source: Source(name: $0))
  }

  private static func steps(
    _ start: Timestamp, _ end: Timestamp, created: Timestamp? = nil, source: Int = 0
  ) -> Sample {
    let header = SampleHeader(
      descriptor: descriptors[source], start: start, end: end, created: created)
    return .quantity(QuantitySample(header: header, number: Number(70)))
  }

  /// The places in `samples` of those that the witness is shown, in order.
  private static func shown(_ witness: Witness, _ samples: [Sample]) -> [Int] {
    let examples = Rule.Examples(bad: "", good: "")
    let rule = Rule("witness", .samples, .info, title: "", explanation: "", examples: examples) {
      witness
    }
    var validator = Validator([rule])
    for (index, sample) in samples.enumerated() {
      validator.check(sample, at: Place(file: "a", line: index))
    }
    var findings = validator.takeFindings()
    while validator.finish() { findings += validator.takeFindings() }
    return findings.map(\.place.line)
  }

  private static func time(_ seconds: Int64, _ nanoseconds: Int32 = 0, at offset: Int16 = 0)
    -> Timestamp
  {
    Timestamp(secondsSince1970: seconds, nanoseconds: nanoseconds, offsetMinutes: offset)
  }

  @Test(
    arguments: [
      // Not before 100, not after 200, not longer than 60 s.
      (time(100), time(160), nil, true), (time(140), time(200), nil, true),
      (time(99), time(150), nil, false), (time(150), time(201), nil, false),
      (time(100), time(161), nil, false),
      (time(.min), time(.max), nil, false),
      // The end not before the start.
      (time(150), time(149), nil, false), (time(150, 5), time(150, 4), nil, false),
      (time(150, 5), time(150, 5), time(0), true),
      // Offsets that there are, and such as there are not.
      (time(150, at: -720), time(150, at: 840), time(150, at: 345), true),
      (time(150, at: 7), time(150, at: 7), nil, false),
      (time(150), time(150, at: 855), nil, false),
      (time(150), time(150), time(150, at: -735), false),
    ] as [(Timestamp, Timestamp, Timestamp?, Bool)])
  func datesOutOfTheOrdinaryAreShown(
    _ start: Timestamp, _ end: Timestamp, _ created: Timestamp?, _ isOrdinary: Bool
  ) {
    let dates = CheckScope.OrdinaryDates(earliest: 100, latest: 200, longest: 60)
    let sample = Self.steps(start, end, created: created)
    let shown = Self.shown(Witness(wish: .dates(dates)), [sample])
    #expect(shown == (isOrdinary ? [] : [0]))
  }

  @Test func pickedSamplesAreShown() {
    let samples = (0..<6).map { Self.steps(Self.time($0), Self.time($0)) }
    #expect(Self.shown(Witness(wish: .picked), samples) == [1, 3, 5])
  }

  /// The first of a series, one in the middle and the last, none with time in common; those of another are not shown.
  @Test func samplesByThemselvesAreComparedOnRequest() {
    let spans: [(Int64, Int64, Int)] = [
      (40, 50, 0), (0, 10, 0), (20, 30, 0), (0, 5, 1), (45, 50, 0),
    ]
    let samples = spans.map { Self.steps(Self.time($0), Self.time($1), source: $2) }
    let witness = Witness(comparesSamples: true, loneSeries: [Self.descriptors[0].seriesHash])
    #expect(Self.shown(witness, samples) == [1, 2, 0, 4])
    #expect(Self.shown(witness, Array(samples.dropLast())) == [1, 2, 0])
  }

  /// Of one source, in seconds; a sample of another is always there.
  @Test(
    arguments: [
      // Apart, and touching; a moment at the end of another.
      ([(0, 10), (20, 30), (30, 40), (40, 40)], []),
      // The same start, in whatever order they come.
      ([(20, 20), (0, 10), (20, 20)], [0, 2]),
      // Some time in common, also past one that is short.
      ([(30, 35), (0, 20), (5, 7), (10, 12), (40, 45)], [1, 2, 3]),
      // Two groups, one directly after the other.
      ([(0, 10), (5, 8), (10, 20), (15, 16)], [0, 1, 2, 3]),
      ([], []),
    ] as [([(Int64, Int64)], [Int])])
  func samplesWithTimeInCommonAreCompared(_ spans: [(Int64, Int64)], _ expected: [Int]) {
    var samples = spans.map { Self.steps(Self.time($0), Self.time($1)) }
    samples.append(Self.steps(Self.time(0), Self.time(100), source: 1))
    #expect(Self.shown(Witness(comparesSamples: true), samples) == expected)
  }
}
