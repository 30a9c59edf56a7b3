#if os(Linux)
  import HealthTesting
  import Testing

  /// When output has colors: on a terminal only, unless the arguments say otherwise.
  struct ColorTests {
    @Test(arguments: [
      ("", "", true), ("", "NO_COLOR=1", false), ("", "NO_COLOR=", true), ("", "TERM=dumb", false),
      (" --color never", "", false), (" --color always", "NO_COLOR=1", true),
    ])
    func aTerminalHasColors(_ option: String, _ variable: String, _ isColored: Bool) throws {
      let shell = try CommandShell(samples: CommandFileTests.samples)
      for (command, mark) in [
        ("healthconv info wrong.xml", "\u{1B}[1mtype "),
        ("healthconv validate wrong.xml", "\u{1B}[1;31merror\u{1B}[0m: "),
      ] {
        let run = try shell.run(
          """
          sed 's/unit="count"/unit="m"/' "$SAMPLES/commands/small.xml" > wrong.xml
          export TERM=xterm \(variable)
          script --quiet --return --command "\(command)\(option)" typescript
          """)
        #expect(run.output.contains("unit"))
        #expect(run.output.contains(mark) == isColored, "\(run.output)")
        if !isColored { #expect(!run.output.contains("\u{1B}"), "\(run.output)") }
      }
    }

    /// A name from a file cannot add colors.
    @Test func aFileCannotColorItsFindings() throws {
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run(
        """
        sed 's/unit="count"/unit="\u{1B}[31m: error: x"/' "$SAMPLES/commands/small.xml" > wrong.xml
        healthconv validate wrong.xml --color always; healthconv info wrong.xml --color always
        """)
      #expect(!run.output.contains("\u{1B}[31m"))
    }
  }
#endif
