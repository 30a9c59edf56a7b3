import Foundation
import HealthConv
import HealthTesting
import HealthValidation
import Testing

/// Another program's opinion of the reports: Python's `jsonschema`, and libxml2's `xmllint`.
@Suite struct ReportSchemaTests {
  static let hasPython = Python.has("jsonschema")
  /// The schema of OASIS itself, as a Python package carries it; nothing is fetched.
  static let officialSARIF: String? = {
    let script = """
      import json, pathlib, requests_cache, schemastore
      path = pathlib.Path(schemastore.__file__).with_name("cache")
      stored = requests_cache.CachedSession(path).cache.responses.values()
      print(next(r.text for r in stored if r.url.endswith("/sarif-2.1.0.json")))
      """
    guard Python.has("requests_cache", "schemastore") else { return nil }
    let result = try? Python.run(script)
    return result?.status == 0 ? result?.output : nil
  }()
  static let hasLint =
    (try? OtherProgram.run("xmllint", ["--version"], joinsErrors: true))?.status == 0

  /// All there may be in a report: several inputs, faults, a baseline, values, odd names.
  static func runs() throws -> [ReportRun] {
    var options = Validation.Options()
    options.baseline = Baseline(
      try ReportRun(ReportTests.twoMasses + BaselineTests.steps).report.groups)
    options.settings.levels = ["unknown-type": .error, "future-date": .off]
    let strange =
      "<Record type=\"HKQuantityTypeIdentifier&#10;&lt;b>|]]>&#x1F600;\" unit=\"m\" @ value=\"1\"/>"
    return [
      try ReportRun(ReportRun.planted, ReportTests.strange),
      try ReportRun(
        texts: [
          MarkedExport(ReportRun.planted + strange + ReportTests.twoMasses).text, "",
          String(MarkedExport(ReportTests.twoMasses).text.dropLast(20)),
        ], options: options),
      try ReportRun(),
    ]
  }

  @Test(.enabled(if: hasPython, "python3 with jsonschema is not installed"))
  func theJSONReportIsAsItsSchemaSays() throws {
    let schema = try String(
      contentsOfFile: Fixtures.samples + "/../Schemas/report.schema.json", encoding: .utf8)
    try expectValid(.json, against: schema)
  }

  @Test(.enabled(if: hasPython, "python3 with jsonschema is not installed"))
  func theSARIFReportIsAsTheStandardSays() throws {
    try expectValid(.sarif, against: SARIFSchema.text)
  }

  @Test(
    .enabled(
      if: hasPython && officialSARIF != nil,
      "python3 with jsonschema and schemastore is not installed"))
  func theSARIFReportIsAsItsOwnSchemaSays() throws {
    try expectValid(.sarif, against: try #require(Self.officialSARIF))
  }

  private func expectValid(_ format: ReportOptions.Format, against schema: String) throws {
    let script = """
      import json, sys
      from jsonschema.validators import validator_for
      schema = json.load(open(sys.argv[1]))
      Validator = validator_for(schema)
      Validator.check_schema(schema)
      for error in Validator(schema).iter_errors(json.load(open(sys.argv[2]))):
          print(error.json_path, error.message[:300])
      """
    for run in try Self.runs() {
      for showsValues in [false, true] {
        var options = ReportOptions()
        options.showsValues = showsValues
        let result = try Self.judge(schema, try run.text(format, options)) {
          try Python.run(script, [$0, $1])
        }
        #expect(result.output == "")
        #expect(result.status == 0)
      }
    }
  }

  @Test(.enabled(if: hasLint, "xmllint is not installed"))
  func theJUnitReportIsAsJenkinsReadsIt() throws {
    for run in try Self.runs() {
      let result = try Self.judge(JUnitSchema.text, try run.text(.junit)) {
        try OtherProgram.run("xmllint", ["--noout", "--schema", $0, $1], joinsErrors: true)
      }
      #expect(result.status == 0, "\(result.output)")
    }
  }

  private static func judge(
    _ schema: String, _ document: String, _ judge: (String, String) throws -> OtherProgram.Run
  ) throws -> OtherProgram.Run {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("healthconv-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let urls = [schema, document].enumerated().map {
      (folder.appendingPathComponent("\($0.offset)"), $0.element)
    }
    for (url, text) in urls { try Data(text.utf8).write(to: url) }
    return try judge(urls[0].0.path, urls[1].0.path)
  }
}
