import Foundation
import HealthTesting
import Testing

/// A file whose types, sources, units, locale, metadata and name try to command the terminal of its reader.
struct HostileTextTests {
  /// Clears the screen, rings the bell, begins a line of its own, turns the text around.
  private static let terminalAttack =
    "\u{1B}[2J\u{7}\r\nINJECTED\u{202E}\u{2066}\u{9B}1A\u{2028}\u{200F}"

  /// Commands of the runners of GitHub and Azure: at the beginning of a line, and anywhere in one.
  private static let runnerAttack = "::error::INJECTED ##[add-mask]a ##vso[task.complete]"

  /// An attack as a string of JSON.
  private static func escaped(_ attack: String) -> String {
    attack.unicodeScalars.map { scalar in
      (0x20...0x7E).contains(scalar.value)
        ? String(scalar) : String(format: "\\u%04x", scalar.value)
    }.joined()
  }

  /// A shell in a folder with the file, and a store of it.
  private func shell(
    _ plain: String = terminalAttack, _ name: String = "evil\(terminalAttack).jsonl"
  ) throws -> CommandShell {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let attack = Self.escaped(plain)
    let device = "\"device\":{\"name\":\"\(attack)\",\"manufacturer\":\"\(attack)\"}"
    let source = "\"source\":{\"name\":\"Phone\(attack)\",\"version\":\"\(attack)\"},\(device)"
    let times = "\"start\":\"2024-06-01T08:00:00+02:00\",\"end\":\"2024-06-01T08:05:00+02:00\""
    var lines = [
      "{\"kind\":\"dataset\",\"version\":1,\"exportVersion\":\"\(attack)\",\"locale\":\"\(attack)\","
        + "\"characteristics\":{\"\(attack)\":\"\(attack)\"}}"
    ]
    for (kind, type, value) in [
      ("quantity", "HKQuantityTypeIdentifierHeartRate", "6100"),
      ("quantity", "\(attack)Type", "1"), ("category", "\(attack)Kind", "\"\(attack)\""),
    ] {
      let unit = kind == "quantity" ? ",\"unit\":\"\(attack)\"" : ""
      lines.append(
        "{\"kind\":\"\(kind)\",\"type\":\"\(type)\",\(times),\"value\":\(value)\(unit),\(source),"
          + "\"metadata\":{\"\(attack)\":\"\(attack)\"},\"\(attack)\":\"\(attack)\"}")
    }
    lines.append("{\"kind\":\"\(attack)\",\"\(attack)\":1}")
    let text = lines.joined(separator: "\n") + "\n"
    let file = shell.workFolder.appendingPathComponent(name)
    try text.write(to: file, atomically: false, encoding: .utf8)
    // 'load' waits for a file that was just changed.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: file.path)
    try text.replacingOccurrences(of: "6100", with: "61").write(
      to: shell.workFolder.appendingPathComponent("other.jsonl"), atomically: false, encoding: .utf8
    )
    return shell
  }

