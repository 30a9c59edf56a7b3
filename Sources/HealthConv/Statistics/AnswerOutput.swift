import HealthBytes
import HealthFormats
import HealthLocale
import HealthParquet
public import HealthStatistics

/// Where the rows of an answer go.
struct AnswerOutput {
  private let sink: any ByteSink
  private let name: String
  /// Takes CSV for spreadsheet programs, and writes it to the sink.
  private var spreadsheet: SpreadsheetSink?
  /// The name of the sheet of a workbook.
  private var title = ""
  /// The workbook with other answers; `nil` for one of its own.
  private var workbook: AnswerWorkbook?
  private let format: AnswerFormat
  /// The width of the terminal, if rows of text are to have bars.
  private let width: Int?
  /// Whose people read the answer; `nil` for the plain form.
  private let locale: LocaleFormat?
  /// Prints the rows; `nil` before the first, and where they are no text.
  private var printer: (any AnswerPrinter)?
  private var table: (any AnswerFile)?
  /// The printer, if it is not that of the format.
  private var own: (any AnswerPrinter)?
  /// The columns and rows to write, and their order.
  private let options: Answer.TableOptions
  private var shape: AnswerShape?
  /// The participant, where rows have no column for it.
  var participant: String?
  /// The rows, if they are sorted.
  private var sorter: SorterBox?
  /// How many rows there are, those included that the limit leaves out.
  private(set) var rows = 0
  /// How many rows the limit leaves out.
  var leftOut: Int { options.limit.map { max(0, rows - $0) } ?? 0 }
  /// The columns with values that were left out because the table is too wide.
  var hiddenColumns: [String] { printer?.hiddenColumns ?? [] }
  var cutColumns: [String] { printer?.cutColumns ?? [] }

  /// Passes the rows to a printer that stores them: its text is not written.
  init(to printer: any AnswerPrinter) {
    self.init(BytesSink(), "", .json, barsIn: nil)
    own = printer
  }

  /// Passes the rows to a sheet of a workbook, which is not written yet.
  init(to workbook: AnswerWorkbook, named title: String) {
    self.init(BytesSink(), "", .xlsx, barsIn: nil)
    (self.workbook, self.title) = (workbook, title)
  }

  init(
    _ sink: any ByteSink, _ name: String, _ format: AnswerFormat, barsIn width: Int?,
    _ locale: LocaleFormat? = nil, _ options: Answer.TableOptions = Answer.TableOptions(),
    title: String = ""
  ) {
    self.title = title
    (self.sink, self.name, self.options) = (sink, name, options)
    (self.format, self.width, self.locale) = (format, width, locale)
  }

  /// Begins the answer.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - facts: How the answer was made.
  ///   - bars: The columns whose values are shown as bars, if rows of text are to have bars.
  ///   - isSorted: Whether the rows come in the order of time. Otherwise each comes with its time.
  mutating func begin(
    _ columns: [AnswerColumn], _ facts: [AnswerFact], bars: [String] = [], isSorted: Bool = true
  ) throws(HealthError) {
    let person = participant.map { [AnswerFact("participant", $0)] } ?? []
    let shape = try AnswerShape(options, columns, person + facts, format)
    self.shape = shape
    if !isSorted || !shape.keys.isEmpty {
      sorter = try SorterBox(shape.keys)
    }
    let names = Set(shape.selected(shape.columns).map(\.name))
    let shownBars = bars.filter(names.contains)
    let shown = width.flatMap { shownBars.isEmpty ? nil : AnswerBars(of: shownBars, in: $0) }
    printer =
      own
      ?? format.printer(
        bars: shown, locale: locale, showing: shape.places,
        width: options.width, fits: options.columns.isEmpty)
    if printer == nil { table = try file(shape.selected(shape.columns), shape.facts) }
    if format == .csv, options.isForSpreadsheet { try beginSpreadsheet(shape.columns) }
    let localeFact =
      !format.isForPeople ? [] : locale.map { [AnswerFact("locale", $0.languageTag)] } ?? []
    let shownColumns = format.isForPeople ? shape.columns : shape.selected(shape.columns)
    let text = printer?.begin(shownColumns, shape.facts + localeFact)
    try write(text)
  }

  private mutating func beginSpreadsheet(_ columns: [AnswerColumn]) throws(HealthError) {
    let kinds = Dictionary(
      columns.map { ($0.key, $0.kind) }, uniquingKeysWith: { first, _ in first })
    let sink = sink
    let (name, isComma) = (name, locale?.hasDecimalComma ?? options.hasDecimalComma)
    spreadsheet = try SpreadsheetSink(sink, name: name, hasDecimalComma: isComma) { column in
      guard let kind = kinds[column], !kind.isTime else {
        return kinds[column] == nil ? .text : .time
      }
      return kind.isText ? .text : .number
    }
  }

  private func file(
    _ columns: [AnswerColumn], _ facts: [AnswerFact]
  ) throws(HealthError) -> any AnswerFile {
    guard format == .xlsx else { return ParquetAnswer(columns, facts) }
    return try AnswerSheet(title, columns, facts, in: workbook)
  }

