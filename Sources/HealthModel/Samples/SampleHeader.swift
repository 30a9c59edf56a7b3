/// The properties that samples of all kinds have (`HKObject` and `HKSample`).
///
/// Few samples have ``extras``, a UUID of their own or a date in another form than that of exports. These are in one
/// object, so that copying a header counts three references and not six.
public struct SampleHeader: Sendable {
  /// The type, unit, source and device, which thousands of samples share.
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
    @usableFromInline let uuid: SampleUUID?

    @usableFromInline init(
      start: Spelling?, end: Spelling?, created: Spelling?, extras: Extras?, uuid: SampleUUID?
    ) {
      self.start = start
      self.end = end
      self.created = created
      self.extras = extras
      self.uuid = uuid
    }

    /// `nil` if all are absent.
    @inlinable @inline(__always)
    static func made(
      start: Spelling?, end: Spelling?, created: Spelling?, extras: Extras?, uuid: SampleUUID?
    ) -> RareFields? {
      if start == nil, end == nil, created == nil, extras == nil, uuid == nil { return nil }
      return RareFields(start: start, end: end, created: created, extras: extras, uuid: uuid)
    }
  }
}

extension SampleHeader {
  /// A header.
  public init(
    descriptor: SampleDescriptor, start: Timestamp, end: Timestamp, created: Timestamp? = nil,
    deviceAddress: UInt64? = nil, metadata: Metadata = Metadata(), extras: Extras? = nil,
    ordinal: UInt32 = 0, uuid: SampleUUID? = nil
  ) {
    // This calls the memberwise initializer. An initializer that sets one field after another would copy the whole value at
    // its end, with reference counting of all its parts.
    self.init(
      descriptor: descriptor, metadata: metadata,
      rareFields: RareFields.made(
        start: start.spelling, end: end.spelling, created: created?.spelling, extras: extras,
        uuid: uuid),
      startTime: Time(start), endTime: Time(end), createdTime: created.map { Time($0) },
      ordinal: ordinal, storedAddress: deviceAddress)
  }

  /// When it began; ``Timestamp/unknown`` for a document without dates.
  @inlinable public var start: Timestamp {
    get { startTime.timestamp(rareFields?.start) }
    set {
      startTime = Time(newValue)
      setRareFields(newValue.spelling, rareFields?.end, rareFields?.created, extras, uuid)
    }
  }

  /// When it ended; for an instant, the same as the start. ``Timestamp/unknown`` for a document without dates.
  @inlinable public var end: Timestamp {
    get { endTime.timestamp(rareFields?.end) }
    set {
      endTime = Time(newValue)
      setRareFields(rareFields?.start, newValue.spelling, rareFields?.created, extras, uuid)
    }
  }

  /// When it was saved, if the file states it.
  @inlinable public var created: Timestamp? {
    get { createdTime.map { $0.timestamp(rareFields?.created) } }
    set {
      createdTime = newValue.map { Time($0) }
      setRareFields(rareFields?.start, rareFields?.end, newValue?.spelling, extras, uuid)
    }
  }

  /// Attributes and elements that have no field in the model.
  @inlinable public var extras: Extras? {
    get { rareFields?.extras }
    set {
      setRareFields(
        rareFields?.start, rareFields?.end, rareFields?.created, newValue, uuid)
    }
  }

  /// The UUID that it states; `nil` for samples of exports, which have none. See ``HealthSample/uuid``.
  @inlinable public var uuid: SampleUUID? {
    get { rareFields?.uuid }
    set {
      setRareFields(
        rareFields?.start, rareFields?.end, rareFields?.created, extras, newValue)
    }
  }

  @usableFromInline mutating func setRareFields(
    _ start: Spelling?, _ end: Spelling?, _ created: Spelling?, _ extras: Extras?,
    _ uuid: SampleUUID?
  ) {
    rareFields = RareFields.made(
      start: start, end: end, created: created, extras: extras, uuid: uuid)
  }

  /// The memory address in the device's text, which has no meaning and differs in every record; `nil` without a device.
  @inlinable public var deviceAddress: UInt64? {
    get { descriptor.hasDevice ? storedAddress : nil }
    set { storedAddress = newValue }
  }
}

/// The properties that samples of all kinds have.
public protocol HealthSample: Sendable {
  /// What samples of all kinds have: type, dates, source, metadata.
  var header: SampleHeader { get set }
  /// The identity, which is the same in every format and export.
  var id: SampleID { get }
  /// The sample as a case of ``Sample``.
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
  /// The time zone of the recording, as an IANA name, if the metadata state it.
  public var timeZone: String? { metadata[.timeZone] }
  /// How many duplicates came before it.
  public var ordinal: Int { Int(header.ordinal) }
  /// Attributes and elements that have no field in the model.
  public var extras: Extras? { header.extras }
  /// The UUID that it states, or else the one made of its identity and ordinal.
  public var uuid: SampleUUID { header.uuid ?? SampleUUID(id: id, ordinal: header.ordinal) }
}

extension SampleHeader: Equatable {
  /// Whether all properties of two headers are equal; of dates, the instant, the offset and the text form.
  public static func == (a: SampleHeader, b: SampleHeader) -> Bool {
    a.descriptor == b.descriptor && a.start.isSame(as: b.start) && a.end.isSame(as: b.end)
      && a.created.isSame(as: b.created) && a.deviceAddress == b.deviceAddress
      && a.metadata == b.metadata && a.extras == b.extras && a.ordinal == b.ordinal
      && a.uuid == b.uuid
  }
}

extension Timestamp {
  /// Whether two dates are equal in every detail: instant, offset and text form.
  public func isSame(as other: Timestamp) -> Bool {
    self == other && offsetMinutes == other.offsetMinutes
      && spelling?.text == other.spelling?.text
  }
}

extension Timestamp? {
  func isSame(as other: Timestamp?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let a?, let b?): a.isSame(as: b)
    default: false
    }
  }
}
