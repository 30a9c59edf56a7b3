import ArgumentParser
import HealthBytes
import HealthConv
import HealthStatistics

/// A value of `stats --to`: a table, or notes.
enum StatsFormat: Equatable, ExpressibleByArgument {
  case table(AnswerFormat)
  case notes

  init?(argument: String) {
    if argument == "notes" {
      self = .notes
    } else if let format = AnswerFormat(rawValue: argument) {
      self = .table(format)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { AnswerFormat.allCases.map(\.rawValue) + ["notes"] }
}

/// The options of `stats --to notes`.
struct NoteOptions: ParsableArguments {
  /// Whether a night belongs to the day on which it ends or begins.
  enum NightDay: String, ExpressibleByArgument, CaseIterable {
    case waking, evening
  }

  @Option(
    help: ArgumentHelp(
      "The path of the note of a day in the folder of --output, with --to notes. Default: {yyyy}-{MM}-{dd}.md.",
      valueName: "path"))
  var note: String?

  @Option(
    help: ArgumentHelp(
      "The day whose note has a night, with --to notes: waking (on which it ends) or evening (on which it begins). Default: waking.",
      valueName: "day"))
  var nightDay: NightDay?

  func template() throws(ConversionError) -> DailyNotes.Template {
    try note.map { (text) throws(ConversionError) in try DailyNotes.Template(text) } ?? .standard
  }

  func checkUnused() throws(ConversionError) {
    for (option, isGiven) in [("--note", note != nil), ("--night-day", nightDay != nil)]
    where isGiven {
      throw ConversionError(.usage, "\(option) requires --to notes")
    }
  }
}

extension DailyNotes.Report {
  /// Writes on standard error what was done, and which notes were left.
  ///
  /// - Throws: The error that ended reading, if one did; that notes were left.
  func write(isQuiet: Bool) throws {
    // Both answers are of the same samples.
    if let report = answers.first { try report.write(isQuiet: isQuiet) }
    if let error = answers.last?.readError { throw ConversionError(error) }
    for note in left {
      StandardError.write(
        "healthconv: left '\(note.path.printableName)' unchanged: \(note.reason.printable)\n")
    }
    if !isQuiet {
      StandardError.write(
        "healthconv: \(created.grouped) notes created, \(changed.grouped) changed, \(unchanged.grouped) unchanged\n"
      )
    }
    if !left.isEmpty {
      throw ConversionError(
        .cannotCreate,
        "\(left.count.grouped) note\(left.count == 1 ? " was" : "s were") left unchanged; all others are complete"
      )
    }
  }
}
