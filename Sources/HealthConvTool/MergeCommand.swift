import ArgumentParser
import HealthConv

/// `healthconv merge`.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins datasets of any formats: every sample once.",
    discussion: """
      Samples are the same by identity: type, time, value and source. What the first dataset has comes first, \
      then what is new in each of the others. What the person and the export say of themselves is taken from \
      the export that was made last. Merging a dataset with itself changes nothing.
      """)

  /// In which order the samples are written.
  enum Order: String, ExpressibleByArgument, CaseIterable {
    case none, start
  }

  /// Which of two samples of one identity stays.
  enum Preferred: String, ExpressibleByArgument, CaseIterable {
    case first, last
  }

  @Argument(
    help: "Files, folders or archives; - is standard input.", completion: .file())
  var inputs: [String]

  @Option(
    name: .shortAndLong, help: "The file to make; - is standard output.", completion: .file())
  var output = "-"

  @Option(help: "The format of all inputs; else the first bytes or the extension of each tell.")
  var from: String?

  @Option(help: "The format to write; else the extension of the output tells.")
  var to: String?

  @OptionGroup(title: "Selection") var selection: SelectionOptions

  @Option(
    help: ArgumentHelp(
      "Which of two samples of one identity stays where they do not say the same: \(Preferred.list).",
      valueName: "which"))
  var prefer = Preferred.first

  @Option(help: "Sort the samples: \(Order.list).")
  var sort = Order.none

  @Flag(help: "Replace the output if it exists.")
  var overwrite = false

  @Option(help: "Progress on standard error: \(ProgressStyle.list); by default bar, on a terminal.")
  var progress: ProgressStyle?

  @Flag(name: .shortAndLong, help: "Print neither findings nor a summary.")
  var quiet = false

  func validate() throws {
    guard inputs.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Standard input was named twice; it can be read once")
    }
  }

  func run() throws {
    let target = try outputFormat()
    let format = try from.map { try Format.named($0) }
    var merge = Merge(of: try inputs.map { try Dataset.open($0, as: format) }, to: target)
    merge.selection = try selection.selection()
    merge.preference = prefer == .first ? .first : .last
    merge.isSorted = sort == .start
    let line = ProgressLine(progress)
    merge.onProgress = line.show
    let report = try run(merge, line)
    if quiet { return }
    FindingList(report.findings).write()
    StandardError.write(report.text(to: outputName))
  }

  private func run(_ merge: Merge, _ line: ProgressLine) throws -> MergeReport {
    defer { line.clear() }
    guard output == "-" else { return try merge.run(toFile: output, overwriting: overwrite) }
    let output = OutputContainer(file: StandardOutputSink())
    let report = try merge.run(into: output, name: outputName)
    do { try output.finish() } catch { throw ConversionError(writing: outputName, error) }
    return report
  }

  private var outputName: String { output == "-" ? "standard output" : output }

  private func outputFormat() throws -> Format {
    let format =
      if let to {
        try Format.named(to)
      } else if output != "-" {
        try Format.forWriting(to: output)
      } else {
        Format.jsonLines
      }
    guard output != "-" || format.isText else {
      throw ConversionError(
        .usage, "format '\(format.name)' is not text. Name a file for it with --output.")
    }
    return format
  }
}

extension MergeReport {
  /// What was done, for people.
  fileprivate func text(to target: String) -> String {
    var table = TextTable(.left, .right, .right, .right)
    table.add("dataset", "samples", "known", "in conflict")
    for input in inputs {
      table.add(
        input.name, Figures.count(input.read), Figures.count(input.same),
        Figures.count(input.conflicts))
    }
    var text = table.text() + "\(target): \(Figures.count(written, "sample"))\n"
    for loss in losses where loss.count > 0 {
      text += "lost: \(Figures.count(loss.count)) \(loss.loss.name): \(loss.loss.explanation)\n"
    }
    return text
  }
}
