import HealthStore

/// How many samples of each type there are, and what they say, in whatever order they come.
final class TypeDigests {
  /// The samples of one type.
  struct Digest: Equatable {
    var count = 0
    /// The sum of the hashes of all.
    var sum: UInt64 = 0
  }

  private let digester: SampleDigester
  private var types = TypeTable()
  private var digests: [Digest] = []

  init(_ fidelity: Fidelity) { digester = SampleDigester(fidelity) }

  func add(_ sample: Sample) {
    let index = types.index(of: sample)
    if index == digests.count { digests.append(Digest()) }
    digests[index].count += 1
    digests[index].sum &+= digester.total(sample)
  }

  /// The types, each with its digest.
  var entries: [TypeTable.Entry: Digest] {
    Dictionary(zip(types.entries, digests), uniquingKeysWith: { first, _ in first })
  }
}

/// Looks at samples on their way to the writer.
final class DigestStage: SampleStage {
  private let digests: TypeDigests

  init(_ digests: TypeDigests) { self.digests = digests }

  func take(_ sample: Sample) throws(ConversionError) -> Sample? {
    digests.add(sample)
    return sample
  }

  func report(to report: inout Conversion.Report) {}
}
