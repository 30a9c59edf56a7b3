/// A sample that is one of a few cases, such as a stage of sleep (`HKCategorySample`).
public struct CategorySample: HealthSample, Equatable {
  @usableFromInline final class Storage: Sendable {
    @usableFromInline let header: SampleHeader
    @usableFromInline let value: CategoryValue?

    @inlinable init(header: SampleHeader, value: CategoryValue?) {
      self.header = header
      self.value = value
    }
  }

  @usableFromInline var storage: Storage

  /// A sample from a file, unchecked.
  @inlinable public init(header: SampleHeader, value: CategoryValue?) {
    storage = Storage(header: header, value: value)
  }

  /// The common header.
  @inlinable public var header: SampleHeader {
    get { storage.header }
    set { storage = Storage(header: newValue, value: storage.value) }
  }

  /// Which case it is; old exports leave it out where there is but one.
  @inlinable public var value: CategoryValue? { storage.value }

  /// Whether two samples are equal in every detail, including the text form of values.
  public static func == (a: CategorySample, b: CategorySample) -> Bool {
    a.header == b.header && a.value == b.value
  }

  /// The category's type.
  public var type: CategoryType {
    guard case .category(let type) = header.descriptor.type else {
      return CategoryType(header.descriptor.type.identifier)
    }
    return type
  }

  /// The identity, which is the same in every format and export.
  ///
  /// The case goes in by number: newer exports print old cases under new names.
  public var id: SampleID { Self.id(header: header, value: value) }

  /// The identity that a sample of these would have.
  ///
  /// - Parameter value: Which case it is.
  public static func id(header: SampleHeader, value: CategoryValue?) -> SampleID {
    var hash = header.identityHash()
    if let number = value?.number {
      hash.combine(UInt64(bitPattern: Int64(number)))
    } else if let name = value?.name {
      hash.combine(name)
    }
    return header.identity(of: hash)
  }
}

extension CategorySample {
  /// The sample as one of any kind.
  public var anySample: Sample { .category(self) }
}
