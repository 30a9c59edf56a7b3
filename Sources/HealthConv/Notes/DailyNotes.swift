import HealthBytes
import HealthStatistics

/// Writes the figures of each day into the front matter of a Markdown note: only keys that begin with `health_` change; all other
/// bytes are preserved.
package struct DailyNotes: InterruptibleWork {
  /// The answer with the figures of each day.
  package var summary: Answer
  /// The answer with the nights of sleep.
  package var sleep: Answer
  /// The paths of the notes.
  package var template = Template.standard
  /// Whether a night belongs to the day on which it begins; otherwise to that on which it ends, the day of waking.
  package var nightBelongsToEvening = false
  /// Is called every few thousand samples with the progress of reading.
  package var onProgress: Conversion.Progress.Handler = { _ in }

  /// The result.
  package struct Report: Sendable {
    /// The reports of the answers.
    package internal(set) var answers: [Answer.Report] = []
    /// How many notes were created.
    package internal(set) var created = 0
    /// How many notes were changed.
    package internal(set) var changed = 0
    /// How many notes already had all values.
    package internal(set) var unchanged = 0
    /// The notes that cannot be changed safely, and why.
    package internal(set) var left: [(path: String, reason: String)] = []
  }

  /// Notes from a summary by day and from nights of sleep, both of the same datasets.
  package init(summary: Answer, sleep: Answer) { (self.summary, self.sleep) = (summary, sleep) }

  /// The most notes that are written: more than the days of a human life.
  private static let most = 65_536
  private static let largest = 16 << 20

  /// Reads the datasets and writes the notes, each atomically. After an error in reading, none is written.
  ///
  /// - Parameter folder: The folder of the notes; it and folders in it are made if they are missing.
  package func write(to folder: String) throws(HealthError) -> Report {
    var report = Report()
    var notes: [String: [FrontMatter.Entry]] = [:]
    // Both answers read the datasets, so streams must be rereadable.
    let datasets = try summary.datasets.map { (dataset) throws(HealthError) in
      dataset.isStream ? try dataset.rereadable() : dataset
    }
    for (answer, isNight) in [(summary, false), (sleep, true)] {
      var answer = answer
      (answer.datasets, answer.onProgress) = (datasets, onProgress)
      let rows = NoteRows(isNight: isNight)
      let found = try answer.write(to: rows)
      report.answers.append(found)
      if found.readError != nil { return report }
      guard rows.entries.count <= Self.most else {
        throw HealthError(.unsupported, "cannot write more than \(Self.most.grouped) notes")
      }
      for (date, entries) in rows.entries {
        let day = isNight && nightBelongsToEvening ? Self.dayBefore(date) : date
        notes[day, default: []] += entries
      }
    }
    do throws(HealthError) { try Self.make(folder) } catch {
      throw error.writing(folder)
    }
    for (day, entries) in notes.sorted(by: { $0.key < $1.key }) {
      try update(folder + "/" + template.path(ofDay: day), in: folder, entries, &report)
    }
    return report
  }

  private static func dayBefore(_ date: String) -> String {
    guard let time = Timestamp(date + "T00:00:00Z") else { return date }
    return Timestamp(secondsSince1970: time.secondsSince1970 - 86_400).dayText
  }

  // MARK: Files

  private func update(
    _ path: String, in folder: String, _ entries: [FrontMatter.Entry], _ report: inout Report
  ) throws(HealthError) {
    let before = FileStatus(path: path, following: true)
    if before == nil, FileStatus(path: path, following: false) != nil {
      return report.left.append((path, "it is a link that points nowhere"))
    }
    guard before?.isRegular ?? true else {
      return report.left.append((path, "it is not a regular file"))
    }
    do throws(HealthError) {
      var bytes: [UInt8] = []
      if before != nil { bytes = try FileSource(regular: path).readAll(limit: Self.largest) }
      let new: [UInt8]
      do throws(FrontMatter.Fault) { new = try FrontMatter.updated(bytes, entries) } catch {
        return report.left.append((path, error.text))
      }
      if new == bytes {
        report.unchanged += 1
        return
      }
      if before == nil { try Self.makeFolders(of: path, in: folder) }
      let file = try AtomicFile(path, overwrite: before != nil)
      try file.write(new.span)
      try file.prepare()
      // Another program may have written the note meanwhile.
      let now = before == nil ? [] : try FileSource(regular: path).readAll(limit: Self.largest)
      guard now == bytes, before != nil || FileStatus(path: path, following: false) == nil else {
        file.abandon()
        return report.left.append((path, "another program changed it meanwhile"))
      }
      try file.finish()
      if before == nil { report.created += 1 } else { report.changed += 1 }
    } catch {
      if error.code == .full { throw error.writing(path) }
      report.left.append((path, error.message))
    }
  }

  private static func make(_ folder: String) throws(HealthError) {
    guard FileStatus(path: folder, following: true)?.isDirectory != true else { return }
    try AtomicFolder(folder).finish()
  }

  private static func makeFolders(of path: String, in folder: String) throws(HealthError) {
    var made = folder
    for part in path.dropFirst(folder.count + 1).split(separator: "/").dropLast() {
      made += "/\(part)"
      try make(made)
    }
  }
}

