import HealthFormats
import HealthModel
import Testing

/// What YAML is read as, and what of it is refused.
@Suite struct MapYAMLTests {
  /// A node as JSON with its location in front: `1:4 "text"`.
  private func shown(_ node: MapNode) throws(HealthError) -> String {
    let place = "\(node.place.line):\(node.place.column) "
    if let entries = try? node.entries {
      var parts: [String] = []
      for (key, value) in entries { parts.append("\(try shown(key)) = \(try shown(value))") }
      return place + "{" + parts.joined(separator: ", ") + "}"
    }
    if let text = try? node.text { return place + text.debugDescription }
    var parts: [String] = []
    for item in node.list { parts.append(try shown(item)) }
    return place + "[" + parts.joined(separator: ", ") + "]"
  }

  @Test(arguments: [
    ("a", "1:1 \"a\""),
    ("---\na: 1\n...\n", "2:1 {2:1 \"a\" = 2:4 \"1\"}"),
    ("%YAML 1.1\n--- !!map\na: !mine 1", "2:5 {3:1 \"a\" = 3:4 \"1\"}"),
    ("a: # comment\n", "1:1 {1:1 \"a\" = 1:3 \"\"}"),
    ("\u{FEFF}a: b", "1:2 {1:2 \"a\" = 1:5 \"b\"}"),
    (
      "a: 'it''s'\nb: \"\\x41\\u00e9\\0\\\n  c\"",
      "1:1 {1:1 \"a\" = 1:4 \"it\\'s\", 2:1 \"b\" = 2:4 \"Aé\\0c\"}"
    ),
    ("- |\n a\n b\n- >-\n a\n b\n", "1:1 [1:3 \"a\\nb\\n\", 4:3 \"a b\"]"),
    ("[é, {b: c}, []]", "1:1 [1:2 \"é\", 1:5 {1:6 \"b\" = 1:9 \"c\"}, 1:13 []]"),
    ("? a\n: b\r\nc: d\r\n", "1:1 {1:3 \"a\" = 2:3 \"b\", 3:1 \"c\" = 3:4 \"d\"}"),
    ("a: &x [1]\nb: *x\n", "1:1 {1:1 \"a\" = 1:4 [1:8 \"1\"], 2:1 \"b\" = 1:4 [1:8 \"1\"]}"),
    ("- &x 1\n- &x 2\n- *x", "1:1 [1:3 \"1\", 2:3 \"2\", 2:3 \"2\"]"),
  ])
  func isRead(_ yaml: String, _ tree: String) throws {
    #expect(try shown(MapNode(yaml: yaml, file: "m.yml")) == tree)
  }

  @Test(arguments: [
    ("# nothing", "2:1", "found nothing, expected keys with values"),
    ("a: [1, 2", "2:1", "not YAML: did not find expected ',' or ']'"),
    ("a: {b", "2:1", "not YAML: did not find expected ',' or '}'"),
    ("a: 1\n b: 2", "2:3", "not YAML: mapping values are not allowed in this context"),
    ("a: 1\n- b", "2:1", "not YAML: did not find expected key"),
    ("a:\n\tb: 1", "2:1", "not YAML: found character that cannot start any token"),
    ("a: 'b", "1:6", "not YAML: found unexpected end of stream"),
    ("a: \"\\q\"", "1:5", "not YAML: found unknown escape character"),
    ("a: \"\\ud800\"", "1:7", "not YAML: found invalid Unicode character escape code"),
    ("a: é\u{1}", "1:5", "not YAML: control characters are not allowed"),
    ("a: 1\nb: é\0c\n", "2:5", "not YAML: control characters are not allowed"),
    ("a: *b", "1:4", "not YAML: found undefined alias"),
    ("a: &b [*b]", "1:8", "not YAML: found undefined alias"),
    ("a: 1\nb: 2\n\"a\": 3", "3:1", "not YAML: found the key 'a' twice"),
    ("[a]: 1", "1:1", "expected a text"),
    ("a: 1\n---\nb: 2", "2:1", "found another document, expected one"),
    ("a: !x!y 1", "1:4", "not YAML: found undefined tag handle"),
    ("%YAML 2.0\n---\na: 1", "1:1", "not YAML: found incompatible YAML document"),
  ])
  func isRefused(_ yaml: String, _ place: String, _ message: String) {
    let error = #expect(throws: HealthError.self) { try MapNode(yaml: yaml, file: "m.yml") }
    #expect(error?.description == "m.yml:\(place): error: \(message) [malformed-map]")
  }

  @Test(arguments: [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")])
  func depthIsBounded(_ start: String, _ end: String) throws {
    func nested(_ levels: Int) throws {
      let yaml =
        Array(repeating: start, count: levels) + ["a"] + Array(repeating: end, count: levels)
      _ = try MapNode(yaml: yaml.joined(), file: "m.yml")
    }
    // A key is a text, so a question mark nests nothing.
    if start != "? " { try nested(100) }
    let error = #expect(throws: HealthError.self) { try nested(101) }
    if start != "? " {
      #expect(error?.message == "found more than 100 levels in a map, the limit")
    }
    #expect(throws: HealthError.self) { try nested(100_000) }
  }

  /// The time that libyaml takes for them grows with the square of their number.
  @Test(arguments: ["\n", "\r", "\u{85}", "\u{2028}"])
  func directivesAreBounded(_ end: String) throws {
    func directives(_ count: Int) -> String {
      (0..<count).map { "%TAG !\($0)! x\(end)" }.joined() + "---\na: 1"
    }
    #expect(try MapNode(yaml: directives(16), file: "m.yml").entries.count == 1)
    let error = #expect(throws: HealthError.self) {
      try MapNode(yaml: directives(17), file: "m.yml")
    }
    #expect(error?.message == "found more than 16 directives, the most that are read")
  }

  /// Every beginning of a text, and every text with a damage at one place, ends in a tree or in an error in the text.
  @Test(.timeLimit(.minutes(1))) func damageHasAPlace() throws {
    let yaml = Array(
      """
      # comment
      name: &anchor "text \\u00e9"
      list: [a, 'b', *anchor, {c: d}]
      block: |2-
        first
         second
      ? key
      : - >
          folded
        - !!str 1
      """.utf8)
    let damages: [[UInt8]] =
      [
        [], [0], [0xff], [0xc3], [0xed, 0xa0, 0x80], [0xef, 0xbf, 0xbe], Array("\u{FEFF}".utf8),
        Array("\t".utf8), Array("\n".utf8), Array("\r".utf8), Array("\u{2028}".utf8),
      ] + "[]{}:,-?&*!|>'\"%@`#\\".utf8.map { [$0] } + [
        Array("\n---\n".utf8), Array("\n...\n".utf8),
      ]
    func read(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(HealthError) { _ = try MapNode(yaml: text, file: "m.yml") } catch {
        #expect(error.rule == "malformed-map")
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.count
        #expect((1...(lines + 1)).contains(error.place.line) && error.place.column > 0, "\(error)")
      }
    }
    for index in 0...yaml.count {
      read(Array(yaml[..<index]))
      for damage in damages {
        read(yaml[..<index] + damage + yaml[index...])
        read(yaml[..<index] + damage + yaml[min(index + 1, yaml.count)...])
      }
    }
  }
}
