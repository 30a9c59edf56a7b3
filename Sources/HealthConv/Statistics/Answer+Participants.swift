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

extension Answer {
  /// Findings and notes about an answer.
  public struct Report: Sendable {
    /// Findings about the inputs.
    public internal(set) var findings = FindingLog()
    /// Conditions of the selection that no sample met.
    public internal(set) var selectionNotes: [Selection.Note] = []
    /// Samples that are in no row, and why, in words.
    public internal(set) var notes: [String] = []
    /// How many rows the limit of the table leaves out.
    public internal(set) var leftOutRows = 0
    /// The columns with values that text leaves out because the table is too wide.
    public internal(set) var hiddenColumns: [String] = []
    /// The columns of which text cuts long values because the table is too wide.
    public internal(set) var cutColumns: [String] = []
    /// How many rows the answer has, those included that its limit leaves out.
    public internal(set) var rows = 0
    /// Why reading stopped before the end, if it did. The answer is of what was read before.
    public internal(set) var readError: HealthError?
    /// How days were counted, if no zone was requested.
    public internal(set) var zoneNote: ZoneNote?
    /// Whether the input has several versions of one sample, and all of them counted.
    var hasVersions = false
    /// Whether workouts counted that several sources recorded.
    var hasSameWorkouts = false
    /// Whether nested samples counted that are also at top level, or may be.
    var hasLateMembers = false
    /// The zone that samples name, if it was searched for.
    var zoneChoice: ZoneChoice?
    /// Whether days begin in that zone already.
    var hasAdoptedZone = false
    /// Whether one UTC offset, that of all dates, decided when days begin.
    var hasOneOffset = false

    /// Completes the report about the rows that were written.
    mutating func finish(_ output: AnswerOutput, notes: [Selection.Note]) {
      rows = output.rows
      if readError == nil { selectionNotes = notes }
    }

    mutating func add(_ summary: StatisticsSummary) {
      hasOneOffset = summary.hasOneOffset
      for excluded in summary.excluded {
        for reason in ExcludedSamples.Reason.allCases {
          guard let count = excluded.counts[reason] else { continue }
          note(count, "of \(excluded.type.shortName)", reason.text)
        }
        if excluded.impossible > 0 {
          let isOne = excluded.impossible == 1
          notes.append(
            "\(excluded.impossible.grouped) sample\(isOne ? "" : "s") of \(excluded.type.shortName) "
              + (isOne ? "counts although its value is" : "count although their values are")
              + " impossible: the rule impossible-value finds where")
        }
      }
      if summary.beyondLimits > 0 {
        note(summary.beyondLimits, "of various types", "there are more than 4,096 types or sources")
      }
    }

    mutating func add(_ nights: borrowing SleepNights) {
      hasOneOffset = hasOneOffset || nights.hasOneOffset
      if nights.skipped > 0 {
        note(nights.skipped, "of SleepAnalysis", "the value or the length is out of range")
      }
    }

    mutating func note(common count: Int, inputs: Int) {
      if count == 0 { return }
      let isOne = count == 1
      let subject = isOne ? "1 sample does" : "\(count.grouped) samples do"
      let them = isOne ? "it" : "them"
      notes.append(
        inputs == 1
          ? "\(subject) not count: the input has another version of \(them)"
          : "\(subject) not count: the inputs have \(them), or another version, once more")
    }

    mutating func note(sameWorkouts count: Int, leftOut: Int) {
      if count == 0 { return }
      notes.append(
        "\(count.grouped) workout\(count == 1 ? " is that" : "s are those") of several sources or forms and count"
          + "\(count == 1 ? "s" : "") once, by the priority of sources: \(leftOut.grouped) left out"
      )
    }

    mutating func note(_ count: Int, _ kind: String, _ reason: String) {
      notes.append("\(count.grouped) sample\(count == 1 ? "" : "s") \(kind) not counted: \(reason)")
    }
  }
}
