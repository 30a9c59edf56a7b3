import Foundation
import HealthTesting
import Testing

/// What shells offer when a person presses the tab key: the shells themselves are run.
struct CompletionTests {
  /// A command line up to the cursor, and names that are offered among others.
  static let cases: [(line: String, offered: [String])] = [
    ("healthconv conv", ["convert"]),
    ("healthconv convert x.zip --type Hea", ["HeartRate", "HeartRateVariabilitySDNN"]),
    ("healthconv convert x.zip --type steps,Hea", ["steps,HeartRate"]),
    ("healthconv stats x.zip --type hea", ["heartRate"]),
    ("healthconv convert x.zip -t csv", ["csv", "csv-dataset"]),
    ("healthconv convert x.zip --to csv --layout t", ["types", "tdda"]),
    ("healthconv convert x.csv --map wi", ["withings"]),
    ("healthconv convert x.zip --from map", ["mapped-csv"]),
    ("healthconv validate x.zip --ignore unknown-t", ["unknown-type"]),
    ("healthconv validate x.zip --report sa", ["sarif"]),
    ("healthconv explain unit-f", ["unit-fits-type"]),
    ("healthconv formats g", ["gpx"]),
    ("healthconv types BodyMassI", ["BodyMassIndex"]),
    ("healthconv units convert 1 mmH", ["mmHg"]),
    ("healthconv query x.zip --sort v", ["value"]),
  ]

  /// What is offered only by the names that fit: no others.
  static let foreign = "StepCount"

  /// Runs a shell with the completions of the tool and a line.
  private func offered(
    by program: String, _ arguments: [String], for line: String
  ) throws -> [String]? {
    guard (try? OtherProgram.run(program, ["--version"]))?.status == 0 else {
      print("CompletionTests: SKIPPED for \(program): it is not installed")
      return nil
    }
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let quoted = arguments.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    let run = try shell.run(
      """
      export LINE='\(line)'
      healthconv --generate-completion-script \(program) > script
      \(program) \(quoted.joined(separator: " "))
      """)
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: cases) func bash(_ line: String, _ expected: [String]) throws {
    let script = """
      source ./script
      COMP_LINE=$LINE COMP_POINT=${#LINE}
      read -r -a COMP_WORDS <<< "$LINE"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _healthconv healthconv "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    try check(try offered(by: "bash", ["--norc", "-c", script], for: line), line, expected)
  }

  @Test(arguments: cases) func fish(_ line: String, _ expected: [String]) throws {
    // Only a fish with a terminal states the position of the cursor; here it is at the end.
    let script = """
      source ./script
      function commandline
        if contains -- -tC $argv
          builtin commandline -ct | string length
        else
          builtin commandline $argv
        end
      end
      complete -C "$LINE" | string split -f 1 \\t
      """
    try check(try offered(by: "fish", ["--no-config", "-c", script], for: line), line, expected)
  }

  /// The line editor of zsh needs a terminal: it is run in one, and prints what is offered. That takes seconds, so only the
  /// first lines are tried.
  @Test(arguments: cases[..<4]) func zsh(_ line: String, _ expected: [String]) throws {
    let script = """
      zmodload zsh/zpty
      zpty terminal zsh -f -i
      zpty -w terminal 'PROMPT=; autoload -Uz compinit; compinit -D -u; source ./script; compdef _healthconv healthconv'
      zpty -w terminal 'compadd() { local -a found; builtin compadd -A found "$@"; print -lr -- $found >> offered; builtin compadd "$@" }'
      zpty -w terminal 'touch ready'
      repeat 100; do [[ -e ready ]] && break; sleep 0.1; done
      zpty -w -n terminal "$LINE"$'\\t'
      integer size=-1
      repeat 100; do
        sleep 0.2
        zpty -r -t terminal output
        [[ -s offered && $(wc -c < offered) == $size ]] && break
        size=$(cat offered 2> /dev/null | wc -c)
      done
      zpty -d terminal
      cat offered
      """
    try check(try offered(by: "zsh", ["-f", "-c", script], for: line), line, expected)
  }

  private func check(_ found: [String]?, _ line: String, _ expected: [String]) throws {
    guard let found else { return }
    for name in expected { #expect(found.contains(name), "\(line): \(found.prefix(20))") }
    #expect(!found.contains(Self.foreign), "\(line)")
  }
}
