import ArgumentParser
import HealthBytes
import HealthConv

/// Colors for people. They are added after text from files was escaped, so that no file can add any.
enum TerminalColor {
  /// Where text goes.
  enum Stream {
    case output, errors

    var isColored: Bool { TerminalColor.isUsed(isTerminal: isTerminal) }

    private var isTerminal: Bool {
      switch self {
      case .output: StandardOutputSink.isTerminal
      case .errors: MessageOutput.isTerminal
      }
    }
  }

  /// The value of `--color`. Findings are printed far from where arguments are parsed, so it is read from those of the
  /// process.
  private static let choice: ColorOption.Choice = {
    let arguments = ProcessArguments.all.prefix { $0 != "--" }
    let values = zip(arguments, arguments.dropFirst()).filter { $0.0 == "--color" }.map(\.1)
    let joined = arguments.filter { $0.hasPrefix("--color=") }.map { String($0.dropFirst(8)) }
    return (values + joined).last.flatMap(ColorOption.Choice.init) ?? .auto
  }()

  private static func isUsed(isTerminal: Bool) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && (Environment["NO_COLOR"] ?? "").isEmpty && Environment["TERM"] != "dumb"
    }
  }

  static func heading(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }

  /// A line of a finding with its severity in color: red, yellow or blue.
  static func finding(_ line: String) -> String {
    for (severity, code) in [("error", 31), ("warning", 33), ("info", 34)] {
      guard let range = line.firstRange(of: ": \(severity): ") else { continue }
      let word = "\u{1B}[1;\(code)m\(severity)\u{1B}[0m"
      return "\(line[..<range.lowerBound]): \(word): \(line[range.upperBound...])"
    }
    return line
  }
}

/// Standard output for a report of text: findings with their severities in color. Used only where colors are.
final class ColoredReportSink: ByteSink {
  private var line: [UInt8] = []

  func write(_ bytes: Span<UInt8>) throws(HealthError) {
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\n") { printLine() } else { line.append(bytes[index]) }
    }
  }

  func finish() throws(HealthError) {
    if !line.isEmpty { printLine() }
    try StandardOutputSink.flushPrinted()
  }

  private func printLine() {
    Swift.print(TerminalColor.finding(String(decoding: line, as: UTF8.self).printable))
    line.removeAll(keepingCapacity: true)
  }
}

struct ColorOption: ParsableArguments {
  /// When colors are used.
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(
    help: ArgumentHelp(
      "Colors of findings and headings. auto: on a terminal, unless NO_COLOR is set.",
      valueName: "when"))
  var color = Choice.auto
}

/// Rows of text in columns as wide as their widest cell; two spaces between them, none at the end.
struct TextTable {
  /// On which side the cells of a column stand.
  enum Side {
    case left, right
  }

  private let sides: [Side]
  private var rows: [[String]] = []

  init(_ sides: Side...) { self.sides = sides }

  /// An empty table of columns that are known only when it is made.
  init(_ sides: [Side]) { self.sides = sides }

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row. Cells may be from files: their control characters are escaped.
  mutating func add(_ cells: String...) { rows.append(cells.map(\.printable)) }

  /// Adds a row of columns that are known only when the table is made.
  mutating func add(_ cells: [String]) { rows.append(cells.map(\.printable)) }

  /// The rows as lines.
  ///
  /// - Returns: The lines, each with its end.
  func text(indent: String = "") -> String {
    lines(indent: indent).map { $0 + "\n" }.joined()
  }

  /// Prints the rows on standard output, the first one as a heading. The cells are escaped already.
  func printWithHeading() {
    for (number, line) in lines().map(\.withoutCommands).enumerated() {
      Swift.print(
        number == 0 && TerminalColor.Stream.output.isColored ? TerminalColor.heading(line) : line)
    }
  }

  private func lines(indent: String = "") -> [String] {
    let widths = sides.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { cells in
      let padded = sides.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - cells[column].count)
        return sides[column] == .left ? cells[column] + space : space + cells[column]
      }
      var line = indent + padded.joined(separator: "  ")
      while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
      return line
    }
  }
}
