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

  @Test func anyTwoAreReadAsEachAlone() {
    for first in Self.dates {
      for second in Self.dates {
        var parser = DateParser()
        for text in [first, second, second] {
          // Something stands around it, as in a file.
          let bytes = Array("=\"\(text)\" value=\"1\"".utf8)
          let found = parser.date(bytes.span, 2..<(2 + text.utf8.count))
          let alone = Timestamp(text)
          #expect(found == alone, "\(text) after \(first)")
          #expect(found?.description == alone?.description, "\(text) after \(first)")
        }
      }
    }
  }

  @Test func anyTwoArePrintedAsEachAlone() {
    let dates = Self.dates.compactMap { Timestamp($0) }
    for first in dates {
      for second in dates {
        var printer = DatePrinter()
        var found = ByteBuffer()
        var alone = ByteBuffer()
        for date in [first, second, second] {
          printer.append(date, to: &found)
          alone.append(json: date)
        }
        #expect(found.bytes == alone.bytes, "\(second) after \(first)")
      }
    }
  }
}