/// Converts the rows of an answer to entries of front matter.
private final class NoteRows: AnswerPrinter {
  private let isNight: Bool
  private var columns: [AnswerColumn] = []
  private(set) var entries: [String: [FrontMatter.Entry]] = [:]

  /// Columns that are not written because they are not figures of a day. `row` also skips the time
  /// asleep of a summary, because the night has it.
  private static let others: Set<String> = ["day", "night", "partial", "source"]

  init(isNight: Bool) { self.isNight = isNight }

  func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    self.columns = columns
    entries = [:]
    return ""
  }

  func row(_ values: [AnswerValue]) -> String {
    guard case .text(let date)? = values.first else { return "" }
    entries[date] = zip(columns, values).compactMap { column, value in
      if Self.others.contains(column.name) || (!isNight && column.name == "asleep") { return nil }
      return ("health_" + (isNight ? "sleep_" : "") + column.key, Self.text(value, column.kind))
    }
    return ""
  }

  func end() -> String { "" }

  /// A value as YAML. Numbers are rounded (counts to integers, times and paces to one decimal
  /// place, others to two) and have no grouping commas.
  private static func text(_ value: AnswerValue, _ kind: AnswerColumn.Kind) -> String? {
    switch value {
    case .none: return nil
    case .text(let text): return JSONText.string(text).line
    case .integer(let number): return "\(number)"
    case .number(let text):
      let places =
        switch kind {
        case .count: 0
        case .minutes, .duration, .pace: 1
        default: 2
        }
      return (text.rounded(toPlaces: places) ?? text).filter { $0 != "," }
    }
  }
}

extension DailyNotes {
  /// The path of the note of a day: `Daily/{yyyy}-{MM}-{dd}.md`.
  package struct Template: Sendable, Equatable {
    /// The text.
    package let text: String

    /// Notes that are named by their days.
    package static let standard = Template(unchecked: "{yyyy}-{MM}-{dd}.md")

    private static let fields = ["{yyyy}", "{MM}", "{dd}"]

    private init(unchecked text: String) { self.text = text }

    /// The template of a text.
    ///
    /// - Throws: `HealthError`: `.usage` if days could share a note, or notes could be outside of the folder.
    package init(_ text: String) throws(HealthError) {
      func unfit(_ reason: String) -> HealthError {
        HealthError(
          .usage,
          "'\(text.printableName)' is no path of notes: \(reason), expected a path such as Daily/{yyyy}-{MM}-{dd}.md"
        )
      }
      self.text = text
      for field in Self.fields where !text.contains(field) { throw unfit("\(field) is missing") }
      let path = path(ofDay: "2024-01-31")
      if path.contains(where: { "{}".contains($0) }) {
        throw unfit("other fields are not supported")
      }
      if !path.hasSuffix(".md") { throw unfit("a note ends with .md") }
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." })
        || path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
      {
        throw unfit("it leaves the folder")
      }
    }

    /// The path of the note of a day such as `2024-01-31`.
    func path(ofDay date: String) -> String {
      let values = date.split(separator: "-")
      return zip(Self.fields, values).reduce(text) { path, field in
        path.split(separator: field.0, omittingEmptySubsequences: false).map(String.init)
          .joined(separator: String(field.1))
      }
    }
  }
}
