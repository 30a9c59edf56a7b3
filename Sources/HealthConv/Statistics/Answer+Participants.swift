import HealthBytes
import HealthLocale
import HealthStatistics
import HealthValidation

// Each participant has an answer of its own, by the same code as that of one person: its zone, its priority of sources,
// its merging. The rows of all are one table with the column `participant` in front. What is a fact about an answer
// of one person, such as the zone, is a column here.

extension Answer {
  /// Writes the answers of participants as one table: the columns of all, with empty cells where an answer has none.
  func write(
    _ groups: [(participant: String?, datasets: [Dataset])], to sink: any ByteSink,
    named name: String, as format: AnswerFormat
  ) throws(HealthError) -> Answer.Report {
    guard groups.allSatisfy({ $0.participant != nil }) else {
      throw HealthError(
        .usage,
        "some inputs have participants and others have none: their samples could not be told apart",
        remedy: .nameParticipant)
    }
    if isChart {
      throw HealthError(.usage, "a chart is about one person", remedy: .selectParticipant)
    }
    var units = units
    let localeFormat = try LocaleFormat.open(locale, choosing: &units)
    var united = Answer.Report()
    var (columns, facts) = (UnitedColumns(), UnitedColumns())
    // Which columns there are is known at the end, so rows wait on the disk.
    var rows = try AnswerSorter(by: [])
    for (index, (participant, datasets)) in groups.enumerated() {
      let id = participant ?? ""
      var answer = self
      answer.datasets = datasets
      answer.isMerged = datasets.count > 1
      (answer.table, answer.units, answer.knownZone) = (TableOptions(), units, nil)
      let own = ParticipantRows()
      let report = try answer.write(to: own)
      united.add(report, of: id)
      columns.add(own.columns)
      facts.add(own.facts.map { AnswerColumn($0.name) })
      let values = own.facts.map { AnswerValue.text($0.value) }
      for row in own.rows { try rows.add([.integer(index)] + row + values) }
      if report.readError != nil { break }
    }
    let all = columns.united + facts.united
    let places = zip(columns.lists, facts.lists).map { ($0 + $1).map { all.firstIndex(of: $0) } }
    var output = AnswerOutput(
      sink, name, format, barsIn: nil, localeFormat, table, title: kind.rawValue)
    try output.begin([AnswerColumn("participant").required] + all, [])
    var sorted = try rows.sorted()
    while let row = try sorted.next() {
      guard case .integer(let index)? = row.first else { continue }
      var values = [AnswerValue](repeating: .none, count: all.count)
      for (place, value) in zip(places[index], row.dropFirst()) {
        if let place { values[place] = value }
      }
      try output.row([.text(groups[index].participant ?? "")] + values)
    }
    try output.end()
    united.rows = output.rows
    united.leftOutRows = output.leftOut
    (united.hiddenColumns, united.cutColumns) = (output.hiddenColumns, output.cutColumns)
    return united
  }
}

/// The columns of several tables.
struct UnitedColumns {
  private(set) var lists: [[AnswerColumn]] = []
  private var distinct: [[AnswerColumn]] = []

  mutating func add(_ columns: [AnswerColumn]) {
    lists.append(columns)
    if !distinct.contains(columns) { distinct.append(columns) }
  }

  /// All columns, each once, in an order that all tables have, whatever the order of the tables.
  var united: [AnswerColumn] {
    var (left, united) = (distinct, [AnswerColumn]())
    while true {
      let heads = left.compactMap(\.first)
      let free = heads.filter { head in !left.contains { $0.dropFirst().contains(head) } }
      guard let next = (free.isEmpty ? heads : free).min(by: { Self.rank($0) < Self.rank($1) })
      else { return united }
      united.append(next)
      for index in left.indices { left[index].removeAll { $0 == next } }
    }
  }

  /// The order of columns that no table has together: that of tables of statistics, otherwise by name.
  private static func rank(_ column: AnswerColumn) -> (Int, String) {
    let statistics = [
      "value", "source", "sum", "per_day", "days", "average", "minimum", "maximum", "latest",
    ]
    return (statistics.firstIndex(of: column.name) ?? statistics.count, column.key)
  }
}

extension Answer.Report {
  /// Adds what is to be stated about the answer of a participant.
  fileprivate mutating func add(_ other: Answer.Report, of participant: String) {
    findings.add(other.findings)
    notes += other.notes.map { "participant \(participant.printable): \($0)" }
    for note in other.selectionNotes where !selectionNotes.contains(note) {
      selectionNotes.append(note)
    }
    readError = readError ?? other.readError
  }
}

/// Keeps the rows of the answer of one participant.
private final class ParticipantRows: AnswerPrinter {
  private(set) var columns: [AnswerColumn] = []
  private(set) var facts: [AnswerFact] = []
  private(set) var rows: [[AnswerValue]] = []

  func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    (self.columns, self.facts, rows) = (columns, facts, [])
    return ""
  }

  func row(_ values: [AnswerValue]) -> String {
    rows.append(values)
    return ""
  }

  func end() -> String { "" }
}
