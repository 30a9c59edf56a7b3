import HealthModel
import Testing

@testable import HealthFormats

@Suite struct DatePatternTests {
  static let dates: [(pattern: String, text: String, date: String?)] = [
    ("iso8601", "2024-06-01T08:00:00+02:00", "2024-06-01T08:00:00+02:00"),
    ("iso8601", "2024-06-01 08:00:00 +0200", "2024-06-01T08:00:00+02:00"),
    ("iso8601", "2024-06-01T08:00:00Z", "2024-06-01T08:00:00+00:00"),
    ("iso8601", "2024-06-01T08:00:00.5", "clock 2024-06-01T08:00:00.5+00:00"),
    ("iso8601", "2024-06-01 08:00", "clock 2024-06-01T08:00:00+00:00"),
    ("iso8601", "2024-06-01", "clock 2024-06-01T00:00:00+00:00"),
    ("iso8601", "2024-06-01T", nil),
    ("iso8601", "2024-06-01 8:00", nil),
    ("iso8601", "2024-02-30", nil),
    ("epoch-seconds", "0", "1970-01-01T00:00:00+00:00"),
    ("epoch-seconds", "1e9", nil),
    ("epoch-seconds", "1.7673408e9", nil),
    ("epoch-seconds", "1.767340800e9", "2026-01-02T08:00:00+00:00"),
    ("epoch-milliseconds", "1.76731E+12", nil),
    ("epoch-milliseconds", "1.767340800e12", "2026-01-02T08:00:00+00:00"),
    ("epoch-milliseconds", "1.7673408002e12", "2026-01-02T08:00:00.2+00:00"),
    ("epoch", "1.76731E+12", nil),
    ("epoch-nanoseconds", "1.76731E+18", nil),
    ("clock-milliseconds", "1.76731E+12", nil),
    ("epoch-seconds", "1e99", nil),
    ("epoch-milliseconds", "1500", "1970-01-01T00:00:01.5+00:00"),
    ("epoch-milliseconds", "253402300799999", "9999-12-31T23:59:59.999+00:00"),
    ("epoch", "1767340800", "2026-01-02T08:00:00+00:00"),
    ("epoch", "1767340800000", "2026-01-02T08:00:00+00:00"),
    ("epoch", "99999999999", "5138-11-16T09:46:39+00:00"),
    ("epoch", "100000000000", "1973-03-03T09:46:40+00:00"),
    ("epoch", "2026-01-02", nil),
    ("dd/MM/yyyy", "31/12/2024", "clock 2024-12-31T00:00:00+00:00"),
    ("dd/MM/yyyy", "1/12/2024", nil),
    ("M/d/yy h:mm a", "1/2/24 12:05 AM", "clock 2024-01-02T00:05:00+00:00"),
    ("M/d/yy h:mm a", "1/2/99 12:05\u{202F}pm", "clock 1999-01-02T12:05:00+00:00"),
    ("M/d/yy h:mm a", "1/2/24 13:05 PM", nil),
    ("MMM d, yyyy", "Sep 7, 2024", "clock 2024-09-07T00:00:00+00:00"),
    ("EEEE, d MMMM yyyy", "Saturday, 7 september 2024", "clock 2024-09-07T00:00:00+00:00"),
    ("d MMMM yyyy", "3 März 2026", "clock 2026-03-03T00:00:00+00:00"),
    ("d MMMM yyyy", "3 MÄRZ 2026", "clock 2026-03-03T00:00:00+00:00"),
    ("d MMMM yyyy", "13 Dezember 2026", "clock 2026-12-13T00:00:00+00:00"),
    ("d MMM yyyy", "13 Mai\u{A0}2026", "clock 2026-05-13T00:00:00+00:00"),
    ("d MMMM yyyy", "13 Märzen 2026", nil),
    ("yyyy-MM-dd'T'HH:mm:ss.SSSZ", "2024-06-01T08:00:00.25-0330", "2024-06-01T08:00:00.25-03:30"),
    ("yyyyMMddHHmmssZ", "20240601080000Z", "2024-06-01T08:00:00+00:00"),
    ("yyyy-MM-dd Z", "2024-06-01 +2", nil),
    ("yyyy-MM-dd", "2024-06-01x", nil),
    ("yyyy-MM-dd", "", nil),
  ]

  @Test(arguments: dates)
  func texts(_ pattern: String, _ text: String, _ date: String?) throws {
    let bytes = Array(text.utf8)
    let found: String?
    switch try DatePattern(pattern).read(bytes.span) {
    case .instant(let date), .epoch(let date): found = date.text(.iso8601).description
    case .clock(let fields):
      let date = Timestamp(secondsSince1970: fields.clock, nanoseconds: Int32(fields.nanoseconds))
      found = "clock \(date.text(.iso8601))"
    case .fault: found = nil
    }
    #expect(found == date)
  }

  /// A number that a spreadsheet shortened is not a time.
  @Test(arguments: [
    ("epoch", "1.76731E+12"), ("epoch-seconds", "1.76731E+09"),
    ("epoch-milliseconds", "1.76731E+12"), ("epoch-nanoseconds", "1.76731E+18"),
    ("clock-milliseconds", "1.76731E+12"),
  ])
  func shortened(_ pattern: String, _ text: String) throws {
    let bytes = Array(text.utf8)
    guard case .fault(let fault) = try DatePattern(pattern).read(bytes.span) else {
      Issue.record("it is read as a date")
      return
    }
    #expect(fault == .shortened)
  }
}
