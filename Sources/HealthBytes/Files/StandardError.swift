#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a program says to its user beside its output.
public enum StandardError {
  /// Says something. Where nobody can hear it, nothing happens.
  ///
  /// - Parameter text: The text, with the ends of its lines.
  public static func write(_ text: String) {
    let file = FileDescriptor(2, name: "standard error", isOwned: false)
    try? file.write(text.utf8.span)
  }

  /// Whether a person is likely to read along.
  public static var isTerminal: Bool { isatty(2) == 1 }
}
