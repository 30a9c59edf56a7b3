import HealthModel
package import HealthValidation

/// Findings that can occur in every line, reported once each at the end, with the first location
/// and a count.
struct FindingTally {
  private var entries: [Entry] = []
  /// How many different findings are distinguished; others are only counted.
  private static let limit = 100
  private var others = 0

  /// Whether nothing was found.
  var isEmpty: Bool { entries.isEmpty }

  private struct Entry {
    let rule: String
    let severity: Finding.Severity
    let message: String
    let place: Place
    var count = 1
  }

  /// Counts a finding that was reported before, or one too many to distinguish.
  ///
  /// - Returns: Whether it was counted; if not, it is to be added with its place.
  mutating func counts(_ rule: String, _ message: String) -> Bool {
    if let index = entries.firstIndex(where: { $0.rule == rule && $0.message == message }) {
      entries[index].count += 1
      return true
    }
    guard entries.count >= Self.limit else { return false }
    others += 1
    return true
  }

  /// Adds a finding that was not met before.
  mutating func add(
    _ rule: String, _ message: String, at place: Place, severity: Finding.Severity = .warning
  ) {
    entries.append(Entry(rule: rule, severity: severity, message: message, place: place))
  }

  /// Adds the findings of the part of the file that follows.
  ///
  /// - Parameter place: Makes a location in the file of one in the part.
  /// - Returns: `false`, and nothing changes, if the part has more different findings than are distinguished.
  mutating func merge(_ part: FindingTally, _ place: (Place) -> Place = { $0 }) -> Bool {
    guard part.others == 0 else { return false }
    for entry in part.entries {
      if let index = entries.firstIndex(where: {
        $0.rule == entry.rule && $0.message == entry.message
      }) {
        entries[index].count += entry.count
      } else if entries.count < Self.limit {
        entries.append(
          Entry(
            rule: entry.rule, severity: entry.severity, message: entry.message,
            place: place(entry.place), count: entry.count))
      } else {
        others += entry.count
      }
    }
    return true
  }

  /// The findings in the order of the file, and forgets them.
  mutating func takeAll() -> [Finding] {
    defer { self = FindingTally() }
    var findings = entries.map { entry in
      Finding(
        rule: entry.rule, severity: entry.severity, place: entry.place,
        message: entry.count == 1 ? entry.message : "\(entry.message) (\(entry.count) times)")
    }
    if others > 0, let last = findings.last {
      findings.append(
        Finding(
          rule: "more-findings", severity: .warning, place: last.place,
          message: "\(others) more findings of other kinds than those listed"))
    }
    return findings
  }
}

extension [Finding] {
  /// Adds a finding about repaired input, or throws it as an error.
  ///
  /// - Parameter finding: The finding; its message describes the repair after a semicolon.
  mutating func add(_ finding: Finding, isStrict: Bool) throws(HealthError) {
    guard isStrict, finding.severity > .info else { return append(finding) }
    throw HealthError(
      .malformed, rule: finding.rule, place: finding.place,
      String(finding.message.prefix { $0 != ";" }))
  }
}

/// Findings of readers of any format.
package let inputRules: [Rule] = [
  Rule(
    reader: "unreadable-input", .error,
    title: "input cannot be read",
    explanation: """
      The input is damaged below the level of its format: a checksum differs, or a compressed \
      stream is malformed.
      """),
  Rule(
    reader: "unsupported", .error,
    title: "input is of an unsupported kind",
    explanation: """
      The input, or something that it requires, is of a kind that this program does not read.
      """),
  Rule(
    reader: "link-not-followed", .warning,
    title: "folder contains links",
    explanation: """
      The folder contains links to files or folders, as those of git-annex, DataLad and Stow do. They are not \
      followed, since they may lead to any file of the system; what they lead to is not read. A path that is given by \
      name is followed.
      """),
  Rule(
    reader: "limit", .error,
    title: "input exceeds a limit",
    explanation: """
      Something in the file exceeds a limit that no real export reaches: the size of an \
      attribute or of an element, or the number of elements in a sample. Reading it would take \
      unbounded memory.
      """),
  Rule(
    reader: "more-findings", .warning,
    title: "file has more kinds of findings than are listed",
    explanation: """
      A file has more different findings, such as unknown members of many names, than a report distinguishes. The \
      others, of any rule, are counted together.
      """),
  Rule(
    reader: "missing-value", .error,
    title: "quantity has no value",
    explanation: """
      A quantity has no number. It is preserved as an unknown element.
      """),
  Rule(
    reader: "malformed-number", .warning,
    title: "number cannot be read",
    explanation: """
      A value that should be a number is something else. If it is the value of a sample, the \
      finding is an error and the sample is preserved as an unknown element; elsewhere the \
      value is preserved as text.
      """),
  Rule(
    reader: "malformed-date", .warning,
    title: "date cannot be read",
    explanation: """
      A value that should be a date is something else, or is a day that the calendar does not \
      have. If it is the start or the end of a sample, the finding is an error and the sample \
      is preserved as an unknown element; elsewhere the date is preserved as text.
      """),
]
