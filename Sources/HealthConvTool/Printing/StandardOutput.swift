import HealthBytes
import HealthConv

/// Standard output, as a place that samples are written to.
enum StandardOutput {
  /// What people read of it.
  static let name = "standard output"

  /// What people read of a target.
  ///
  /// - Parameter path: A path; `-` means standard output.
  static func name(of path: String) -> String { path == "-" ? name : HiddenPaths.name(of: path) }

  /// Writes to it, all that there is.
  static func write<T>(_ body: (any ByteSink, _ name: String) throws -> T) throws -> T {
    let sink = StandardOutputSink()
    let result = try body(sink, name)
    do { try sink.finish() } catch { throw error.writing(name) }
    return result
  }

  /// Writes samples to it.
  static func write<T>(_ body: (OutputContainer, _ name: String) throws -> T) throws -> T {
    try write { try body(OutputContainer(file: $0), $1) }
  }
}

/// Prints text on standard output, with control characters but the ends of its lines escaped, and commands of a runner.
///
/// It takes the place of Swift's function in the whole tool, so that nothing from a file gets to the terminal by another
/// way. A name from a file that is part of a line is escaped with `printable`, which escapes the ends of lines, too.
func print(_ text: some CustomStringConvertible, terminator: String = "\n") {
  Swift.print(
    HiddenPaths.result(text.description).printableLines.withoutCommands, terminator: terminator)
}
