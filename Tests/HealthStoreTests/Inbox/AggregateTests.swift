import HealthStore
import HealthTesting
import Testing

/// Which aggregate of one type counts.
@Suite struct AggregateTests {
  private static let hour: Int64 = 3_600

  private func aggregate(
    _ start: Int64, _ hours: Int64, _ source: String = "Watch", change: Int64 = 1,
    mark: String = "sum"
  ) -> Aggregate {
    Aggregate(
      change: change, start: start * Self.hour, end: (start + hours) * Self.hour, source: source,
      mark: mark)
  }

  @Test func theLaterOfOneTimeCounts() {
    let (old, new) = (aggregate(8, 1, change: 1), aggregate(8, 1, change: 2))
    #expect(old.isReplaced(by: new) && !new.isReplaced(by: old))
    // One device first, then two.
    let both = aggregate(8, 1, "iPhone|Watch", change: 3)
    #expect(old.isReplaced(by: both) && !both.isReplaced(by: old))
    #expect(aggregate(8, 1, "WATCH").isReplaced(by: new))
    // Others: another time, another source.
    for other in [aggregate(9, 1, change: 2), aggregate(8, 1, "iPhone", change: 2)] {
      #expect(!old.isReplaced(by: other) && !other.isReplaced(by: old))
    }
    // A day in another zone, and its neighbor; a day of 23 hours.
    let day = aggregate(0, 24)
    #expect(day.isReplaced(by: aggregate(2, 24, change: 2)))
    #expect(day.isReplaced(by: aggregate(0, 23, change: 2)))
    #expect(!day.isReplaced(by: aggregate(22, 24, change: 2)))
  }

  @Test func theFinerCounts() {
    let (day, hour) = (aggregate(0, 24, change: 2), aggregate(23, 1, change: 1))
    #expect(day.isReplaced(by: hour) && !hour.isReplaced(by: day))
    #expect(!day.isReplaced(by: aggregate(24, 1, change: 3)))
    // Without a period.
    let instant = aggregate(8, 0, change: 3)
    #expect(instant.isReplaced(by: aggregate(8, 1)) && !aggregate(8, 1).isReplaced(by: instant))
    #expect(instant.isReplaced(by: aggregate(8, 0, change: 4)))
    #expect(!instant.isReplaced(by: aggregate(9, 0, change: 4)))
    #expect(!instant.isReplaced(by: aggregate(7, 1)))
  }

  /// A night gets longer; copies of samples have any times.
  @Test func totalsAndCopies() {
    let (short, long) = (
      aggregate(22, 3, change: 1, mark: "total"), aggregate(22, 8, change: 2, mark: "total")
    )
    #expect(short.isReplaced(by: long) && !long.isReplaced(by: short))
    #expect(!short.isReplaced(by: aggregate(14, 1, change: 2, mark: "total")))
    for other in ["total", "copy", "sum"] {
      let (copy, other) = (
        aggregate(22, 8, mark: "copy"), aggregate(22, 8, change: 2, mark: other)
      )
      #expect(!copy.isReplaced(by: other) && !other.isReplaced(by: copy))
    }
  }

  /// Samples of which an app made the sum of a day count in its place, and always.
  @Test func partsCount() {
    let day = aggregate(0, 24, change: 2)
    for change in [1, 3] as [Int64] {
      let part = aggregate(23, 1, change: change, mark: "part")
      #expect(day.isReplaced(by: part) && !part.isReplaced(by: day))
      #expect(!part.isReplaced(by: aggregate(23, 1, change: 2, mark: "part")))
    }
    #expect(day.isReplaced(by: aggregate(8, 0, mark: "part")))
    #expect(!day.isReplaced(by: aggregate(24, 1, mark: "part")))
    #expect(!day.isReplaced(by: aggregate(8, 1, "iPhone", mark: "part")))
    #expect(!aggregate(8, 0).isReplaced(by: aggregate(8, 0, mark: "part")))
    for mark in ["total", "copy"] {
      #expect(!aggregate(0, 24, mark: mark).isReplaced(by: aggregate(8, 1, mark: "part")))
    }
    let export = ExportCoverage(
      type: "T", source: "watch", first: 0, last: 90_000, date: 90_000)
    #expect(!aggregate(8, 1, mark: "part").isReplaced(by: export))
  }

