/// A page of the documentation as plain text: paragraphs on one line each, examples indented by four spaces, headings in
/// capitals. It converts the part of Markdown that the pages use.
struct MarkdownText {
  private var blocks: [String] = []
  private var paragraph = ""
  private var example: [Substring]?

  static func text(of page: [UInt8]) -> String {
    var text = MarkdownText()
    for line in String(decoding: page, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      text.add(line)
    }
    text.endParagraph()
    return text.blocks.joined(separator: "\n\n") + "\n"
  }

  private mutating func add(_ line: Substring) {
    if line.hasPrefix("```") {
      endParagraph()
      if let example { append(example) }
      example = example == nil ? [] : nil
    } else if example != nil {
      // The sessions begin with a copy of a file that only their tests have.
      if !line.contains("$SAMPLES") { example?.append(line) }
    } else if line.hasPrefix("    ") {
      endParagraph()
      append([line.dropFirst(4)])
    } else if line.isEmpty {
      endParagraph()
    } else if line.hasPrefix("#") {
      endParagraph()
      let title = line.drop { $0 == "#" || $0 == " " }
      if line.hasPrefix("##") { blocks.append(title.uppercased()) }
    } else if line.hasPrefix("|") {
      endParagraph()
      addRow(line)
    } else {
      if line.hasPrefix("- ") { endParagraph() }
      paragraph += (paragraph.isEmpty ? "" : " ") + line.drop { $0 == " " }
    }
  }

  /// An example, which continues the one before it.
  private mutating func append(_ lines: [Substring]) {
    let text = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    if text.isEmpty { return }
    if lines.count == 1, let last = blocks.last, last.hasPrefix("    ") {
      blocks[blocks.count - 1] = "\(last)\n\(text)"
    } else {
      blocks.append(text)
    }
  }

  /// A row of a table: its cells after each other. Headings of columns are left out.
  private mutating func addRow(_ line: Substring) {
    let cells = line.dropFirst().dropLast().replacing("\\|", with: "\u{0}").split(
      separator: "|", omittingEmptySubsequences: false
    ).map { cell in
      Self.plain(String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
        .replacing("\u{0}", with: "|")
    }
    if cells.allSatisfy({ $0.isEmpty || $0.allSatisfy { $0 == "-" || $0 == ":" } }) { return }
    if cells.last?.isEmpty == true { return }
    let head = cells.dropLast().filter { !$0.isEmpty }
    blocks.append((head + [cells.last ?? ""]).joined(separator: ": "))
  }

  private mutating func endParagraph() {
    if !paragraph.isEmpty { blocks.append(Self.plain(paragraph)) }
    paragraph = ""
  }

  /// Text without marks and addresses of links.
  private static func plain(_ text: String) -> String {
    var plain = ""
    var rest = text.replacing("**", with: "").replacing("`", with: "")[...]
    while let open = rest.firstRange(of: "[") {
      plain += rest[..<open.lowerBound]
      rest = rest[open.lowerBound...]
      guard let middle = rest.firstRange(of: "]("),
        let close = rest[middle.upperBound...].firstIndex(of: ")")
      else { break }
      plain += rest[open.upperBound..<middle.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return plain + rest
  }
}
