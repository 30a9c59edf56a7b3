import HealthBytes
package import HealthValidation

/// A report, and where it goes: `text`, or `sarif=out/health.sarif`.
package struct ReportTarget: Sendable, Equatable, CustomStringConvertible {
  /// The form of the report.
  public let format: ReportOptions.Format
  /// The file; `nil` for standard output.
  public let path: String?
  /// The folder of the configuration that names the file, which the path does not leave; `nil` for a file that the
  /// user named.
  public let folder: String?

  /// A report.
  ///
  /// - Parameter path: The file; `nil` for standard output.
  public init(_ format: ReportOptions.Format, path: String? = nil) {
    self.init(format, path: path, folder: nil)
  }

  init(_ format: ReportOptions.Format, path: String?, folder: String?) {
    self.format = format
    self.path = path
    self.folder = folder
  }

  /// Parses a report as named on the command line.
  ///
  /// - Parameter text: `FORMAT` or `FORMAT=FILE`.
  /// - Throws: `HealthError` of code `.usage` if there is no such form.
  public init(parsing text: String) throws(HealthError) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard let name = parts.first, let format = ReportOptions.Format(rawValue: name) else {
      throw HealthError(
        .usage,
        "unknown report '\(parts.first ?? "")', expected one of "
          + ReportOptions.Format.allCases.map(\.rawValue).joined(separator: ", ")
          + "; a file follows it, as in json=report.json")
    }
    self.init(format, path: parts.count == 2 ? parts[1] : nil)
  }

  /// The report as the command line has it.
  public var description: String { path.map { "\(format.rawValue)=\($0)" } ?? format.rawValue }
}
