import HealthModel
import HealthStore
import Testing

struct SampleBoundsTests {
  /// The promise that stores rely on.
  @Test(arguments: [1, 2, 3, 4]) func whatMatchesLiesWithinTheBounds(_ seed: UInt64) {
    var dice = Dice(seed)
    let samples = PredicateSamples.all
    var (matched, left) = (0, 0)
    for _ in 0..<150 {
      let predicate = SamplePredicate.random(&dice, about: samples)
      let bounds = SampleBounds(predicate)
      var matcher = SampleMatcher(predicate)
      var inverse = SampleMatcher(.not(predicate))
      for sample in samples {
        let isMatch = matcher.matches(sample)
        #expect(inverse.matches(sample) != isMatch, "\(predicate) of \(sample.kind)")
        guard isMatch else {
          left += bounds.contain(sample) ? 0 : 1
          continue
        }
        matched += 1
        #expect(bounds.contain(sample), "\(predicate) of \(sample.kind)")
        #expect(!bounds.isEmpty)
        if let descriptor = sample.header?.descriptor {
          #expect(matcher.canMatch(descriptor, kind: sample.kind))
          #expect(matcher.canMatch(type: descriptor.type.identifier, kind: sample.kind))
        } else if case .unknown(let element) = sample {
          #expect(matcher.canMatch(type: element.name, kind: .unknown))
        }
      }
    }
    // Else it would prove nothing.
    #expect(matched > 1_000)
    #expect(left > 1_000)
  }

  static let noon = DateBound(Timestamp(secondsSince1970: 1_000_000))
  static let later = DateBound(Timestamp(secondsSince1970: 2_000_000))

  @Test func boundsAreAsNarrowAsIndexesWantThem() {
    let bounds = SampleBounds(
      .and([
        .or([.type("A"), .type("B")]), .start(.greaterOrEqual, Self.noon),
        .start(.less, Self.later),
        .text(.source, .equals("My\u{A0}Watch")),
        .not(.or([.kind(.category), .end(.less, Self.noon)])),
      ]))
    #expect(bounds.types == ["A", "B"])
    #expect(bounds.sources == ["my watch"])
    #expect(bounds.start.earliest?.secondsSince1970 == 1_000_000)
    #expect(bounds.start.latest?.secondsSince1970 == 2_000_000)
    #expect(bounds.end.isUnbounded)
    #expect(!bounds.kinds.contains(.category) && !bounds.kinds.contains(.document))
    #expect(bounds.kinds.contains(.quantity))
  }

  @Test(arguments: [
    SamplePredicate.not(.all), .or([]), .and([.type("A"), .type("B")]),
    .and([.kind(.workout), .value(.equal, 1, unit: nil)]),
    .and([.start(.greater, later), .start(.less, noon)]),
    .or([.not(.all), .and([.text(.source, .equals("a")), .text(.source, .equals("b"))])]),
  ])
  func whatCannotMatchIsEmpty(_ predicate: SamplePredicate) {
    #expect(SampleBounds(predicate).isEmpty)
    var matcher = SampleMatcher(predicate)
    let matches = PredicateSamples.all.filter { matcher.matches($0) }
    #expect(matches.isEmpty)
  }

  /// `2024-06-01` begins at other instants on other clocks.
  @Test func aDayOnTheClockHasSlack() throws {
    let day = try #require(DateBound("2024-06-01"))
    let range = SampleBounds(.start(.equal, day)).start
    #expect(range.contains(Timestamp("2024-06-01 00:00:00 +1400")))
    #expect(range.contains(Timestamp("2024-06-01 23:59:59 -1200")))
    #expect(!range.contains(Timestamp("2024-06-04 00:00:00 +0000")))
    #expect(!range.contains(Timestamp("2024-05-29 00:00:00 +0000")))
  }
}
