import HealthBytes
import HealthLocale
import HealthStatistics

// Each participant has an answer of its own, by the same code as that of one person: its zone, its priority of sources,
// its merging. The rows of all are one table with the column `participant` in front. What is a fact about an answer
// of one person, such as the zone, is a column here.

extension Answer {
  /// Whether its form has no place for the participant.
  var isAboutOne: Bool { isWide || isChart || explanation != nil }

  /// Writes the answers of several participants as one table.
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
    if isAboutOne {
      throw HealthError(
        .usage, "this form of the answer is about one person", remedy: .selectParticipant)
    }
    var units = units
    let localeFormat = try LocaleFormat.open(locale, choosing: &units)
    var output = AnswerOutput(
      sink, name, format, barsIn: nil, localeFormat, table, title: kind.rawValue)
    var begun: (columns: [AnswerColumn], facts: [String])?
    var united = Answer.Report()
    for (participant, datasets) in groups {
      let id = participant ?? ""
      var answer = self
      answer.datasets = datasets
      answer.isMerged = datasets.count > 1
      (answer.table, answer.units, answer.knownZone) = (TableOptions(), units, nil)
      let rows = ParticipantRows()
      let report = try answer.write(to: rows)
      united.add(report, of: id)
      if begun == nil {
        begun = (rows.columns, rows.facts.map(\.name))
        try output.begin(
          [AnswerColumn("participant").required] + rows.columns
            + rows.facts.map { AnswerColumn($0.name) }, [], isSorted: true)
      }
      guard let begun, rows.columns == begun.columns else {
        throw HealthError(
          .unsupported, "the answers of two participants have different columns",
          remedy: .selectParticipant)
      }
      let facts: [AnswerValue] = begun.facts.map { name in
        rows.facts.first { $0.name == name }.map { .text($0.value) } ?? .none
      }
      for row in rows.rows { try output.row([.text(id)] + row + facts) }
      if report.readError != nil { break }
    }
    try output.end()
    united.rows = output.rows
    united.leftOutRows = output.leftOut
    (united.hiddenColumns, united.cutColumns) = (output.hiddenColumns, output.cutColumns)
    return united
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
