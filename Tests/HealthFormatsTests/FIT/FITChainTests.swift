import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// What other files of a chain, and fields before the usual ones, state.
@Suite struct FITChainTests {
  /// 2024-06-01T06:00:00Z, as the format has it.
  private static let start: UInt64 = 1_717_221_600 - 631_065_600

  private static func record(_ file: inout FITBytes, _ second: UInt64, _ centimeters: UInt64) {
    file.add(
      20, [(253, 0x86, 4, start + second), (3, 2, 1, 90), (5, 0x86, 4, centimeters)])
  }

  private static func session(
    _ file: inout FITBytes, from first: UInt64 = 0, to last: UInt64, _ centimeters: UInt64,
    sport: UInt64 = 1
  ) {
    file.add(
      18,
      [
        (253, 0x86, 4, start + last), (2, 0x86, 4, start + first), (5, 0, 1, sport),
        (7, 0x86, 4, (last - first) * 1000), (9, 0x86, 4, centimeters),
      ])
  }

  private static func distances(_ bytes: [UInt8]) -> [String] {
    FITReaderTests.read(bytes).values(.distanceWalkingRunning)
  }

  @Test func distanceCountsFromTheStart() {
    var file = FITBytes()
    Self.record(&file, 5, 1_000)
    Self.record(&file, 10, 2_500)
    Self.session(&file, to: 10, 2_500)
    let first: Int64 = 1_717_221_600
    #expect(
      Self.distances(file.bytes) == [
        "\(first) \(first + 5) 10.00 m", "\(first + 5) \(first + 10) 15.00 m",
      ])
    // The first record at the start itself.
    file = FITBytes()
    Self.record(&file, 0, 300)
    Self.record(&file, 10, 2_500)
    Self.session(&file, to: 10, 2_500)
    #expect(
      Self.distances(file.bytes) == [
        "\(first) \(first) 3.00 m", "\(first) \(first + 10) 22.00 m",
      ])
  }

  @Test func distanceOfAnotherCountIsNone() {
    // More than the session states, and more than a second covers.
    for (total, meters) in [(1_500, 9_000), (90_000, 80_000)] as [(UInt64, UInt64)] {
      var file = FITBytes()
      Self.record(&file, 5, meters)
      Self.record(&file, 10, meters + 1_500)
      Self.session(&file, to: 10, total)
      #expect(Self.distances(file.bytes).map { $0.split(separator: " ")[2] } == ["15.00"])
    }
  }

  @Test func eachSportMayCountAnew() {
    var file = FITBytes()
    Self.record(&file, 0, 0)
    Self.record(&file, 10, 5_000)
    Self.record(&file, 15, 1_200)
    Self.record(&file, 20, 2_000)
    Self.session(&file, to: 10, 5_000)
    Self.session(&file, from: 11, to: 20, 2_000, sport: 11)
    #expect(
      Self.distances(file.bytes).map { $0.split(separator: " ")[2] } == ["50.00", "12.00", "8.00"])
  }

  /// Speed and distance in three bytes: the distance begins anew after 256 m.
  @Test func compressedSpeedAndDistanceAreRead() {
    var file = FITBytes()
    for (second, sixteenths) in [(0, 0), (10, 800), (80, 4_000), (90, 4_800)] as [(UInt64, UInt64)]
    {
      file.add(
        20, [(253, 0x86, 4, Self.start + second), (8, 13, 3, 250 | (sixteenths & 0xFFF) << 12)])
    }
    file.add(20, [(253, 0x86, 4, Self.start + 91), (8, 13, 3, 0xFF_FFFF)])
    Self.session(&file, to: 91, 30_000)
    let found = FITReaderTests.read(file.bytes)
    #expect(
      found.values(.distanceWalkingRunning).map { $0.split(separator: " ")[2] } == [
        "50.00", "200.00", "50.00",
      ])
    #expect(
      found.values(.runningSpeed).map { $0.split(separator: " ")[2] } == [
        "2.500", "2.500", "2.500", "2.500",
      ])
    #expect(found.findings == [])
  }

  /// An activity that a file has twice is one; another one of the same start is not.
  @Test func anActivityIsReadOnce() {
    var (one, other) = (FITBytes(), FITBytes())
    for (second, centimeters) in [(0, 0), (10, 2_500)] as [(UInt64, UInt64)] {
      Self.record(&one, second, centimeters)
      Self.record(&other, second, 2 * centimeters)
    }
    Self.session(&one, to: 10, 2_500)
    Self.session(&other, to: 10, 5_000)
    let single = FITReaderTests.read(one.bytes)
    let twice = FITReaderTests.read(one.bytes + one.bytes)
    #expect(twice.samples == single.samples)
    #expect(twice.findings.map(\.rule).filter { $0 == "duplicate-file" }.count == 1)
    let both = FITReaderTests.read(one.bytes + other.bytes)
    #expect(both.samples.count == 2 * single.samples.count)
    #expect(both.findings == single.findings)
  }

  /// The heart rates of a strap follow the activity in a file of their own.
  @Test func ratesOfAStrapHaveTheOriginOfTheActivity() throws {
    var swim = FITBytes()
    swim.add(0, [(0, 0, 1, 4), (1, 0x84, 2, 1), (2, 0x84, 2, 2697)])
    Self.record(&swim, 0, 0)
    Self.session(&swim, to: 60, 2_500, sport: 5)
    swim.add(34, [(253, 0x86, 4, Self.start + 60), (5, 0x86, 4, Self.start + 60 - 4 * 3600)])
    var strap = FITBytes()
    strap.add(
      132, [(253, 0x86, 4, Self.start), (0, 0x84, 2, 0), (6, 2, 1, 80), (9, 0x86, 4, 1_024)])
    // One second later, then the same value until the message is full.
    let ticks: UInt64 = 2_048 & 0xFFF
    let pair = ticks | ticks << 12
    strap.add(132, [(6, 2, 4, 0x5151_5151), (10, 13, 6, pair | pair << 24)])
    let found = FITReaderTests.read(swim.bytes + strap.bytes + strap.bytes)
    let rates = found.samples.compactMap { sample -> QuantitySample? in
      guard case .quantity(let sample) = sample, sample.type == .heartRate else { return nil }
      return sample
    }
    #expect(rates.map(\.number.description) == ["90", "80", "81", "80", "81"])
    #expect(rates.map(\.start.secondsSince1970).suffix(2) == [1_717_221_600, 1_717_221_601])
    #expect(rates.allSatisfy { $0.source.name == "Garmin" && $0.start.offsetMinutes == -240 })
    #expect(rates.allSatisfy { $0.header.descriptor.device?.model == "2697" })
    // A file that states its origin has its own, and one of its own has none.
    let alone = FITReaderTests.read(strap.bytes)
    #expect(
      alone.samples.count == 2 && alone.samples.allSatisfy { $0.header?.start.offsetMinutes == 0 })
  }
}
