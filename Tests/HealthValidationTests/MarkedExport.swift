import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthValidation

/// A small export in which `^` marks the elements where a finding is expected.
///
/// To keep the rows of tables short, `Q:` and `C:` stand for `HKQuantityTypeIdentifier` and
/// `HKCategoryTypeIdentifier`, `@` for a source and a moment, and `#` for a source. What begins with a brace is
/// JSON Lines.
struct MarkedExport {
  let text: String
  /// The places marked, as `line:column`.
  let marks: [String]

  init(_ body: String, exported: String? = "2024-06-02 09:00:00 +0200") {
    let date = exported.map { "<ExportDate value=\"\($0)\"/>" } ?? ""
    let isLines = body.drop { $0 == "^" }.first == "{"
    let lines = """
      {"kind":"dataset","version":1}
      \(body)

      """
    let document = """
      <HealthData locale="en_FR">\(date)
      \(body)
      </HealthData>
      """
    let long = (isLines ? lines : document)
      .replacing("\"Q:", with: "\"HKQuantityTypeIdentifier")
      .replacing("\"C:", with: "\"HKCategoryTypeIdentifier")
      .replacing(" @", with: " # startDate=\"\(Self.moment)\" endDate=\"\(Self.moment)\"")
      .replacing(" #", with: " sourceName=\"Me\"")
    var (text, marks) = ("", [String]())
    var (line, column) = (1, 1)
    for character in long {
      if character == "^" {
        marks.append("\(line):\(column)")
        continue
      }
      text.append(character)
      column = character == "\n" ? 1 : column + 1
      if character == "\n" { line += 1 }
    }
    (self.text, self.marks) = (text, marks)
  }

  private static let moment = "2024-06-01 09:00:00 +0200"

  /// What the rules find in it, the readers' findings included.
  func findings(
    _ rules: [Rule] = Rule.all, settings: RuleSettings = RuleSettings()
  ) throws -> [Finding] {
    let source = BytesSource(Array(text.utf8))
    if text.hasPrefix("{") {
      var reader = JSONLinesReader(source: source, name: "a.jsonl", options: ReadOptions())
      return try Self.findings(&reader, rules, settings)
    }
    var reader = AppleHealthReader(source: source, name: "a.xml")
    return try Self.findings(&reader, rules, settings)
  }

  private static func findings(
    _ reader: inout some SampleReader & ~Copyable, _ rules: [Rule], _ settings: RuleSettings
  ) throws -> [Finding] {
    var validator = Validator(rules, settings: settings)
    let info = try reader.dataset()
    validator.begin(info, at: Place(file: "a.xml"), personPlace: reader.personPlace)
    var findings: [Finding] = []
    while let sample = try reader.next() {
      validator.check(sample, at: reader.place, parts: reader.parts)
      validator.add(reader.takeFindings())
      findings += validator.takeFindings()
    }
    while validator.finish() { findings += validator.takeFindings() }
    return findings
  }
}

extension Finding {
  /// Its place, as `line:column`.
  var mark: String { "\(place.line):\(place.column)" }
}
