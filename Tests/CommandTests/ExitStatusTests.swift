import HealthTesting
import Testing

/// Exit statuses that need more than a page can give on every system.
struct ExitStatusTests {
  #if os(Linux)
    @Test func aFullDiskIsAFailureToWrite() throws {
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run("healthconv convert \"$SAMPLES/commands/small.xml\" -q > /dev/full")
      #expect(run.status == 74)
      #expect(
        run.errors == "healthconv: cannot write 'standard output': no space left on the device\n")
    }

    @Test(arguments: ["info", "diff \"$SAMPLES/demo/export.zip\""])
    func aReportThatDoesNotArriveIsNoSuccess(_ command: String) throws {
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run(
        "healthconv \(command) \"$SAMPLES/commands/small.xml\" > /dev/full")
      #expect(run.status == 74)
      // The reason is gone where it was the middle of the report that did not arrive.
      #expect(run.errors.contains("healthconv: cannot write 'standard output': "))
    }
  #endif

  @Test func aFolderThatHoldsSomethingIsNeverReplaced() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      mkdir out; touch out/kept
      healthconv convert "$SAMPLES/commands/small.xml" --to apple-health -o out/ --overwrite
      """)
    #expect(run.status == 73)
    #expect(
      run.errors
        == "healthconv: cannot create 'out/': it is a folder that is not empty, and such a "
        + "folder is never replaced\n")
  }

  @Test func aFolderForTemporaryFilesIsNamedWhereItIsToBlame() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      "TMPDIR=nowhere healthconv convert \"$SAMPLES/demo/export.zip\" -o out.gpx -q; status=$?; "
        + "ls; exit $status")
    #expect(run.status == 74)
    #expect(run.output == "")
    #expect(
      run.errors == "healthconv: cannot write 'out.gpx': 'nowhere' takes no temporary data: "
        + "no such file or folder\n")
  }

  @Test func aFolderThatMayNotBeWrittenIsNoPlaceForAFile() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      "mkdir out.jsonl; healthconv convert \"$SAMPLES/commands/small.xml\" -o out.jsonl")
    #expect(run.status == 73)
    #expect(run.errors == "healthconv: cannot create 'out.jsonl': is a folder, expected a file\n")
  }

  @Test func progressIsShownWhenAskedFor() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv generate --size 20000 -o big.xml
      healthconv convert big.xml -o plain.jsonl -q --progress plain
      healthconv convert big.xml -o none.jsonl -q
      """)
    // A quick machine may be done before there is anything to show.
    let lines = run.errors.split(separator: "\n")
    #expect(lines.allSatisfy { $0.contains(" % of ") && $0.hasSuffix(" left") })
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsAreGenerated(_ name: String) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run("healthconv --generate-completion-script \(name)")
    #expect(run.status == 0)
    #expect(run.output.contains("healthconv"))
    #expect(run.errors == "")
  }
}
