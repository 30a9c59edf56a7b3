import HealthBytes
import HealthConv
import HealthStatistics
import HealthTesting
import Testing

/// Columns, order and limit of the table of an answer.
@Suite struct AnswerTableTests {
  private static let text = """
    <HealthData locale="en_US"><ExportDate value="2024-07-09 09:00:00 +0200"/>
    \((1...9).map { day in
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="A" unit="count" \
      startDate="2024-06-0\(day) 10:00:00 +0200" endDate="2024-06-0\(day) 11:00:00 +0200" value="\(day * 7 % 10 * 100)"/>
      """
    }.joined())
    <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="B" unit="kg" \
    startDate="2024-06-04 10:00:00 +0200" endDate="2024-06-04 10:00:00 +0200" value="70.5"/></HealthData>
    """

  private func write(
    _ format: AnswerFormat = .csv, _ change: (inout Answer.TableOptions) -> Void
  ) throws -> (lines: [String], report: Answer.Report) {
    var answer = Answer(
      .statistics, of: [try .open(bytes: Array(Self.text.utf8), named: "export.xml")])
    answer.plan.interval = .day
    answer.plan.zone = .record
    change(&answer.table)
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: format)
    let text = String(decoding: sink.bytes, as: UTF8.self)
    return (text.split(separator: "\n").map(String.init), report)
  }

  @Test func columnsAreInTheOrderOfTheirNames() throws {
    let (lines, _) = try write { $0.columns = ["sum", "DAY", "zone"] }
    #expect(lines.prefix(3) == ["sum,day,zone", ",2024-06-04,record", "700,2024-06-01,record"])
    #expect(
      try write(.jsonl) { $0.columns = ["average", "day"] }.lines.first
        == "{\"average\": 70.5, \"day\": \"2024-06-04\"}")
    #expect(
      try write(.text) { $0.columns = ["average", "day"] }.lines.dropFirst(2).prefix(2) == [
        "average  day", "   70.5  2024-06-04",
      ])
    #expect(
      try write(.markdown) { $0.columns = ["day", "sum"] }.lines.suffix(1) == [
        "| 2024-06-09 | 300 |"
      ]
    )
    let json = try write(.json) { $0.columns = ["sum"] }.lines
    #expect(json.contains("  \"columns\": [{\"name\": \"sum\"}],"))
    #expect(json.contains("    {\"sum\": 700},"))
  }

  @Test func unknownColumnsAreErrorsThatSuggest() throws {
    for change: (inout Answer.TableOptions) -> Void in [
      { $0.columns = ["smu"] }, { $0.order = [.init("smu")] },
    ] {
      let error = #expect(throws: HealthError.self) { _ = try write(.csv, change) }
      #expect(error?.code == .usage)
      #expect(error?.message.contains("no column 'smu'. Did you mean 'sum'?") == true)
    }
  }

  @Test func rowsAreSortedByNumbersAndLimited() throws {
    let (lines, report) = try write {
      ($0.columns, $0.order, $0.limit) = (["sum"], [.init("sum", isDescending: true)], 3)
    }
    #expect(lines == ["sum", "900", "800", "700"])
    #expect(report.leftOutRows == 7)
    #expect(report.rows == 10)
    // Rows without a value come last in both directions.
    for isDescending in [false, true] {
      let all = try write { $0.order = [.init("sum", isDescending: isDescending)] }.lines
      #expect(all.count == 11)
      #expect(all.last?.contains("BodyMass") == true)
    }
    #expect(try write { $0.limit = 20 }.report.leftOutRows == 0)
  }

  /// Random rows, of more bytes than a sorter has in memory, are in the order of Swift's sorting.
  @Test func randomRowsAreInOrder() throws {
    var random = FixedRandom(seed: 31)
    func number() -> AnswerValue {
      switch random.below(5) {
      case 0: .none
      case 1: .integer(random.below(40) - 20)
      default: AnswerValue(Double(random.below(4_000) - 2_000) / 64)
      }
    }
    func text() -> AnswerValue {
      if random.below(6) == 0 { return .none }
      let length = random.below(40)
      return .text(String((0..<length).map { _ in "abä🏃".randomElement(using: &random) ?? "a" }))
    }
    let rows: [[AnswerValue]] = (0..<3_000).map { index in
      [.integer(index), number(), text(), .text(String(repeating: "x", count: random.below(400)))]
    }
    for (first, second) in [(false, false), (true, false), (false, true), (true, true)] {
      var sorter = try AnswerSorter(
        by: [
          .init(place: 1, isText: false, isDescending: first),
          .init(place: 2, isText: true, isDescending: second),
        ], memory: 1 << 15)
      for row in rows { try sorter.add(row) }
      var sorted = try sorter.sorted()
      var found: [Int] = []
      while let row = try sorted.next() {
        guard case .integer(let index) = row[0] else { continue }
        #expect(row == rows[index])
        found.append(index)
      }
      /// Whether a value comes before another one; `nil` if they are alike.
      func precedes<Value>(
        _ a: Value?, _ b: Value?, _ isDescending: Bool, _ isLess: (Value, Value) -> Bool
      ) -> Bool? {
        guard let a, let b else { return (a == nil) == (b == nil) ? nil : a != nil }
        if isLess(a, b) { return !isDescending }
        return isLess(b, a) ? isDescending : nil
      }
      func bytes(_ value: AnswerValue) -> [UInt8]? {
        if case .text(let text) = value, !text.isEmpty { Array(text.utf8) } else { nil }
      }
      let expected = rows.indices.sorted { a, b in
        precedes(rows[a][1].double, rows[b][1].double, first, <)
          ?? precedes(bytes(rows[a][2]), bytes(rows[b][2]), second) {
            $0.lexicographicallyPrecedes($1)
          }
          ?? (a < b)
      }
      #expect(found == expected)
    }
  }

  @Test func wideTextLosesColumns() throws {
    let (lines, report) = try write(.text) { $0.width = 60 }
    #expect(report.hiddenColumns == ["latest", "count"])
    #expect(lines[2] == "day         type       unit   sum  average  minimum  maximum")
    #expect(lines.allSatisfy { $0.count <= 60 })
    // Columns that are named are never left out, nor are those of other forms.
    let named = try write(.text) { ($0.width, $0.columns) = (10, ["day", "type", "sum"]) }
    #expect((named.lines.last?.count ?? 0) > 10)
    #expect(try write(.csv) { $0.width = 10 }.report.hiddenColumns == [])
  }

  /// What was asked for, and what tells rows apart, is never left out, however narrow the table is.
  @Test func requestedColumnsRemain() throws {
    var answer = Answer(
      .statistics, of: [try .open(bytes: Array(Self.text.utf8), named: "export.xml")])
    (answer.plan.interval, answer.plan.zone, answer.plan.sources) = (.week, .record, .separate)
    answer.series.comparesToPrevious = true
    (answer.series.movingAverage, answer.series.hasTrend) = (2, true)
    answer.table.width = 20
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .text)
    let wanted = [
      "source", "per_day", "average", "before", "difference", "percent", "moving_average", "trend",
      "slope",
    ]
    #expect(Set(wanted).isDisjoint(with: report.hiddenColumns), "\(report.hiddenColumns)")
    #expect(report.hiddenColumns.contains("sum"))
  }

  /// People read the value of a category next to its type, and times of day without the rest of a date that the row has.
  @Test func peopleReadTypesWithValuesAndTimesOfDay() throws {
    let columns = [
      AnswerColumn("night"), AnswerColumn("start", .timeOfDay), AnswerColumn("end", .time),
      AnswerColumn("type"), AnswerColumn("value"),
    ]
    let row: [AnswerValue] = [
      .text("2024-06-02"), .text("2024-06-01T23:05:59+02:00"), .text("2024-06-02T07:10:00+02:00"),
      .text("SleepAnalysis"), .text("InBed"),
    ]
    func text(_ format: AnswerFormat, _ places: [Int]? = nil) throws -> String {
      var printer = try #require(format.printer(showing: places))
      let begin = printer.begin(columns, [])
      return begin + printer.row(row) + printer.end()
    }
    #expect(
      try text(.text)
        == "night       start  end               type\n2024-06-02  23:05  2024-06-02 07:10  SleepAnalysis InBed\n"
    )
    #expect(try text(.text, [3, 4]) == "type           value\nSleepAnalysis  InBed\n")
    #expect(
      try text(.csv).contains(
        "2024-06-01T23:05:59+02:00,2024-06-02T07:10:00+02:00,SleepAnalysis,InBed"))
  }

  /// Titles have several lines before columns with values are left out.
  @Test func longTitlesHaveSeveralLines() throws {
    var printer = try #require(AnswerFormat.text.printer(width: 31))
    _ = printer.begin(
      [
        AnswerColumn("day"), AnswerColumn("average_heart_rate", .number, unit: "count/min"),
        AnswerColumn("source"),
      ], [])
    _ = printer.row([.text("2024-06-01"), .integer(61), .text("A")])
    let lines = printer.end().split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "                average", "             heart rate", "day         (count/min)  source",
        "2024-06-01           61  A",
      ])
    #expect(printer.hiddenColumns == [])
  }

  /// Rows that come after those that were measured, and texts of columns that remain, do not make lines longer.
  @Test func noLineIsLongerThanTheTerminal() throws {
    var random = FixedRandom(seed: 4)
    for width in [40, 60, 80] {
      for number in 0..<40 {
        var printer = try #require(AnswerFormat.text.printer(width: width))
        var text = printer.begin(
          [
            AnswerColumn("day", .day), AnswerColumn("type"), AnswerColumn("sum", .integer),
            AnswerColumn("value"), AnswerColumn("remark"),
          ], [AnswerFact("sources", "A" + String(repeating: " watch", count: number))])
        func word() -> String {
          String((0..<random.below(number + 1)).map { _ in "abc ä日🏃"[random.below(7)] })
        }
        for row in 0..<(number % 4 == 0 ? 1_200 : 12) {
          text += printer.row([
            .text("2024-06-01"), .text(word()), .integer(row), .text(word()), .text(word()),
          ])
        }
        text += printer.end()
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { Self.columns($0) <= width }, "\(width) \(number)")
        #expect(text.contains("…") == !printer.cutColumns.isEmpty)
      }
    }
  }

  private static func columns(_ line: Substring) -> Int {
    line.reduce(0) { $0 + ("日🏃".contains($1) ? 2 : 1) }
  }

  /// Columns without values are left out first, and without a word.
  @Test func emptyColumnsGoFirst() throws {
    var printer = try #require(AnswerFormat.text.printer(width: 24))
    _ = printer.begin(
      [
        AnswerColumn("day"), AnswerColumn("latest", .integer), AnswerColumn("remark"),
        AnswerColumn("sum", .integer),
      ], [])
    _ = printer.row([.text("2024-06-01"), .integer(5), .none, .integer(7)])
    #expect(printer.end() == "day         latest  sum\n2024-06-01       5    7\n")
    #expect(printer.hiddenColumns == [])
  }
}

extension String {
  fileprivate subscript(_ index: Int) -> Character { Array(self)[index] }
}
