import HealthFormats
import HealthModel

/// What a policy promises, as the title of a count of what breaks it.
package enum PolicyPromise: String, Sendable, CaseIterable {
  case samples = "samples of a policy that gives none"
  case shift = "dates that are not moved by the one shift of their participant"
  case nested = "dates that are not moved by the shift of their sample"
  case grant = "samples outside of the window, the sources or the condition"
  case clock = "samples with a UTC offset"
  case created = "samples with a date of creation"
  case keys = "keys of metadata that the policy drops"
  case origins = "samples with a source, device or version that is too exact"
  case addresses = "samples with the address of a device"
  case participants = "participants with the id of the original"
  case person = "facts about the person"
  case names = "names and dates of birth"
  case biometric = "voltages and heartbeats"
  case documents = "documents and clinical resources"
  case routes = "routes that the policy does not give"
  case values = "samples with values that are not rounded"
}

/// Finds what of an output a policy would change again, because it drops, coarsens or rounds it.
///
/// Names of files and texts are not compared: writers have some for what has none. Texts of the original are searched
/// (``PolicyCheck``), and dates are compared (``ShiftCheck``).
struct PromiseCheck {
  private(set) var broken: [PolicyPromise: Int] = [:]
  private let settings: Policy.Settings
  /// The policy, without a change of dates.
  private let policy: Policy
  private let move: DateMove?
  private let steps: RoundingSteps?
  private let counts = DropCounts()
  private let metadata: MetadataCleaner
  private let givesHeartbeats: Bool
  private let dropsCreation: Bool
  /// Values in other units than those of the original, folded, were converted after they were rounded.
  private let units: Set<String>
  private var plans = DescriptorTable<Bool>()

  init(_ policy: Policy, units: Set<String>) {
    settings = policy.settings
    var still = policy
    (still.settings.dates, still.settings.clock) = (.keep, .offset)
    move = DateMove(start: Timestamp(secondsSince1970: 0), shift: 0, still.settings)
    steps = RoundingSteps(policy)
    metadata = MetadataCleaner(still, counts, steps)
    givesHeartbeats = settings.biometric == .keep && !policy.roundsHeartbeats
    dropsCreation = policy.action(of: .creation) == .drop
    self.policy = still
    self.units = units
  }

  private mutating func add(_ promise: PolicyPromise, _ count: Int = 1) {
    if count > 0 { broken[promise, default: 0] += count }
  }

  /// Ends a complete reading.
  mutating func finish() {
    let dropped = counts.counts
    add(.biometric, dropped[.biometric] ?? 0)
    add(.documents, dropped[.documents] ?? 0)
    add(.names, dropped[.names] ?? 0)
    add(.routes, dropped[.routes] ?? 0)
  }

  // MARK: The person

  mutating func check(_ info: DatasetInfo) {
    for fact in info.characteristics where fact.isSet {
      switch fact.type {
      case .biologicalSex: break
      case .dateOfBirth: if settings.age != .keep { add(.names) }
      case .ageBand: if !settings.hasBand(fact.value) { add(.person) }
      case .cardioFitnessMedicationsUse:
        if settings.person != .keep || settings.sensitive != .keep { add(.person) }
      default: if settings.person != .keep { add(.person) }
      }
    }
    for facts in info.participants { check(facts) }
  }

  // MARK: Samples

  mutating func check(_ sample: Sample) {
    guard let header = sample.header else { return }
    if plans.isLarge { _ = plans.takeEntries() }
    let index = plans.index(of: header.descriptor, kind: sample.kind) { [settings] descriptor, _ in
      settings.isCoarse(descriptor)
    }
    if !plans[index] { add(.origins) }
    if header.deviceAddress != nil { add(.addresses) }
    if dropsCreation, header.created != nil { add(.created) }
    var scan = FieldScan(header, withNumbers: steps != nil)
    if case .quantity(let quantity) = sample {
      if !givesHeartbeats, !quantity.beats.isEmpty { add(.biometric) }
      let step = steps?.step(of: header.descriptor.type.identifier)
      let number = quantity.number
      if let step, scan.units.isSubset(of: units), number != number.rounded(to: step) {
        add(.values)
      }
    } else if let structured = sample.structured {
      check(fieldsOf: structured, &scan)
    }
    if case .workout(let workout) = sample, settings.routes == .shape, isPlaced(workout) {
      add(.routes)
    }
    if settings.clock == .local, scan.hasOffset { add(.clock) }
    if sample.canHoldSamples { for member in sample.members { check(member.sample) } }
  }

