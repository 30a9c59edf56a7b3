import Foundation
import Testing

@testable import HealthBytes

/// Zones against those of Foundation, which reads the same database by other code.
@Suite struct ZoneTests {
  static let places = [
    "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/New_York", "America/St_Johns",
    "America/Santiago", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "Australia/Lord_Howe",
    "Pacific/Auckland", "Pacific/Chatham", "Africa/Johannesburg", "Asia/Jerusalem", "Etc/UTC",
  ]

  @Test(arguments: places)
  func offsetsAreThoseOfFoundation(_ name: String) throws {
    let zone = try Zone(name)
    let theirs = try #require(TimeZone(identifier: name))
    // From 1975 to 2080, in steps that meet every season and hour.
    for instant in stride(from: Int64(157_766_400), to: 3_471_292_800, by: 4_000_037) {
      let offset = theirs.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
      try #require(zone.offset(at: instant) == offset, "\(name) at \(instant)")
      let reading = zone.reading(atClock: instant + Int64(offset))
      if !reading.isUncertain { #expect(reading == .init(instant: instant, offset: offset)) }
    }
  }

  @Test(arguments: [
    ("UTC", 0), ("Z", 0), ("+02:00", 7_200), ("-0330", -12_600), ("+5", 18_000),
    ("-18:00", -64_800), ("GMT+0530", 19_800), ("GMT-8", -28_800), ("GMT", 0),
  ])
  func offsetsAreZones(_ name: String, _ seconds: Int) throws {
    #expect(try Zone(name).offset(at: 0) == seconds)
  }

  @Test(arguments: [
    "", "+", "+19", "+02:60", "+02:00:00", "Europe", "Europe/", "/Europe/Berlin", "Europe//Berlin",
    "../zoneinfo/Europe/Berlin", "europe berlin", "Mars/Olympus", "GMT+9999", "GMT02",
  ])
  func othersAreNone(_ name: String) {
    let error = #expect(throws: HealthError.self) { try Zone(name) }
    #expect(error?.code == .usage)
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", true), ("<+03>-3", true), ("EST5EDT,M3.2.0,M11.1.0", true),
    ("IST-2IDT,M3.4.4/26,M10.5.0", true), ("AAA3BBB,J60/-1,300/24", true), ("", false),
    ("CET", false), ("CET-1CEST", false), ("CET-1CEST,M3.5.0", false),
    ("CET-1CEST,M13.5.0,M1.1.1", false),
    ("<+03-3", false), ("CET-1CEST,M3.5.0,M10.5.0/3x", false),
  ])
  func rulesAreReadWhole(_ text: String, _ isRule: Bool) {
    #expect((ZoneRule(Array(text.utf8)) != nil) == isRule)
  }

  @Test func damagedFilesAreNoZones() throws {
    let bytes = try FileSource("/usr/share/zoneinfo/Europe/Berlin").readAll()
    #expect(ZoneFile(bytes) != nil)
    for count in stride(from: 0, to: bytes.count, by: 7) { _ = ZoneFile(Array(bytes[..<count])) }
    for index in stride(from: 0, to: bytes.count, by: 3) {
      var damaged = bytes
      damaged[index] ^= 0xff
      if let file = ZoneFile(damaged) { _ = file.offset(at: 1_700_000_000) }
    }
  }
}
