import HealthConv

/// Standard output, as a place that samples are written to.
enum StandardOutput {
  /// What people read of it.
  static let name = "standard output"

  /// What people read of a target.
  ///
  /// - Parameter path: A path; `-` means standard output.
  static func name(of path: String) -> String { path == "-" ? name : path }

  /// Writes to it, all that there is.
  static func write<T>(_ body: (any ByteSink, _ name: String) throws -> T) throws -> T {
    let sink = StandardOutputSink()
    let result = try body(sink, name)
    do { try sink.finish() } catch { throw ConversionError(writing: name, error) }
    return result
  }

  /// Writes samples to it.
  static func write<T>(_ body: (OutputContainer, _ name: String) throws -> T) throws -> T {
    try write { try body(OutputContainer(file: $0), $1) }
  }
}
