import HealthModel
import Testing

@testable import HealthConv

struct SelectionTests {
  static let watch = Source(name: "Anna\u{2019}s Apple\u{A0}Watch")
  static let heartRate = SampleDescriptor(
    type: .quantity(.heartRate), unitText: "count/min", source: watch)

  @Test(arguments: [
    ("HeartRate", true), ("heartrate", true), ("HKQuantityTypeIdentifierHeartRate", true),
    ("heart*", true), ("*rate", true), ("quantity", true), ("?eartRate", true),
    ("hr", true), ("heart rate", true), ("pulse", true), ("steps", false), ("hrv", false),
    ("StepCount", false),
    ("category", false), ("HeartRateVariabilitySDNN", false), ("*", true),
  ])
  func typesAreNamedInManyWays(_ pattern: String, _ isSelected: Bool) throws {
    var wanted = Selection()
    wanted.types = [try TypePattern(pattern)]
    #expect(wanted.selects(Self.heartRate, kind: .quantity) == isSelected)
    var unwanted = Selection()
    unwanted.excludedTypes = [try TypePattern(pattern)]
    #expect(unwanted.selects(Self.heartRate, kind: .quantity) == !isSelected)
  }

  @Test func aMistypedTypeIsRefused() {
    let message = "unknown type 'hartrate'. Did you mean 'HeartRate'?"
    #expect(throws: HealthError(.usage, message, remedy: .list(.types))) {
      try TypePattern("hartrate")
    }
  }

  @Test(arguments: [
    ("anna\u{2019}s apple watch", true), ("*WATCH", true), ("Anna\u{2019}s Apple\u{A0}Watch", true),
    ("watch", false), ("*phone", false),
  ])
  func sourcesAreFolded(_ pattern: String, _ isSelected: Bool) {
    var selection = Selection()
    selection.addSource(pattern)
    #expect(selection.selects(Self.heartRate, kind: .quantity) == isSelected)
  }

  @Test(arguments: [
    // Bound, time, whether the time has come to it.
    ("2024-06-01", "2024-06-01 00:00:00 +0200", true),
    ("2024-06-01", "2024-05-31 23:59:59 +0200", false),
    ("2024-06-01", "2024-06-01 00:00:00 -0800", true),
    ("2024-06-01", "2024-05-31 23:59:59 -0800", false),
    ("2024-06-01T08:00:00", "2024-06-01 08:00:00 +0200", true),
    ("2024-06-01 08:00:00", "2024-06-01 07:59:59 +0200", false),
    ("2024-06-01T08:00:00Z", "2024-06-01 10:00:00 +0200", true),
    ("2024-06-01T08:00:00Z", "2024-06-01 09:59:59 +0200", false),
    ("2024-06-01T08:00:00+02:00", "2024-06-01 08:00:00 +0200", true),
  ])
  func boundsAreOnTheSamplesClock(_ bound: String, _ time: String, _ isReached: Bool) throws {
    let bound = try #require(DateBound(bound))
    let time = try #require(Timestamp(time))
    #expect(bound.isReached(by: time) == isReached)
  }

  @Test(arguments: ["", "yesterday", "2024", "2024-13-01", "2024-02-30", "2024-06-01T25:00:00"])
  func otherTextsAreNoBounds(_ text: String) {
    #expect(DateBound(text) == nil)
  }

  /// Two intervals laid end to end hold each start once.
  @Test func theIntervalIsHalfOpen() throws {
    let border = try #require(Timestamp("2024-06-01 00:00:00 +0200"))
    var before = Selection()
    before.until = DateBound("2024-06-01")
    var after = Selection()
    after.since = DateBound("2024-06-01")
    #expect(!before.selects(start: border))
    #expect(after.selects(start: border))
  }

  @Test func elementsNobodyKnowsHaveNoDateAndNoSource() throws {
    let element = Element(name: "Novelty")
    #expect(Selection().selects(element))
    var dated = Selection()
    dated.since = DateBound("2024-06-01")
    #expect(!dated.selects(element))
    var typed = Selection()
    typed.types = [try TypePattern("unknown")]
    #expect(typed.selects(element))
  }
}
