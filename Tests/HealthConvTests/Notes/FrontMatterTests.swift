import HealthBytes
import HealthTesting
import HealthYAML
import Testing

@testable import HealthConv

/// Only lines of the given keys change; every other byte of a note stays.
@Suite struct FrontMatterTests {
  private static let entries: [FrontMatter.Entry] = [
    ("health_steps", "8765"), ("health_asleep_min", "412.5"), ("health_start", "\"22:15\""),
    ("health_gone", nil),
  ]

  private static func updated(_ text: String) throws(FrontMatter.Fault) -> String {
    String(decoding: try FrontMatter.updated(Array(text.utf8), entries), as: UTF8.self)
  }

  private static let all = "health_steps: 8765\nhealth_asleep_min: 412.5\nhealth_start: \"22:15\"\n"

  @Test(
    arguments: [
      ("", "---\n\(all)---\n"), ("text", "---\n\(all)---\ntext"),
      ("\u{FEFF}# Day\n", "\u{FEFF}---\n\(all)---\n# Day\n"), ("---\n---", "---\n\(all)---"),
      ("----\n", "---\n\(all)---\n----\n"),
      (
        "---\nmood: good # my own\n---\ntext\n---\n",
        "---\nmood: good # my own\n\(all)---\ntext\n---\n"
      ),
      (
        "---\nhealth_steps:   1  # by hand\nhealth_gone: 4\nlist:\n- a\n---\n",
        "---\nhealth_steps:   8765  # by hand\nlist:\n- a\nhealth_asleep_min: 412.5\nhealth_start: \"22:15\"\n---\n"
      ),
      (
        "---\ntext: |\n  health_steps: 3\n  ---\n---\n",
        "---\ntext: |\n  health_steps: 3\n  ---\n\(all)---\n"
      ),
    ])
  func keysAreChanged(_ note: String, _ expected: String) throws {
    let found = try Self.updated(note)
    #expect(found == expected)
    #expect(try Self.updated(found) == expected)
  }

  @Test(
    arguments: [
      ("---\nmood: good\n", .noEnd), ("---\nmood: good\n--- \n---\n", .unclear),
      ("--- \nmood: good\n---\n", .unclear), ("---\nmood: good\n...\n", .unclear),
      ("---\rmood: good\r---\r", .carriageReturns), ("---\n- a\n---\n", .notMapping),
      ("---\n{mood: good}\n---\n", .notMapping), ("---\nmood: [\n---\n", .notYAML),
      ("---\n\tmood: good\n---\n", .notYAML),
      ("---\nhealth_steps: 1\nhealth_steps: 2\n---\n", .repeated("health_steps")),
      ("---\nhealth_steps: |\n  1\n---\n", .otherForm("health_steps")),
      ("---\nhealth_steps:\n  - 1\n---\n", .otherForm("health_steps")),
      ("---\nhealth_steps: [1]\n---\n", .otherForm("health_steps")),
      ("---\n\"health_steps\": 1\n---\n", .otherForm("health_steps")),
    ] as [(String, FrontMatter.Fault)])
  func otherNotesAreLeft(_ note: String, _ fault: FrontMatter.Fault) {
    #expect(throws: fault) { try Self.updated(note) }
  }

  @Test func textThatIsNotUTF8IsLeft() {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x2D, 0], [0x61, 0xE9, 0x0A], [0xC0, 0x80]] {
      #expect(throws: FrontMatter.Fault.notUTF8) { try FrontMatter.updated(bytes, Self.entries) }
    }
  }

  /// Of a random note, all lines but those of our keys are the same bytes, in the same order, and a second time nothing changes.
  @Test(arguments: 1...8) func everyOtherByteStays(_ seed: Int) throws {
    var random = FixedRandom(seed: UInt64(seed))
    var (changed, left) = (0, 0)
    for _ in 0..<2_000 {
      let note = Self.note(&random)
      let new: [UInt8]
      do throws(FrontMatter.Fault) { new = try FrontMatter.updated(note, Self.entries) } catch {
        left += 1
        continue
      }
      #expect(try FrontMatter.updated(new, Self.entries) == new)
      changed += new == note ? 0 : 1
      let (before, after) = (Self.foreignLines(note), Self.foreignLines(new))
      let title = String(decoding: note, as: UTF8.self)
      if after != before {
        // A note without front matter has two more lines, in front of all others.
        let hasMark = note.starts(with: [0xEF, 0xBB, 0xBF])
        var rest = after
        let fences = rest.prefix(2)
        rest.removeFirst(2)
        var whole = Array(rest.joined())
        if hasMark { whole = [0xEF, 0xBB, 0xBF] + whole }
        #expect(whole == note, "\(title)")
        #expect(
          fences.allSatisfy {
            $0.filter { ![13, 10, 0xEF, 0xBB, 0xBF].contains($0) } == Array("---".utf8)
          })
      }
    }
    #expect(changed > 200 && left > 200, "\(changed) \(left)")
  }

  /// The lines with their ends, but those that begin with one of our keys where that is no text of the note.
  private static func foreignLines(_ note: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in note {
      lines[lines.count - 1].append(byte)
      if byte == 10 { lines.append([]) }
    }
    return lines.filter { line in
      !line.isEmpty && !entries.contains { line.starts(with: Array("\($0.key):".utf8)) }
    }
  }

  private static func note(_ random: inout FixedRandom) -> [UInt8] {
    let ends = ["\n", "\r\n", "\n", "\n", "\r"]
    let end = ends[random.below(ends.count)]
    let matter = [
      "mood: good", "# a comment", "health_steps: 4", "health_steps: 9 # mine",
      "tags:\(end)- a\(end)- b",
      "text: |\(end)  --- a\(end)  health_steps: 7", "text: |+\(end)  a\(end)", "", "\tx: 1",
      "a: \"b\(end)  c\"",
      "health_gone: 3", "health_start: \"9:00\"", "q: 'it''s'", "empty:", "health_asleep_min:",
      "---", "... ",
      "x: [1,\(end)  2]", "ключ: значение", "- a", "health_other: 5", "y: \u{2028}z",
      "date: 2024-01-01",
      "folded: >-\(end)  a\(end)\(end)  b", "&a k: *a", "? b", ": c",
    ]
    let body = ["# Day", "---", "text --- text", "", "- item", "```yaml", "mood: bad", "*"]
    var text = random.below(4) == 0 ? "\u{FEFF}" : ""
    if random.below(4) > 0 {
      text += "---" + end
      for _ in 0..<random.below(6) { text += matter[random.below(matter.count)] + end }
      if random.below(8) > 0 { text += "---" + (random.below(4) > 0 ? end : "") }
    }
    for _ in 0..<random.below(5) { text += body[random.below(body.count)] + end }
    if random.below(3) == 0 { text += "no line end" }
    var bytes = Array(text.utf8)
    if random.below(12) == 0 {
      bytes.insert(UInt8(0x80 + random.below(128)), at: random.below(bytes.count + 1))
    }
    return bytes
  }
}