  @Test(arguments: ["sum", "total", "copy"])
  func samplesOfAnExportCount(_ mark: String) {
    let export = ExportCoverage(
      type: "T", source: "watch", first: 10 * Self.hour, last: 20 * Self.hour + 60,
      date: 23 * Self.hour)
    for (start, isReplaced) in [(9, false), (10, true), (20, true), (22, true), (23, false)] {
      #expect(
        aggregate(Int64(start), 1, mark: mark).isReplaced(by: export) == isReplaced, "\(start)")
    }
    // A period in which the export was made, without samples of it and with some.
    #expect(!aggregate(22, 2).isReplaced(by: export) && aggregate(20, 24).isReplaced(by: export))
    #expect(!aggregate(10, 1, "iPhone").isReplaced(by: export))
    #expect(aggregate(10, 1, "iPhone|Watch").isReplaced(by: export))
    #expect(aggregate(10, 1, "Health Auto Export").isReplaced(by: export))
    #expect(aggregate(10, 0).isReplaced(by: export) && !aggregate(23, 0).isReplaced(by: export))
  }

  /// What states only when its period begins can be that of the day, or the hour, in which the first sample of an export is.
  @Test(arguments: [0, 2] as [Int64])
  func theFirstDayOfAnExportCountsOnce(_ zone: Int64) {
    let midnight = (72 - zone) * Self.hour
    let first = midnight + 8 * Self.hour + 1_230
    let export = ExportCoverage(
      type: "T", source: "watch", first: first, last: first + 86_400, date: first + 90_000)
    let cases: [(start: Int64, length: Int64, mark: String, isReplaced: Bool)] = [
      (0, 0, "sum", true), (0, 0, "average", true), (0, 1_800, "total", true),
      (0, 0, "copy", false), (0, 3_600, "sum", false), (0, 86_400, "sum", true),
      (-24 * Self.hour, 0, "sum", false), (7 * Self.hour, 0, "sum", false),
      (8 * Self.hour, 0, "sum", true), (8 * Self.hour + 1_140, 0, "sum", false),
      (8 * Self.hour + 1_200, 0, "sum", true), (8 * Self.hour + 1_229, 0, "sum", false),
    ]
    for (start, length, mark, isReplaced) in cases {
      let aggregate = Aggregate(
        change: 1, start: midnight + start, end: midnight + start + length,
        offset: zone * Self.hour, source: "Watch", mark: mark)
      #expect(aggregate.isReplaced(by: export) == isReplaced, "\(start) \(length) \(mark)")
    }
  }

  /// Whatever order they come in, those that are left do not replace each other, and all that are gone are replaced.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func noneIsLeftThatIsReplaced(_ seed: UInt64) {
    var random = FixedRandom(seed: seed)
    let lengths: [Int64] = [0, 1, 24]
    let all = (0..<60).map { change in
      let length = lengths[random.below(3)]
      let start = Int64(random.below(72)) / max(1, length) * max(1, length)
      return aggregate(
        start, length, ["a", "a|b", "b"][random.below(3)], change: Int64(change),
        mark: ["sum", "average", "total", "copy", "part"][random.below(5)])
    }
    let gone = all.shuffled(using: &random).replaced()
    #expect(Set(gone.map(\.change)).count == gone.count)
    let left = all.filter { !gone.contains($0) }
    for one in left { #expect(!left.contains { one.isReplaced(by: $0) }) }
    for one in gone { #expect(all.contains { one.isReplaced(by: $0) }) }
  }

  @Test func rangesHaveTheDaysOfTheirSet() throws {
    var random = FixedRandom(seed: 7)
    for _ in 0..<200 {
      let days = Set((0..<random.below(30)).map { _ in random.below(60) - 30 })
      let ranges = DayRanges(days)
      #expect(Set(ranges.ranges.flatMap { Array($0) }) == days)
      #expect(DayRanges(ranges.text) == ranges)
      let gaps = Set(ranges.gaps.flatMap { Array($0) })
      if let first = days.min(), let last = days.max() {
        #expect(gaps == Set(first...last).subtracting(days))
      }
    }
    for text in ["2024-01-02,2024-01-01", "2024-01-02/2024-01-01", "x", ",", "2024-01-01/"] {
      #expect(DayRanges(text) == nil)
    }
  }
}
