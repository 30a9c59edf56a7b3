import HealthModel
import HealthStatistics
import HealthStore

/// Applies a policy to the samples of one reading: which are granted, and what of them.
struct ReleaseFilter {
  private let release: Release
  private let settings: Policy.Settings
  let grant: PolicyVisibility
  private var visibility: VisibilityFilter<PolicyVisibility>
  private var matcher: SampleMatcher?
  /// Granted samples that were nested in a sample that is not, the next one last.
  private var waiting: [Sample] = []
  private var plans = DescriptorTable<Plan>()
  private var ordinals = OrdinalCounter()
  private let steps: RoundingSteps?
  private let metadata: MetadataCleaner
  private let counts = DropCounts()
  private var isFinished = false
  private let dropsCreation: Bool
  private let givesHeartbeats: Bool

  /// What all samples of a descriptor have in common.
  private struct Plan {
    /// `nil` if the type or the unit is not public.
    let descriptor: SampleDescriptor?
    /// How many days dates move; `nil` until the first day is known.
    var shift: Int64?
    let step: Number?
    let origins: Int
  }

  /// - Parameter ignoresWindow: Whether all days are granted, to find those of the window.
  init(_ release: Release, ignoresWindow: Bool = false) {
    self.release = release
    settings = release.policy.settings
    grant = PolicyVisibility(release.policy, ignoresWindow ? nil : release.windows)
    visibility = VisibilityFilter(grant)
    let predicate = release.policy.predicate
    matcher = predicate == .all ? nil : SampleMatcher(predicate)
    steps = RoundingSteps(release.policy)
    metadata = MetadataCleaner(release.policy, counts, steps)
    dropsCreation = release.policy.action(of: .creation) == .drop
    givesHeartbeats = settings.biometric == .keep && steps?.step(of: .heartbeat, own: nil) == nil
  }

  /// Ends a complete reading.
  mutating func finish(_ dataset: String) {
    isFinished = true
    release.record(counts.counts, keys: counts.keys, of: dataset)
  }

  /// Of the findings of a reader those about granted samples, without their locations and texts, which may name what is not given.
  func released(_ findings: [Finding], _ place: Place) -> [Finding] {
    // The last findings come after the last sample.
    defer { if isFinished { release.record(counts.counts, keys: counts.keys, of: place.file) } }
    return findings.compactMap { finding in
      guard grant.allows(finding) else {
        counts.add(.findings)
        return nil
      }
      return Finding(
        rule: finding.rule, severity: finding.severity, place: place,
        message: "a granted sample; with a policy, findings have no location and no text",
        type: finding.type, isFailure: finding.isFailure)
    }
  }

  /// The next of the samples that wait.
  mutating func takeWaiting() -> Sample? {
    while let sample = waiting.popLast() {
      if let released = transformed(sample, in: nil) { return released }
    }
    return nil
  }

  /// The released form of a sample; `nil` if it is not granted. What is nested in it may wait.
  mutating func released(_ sample: Sample) -> Sample? {
    if case .unknown = sample { counts.add(.unknownElements) }
    if matcher == nil, let granted = visibility.filter(sample) {
      return transformed(granted, in: nil)
    }
    waiting += granted(in: sample).reversed()
    if waiting.isEmpty { counts.add(.samples) }
    return takeWaiting()
  }

  /// The released form of a sample; `nil` also if only samples that are nested in it are granted.
  mutating func releasedWhole(_ sample: Sample) -> Sample? {
    let first = released(sample)
    while takeWaiting() != nil {}
    return first?.kind == sample.kind ? first : nil
  }

  /// The granted parts of a sample, unchanged: the sample itself, or samples nested in it.
  mutating func granted(in sample: Sample) -> [Sample] {
    if let granted = visibility.filter(sample) { return matches(in: granted) }
    var granted: [Sample] = []
    while let nested = visibility.takeWaiting() { granted += matches(in: nested) }
    return granted
  }

  private mutating func matches(in sample: Sample) -> [Sample] {
    matcher?.matches(in: sample) ?? [sample]
  }

