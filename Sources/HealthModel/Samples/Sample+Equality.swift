extension SampleHeader: Equatable {
  /// Whether two headers say the same, dates by instant and offset.
  public static func == (a: SampleHeader, b: SampleHeader) -> Bool {
    a.descriptor == b.descriptor && a.start.isSame(as: b.start) && a.end.isSame(as: b.end)
      && a.created.isSame(as: b.created) && a.deviceAddress == b.deviceAddress
      && a.metadata == b.metadata && a.extras == b.extras && a.ordinal == b.ordinal
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

extension QuantitySample: Equatable {
  /// Whether two samples are equal in every detail, including the text form of values.
  public static func == (a: QuantitySample, b: QuantitySample) -> Bool {
    a.header == b.header && a.number.description == b.number.description && a.beats == b.beats
  }
}

extension StructuredSample: Equatable {
  /// Whether two samples are the same, field by field.
  public static func == (a: StructuredSample, b: StructuredSample) -> Bool {
    a.header == b.header && a.fields == b.fields
  }
}
