import Foundation
import HealthTesting
import Testing

/// What becomes of a run that somebody stops.
struct InterruptionTests {
  /// A conversion of input that never ends, into a file, stopped half-way.
  @Test(arguments: [("HUP", 129), ("INT", 130), ("TERM", 143)])
  func leavesNothingBehind(_ signal: String, _ status: Int32) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv generate --size 5000 -o big.xml
      mkfifo pipe
      healthconv convert pipe --from apple-health -o out.jsonl -q &
      tool=$!
      exec 3> pipe
      head -c 1000000 big.xml >&3
      waits=0
      until ls -A | grep -q 'out.*healthconv-' || [ $waits -gt 100 ]; do
        sleep 0.1; waits=$((waits + 1))
      done
      ls -A | grep -c 'out.*healthconv-'
      kill -\(signal) $tool
      wait $tool
      echo $?
      exec 3>&-
      ls -A | grep -v big
      """)
    #expect(run.output == "1\n\(status)\npipe\n")
    #expect(run.errors == "")
  }

  /// What was requested is done when the output has its name: a signal while the summary is printed changes nothing.
  @Test(arguments: [
    "convert small.xml -o out.jsonl", "convert small.xml -o out.zip", "convert small.xml -o out.db",
    "convert small.xml -o out/ --to csv-dataset", "merge small.xml -o out.db",
    "migrate small.xml out.db", "delete health.db --type steps --json",
  ])
  func isDoneAfterTheCommit(_ command: String) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let output = command.hasPrefix("delete") ? "small.xml" : "out*"
    let run = try shell.run(
      """
      healthconv generate --size 300 -o small.xml
      healthconv convert small.xml -q -o health.db
      mkfifo pipe; exec 3<> pipe
      # A full pipe that nobody reads.
      head -c 65536 /dev/zero >&3
      healthconv \(command) > pipe 2> pipe &
      tool=$!
      waits=0
      until ls -d \(output) > found 2> found || [ $waits -gt 100 ]; do sleep 0.1; waits=$((waits + 1)); done
      sleep 1
      kill -INT $tool
      wait $tool
      echo $?
      exec 3>&-; ls \(output) > found && echo there
      """)
    #expect(run.output == "0\nthere\n")
  }

  /// The same into a folder of files, which goes with all that is in it.
  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func leavesNoFolderBehind(_ signal: String, _ status: Int32) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv generate --size 5000 -o big.xml
      mkfifo pipe
      healthconv convert pipe --from apple-health --to apple-health -o out/ -q &
      tool=$!
      exec 3> pipe
      head -c 1000000 big.xml >&3
      waits=0
      until ls -A .out*/apple_health_export/export.xml 2> waiting || [ $waits -gt 100 ]; do
        sleep 0.1; waits=$((waits + 1))
      done | wc -l | tr -d ' '
      kill -\(signal) $tool
      wait $tool
      echo $?
      exec 3>&-
      ls -A | grep -v big
      """)
    #expect(run.output == "1\n\(status)\npipe\nwaiting\n")
    #expect(run.errors == "")
  }

  /// Who reads a store closes it: nothing is left beside it.
  @Test(arguments: [
    ("query", "INT", 130), ("query --sort value", "TERM", 143), ("changes --follow", "INT", 130),
    ("changes", "HUP", 129),
  ])
  func closesTheStore(_ command: String, _ signal: String, _ status: Int32) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv generate --size 2000 -o small.xml
      healthconv convert small.xml -q -o health.db
      mkfifo pipe
      healthconv \(command) health.db > pipe &
      tool=$!
      exec 3< pipe
      head -c 70000 <&3 | wc -c | tr -d ' '
      ls health.db?*
      kill -\(signal) $tool
      cat <&3 > rest
      wait $tool
      echo $?
      ls health.db*
      """)
    #expect(
      run.output == "70000\nhealth.db-shm\nhealth.db-wal\n\(status)\nhealth.db\n")
    #expect(run.errors == "")
  }

  /// So does each other command: the signal comes while it waits for its second input, a store open.
  @Test(
    arguments: [
      ("convert health.db pipe -o out.jsonl", "INT", 130),
      ("convert pipe -o health.db --append", "TERM", 143),
      ("merge health.db pipe -o out.jsonl", "HUP", 129),
      ("diff health.db pipe", "INT", 130),
      ("convert health.db pipe -o out.db", "INT", 130),
    ])
  func closesTheStoreOfAnyCommand(_ command: String, _ signal: String, _ status: Int32) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv convert "$SAMPLES/commands/small.xml" -q -o health.db
      mkfifo pipe
      healthconv \(command) 2> errors &
      tool=$!
      exec 3> pipe
      head -c 700 "$SAMPLES/commands/small.xml" >&3
      sleep 1
      kill -\(signal) $tool
      wait $tool
      echo $?
      exec 3>&-
      ls -A
      """)
    #expect(run.output == "\(status)\nerrors\nhealth.db\npipe\n")
  }

  /// The pages of a large store are read and written for a while: whenever the signal comes, nothing stays behind.
  @Test(arguments: [
    "validate health.db --fix", "validate health.db", "info health.db", "store check health.db",
    "convert health.db -o out.jsonl -q", "convert big.xml -o health.db -q",
    "convert health.db -o health.db --overwrite --normalize -q", "migrate health.db out.db -q",
    "delete health.db --where 'value > 5'",
  ])
  func leavesNothingNextToAStore(_ command: String) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv generate --size 1500 -o big.xml; rm big.xml.truth.json
      sed 's/unit="count.min"/unit="count\\/s"/' big.xml > old.xml
      healthconv convert old.xml -q -o first.db; rm old.xml
      for delay in 0.05 0.15 0.3 0.6; do for signal in INT; do
        cp first.db health.db
        healthconv \(command) > output 2> errors &
        tool=$!
        sleep $delay
        kill -$signal $tool 2> none
        wait $tool
        status=$?
        [ $status -le 1 ] || [ $status -eq 130 ] || [ $status -eq 143 ] || { echo $status; cat errors; }
        # A migration is verified when its target has its name.
        [ $status -le 1 ] || ls out.* 2> none | grep -v '^out.db$'
        ls -A | grep -Ev '^(big.xml|first.db|health.db|out[.][a-z]*|output|errors|none)$'
        rm -f out.*
      done; done
      """)
    #expect(run.output == "")
  }

  @Test func aReportThatNobodyReadsOnIsOne() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      tool() { healthconv diff "$SAMPLES/demo/export.zip" "$SAMPLES/commands/small.xml" --report jsonl; }
      { tool; echo "status $?" >&2; } | head -n 1 | wc -l
      """)
    #expect(run.output.trimmingCharacters(in: .whitespacesAndNewlines) == "1")
    #expect(run.errors == "status 0\n")
  }

  /// A limit on the size of files is an error and no signal, so that nothing is left there either.
  @Test func aFileTooLargeIsAFailureToWrite() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv generate --size 5000 -o big.xml
      (ulimit -f 100; healthconv convert big.xml -o out.jsonl -q; echo $?)
      ls -A | grep -v big
      """)
    #expect(run.output == "74\n")
    #expect(
      run.errors
        == "healthconv: cannot write 'out.jsonl': larger than the file system allows\n")
  }

  /// A reader that has seen enough is no reason to complain.
  @Test func closedPipeIsAQuietSuccess() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv generate --size 20000 -o big.xml
      { healthconv convert big.xml; echo "status $?" >&2; } | head -n 3 | wc -l
      """)
    #expect(run.output.trimmingCharacters(in: .whitespacesAndNewlines) == "3")
    #expect(run.errors == "status 0\n")
  }
}
