import HealthModel

extension Rule {
  static let memberOutsideParent = Rule(
    "member-outside-parent", .structure, .warning,
    title: "member lies outside its correlation's time",
    explanation: """
      A member of a correlation starts before it or ends after it. One of the two has another \
      sample's dates.
      """,
    exceptions: "Dates are written in whole seconds, so a difference of one second is allowed.",
    examples: Examples(
      bad: .correlation(
        "Food", source: "Food",
        .quantity(
          "DietaryIron", unit: "mg", value: "1.5", source: "Food",
          start: "2024-06-01 10:00:00 +0200")),
      good: .correlation(
        "Food", source: "Food", end: "2024-06-01 10:00:00 +0200",
        .quantity(
          "DietaryIron", unit: "mg", value: "1.5", source: "Food",
          start: "2024-06-01 10:00:00 +0200"))),
    kinds: [.correlation]
  ) { MemberOutsideParent() }
}

private struct MemberOutsideParent: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .correlation(let correlation) = sample.sample else { return }
    for (index, member) in correlation.members.enumerated() {
      guard let header = member.sample.header, member.sample.kind.hasOwnDates else { continue }
      if !sample.holds(header.start) || !sample.holds(header.end) {
        findings.add(
          "a member of the correlation lies outside its time", on: sample, part: [.record(index)])
      }
    }
  }
}
