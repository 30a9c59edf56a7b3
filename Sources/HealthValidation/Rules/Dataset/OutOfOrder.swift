import HealthModel

extension Rule {
  static let outOfOrder = Rule(
    "out-of-order", .dataset, .info,
    title: "samples of a type are not in order",
    explanation: """
      An export contains the samples of a type in the order in which they were saved, and other \
      programs sort by start. Here a sample was both saved and started before the one that precedes \
      it, which breaks programs that rely on either order. Reported once for each type.
      """,
    exceptions: """
      From one sample to the next, one of the two orders is enough. Files that do not state when \
      samples were saved are not checked, since no export is in order of start.
      """,
    examples: Examples(
      bad: .lines(
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Scale", saved: "2024-06-01 09:00:00 +0200"),
        .quantity(
          "BodyMass", unit: "kg", value: "70.5", source: "Scale",
          saved: "2024-05-31 09:00:00 +0200", start: "2024-05-31 09:00:00 +0200")),
      good: .lines(
        .quantity(
          "BodyMass", unit: "kg", value: "70", source: "Scale", saved: "2024-06-01 09:00:00 +0200"),
        .quantity(
          "BodyMass", unit: "kg", value: "70.5", source: "Scale",
          saved: "2024-06-02 09:00:00 +0200", start: "2024-05-31 09:00:00 +0200"))),
    kinds: [.quantity, .category, .correlation, .workout]
  ) { OutOfOrder() }
}

private struct OutOfOrder: RuleCheck {
  private var descriptor: SampleDescriptor?
  private var created = Timestamp(secondsSince1970: .min)
  private var start = Timestamp(secondsSince1970: .min)
  private var reported: Set<SampleType> = []

  /// More types than any export has.
  private static let limit = 1 << 12

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .picked }

  mutating func picks(_ header: SampleHeader) -> Bool {
    guard let created = header.created?.instant else { return false }
    let start = header.start.instant
    let isFound =
      created < self.created && start < self.start && descriptor?.type == header.descriptor.type
      && reported.count < Self.limit && !header.descriptor.isHeavy
      && !reported.contains(header.descriptor.type)
    if descriptor !== header.descriptor { descriptor = header.descriptor }
    (self.created, self.start) = (created, start)
    return isFound
  }

  mutating func check(_ sample: CheckedSample, _ findings: inout Findings) {
    reported.insert(sample.descriptor.type)
    findings.add("the sample was saved and started before the preceding one", on: sample)
  }
}

extension Timestamp {
  /// The same instant without the offset and the text that it was read with.
  fileprivate var instant: Timestamp {
    Timestamp(secondsSince1970: secondsSince1970, nanoseconds: nanoseconds)
  }
}
