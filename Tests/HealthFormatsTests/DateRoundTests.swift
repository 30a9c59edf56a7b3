import HealthBytes
import HealthModel
import Testing

@testable import HealthFormats

/// Dates read and printed one after another come out as each does alone.
@Suite struct DateRoundTests {
  /// Neighbours differ in one thing each.
  static let dates = [
    "2024-06-01 08:00:00 +0200", "2024-06-01 08:00:01 +0200", "2024-06-01 23:59:59 +0200",
    "2024-06-02 00:00:00 +0200", "2024-06-02 00:00:00 +0201", "2024-06-02 00:00:00 -0201",
    "2024-06-02 24:00:00 -0201", "2024-06-02 23:60:00 -0201", "2024-06-02 23:59:60 -0201",
    "2024-06-02 2a:00:00 -0201", "2024-06-02 23:0/:00 -0201", "2024-06-02 23:00:0: -0201",
    "2024-06-02 23;00:00 -0201", "2024-06-02 23:00;00 -0201", "2024-06-02 23:00:00 -0200",
    "2024-06-02 23:00:00 -0000", "2024-06-02 23:00:00 +0000", "2024-06-02T23:00:00+00:00",
    "2024-06-02 23:00:00.5 +0000", "2024-06-02 23:00:00 +0000", "2024-06-02 23:00:00 +000",
    "20240602230000+0000", "1969-12-31 23:59:59 +0000", "1970-01-01 00:00:00 +0000",
    "1969-12-31 20:00:00 -0500", "0001-01-01 00:00:00 +0000", "9999-12-31 23:59:59 +0000", "",
  ]

  /// The same as JSON Lines has them, and some that have 25 bytes for other reasons.
  static let dates8601 =
    dates.map { $0.replacing(" +", with: "+").replacing(" -", with: "-").replacing(" ", with: "T") }
    + [
      "2024-06-01T08:00:00+02:00", "2024-06-01T08:00:01+02:00", "2024-06-02T08:00:00-02:01",
      "2024-06-02T08:00:00.1234Z", "2024-06-02T08:00:01.1234Z", "2024-06-02T08:00:01.0000Z",
      "2024-06-02T23:59:60+00:00", "2024-06-02T23:59:59-00:00", "20240602T080000.0000+0000",
    ]

  @Test(arguments: [(Timestamp.Form.export, dates), (.iso8601, dates8601)])
  func anyTwoAreReadAsEachAlone(form: Timestamp.Form, dates: [String]) {
    for first in dates {
      for second in dates {
        var parser = DateParser(form)
        for text in [first, second, second] {
          // Something stands around it, as in a file.
          let bytes = Array("=\"\(text)\" value=\"1\"".utf8)
          let found = parser.date(bytes.span, 2..<(2 + text.utf8.count))
          let utf8 = Array(text.utf8)
          let alone = Timestamp(parsing: utf8.span, form: form)
          #expect(found == alone, "\(text) after \(first)")
          #expect(found?.description == alone?.description, "\(text) after \(first)")
        }
      }
    }
  }

  /// The first bytes that a parser sees are compared with no date.
  @Test func bytesOfZerosAreNoDate() {
    for front in [[UInt8](repeating: 0, count: 11), Array("0000-00-00 ".utf8)] {
      for (form, offset) in [
        (Timestamp.Form.export, [UInt8](repeating: 0, count: 6)), (.iso8601, Array("+00:00".utf8)),
      ] {
        var parser = DateParser(form)
        let bytes = front + Array("08:00:00".utf8) + offset
        #expect(parser.date(bytes.span, 0..<25) == nil)
        var universal = UniversalDateParser()
        let point = front + Array("08:00:00Z".utf8)
        #expect(universal.seconds(point.span, at: 0) == nil)
      }
    }
  }

  @Test(arguments: [false, true])
  func anyTwoArePrintedAsEachAlone(_ isQuoted: Bool) {
    let dates = Self.dates.compactMap { Timestamp($0) }
    let quote = isQuoted ? "\"" : ""
    for first in dates {
      for second in dates {
        var printer = DatePrinter(isQuoted: isQuoted)
        var found = ByteBuffer()
        var alone = ""
        for date in [first, second, second] {
          printer.append(date, to: &found)
          alone += quote + date.text(.iso8601).description + quote
        }
        #expect(found.bytes == Array(alone.utf8), "\(second) after \(first)")
      }
    }
  }
}
