import HealthModel
import HealthTesting
import Testing

/// A date is an instant and the text it was written as.
@Suite struct TimestampTests {
  @Test(arguments: [
    ("2024-06-01 08:00:00 +0200", 1_717_221_600, 0, 120),
    ("2024-06-01 08:00:00 -0330", 1_717_241_400, 0, -210),
    ("2024-06-01 08:00:00 +0000", 1_717_228_800, 0, 0),
    ("2024-06-01 08:00:00 -0000", 1_717_228_800, 0, 0),
    ("2024-06-01T08:00:00+02:00", 1_717_221_600, 0, 120),
    ("2024-06-01T08:00:00Z", 1_717_228_800, 0, 0),
    ("2024-06-01 08:00:00 Z", 1_717_228_800, 0, 0),
    ("2024-06-01T08:00:00.5Z", 1_717_228_800, 500_000_000, 0),
    ("2024-06-01T08:00:00,123456789+0200", 1_717_221_600, 123_456_789, 120),
    ("20140104084300-0800", 1_388_853_780, 0, -480),
    ("2016-12-31 23:59:60 +0000", 1_483_228_800, 0, 0),
    ("1970-01-01 00:00:00 +0000", 0, 0, 0),
    ("1969-12-31 23:59:59 +0000", -1, 0, 0),
    ("0001-01-01 00:00:00 +0000", -62_135_596_800, 0, 0),
    ("9999-12-31 23:59:59 +0000", 253_402_300_799, 0, 0),
    ("2024-06-01 08:00:00 +1800", 1_717_164_000, 0, 1_080),
  ])
  func everyFormIsReadAndKept(text: String, seconds: Int64, nanoseconds: Int32, offset: Int16)
    throws
  {
    let date = try #require(Timestamp(text))
    #expect(date.secondsSince1970 == seconds)
    #expect(date.nanoseconds == nanoseconds)
    #expect(date.offsetMinutes == offset)
    #expect(date.description == text)
  }

  @Test(arguments: [
    ("2024-00-01 08:00:00 +0200", "month", 0, 1, 12),
    ("2024-13-01 08:00:00 +0200", "month", 13, 1, 12),
    ("2024-06-00 08:00:00 +0200", "day", 0, 1, 30),
    ("2024-06-31 08:00:00 +0200", "day", 31, 1, 30),
    ("2023-02-29 08:00:00 +0200", "day", 29, 1, 28),
    ("1900-02-29 08:00:00 +0200", "day", 29, 1, 28),
    ("2024-06-01 24:00:00 +0200", "hour", 24, 0, 23),
    ("2024-06-01 08:60:00 +0200", "minute", 60, 0, 59),
    ("2024-06-01 08:00:61 +0200", "second", 61, 0, 60),
    ("2024-06-01 08:00:00 +1801", "offset", 1_081, -1_080, 1_080),
    ("0000-06-01 08:00:00 +0000", "year", 0, 1, 9_999),
  ])
  func aFieldOutOfItsRangeIsNamed(text: String, field: String, found: Int, from: Int, to: Int) {
    let bytes = Array(text.utf8)
    #expect(Timestamp(text) == nil)
    guard case .failure(let fault) = Timestamp.parse(bytes.span, form: .export) else {
      Issue.record("found a date")
      return
    }
    #expect(fault == .range(field: field, found: found, from: from, to: to))
  }

  @Test(arguments: [
    "", "2024-06-01", "2024-06-01 08:00:00", "2024-06-01 08:00:00 0200",
    "2024/06/01 08:00:00 +0200",
    "2024-06-01 08:00:00 +02", "2024-06-01 08:00:00 +0260", "2024-06-01 08:00:00 +0200 ",
    " 2024-06-01 08:00:00 +0200", "2024-06-01 08:00:00. +0200", "2024-06-01 08:00:00.1234567890Z",
    "2024-06-01 8:00:00 +0200", "2024-06-0a 08:00:00 +0200", "2024-06-01\u{202F}08:00:00 +0200",
  ])
  func otherTextIsNoDate(text: String) {
    let bytes = Array(text.utf8)
    #expect(throws: Timestamp.Fault.shape) {
      try Timestamp.parse(bytes.span, form: .export).get()
    }
  }

  /// Every day from 1900 to 2100, counted by the rules of the calendar.
  @Test func everyDayComesBack() throws {
    var seconds: Int64 = -2_208_988_800
    for year in 1900...2100 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for month in 1...12 {
        for day in 1...lengths[month - 1] {
          let text = "\(year)-\(Self.two(month))-\(Self.two(day)) 00:00:00 +0000"
          let date = try #require(Timestamp(text))
          #expect(date.secondsSince1970 == seconds)
          #expect(Timestamp(secondsSince1970: seconds).description == text)
          seconds += 86_400
        }
      }
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func anyInstantComesBackInEachForm() throws {
    var random = FixedRandom(seed: 3)
    for _ in 0..<5_000 {
      let date = Timestamp(
        secondsSince1970: Int64(random.below(8_000_000_000)) - 2_000_000_000,
        nanoseconds: random.below(2) == 0 ? 0 : Int32(random.below(1_000_000_000)),
        offsetMinutes: Int16(random.below(2_161) - 1_080))
      for form in [Timestamp.Form.export, .iso8601] {
        let text = date.text(form).description
        let bytes = Array(text.utf8)
        let found = Timestamp(parsing: bytes.span, form: form)
        let again = try #require(found)
        #expect(again == date)
        #expect(again.offsetMinutes == date.offsetMinutes)
        #expect(again.text(form).description == text)
      }
    }
  }

  @Test func datesAreOrderedAndEqualByInstant() throws {
    let early = try #require(Timestamp("2024-06-01 08:00:00 +0200"))
    let same = try #require(Timestamp("2024-06-01 06:00:00 +0000"))
    let late = try #require(Timestamp("2024-06-01T06:00:00.000000001Z"))
    #expect(early == same)
    #expect(early.hashValue == same.hashValue)
    #expect(!early.isSame(as: same))
    #expect(early < late)
    #expect(late.timeInterval(since: early) == 1e-9)
  }
}
