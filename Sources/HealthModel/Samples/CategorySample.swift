/// A sample that is one of a few cases, such as a stage of sleep (`HKCategorySample`).
public struct CategorySample: HealthSample, Equatable {
  /// What every sample has.
  public var header: SampleHeader
  /// Which case it is; old exports leave it out where there is but one.
  public let value: CategoryValue?

  /// A sample as it was read.
  @inlinable public init(header: SampleHeader, value: CategoryValue?) {
    self.header = header
    self.value = value
  }

  /// The category's type.
  public var type: CategoryType {
    guard case .category(let type) = header.descriptor.type else {
      return CategoryType(header.descriptor.type.identifier)
    }
    return type
  }

  /// The identity, alike wherever the sample is read.
  ///
  /// The case goes in by number: newer exports print old cases under new names.
  public var id: SampleID {
    var hash = header.identityHash()
    if let number = value?.number {
      hash.combine(UInt64(bitPattern: Int64(number)))
    } else if let name = value?.name {
      hash.combine(name)
    }
    return hash.id
  }
}
