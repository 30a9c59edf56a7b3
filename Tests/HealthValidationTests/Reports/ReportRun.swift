import Foundation
import HealthBytes
import HealthConv
import HealthValidation

/// Reports of exports that are written for a test.
struct ReportRun {
  /// What was found.
  let report: ValidationReport
  /// The findings that are new, in order.
  let findings: [Finding]

  /// Checks exports, which are called `1.xml`, `2.xml` and so on in what comes out.
  init(_ bodies: String..., options: Validation.Options = Validation.Options()) throws {
    try self.init(texts: bodies.map { MarkedExport($0).text }, options: options)
  }

  /// Checks files.
  init(texts: [String], options: Validation.Options = Validation.Options()) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("healthconv-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var validation = Validation(options)
    var findings: [Finding] = []
    for (index, text) in texts.enumerated() {
      let path = folder.appendingPathComponent("\(index + 1).xml").path
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      do {
        let dataset = try Dataset.open(path, as: .appleHealth)
        try validation.check(dataset) { findings.append($0) }
      } catch { try validation.note(path, error) { findings.append($0) } }
    }
    prefix = folder.path + "/"
    report = validation.finish()
    self.findings = findings
  }

  private let prefix: String

  /// The report in one of the forms, with the names of files alone.
  func text(_ format: ReportOptions.Format, _ options: ReportOptions = ReportOptions()) throws
    -> String
  {
    let sink = BytesSink()
    var writer = format.makeWriter(to: sink, options: options)
    for finding in findings { try writer.add(finding) }
    try writer.finish(report)
    return String(decoding: sink.bytes, as: UTF8.self)
      .replacing("file://" + prefix, with: "").replacing(prefix, with: "")
  }
}

extension ReportRun {
  /// A body mass in meters, a step count that ends before it starts, and a type nobody knows; the source is a
  /// person, the values are odd enough to be found again.
  static let planted = """
    <Record type="HKQuantityTypeIdentifierBodyMass" unit="m" sourceName="Zoë’s Scale" \
    startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="71.3579"/>
    <Record type="HKQuantityTypeIdentifierBodyMass" unit="m" sourceName="Zoë’s Scale" \
    startDate="2024-06-01 10:00:00 +0200" endDate="2024-06-01 10:00:00 +0200" value="72.3579"/>
    <Record type="HKQuantityTypeIdentifierStepCount" unit="count" sourceName="Zoë’s Scale" \
    startDate="2024-06-01 09:17:31 +0200" endDate="2024-06-01 08:43:29 +0200" value="-24680"/>
    <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Zoë’s Scale" \
    startDate="2024-06-01 09:17:31 +0200" endDate="2024-06-01 09:43:29 +0200" \
    value="HKCategoryValuePlantedValue"/>
    <Record type="HKQuantityTypeIdentifierHartRate" unit="count/min" sourceName="Zoë’s Scale" \
    startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="61.3579">
     <MetadataEntry key="HKTimeZone" value="Planted/Zone"/>
    </Record>
    """
}