  private static func plan(
    _ descriptor: SampleDescriptor, _ release: Release, _ steps: RoundingSteps?
  ) -> Plan {
    let released = release.released(descriptor)
    let step = steps?.step(of: descriptor.type.identifier)
    let isCoarse =
      released?.source != descriptor.source || released?.device != descriptor.device
    return Plan(
      descriptor: released, shift: release.shift(of: descriptor.participant), step: step,
      origins: isCoarse ? 1 : 0)
  }

  /// - Parameter outer: The move of the sample in which this one is nested only.
  private mutating func transformed(_ sample: Sample, in outer: DateMove?) -> Sample? {
    guard let descriptor = sample.descriptor else { return nil }
    if plans.isLarge { _ = plans.takeEntries() }
    let index = plans.index(of: descriptor, kind: sample.kind) { [release, steps] descriptor, _ in
      Self.plan(descriptor, release, steps)
    }
    guard let released = plans[index].descriptor else {
      counts.add(.unlistedTypes)
      return nil
    }
    if plans[index].origins > 0 { counts.add(.origins) }
    guard let move = outer ?? makeMove(sample, index) else {
      counts.add(.undatable)
      return nil
    }
    let isNested = outer != nil
    let result: Sample?
    switch sample {
    case .quantity(let quantity):
      guard var header = header(quantity.header, released, move) else { return nil }
      let number =
        plans[index].step.map { quantity.number.rounded(to: $0) } ?? quantity.number.plain
      let id = QuantitySample.id(header: header, number: number)
      if !isNested { header.ordinal = ordinals.ordinal(of: id) }
      return .quantity(
        QuantitySample(header: header, number: number, beats: beats(of: quantity, header), id: id))
    case .category(let category): result = transformed(category, released, move)
    case .correlation(let correlation):
      guard let header = header(correlation.header, released, move) else { return nil }
      let members = transformed(correlation.members, move)
      result =
        members.isEmpty ? nil : .correlation(Correlation(header: header, members: members))
    default:
      var sample = sample
      if sample.canHoldSamples { sample.members = transformed(sample.members, move) }
      result = sample.structured.flatMap { transformed($0, of: sample, released, move) }
    }
    guard var result else { return nil }
    let ordinal = isNested ? 0 : ordinals.ordinal(of: result.id)
    if ordinal != 0 { result.ordinal = ordinal }
    return result
  }

  private mutating func makeMove(_ sample: Sample, _ index: Int) -> DateMove? {
    let start = sample.start ?? Timestamp(secondsSince1970: 0)
    if plans[index].shift == nil {
      let first = release.firstDay(
        of: sample.participant, orElse: DateMove.localDay(start))
      plans[index].shift = first - Release.firstDay
    }
    return DateMove(start: start, shift: plans[index].shift ?? 0, settings)
  }

  private func header(
    _ header: SampleHeader, _ descriptor: SampleDescriptor, _ move: DateMove
  ) -> SampleHeader? {
    guard let start = header.start.isKnown ? move.moved(header.start) : header.start,
      let end = header.end.isKnown ? move.moved(header.end) : header.end
    else {
      counts.add(.undatable)
      return nil
    }
    var created: Timestamp?
    if let date = header.created {
      created = dropsCreation ? nil : move.moved(date)
      if created == nil { counts.add(.dates) }
    }
    if header.deviceAddress != nil || header.uuid != nil { counts.add(.identifiers) }
    if header.extras != nil { counts.add(.unknownElements) }
    return SampleHeader(
      descriptor: descriptor, start: start, end: end, created: created,
      metadata: metadata.cleaned(header.metadata, move, own: header.descriptor.type.identifier))
  }

  private func transformed(
    _ category: CategorySample, _ descriptor: SampleDescriptor, _ move: DateMove
  ) -> Sample? {
    if settings.text == .drop, let value = category.value, !value.isKnown,
      !PublicWords.isValue(value.name, of: category.type.enumerations)
    {
      counts.add(.unlistedTypes)
      return nil
    }
    return header(category.header, descriptor, move).map {
      .category(CategorySample(header: $0, value: category.value))
    }
  }

