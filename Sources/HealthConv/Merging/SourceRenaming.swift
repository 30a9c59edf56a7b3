import HealthStore

/// Gives sources the names that they had before.
struct SourceRenaming {
  /// The names to use, by those that were read.
  private let names: [String: String]
  private var descriptors = DescriptorTable<SampleDescriptor?>()

  init(_ names: [String: String]) { self.names = names }

  /// The sample with the names to use, nested ones included.
  mutating func renamed(_ sample: Sample) -> Sample {
    guard let descriptor = sample.descriptor else { return sample }
    var sample = sample
    if let new = renamed(descriptor, sample.kind) { sample.updateHeader { $0.descriptor = new } }
    guard sample.canHoldSamples, !sample.members.isEmpty else { return sample }
    var members = sample.members
    for index in members.indices { members[index].sample = renamed(members[index].sample) }
    sample.members = members
    return sample
  }

  /// The descriptor with the name to use; `nil` if it has that.
  private mutating func renamed(
    _ descriptor: SampleDescriptor, _ kind: SampleKind
  ) -> SampleDescriptor? {
    if descriptors.isLarge { _ = descriptors.takeEntries() }
    let index = descriptors.index(of: descriptor, kind: kind) { [names] descriptor, _ in
      guard let name = descriptor.sourceName.flatMap({ names[$0] }) else { return nil }
      let source = descriptor.source
      return SampleDescriptor(
        type: descriptor.type, unitText: descriptor.unitText,
        source: Source(
          name: name, version: source.version, productType: source.productType,
          operatingSystemVersion: source.operatingSystemVersion), device: descriptor.device)
    }
    return descriptors[index]
  }
}

extension Dataset {
  /// The same dataset, in which sources have other names.
  ///
  /// - Parameter names: The names to use, by those that are read.
  public func renamingSources(_ names: [String: String]) -> Dataset {
    var dataset = self
    dataset.sourceNames = names
    return dataset
  }
}
