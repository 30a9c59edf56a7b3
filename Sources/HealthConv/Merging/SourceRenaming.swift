import HealthModel

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
      descriptor.sourceName.flatMap { names[$0] }.map { descriptor.renamingSource(to: $0) }
    }
    return descriptors[index]
  }
}

extension SampleDescriptor {
  /// The same with another name of the source.
  fileprivate func renamingSource(to name: String) -> SampleDescriptor {
    SampleDescriptor(
      type: type, unitText: unitText,
      source: Source(
        name: name, version: source.version, productType: source.productType,
        operatingSystemVersion: source.operatingSystemVersion), device: device,
      participant: participant)
  }
}

extension Sample {
  /// The same with another name of the source, also of nested samples, where that is wanted.
  package func renamingSource(to name: String, where isWanted: (Source) -> Bool) -> Sample {
    var sample = self
    sample.updateHeader {
      if isWanted($0.descriptor.source) { $0.descriptor = $0.descriptor.renamingSource(to: name) }
    }
    guard !sample.members.isEmpty else { return sample }
    sample.members = sample.members.map {
      NestedSample(
        sample: $0.sample.renamingSource(to: name, where: isWanted), membership: $0.membership)
    }
    return sample
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
