import Foundation
import HealthFoundation
import HealthModel
import Testing

struct BridgingTests {
  @Test func datesBecomeTimestampsAndBack() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    for (seconds, offset) in [(1_717_221_600.25, 120), (1_704_067_199.5, 60), (-0.75, 60)] {
      let date = Date(timeIntervalSince1970: seconds)
      let timestamp = Timestamp(date, in: zone)
      #expect(timestamp.timeIntervalSince1970 == seconds)
      #expect(timestamp.offsetMinutes == Int16(offset))
      #expect(Date(timestamp) == date)
    }
    #expect(
      Timestamp("2024-06-01 08:00:00 +0200").map { Date($0) }
        == Date(timeIntervalSince1970: 1_717_221_600))
    for date in [Date.distantPast, .distantFuture] { #expect(Date(Timestamp(date)) == date) }
    #expect(Timestamp(Date(timeIntervalSince1970: .infinity), in: zone).isKnown)
    #expect(!Timestamp(Date(timeIntervalSince1970: .nan), in: zone).isKnown)
  }

  @Test(arguments: [0.5, 0.75, -0.75, -3600])
  func durationsAreAdded(_ seconds: Double) {
    let start = Timestamp(secondsSince1970: 100, nanoseconds: 500_000_000, offsetMinutes: 60)
    let later = start.advanced(by: .seconds(seconds))
    #expect(later.timeInterval(since: start) == seconds)
    #expect(later.duration(since: start) == .seconds(seconds))
    #expect((0..<1_000_000_000).contains(later.nanoseconds))
    #expect(later.offsetMinutes == 60)
  }
}