  private mutating func transformed(
    _ members: [NestedSample], _ move: DateMove
  ) -> [NestedSample] {
    members.compactMap { member in
      var membership = member.membership
      // Its copy at top level is left out.
      if membership == .alsoTopLevel, matcher?.matches(member.sample) == false {
        membership = .nestedOnly
      }
      // A sample that is also at top level moves as that one.
      let outer = membership == .nestedOnly ? move : nil
      guard var sample = transformed(member.sample, in: outer) else { return nil }
      sample.ordinal = 0
      return NestedSample(sample: sample, membership: membership)
    }
  }

  private func transformed<S: FieldSample>(
    _ structured: S, of sample: Sample, _ descriptor: SampleDescriptor, _ move: DateMove
  ) -> Sample? {
    var (fields, climb) = (structured.fields, nil as Double?)
    var cleaner = FieldCleaner(
      release.policy, move, metadata, counts, steps: steps, type: descriptor.type.identifier)
    if case .workout(let workout) = sample, !workout.fields.routes.isEmpty {
      if settings.routes == .shape {
        cleaner.shape = RouteShape(release.direction(of: sample.id))
      } else if settings.routes == .summary {
        climb = RouteFigures(workout)?.climb
      }
    }
    cleaner.clean(&fields)
    guard var header = header(structured.header, descriptor, move) else { return nil }
    if !sample.kind.hasOwnDates {
      let old = structured.fields.impliedDate
      let date = fields.impliedDate
      guard (old?.isKnown ?? false) == (date?.isKnown ?? false) else {
        counts.add(.undatable)
        return nil
      }
      if let date { (header.start, header.end) = (date, date) }
    }
    if let climb, header.metadata[.elevationAscended] == nil {
      header.metadata.entries.append(
        MetadataEntry(
          key: .elevationAscended,
          .quantity(Number(digits: Int64((climb * 100).rounded()), exponent: 0), unit: "cm")))
    }
    return StructuredSample(header: header, fields: fields).anySample
  }

  /// Heartbeats with their times in one form; those whose time cannot be read are left out.
  private func beats(of quantity: QuantitySample, _ header: SampleHeader) -> [QuantitySample.Beat] {
    if quantity.beats.isEmpty { return [] }
    guard givesHeartbeats else {
      counts.add(.biometric)
      return []
    }
    let beats = quantity.beats.compactMap { beat -> QuantitySample.Beat? in
      guard let date = beat.date(from: quantity.header.start, to: quantity.header.end) else {
        return nil
      }
      let elapsed = date.nanoseconds(since: quantity.header.start)
      return QuantitySample.Beat(
        bpm: beat.bpm, time: header.start.advanced(byNanoseconds: elapsed).clockText)
    }
    counts.add(.biometric, quantity.beats.count - beats.count)
    return beats
  }
}

extension Number {
  /// The number without its text form, unless that has more digits.
  var plain: Number {
    if spelling == nil { return self }
    let plain = Number(digits: digits, exponent: exponent)
    return plain.doubleValue == doubleValue ? plain : self
  }

  /// The nearest multiple of a step, with the decimals of the step.
  func rounded(to step: Number) -> Number {
    let count = (doubleValue / step.doubleValue).rounded()
    guard count.magnitude < 1e15 else { return self }
    let (digits, isOverflow) = Int64(count).multipliedReportingOverflow(by: step.digits)
    return isOverflow ? self : Number(digits: digits, exponent: step.exponent)
  }
}

extension Timestamp {
  fileprivate func nanoseconds(since other: Timestamp) -> Int64 {
    (secondsSince1970 - other.secondsSince1970) * 1_000_000_000
      + Int64(nanoseconds - other.nanoseconds)
  }

  /// The local time of day, as in `08:00:01.25`.
  fileprivate var clockText: String {
    let clock = text(.iso8601).description.utf8.dropFirst(11)
    return String(Substring(clock.prefix { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }))
  }
}
