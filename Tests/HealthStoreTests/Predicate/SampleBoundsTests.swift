import HealthModel
import HealthTesting
import Testing

@testable import HealthStore

struct SampleBoundsTests {
  /// The promise that stores rely on.
  @Test(arguments: [1, 2, 3, 4]) func whatMatchesLiesWithinTheBounds(_ seed: UInt64) {
    var dice = FixedRandom(seed: seed)
    let samples = PredicateSamples.all.withParticipants
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
        }
        let deleted = DeletedSample(
          key: SampleKey(sample), kind: sample.kind, type: sample.typeName,
          participant: sample.participant)
        #expect(matcher.canMatch(deleted))
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
      of: .and([
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
    SamplePredicate.Form.not(.all), .or([]), .and([.type("A"), .type("B")]),
    .and([.kind(.workout), .value(.equal, 1, unit: nil)]),
    .and([.start(.greater, later), .start(.less, noon)]),
    .or([.not(.all), .and([.text(.source, .equals("a")), .text(.source, .equals("b"))])]),
  ])
  func whatCannotMatchIsEmpty(_ form: SamplePredicate.Form) {
    let predicate = SamplePredicate(form)
    #expect(SampleBounds(predicate).isEmpty)
    var matcher = SampleMatcher(predicate)
    let matches = PredicateSamples.all.filter { matcher.matches($0) }
    #expect(matches.isEmpty)
  }

  /// What the matcher does not ask samples of most starts: all of them would pass, on whatever clock.
  @Test(arguments: [
    "2024-06-01", "2024-06-01T12:00:00", "2024-06-01T12:00:00+02:00", "2024-06-01T12:00:00.5Z",
  ])
  func startsThatNeedNotBeAskedPass(_ text: String) throws {
    let bound = try #require(DateBound(text))
    let noon: Int64 = 1_717_236_000
    var (passing, left) = (0, 0)
    for comparison in SamplePredicate.Comparison.allCases {
      for second in stride(from: noon - 300_000, through: noon + 300_000, by: 1_800) {
        for (shift, nanoseconds) in [(-1, 999_999_999), (0, 0), (0, 1), (1, 0)] as [(Int64, Int32)]
        {
          let isSure = bound.seconds(of: comparison)?.contains(second + shift) ?? false
          for offset in [-1_080, -90, 0, 120, 1_080] as [Int16] {
            let time = Timestamp(
              secondsSince1970: second + shift, nanoseconds: nanoseconds, offsetMinutes: offset)
            let isHeld = bound.holds(time, comparison)
            if isSure { #expect(isHeld, "\(time) \(comparison) \(bound)") }
            passing += isSure ? 1 : 0
            left += !isSure && isHeld ? 1 : 0
          }
        }
      }
    }
    // Else it would prove nothing, or help nobody.
    #expect(passing > 5_000)
    #expect(left > 50)
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

extension SampleBounds {
  /// Whether a sample is within them.
  fileprivate func contain(_ sample: Sample) -> Bool {
    let type: String? =
      if case .unknown(let element) = sample {
        element.name
      } else {
        sample.descriptor?.type.identifier
      }
    let hasDates = sample.kind != .document
    return kinds.contains(sample.kind)
      && types.map { types in type.map(types.contains) ?? true } ?? true
      && sources.map { $0.contains(sample.descriptor?.source.foldedName ?? "") } ?? true
      && start.contains(hasDates ? sample.start : nil)
      && end.contains(hasDates ? sample.end : nil)
  }
}
