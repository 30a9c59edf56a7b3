#if os(Linux)
  import HealthTesting
  import Testing

  /// Bars of statistics: on a terminal, as wide as it is, unless the arguments say otherwise.
  struct BarsTests {
    @Test(arguments: [
      ("", 100, true), ("", 40, false), (" --bars never", 100, false), (" --to csv", 100, false),
      (" -o stats.txt", 100, false), (" --bars always", 100, true),
    ])
    func aTerminalHasBars(_ option: String, _ width: Int, _ hasBars: Bool) throws {
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run(
        """
        cp "$SAMPLES/demo/export.zip" .
        export TERM=xterm
        script --quiet --return --command \
          "stty cols \(width); healthconv stats export.zip --type steps --by week\(option)" typescript
        """)
      #expect(run.status == 0)
      #expect(run.output.contains("█") == hasBars, "\(run.output)")
      let rows = run.output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("202") }
      if hasBars { #expect(rows.map(\.count).max() == width) }
    }

    @Test func aTerminalGetsNoParquet() throws {
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run(
        """
        cp "$SAMPLES/commands/small.xml" .
        script --quiet --return --command "healthconv stats small.xml --to parquet" typescript
        """)
      #expect(run.status == 64)
      #expect(run.output.contains("standard output is a terminal"))
    }
  }
#endif
