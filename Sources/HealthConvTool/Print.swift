import HealthBytes

/// Prints text on standard output, with control characters but the ends of its lines escaped, and commands of a runner.
///
/// It takes the place of Swift's function in the whole tool, so that nothing from a file gets to the terminal by another
/// way. A name from a file that is part of a line is escaped with `printable`, which escapes the ends of lines, too.
func print(_ text: some CustomStringConvertible, terminator: String = "\n") {
  Swift.print(text.description.printableLines.withoutCommands, terminator: terminator)
}
