import HealthModel

extension Rule {
  static let lookalikeSources = Rule(
    "lookalike-sources", .dataset, .info,
    title: "sources that look alike are one",
    explanation: """
      Two names of sources differ by nothing but a kind of space or characters that cannot be \
      seen. To programs they are two sources, to people one: totals by source come out apart. \
      Told once for each name.
      """,
    exceptions: """
      A no-break space by itself is how phones write `Zoë’s Apple Watch`. Upper and lower case \
      are seen.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Bath Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Bath&#160;Scale" \
        startDate="2024-06-02 08:00:00 +0200" endDate="2024-06-02 08:00:00 +0200" \
        value="70"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Bath&#160;Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="bath scale" \
        startDate="2024-06-02 08:00:00 +0200" endDate="2024-06-02 08:00:00 +0200" \
        value="70"/>
        """)
  ) { LookalikeSources() }
}

private struct LookalikeSources: RuleCheck {
  /// The names met, by what is seen of them.
  private var names: [String: String] = [:]
  /// Names of sources found already.
  private var told: Set<String> = []
  /// Bytes of names kept.
  private var weight = 0

  /// Real data have some dozens of sources; of a source for every sample not all are kept.
  private static let limit = 1 << 20

  mutating func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention {
    let name = descriptor.source.name
    guard descriptor.hasSource, weight < Self.limit, !told.contains(name) else { return .none }
    let seen = Self.seen(name)
    guard let other = names[seen] else {
      names[seen] = name
      weight += 2 * name.utf8.count + 64
      return .none
    }
    // Strings of equal meaning are equal in Swift; here the bytes count.
    return other.utf8.elementsEqual(name.utf8) ? .none : .every
  }

  mutating func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let name = sample.descriptor.source.name
    guard told.insert(name).inserted else { return }
    weight += name.utf8.count + 64
    findings.add(
      "the source's name differs from another by characters that cannot be told apart", on: sample,
      detail: name)
  }

  /// A name with every space as one, and without what is not seen.
  private static func seen(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .spaceSeparator: scalars.append(" ")
      case .format, .control: continue
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
