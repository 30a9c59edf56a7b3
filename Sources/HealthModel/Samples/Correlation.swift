/// Samples that belong together, such as the two of a blood pressure (`HKCorrelation`).
public struct Correlation: HealthSample, Equatable {
  private final class Box: Sendable {
    let header: SampleHeader
    let members: [NestedSample]

    init(_ header: SampleHeader, _ members: [NestedSample]) {
      self.header = header
      self.members = members
    }
  }

  private var box: Box

  /// The common header.
  public var header: SampleHeader {
    get { box.header }
    set { box = Box(newValue, box.members) }
  }

  /// The samples that belong together, in the order written.
  public var members: [NestedSample] {
    get { box.members }
    set { box = Box(box.header, newValue) }
  }

  /// A correlation from a file, unchecked.
  public init(header: SampleHeader, members: [NestedSample]) {
    box = Box(header, members)
  }

  /// Whether two correlations are equal in every detail.
  public static func == (a: Correlation, b: Correlation) -> Bool {
    a.header == b.header && a.members == b.members
  }

  /// The correlation's type.
  public var type: CorrelationType {
    guard case .correlation(let type) = header.descriptor.type else {
      return CorrelationType(header.descriptor.type.identifier)
    }
    return type
  }

  /// The identity, which is the same in every format and for every order of the members: in addition to
  /// what all kinds have, the identities of the members and the food (`HKFoodType`).
  public var id: SampleID {
    var hash = header.identityHash()
    var sum: (UInt64, UInt64) = (0, 0)
    for member in members {
      let id = member.sample.id
      sum = (sum.0 &+ id.high, sum.1 &+ id.low)
    }
    hash.combine(sum.0)
    hash.combine(sum.1)
    if !header.metadata.isEmpty, let food = header.metadata[.foodType] { hash.combine(food) }
    return header.identity(of: hash)
  }
}

extension Correlation {
  /// The sample as one of any kind.
  public var anySample: Sample { .correlation(self) }
}
