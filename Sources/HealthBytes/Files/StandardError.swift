import LibC

/// Messages to the user, separate from the output.
package enum StandardError {
  /// Writes text, with control characters but the ends of its lines escaped. An error of the system is ignored.
  public static func write(_ text: String) { draw(text.printableLines) }

  /// Writes text with its control characters, for a line that is drawn again and again. Text from files does not belong
  /// here.
  package static func draw(_ text: String) {
    let file = FileDescriptor(2, name: "standard error", isOwned: false)
    try? file.write(SystemPath.readable(text).withoutCommands.utf8.span)
  }

  /// Whether a person is likely to read along.
  public static var isTerminal: Bool { isatty(2) == 1 }
}
