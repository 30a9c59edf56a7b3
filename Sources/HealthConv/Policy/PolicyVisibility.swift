import HealthModel
import HealthStore

/// Which samples a policy grants. Those that it does not grant do not exist.
struct PolicyVisibility: SampleVisibility {
  private let policy: Policy
  private let selection: Selection

  init(_ policy: Policy) {
    self.policy = policy
    var selection = Selection()
    (selection.since, selection.until) = (policy.since, policy.until)
    for name in policy.sourceNames { selection.addSource(name) }
    self.selection = selection
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
    case .heartbeatSeries, .electrocardiogram: settings.biometric == .keep
    // One of each day would become one of each year.
    case .activitySummary: settings.dates != .year
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
  ) -> Bool { selection.selects(start: start) }

  func allows(figure identifier: String) -> Bool {
    isGranted(.quantity(QuantityType(identifier)), kind: .quantity)
  }

  var needsMembers: Bool { true }

  /// Whether a finding says nothing about samples that are not granted.
  func allows(_ finding: Finding) -> Bool {
    guard let type = finding.type else { return true }
    return isGranted(.other(type), kind: .unknown)
  }
}
