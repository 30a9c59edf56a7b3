import Foundation
import HealthTesting
import Testing

/// With `--redact-paths`, nothing that a command writes has a part of a path.
struct RedactedPathTests {
  /// Files whose names, folders and members have a name, with faults.
  private static let setUp = """
    export="Zorax Plant/apple_health_export"
    mkdir -p "$export/electrocardiograms" Zorax-in
    cat > "$export/export.xml" <<'XML'
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US"><ExportDate value="2024-06-30 21:15:00 +0200"/>
    <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" \
    startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200" value="61"/>
    <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="kg" \
    startDate="2024-06-02 08:00:00 +0200" endDate="2024-06-02 08:00:00 +0200" value="62"/>
    <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Watch" startDate="2024-06-01 08:00:00 +0200"/>
    </HealthData>
    XML
    printf 'Name,x\\nSample Rate,x\\n' > "$export/electrocardiograms/ecg_2024-06-03.csv"
    cp "$export/export.xml" Zorax.xml; cp Zorax.xml zorax; cp Zorax.xml Zorax-in/Zorax.xml
    head -c 500 Zorax.xml > 'Zorax damaged.xml'; cp 'Zorax damaged.xml' Zorax-in; touch -d '1 hour ago' Zorax-in/*
    printf 'healthconv-policy: 1\\nprofile: day-numbers\\nread: {types: [HeartRate]}\\n' > p.yml
    printf 'export,participant\\nZorax.xml,A\\nZorax damaged.xml,B\\nzorax,C\\nZorax Plant,D\\n' > people.csv
    printf 'export,participant\\nzorax-missing,E\\nZorax-no/Zorax.zip,F\\n' >> people.csv
    healthconv convert Zorax.xml -q -o 'Zorax Store.db'
    healthconv convert Zorax.xml -q -o s.db; mv s.db zorax-store
    healthconv load 'Zorax Inbox.db' Zorax-in -q
    healthconv cohort add 'Zorax Study' Zorax.xml 'Zorax damaged.xml' --participants people.csv -q
    touch made
    """

  /// Commands, with `{}` for an input that is not the last argument, and what they are run with: something that exists under a name
  /// that does not look like that of a file, and something that does not exist, are the second and the last.
  private struct Inputs {
    let paths: [String]
    let commands: [String]
  }

  private static let all = [files, stores, inboxes, studies]

  private static let files = Inputs(
    paths: [
      "'Zorax Plant'", "zorax", "Zorax Plant", "'Zorax damaged.xml'", "\"$PWD/Zorax.xml\"",
      "Zorax-no/Zorax.zip",
    ], commands: fileCommands)

  private static let stores = Inputs(
    paths: ["'Zorax Store.db'", "zorax-store", "Zorax Store.db", "Zorax-no/Zorax.db"],
    commands: [
      "changes", "changes --policy p.yml", "changes --client zorax", "delete --type BodyMass",
      "delete --type HeartRate --dry-run --json", "delete --key 00000000000000000000000000000000",
      "follow {} --once --exec cat", "follow {} --once --exec false",
      "follow {} --once --exec cat --state Zorax-no/state", "replicate {} zorax-copy.db",
      "replicate {} Zorax-no/copy.db --json", "store info", "store info --json", "store check",
      "store check --json", "store inbox --json", "store grant", "store grant --json",
      "store grant --client A --read HeartRate", "store grant --client B --remove", "store answers",
      "store answers --remove", "query --client C", "convert -o copied.jsonl",
    ])

  /// Ledgers with names that were not hidden.
  private static let inboxes = Inputs(
    paths: ["'Zorax Inbox.db'", "zorax", "Zorax-no/Zorax.db"],
    commands: ["store inbox", "store inbox --json"])

  private static let studies = Inputs(
    paths: ["'Zorax Study'", "zorax", "Zorax Study", "Zorax-no/study"],
    commands: [
      "cohort status", "cohort status --json", "cohort check", "cohort check --repair",
      "cohort compact", "cohort remove {} B", "cohort forget {} 0000000000000000",
      "cohort export -o zorax-export", "cohort report -o Zorax-no/r.html",
    ])

