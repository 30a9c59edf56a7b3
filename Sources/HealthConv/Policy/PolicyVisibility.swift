import HealthModel
import HealthStore

/// Which samples a policy grants. Those that it does not grant do not exist.
///
/// A class, because a copy of a policy has many parts, and it is copied for each sample.
final class PolicyVisibility: SampleVisibility {
  private let policy: Policy
  private let selection: Selection
  /// The granted days of each participant, if only some are granted; days since 1970.
  private let windows: [String: ClosedRange<Int64>]?
  private let givesHeartbeats: Bool

  init(_ policy: Policy, _ windows: [String: ClosedRange<Int64>]?) {
    (self.policy, self.windows) = (policy, windows)
    var selection = Selection()
    (selection.since, selection.until) = (policy.since, policy.until)
    for name in policy.sourceNames { selection.addSource(name) }
    self.selection = selection
    givesHeartbeats = policy.settings.biometric == .keep && !policy.roundsHeartbeats
  }

  func visible(_ descriptor: SampleDescriptor, kind: SampleKind) -> VisiblePart {
    guard selection.selects(descriptor, kind: kind), isPossible(kind) else { return .nothing }
    // Members are granted, not correlations.
    if kind == .correlation { return .parts }
    return isGranted(descriptor.type, kind: kind) ? .parts : .nothing
  }

  /// Whether something remains of samples of a kind.
  private func isPossible(_ kind: SampleKind) -> Bool {
    let settings = policy.settings
    return switch kind {
    case .document: settings.documents == .keep
    case .clinicalRecord: settings.clinical == .keep
    // Neither is readable without its series.
    case .electrocardiogram: settings.biometric == .keep
    case .heartbeatSeries: givesHeartbeats
    case .unknown: false
    default: true
    }
  }

  private func isGranted(_ type: SampleType, kind: SampleKind) -> Bool {
    let matching = policy.types.filter { $0.matches(type, kind: kind) }
    if matching.isEmpty, !policy.types.isEmpty { return false }
    if policy.excludedTypes.contains(where: { $0.matches(type, kind: kind) }) { return false }
    guard policy.settings.sensitive == .drop, SensitiveTypes.contains(type, kind: kind) else {
      return true
    }
    // A sensitive type has to be named, not only covered by a pattern.
    return matching.contains { !$0.text.contains("*") && !$0.text.contains("?") }
  }

  func isVisible(
    from start: Timestamp, of descriptor: SampleDescriptor, kind: SampleKind
  ) -> Bool {
    guard selection.selects(start: start) else { return false }
    guard let windows else { return true }
    return start.isKnown
      && windows[descriptor.participant ?? ""]?.contains(DateMove.localDay(start)) == true
  }

  func allows(figure identifier: String) -> Bool {
    isGranted(.quantity(QuantityType(identifier)), kind: .quantity)
  }

  var needsMembers: Bool { true }

  /// Whether a finding is certainly about a sample that is granted: not one about a file, an element or a line, which may be
  /// about anything, nor any where the date or other fields of the sample decide.
  func allows(_ finding: Finding) -> Bool {
    guard decidesByType, let type = finding.type, let kind = Self.kinds[type] else { return false }
    guard policy.sourceNames.isEmpty || finding.source != nil else { return false }
    let descriptor = SampleDescriptor(
      type: .other(type), source: finding.source.map { Source(name: $0) })
    return visible(descriptor, kind: kind) != .nothing
  }

  /// Whether neither the date nor other fields of a sample decide if it is granted.
  private var decidesByType: Bool {
    policy.since == nil && policy.until == nil && policy.window == nil && policy.predicate == .all
  }

  /// Whether a deleted sample, of which only type and participant are known, was certainly granted.
  func allows(_ deleted: DeletedSample) -> Bool {
    guard decidesByType, policy.sourceNames.isEmpty,
      policy.settings.text == .keep || PublicWords.isType(deleted.type)
    else { return false }
    // Which members it had is not known, so each that it may have has to be granted.
    if deleted.kind == .correlation {
      let members = CorrelationType.all.first { $0.identifier == deleted.type }?.memberTypes ?? []
      return !members.isEmpty && members.allSatisfy { isGranted(.quantity($0), kind: .quantity) }
    }
    let descriptor = SampleDescriptor(type: .other(deleted.type), source: nil)
    return visible(descriptor, kind: deleted.kind) != .nothing
  }

  private static let kinds: [String: SampleKind] = Dictionary(
    Catalog.allTypes.compactMap { entry in
      SampleKind(rawValue: entry.kind).map { (entry.identifier, $0) }
    } + WorkoutActivityType.all.map { ($0.identifier, .workout) }
      + ClinicalRecordType.all.map { ($0.identifier, .clinicalRecord) },
    uniquingKeysWith: { first, _ in first })
}
