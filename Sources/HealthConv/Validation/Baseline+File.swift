import HealthBytes
import HealthModel
package import HealthValidation

extension Baseline {
  /// Reads a baseline.
  ///
  /// - Parameter folder: The folder that the path must not leave, where the user did not name it.
  /// - Throws: `HealthError` if it cannot be read or is not a baseline.
  public static func read(
    _ path: String, within folder: String? = nil
  ) throws(HealthError) -> Baseline {
    if let folder, OutputPlaces.parts(path, within: folder) == nil {
      throw HealthError(
        .usage,
        "cannot read '\(path)': a configuration that was not named may use as a baseline only a regular file in its own folder"
      )
    }
    let text = try String(ofSmallFile: path, regular: folder != nil)
    return try Baseline(text: text, file: path)
  }

  /// Writes the baseline. A baseline that is there is replaced.
  ///
  /// - Parameter overwriting: Whether a file that is not a baseline may be replaced.
  public func write(_ path: String, overwriting: Bool = false) throws(HealthError) {
    var places = OutputPlaces(inputs: [], overwriting: overwriting)
    let file = try places.begin(path, .baseline, isPrivate: false)
    do throws(HealthError) {
      try file.write(text.utf8.span)
      try file.finish()
    } catch { throw error.writing(path) }
  }
}

extension String {
  /// The text of a file that people write.
  ///
  /// - Parameter isRegular: Whether it has to be a regular file. Of a file that the user did not name, nothing else is opened.
  /// - Throws: `HealthError` if it cannot be read, has more than 8 MiB, or is not UTF-8.
  init(ofSmallFile path: String, regular isRegular: Bool = false) throws(HealthError) {
    let bytes: [UInt8]
    do throws(HealthError) {
      let source = isRegular ? try FileSource(regular: path) : try FileSource(path)
      bytes = try source.readAll(limit: 8 << 20)
    } catch {
      throw error.reading(at: Place(file: path))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw HealthError(.malformed, "cannot read '\(path)': its text is not UTF-8")
    }
    self = text
  }
}

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
