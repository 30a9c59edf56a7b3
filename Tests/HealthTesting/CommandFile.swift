public import Foundation

/// A Markdown page whose fenced `console` blocks are commands with what is expected of them: documentation and
/// test at once.
///
/// Inside a block, `$ ` begins a command, and what follows it is expected:
///
///     $ healthconv units convert 1 kg kcal
///     2> healthconv: cannot convert …
///     => 64
///
/// Lines of standard error begin with `2> `, the exit status with `=> ` (0 when left out), and `<< ` is a line of
/// standard input. All other lines are standard output. `…` matches any text within a line. The commands of a page run
/// one after another in one empty folder, with `SAMPLES` naming the folder of samples.
public struct CommandFile {
  private let url: URL
  private let lines: [String]

  /// The result of running a page.
  public struct Outcome {
    /// The differences from the expected output, a paragraph for each command.
    public internal(set) var differences: [String] = []
    /// The page as it would be if what happened were expected.
    public internal(set) var recorded = ""
  }

  /// Reads a page.
  public init(_ url: URL) throws {
    self.url = url
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
  }

  /// Runs the commands of the page.
  ///
  /// - Throws: If a process cannot be started.
  public func run(in shell: CommandShell) throws -> Outcome {
    var outcome = Outcome()
    var recorded: [String] = []
    var isInBlock = false
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      recorded.append(line)
      if line.hasPrefix("```") { isInBlock = line == "```console" }
      guard isInBlock, line.hasPrefix("$ ") else { continue }
      let end =
        lines[index...].firstIndex { $0.hasPrefix("$ ") || $0.hasPrefix("```") } ?? lines.count
      let expected = Array(lines[index..<end])
      let input = expected.filter { $0.hasPrefix("<<") }
      let run = try shell.run(
        String(line.dropFirst(2)), input: input.map { $0.dropFirst(3) + "\n" }.joined())
      let actual = input + Self.page(run)
      if Self.matches(expected, actual) {
        recorded += expected
      } else {
        recorded += actual
        outcome.differences.append(
          "\(url.lastPathComponent):\(index): \(line)\n--- expected\n"
            + expected.joined(separator: "\n") + "\n--- found\n" + actual.joined(separator: "\n"))
      }
      index = end
    }
    outcome.recorded = recorded.joined(separator: "\n")
    return outcome
  }

  /// The actual output, in the form of a page.
  private static func page(_ run: CommandShell.Run) -> [String] {
    Self.lines(of: run.output) + Self.lines(of: run.errors).map { "2> " + $0 }
      + (run.status == 0 ? [] : ["=> \(run.status)"])
  }

  private static func lines(of text: String) -> [String] {
    if text.isEmpty { return [] }
    let lines = text.components(separatedBy: "\n")
    return text.hasSuffix("\n") ? lines.dropLast() : lines
  }

  private static func matches(_ expected: [String], _ actual: [String]) -> Bool {
    expected.count == actual.count
      && zip(expected, actual).allSatisfy { matches($0.components(separatedBy: "…"), $1) }
  }

  /// Whether a line begins with the first piece, ends with the last, and has the others between in order.
  private static func matches(_ pieces: [String], _ line: String) -> Bool {
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
      return pieces == [line]
    }
    guard line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = rest.range(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
