public import ArgumentParser
import HealthBytes
public import HealthConv

/// `healthconv merge`.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins datasets of any formats: every sample once.",
    discussion: """
      Samples are the same by identity: type, time, value and source, and what identifies samples without a value. \
      Of several with one identity, equal ones are the same; only where one is left without an equal on each side \
      are these two versions of one sample (--prefer). What the first dataset has comes first, \
      then what is new in each of the others. What the person and the export say of themselves is taken from \
      the export that was made last. Merging a dataset with itself changes nothing.
      """)

  @OptionGroup var paths: InputPaths
  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Writing") var output: OutputOptions
  @OptionGroup(title: "Writing") var people: PeopleOptions

  @Option(
    help: ArgumentHelp(
      "Which of two versions of one sample is written.",
      valueName: "which"))
  var prefer = Merge.Preference.first

  @Option(
    help: ArgumentHelp(
      "The order of the samples; none is that of the inputs.",
      valueName: "order"))
  var sort = SampleOrder.none

  @OptionGroup var told: ProgressOptions

  func run() throws {
    try OutputOptions.refuseTerminal(unlessNamed: output.output)
    let format = try output.format(for: output.target)
    let options = try output.options(for: output.target)
    let selection = try selection.selection()
    var merge = Merge(of: try paths.inputs.map(input.open), to: format)
    merge.options = options
    merge.selection = selection
    merge.preference = prefer
    merge.allowsDifferentPeople = people.allowDifferentPeople
    merge.order = sort
    let line = ProgressLine(told.progress)
    merge.onProgress = line.show
    let report = try run(merge, line)
    FindingList(report.findings).write(isQuiet: told.quiet)
    if !told.quiet { report.selectionNotes.write() }
    StandardError.write(
      (told.quiet ? "" : report.text(to: StandardOutput.name(of: output.target)))
        + report.losses.text)
  }

  private func run(_ merge: Merge, _ line: ProgressLine) throws -> MergeReport {
    defer { line.clear() }
    guard output.target == "-" else {
      return try merge.run(toFile: output.target, overwriting: output.overwrite)
    }
    return try StandardOutput.write(merge.run)
  }
}

extension Merge.Preference: ExpressibleByArgument {}

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
    return table.text() + "\(target.printable): \(Figures.count(written, "sample"))\n"
  }
}
