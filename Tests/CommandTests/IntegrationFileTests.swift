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
  /// YAML that calls other programs, too.
  static let workflows = [".github/workflows/release.yml"]

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

  @Test(arguments: workflows) func workflowsAreYAML(_ file: String) throws {
    let workflow = try MapNode(yaml: try text(file), file: file)
    #expect(try value("jobs", of: workflow) != nil)
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

  /// The script of a step of the action.
  private func script(ofStep name: String) throws -> String {
    let action = try MapNode(yaml: try text("action.yml"), file: "action.yml")
    let runs = try #require(try value("runs", of: action))
    let steps = try #require(try value("steps", of: runs)).list
    let step = try #require(try steps.first { try value("name", of: $0)?.text == name })
    return try #require(try value("run", of: step)).text
  }

  #if os(Linux)
    /// The step that downloads a release: only the archive with the expected checksum is unpacked.
    @Test func theActionChecksWhatItDownloads() throws {
      let shell = try CommandShell(samples: CommandFileTests.samples)
      try script(ofStep: "Download healthconv").write(
        to: shell.workFolder.appendingPathComponent("step.sh"), atomically: true, encoding: .utf8)
      let run = try shell.run(
        """
        name=healthconv-1.2.3-linux-$(uname -m); mkdir -p $name/bin site/v1.2.3 bin
        printf '#!/bin/sh\necho 1.2.3\n' > $name/bin/healthconv; chmod +x $name/bin/healthconv
        tar -czf site/v1.2.3/$name.tar.gz $name; rm -r $name
        (cd site/v1.2.3; sha256sum *.tar.gz > SHA256SUMS)
        printf '#!/bin/sh\ncp "$4" "$3"\n' > bin/curl; chmod +x bin/curl; export PATH="$PWD/bin:$PATH"
        export RELEASES=$PWD/site INPUT_VERSION=1.2.3
        try() { rm -rf temp; mkdir temp; RUNNER_TEMP=temp INPUT_SHA256=$1 bash -e step.sh > log; echo "status $?"; grep ^:: log; }
        try ''; temp/healthconv-release/bin/healthconv
        try $(cut -c 1-64 site/v1.2.3/SHA256SUMS); temp/healthconv-release/bin/healthconv
        try 0123456789012345678901234567890123456789012345678901234567890123; ls -d temp/healthconv-release
        echo 0 >> site/v1.2.3/$name.tar.gz; try ''; ls -d temp/healthconv-release
        """)
      let refused =
        "status 1\n::error::the archive of healthconv 1.2.3 does not have the expected SHA-256\n"
      #expect(run.output == "status 0\n1.2.3\nstatus 0\n1.2.3\n" + refused + refused)
    }
  #endif

  /// The number of the version is the same wherever it is written.
  @Test func theVersionIsTheSameEverywhere() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let version = try shell.run("healthconv --version").output.trimmingCharacters(in: .newlines)
    for (file, line) in [
      ("action.yml", "default: '\(version)'"), ("Samples/ci/github.yml", "version: \(version)"),
      ("Samples/ci/pre-commit.yaml", "healthconv==\(version)"),
      ("Packaging/healthconv.spec", "Version:        \(version)"),
      ("Packaging/healthconv.rb", "version \"\(version)\""), ("CHANGELOG.md", "## [\(version)]"),
    ] {
      #expect(try text(file).contains(line), "\(file)")
    }
  }

  /// The script of the action, with inputs as a workflow gives them.
  @Test func theActionRuns() throws {
    let script = try script(ofStep: "Validate")
    let shell = try CommandShell(samples: CommandFileTests.samples)
    try script.write(
      to: shell.workFolder.appendingPathComponent("step.sh"), atomically: true, encoding: .utf8)
    let run = try shell.run(
      """
      cp "$SAMPLES/commands/small.xml" "a b.xml"; cp "a b.xml" c.xml
      export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=summary.md RUNNER_TEMP=. BUILT=healthconv
      INPUT_PATH='c.*' bash -e step.sh && INPUT_PATH='c.xml' INPUT_SARIF=a.sarif bash -e step.sh
      INPUT_PATH='nowhere.xml' INPUT_FAIL_ON=never bash -e step.sh; echo $?
      INPUT_PATH=$(printf 'a *.xml\nc.xml') bash -e step.sh | grep -c ': [0-9]* sample'
      INPUT_PATH='"c.xml"' bash -e step.sh | grep -c 'file="c.xml"'
      grep -c '^## healthconv' summary.md; ls
      """)
    #expect(run.errors == "")
    #expect(run.output.contains("::error file=nowhere.xml"))
    #expect(
      run.output.hasSuffix(
        "66\n2\n1\n5\na b.xml\na.sarif\nc.xml\nhealthconv.md\nstep.sh\nsummary.md\n"))
  }
}
