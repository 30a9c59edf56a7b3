import HealthBytes
import HealthModel

extension Rule {
  static let lookalikeSources = Rule(
    "lookalike-sources", .dataset, .info,
    title: "source names look alike but differ",
    explanation: """
      The names of two sources differ only in characters that look alike or cannot be seen: kinds of spaces, \
      straight and typographic apostrophes, quotation marks and hyphens, invisible characters, accents that are \
      composed or separate. Programs take them for two sources, so that totals by source are split. The message \
      gives the code points that differ; reports that show values give both names, too. Reported once for each name.
      """,
    exceptions: """
      One name with a no-break space or a typographic apostrophe is how phones write `Ann’s Apple Watch`. Upper \
      and lower case differ visibly.
      """,
    examples: Examples(
      bad: .lines(
        .quantity("BodyMass", unit: "kg", value: "70", source: "Bath Scale"),
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Bath&#160;Scale",
          start: "2024-06-02 08:00:00 +0200")),
      good: .lines(
        .quantity("BodyMass", unit: "kg", value: "70", source: "Bath&#160;Scale"),
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "bath scale",
          start: "2024-06-02 08:00:00 +0200")))
  ) { LookalikeSources() }
}

private struct LookalikeSources: RuleCheck {
  /// The names of sources by their visible form.
  private var names: [String: String] = [:]
  /// The names that were reported.
  private var reported: Set<String> = []
  /// The approximate bytes of memory that the names take.
  private var weight = 0

  /// The most bytes of names. Real data have some dozens of sources; if each sample has its own, further ones are ignored.
  private static let limit = 1 << 20

  mutating func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    let name = descriptor.source.name
    // Longer names are ignored: comparing a name of megabytes would take five times its memory.
    guard descriptor.hasSource, name.utf8.count <= Limits.nameBytes.value, weight < Self.limit,
      !reported.contains(name)
    else { return .none }
    let form = Self.visibleForm(of: name)
    guard let other = names[form] else {
      names[form] = name
      weight += 2 * name.utf8.count + 64
      return .none
    }
    // Swift considers canonically equivalent strings equal, so the bytes are compared.
    return other.utf8.elementsEqual(name.utf8) ? .none : .every
  }

  mutating func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let name = sample.descriptor.source.name
    guard let other = names[Self.visibleForm(of: name)], reported.insert(name).inserted else {
      return
    }
    weight += name.utf8.count + 64
    findings.add(
      "the source's name looks like that of another source, but has "
        + Self.differences(name, other), on: sample, detail: "'\(name)' and '\(other)'")
  }

  /// The visible form of a name: without invisible characters, with one form of similar ones.
  private static func visibleForm(of name: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: name.unicodeScalars.compactMap(visibleForm(of:)))
    return String(scalars)
  }

  /// The visual class of a character: every space, apostrophe, quotation mark and hyphen becomes the ASCII one; `nil`
  /// if it is invisible.
  private static func visibleForm(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\u{2018}"..."\u{201B}", "\u{2032}", "\u{2BC}", "\u{B4}", "`", "\u{FF07}": return "'"
    case "\u{201C}"..."\u{201F}", "\u{2033}", "\u{FF02}": return "\""
    case "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FF0D}": return "-"
    default:
      switch scalar.properties.generalCategory {
      case .spaceSeparator: return " "
      case .format, .control: return nil
      default: return scalar
      }
    }
  }

  /// The first four pairs of code points that differ, such as `U+00A0 where the other has U+0020`.
  private static func differences(_ name: String, _ other: String) -> String {
    var (a, b) = (name.unicodeScalars[...], other.unicodeScalars[...])
    var pairs: [String] = []
    while pairs.count < 4, let pair = nextDifference(&a, &b) {
      let text = "\(pair.0) where the other has \(pair.1)"
      if !pairs.contains(text) { pairs.append(text) }
    }
    return pairs.joined(separator: ", and ")
  }

  /// Removes the common prefix of two names and the first characters that differ, and returns these.
  private static func nextDifference(
    _ a: inout Substring.UnicodeScalarView, _ b: inout Substring.UnicodeScalarView
  ) -> (String, String)? {
    while let first = a.first, first == b.first { (a, b) = (a.dropFirst(), b.dropFirst()) }
    if a.isEmpty, b.isEmpty { return nil }
    if let first = a.first, visibleForm(of: first) == nil {
      a.removeFirst()
      return (codePoint(first), "nothing")
    }
    if let first = b.first, visibleForm(of: first) == nil {
      b.removeFirst()
      return ("nothing", codePoint(first))
    }
    if let first = a.first, let second = b.first, visibleForm(of: first) == visibleForm(of: second)
    {
      (a, b) = (a.dropFirst(), b.dropFirst())
      return (codePoint(first), codePoint(second))
    }
    // The rest is canonically equivalent: one of the names has combining accents.
    defer { (a, b) = ("".unicodeScalars[...], "".unicodeScalars[...]) }
    return a.count > b.count
      ? ("separate accents", "composed letters") : ("composed letters", "separate accents")
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
  }
}
