import Foundation
import HealthTesting
import Testing

/// A `.healthconv.yml` that somebody else has put into a folder, in which the user runs the tool.
struct UntrustedFolderTests {
  /// A page of shell in a folder with a broken export, `bad.xml`.
  private func run(_ script: String) throws -> CommandShell.Run {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    return try shell.run(
      """
      umask 022
      mkdir project; cd project
      sed 's/unit="count"/unit="kg"/' "$SAMPLES/commands/small.xml" > bad.xml
      \(script)
      """)
  }

  @Test(arguments: ["/tmp/healthconv-escaped.json", "../escaped.json", "a/../../escaped.json"])
  func aReportOutsideOfTheFolderIsRefused(_ path: String) throws {
    let run = try run(
      """
      echo precious > ../escaped.json; mkdir a
      echo 'report: [json=\(path)]' > .healthconv.yml
      healthconv validate bad.xml; echo $?; cat ../escaped.json
      ls \(path.hasPrefix("/") ? path : ".") | grep escaped
      """)
    #expect(run.output == "64\nprecious\n")
    #expect(run.errors.contains("expected a file in the folder of the configuration, without '..'"))
  }

  /// A link in the folder leads elsewhere as well as a path does.
  @Test func aLinkLeadsNowhere() throws {
    let run = try run(
      """
      echo precious > ../file; mkdir ../folder; ln -s ../file link; ln -s ../folder folder
      for path in link folder/report.json; do
        echo "report: [json=$path]" > .healthconv.yml
        healthconv validate bad.xml --overwrite; echo $?
      done
      cat ../file; ls -A ../folder
      """)
    #expect(run.output == "73\n73\nprecious\n")
    #expect(run.errors.contains("may name only regular files in its own folder"))
  }

  @Test(arguments: ["health.db", "profile", "data.jsonl", "notes.txt"])
  func nothingButAReportIsReplaced(_ name: String) throws {
    let run = try run(
      """
      healthconv convert bad.xml -q -o health.db; healthconv convert bad.xml -q -o data.jsonl
      echo 'no findings' > notes.txt; echo 'umask 077' > profile
      cp \(name) before
      for format in text json jsonl sarif junit github markdown; do
        echo "report: [$format=\(name)]" > .healthconv.yml
        healthconv validate bad.xml --overwrite; echo $?
      done
      cmp before \(name)
      """)
    #expect(run.output == String(repeating: "73\n", count: 7))
    #expect(run.errors.contains("it exists already and is not a report of this program"))
  }

  @Test func aReportOfOursIsReplaced() throws {
    let run = try run(
      """
      touch empty
      for format in text json jsonl sarif junit github markdown; do
        echo "report: [$format=report.$format]" > .healthconv.yml
        healthconv validate bad.xml; echo $?
        healthconv validate "$SAMPLES/commands/small.xml"; echo $?
        healthconv validate bad.xml; echo $?
      done 2> errors; grep -v 'using the configuration' errors
      """)
    #expect(run.output == String(repeating: "1\n0\n1\n", count: 7))
  }

  /// An empty file may have a meaning, such as `__init__.py`; one that the user names may be replaced.
  @Test func anEmptyFileIsNotReplaced() throws {
    let run = try run(
      """
      touch empty
      for format in text json jsonl sarif junit github markdown; do
        echo "report: [$format=empty]" > .healthconv.yml
        healthconv validate bad.xml --overwrite 2> errors; echo $?; wc -c < empty | tr -d ' '
      done
      rm .healthconv.yml; healthconv validate bad.xml -q --report json=empty; echo $?
      # Lines of JSON without findings.
      touch empty.jsonl; echo 'report: [jsonl=empty.jsonl]' > .healthconv.yml
      healthconv validate bad.xml 2> errors; echo $?
      """)
    #expect(run.output == String(repeating: "73\n0\n", count: 7) + "1\n1\n")
  }

