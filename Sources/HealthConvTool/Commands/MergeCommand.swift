public import ArgumentParser
import HealthBytes
public import HealthConv

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge datasets of any formats into one that holds every sample once.",
    discussion: """
      Samples are matched by identity: type, time, value and source, and what identifies samples without a value. \
      Among samples of one identity, equal ones are the same sample. If then exactly one is left on each side, these \
      two are versions of one sample, and that of the newest export is written, unless --prefer decides otherwise. The samples of the first dataset are written first, \
      then the new ones of each other dataset; a correlation or workout with a nested sample that only another \
      dataset has at top level is written last. Facts about the person and the export are taken from the newest \
      export. Workouts of different sources are the same if they have one activity, start within a minute, and share \
      more than half of the longer one's time. One of them is written, after all other samples: that of the first dataset, or \
      of the last with --prefer last. What it does not state is taken from the others, and its metadata \
      (HealthConvSameWorkout) have a link to each; their heart rates and other samples are written, too. Merging a merged \
      dataset again changes nothing.
      """)

  @OptionGroup var paths: InputPaths
  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions
  @OptionGroup(title: "Reading") var audit: AuditOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Writing") var output: OutputOptions
  @OptionGroup(title: "Writing") var people: PeopleOptions
  @OptionGroup(title: "Reading") var sources: SourceOptions
  @OptionGroup var file: ConfigurationOptions

  @Option(
    help: ArgumentHelp(
      "Which of two versions of a sample to write: that of the newest export, of the first dataset or of the last.",
      valueName: "which"))
  var prefer = Merge.Preference.newest

  @Option(
    help: ArgumentHelp(
      "What to write of workouts that several sources recorded: one, with links to the others, or all of them.",
      valueName: "which"))
  var sameWorkouts = SameWorkouts.keepOne

  @Option(
    help: ArgumentHelp(
      "The order of the samples; none keeps that of the inputs.",
      valueName: "order"))
  var sort = Conversion.Order.none

  @OptionGroup var summary: JSONSummary

  @OptionGroup var reporting: ProgressOptions

  func validate() throws { try summary.check(target: output.target) }

  func run() throws {
    try OutputOptions.rejectTerminal(unlessNamed: output.output)
    let format = try output.format(for: output.target)
    let options = try output.options(for: output.target, as: format)
    let selection = try selection.selection()
    let datasets = try policy.applied(
      sources.renamed(input.open(paths.inputs), file.readIfNamed()))
    var merge = Merge(of: datasets, to: format)
    merge.allowsNewSources = sources.newSource
    merge.options = options
    merge.selection = selection
    merge.preference = prefer
    merge.mergesSameWorkouts = sameWorkouts == .keepOne
    merge.allowsDifferentPeople = people.allowDifferentPeople
    merge.order = sort
    let report = try merge.withProgress(reporting.progress, write)
    FindingList(report.findings).write(isQuiet: reporting.quiet)
    try audit.write(datasets)
    report.selectionNotes.write(isQuiet: reporting.quiet)
    if summary.json {
      print(report.json(output: StandardOutput.name(of: output.target)), terminator: "")
    }
    MessageOutput.write(
      (reporting.quiet || summary.json
        ? "" : report.text(to: StandardOutput.name(of: output.target)))
        + report.losses.text)
    report.answersError?.writeNoteOnAnswers()
  }

  private func write(_ merge: Merge) throws -> Merge.Report {
    guard output.target == "-" else {
      return try merge.run(toFile: output.target, overwriting: output.overwrite)
    }
    return try StandardOutput.write(merge.run)
  }
}

extension MergeCommand {
  enum SameWorkouts: String, CaseIterable, ExpressibleByArgument {
    case keepOne = "keep-one"
    case keepAll = "keep-all"
  }
}

extension Merge.Preference: ExpressibleByArgument {}

extension Merge.Report {
  /// What was done, for people.
  fileprivate func text(to target: String) -> String {
    var table = TextTable(.left, .right, .right, .right)
    table.add("dataset", "samples", "known", "in conflict")
    for input in inputs {
      table.add(
        input.name, Figures.count(input.read), Figures.count(input.same),
        Figures.count(input.conflicts))
    }
    var text = table.text()
    if replacedAggregates > 0 {
      text +=
        "sums and averages: \(Figures.count(replacedAggregates)) left out; others of the same time count\n"
    }
    if sameWorkouts > 0 {
      text +=
        "same workouts: \(Figures.count(sameWorkouts)) of several sources; "
        + "\(Figures.count(sameWorkoutsLeftOut)) left out and linked\n"
    }
    if shiftedWorkouts > 0 {
      text +=
        "workouts that may be the same: \(Figures.count(shiftedWorkouts)) at times that differ by hours, with equal lengths; "
        + "a time zone may be wrong\n"
    }
    return text + "\(target.printable): \(Figures.count(written, "sample"))\n"
  }
}
