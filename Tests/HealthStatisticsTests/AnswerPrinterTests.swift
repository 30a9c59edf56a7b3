import HealthLocale
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

  private func text(
    _ format: AnswerFormat, _ rows: [[AnswerValue]] = rows
  ) throws -> String {
    var printer = try #require(format.printer())
    var text = printer.begin(
      Self.columns, [AnswerFact("zone", "UTC"), AnswerFact("sources", "a, b")])
    for row in rows { text += printer.row(row) }
    return text + printer.end()
  }

  @Test func alignedText() throws {
    #expect(
      try text(.text) == """
        zone: UTC
        sources: a, b
        day         type              count  distance (km)  asleep
        2024-06-01  a|b               1,234          1,235    7:33
        2024-06-02  say "x", y\\u{1B}      5                   0:00

        """)
  }

  @Test func commaSeparatedValues() throws {
    #expect(
      try text(.csv) == """
        day,type,count,distance_km,asleep_min,zone,sources
        2024-06-01,a|b,1234,1234.5678,452.5,UTC,"a, b"
        2024-06-02,"say ""x"", y\u{1B}",5,,0,UTC,"a, b"

        """)
  }

  @Test func markdown() throws {
    #expect(
      try text(.markdown) == """
        zone: UTC
        sources: a, b

        | day | type | count | distance (km) | asleep |
        | --- | --- | ---: | ---: | ---: |
        | 2024-06-01 | a\\|b | 1,234 | 1,235 | 7:33 |
        | 2024-06-02 | say "x", y\\\\u{1B} | 5 |  | 0:00 |

        """)
  }

  @Test func documentsOfJSON() throws {
    #expect(
      try text(.json) == """
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
    #expect(try text(.json, []).hasSuffix("\"rows\": []\n}\n"))
  }

  @Test func linesOfJSON() throws {
    #expect(
      try text(.jsonl, [Self.rows[1]])
        == "{\"day\": \"2024-06-02\", \"type\": \"say \\\"x\\\", y\\u001b\", \"count\": 5, \"asleep_min\": 0, "
        + "\"zone\": \"UTC\", \"sources\": \"a, b\"}\n")
  }

  @Test(arguments: [
    ("0.0005", "0.001"), ("-0.0004", "0"), ("999.9996", "1,000"), ("-1.5", "-1.5"), ("12", "12"),
    ("1e300", "1e300"), ("0.12345", "0.12"), ("-1234567.5", "-1,234,568"),
    ("1003.0005", "1,003"), ("0.01234", "0.012"),
    ("999999.9996", "1,000,000"), ("1.5e-7", "1.5e-7"), ("-0", "0"),
    ("12345678901234567890", "12345678901234567890"),
    ("3.0400", "3.04"), ("0.0995", "0.1"), ("-0.0005", "-0.001"),
  ])
  func numbersForPeople(_ text: String, _ readable: String) throws {
    var printer = try #require(AnswerFormat.text.printer())
    let head = printer.begin([AnswerColumn("n", .number)], [])
    let row = printer.row([.number(text)])
    let lines = (head + row + printer.end()).split(separator: "\n")
    #expect(lines.last.map(String.init)?.split(separator: " ").last.map(String.init) == readable)
  }

  @Test func pacesHaveSeconds() throws {
    var printer = try #require(AnswerFormat.text.printer())
    let text =
      printer.begin([AnswerColumn("pace", .pace, unit: "min/km")], [])
      + printer.row([.number("5.3666")]) + printer.row([.number("61.999")]) + printer.end()
    #expect(text == "pace (min/km)\n         5:22\n        62:00\n")
  }

  @Test(arguments: [
    ("32.0833", "0:32:05"), ("60", "1:00:00"), ("1500.5", "25:00:30"), ("-0.5", "-0:00:30"),
    ("59.9999", "1:00:00"),
  ])
  func durationsHaveSeconds(_ minutes: String, _ readable: String) throws {
    var printer = try #require(AnswerFormat.text.printer())
    let text =
      printer.begin([AnswerColumn("n", .duration, unit: "min")], [])
      + printer.row([.number(minutes)]) + printer.end()
    #expect(text.split(separator: "\n").last?.split(separator: " ").last == readable[...])
  }

  @Test func countsOfWholesHaveNoDecimals() throws {
    var printer = try #require(AnswerFormat.text.printer())
    let text =
      printer.begin([AnswerColumn("type"), AnswerColumn("sum", .number)], [])
      + printer.row([.text("StepCount"), .number("7.781")])
      + printer.row([.text("BodyMassIndex"), .number("7.781")]) + printer.end()
    #expect(text == "type            sum\nStepCount         8\nBodyMassIndex  7.78\n")
  }

  /// One rounding: the plain form has the digits of a locale that writes numbers as it does.
  @Test(.enabled(if: (try? LocaleFormat("en_US")) != nil, "needs ICU"))
  func roundingIsThatOfLocales() throws {
    let locale = try LocaleFormat("en_US")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let digits = Int.random(in: -2_000_000...2_000_000, using: &random)
      let value = Double("\(digits)e\(Int.random(in: -7 ... 0, using: &random))") ?? 0
      let readable = AnswerValue(value).readable(.number)
      // The form of very small numbers has an exponent.
      if value.magnitude >= 1e-4 { #expect(readable == locale.number(value), "\(value)") }
      #expect(AnswerValue(value).readable(.count) == locale.number(value, places: 0), "\(value)")
    }
  }

  @Test(arguments: [
    ("-0.5", "-0:01"), ("-90.4", "-1:30"), ("-60", "-1:00"), ("-0.4", "0:00"), ("90.4", "1:30"),
    ("1e9", "1e9"),
  ])
  func lengthsOfTime(_ minutes: String, _ readable: String) throws {
    var printer = try #require(AnswerFormat.text.printer())
    let text =
      printer.begin([AnswerColumn("n", .minutes)], []) + printer.row([.number(minutes)])
      + printer.end()
    #expect(text.split(separator: "\n").last?.split(separator: " ").last == readable[...])
  }

  /// Characters that are several bytes, and text that is wider than the columns of the first rows.
  @Test func columnsAreAsWideAsTheirCharacters() throws {
    var printer = try #require(AnswerFormat.text.printer())
    var text = printer.begin([AnswerColumn("source"), AnswerColumn("n", .integer)], [])
    for source in ["Zoë’s 🏃", "Watch "] { text += printer.row([.text(source), .integer(1)]) }
    #expect(text + printer.end() == "source    n\nZoë’s 🏃  1\nWatch     1\n")
  }

  @Test func columnsOfManyRowsKeepTheirWidth() throws {
    var printer = try #require(AnswerFormat.text.printer())
    var text = printer.begin([AnswerColumn("a"), AnswerColumn("b", .integer)], [])
    for index in 0..<3_000 { text += printer.row([.text("x"), .integer(index)]) }
    text += printer.end()
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3_001)
    #expect(lines[1] == "x    0")
    #expect(lines[3_000] == "x  2,999")
  }

  private func bars(_ width: Int, _ count: Int = 4) throws -> [String] {
    var printer = try #require(
      AnswerFormat.text.printer(bars: AnswerBars(of: ["sum", "average"], in: width)))
    var text = printer.begin(
      [
        AnswerColumn("day"), AnswerColumn("type"), AnswerColumn("sum", .number),
        AnswerColumn("average", .number),
      ], [])
    let rows: [[AnswerValue]] = [
      [.text("1"), .text("Steps"), .number("8000"), .none],
      [.text("2"), .text("Steps"), .number("4000"), .none],
      [.text("3"), .text("Steps"), .number("1"), .none],
      [.text("1"), .text("Mass"), .none, .number("-2")],
      [.text("2"), .text("Mass"), .none, .number("75")],
      [.text("3"), .text("Mass"), .none, .none],
    ]
    for index in 0..<count { text += printer.row(rows[index % 6]) }
    return (text + printer.end()).split(separator: "\n").map(String.init)
  }

  /// Each type has its scale, from 0 to its largest value; a small value is not nothing.
  @Test func barsAreAsLongAsTheirValues() throws {
    #expect(
      try bars(36, 6) == [
        "day  type     sum  average  sum, average",
        "1    Steps  8,000           ████████",
        "2    Steps  4,000           ████",
        "3    Steps      1           ▏",
        "1    Mass               -2",
        "2    Mass               75  ████████",
        "3    Mass",
      ])
  }

  @Test func noBarsWithoutRoom() throws {
    #expect(try bars(35).allSatisfy { !$0.contains("█") })
    #expect(try bars(36)[1].count == 36)
    #expect(try bars(300)[1].count == 68)
    #expect(try bars(80, 1).allSatisfy { !$0.contains("█") })
    // The scale of more rows than are in memory is unknown.
    #expect(try bars(80, 1_001).allSatisfy { !$0.contains("█") })
    #expect(try bars(80, 999).contains { $0.contains("█") })
  }
}
