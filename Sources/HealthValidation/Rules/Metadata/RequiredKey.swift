import HealthModel

/// Finds samples of a type without a metadata key that HealthKit insists on.
struct RequiredKey: RuleCheck {
  private let key: MetadataKey
  private let type: SampleType
  private let name: String

  init(_ key: MetadataKey, of type: SampleType, named name: String) {
    (self.key, self.type, self.name) = (key, type, name)
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    descriptor.type == type ? .every : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard sample.metadata[key] == nil else { return }
    findings.add("\(name) without \(key)", on: sample)
  }
}
