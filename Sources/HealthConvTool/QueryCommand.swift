public import ArgumentParser
import HealthBytes
public import HealthConv

/// `healthconv query`.
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Prints the samples that are asked for, of any dataset or store.",
    discussion: """
      A condition compares fields: type, kind, value, category, unit, start, end, created, duration, zone, source \
      (.version .product .system), device (.manufacturer .model .hardware .firmware .software .identifier .udi), \
      metadata.KEY or metadata['any key']. There are = != < <= > >=, like (* and ?), in (a, b), between a and b, \
      exists, is missing; and, or, not and parentheses. Values are compared in the unit that is named; 95 % is \
      0.95. A day without an offset is one on the clock that a sample was written by. Texts of several words \
      stand in quotes. What a sample does not have compares with nothing.
      """)

  @Argument(
    help: ArgumentHelp(
      "What to ask: files, folders, archives, stores; - is standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String]

  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Writing") var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "The order: saved is that of the input. Samples that have nothing to sort by come last.",
      valueName: "key"))
  var sort = SampleOrdering.Key.saved

  @Flag(help: "The last or the largest first.")
  var descending = false

  @Option(help: "How many samples at most.")
  var limit: Int?

  @Flag(help: "Print how many samples there are, and nothing else.")
  var count = false

  @Option(help: "Progress on standard error; by default bar, on a terminal.")
  var progress: ProgressStyle?

  @Flag(name: .shortAndLong, help: "Print neither findings nor a summary.")
  var quiet = false

  func validate() throws {
    guard inputs.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Standard input was named twice")
    }
    if let limit, limit < 0 { throw ValidationError("--limit has '\(limit)', expected 0 or more") }
    if count, output.output != nil || output.to != nil {
      throw ValidationError("--count prints a number; it has no --output and no --to")
    }
  }

  func run() throws {
    // A store that is closed leaves no files beside it.
    Interruption.postpone()
    let format = try output.format(for: target)
    let predicate = try selection.predicate()
    let order = SampleOrdering(sort, isDescending: descending)
    var query = DatasetQuery(
      SampleQuery(predicate, order: order, limit: limit), of: try inputs.map(input.open))
    query.options = try output.options(for: target)
    let line = ProgressLine(progress)
    query.onProgress = line.show
    if count {
      defer { line.clear() }
      print(try query.count())
      return
    }
    let report = try run(query, format, line)
    if !quiet { FindingList(report.findings).write() }
    if let error = report.readError { throw ConversionError(error) }
    // On standard output the answer speaks for itself.
    if !quiet, target != "-" {
      StandardError.write(Summary(of: report, from: inputs, to: target).text())
    }
  }

  private func run(
    _ query: DatasetQuery, _ format: Format, _ line: ProgressLine
  ) throws -> ConversionReport {
    defer { line.clear() }
    guard target == "-" else {
      return try query.run(toFile: target, as: format, overwriting: output.overwrite)
    }
    let output = OutputContainer(file: StandardOutputSink())
    let report = try query.run(into: output, as: format, name: "standard output")
    do { try output.finish() } catch {
      throw ConversionError(writing: "standard output", error)
    }
    return report
  }

  private var target: String { output.output ?? "-" }
}

extension SampleOrdering.Key: ExpressibleByArgument {}
