import ArgumentParser
import HealthBytes
import HealthConv
import HealthModel

struct PolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "Make and explain policies: what of health data is given to others.",
    discussion: """
      A policy is a YAML file that '--policy' of the other commands applies: it grants types, moves dates, and drops what \
      identifies a person. It starts from a profile; the strictest profiles are daily and day-numbers. No policy can \
      exclude that a person is recognized by the measurements themselves.
      """,
    subcommands: [New.self, Explain.self, Check.self, Key.self])

  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Print a policy with the defaults of a profile.")

    @Option(
      help: "The profile: \(Policy.Profile.allCases.map(\.rawValue).joined(separator: ", ")).")
    var profile: Policy.Profile

    @Option(
      help: ArgumentHelp(
        "The file of the key, relative to that of the policy.", valueName: "file"),
      completion: .file())
    var key = "study.key"

    func run() throws { print(Policy.template(profile, key: key), terminator: "") }
  }

  struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "explain",
      abstract: "Print what a policy does with each field.")

    @Argument(help: ArgumentHelp("The policy.", valueName: "policy"), completion: .file())
    var file: String

    @OptionGroup var paths: PathOptions

    func validate() throws { HiddenPaths.names?.add(file) }

    func run() throws {
      let policy = try Policy.read(file)
      print("profile \(policy.profile.rawValue), release \(policy.release.printable)")
      for weakening in policy.weakenings { print("weaker than the profile: \(weakening)") }
      var table = TextTable(.left, .left, .left, .left)
      table.add("structure", "field", "class", "action")
      for field in ClassifiedField.all + ClassifiedField.metadata {
        table.add(
          field.structure, field.name, field.kind?.rawValue ?? "",
          policy.action(of: field).rawValue)
      }
      table.add("metadata", "all other keys", FieldClass.unknown.rawValue, "drop")
      table.printWithHeading()
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Search an output for what identifies the person in the original.",
      discussion: """
        Names, identifiers, paths and free text are searched in what readers decode of the output, and in all its bytes: names \
        and comments of archives and their members, footers, free pages. Exact values at exact times are compared, and \
        samples that are not granted, and participants, are counted. All dates of a participant have to be moved by one shift that the \
        policy has, and what the policy drops, coarsens or rounds is counted: keys of metadata, UTC offsets, sources, devices, \
        routes, facts about the person, values. The same search is made in the original: if it does not find everything there, or if the output \
        cannot be read back or compared, nothing is proven. Exit status: 0 nothing was found; 1 something was found; 70 not proven. It cannot \
        show that nobody recognizes the person.
        """)

    @Argument(help: ArgumentHelp("The original.", valueName: "original"), completion: .file())
    var original: String

    @Argument(
      help: ArgumentHelp("What was written of it.", valueName: "output"), completion: .file())
    var output: String

    @Option(
      help: ArgumentHelp("The policy.", valueName: "file"), completion: .file(extensions: ["yml"]))
    var policy: String

    @OptionGroup var paths: PathOptions

    func validate() throws {
      for path in [original, output, policy] { HiddenPaths.names?.add(path) }
    }

    func run() throws {
      let check = try PolicyCheck(of: output, with: .open(original), Policy.read(policy))
      var table = TextTable(.left, .right, .right, .right)
      table.add("class", "in original", "control", "in output")
      for row in check.rows {
        table.add(
          row.kind.rawValue, Figures.count(row.needles), Figures.count(row.control),
          Figures.count(row.found))
      }
      table.printWithHeading()
      printSamples(check)
      if check.hasFindings { print("found") }
      for gap in check.gaps { MessageOutput.write("healthconv: not proven: \(gap.printable)\n") }
      if check.hasFindings { throw ExitStatus.findings.exitCode }
      if !check.isProven { throw ExitStatus.ours.exitCode }
      print("nothing found")
    }

    private func printSamples(_ check: PolicyCheck) {
      guard let samples = check.samples else { return }
      print("samples that are not granted: \(Figures.count(check.ungrantedSamples))")
      print("same values at the same times: \(Figures.count(check.sameSamples))")
      print(
        "samples whose dates were compared: \(Figures.count(check.datedSamples)) of \(Figures.count(samples))"
      )
      for promise in PolicyPromise.allCases {
        guard let count = check.broken[promise] else { continue }
        print("\(promise.rawValue): \(Figures.count(count))")
      }
      if check.hasSameLocalTimes {
        print("same values at the same local times: \(Figures.count(check.sameLocalTimes))")
      }
      if check.participants > 0 {
        print("participants: \(Figures.count(check.participants))", terminator: "")
        print(check.hasTooFewParticipants ? ", fewer than the policy requires" : "")
      }
      if let group = check.smallestGroup {
        print("smallest group of one age and sex: \(Figures.count(group, "participant"))")
      }
    }
  }

  struct Key: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "key",
      abstract: "Make keys, from which shifts and pseudonyms are derived.",
      subcommands: [NewKey.self])
  }

  struct NewKey: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Write a new key to a file that only its owner may read.",
      discussion: """
        A key is never replaced. Who has it can undo what policies derive from it: store it apart from the output. Without \
        it, a later release cannot have the same pseudonyms.
        """)

    @Argument(help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var paths: PathOptions

    func validate() throws { HiddenPaths.names?.add(file) }

    func run() throws {
      let key = try PolicyKey.create(at: file)
      MessageOutput.write("\(HiddenPaths.name(of: file).printable): key \(key.id)\n")
    }
  }
}

extension Policy.Profile: ExpressibleByArgument {}
