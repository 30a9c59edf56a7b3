import HealthBytes
import HealthModel

extension Rule {
  static let offsetOfExport = Rule(
    "offset-of-export", .dataset, .info,
    title: "dates have the UTC offset of the export, not of the sample's time zone",
    explanation: """
      Samples whose metadata name a time zone have a UTC offset that this zone did not have at that \
      time. A phone writes every date with the offset that it has during the export: for a sample \
      taken in summer, an export made in winter states a local time that is off by an hour. The \
      instant is right; take the local time, and around midnight the day, from the zone and not from \
      the offset. Reported once, at the first sample.
      """,
    exceptions: """
      Most samples do not name their zone and are not checked. Nor are samples whose zone is not in \
      the system's time zone database.
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

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
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
        + "offset that the zone did not have at that time", at: first)
  }

  private mutating func zone(_ name: String) -> Zone? {
    // No zone has a name that long.
    guard name.utf8.count <= 64 else { return nil }
    if let known = zones[name] { return known }
    // Others, such as a name for the local zone of this machine, are not names of zones.
    let zone = TimeZoneName.isKnown(name) ? try? Zone(name) : nil
    if zones.count < Self.limit { zones[name] = .some(zone) }
    return zone
  }
}
