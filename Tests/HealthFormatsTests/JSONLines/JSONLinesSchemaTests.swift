import Foundation
import HealthTesting
import Testing

/// Another program's opinion of what is written: Python's `jsonschema`.
@Suite struct JSONLinesSchemaTests {
  static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    sys.setrecursionlimit(100000)
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for number, line in enumerate(open(sys.argv[2], encoding="utf-8", newline="\\n"), 1):
        error = next(validator.iter_errors(json.loads(line)), None)
        print("refused" if error else "accepted")
        if error: print(number, error.json_path, error.message[:200], file=sys.stderr)
    """

  static let hasPython = Python.has("jsonschema")

  @Test(.enabled(if: hasPython, "python3 with jsonschema is not installed"))
  func whatIsWrittenIsAccepted() throws {
    let text = try JSONLinesText.write(MarkedSamples.all, MarkedSamples.dataset)
    let answers = try judge(text)
    #expect(answers.count == MarkedSamples.all.count + 1)
    #expect(answers.allSatisfy { $0 == "accepted" })
  }

  static let refused = [
    #"{"kind":"dataset"}"#, #"{"kind":"dataset","version":2}"#, #"{"kind":"dream"}"#, "{}", "[]",
    #"{"kind":"dataset","version":1,"locale":null}"#,
    #"{"kind":"unknown","id":"0123456789abcdef0123456789abcdef","element":{"name":"a","b":1}}"#,
    #"{"kind":"quantity","type":"T","id":"0123456789abcdef0123456789abcdef","value":1}"#,
    quantity(#""value":"1""#), quantity(#""value":1,"mood":1"#),
    quantity(#""value":1,"metadata":{"a":1}"#), quantity(#""value":1,"ordinal":0"#),
    quantity(#""value":1,"source":{"name":"a","other":"b"}"#),
    quantity(#""value":1,"created":"2024-06-01 08:00:00 +0200""#),
  ]

  @Test(.enabled(if: hasPython, "python3 with jsonschema is not installed"))
  func whatIsNeverWrittenIsRefused() throws {
    let answers = try judge(
      Self.refused.joined(separator: "\n") + "\n" + Self.quantity(#""value":1"#) + "\n")
    #expect(answers == Self.refused.map { _ in "refused" } + ["accepted"])
  }

  private static func quantity(_ members: String) -> String {
    #"{"kind":"quantity","type":"T","id":"0123456789abcdef0123456789abcdef","#
      + #""start":"2024-06-01T08:00:00+02:00","end":"2024-06-01T08:00:00+02:00",\#(members)}"#
  }

  /// A word for each line: accepted or refused.
  private func judge(_ lines: String) throws -> [String] { try Self.ask(Self.script, about: lines) }

  /// What a script of Python's says of lines, which it gets as a file, behind that of the schema.
  static func ask(
    _ script: String, about lines: String, _ arguments: [String] = []
  ) throws -> [String] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("healthconv-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(lines.utf8).write(to: file)
    let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Schemas/jsonlines.schema.json").standardizedFileURL
    let result = try Python.run(script, [schema.path, file.path] + arguments)
    #expect(result.status == 0)
    return result.output.split(separator: "\n").map(String.init)
  }
}
