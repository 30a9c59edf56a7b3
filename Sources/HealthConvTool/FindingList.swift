import HealthConv

/// Findings for people: the gravest first, no more than they will read.
struct FindingList {
  private let findings: FindingLog

  private static let shown = 10

  init(_ findings: FindingLog) { self.findings = findings }

  /// Writes the findings on standard error.
  func write() {
    let lines = findings.first.prefix(Self.shown).map(\.description)
    for line in lines { StandardError.write(line + "\n") }
    let rest = findings.count - lines.count
    if rest > 0 { StandardError.write("… and \(Figures.count(rest)) more\n") }
  }
}
