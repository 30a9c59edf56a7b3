import HealthBytes
import HealthConv
import HealthValidation

/// Findings for people: the most severe first, limited to a readable number.
struct FindingList {
  private let findings: FindingLog

  private static let shown = 10

  init(_ findings: FindingLog) { self.findings = findings }

  /// Writes the findings on standard error.
  func write(isQuiet: Bool) {
    let listed = isQuiet ? findings.first.filter { $0.severity == .error } : findings.first
    let rules = isQuiet ? findings.rules.filter { $0.severity == .error } : findings.rules
    let lines = listed.prefix(Self.shown).map(\.description.printable)
    let isColored = TerminalColor.Stream.errors.isColored
    for line in lines {
      StandardError.draw((isColored ? TerminalColor.finding(line) : line) + "\n")
    }
    let rest = rules.reduce(0) { $0 + $1.count } - lines.count
    if rest > 0 { StandardError.write("… and \(Figures.count(rest)) more\n") }
    if listed.contains(where: { $0.rule == "not-of-export" }) {
      StandardError.write(
        "healthconv: note: --all-files reads the files that are not part of the export, too.\n")
    }
  }
}
