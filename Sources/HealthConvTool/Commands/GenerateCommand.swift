import ArgumentParser
import HealthBytes
import HealthConv
import HealthGenerator

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate a synthetic Apple Health export for tests and trials.",
    discussion: """
      The same seed, person and size give the same bytes. The number of samples of each type and other facts about the \
      export are written next to it as JSON.
      """)

  @Option(help: "Seed of the random numbers; each seed gives another export of the same person.")
  var seed: UInt64 = 1

  @Option(help: "Number of the person: each has another name, date of birth, sex and values.")
  var person = 1

  @Option(
    help:
      "Size: a number of records, such as 10000, or of bytes of XML, such as 300MB. Default: 10000."
  )
  var size: String?

  @Option(help: "Size as a number of days.")
  var days: Int?

  @Flag(
    help:
      "Write a workout for each day, with a route point each second: about a quarter of the archive's bytes."
  )
  var dailyWorkouts = false

  @Option(
    name: .shortAndLong, help: "The file to write: .zip for the archive, .xml for its main file.",
    completion: .file(extensions: ["zip", "xml"]))
  var output: String

  @Option(
    help:
      "The file for the facts about the export. Default: the output's name followed by .truth.json."
  )
  var truth: String?

  @Flag(help: "Replace the files if they exist.")
  var overwrite = false

  func validate() throws {
    guard 1...20_000 ~= person else {
      throw ValidationError("--person has '\(person)', expected 1 to 20000")
    }
  }

  func run() throws {
    let isArchive = output.lowercased().hasSuffix(".zip")
    guard isArchive || output.lowercased().hasSuffix(".xml") else {
      throw HealthError(
        .usage, "'\(output)' has no extension .zip or .xml, which determines what is written")
    }
    let generator = ExportGenerator(
      .init(seed: seed, person: person, size: try exportSize(), hasDailyWorkouts: dailyWorkouts))
    let truthPath = truth ?? output + ".truth.json"
    do throws(HealthError) {
      let truthFile = try AtomicFile(truthPath, overwrite: overwrite, isPrivate: false)
      let file = try AtomicFile(output, overwrite: overwrite, isPrivate: false)
      let truth =
        isArchive ? try generator.writeArchive(to: file) : try generator.writeXML(to: file)
      try truthFile.write(truth.json().utf8.span)
      try AtomicFile.finish([file, truthFile]) { error, _ in error }
    } catch {
      throw error.writing(error.place.file.isEmpty ? output : error.place.file)
    }
  }

  private func exportSize() throws -> ExportGenerator.Size {
    if let days {
      guard size == nil else {
        throw HealthError(.usage, "--size and --days cannot be combined")
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
    throw HealthError(
      .usage,
      "--size has '\(size.printableName)', expected a number of records such as 10000, or bytes such as 300MB"
    )
  }
}
