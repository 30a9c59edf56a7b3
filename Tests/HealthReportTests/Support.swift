import Foundation
import HealthBytes
import HealthConv
import HealthGenerator

/// A folder of a test with an export and the report on it.
final class ReportFolder {
  let path = FileManager.default.temporaryDirectory.path + "/report-\(UUID().uuidString)"
  var page: String { path + "/report.html" }
  var export: String { path + "/export.xml" }

  /// An export of some days.
  static func generated(days: Int) throws -> [UInt8] {
    let sink = BytesSink()
    _ = try ExportGenerator(.init(seed: 8, size: .days(days), end: 1_712_160_000)).writeXML(
      to: sink)
    return sink.bytes
  }

  init(_ bytes: [UInt8]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: export))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The text of the report on the export.
  func report(
    units: [String] = [], locale: String? = nil, for audience: ReportDocument.Audience = .person
  ) throws -> String {
    var document = ReportDocument(of: [try .open(export)])
    document.audience = audience
    for text in units { try document.units.add(text) }
    document.locale = locale
    let report = try document.write(toFile: page, overwriting: true)
    guard report.readError == nil else { throw CocoaError(.fileReadUnknown) }
    return try String(contentsOf: URL(fileURLWithPath: page), encoding: .utf8)
  }
}

/// Chromium without a window, where it is installed.
enum Chromium {
  static let path: String? = ["chromium", "chromium-browser", "google-chrome"].lazy
    .map { "/usr/bin/\($0)" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The pages of the report as a browser prints it, each as text by `pdftotext`; `nil` if that is not installed.
  static func printed(_ folder: ReportFolder) throws -> [String]? {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftotext") else { return nil }
    let paper = folder.path + "/report.pdf"
    try run(
      path ?? "",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile",
        "--no-pdf-header-footer", "--print-to-pdf=\(paper)", "file://\(folder.page)",
      ])
    let text = try run("/usr/bin/pdftotext", ["-layout", paper, "-"])
    return text.split(separator: "\u{0C}").map(String.init)
  }

  @discardableResult
  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  /// What a script of a page around the report found in it.
  ///
  /// - Parameters:
  ///   - folder: Where the report is.
  ///   - fragment: What is behind `#` in the address of the report.
  ///   - width: The width of the window of the report.
  ///   - script: An expression; `page` is the document of the report, `view` its window.
  /// - Returns: The result, from JSON.
  /// - Throws: If the browser does not answer.
  static func evaluate(
    _ script: String, in folder: ReportFolder, fragment: String = "", width: Int = 1_000
  ) throws -> [String: Any] {
    let frame = """
      <!DOCTYPE html><meta charset="utf-8"><pre id="out"></pre>
      <iframe id="f" width="\(width)" height="900" src="report.html\(fragment)"></iframe>
      <script>
      document.getElementById('f').addEventListener('load', event => {
        const view = event.target.contentWindow, page = view.document;
        document.getElementById('out').textContent = 'BEGIN' + JSON.stringify(\(script)) + 'END';
      });
      </script>
      """
    let outer = folder.path + "/outer.html"
    try frame.write(toFile: outer, atomically: true, encoding: .utf8)
    let dom = try run(
      path ?? "",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
        "--user-data-dir=\(folder.path)/profile", "--virtual-time-budget=5000", "--dump-dom",
        "file://\(outer)",
      ])
    guard let begin = dom.range(of: "BEGIN{"), let end = dom.range(of: "}END") else { return [:] }
    let text = "{" + dom[begin.upperBound..<end.lowerBound] + "}"
    let json = text.replacingOccurrences(of: "&lt;", with: "<")
      .replacingOccurrences(of: "&gt;", with: ">").replacingOccurrences(of: "&amp;", with: "&")
    return try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
  }
}