  /// Programs run what is in hidden folders, such as the hooks of Git.
  @Test(arguments: [
    (".git/hooks/pre-commit", 64), (".profile", 64), ("./a/.b/report", 64),
    ("hooks/pre-commit", 73),
  ])
  func noFileIsMadeInAHiddenFolder(_ path: String, _ status: Int) throws {
    let run = try run(
      """
      mkdir -p .git/hooks a/.b; ln -s .git/hooks hooks
      echo 'report: [text=\(path)]' > .healthconv.yml
      healthconv validate bad.xml; echo $?; find . -newer .healthconv.yml -type f
      """)
    #expect(run.output == "\(status)\n")
    #expect(run.errors.contains("hidden"))
  }

  /// The line of a file in an error message would show its content.
  @Test(arguments: ["/etc/passwd", "../secret", "link", "folder/secret", "a/../../secret"])
  func aBaselineOutsideOfTheFolderIsNotOpened(_ path: String) throws {
    let run = try run(
      """
      echo precious > ../secret; ln -s ../secret link; ln -s .. folder; mkdir a
      echo 'baseline: \(path)' > .healthconv.yml
      healthconv validate bad.xml; echo $?
      healthconv validate bad.xml --config .healthconv.yml 2> named; echo $?
      grep -c 'only a regular file' named
      """)
    // Somebody who names the configuration trusts it.
    #expect(run.output == "64\n65\n0\n")
    #expect(run.errors.contains("may use as a baseline only a regular file in its own folder"))
  }

  @Test func aBaselineInTheFolderIsUsed() throws {
    let run = try run(
      """
      mkdir sub; healthconv validate bad.xml -q --write-baseline sub/known
      echo 'baseline: sub/known' > .healthconv.yml
      healthconv validate bad.xml -q; echo $?; mkdir below; cd below; healthconv validate ../bad.xml -q; echo $?
      """)
    #expect(run.output == "0\n0\n")
  }