  private mutating func check<S: FieldSample>(fieldsOf sample: S, _ scan: inout FieldScan) {
    guard let move else { return }
    var fields = sample.fields
    fields.visit(&scan)
    var cleaner = FieldCleaner(
      policy, move, metadata, counts, steps: steps,
      type: sample.header.descriptor.type.identifier)
    cleaner.clean(&fields)
    guard steps != nil, scan.units.isSubset(of: units) else { return }
    var cleaned = FieldScan(sample.header, withNumbers: true)
    fields.visit(&cleaned)
    // Numbers of what is dropped are not compared.
    if scan.numbers.count == cleaned.numbers.count, scan.numbers != cleaned.numbers { add(.values) }
  }

  /// Whether a route is not near the point without latitude and longitude, from which shapes are drawn.
  private func isPlaced(_ workout: Workout) -> Bool {
    workout.fields.routes.contains { route in
      let point = route.locations.first
      return [point?.latitude, point?.longitude].contains {
        ($0?.doubleValue.magnitude ?? 0) > 5
      }
    }
  }
}

/// The numbers and units of a sample, and whether a date has a UTC offset.
struct FieldScan: Sample.FieldVisitor {
  private(set) var numbers: [Number] = []
  /// The units, folded.
  private(set) var units: Set<String> = []
  private(set) var hasOffset = false
  private let hasNumbers: Bool

  init(_ header: SampleHeader, withNumbers hasNumbers: Bool) {
    self.hasNumbers = hasNumbers
    if hasNumbers, let unit = header.descriptor.unitText { units = [PolicyCheck.folded(unit)] }
    for date in [header.start, header.end] { add(date) }
    add(header.created)
    add(header.metadata)
  }

  private mutating func add(_ date: Timestamp?) {
    if let date, date.isKnown, date.offsetMinutes != 0 { hasOffset = true }
  }

  private mutating func add(_ metadata: Metadata) {
    for entry in metadata.entries where FieldClass.metadataKeys[entry.key] == .date {
      add(Timestamp(entry.value))
    }
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    if hasNumbers, let value { numbers.append(value) }
  }
  mutating func date(_ name: String, _ value: inout Timestamp?) { add(value) }
  mutating func text(_ name: String, _ value: inout String?) {
    guard hasNumbers, let text = value, name == "unit" || name.hasSuffix("Unit") else { return }
    units.insert(PolicyCheck.folded(text))
  }
  mutating func metadata(_ value: inout Metadata) { add(value) }
  mutating func numbers(_ name: String, _ value: inout [Number]) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    if let points = S.points(value) {
      for point in points { add(point.date) }
      return
    }
    for var structure in value { structure.visit(&self) }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    guard var structure = value else { return }
    structure.visit(&self)
  }
}

extension Policy.Settings {
  /// Whether an age band is one that the settings make.
  fileprivate func hasBand(_ text: String) -> Bool {
    if age != .band { return age == .keep }
    if text == "\(ageTop)+" { return true }
    let ages = text.split(separator: "-").compactMap { Int($0) }
    guard ages.count == 2, let first = ages.first, first < ageTop else { return false }
    return first % ageWidth == 0 && ages[1] == min(first + ageWidth, ageTop) - 1
  }

  /// Whether source and device of a descriptor are as coarse as the settings make them.
  fileprivate func isCoarse(_ descriptor: SampleDescriptor) -> Bool {
    let source = descriptor.source
    guard version(source.version, isOfApple: true) == source.version,
      version(source.operatingSystemVersion, isOfApple: true) == source.operatingSystemVersion,
      model(source.productType) == source.productType,
      !descriptor.hasSource || isGiven(sourceNamed: source.name)
    else { return false }
    guard let device = descriptor.device else { return true }
    let coarse = self.device(device)
    return device.raw == nil
      && Device.Field.allCases.allSatisfy { device[$0] == nil || device[$0] == coarse?[$0] }
  }

  private func isGiven(sourceNamed name: String) -> Bool {
    if sources == .keep || PlaceholderTexts.all.contains(name) { return true }
    if sources == .known, Origins.product(named: name) != nil { return true }
    return Origins.isLabel(name, withFamily: sources == .known)
  }
}
