public import ArgumentParser
import HealthBytes
public import HealthConv

struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Print the selected samples of any dataset or store.",
    discussion: """
      A condition compares fields: type, kind, value, category, unit, start, end, created, duration, zone, activity, uuid, distance and \
      energy (of workouts), average, minimum, maximum, latest and sum (of quantities), source \
      (.version .product .system), device (.manufacturer .model .hardware .firmware .software .identifier .udi), \
      metadata.KEY or metadata['any key']. There are = != < <= > >=, like (* and ?), in (a, b), between a and b, \
      exists, is missing; and, or, not and parentheses. Values are compared in the unit given; 95 % is \
      0.95. A date without an offset is local time, at the UTC offset of each sample. Put texts of several words in \
      quotes. Any comparison, also with !=, is false for samples without the field. Several inputs are read one after \
      another: what they have in common is printed and counted once for each.
      """)

  @OptionGroup var paths: InputPaths
  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions
  @OptionGroup(title: "Reading") var people: PeopleOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Writing") var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "The order; saved is that of the input. Samples without the field are last.",
      valueName: "key"))
  var sort = SampleOrdering.Key.saved

  @Flag(help: "Reverse the order: the latest or the largest first.")
  var descending = false

  @Option(help: "Print at most this many samples.")
  var limit: Int?

  @Flag(help: "Print only the number of samples.")
  var count = false

  @OptionGroup var reporting: ProgressOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit has '\(limit)', expected 1 or more") }
    if count, output.output != nil || output.to != nil {
      throw ValidationError("--count cannot be combined with --output or --to")
    }
  }

  func run() throws {
    let format = try output.format(for: output.target)
    let predicate = try selection.predicate()
    let order = SampleOrdering(sort, isDescending: descending)
    let datasets = try policy.applied(input.open(paths.inputs))
    var query = DatasetQuery(
      SampleQuery(predicate, order: order, limit: limit ?? SampleQuery.noLimit), of: datasets)
    query.options = try output.options(for: output.target, as: format)
    query.selection = try selection.selection()
    query.allowsDifferentPeople = people.allowDifferentPeople
    if count {
      let count = try query.withProgress(reporting.progress) { try $0.count() }
      print(count)
      if count == 0, !selection.isEmpty { [Selection.Note.noSample].write() }
      return
    }
    let report = try query.withProgress(reporting.progress) { try write($0, format) }
    FindingList(report.findings).write(isQuiet: reporting.quiet)
    report.selectionNotes.write(isQuiet: reporting.quiet)
    // A result on standard output needs no summary.
    if reporting.quiet || output.target == "-" || report.readError != nil {
      MessageOutput.write(report.losses.text)
    } else {
      let target = StandardOutput.name(of: output.target)
      MessageOutput.write(Summary(of: report, from: datasets.map(\.name), to: target).text())
    }
    if let error = report.readError { throw error }
  }

  private func write(_ query: DatasetQuery, _ format: Format) throws -> Conversion.Report {
    guard output.target == "-" else {
      return try query.run(toFile: output.target, as: format, overwriting: output.overwrite)
    }
    return try StandardOutput.write { try query.run(into: $0, as: format, name: $1) }
  }
}

extension SampleOrdering.Key: ExpressibleByArgument {}
