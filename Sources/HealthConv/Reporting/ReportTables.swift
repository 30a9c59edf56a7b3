import HealthBytes
import HealthStatistics

extension ReportDocument {
  /// Reads the datasets and writes the tables of the report into a workbook, atomically: a sheet for each table that has rows,
  /// with all days and workouts.
  ///
  /// - Parameter overwriting: Whether a file that is there may be replaced; never an input.
  /// - Returns: The findings of reading. With a `readError` there is no file.
  public func writeTables(
    toFile path: String, overwriting: Bool = false
  ) throws(ConversionError) -> Answer.Report {
    if datasets.isEmpty { throw ConversionError(.usage, "there is nothing to read") }
    // They are read once for each table.
    let datasets = try datasets.map { (dataset) throws(ConversionError) in
      dataset.isStream ? try dataset.rereadable() : dataset
    }
    return try Answer.write(toFile: path, overwriting: overwriting, from: datasets) {
      (file) throws(ConversionError) in
      let workbook = AnswerWorkbook()
      var report: Answer.Report?
      for (name, answer) in tables(of: datasets) {
        let own = try answer.write(to: workbook, named: name)
        report = report.map { $0.adding(own) } ?? own
        if own.readError != nil { break }
      }
      do throws(ByteError) { try workbook.write(to: file) } catch {
        throw ConversionError(writing: path, error)
      }
      return report ?? Answer.Report()
    }
  }

  /// The answers that are tables of the report, with the names of their sheets.
  private func tables(of datasets: [Dataset]) -> [(name: String, answer: Answer)] {
    var tables = [
      Answer.Kind.summary, .summary, .sleep, .workouts, .bloodPressure, .cycles, .agreement,
    ]
    .map { (name: $0.rawValue, answer: Answer($0, of: datasets)) }
    tables[0].name = "days"
    tables[1].name = "months"
    tables[2].name = "nights"
    tables[1].answer.plan.interval = .month
    for index in tables.indices {
      tables[index].answer.selection = selection
      tables[index].answer.allowsDifferentPeople = allowsDifferentPeople
      (tables[index].answer.plan.zone, tables[index].answer.plan.priority) = (zone, priority)
      tables[index].answer.checksPriority = checksPriority
      tables[index].answer.units = units
      tables[index].answer.onProgress = onProgress
    }
    return tables
  }
}

extension Answer.Report {
  /// The report with what another answer about the same samples found.
  fileprivate func adding(_ other: Answer.Report) -> Answer.Report {
    var report = self
    report.rows += other.rows
    report.notes += other.notes.filter { !notes.contains($0) }
    report.readError = other.readError
    report.zoneNote = zoneNote ?? other.zoneNote
    return report
  }
}