  /// A message shows the beginning of an argument that may have any length.
  @Test(arguments: [
    "stats x --by", "stats x --by day --anchor", "stats x --statistics", "stats x --percentile",
    "stats x --units", "stats x --locale", "stats x --since", "stats x --day-zone",
    "convert x -o y.csv --units", "validate x --rule", "generate -o y.zip --size",
  ])
  func longArgumentsAreCutOff(_ command: String) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      echo '<HealthData></HealthData>' > x
      healthconv \(command) \(String(repeating: "a", count: 5_000))
      """)
    #expect(run.status == 64)
    #expect(run.errors.contains("\(String(repeating: "a", count: 60))…'"))
    #expect(run.errors.utf8.count < 600)
  }

  /// Commands, of which `true` print text and not data on standard output.
  private static let commands: [(String, Bool)] = [
    ("info evil*", true), ("info evil* --json", true), ("info health.db", true),
    ("diff evil* other.jsonl", true), ("diff evil* other.jsonl --show-values", true),
    ("diff evil* other.jsonl --exact --report json --show-values", true),
    ("diff evil* other.jsonl --report jsonl --show-values", true),
    ("convert evil* -o a.jsonl", true), ("convert evil* -o \"a$(ls evil*)\"", true),
    ("convert evil* other.jsonl --dry-run --normalize --check -o a.csv --to csv", true),
    ("convert evil* -o a.gpx", true),
    ("convert evil* --to csv -o b.csv --check --fail-on info", true),
    ("convert evil* --units metric --merge --sort start -o c.xml --to apple-health", true),
    ("convert evil* --strict -o d.jsonl", true), ("convert evil* --to csv", false),
    ("merge evil* other.jsonl -o merged.jsonl", true), ("merge evil* other.jsonl", false),
    ("query evil* --where 'value > 60'", false), ("query evil* --count", true),
    ("query evil* -o queried.jsonl", true), ("query evil* --where \"type = '$(ls evil*)'\"", true),
    ("validate evil*", true), ("validate evil* --show-values", true),
    ("validate evil* --report json --show-values", true),
    ("validate evil* --report jsonl --show-values", true),
    ("validate evil* --report sarif --show-values", true),
    ("validate evil* --report junit --show-values", true), ("validate evil* --report github", true),
    ("validate evil* --report markdown", true), ("validate evil* --fix --dry-run", true),
    ("validate evil* --fix", true), ("validate health.db --show-values", true),
    ("validate \"$(ls evil*)x\"", true),
    ("validate evil* --baseline \"$(ls evil*)\"", true),
    ("validate evil* --config \"$(ls evil*)\"", true),
    ("validate evil* --report \"json=$(ls evil*)\"", true),
    ("validate evil* --report \"$(ls evil*)\"", true),
    ("validate evil* --rule \"$(ls evil*)\"", true),
    ("store info health.db", true), ("store check health.db", true), ("changes health.db", false),
    ("store info \"$(ls evil*)\"", true), ("delete health.db --where 'value > 60' --dry-run", true),
    ("stats evil*", true), ("stats evil* --answer workouts", true), ("stats health.db", true),
    ("stats evil* other.jsonl --explain 2024-06-01", true), ("report evil* -o r.html", true),
    ("load loaded.db evil*", true), ("load loaded.db evil* --json", true),
    ("load \"$(ls evil*)\" evil*", true), ("store inbox loaded.db", true),
    ("store inbox loaded.db --json", true), ("replicate evil* copy.db", true),
    ("replicate \"$(ls evil*)x\" copy.db", true),
    ("follow \"$(ls evil*)x\" --once --exec true", true),
    ("store grant health.db --client \"$(ls evil*)\" --read hr", true),
    ("store grant health.db", true), ("policy check other.jsonl evil* --policy evil*", true),
    ("cohort add study/ evil*", true),
    ("cohort status \"$(ls evil*)x\"", true), ("migrate evil* moved.db", true),
    ("migrate evil* moved.jsonl", true),
    ("migrate evil* health.db --verify-only", true),
    ("migrate other.jsonl health.db --verify-only", true),
    ("convert \"$(ls evil*)x\" a.jsonl", true), ("convert evil* evil*", true),
    ("convert evil* --type \"$(ls evil*)\"", true), ("convert evil* --from \"$(ls evil*)\"", true),
    ("convert evil* --map \"$(ls evil*)\"", true), ("convert evil* --zone \"$(ls evil*)\"", true),
    ("types \"$(ls evil*)\"", true), ("units \"$(ls evil*)\"", true),
    ("formats \"$(ls evil*)\"", true),
    ("maps \"$(ls evil*)\"", true), ("explain \"$(ls evil*)\"", true), ("\"$(ls evil*)\"", true),
    ("convert \"--$(ls evil*)\"", true), ("generate -o \"$(ls evil*)\"", true),
  ]

  /// What may be neither printed nor part of a name in a line.
  private static func faults(in text: String, isForRunner: Bool = false) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).filter { line in
      line.hasPrefix("INJECTED") || line.contains("##[") || line.contains("##vso[")
        || !isForRunner && line.drop(while: \.isWhitespace).hasPrefix("::")
        || line.unicodeScalars.contains {
          $0.properties.isBidiControl || $0.properties.generalCategory == .control
            || $0.properties.generalCategory == .lineSeparator
        }
    }
  }

  @Test func noCommandObeysAFile() throws {
    let shell = try shell()
    let load = try shell.run("healthconv convert evil* -o health.db")
    #expect(load.status == 0, "\(load.errors)")
    for (command, isText) in Self.commands {
      let run = try shell.run("healthconv \(command)")
      #expect(Self.faults(in: run.errors) == [], "\(command)")
      if isText { #expect(Self.faults(in: run.output, isForRunner: true) == [], "\(command)") }
      #expect(run.status >= 0 && run.status != 70, "\(command): \(run.errors)")
    }
  }

  /// A name at the beginning of a line, or anywhere in one, is not a command of the system that runs the tool.
  @Test func noNameIsACommandOfARunner() throws {
    let shell = try shell(Self.runnerAttack, "\(Self.runnerAttack).jsonl")
    let load = try shell.run("healthconv convert ::* -o health.db")
    #expect(load.status == 0, "\(load.errors)")
    for (command, isText) in Self.commands {
      let command = command.replacingOccurrences(of: "evil*", with: "::*")
      let run = try shell.run("healthconv \(command)")
      #expect(Self.faults(in: run.errors) == [], "\(command)")
      let isForRunner = command.contains("--report github")
      if isText {
        #expect(Self.faults(in: run.output, isForRunner: isForRunner) == [], "\(command)")
      }
      #expect(run.status >= 0 && run.status != 70, "\(command): \(run.errors)")
    }
  }

  /// A study has names of participants.
  @Test func noParticipantIsACommandOfARunner() throws {
    let shell = try shell(Self.runnerAttack, "\(Self.runnerAttack).jsonl")
    let run = try shell.run(
      """
      head -c 300 ::* > '::b ##[x].jsonl'
      echo export,participant > map.csv; for file in ::*; do echo "$file,$file"; done >> map.csv
      healthconv cohort add study/ ::* --participants map.csv --buckets 1; echo $?
      for command in 'cohort status study/' 'cohort status study/ --json' 'cohort check study/' \
        'cohort remove study/ ::error::a' 'cohort report study/ -o r.html'; do healthconv $command; done
      for command in info stats validate; do healthconv $command ::* --participants map.csv; done
      """)
    #expect(run.output.hasPrefix("1\n") && run.output.contains("quarantined: export "))
    #expect(Self.faults(in: run.output) == [])
    #expect(Self.faults(in: run.errors) == [])
  }

  /// A value in the place of a name is not printed whole.
  @Test func aLongNameIsCutOff() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      long=$(head -c 100000 /dev/zero | tr '\\0' x)
      sed "s/unit=\\"count\\"/unit=\\"$long\\"/; s/HKQuantityTypeIdentifierHeartRate/$long/" \
        "$SAMPLES/commands/small.xml" > a.xml
      sed "s/<Record /<$long /" "$SAMPLES/commands/small.xml" > b.xml
      healthconv convert "$SAMPLES/commands/small.xml" -q -o c.jsonl; sed -i "s/\\"source\\"/\\"$long\\"/" c.jsonl
      printf '%s,b\\n1,2\\n' "$long" > d.csv
      healthconv convert "$SAMPLES/commands/small.xml" -q --to csv-dataset -o e/
      sed -i "1s/start/$long/" e/*.csv
      for file in a.xml b.xml c.jsonl d.csv e; do healthconv validate $file; done 2>&1 | awk '{ print length($0) }' |
        sort -n | tail -n 1
      """)
    #expect((Int(run.output.dropLast()) ?? .max) < 1_000, "\(run.output)\(run.errors)")
  }

  #if os(Linux)
    /// Data go to a pipe or a file byte for byte; a terminal gets them escaped.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/script")))
    func dataOnATerminalAreEscaped() throws {
      let shell = try shell()
      let run = try shell.run(
        """
        healthconv query evil* -q > data; grep -c "$(printf '\\302\\233')" data
        script -qec "healthconv query evil* -q" /dev/null | tr -d '\\r' > shown
        grep -c "$(printf '\\302\\233')" shown; grep -c INJECTED shown
        script -qec "healthconv query other.jsonl --to csv -q" /dev/null | tr -d '\\r'
        """)
      #expect(run.output.hasPrefix("5\n0\n5\n"), "\(run.output)")
      #expect(Self.faults(in: run.output).allSatisfy { $0.hasPrefix("INJECTED") })
    }
  #endif
}
