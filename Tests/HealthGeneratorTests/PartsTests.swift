import HealthBytes
import Testing

@testable import HealthGenerator

@Suite struct PartsTests {
  @Test(arguments: [
    (0, 3, "0"), (72, 0, "72"), (725_000, 4, "72.5"), (5, 4, "0.0005"), (1_000, 3, "1"),
    (591_532, 10, "5.91532e-05"), (500_000, 10, "5e-05"), (-105, 1, "-10.5"), (-4, 2, "-0.04"),
    (6_088_754_943_410_556, 14, "60.88754943410556"),
  ])
  func `numbers read as C would print them`(significand: Int, places: Int, text: String) {
    var buffer = ByteBuffer()
    buffer.append(Decimal(significand, places: places))
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == text)
  }

  @Test(arguments: [
    (0, 0, "1970-01-01 00:00:00 +0000"), (951_782_400, 3600, "2000-02-29 01:00:00 +0100"),
    (951_782_399, -18_000, "2000-02-28 18:59:59 -0500"),
    (1_769_884_215, 20_700, "2026-02-01 00:15:15 +0545"),
  ])
  func `dates read as an export writes them`(instant: Int, offset: Int, text: String) {
    var date = DateText(offset: offset)
    date.set(-1)
    date.set(instant)
    #expect(String(decoding: date.bytes, as: UTF8.self) == text)
    #expect(seconds(text) == Int64(instant))
  }

  /// The seconds before and at each change of clocks in 2025.
  @Test(arguments: [
    (HealthGenerator.Zone.berlin, 1_743_296_399, 3600), (.berlin, 1_743_296_400, 7200),
    (.berlin, 1_761_440_399, 7200), (.berlin, 1_761_440_400, 3600),
    (.newYork, 1_741_503_599, -18_000), (.newYork, 1_741_503_600, -14_400),
    (.newYork, 1_762_063_199, -14_400), (.newYork, 1_762_063_200, -18_000),
  ])
  func `clocks change when they do`(zone: HealthGenerator.Zone, instant: Int, offset: Int) {
    #expect(zone.offset(at: instant) == offset)
  }

  @Test func `dates come back from days`() {
    for day in stride(from: -200_000, through: 200_000, by: 97) {
      #expect(CivilDate(daysSince1970: day).daysSince1970 == day)
    }
  }

  @Test func `draws keep to their bounds and reach them`() {
    var random = Random(seed: 1, stream: 2, index: 3)
    var seen: Set<Int> = []
    for _ in 0..<500 { seen.insert(random.within(-2...3)) }
    #expect(seen == Set(-2...3))
    #expect(random.below(0) == 0)
  }

  /// Then each hour of a day has its stand hour and each night its stages.
  @Test func `densities add up to whole days`() {
    #expect(Series.all.reduce(0) { $0 + $1.density } == 270_000)
  }

  @Test func `sums of tenths are tenths`() {
    var sum = ExactSum()
    for _ in 0..<10 { sum.add(Decimal(1, places: 1)) }
    #expect(sum.description == "1")
    sum.add(Decimal(-15, places: 1))
    #expect(sum.description == "-0.5")
    sum.add(Decimal(5, places: 10))
    #expect(sum.description == "-0.4999999995")
  }
}
