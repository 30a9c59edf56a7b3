import Foundation
import HealthTesting
import Testing

/// Two people are never added up, whatever command reads their data, in whatever form.
struct TwoPeopleTests {
  /// Figures of both together: the number of heart rates and their average, the steps, the first without separators.
  private static let sums = ["81.75", "81.8", "3333", "3,333", "3 333"]

  /// Commands by their first word; `IN` is the input, `OUT` a new name.
  private static let commands: [String: [String]] = [
    "stats": [
      "IN", "IN --to csv", "IN --to json", "IN --to markdown", "IN --by day",
      "IN --by day --bars always",
      "IN --by day --type HeartRate --chart", "IN --answer summary",
      "IN --answer activity --to csv",
      "IN --answer agreement", "IN --explain all --to json",
      "IN --answer summary --to notes -o OUT/",
    ],
    "report": ["IN -o OUT.html", "IN -o OUT.xlsx", "IN --for doctor -o OUT.html"],
    "info": ["IN", "IN --json"],
    "validate": ["IN"],
    "diff": ["IN IN"],
    "query": ["IN", "IN --to csv"],
    "merge": ["IN IN -o OUT.jsonl && healthconv stats OUT.jsonl"],
    "convert": [
      "IN -o OUT.jsonl && healthconv stats OUT.jsonl", "IN -o OUT.db && healthconv stats OUT.db",
      "IN -o OUT.db && healthconv store answers OUT.db; healthconv store info OUT.db",
      "IN --to parquet -o OUT/ && healthconv stats OUT/",
    ],
    "migrate": ["IN OUT.jsonl && healthconv stats OUT.jsonl"],
    "mcp": [
      "IN < statistics.txt", "IN < summary.txt", "IN < describe.txt",
      "IN --allow samples < statistics.txt",
    ],
  ]
  /// Commands that read no samples, or give changes of single samples.
  private static let others: Set = [
    "rules", "explain", "formats", "types", "units", "maps", "generate", "changes", "follow",
    "replicate", "load", "delete", "store", "cohort", "policy", "demo", "help",
  ]

  private static let inputs = [
    "both.jsonl", "both.db", "both/", "both.csv", "merged.jsonl", "a.jsonl b.jsonl",
    "new.xml nb.xml --participants map.csv", "both.db --client app",
  ]

  private func shell() throws -> CommandShell {
    func export(_ rates: ClosedRange<Int>, steps: Int) -> String {
      let records = rates.map {
        "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" unit=\"count/min\" "
          + "startDate=\"2024-06-01 08:\($0 % 60):00 +0200\" endDate=\"2024-06-01 08:\($0 % 60):00 +0200\" value=\"\($0)\"/>"
      }
      return "<HealthData><ExportDate value=\"2024-06-10 09:00:00 +0200\"/>"
        + records.joined(separator: "\n")
        + "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Watch\" unit=\"count\" "
        + "startDate=\"2024-06-01 09:\(10 + steps % 40):00 +0200\" endDate=\"2024-06-01 09:59:00 +0200\" value=\"\(steps)\"/>"
        + "</HealthData>"
    }
    func call(_ tool: String, _ arguments: String) -> String {
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
        + "\n"
    }
    let shell = try CommandShell(samples: CommandFileTests.samples)
    for (name, text) in [
      ("new.xml", export(70...74, steps: 1_111)), ("nb.xml", export(90...96, steps: 2_222)),
      ("map.csv", "export,participant\nnew.xml,A\nnb.xml,B\n"),
      ("policy.yml", "healthconv-policy: 1\nprofile: day-numbers\nread: {types: all}\n"),
      ("statistics.txt", call("statistics", "{}")),
      ("summary.txt", call("answer", #"{"answer":"summary"}"#)),
      ("describe.txt", call("describe", "{}")),
    ] {
      try text.write(
        to: shell.workFolder.appendingPathComponent(name), atomically: false, encoding: .utf8)
    }
    let run = try shell.run(
      """
      set -e
      healthconv policy key new study.key; echo 'key: {file: study.key}' >> policy.yml
      healthconv convert new.xml --participant A -q -o a.jsonl
      healthconv convert nb.xml --participant B -q -o b.jsonl
      for name in both.jsonl both.db both.csv; do healthconv convert a.jsonl b.jsonl -q -o $name; done
      healthconv convert a.jsonl b.jsonl -q --to parquet -o both/
      healthconv merge a.jsonl b.jsonl -q -o merged.jsonl
      healthconv store grant both.db --client app --read HeartRate,StepCount
      """)
    #expect(run.status == 0, "\(run.errors)")
    return shell
  }

  /// The command of a line in the list.
  private func text(_ command: String, _ line: String, _ number: Int, of input: String) -> String {
    "healthconv \(command) "
      + line.replacing("IN", with: input).replacing("OUT", with: "\(command)-\(number)")
  }

  /// Each command is one that works for one person.
  @Test func allCommandsAnswerAboutOne() throws {
    let shell = try shell()
    for (command, lines) in Self.commands {
      for (number, line) in lines.enumerated() {
        let text = text(command, line, number, of: "a.jsonl")
        #expect(try shell.run(text).status == 0, "\(text)")
      }
    }
  }

  @Test(arguments: inputs)
  func peopleAreNotAddedUp(_ input: String) throws {
    let shell = try shell()
    // That the figures are looked for in the right form: those of each person are found.
    let alone = try shell.run("healthconv stats a.jsonl; healthconv stats b.jsonl").output
    #expect(alone.contains("1,111") && alone.contains("2,222") && alone.contains("93"))
    var (answered, refused) = (0, 0)
    for (command, lines) in Self.commands {
      for (number, line) in lines.enumerated() {
        let name = "\(command)-\(number)"
        let text = text(command, line, number, of: input)
        let run = try shell.run(
          "\(text); s=$?; cat \(name).html \(name).svg \(name).jsonl \(name)/*.md 2> /dev/null; exit $s"
        )
        let found = run.output + run.errors
        for sum in Self.sums { #expect(!found.contains(sum), "\(text): \(sum)") }
        if run.errors.contains("2 participants") || run.output.contains("2 participants") {
          refused += 1
        }
        if run.status == 0 { answered += 1 }
      }
    }
    #expect(answered > 10 && refused > 3)
  }

  /// Each command is in one of the lists.
  @Test func allCommandsAreChecked() throws {
    let help = try CommandShell(samples: CommandFileTests.samples).run("healthconv --help").output
    let commands = help.split(separator: "\n").drop { !$0.hasPrefix("SUBCOMMANDS") }
      .compactMap { $0.wholeMatch(of: #/\s+([a-z]+)\s\s.*/#).map { String($0.output.1) } }
    #expect(commands.count > 20)
    #expect(Set(commands).subtracting(Self.others) == Set(Self.commands.keys))
  }
}
