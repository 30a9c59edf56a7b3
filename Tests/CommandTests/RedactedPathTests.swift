import Foundation
import HealthTesting
import Testing

/// With `--redact-paths`, nothing that a command writes has a part of a path.
struct RedactedPathTests {
  /// Files whose names, folders and members have a name, with faults.
  private static let files = """
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
    """

  private static let inputs = [
    "'Zorax Plant'", "zorax", "'Zorax damaged.xml'", "\"$PWD/Zorax.xml\"", "Zorax-no/Zorax.zip",
  ]

  private static let commands = [
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
    "load zorax-l.db --json", "load l.db Zorax-in", "migrate mig.jsonl", "migrate Zorax-no/m.jsonl",
    "mcp --log mcp.log", "mcp --log Zorax-no/l",
    "cohort add study --participants people.csv --json",
    "cohort add zorax-study --participants people.csv",
  ]

  /// All that a command writes with each of the inputs.
  private func output(
    _ command: String, _ options: String, _ inputs: [String] = inputs
  ) throws -> String {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    _ = try shell.run(Self.files)
    var lines = inputs.map { input in
      // The source of a migration is its first argument.
      let words = command.split(separator: " ")
      let arguments =
        words[0] == "migrate" ? "migrate \(input) \(words[1])" : "\(command) \(input)"
      return "healthconv \(arguments) \(options) < /dev/null 2>&1"
    }
    // Files that the command made; a name that it was given is not its own.
    lines.append(
      "find . -type f -newer people.csv ! -name people.csv -exec cat {} + | LC_ALL=C tr -c '[:print:]\\n' ' '"
    )
    return try shell.run("sleep 0.01; " + lines.joined(separator: "\n")).output
  }

  @Test(arguments: commands) func noPathIsWritten(_ command: String) throws {
    let text = try output(command, "--redact-paths")
    #expect(!text.isEmpty && !text.contains("unknown option"))
    let lines = text.split(separator: "\n").filter { $0.lowercased().contains("zorax") }
    #expect(lines == [])
  }

  /// The same commands write it without the option, so that the test above can fail.
  @Test(arguments: commands) func withoutTheOptionPathsAreWritten(_ command: String) throws {
    #expect(
      try output(command, "", ["zorax", "Zorax-no/Zorax.zip"]).lowercased().contains("zorax"))
  }

  /// Numbers are those of the order of the inputs, so that the owner can tell them apart.
  @Test func inputsAreNumbered() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      "\(Self.files)\nhealthconv info Zorax.xml 'Zorax damaged.xml' --redact-paths")
    let rows = run.output.split(separator: "\n").map { $0.split(separator: " ").first ?? "" }
    #expect(rows == ["input", "path-1", "path-2"])
    #expect(run.errors.contains("path-2:") && run.errors.contains("path-1:"))
  }
}
