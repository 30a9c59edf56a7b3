import ArgumentParser
import HealthBytes
import HealthConv
import HealthGenerator

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Make a synthetic export in a new folder, and run commands on it.",
    discussion: """
      Each command is printed before it runs, so that you can repeat it with your own export. The export and what the \
      commands write remain in the folder. Nothing that exists is replaced.
      """)

  @Argument(
    help: "The folder to make. Default: a new one in the folder for temporary files.",
    completion: .directory)
  var folder: String?

  /// The commands to run: a question, and the arguments that answer it, in which `@/` stands for the folder.
  private static let steps: [(reason: String, arguments: [String])] = [
    ("What does the export contain?", ["info", "@/export.zip", "-q"]),
    (
      "Steps by week; those that two devices counted are counted once",
      ["stats", "@/export.zip", "-q", "--type", "steps", "--by", "week"]
    ),
    (
      "How many high heart rates?",
      ["query", "@/export.zip", "--where", "type = HeartRate and value > 110 count/min", "--count"]
    ),
    (
      "A table for spreadsheets, with what it cannot hold",
      ["convert", "@/export.zip", "-q", "--type", "HeartRate", "-o", "@/heart.csv"]
    ),
    ("A database for SQL", ["convert", "@/export.zip", "-q", "-o", "@/health.db"]),
    ("Does the database contain the same samples?", ["diff", "@/export.zip", "@/health.db"]),
    ("Does the export follow the rules?", ["validate", "@/export.zip"]),
  ]

  func run() throws {
    let folder = try makeFolder()
    print("# A synthetic export: \(folder.printable)/export.zip")
    for step in Self.steps {
      let arguments = step.arguments.map { $0.replacing("@/", with: folder + "/") }
      print("\n# \(step.reason)")
      print("$ healthconv \(arguments.map(Self.quoted).joined(separator: " "))")
      // The output of a command on standard error must follow the line that announces it.
      do throws(HealthError) { try StandardOutputSink.flushPrinted() } catch {
        throw error.writing(StandardOutput.name)
      }
      Interruption.begin()
      var command = try HealthConvCommand.parseAsRoot(arguments)
      do {
        if let info = command as? InfoCommand {
          try info.run(listing: Self.listedTypes)
        } else {
          try command.run()
        }
      } catch let status as ExitCode
        where status == ExitStatus.findings.exitCode
      { print("# exit status 1: something was found") }
    }
    print("\n# The files remain in '\(folder.printable)'. Next: the same with your own export.")
  }

  /// The number of types that `info` lists, out of 76.
  private static let listedTypes = 8

  private func makeFolder() throws(HealthError) -> String {
    if let folder, FileStatus(path: folder, following: false) != nil {
      throw HealthError(
        .cannotCreate, "'\(folder)' exists. Name a folder that does not exist.")
    }
    let path = folder ?? Self.freePath()
    do throws(HealthError) {
      let files = try AtomicFolder(path)
      let export = try files.open("export.zip")
      _ = try ExportGenerator(.init(seed: 1, size: .records(2_000))).writeArchive(to: export)
      try files.finish()
      return files.path
    } catch {
      throw error.writing(path)
    }
  }

  /// A path in the folder for temporary files at which no file exists.
  private static func freePath() -> String {
    let folder = Environment.temporaryFolder
    var number = 1
    while FileStatus(path: "\(folder)/healthconv-demo-\(number)", following: false) != nil {
      number += 1
    }
    return "\(folder)/healthconv-demo-\(number)"
  }

  /// An argument, quoted for a shell if necessary.
  private static func quoted(_ argument: String) -> String {
    let isPlain = argument.allSatisfy { $0.isLetter || $0.isNumber || "-_./=,:".contains($0) }
    if isPlain, !argument.isEmpty { return argument }
    return "'" + argument.replacing("'", with: "'\\''") + "'"
  }
}
