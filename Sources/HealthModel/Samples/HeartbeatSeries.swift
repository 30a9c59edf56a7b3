/// The beats of a heart, one by one (`HKHeartbeatSeriesSample`).
public typealias HeartbeatSeries = StructuredSample<Sample.HeartbeatSeriesFields>

extension Sample {
  /// The beats of a series.
  public struct HeartbeatSeriesFields: Sample.Fields {
    /// The beats in order.
    public var beats: [Sample.SeriesBeat] = []

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: HeartbeatSeries) -> Sample { .heartbeatSeries(sample) }

    /// All fields identify a series.
    public static var identifyingFields: Sample.IdentifyingFields { .all }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.list("beats", element: "Heartbeat", &beats)
    }
  }
}

extension Sample {
  /// One beat of a series.
  public struct SeriesBeat: Sample.FieldStructure {
    /// Seconds since the series began.
    public var timeSinceStart: Number?
    /// Whether beats before it were missed: `YES` or `NO`.
    public var precededByGap: String?
    /// Content without a field.
    public var extras: Extras?

    /// An empty value: no field is set.
    public init() {}

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.number("timeSinceStart", &timeSinceStart)
      try visitor.text("precededByGap", &precededByGap)
    }
  }
}

extension QuantitySample {
  /// The instant of each of ``beats``, at the UTC offset of the sample's start.
  ///
  /// - Complexity: Linear in the number of beats; the result is not cached.
  public var beatDates: [Timestamp?] {
    beats.map { $0.date(from: start, to: end) }
  }
}

extension QuantitySample.Beat {
  /// The instant of the beat, from ``time`` and the dates of the sample.
  ///
  /// ``time`` is in the time zone of the phone, with its summer time; the sample's dates have the UTC offset
  /// of the moment of export. The two differ by whole hours, so the hour and `AM` or `PM` of ``time`` are not
  /// reliable: only minutes and seconds are used, with the hour that is between the sample's start and end.
  /// All beats are within a minute of that interval.
  ///
  /// - Returns: The instant, at the offset of the start; `nil` for a text that is no time of day, for one
  ///   that is not within a minute of the sample, and for samples so long that more than one hour fits.
  public func date(from start: Timestamp, to end: Timestamp) -> Timestamp? {
    let hour: Int64 = 3_600_000_000_000
    let minute: Int64 = 60_000_000_000
    let length = end.secondsSince1970.subtractingReportingOverflow(start.secondsSince1970)
    guard let past = nanosecondsPastTheHour, !length.overflow,
      (0..<3_600 - 120).contains(length.partialValue)
    else { return nil }
    let clock = start.clock
    let beginning =
      Int64(clock.minute) * minute + Int64(clock.second) * 1_000_000_000
      + Int64(start.nanoseconds)
    // The offset from the start, in the hour that begins a minute before the start.
    var offset = (past - beginning + minute) % hour
    if offset < 0 { offset += hour }
    offset -= minute
    let latest =
      length.partialValue * 1_000_000_000 + Int64(end.nanoseconds - start.nanoseconds) + minute
    return offset <= latest ? start.advanced(byNanoseconds: offset) : nil
  }

  /// Minutes, seconds and their fraction of a time such as `6:14:48,94 PM`.
  private var nanosecondsPastTheHour: Int64? {
    let bytes = time.utf8Span.span
    var index = 0
    while index < bytes.count, bytes[index] &- 48 > 9 { index += 1 }
    guard number(in: bytes, from: &index, digits: 1...2, below: 25) != nil,
      isSeparator(bytes, &index),
      let minutes = number(in: bytes, from: &index, digits: 2...2, below: 60),
      isSeparator(bytes, &index),
      let seconds = number(in: bytes, from: &index, digits: 2...2, below: 61)
    else { return nil }
    var fraction: Int64 = 0
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",") {
      index += 1
      var unit: Int64 = 100_000_000
      while index < bytes.count, bytes[index] &- 48 < 10 {
        fraction += Int64(bytes[index] - 48) * unit
        unit /= 10
        index += 1
      }
    }
    return (minutes * 60 + seconds) * 1_000_000_000 + fraction
  }

  private func number(
    in bytes: Span<UInt8>, from index: inout Int, digits: ClosedRange<Int>, below limit: Int64
  ) -> Int64? {
    var value: Int64 = 0
    var count = 0
    while index < bytes.count, bytes[index] &- 48 < 10, count < digits.upperBound {
      value = value * 10 + Int64(bytes[index] - 48)
      index += 1
      count += 1
    }
    return digits.contains(count) && value < limit ? value : nil
  }

  private func isSeparator(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index < bytes.count,
      bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: ".")
    else { return false }
    index += 1
    return true
  }
}