  @Test func theFileThatIsUsedIsNamed() throws {
    let run = try run(
      """
      echo "ignore: ['*']" > .healthconv.yml
      healthconv validate bad.xml -q; echo $?
      mkdir below; cd below; healthconv validate ../bad.xml -q; echo $?
      healthconv convert ../bad.xml --check -q -o out.jsonl
      healthconv validate ../bad.xml -q --no-config; echo $?
      healthconv validate ../bad.xml -q --config ../.healthconv.yml; echo $?
      healthconv validate ../bad.xml -q --config ../.healthconv.yml --no-config; echo $?
      """)
    #expect(run.output == "0\n0\n1\n0\n64\n")
    #expect(
      run.errors == """
        healthconv: using the configuration '.healthconv.yml'
        healthconv: using the configuration '../.healthconv.yml'
        healthconv: using the configuration '../.healthconv.yml'
        healthconv: --config and --no-config cannot be combined. See 'healthconv validate --help'.

        """)
  }

  /// Whoever wrote it may not decide that health values are printed.
  @Test func valuesAreShownOnlyForTheUser() throws {
    let run = try run(
      """
      sed -i.old 's/value="64.5"/value="6400"/' bad.xml
      echo "show-values: true" > .healthconv.yml
      healthconv validate bad.xml | grep -c 6400
      healthconv validate bad.xml --show-values | grep -c 6400
      healthconv validate bad.xml --config .healthconv.yml | grep -c 6400
      """)
    #expect(run.output == "0\n1\n1\n")
    #expect(
      run.errors.contains(
        "its show-values is ignored; name the configuration with --config to use it"))
  }

  /// Nor that samples get the name of another source.
  @Test func sourcesAreRenamedOnlyForTheUser() throws {
    let run = try run(
      """
      healthconv generate --size 300 -o old.xml; healthconv convert old.xml -q -o old.db
      source=$(sed -n 's/.*sourceName="\\([^"]*\\)".*/\\1/p' old.xml | sort | uniq -c | sort -rn | sed -n '1s/^ *[0-9]* //p')
      sed "s/sourceName=\\"$source\\"/sourceName=\\"Renamed\\"/" old.xml > new.xml
      printf 'same-source:\\n  %s: Renamed\\n' "$source" > .healthconv.yml
      healthconv convert new.xml -q -o old.db; echo $?
      healthconv convert new.xml -q -o old.db --config .healthconv.yml; echo $?
      """)
    #expect(run.output == "65\n0\n")
    #expect(run.errors.contains("the source 'Renamed' has the samples that"))
  }

  @Test(arguments: [
    "mkfifo .healthconv.yml", "mkdir .healthconv.yml", "ln -s /dev/zero .healthconv.yml",
  ])
  func onlyARegularFileIsOpened(_ making: String) throws {
    let run = try run("\(making); healthconv validate bad.xml -q; echo $?")
    #expect(run.output == "1\n")
    #expect(
      run.errors.contains("not using the configuration '.healthconv.yml': it is not a regular file")
    )
  }

  @Test func aBaselineIsARegularFile() throws {
    let run = try run(
      "mkfifo known; echo 'baseline: known' > .healthconv.yml; healthconv validate bad.xml; echo $?"
    )
    #expect(run.output == "64\n")
    #expect(run.errors.contains("only a regular file"))
  }

  @Test(arguments: [
    ("chmod 666 .healthconv.yml", "every user may write to it"),
    ("chmod 777 .", "every user may write to its folder"),
  ])
  func whatEveryUserMayWriteIsNotUsed(_ change: String, _ reason: String) throws {
    let run = try run(
      """
      echo "ignore: ['*']" > .healthconv.yml; echo "ignore: ['*']" > ../.healthconv.yml
      \(change)
      healthconv validate bad.xml -q; echo $?; rm ../.healthconv.yml
      healthconv validate bad.xml -q; echo $?
      healthconv validate bad.xml -q --config .healthconv.yml; echo $?
      """)
    #expect(run.output == "0\n1\n0\n")
    let note =
      "healthconv: not using the configuration '.healthconv.yml': \(reason). Name it with --config to use it.\n"
    #expect(
      run.errors == note + "healthconv: using the configuration '../.healthconv.yml'\n" + note)
  }

  /// Only the superuser can give a file to somebody else.
  @Test(
    .enabled(if: geteuid() == 0), arguments: [(".healthconv.yml", "it"), (".", "its folder")])
  func whatAnotherUserOwnsIsNotUsed(_ path: String, _ subject: String) throws {
    let run = try run(
      """
      echo "ignore: ['*']" > .healthconv.yml; chown 12345 \(path)
      healthconv validate bad.xml -q; echo $?
      """)
    #expect(run.output == "1\n")
    #expect(
      run.errors.contains(
        "not using the configuration '.healthconv.yml': \(subject) belongs to another user"))
  }

  /// Seventeen patterns in quotes are no aliases, and aliases that repeat one another are refused all the same.
  @Test func manyPatternsAreNoAliases() throws {
    let run = try run(
      """
      { echo 'rule: # R&D & more'; for rule in \
          duplicate unit value unknown end missing same overlap member workout correlation \
          heartbeat invalid implausible impossible deprecated start events; do
        healthconv rules | grep -q "^$rule" && echo "  '$rule*': warning"
      done; for rule in a b c d e f g h i j k l m n o p; do
        healthconv rules | grep -q "^$rule" && echo "  '$rule*': info"
      done; } > .healthconv.yml
      grep -c '\\*' .healthconv.yml | awk '{ print ($1 > 16) }'
      healthconv validate "$SAMPLES/commands/small.xml" -q; echo $?
      { echo 'a0: &a0 [x, x]'; for n in $(seq 1 16); do echo "a$n: &a$n [*a$((n - 1)), *a$((n - 1))]"; done; } > .healthconv.yml
      healthconv validate bad.xml -q; echo $?
      """)
    #expect(run.output == "1\n0\n64\n")
    #expect(run.errors.contains("more than 20000 parts"))
  }
}
