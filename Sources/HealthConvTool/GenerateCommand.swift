import ArgumentParser
import HealthConv
import HealthGenerator

/// `healthconv generate`.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Makes an Apple Health export of nobody, to try things with.",
    discussion: """
      The same seed and size give the same bytes. What is in the export, counted while it was made, is \
      written beside it as JSON.
      """)

  @Option(help: "Which export.")
  var seed: UInt64 = 1

  @Option(help: "How large: a number of records, such as 10000, or of bytes of XML, such as 300MB.")
  var size: String?

  @Option(help: "How large: a number of days.")
  var days: Int?

  @Option(
    name: .shortAndLong, help: "The file to make: .zip for the archive, .xml for its main file.",
    completion: .file(extensions: ["zip", "xml"]))
  var output: String

  @Option(help: "The file for what is in it; by default the output with .truth.json behind it.")
  var truth: String?

  @Flag(help: "Replace the files if they exist.")
  var overwrite = false

  func run() throws {
    let isArchive = output.lowercased().hasSuffix(".zip")
    guard isArchive || output.lowercased().hasSuffix(".xml") else {
      throw ConversionError(
        .usage, "cannot tell what to make of '\(output)': expected an extension .zip or .xml")
    }
    let generator = ExportGenerator(.init(seed: seed, size: try exportSize()))
    let truthPath = truth ?? output + ".truth.json"
    do throws(ByteError) {
      let truthFile = try AtomicFile(truthPath, overwrite: overwrite, isPrivate: false)
      let file = try AtomicFile(output, overwrite: overwrite, isPrivate: false)
      let truth =
        isArchive ? try generator.writeArchive(to: file) : try generator.writeXML(to: file)
      try truthFile.write(truth.json().utf8.span)
      try AtomicFile.finish([file, truthFile]) { error, _ in error }
    } catch {
      throw ConversionError(writing: error.subject.isEmpty ? output : error.subject, error)
    }
  }

  private func exportSize() throws -> ExportGenerator.Size {
    if let days {
      guard size == nil else {
        throw ConversionError(.usage, "--size and --days exclude each other")
      }
      return .days(days)
    }
    guard let size else { return .records(10_000) }
    if let records = Int(size), records >= 0 { return .records(records) }
    let units: [(String, Int64)] = [
      ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
    ]
    for (unit, factor) in units where size.uppercased().hasSuffix(unit) {
      guard let number = Int64(size.dropLast(2)), number >= 0 else { break }
      let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: factor)
      if !isTooLarge { return .bytes(bytes) }
    }
    throw ConversionError(
      .usage,
      "--size has '\(size)', expected a number of records such as 10000, or bytes such as 300MB")
  }
}
