import HealthTesting
import Testing

/// The file of rejects is a part of the output: both get their names, or none.
struct RejectsTests {
  @Test(arguments: [
    ("--rejects missing/bad.jsonl -o good.jsonl", 73),
    ("--rejects bad.jsonl -o missing/good.jsonl", 73),
    ("--rejects bad.jsonl -o good.jsonl --where 'value >'", 64),
    ("--rejects good.jsonl -o good.jsonl", 64),
  ])
  func neitherIsWrittenWithoutTheOther(_ arguments: String, _ status: Int32) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv convert "$SAMPLES/commands/small.xml" -q \(arguments) 2>/dev/null; echo $?
      find . -type f
      """)
    #expect(run.output == "\(status)\n")
  }
}