  /// - Parameter time: When what the row is about began, where rows come in any order.
  mutating func row(_ values: [AnswerValue], at time: Timestamp? = nil) throws(HealthError) {
    rows += 1
    let values = (shape?.values).map { $0.isEmpty ? values : values + $0 } ?? values
    if let sorter {
      return try sorter.add(values, at: time)
    }
    guard rows <= options.limit ?? .max else { return }
    try print(values)
  }

  private mutating func print(_ values: [AnswerValue]) throws(HealthError) {
    let shown = format.isForPeople ? values : shape?.selected(values) ?? values
    if let table {
      try written { (sink) throws(HealthError) in try table.add(shown, to: sink) }
    }
    // As an argument of `write`, it would be called while there is a copy of the printer.
    let text = printer?.row(shown)
    try write(text)
  }

  mutating func end() throws(HealthError) {
    if let sorter {
      var sorted = try sorter.sorted()
      var left = options.limit ?? .max
      while left > 0,
        let values = try sorted.next()
      {
        try print(values)
        left -= 1
      }
    }
    if let table { try written { (sink) throws(HealthError) in try table.finish(sink) } }
    let text = printer?.end()
    try write(text)
    if let spreadsheet {
      do throws(HealthError) { try spreadsheet.end() } catch {
        throw error.writing(name)
      }
    }
  }

  private func write(_ text: String?) throws(HealthError) {
    guard let text, !text.isEmpty else { return }
    try written { (sink) throws(HealthError) in try sink.write(text.utf8Span.span) }
  }

  private func written(
    _ write: (any ByteSink) throws(HealthError) -> Void
  ) throws(HealthError) {
    do throws(HealthError) { try write(spreadsheet ?? sink) } catch {
      throw error.writing(name)
    }
  }
}

extension Answer {
  /// Reads the datasets and writes the answer into a file, atomically.
  ///
  /// - Parameter overwriting: Whether a file that is there may be replaced; never an input.
  public func write(
    toFile path: String, as format: AnswerFormat, overwriting: Bool = false
  ) throws(HealthError) -> Answer.Report {
    try Self.write(toFile: path, overwriting: overwriting, from: datasets) {
      (file) throws(HealthError) in try write(to: file, named: path, as: format)
    }
  }

  /// Makes a file of what is read from datasets: all of it, or none after a `readError`.
  static func write(
    toFile path: String, overwriting: Bool, from datasets: [Dataset],
    _ write: (AtomicFile) throws(HealthError) -> Answer.Report
  ) throws(HealthError) -> Answer.Report {
    for dataset in datasets where dataset.isAt(path, as: dataset.format) {
      throw HealthError(
        .cannotCreate, "cannot create '\(path)': it is also an input, and inputs are never replaced"
      )
    }
    let file: AtomicFile
    do throws(HealthError) { file = try AtomicFile(path, overwrite: overwriting) } catch {
      throw error.writing(path)
    }
    let report = try write(file)
    guard report.readError == nil else { return report }
    do throws(HealthError) { try file.finish() } catch { throw error.writing(path) }
    return report
  }
}

/// A sorter in a copyable structure.
private final class SorterBox {
  private var sorter: AnswerSorter?

  init(_ keys: [AnswerSorter.Key]) throws(HealthError) { sorter = try AnswerSorter(by: keys) }

  func add(_ values: [AnswerValue], at time: Timestamp?) throws(HealthError) {
    try sorter?.add(values, at: time)
  }

  /// The rows in order; no rows the second time.
  func sorted() throws(HealthError) -> SortedAnswerRows {
    guard let sorter = sorter.take() else { return try AnswerSorter(by: []).sorted() }
    return try sorter.sorted()
  }
}

/// An answer as a file of Parquet: a column for each of the answer, with the same names as in CSV, and one for each fact.
final class ParquetAnswer: AnswerFile {
  private let writer: ParquetTableWriter
  private let columns: [AnswerColumn]
  private let facts: [AnswerFact]
  private var row = ParquetRow()

  init(_ columns: [AnswerColumn], _ facts: [AnswerFact]) {
    writer = ParquetTableWriter(
      columns.map { ParquetColumn($0.key, $0.kind.parquet) }
        + facts.map { ParquetColumn($0.name, .text) })
    (self.columns, self.facts) = (columns, facts)
  }

  /// Adds a row, with a value for each column.
  func add(_ values: [AnswerValue], to sink: any ByteSink) throws(HealthError) {
    for (value, column) in zip(values, columns) {
      switch (value, column.kind) {
      case (.text(let text), let kind) where kind.isText: row.append(text: text)
      case (.integer(let number), .integer): row.append(Int64(number))
      case (_, let kind) where kind.parquet == .double:
        if let number = value.double { row.append(number) } else { row.appendNone() }
      default: row.appendNone()
      }
    }
    for fact in facts { row.append(text: fact.value) }
    writer.append(&row)
    if writer.isFull { try writer.endRowGroup(to: sink) }
  }

  func finish(_ sink: any ByteSink) throws(HealthError) {
    try writer.finish(sink, notes: [], creator: "healthconv")
  }
}

extension AnswerColumn.Kind {
  fileprivate var parquet: ParquetColumn.Kind {
    switch self {
    case .text, .name, .day, .time, .timeOfDay, .unit: .text
    case .integer: .int64
    case .count, .number, .minutes, .duration, .pace: .double
    }
  }
}
