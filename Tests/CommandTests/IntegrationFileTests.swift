import Foundation
import HealthFormats
import HealthTesting
import Testing

/// The files for CI are YAML, and call the tool by options that it has.
struct IntegrationFileTests {
  static let files = [
    "action.yml", ".pre-commit-hooks.yaml", "Samples/ci/github.yml", "Samples/ci/gitlab.yml",
    "Samples/ci/pre-commit.yaml", "Samples/ci/healthconv.yml",
  ]

  private func text(_ file: String) throws -> String {
    try String(contentsOf: CommandFileTests.root.appendingPathComponent(file), encoding: .utf8)
  }

  private func value(_ key: String, of node: MapNode) throws -> MapNode? {
    try node.entries.first { try $0.key.text == key }?.value
  }

  @Test(arguments: files)
  func nameExistingOptions(_ file: String) throws {
    let text = try text(file)
    #expect(throws: Never.self) { try MapNode(yaml: text, file: file) }
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let help = try shell.run("healthconv validate --help").output
    let lines = text.split(separator: "\n").filter { !$0.contains("swift build") }
    for match in lines.joined(separator: "\n").matches(of: /--[a-z][a-z-]+/) {
      #expect(
        help.contains("\(match.output) ") || help.contains("\(match.output)\n"), "\(match.output)")
    }
  }

  @Test func theConfigurationIsOne() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      cp "$SAMPLES/ci/healthconv.yml" .healthconv.yml; mkdir -p a/b; cd a/b
      healthconv validate --print-config --fail-on info
      """)
    #expect(run.errors == "healthconv: using the configuration '../../.healthconv.yml'\n")
    #expect(run.output.hasPrefix("fail-on: info\nrule:\n  unknown-type: off\n"))
    #expect(run.output.contains("\nbaseline: ../../healthconv-baseline.txt\n"))
  }

  /// The script of the action, with inputs as a workflow gives them.
  @Test func theActionRuns() throws {
    let action = try MapNode(yaml: try text("action.yml"), file: "action.yml")
    let runs = try #require(try value("runs", of: action))
    let steps = try #require(try value("steps", of: runs)).list
    let script = try #require(try value("run", of: steps[1])).text
    let shell = try CommandShell(samples: CommandFileTests.samples)
    try script.write(
      to: shell.workFolder.appendingPathComponent("step.sh"), atomically: true, encoding: .utf8)
    let run = try shell.run(
      """
      cp "$SAMPLES/commands/small.xml" "a b.xml"; cp "a b.xml" c.xml
      export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=summary.md RUNNER_TEMP=. BUILT=healthconv
      INPUT_PATH='c.*' bash -e step.sh && INPUT_PATH='c.xml' INPUT_SARIF=a.sarif bash -e step.sh
      INPUT_PATH='nowhere.xml' INPUT_FAIL_ON=never bash -e step.sh; echo $?
      grep -c '^## healthconv' summary.md; ls
      """)
    #expect(run.errors == "")
    #expect(run.output.contains("::error file=nowhere.xml"))
    #expect(
      run.output.hasSuffix("66\n3\na b.xml\na.sarif\nc.xml\nhealthconv.md\nstep.sh\nsummary.md\n"))
  }
}
