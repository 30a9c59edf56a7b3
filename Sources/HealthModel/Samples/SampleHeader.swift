/// What every sample has, whatever its kind (`HKObject` and `HKSample`).
public struct SampleHeader: Sendable {
  /// What it shares with thousands of others: type, unit, source, device.
  public var descriptor: SampleDescriptor
  /// When it began; ``Timestamp/unknown`` for a document without dates.
  public var start: Timestamp
  /// When it ended; for an instant, the same as the start. ``Timestamp/unknown`` for a document without dates.
  public var end: Timestamp
  /// When it was saved, if the file states it.
  public var created: Timestamp?
  /// Its metadata.
  public var metadata: Metadata
  @usableFromInline var storedAddress: UInt64?
  /// What was written of it that has no field.
  public var extras: Extras?
  /// How many duplicates came before it.
  public var ordinal: UInt32

  /// The address in the device's text, which means nothing and changes with every record; none without a device.
  @inlinable public var deviceAddress: UInt64? {
    get { descriptor.hasDevice ? storedAddress : nil }
    set { storedAddress = newValue }
  }
}

extension SampleHeader {
  /// A header.
  public init(
    descriptor: SampleDescriptor, start: Timestamp, end: Timestamp, created: Timestamp? = nil,
    deviceAddress: UInt64? = nil, metadata: Metadata = Metadata(), extras: Extras? = nil,
    ordinal: UInt32 = 0
  ) {
    // By the initializer that Swift makes, which takes the fields in their order. One that sets field after field would
    // copy the whole value at its end, with reference counting of all its parts.
    self.init(
      descriptor: descriptor, start: start, end: end, created: created, metadata: metadata,
      storedAddress: deviceAddress, extras: extras, ordinal: ordinal)
  }
}

/// The properties that samples of all kinds have.
public protocol HealthSample: Sendable {
  /// The common header.
  var header: SampleHeader { get set }
  /// The identity, alike wherever the sample is read.
  var id: SampleID { get }
}

extension HealthSample {
  /// When the sample began.
  public var start: Timestamp { header.start }
  /// When it ended; for an instant, the same as the start.
  public var end: Timestamp { header.end }
  /// When it was saved, if the file states it.
  public var created: Timestamp? { header.created }
  /// The app or device that wrote it.
  public var source: Source { header.descriptor.source }
  /// What measured it, if that is known.
  public var device: Device? { header.descriptor.device }
  /// Its metadata.
  public var metadata: Metadata { header.metadata }
  /// The zone it was taken in, as an IANA name, where the metadata say so.
  public var timeZone: String? { metadata[.timeZone] }
  /// How many duplicates came before it.
  public var ordinal: Int { Int(header.ordinal) }
  /// What was written of it that has no field.
  public var extras: Extras? { header.extras }
}
