import HealthBytes
import HealthConv
import HealthStatistics

/// Receives the rows of an answer, up to a limit on their bytes, with labels for the names of sources. Of the other rows it
/// keeps only what a smaller answer needs.
final class ReplyTable: AnswerPrinter {
  private let limit: Int
  private let name: (String) -> String
  private let replaceFileText: (String) -> String
  private let longerIntervals: [CalendarInterval.Component?]
  private var columns: [AnswerColumn] = []
  private var printer: any AnswerPrinter
  private var text = ""
  private(set) var rows = 0
  private var printedRows = 0
  private var smaller: SmallerAnswers

  /// An empty table.
  ///
  /// - Parameters:
  ///   - limit: The number of bytes from which rows are only counted.
  ///   - longerIntervals: Longer intervals to propose; `nil` in the list means one row for all time.
  ///   - name: The label or the name of a source.
  ///   - replaceFileText: What replaces text of the file.
  init(
    limit: Int, longerIntervals: [CalendarInterval.Component?],
    naming name: @escaping (String) -> String,
    replaceFileText: @escaping (String) -> String
  ) {
    (self.limit, self.longerIntervals, self.name) = (limit, longerIntervals, name)
    self.replaceFileText = replaceFileText
    printer = Self.makePrinter()
    smaller = SmallerAnswers(by: longerIntervals, limit)
  }

  private static func makePrinter() -> any AnswerPrinter {
    guard let printer = AnswerFormat.json.printer() else { preconditionFailure("JSON is text") }
    return printer
  }

  func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    self.columns = columns
    (rows, printedRows) = (0, 0)
    smaller = SmallerAnswers(by: longerIntervals, limit)
    printer = Self.makePrinter()
    text = printer.begin(columns, facts.map { $0.naming(name) })
    return ""
  }

  func row(_ values: [AnswerValue]) -> String {
    rows += 1
    smaller.add(values, columns)
    guard text.utf8.count <= limit else { return "" }
    let type = zip(columns, values).first { $0.0.name == "type" }?.1
    text += printer.row(zip(columns, values).map { shown($0, $1, type) })
    printedRows += 1
    return ""
  }

  func end() -> String {
    text += printer.end()
    return ""
  }

  private func shown(
    _ column: AnswerColumn, _ value: AnswerValue, _ type: AnswerValue?
  ) -> AnswerValue {
    guard case .text(let text) = value else { return value }
    switch column.name {
    case "source", "hidden_by": return .text(name(text))
    case "classification" where Self.classifications.contains(text): return value
    case "classification", "symptoms", "lead", "file": return .text(replaceFileText(text))
    case "value" where !isValue(text, of: type): return .text(replaceFileText(text))
    default: return .text(text.clipped)
    }
  }

  /// How watches classify an electrocardiogram in exports in English.
  private static let classifications: Set = [
    "Sinus Rhythm", "Atrial Fibrillation", "High Heart Rate", "Low Heart Rate", "Inconclusive",
    "Poor Recording", "Heart Rate Over 120", "Heart Rate Under 50", "Heart Rate Over 150",
  ]

  /// Whether HealthKit defines a value of a category. Others are text of the file.
  private func isValue(_ text: String, of type: AnswerValue?) -> Bool {
    guard case .text(let name)? = type else { return false }
    let entry = Catalog.types(matching: name).first { $0.kind == "category" }
    guard let entry else { return false }
    return CategoryType(entry.identifier).values.contains { $0.shortName == text }
  }

  /// The answer as members of an object.
  var members: [(String, JSONText)] {
    let line = Array(text.utf8.filter { $0 != UInt8(ascii: "\n") })
    guard case .object(let members)? = JSONText(parsing: line) else { return [] }
    return members
  }

  /// What to ask for instead, if a reply may have so many bytes, of which `other` are not for rows.
  func offer(for limit: Int, other: Int) -> String {
    // A reply contains each row twice: structured, and as text with escaped quotation marks.
    let row = JSONText.string(text).line.utf8.count + text.utf8.count
    return smaller.offer(
      for: limit - other, rowBytes: row / max(1, printedRows) + 8, rows: rows)
  }
}

/// The sizes of smaller answers to the same question: by longer intervals, and of the last rows.
private struct SmallerAnswers {
  private var coarser: [(component: CalendarInterval.Component?, key: String, rows: Int)] = []
  /// The dates of the last rows, in order.
  private var lastDates: [String] = []
  private let mostDates: Int

  init(by longerIntervals: [CalendarInterval.Component?], _ limit: Int) {
    mostDates = limit / 40
    coarser = longerIntervals.map { ($0, "", 0) }
  }

  mutating func add(_ values: [AnswerValue], _ columns: [AnswerColumn]) {
    guard case .text(let time)? = values.first else { return }
    if !coarser.isEmpty {
      var series = ""
      for (column, value) in zip(columns, values)
      where column.name == "type" || column.name == "source" {
        if case .text(let text) = value { series += text + "\n" }
      }
      for index in coarser.indices {
        let key = series + Self.key(of: time, coarser[index].component)
        if key != coarser[index].key || coarser[index].rows == 0 {
          coarser[index].key = key
          coarser[index].rows += 1
        }
      }
    }
    let date = String(time.prefix(10))
    guard Timestamp(date + "T00:00:00Z") != nil else { return }
    if lastDates.count == mostDates {
      guard let first = lastDates.first, date > first else { return }
      lastDates.removeFirst()
    }
    let place = (lastDates.lastIndex { $0 <= date }).map { $0 + 1 } ?? 0
    lastDates.insert(date, at: place)
  }

  private static func key(of time: String, _ component: CalendarInterval.Component?) -> String {
    switch component {
    case .minute, .hour: time
    case .day: String(time.prefix(10))
    case .week:
      // Any seven days: only their number matters.
      "\((Timestamp(time.prefix(10) + "T00:00:00Z")?.secondsSince1970 ?? 0) / 604_800)"
    case .month: String(time.prefix(7))
    case .quarter:
      time.prefix(5) + "\(((Int(time.dropFirst(5).prefix(2)) ?? 1) + 2) / 3)"
    case .year: String(time.prefix(4))
    case nil: ""
    }
  }

  func offer(for bytes: Int, rowBytes: Int, rows: Int) -> String {
    let most = max(0, bytes) / max(1, rowBytes)
    var offers: [String] = []
    if let fitting = coarser.first(where: { $0.rows <= most * 4 / 5 }) {
      offers.append(
        fitting.component.map { "with \"interval\": \"\($0.rawValue)\"" } ?? "without an interval")
    }
    if let since = since(forAtMost: most) { offers.append("with \"since\": \"\(since)\"") }
    offers.append(offers.isEmpty ? "for fewer types or a shorter time" : "for less")
    return "It has \(rows) rows. Ask \(offers.joined(separator: ", or "))."
  }

  /// The earliest date from which on the table has at most `most` rows.
  private func since(forAtMost most: Int) -> String? {
    guard most > 0, lastDates.count > most else { return nil }
    let first = lastDates.count - most
    return lastDates[first...].first { $0 > lastDates[first - 1] }
  }
}
