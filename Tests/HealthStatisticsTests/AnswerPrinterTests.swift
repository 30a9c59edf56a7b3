import HealthStatistics
import Testing

@Suite struct AnswerPrinterTests {
  private static let columns = [
    AnswerColumn("day"), AnswerColumn("type"), AnswerColumn("count", .integer),
    AnswerColumn("distance", .number, unit: "km"), AnswerColumn("asleep", .minutes, unit: "min"),
  ]

  private static let rows: [[AnswerValue]] = [
    [.text("2024-06-01"), .text("a|b"), .integer(1_234), .number("1234.5678"), .number("452.5")],
    [.text("2024-06-02"), .text("say \"x\", y\u{1B}"), .integer(5), .none, .number("0")],
  ]

  private func text(_ format: AnswerFormat, _ rows: [[AnswerValue]] = rows) -> String {
    var printer = format.printer
    var text = printer.begin(
      Self.columns, [AnswerFact("zone", "UTC"), AnswerFact("sources", "a, b")])
    for row in rows { text += printer.row(row) }
    return text + printer.end()
  }

  @Test func alignedText() {
    #expect(
      text(.text) == """
        zone: UTC
        sources: a, b
        day         type              count  distance (km)  asleep
        2024-06-01  a|b               1,234      1,234.568    7:33
        2024-06-02  say "x", y\\u{1B}      5                   0:00

        """)
  }

  @Test func commaSeparatedValues() {
    #expect(
      text(.csv) == """
        day,type,count,distance_km,asleep_min,zone,sources
        2024-06-01,a|b,1234,1234.5678,452.5,UTC,"a, b"
        2024-06-02,"say ""x"", y\u{1B}",5,,0,UTC,"a, b"

        """)
  }

  @Test func markdown() {
    #expect(
      text(.markdown) == """
        zone: UTC
        sources: a, b

        | day | type | count | distance (km) | asleep |
        | --- | --- | ---: | ---: | ---: |
        | 2024-06-01 | a\\|b | 1,234 | 1,234.568 | 7:33 |
        | 2024-06-02 | say "x", y\\\\u{1B} | 5 |  | 0:00 |

        """)
  }

  @Test func documentsOfJSON() {
    #expect(
      text(.json) == """
        {
          "version": 1,
          "zone": "UTC",
          "sources": "a, b",
          "columns": [{"name": "day"}, {"name": "type"}, {"name": "count"}, {"name": "distance_km", "unit": "km"}, {"name": "asleep_min", "unit": "min"}],
          "rows": [
            {"day": "2024-06-01", "type": "a|b", "count": 1234, "distance_km": 1234.5678, "asleep_min": 452.5},
            {"day": "2024-06-02", "type": "say \\"x\\", y\\u001b", "count": 5, "asleep_min": 0}
          ]
        }

        """)
    #expect(text(.json, []).hasSuffix("\"rows\": []\n}\n"))
  }

  @Test func linesOfJSON() {
    #expect(
      text(.jsonl, [Self.rows[1]])
        == "{\"day\": \"2024-06-02\", \"type\": \"say \\\"x\\\", y\\u001b\", \"count\": 5, \"asleep_min\": 0, "
        + "\"zone\": \"UTC\", \"sources\": \"a, b\"}\n")
  }

  @Test(arguments: [
    ("0.0005", "0.001"), ("-0.0004", "0"), ("999.9996", "1,000"), ("-1.5", "-1.5"), ("12", "12"),
    ("1e300", "1e300"), ("0.12345", "0.123"),
  ])
  func numbersForPeople(_ text: String, _ readable: String) {
    var printer = AnswerFormat.text.printer
    let head = printer.begin([AnswerColumn("n", .number)], [])
    let row = printer.row([.number(text)])
    let lines = (head + row + printer.end()).split(separator: "\n")
    #expect(lines.last.map(String.init)?.split(separator: " ").last.map(String.init) == readable)
  }

  @Test func pacesHaveSeconds() {
    var printer = AnswerFormat.text.printer
    let text =
      printer.begin([AnswerColumn("pace", .pace, unit: "min/km")], [])
      + printer.row([.number("5.3666")]) + printer.row([.number("61.999")]) + printer.end()
    #expect(text == "pace (min/km)\n         5:22\n        62:00\n")
  }

  @Test func columnsOfManyRowsKeepTheirWidth() {
    var printer = AnswerFormat.text.printer
    var text = printer.begin([AnswerColumn("a"), AnswerColumn("b", .integer)], [])
    for index in 0..<3_000 { text += printer.row([.text("x"), .integer(index)]) }
    text += printer.end()
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3_001)
    #expect(lines[1] == "x    0")
    #expect(lines[3_000] == "x  2,999")
  }
}
