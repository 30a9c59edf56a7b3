import Foundation
import HealthTesting
import Testing

/// The files that `validate` writes are held to the rules of outputs.
struct ReportFileTests {
  private func run(_ script: String) throws -> CommandShell.Run {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    return try shell.run(
      """
      umask 022
      sed 's/unit="count"/unit="kg"/' "$SAMPLES/commands/small.xml" > bad.xml
      \(script)
      """)
  }

  @Test(arguments: ["--report json=", "--report text=", "--write-baseline "])
  func anInputIsNeverReplaced(_ option: String) throws {
    let run = try run(
      """
      cp bad.xml before.xml; ln bad.xml second.xml; ln -s bad.xml link.xml
      healthconv convert bad.xml -q -o health.db; cp health.db before.db
      mkdir export; cp bad.xml export/export.xml
      for path in bad.xml second.xml link.xml; do
        healthconv validate bad.xml \(option)$path --overwrite; echo $?
      done
      healthconv validate sqlite:health.db \(option)health.db --overwrite; echo $?
      healthconv validate export \(option)export/export.xml --overwrite; echo $?
      cmp bad.xml before.xml; cmp health.db before.db; cmp export/export.xml before.xml
      """)
    #expect(run.output == "73\n73\n73\n73\n73\n")
    #expect(run.errors.contains("it is also an input, and inputs are never replaced"))
  }

  @Test(arguments: [
    ("--report json=", "it exists already and is not a report of this program"),
    ("--write-baseline ", "it exists already and is not a baseline of this program"),
  ])
  func anotherFileIsReplacedIfTheUserAgrees(_ option: String, _ message: String) throws {
    let run = try run(
      """
      echo precious > x
      healthconv validate bad.xml -q --fail-on never \(option)x; echo $?; cat x
      healthconv validate bad.xml -q --fail-on never \(option)x --overwrite; echo $?; grep -c precious x
      healthconv validate bad.xml -q --fail-on never \(option)x; echo $?
      """)
    #expect(run.output == "73\nprecious\n0\n0\n0\n")
    #expect(
      run.errors == "healthconv: cannot create 'x': \(message). Use --overwrite to replace it.\n")
  }

  @Test func aReportIsNoBaselineAndABaselineNoReport() throws {
    let run = try run(
      """
      healthconv validate bad.xml -q --write-baseline known; healthconv validate bad.xml --report json=report
      healthconv validate bad.xml -q --write-baseline report; echo $?
      healthconv validate bad.xml -q --report json=known; echo $?
      healthconv validate bad.xml -q --baseline known --write-baseline known; echo $?
      """)
    #expect(run.output == "73\n73\n0\n")
  }

  @Test(arguments: ["a.json", "./a.json", "$PWD/a.json"])
  func noFileIsWrittenTwice(_ second: String) throws {
    let run = try run(
      "healthconv validate bad.xml --report json=a.json --report \"sarif=\(second)\"; echo $?; ls")
    #expect(run.output == "64\nbad.xml\n")
    #expect(run.errors.contains("two outputs have this name"))
  }

  /// Devices are written to, as by every command.
  @Test func aDeviceIsNoFile() throws {
    let run = try run("healthconv validate bad.xml --report json=/dev/null -q; echo $?")
    #expect(run.output == "1\n")
  }

  /// The second report cannot get its name: there is a folder meanwhile. So the first does not either.
  @Test(arguments: [false, true])
  func reportsAreWrittenAllOrNone(_ isThere: Bool) throws {
    let run = try run(
      """
      mkfifo pipe
      \(isThere ? "healthconv validate \"$SAMPLES/commands/small.xml\" --report json=a.json; cp a.json old" : ":")
      healthconv validate pipe --from apple-health --report json=a.json --report sarif=b.sarif \
        --write-baseline known &
      exec 3> pipe
      mkdir b.sarif
      cat bad.xml >&3
      exec 3>&-
      wait $!
      echo $?
      \(isThere ? "cmp a.json old; rm a.json old" : ":")
      ls -A
      """)
    #expect(run.output == "73\nb.sarif\nbad.xml\npipe\n")
  }

  /// What was not read or not checked is not known.
  @Test func aBaselineHasNothingThatWasNotChecked() throws {
    let run = try run(
      """
      head -c 2000 bad.xml > cut.xml
      healthconv validate bad.xml cut.xml -q --write-baseline known; echo $?
      TMPDIR=/nowhere healthconv validate bad.xml -q --write-baseline known; echo $?
      ls known*
      printf '# healthconv baseline 1\\n' > known
      TMPDIR=/nowhere healthconv validate bad.xml --select saved-twice --report jsonl |
        sed 's/.*"rule":"\\([^"]*\\)".*"fingerprint":"\\([^"]*\\)".*/\\1 - \\2 1/' >> known
      TMPDIR=/nowhere healthconv validate bad.xml -q --select saved-twice --baseline known; echo $?
      """)
    #expect(run.output == "65\n74\n1\n")
    #expect(
      run.errors.contains(
        "cannot write 'known': a baseline must be complete, and not everything could be checked")
    )
  }

  @Test func reportsWithValuesAreForTheirOwnerOnly() throws {
    let run = try run(
      """
      healthconv validate bad.xml -q --report json=a.json --write-baseline known
      healthconv validate bad.xml -q --report json=b.json --show-values
      ls -l a.json b.json known | cut -c 1-10
      """)
    #expect(run.output == "-rw-r--r--\n-rw-------\n-rw-r--r--\n")
  }
}
