import HealthModel
import HealthValidation

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

extension FindingTally {
  /// Counts an activity of a name that is not known.
  mutating func countUnknownActivity(_ name: String, at place: Place) {
    let fault = CellFault.unknownActivity(name, cell: 0)
    if counts(fault.rule, fault.message) { return }
    add(fault.rule, fault.message, at: place, severity: fault.severity)
  }
}

/// The finding about an activity of a name that is not known.
let unknownActivityRule = Rule(
  reader: "unknown-activity", .info,
  title: "activity is not known",
  explanation: """
    A file names an activity with a word that is not known. Its workout has the activity "other", and the word is preserved.
    """)
