// The C library declares `stdout` as a variable; this module never sets it.

@unsafe @preconcurrency import LibC

/// Standard input, as a source that returns what is available.
package enum StandardInput {
  /// A source of the rest of standard input.
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

  /// Writes in large chunks, through a buffer.
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
  /// Writes text; control characters other than line ends are escaped. An error of the system is ignored.
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

/// Escapes control characters, except tabs and line ends, of data for a terminal.
///
/// Only for terminals: files and pipes receive data unchanged.
struct TerminalText {
  /// An incomplete character or line end at the end of the last bytes.
  private var waiting: [UInt8] = []

  /// Escapes the next bytes.
  ///
  /// - Parameter bytes: UTF-8, split anywhere. Other bytes are replaced by U+FFFD.
  mutating func add(_ bytes: Span<UInt8>) -> [UInt8] {
    for index in bytes.indices { waiting.append(bytes[index]) }
    let end = waiting.count - Self.incomplete(waiting)
    let text = String(decoding: waiting[..<end], as: UTF8.self)
    waiting.removeFirst(end)
    return Self.escaped(text)
  }

  /// The remaining bytes at the end.
  mutating func finish() -> [UInt8] {
    defer { waiting = [] }
    return Self.escaped(String(decoding: waiting, as: UTF8.self))
  }

  private static func escaped(_ text: String) -> [UInt8] {
    var printed = ""
    for character in text {
      switch character {
      case "\t", "\n", "\r\n": printed.append(character)
      default: printed += String(character).printable
      }
    }
    return Array(printed.utf8)
  }

  /// How many bytes at the end may belong to an incomplete character or line end.
  private static func incomplete(_ bytes: [UInt8]) -> Int {
    if bytes.last == UInt8(ascii: "\r") { return 1 }
    for length in 1...3 where length <= bytes.count {
      switch bytes[bytes.count - length] {
      case 0x80...0xBF: continue
      case 0xF0...0xFF: return length < 4 ? length : 0
      case 0xE0...0xEF: return length < 3 ? length : 0
      case 0xC0...0xDF: return length < 2 ? length : 0
      default: return 0
      }
    }
    return 0
  }
}
