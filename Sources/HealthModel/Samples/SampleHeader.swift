/// What every sample has, whatever its kind (`HKObject` and `HKSample`).
///
/// Few samples have ``extras`` or a date in another form than that of exports. Both are in one object, so that copying a
/// header counts three references and not six.
public struct SampleHeader: Sendable {
  /// What it shares with thousands of others: type, unit, source, device.
  public var descriptor: SampleDescriptor
  /// Its metadata.
  public var metadata: Metadata
  @usableFromInline var rareFields: RareFields?
  @usableFromInline var startTime: Time
  @usableFromInline var endTime: Time
  @usableFromInline var createdTime: Time?
  /// How many duplicates came before it.
  public var ordinal: UInt32
  @usableFromInline var storedAddress: UInt64?

  /// A timestamp without its text.
  @usableFromInline struct Time: Sendable {
    @usableFromInline let seconds: Int64
    @usableFromInline let nanoseconds: Int32
    @usableFromInline let offsetMinutes: Int16

    @inlinable init(_ time: Timestamp) {
      seconds = time.secondsSince1970
      nanoseconds = time.nanoseconds
      offsetMinutes = time.offsetMinutes
    }

    @inlinable @inline(__always)
    func timestamp(_ spelling: Spelling?) -> Timestamp {
      Timestamp(
        secondsSince1970: seconds, nanoseconds: nanoseconds, offsetMinutes: offsetMinutes,
        spelling: spelling)
    }
  }

  /// What few samples have.
  @usableFromInline final class RareFields: Sendable {
    @usableFromInline let start: Spelling?
    @usableFromInline let end: Spelling?
    @usableFromInline let created: Spelling?
    @usableFromInline let extras: Extras?

    @usableFromInline init(
      start: Spelling?, end: Spelling?, created: Spelling?, extras: Extras?
    ) {
      self.start = start
      self.end = end
      self.created = created
      self.extras = extras
    }

    /// `nil` if there is nothing of it.
    @inlinable @inline(__always)
    static func made(
      start: Spelling?, end: Spelling?, created: Spelling?, extras: Extras?
    ) -> RareFields? {
      if start == nil, end == nil, created == nil, extras == nil { return nil }
      return RareFields(start: start, end: end, created: created, extras: extras)
    }
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
      descriptor: descriptor, metadata: metadata,
      rareFields: RareFields.made(
        start: start.spelling, end: end.spelling, created: created?.spelling, extras: extras),
      startTime: Time(start), endTime: Time(end), createdTime: created.map { Time($0) },
      ordinal: ordinal, storedAddress: deviceAddress)
  }

  /// When it began; ``Timestamp/unknown`` for a document without dates.
  @inlinable public var start: Timestamp {
    get { startTime.timestamp(rareFields?.start) }
    set {
      startTime = Time(newValue)
      setRareFields(
        start: newValue.spelling, end: rareFields?.end, created: rareFields?.created, extras: extras
      )
    }
  }

  /// When it ended; for an instant, the same as the start. ``Timestamp/unknown`` for a document without dates.
  @inlinable public var end: Timestamp {
    get { endTime.timestamp(rareFields?.end) }
    set {
      endTime = Time(newValue)
      setRareFields(
        start: rareFields?.start, end: newValue.spelling, created: rareFields?.created,
        extras: extras)
    }
  }

  /// When it was saved, if the file states it.
  @inlinable public var created: Timestamp? {
    get { createdTime.map { $0.timestamp(rareFields?.created) } }
    set {
      createdTime = newValue.map { Time($0) }
      setRareFields(
        start: rareFields?.start, end: rareFields?.end, created: newValue?.spelling, extras: extras)
    }
  }

  /// What was written of it that has no field.
  @inlinable public var extras: Extras? {
    get { rareFields?.extras }
    set {
      setRareFields(
        start: rareFields?.start, end: rareFields?.end, created: rareFields?.created,
        extras: newValue)
    }
  }

  @usableFromInline mutating func setRareFields(
    start: Spelling?, end: Spelling?, created: Spelling?, extras: Extras?
  ) {
    rareFields = RareFields.made(start: start, end: end, created: created, extras: extras)
  }

  /// The address in the device's text, which means nothing and changes with every record; none without a device.
  @inlinable public var deviceAddress: UInt64? {
    get { descriptor.hasDevice ? storedAddress : nil }
    set { storedAddress = newValue }
  }
}

/// The properties that samples of all kinds have.
public protocol HealthSample: Sendable {
  var header: SampleHeader { get set }
  /// The identity, alike wherever the sample is read.
  var id: SampleID { get }
  var anySample: Sample { get }
}

extension HealthSample {
  /// When the sample began.
  public var start: Timestamp { header.start }
  /// When it ended; for an instant, the same as the start.
  public var end: Timestamp { header.end }
  /// When the sample began: ``start``, by HealthKit's name.
  public var startDate: Timestamp { start }
  /// When it ended: ``end``, by HealthKit's name.
  public var endDate: Timestamp { end }
  /// The type.
  public var sampleType: SampleType { header.descriptor.type }
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
