import ArgumentParser
import HealthConv

/// `healthconv convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts health data from one format to another.",
    discussion: """
      Without an output the result goes to standard output; without --to and an extension that tells, it is \
      JSON Lines, which carries everything. Files appear whole or not at all.
      """)

  @OptionGroup var input: InputOptions

  @Argument(
    help: "The file to make, if --output does not name it; - is standard output.",
    completion: .file())
  var target: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "The file to make; - is standard output, which is what is written to by default.",
    completion: .file())
  var outputOption: String?

  @Option(help: "The format to write; else the extension of the output tells.")
  var to: String?

  @OptionGroup(title: "Selection") var selection: SelectionOptions

  @Flag(help: "Replace the output if it exists.")
  var overwrite = false

  @Flag(help: "If the input turns out to be damaged, keep what was read before.")
  var keepPartial = false

  @Option(help: "Exit with status 1 at findings as grave as this, or at losses: \(FailOn.list).")
  var failOn = FailOn.never

  @Option(help: "Progress on standard error: \(ProgressStyle.list); by default bar, on a terminal.")
  var progress: ProgressStyle?

  @Flag(name: .shortAndLong, help: "Print neither findings nor a summary.")
  var quiet = false

  func validate() throws {
    guard target == nil || outputOption == nil else {
      throw ValidationError("Two outputs were named; name one")
    }
  }

  private var output: String { outputOption ?? target ?? "-" }

  func run() throws {
    let format = try outputFormat()
    let selection = try selection.selection()
    var conversion = Conversion(of: try input.open(), to: format)
    conversion.selection = selection
    let line = ProgressLine(progress)
    conversion.onProgress = line.show
    let report = try run(conversion, line)
    if !quiet { FindingList(report.findings).write() }
    if let error = report.readError {
      let error = ConversionError(error)
      error.say()
      StandardError.write("healthconv: \(outcome(report))\n")
      throw error.code.exitStatus.error
    }
    if !quiet { Summary(of: report, from: conversion.dataset.name, to: outputName).write() }
    if failOn.isReached(by: report.findings, losses: report.losses) {
      throw ExitStatus.findings.error
    }
  }

  private func run(_ conversion: Conversion, _ line: ProgressLine) throws -> ConversionReport {
    defer { line.clear() }
    if output == "-" {
      let output = OutputContainer(file: StandardOutputSink())
      let report = try conversion.run(into: output, name: outputName)
      do { try output.finish() } catch { throw ConversionError(writing: outputName, error) }
      return report
    }
    return try conversion.run(
      toFile: output, overwriting: overwrite, keepingPartial: keepPartial)
  }

  private var outputName: String { output == "-" ? "standard output" : output }

  /// The format that `--to` or the output's extension names.
  private func outputFormat() throws -> Format {
    let format =
      if let to {
        try Format.named(to)
      } else if output != "-" {
        try Format.forWriting(to: output)
      } else {
        Format.jsonLines
      }
    guard format.makeWriter != nil else {
      throw ConversionError(
        .unsupported,
        "format '\(format.name)' can be read but not written. See 'healthconv formats'.")
    }
    guard output != "-" || format.isText else {
      throw ConversionError(
        .usage, "format '\(format.name)' is not text. Name a file for it with --output.")
    }
    return format
  }

  /// What became of the samples before the fault.
  private func outcome(_ report: ConversionReport) -> String {
    let samples = "\(Figures.count(report.samplesWritten, "sample")) before that"
    if output == "-" { return "wrote the \(samples)" }
    if keepPartial { return "'\(output)' holds the \(samples)" }
    return "'\(output)' was not made; --keep-partial keeps the \(samples)"
  }
}
