import HealthBytes
import HealthModel

extension Rule {
  static let offsetOfExport = Rule(
    "offset-of-export", .dataset, .info,
    title: "dates have the offset of the place where the sample was taken",
    explanation: """
      Samples that name their time zone are written with an offset from UTC that this zone did not have \
      then. A phone writes every date with the one offset that it has while it exports: of samples taken \
      in summer, an export made in winter tells an hour that no clock showed. The instant is right; the \
      hour of the day, and around midnight the day, are to be had from the zone, not from the offset. \
      Told once, at the first.
      """,
    exceptions: """
      Most samples do not name their zone, and of those nothing can be told. Nor can it where the zone is \
      not in the system's database of zones.
      """,
    examples: Examples(
      bad: """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
        startDate="2024-06-01 08:00:00 +0100" endDate="2024-06-01 08:30:00 +0100">\
        <MetadataEntry key="HKTimeZone" value="Europe/Paris"/></Workout>
        """,
      good: """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200">\
        <MetadataEntry key="HKTimeZone" value="Europe/Paris"/></Workout>
        """)
  ) { OffsetOfExport() }
}

private struct OffsetOfExport: RuleCheck {
  /// The zones met, by their names; `nil` for those that are not known.
  private var zones: [String: Zone?] = [:]
  /// How many samples named a zone that is known.
  private var named = 0
  /// How many of them are written with another offset, and where the first is.
  private var displaced = 0
  private var first: Place?

  /// More zones than there are.
  private static let limit = 1 << 10

  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention {
    kind.hasOwnDates ? .metadata : .none
  }

  mutating func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard let name = sample.metadata[.timeZone], let zone = zone(name) else { return }
    named += 1
    let offset = zone.offset(at: sample.start.secondsSince1970)
    // Before there were zones, offsets had seconds.
    guard (offset - Int(sample.start.offsetMinutes) * 60).magnitude >= 60 else { return }
    displaced += 1
    if first == nil { first = sample.place }
  }

  mutating func finish(_ findings: inout Findings) {
    guard let first else { return }
    findings.add(
      "of \(named.grouped) samples that name their zone, \(displaced.grouped) are written with an "
        + "offset that it did not have then", at: first)
  }

  private mutating func zone(_ name: String) -> Zone? {
    if let known = zones[name] { return known }
    // Others, such as one that means the zone of this machine, are nobody's.
    let zone = TimeZoneName.isKnown(name) ? try? Zone(name) : nil
    if zones.count < Self.limit { zones[name] = .some(zone) }
    return zone
  }
}
