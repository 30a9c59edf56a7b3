// The C library declares `stdout` as a variable; this module never sets it.
@unsafe @preconcurrency import LibC

/// Standard input, as a source that returns what is available.
package enum StandardInput {
  /// Reads what standard input still holds.
  public static func source() -> any ByteSource {
    FileSource(FileDescriptor(0, name: "standard input", isOwned: false))
  }

  /// Whether it is a terminal.
  public static var isTerminal: Bool { isatty(0) == 1 }
}

/// Standard output. A pipe closed by its reader throws `.closedPipe`, provided that SIGPIPE is
/// ignored: see `Interruption.install()`.
package final class StandardOutputSink: ByteSink {
  private var output = BufferedOutput(
    FileDescriptor(1, name: "standard output", isOwned: false))

  /// Escapes what goes to a terminal; `nil` for a file or a pipe.
  private var terminal = isatty(1) == 1 ? TerminalText() : nil

  /// Standard output. If it is a terminal, control characters are escaped.
  public init() {}

  /// Whether it is a terminal.
  public static var isTerminal: Bool { isatty(1) == 1 }

  /// The width of the terminal in characters; `nil` if it is unknown or there is no terminal.
  public static var terminalWidth: Int? {
    var size = winsize()
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Buffers, and writes in large chunks.
  public func write(_ bytes: Span<UInt8>) throws(HealthError) {
    if Interruption.isPending { throw HealthError(.failed, "standard output", "interrupted") }
    guard terminal != nil else { return try output.write(bytes) }
    if let text = terminal?.add(bytes) { try output.write(text.span) }
  }

  /// Flushes the buffer of `print`, which is the only way to detect write errors.
  ///
  /// - Throws: `HealthError`: `.full`, `.closedPipe`, `.failed`.
  public static func flushPrinted() throws(HealthError) {
    errno = 0
    // If writing a full buffer failed earlier, `errno` is lost: only `ferror` reports the failure, and polling can
    // still detect a closed pipe.
    guard unsafe fflush(stdout) == 0, unsafe ferror(stdout) == 0 else {
      var output = pollfd(fd: 1, events: 0, revents: 0)
      let isClosed = unsafe poll(&output, 1, 0) > 0 && output.revents & Int16(POLLERR) != 0
      throw HealthError(system: isClosed ? EPIPE : errno == 0 ? EIO : errno, "standard output")
    }
  }

  /// Writes the rest; leaves standard output open.
  public func finish() throws(HealthError) {
    if let text = terminal?.finish() { try output.write(text.span) }
    try output.flush()
  }
}

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

  /// Whether it is a terminal.
  public static var isTerminal: Bool { isatty(2) == 1 }
}
