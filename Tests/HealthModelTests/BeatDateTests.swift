import HealthModel
import Testing

/// A beat's time of day is resolved against the dates of its sample: of another hour, in any spelling.
@Suite struct BeatDateTests {
  private static func date(
    _ time: String, from start: String, to end: String
  ) throws -> String? {
    let beat = QuantitySample.Beat(bpm: Number(60), time: time)
    return beat.date(
      from: try #require(Timestamp(start)), to: try #require(Timestamp(end)))?.description
  }

  @Test(arguments: [
    ("07:00:02,17", "08:00:02.17"), ("07:00:02.17", "08:00:02.17"), ("8:00:02.5", "08:00:02.5"),
    ("7:00:02.17 AM", "08:00:02.17"), ("7:00:02.17\u{A0}PM", "08:00:02.17"),
    ("7:00:02,17\u{202F}AM", "08:00:02.17"), ("19:00:02", "08:00:02"),
    ("上午7:00:02.17", "08:00:02.17"),
    ("07.00.02,17", "08:00:02.17"), ("7:00:02.1234567891", "08:00:02.123456789"),
    // A little before the start and after the end.
    ("6:59:30.00 AM", "07:59:30"), ("7:02:00.00 AM", "08:02:00"),
  ])
  func spellings(time: String, clock: String) throws {
    #expect(
      try Self.date(
        time, from: "2024-01-10 08:00:00 +0200", to: "2024-01-10 08:01:05 +0200")
        == "2024-01-10 \(clock) +0200")
  }

  @Test(arguments: [
    "", "7:00", "7:60:00", "7:00:61", "noon", "7:0:00", ":00:00", "7:05:00 AM", "6:58:00",
    "07-00-02", "25:00:00", "７:00:02",
  ])
  func whatIsNone(time: String) throws {
    #expect(
      try Self.date(time, from: "2024-01-10 08:00:00 +0200", to: "2024-01-10 08:01:05 +0200")
        == nil)
  }

  @Test(arguments: [
    // Over midnight on both clocks, on one of them, and in a zone of half an hour.
    (
      "00:00:10.5", "2024-01-10 23:59:30 +0100", "2024-01-11 00:00:35 +0100",
      "2024-01-11 00:00:10.5 +0100"
    ),
    (
      "11:59:50 PM", "2024-01-11 00:59:30 +0200", "2024-01-11 01:00:35 +0200",
      "2024-01-11 00:59:50 +0200"
    ),
    (
      "12:00:10 AM", "2024-01-11 00:59:30 +0200", "2024-01-11 01:00:35 +0200",
      "2024-01-11 01:00:10 +0200"
    ),
    (
      "18:29:59", "2024-01-10 18:29:00 +0530", "2024-01-10 18:30:05 +0530",
      "2024-01-10 18:29:59 +0530"
    ),
    (
      "07:00:02", "1969-12-31 07:59:59.5 -0800", "1969-12-31 08:00:40 -0800",
      "1969-12-31 08:00:02 -0800"
    ),
    (
      "07:30:00", "2024-01-10 08:00:00 +0200", "2024-01-10 08:45:00 +0200",
      "2024-01-10 08:30:00 +0200"
    ),
  ])
  func theHourFollowsFromTheSample(
    time: String, start: String, end: String, expected: String
  ) throws {
    #expect(try Self.date(time, from: start, to: end) == expected)
  }

  @Test func whereMoreThanOneHourFitsNothingIsSaid() throws {
    #expect(
      try Self.date("07:30:00", from: "2024-01-10 08:00:00 +0200", to: "2024-01-10 09:00:00 +0200")
        == nil)
    #expect(
      try Self.date("07:30:00", from: "2024-01-10 08:00:00 +0200", to: "2024-01-10 07:00:00 +0200")
        == nil)
  }
}
