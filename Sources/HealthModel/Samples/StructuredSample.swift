/// A sample of a seldom kind: a header and the fields of its kind.
///
/// Boxed, so that the kinds that are met by the million stay small.
public struct StructuredSample<Fields: FieldStructure>: HealthSample {
  private final class Box: Sendable {
    let fields: Fields
    init(_ fields: Fields) { self.fields = fields }
  }

  /// What every sample has.
  public var header: SampleHeader
  private let box: Box

  /// The fields of its kind.
  public var fields: Fields { box.fields }

  /// A sample of its fields.
  ///
  /// - Parameters:
  ///   - header: What every sample has.
  ///   - fields: What this kind has beside.
  public init(header: SampleHeader, fields: Fields) {
    self.header = header
    box = Box(fields)
  }

  /// The type's identifier, as an export writes it.
  public var type: SampleType { header.descriptor.type }

  /// The identity, alike wherever the sample is read.
  public var id: SampleID { header.identityHash().id }
}
