import HealthBytes
import HealthFormats
import HealthModel
import HealthStatistics

/// A type that receives the rows of an answer as values instead of text.
protocol AnswerFile: AnyObject {
  /// Adds a row, with a value for each column.
  func add(_ values: [AnswerValue], to sink: any ByteSink) throws(HealthError)
  func finish(_ sink: any ByteSink) throws(HealthError)
}

/// Answers as a workbook: a sheet for each, and a sheet that states how they were made.
final class AnswerWorkbook {
  private let workbook = Workbook()
  private var answers: [(sheet: Sheet, facts: [AnswerFact])] = []

  var count: Int { answers.count }

  fileprivate func begin(
    _ name: String, _ columns: [AnswerColumn], _ facts: [AnswerFact]
  ) throws(HealthError) -> Sheet {
    let titles = columns.flatMap { $0.kind.isTime ? [$0.key, $0.name + "_offset"] : [$0.key] }
    let sheet = try workbook.sheet(name, titles)
    answers.append((sheet, facts))
    return sheet
  }

  /// Removes the answers after the first ones.
  func keep(_ count: Int) {
    for answer in answers[count...] { workbook.remove(answer.sheet) }
    answers.removeSubrange(count...)
  }

  /// Writes the workbook, which cannot be changed afterwards.
  func write(to sink: any ByteSink) throws(HealthError) {
    let about = try workbook.sheet("about", ["sheet", "name", "value"])
    for (sheet, facts) in answers {
      for fact in facts {
        for text in [sheet.name, fact.name, fact.value] { about.append(text: text) }
        try about.endRow()
      }
    }
    try workbook.write(to: sink)
  }
}

/// An answer as a sheet of a workbook: typed cells under the names that the answer has in JSON, times on the clock with their
/// offset in the next column.
final class AnswerSheet: AnswerFile {
  private let workbook: AnswerWorkbook
  /// Whether the workbook has no other answer, and is written with this one.
  private let isOnly: Bool
  private let columns: [AnswerColumn]
  private let sheet: Sheet

  init(
    _ name: String, _ columns: [AnswerColumn], _ facts: [AnswerFact], in workbook: AnswerWorkbook?
  ) throws(HealthError) {
    isOnly = workbook == nil
    self.workbook = workbook ?? AnswerWorkbook()
    self.columns = columns
    sheet = try self.workbook.begin(name, columns, facts)
  }

  func add(_ values: [AnswerValue], to sink: any ByteSink) throws(HealthError) {
    for (value, column) in zip(values, columns) {
      switch (value, column.kind) {
      case (.text(let text), .time), (.text(let text), .timeOfDay): append(time: text)
      case (.text(let text), .day):
        if let day = Timestamp(text + "T00:00:00Z") {
          sheet.append(day: day)
        } else {
          sheet.append(text: text)
        }
      case (.text(let text), _): sheet.append(text: text)
      case (.integer(let number), _): sheet.append(number: "\(number)")
      case (.number(let text), _): sheet.append(number: text)
      case (.none, .time), (.none, .timeOfDay):
        sheet.skip()
        sheet.skip()
      case (.none, _): sheet.skip()
      }
    }
    try sheet.endRow()
  }

  /// Appends a time, or the name of an hour, which has no seconds and may have no offset.
  private func append(time text: String) {
    if let time = Timestamp(text) {
      sheet.append(time: time)
      return sheet.append(offset: time)
    }
    let hour = text.prefix(16)
    let offset = text.dropFirst(16)
    guard let time = Timestamp("\(hour):00\(offset.isEmpty ? "Z" : offset)") else {
      sheet.append(text: text)
      return sheet.skip()
    }
    sheet.append(time: time)
    sheet.append(text: offset.isEmpty ? nil : String(offset))
  }

  func finish(_ sink: any ByteSink) throws(HealthError) {
    if isOnly { try workbook.write(to: sink) }
  }
}
