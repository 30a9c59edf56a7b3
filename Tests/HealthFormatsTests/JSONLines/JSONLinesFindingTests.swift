import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// What is read, and said.
@Suite struct JSONLinesFindingTests {
  static let dates = "\"start\":\"2024-06-01T08:00:00Z\",\"end\":\"2024-06-01T08:00:00Z\""
  static let quantity = "{\"kind\":\"quantity\",\"type\":\"T\",\(dates),\"value\":1"

  static let findings: [(line: String, finding: String)] = [
    (
      quantity + ",\"id\":\"00000000000000000000000000000000\"}",
      "a.jsonl:2:106: warning: the id differs from the one computed from the sample; the computed id is used "
        + "[id-differs]"
    ),
    (
      quantity + ",\"mood\":{\"a\": 1}}",
      "a.jsonl:2:101: warning: \"mood\" is not a known member here; preserved among the "
        + "attributes [unknown-member]"
    ),
    (
      quantity + ",\"spelled\":{\"value\":\"+2\"}}",
      "a.jsonl:2:112: warning: the text form of value differs from its value; left "
        + "out [spelling-differs]"
    ),
    (
      quantity + ",\"spelled\":{\"other\":\"+2\"}}",
      "a.jsonl:2:112: warning: a text form belongs to no member of its object; left out "
        + "[spelling-differs]"
    ),
    (
      quantity + ",\"device\":{\"address\":\"0x1\",\"name\":\"b\",\"raw\":\", name:a, x:y>\"}}",
      "a.jsonl:2:144: warning: the raw text of a device and its fields differ; the text "
        + "is used [device-differs]"
    ),
    (
      "{\"kind\":\"dream\",\"value\":1}",
      "a.jsonl:2:9: warning: \"dream\" is not a known kind of sample; its line is preserved [unknown-kind]"
    ),
    (
      "{\"kind\":\"dataset\",\"version\":1}",
      "a.jsonl:2:9: warning: a dataset begins in the middle of the file; its line is preserved "
        + "[second-dataset]"
    ),
  ]

  @Test(arguments: findings.indices)
  func isSaid(_ index: Int) throws {
    let (line, finding) = Self.findings[index]
    let text = JSONLinesRefusalTests.first + line + "\n"
    let reading = try JSONLinesText.read(text)
    #expect(reading.findings.map(\.description) == [finding])
    // What was kept is written, and then nothing more is to be said of it.
    let again = try JSONLinesText.read(try JSONLinesText.write(reading.samples, reading.dataset))
    #expect(again.samples == reading.samples)
    #expect(again.findings == [])
    var strict = ReadOptions()
    strict.isStrict = true
    #expect(JSONLinesText.readUntilError(Array(text.utf8), options: strict).error != nil)
  }

  @Test func unknownMembersAreKept() throws {
    let line = Self.quantity + ",\"mood\":{\"a\": [1]},\"word\":\"\\u00e9\"}\n"
    let reading = try JSONLinesText.read(JSONLinesRefusalTests.first + line + line)
    #expect(
      reading.samples[0].header?.extras?.attributes == [
        Element.Attribute(name: "mood", value: "{\"a\": [1]}"),
        Element.Attribute(name: "word", value: "é"),
      ])
    #expect(reading.findings.count == 2)
    #expect(reading.findings[0].message.hasSuffix("(2 times)"))
  }

  @Test func findingsAreFewHoweverManyMembersAreUnknown() throws {
    let members = (0..<20_000).map { ",\"m\($0)\":1" }.joined()
    let reading = try JSONLinesText.read(
      JSONLinesRefusalTests.first + Self.quantity + members + "}")
    #expect(reading.samples[0].header?.extras?.attributes.count == 20_000)
    #expect(reading.findings.count == 101)
    #expect(
      reading.findings.last?.message == "19900 more findings of other kinds than those listed")
    // The rule of the last one listed would be wrong for them.
    #expect(reading.findings.map(\.rule).count { $0 == "more-findings" } == 1)
    #expect(reading.findings.last?.rule == "more-findings")
    #expect(inputRules.contains { $0.name == "more-findings" })
  }

  @Test func aLineOfAnUnknownKindIsKeptWhole() throws {
    let line = "{\"kind\":\"dream\", \"value\":1 }"
    let reading = try JSONLinesText.read(JSONLinesRefusalTests.first + line)
    #expect(
      reading.samples == [.unknown(Element(name: "dream", children: [.text(line)]))])
  }

  @Test(arguments: ["", "\n\r\n"])
  func theDatasetMayBeMissing(_ blank: String) throws {
    let reading = try JSONLinesText.read(blank + Self.quantity + "}")
    #expect(reading.samples.count == 1)
    #expect(reading.dataset == DatasetInfo())
    #expect(
      reading.findings.map(\.description) == [
        "a.jsonl:\(blank.isEmpty ? 1 : 3):1: warning: the first line does not describe the "
          + "dataset; facts about the dataset are missing [missing-dataset]"
      ])
  }

  @Test(arguments: [nil, 1, 2, 3] as [Int?])
  func marksBlankLinesAndCarriageReturnsAreReadOver(pieces: Int?) throws {
    let text =
      "\u{FEFF}\r\n" + JSONLinesRefusalTests.first + "\n \t\r\n" + Self.quantity
      + ",\"source\" : { \"name\" : \"\\ud83d\\ude00\\/\" } }\r\n"
    let reading = try JSONLinesText.read(text, pieces: pieces)
    #expect(reading.findings == [])
    #expect(reading.samples.map(\.header?.descriptor.source.name) == ["😀/"])
  }

  @Test func escapedNamesAreNames() throws {
    let line = "{\"k\\u0069nd\":\"quant\\u0069ty\",\"type\":\"\\u0054\",\(Self.dates),\"value\":1}"
    let plain = try JSONLinesText.read(JSONLinesRefusalTests.first + Self.quantity + "}")
    let reading = try JSONLinesText.read(JSONLinesRefusalTests.first + line)
    #expect(reading.samples == plain.samples)
  }
}
