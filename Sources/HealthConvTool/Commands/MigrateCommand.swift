import ArgumentParser
import HealthBytes
import HealthConv

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Copy everything from one store or format to another, and verify the copy.",
    discussion: """
      The copy is read back; for each type the number of samples and a digest of their content are compared, in \
      any order. To resume an interrupted migration into a store, run it again: samples that are stored already are \
      skipped. If the store also holds other samples, each copied sample is looked up among them. From a store to a store, \
      the ledger of files that were loaded is copied, too, so that 'load' does not read them again. Exit status: 0 the copy \
      is complete and the same; 1 it is not.
      """)

  @Argument(
    help: "What to copy: a store, a file, a folder, an archive; - is standard input.",
    completion: .file())
  var source: String

  @Argument(help: "The target: a store, a file, an archive or a folder/.", completion: .file())
  var target: String

  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions

  @Option(
    name: .shortAndLong,
    help: "The format to write. Default: from the extension of the target.",
    completion: .outputFormats)
  var to: String?

  @Flag(help: "Replace the target if it exists; a store loses all that it holds.")
  var overwrite = false

  @Flag(help: "Write nothing; compare an earlier copy.")
  var verifyOnly = false

  @OptionGroup var summary: JSONSummary

  @OptionGroup var reporting: ProgressOptions

  func validate() throws {
    guard target != "-" else {
      throw ValidationError(
        "Standard output cannot be verified; give a file, folder or store as the target")
    }
  }

  func run() throws {
    HiddenPaths.names?.add(target)
    let format = try to.map { try Format.named($0) } ?? Format.forWriting(to: target)
    let dataset = try policy.applied(input.open([source]))[0]
    let targetName = StandardOutput.name(of: target)
    let migration = Migration(of: dataset, to: target, as: format)
    let report = try migration.withProgress(reporting.progress) {
      verifyOnly ? try $0.verify() : try $0.run(overwriting: overwrite)
    }
    if let conversion = report.conversion {
      FindingList(conversion.findings).write(isQuiet: reporting.quiet)
      let isSummed = !reporting.quiet && !summary.json && conversion.readError == nil
      MessageOutput.write(
        isSummed
          ? Summary(of: conversion, from: [dataset.name], to: targetName).text()
          : conversion.losses.text)
    }
    if summary.json {
      print(report.json(source: dataset.name, target: targetName), terminator: "")
    }
    if let error = report.conversion?.readError { throw error }
    if !summary.json, !reporting.quiet || !report.isVerified {
      print(report.text(of: targetName), terminator: "")
    }
    if !report.isVerified { throw ExitStatus.findings.exitCode }
  }
}

extension Migration.Report {
  /// Whether both sides are the same; if not, a table of the types that are not.
  fileprivate func text(of target: String) -> String {
    let target = target.printable
    if isVerified, others > 0 {
      let moved = types.filter { $0.sourceCount > 0 }.count
      return "verified: \(Figures.count(count - others, "sample")) of "
        + "\(Figures.count(moved, "type")), the same in '\(target)'; it holds "
        + "\(Figures.count(others)) more\n"
    }
    if isVerified {
      return "verified: \(Figures.count(count, "sample")) of "
        + "\(Figures.count(types.count, "type")), the same on both sides\n"
    }
    var table = TextTable(.left, .left, .right, .right, .left)
    table.add("type", "kind", "source", "target", "")
    for type in types where !type.isSame {
      table.add(
        type.identifier, type.kind.rawValue, Figures.count(type.sourceCount),
        Figures.count(type.targetCount),
        type.sourceCount == type.targetCount ? "other content" : "other number")
    }
    return table.text() + "not verified: '\(target)' does not hold the same samples\n"
  }
}
