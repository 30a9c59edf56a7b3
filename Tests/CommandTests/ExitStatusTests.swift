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

  #if os(Linux)
    /// Somebody who forgets the output gets no flood of samples.
    @Test(arguments: [
      ("convert small.xml", 64), ("merge small.xml", 64), ("convert small.xml -", 0),
      ("convert small.xml -o -", 0), ("merge small.xml -o -", 0), ("query small.xml", 0),
      ("convert small.xml --dry-run", 0),
    ])
    func aTerminalIsNotFlooded(_ command: String, _ status: Int32) throws {
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run(
        """
        cp "$SAMPLES/commands/small.xml" .
        script --quiet --return --command "healthconv \(command)" typescript
        """)
      #expect(run.status == status)
      let asks = "standard output is a terminal. Name a file with --output, or - to print the"
      #expect(run.output.contains(asks) == (status == 64), "\(run.output)")
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
        == "healthconv: cannot create 'out/': it is a folder that is not empty; only a folder that has "
        + "nothing but tables that this program wrote can be replaced\n")
  }

  @Test func aFolderForTemporaryFilesIsNamedWhereItIsToBlame() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      "TMPDIR=nowhere healthconv convert \"$SAMPLES/demo/export.zip\" -o out.gpx -q; status=$?; "
        + "ls; exit $status")
    #expect(run.status == 74)
    #expect(run.output == "")
    #expect(
      run.errors == "healthconv: cannot write 'out.gpx': cannot write temporary data to 'nowhere': "
        + "no such file or folder\n")
  }

  @Test func aFolderForTemporaryFilesThatIsFullIsNamed() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    // A limit on the size of files stands for the full disk: nothing else is written here.
    let run = try shell.run(
      "ulimit -f 1; cat \"$SAMPLES/demo/export.zip\" | TMPDIR=. healthconv info -")
    #expect(run.status == 74)
    #expect(
      run.errors == "healthconv: cannot read 'standard input': cannot write temporary data to '.': "
        + "larger than the file system allows\n")
  }

  /// Nobody writes to the pipe: who opened it would wait for ever.
  @Test(arguments: ["store check", "store info", "changes", "delete --where 'value > 1'"])
  func aPipeIsNoStore(_ command: String) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run("mkfifo pipe; healthconv \(command) pipe")
    #expect(run.status == 64)
    #expect(
      run.errors
        == "healthconv: 'pipe' is not a store, expected a database such as 'health.db'\n")
  }

  /// Where few files may be open, a command says so or does its work.
  @Test(arguments: ["store check health.db", "convert \"$SMALL\" -q -o new.db"])
  func fewOpenFilesAreAnError(_ command: String) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      export SMALL="$SAMPLES/commands/small.xml"
      healthconv convert "$SMALL" -q -o health.db
      for files in 4 5 6 7 8 9 10 11 12 13 14 15 16 32; do
        rm -f new.db*
        (exec > out 2> errors; ulimit -n $files; exec healthconv \(command))
        echo $? $(head -c 12 errors)
      done
      """)
    var outcomes = run.output.split(separator: "\n").map(String.init)
    #expect(outcomes.count == 14)
    #expect(outcomes.first == "74 healthconv:")
    #expect(outcomes.last == "0")
    outcomes.removeAll { ["74 healthconv:", "0"].contains($0) }
    #expect(outcomes == [])
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
