import HealthModel

extension Rule {
  static let memberDiffers = Rule(
    "member-differs-from-copy", .dataset, .warning,
    title: "correlation member differs from its sample stored separately",
    explanation: """
      An export contains the members of a correlation twice: in the correlation and stored \
      separately. Here the member differs in value or end from the separate sample of the same type, \
      source and start, so that both are counted and it is not known which one is right.
      """,
    exceptions: """
      A member that is not stored separately is legal. Where several correlations and samples share \
      type, source and start, only surplus samples are compared.
      """,
    examples: Examples(
      bad: .lines(
        .quantity("DietaryIron", unit: "mg", value: "1.5", source: "Food"),
        .correlation(
          "Food", source: "Food",
          .quantity("DietaryIron", unit: "mg", value: "2.5", source: "Food"))),
      good: .lines(
        .quantity("DietaryIron", unit: "mg", value: "1.5", source: "Food"),
        .correlation(
          "Food", source: "Food",
          .quantity("DietaryIron", unit: "mg", value: "1.5", source: "Food"))))
  ) { MemberDiffers() }
}

private struct MemberDiffers: RuleCheck {
  /// The members with the current series and start that occur only in their correlation, and the samples.
  private var nested: [TimelineEntry] = []
  private var samples: [UInt64] = []
  private var onset: TimelineEntry.Onset?
  /// How many more samples than members with a duplicate there are.
  private var spare = 0
  private static let mostCompared = 64

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .none }

  var comparesSamples: Bool { true }

  mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings) {
    if onset != entry.onset {
      check(&findings)
      onset = entry.onset
    }
    switch entry.role {
    case .sample:
      spare += 1
      if samples.count < Self.mostCompared { samples.append(entry.measurement) }
    case .alsoTopLevel: spare -= 1
    case .nested: if nested.count < Self.mostCompared { nested.append(entry) }
    }
  }

  mutating func finish(_ findings: inout Findings) { check(&findings) }

  private mutating func check(_ findings: inout Findings) {
    var differing: TimelineEntry?
    for member in nested {
      // A sample that follows its correlation (late-copy) is equal to the member.
      if let index = samples.firstIndex(of: member.measurement) {
        samples.remove(at: index)
        spare -= 1
      } else {
        differing = differing ?? member
      }
    }
    if let differing, spare > 0 {
      findings.add(
        "a member of the correlation differs from the sample stored separately", on: differing)
    }
    nested.removeAll()
    samples.removeAll()
    spare = 0
  }
}