  private static let fileCommands = [
    "convert -o o.jsonl", "convert -o zorax-out --to jsonl --json", "convert -o Zorax-no/x.jsonl",
    "convert -o o.csv --check --rejects rejects.jsonl", "convert -o zorax-dry.db --dry-run",
    "convert -o o.db", "convert -o strict.jsonl --strict --keep-partial",
    "convert --policy p.yml --policy-audit audit.json -o p.jsonl",
    "convert --map Zorax-no.yml -o m.jsonl", "convert --config zorax -o c.jsonl",
    "validate", "validate --report json --report sarif=r.sarif --fail-on never",
    "validate --report junit --report markdown=r.md", "validate --report github --schema",
    "validate --report jsonl=Zorax-no/r", "validate --write-baseline b.txt",
    "validate --baseline zorax", "validate --fix --dry-run", "info", "info --json", "stats",
    "stats --by day -o Zorax-no", "report -o r.html", "report -o Zorax-no/r.html",
    "diff zorax", "diff --report json Zorax-missing", "merge Zorax.xml -o zorax-m.jsonl --json",
    "merge Zorax.xml -o merged.jsonl", "query", "query -o zorax-q", "load l.db",
    "load zorax-l.db --json", "load l.db Zorax-in", "migrate {} mig.jsonl",
    "migrate {} Zorax-no/m.jsonl",
    "mcp --log mcp.log", "mcp --log Zorax-no/l",
    "cohort add study --participants people.csv --json",
    "cohort add zorax-study --participants people.csv", "policy explain",
    "policy check {} Zorax.xml --policy p.yml", "policy check Zorax.xml --policy p.yml",
    "policy check Zorax.xml Zorax.xml --policy", "policy key new",
  ]

  /// All that a command writes with each of the inputs.
  private func output(
    _ command: String, _ options: String, _ inputs: [String]
  ) throws -> String {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    _ = try shell.run(Self.setUp)
    var lines = inputs.map { input in
      let arguments =
        command.contains("{}") ? command.replacing("{}", with: input) : "\(command) \(input)"
      return "healthconv \(arguments) \(options) < /dev/null 2>&1"
    }
    // Files that the command made; a name that it was given is not its own.
    lines.append(
      "find . -type f -newer made ! -name made -exec cat {} + | LC_ALL=C tr -c '[:print:]\\n' ' '"
    )
    return try shell.run("sleep 0.01; " + lines.joined(separator: "\n")).output
  }

  private static let rows = all.flatMap { inputs in inputs.commands.map { ($0, inputs.paths) } }

  @Test(arguments: rows) func noPathIsWritten(_ command: String, _ paths: [String]) throws {
    let text = try output(command, "--redact-paths", paths)
    #expect(!text.isEmpty && !text.contains("unknown option"))
    let lines = text.split(separator: "\n").filter { $0.lowercased().contains("zorax") }
    #expect(lines == [])
  }

  /// The same commands write it without the option, so that the test above can fail.
  @Test(arguments: rows) func withoutTheOptionPathsAreWritten(
    _ command: String, _ paths: [String]
  ) throws {
    let text = try output(command, "", [paths[1], paths[paths.count - 1]])
    #expect(text.lowercased().contains("zorax"))
  }

  /// A command of the tool, as it describes itself.
  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { let name: String }
      /// An enumeration: `file` and `directory` are names of paths.
      struct Completion: Decodable {
        let isPath: Bool

        init(from decoder: any Decoder) throws {
          struct Key: CodingKey {
            let stringValue: String
            let intValue: Int? = nil
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
          }
          let keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
          isPath = keys.contains("file") || keys.contains("directory")
        }
      }
      let kind: String
      let names: [Name]?
      let completionKind: Completion?
    }
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The commands without commands of their own.
    func leaves(_ words: [String] = []) -> [(name: String, arguments: [Argument])] {
      guard let subcommands, !subcommands.isEmpty else {
        return [(words.joined(separator: " "), arguments ?? [])]
      }
      return subcommands.flatMap { $0.leaves(words + [$0.commandName]) }
    }
  }

  /// Every command that reads what an argument names has the option, and is among the commands above.
  @Test func everyCommandWithAnInputHasTheOption() throws {
    struct Tool: Decodable { let command: Command }
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let text = try shell.run("healthconv --experimental-dump-help").output
    let leaves = try JSONDecoder().decode(Tool.self, from: Data(text.utf8)).command.leaves()
    let readers = leaves.filter { leaf in
      leaf.arguments.contains { $0.kind == "positional" && $0.completionKind?.isPath == true }
    }
    // It makes what its argument names.
    let names = readers.map(\.name).filter { $0 != "demo" }
    #expect(names.count > 30)
    let without = readers.filter { leaf in
      !leaf.arguments.contains { $0.names?.contains { $0.name == "redact-paths" } == true }
    }
    #expect(without.map(\.name) == ["demo"])
    let tested = Self.rows.map { $0.0 + " " }
    #expect(names.filter { name in !tested.contains { $0.hasPrefix(name + " ") } } == [])
  }

  /// Numbers are those of the order of the inputs, so that the owner can tell them apart.
  @Test func inputsAreNumbered() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      "\(Self.setUp)\nhealthconv info Zorax.xml 'Zorax damaged.xml' --redact-paths")
    let rows = run.output.split(separator: "\n").map { $0.split(separator: " ").first ?? "" }
    #expect(rows == ["input", "path-1", "path-2"])
    #expect(run.errors.contains("path-2:") && run.errors.contains("path-1:"))
  }
}
