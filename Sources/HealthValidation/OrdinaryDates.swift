import HealthModel

extension CheckScope {
  /// Dates as nearly all samples have them: the end not before the start, on clocks of offsets that there are, and
  /// nothing too early, too late or too long.
  ///
  /// A check for anything else requests the samples with unusual dates, and tests them itself. Several such checks cost
  /// an ordinary sample one look together.
  public struct OrdinaryDates: Sendable {
    /// The first second of a start, since 1970.
    public var earliest: Int64
    /// The last second of an end, since 1970.
    public var latest: Int64
    /// The most seconds from start to end.
    public var longest: UInt64
    /// The most seconds from the date of saving to a later start.
    public var earlySaving: Int64

    /// Dates within bounds; without any by default.
    ///
    /// - Parameters:
    ///   - earliest: The first second of a start, since 1970.
    ///   - latest: The last second of an end, since 1970.
    ///   - longest: The most seconds from start to end.
    ///   - earlySaving: The most seconds from the date of saving to a later start.
    public init(
      earliest: Int64 = .min, latest: Int64 = .max, longest: UInt64 = .max,
      earlySaving: Int64 = .max
    ) {
      self.earliest = earliest
      self.latest = latest
      self.longest = longest
      self.earlySaving = earlySaving
    }

    /// Narrows the bounds to those of others.
    mutating func narrow(to other: CheckScope.OrdinaryDates) {
      earliest = max(earliest, other.earliest)
      latest = min(latest, other.latest)
      longest = min(longest, other.longest)
      earlySaving = min(earlySaving, other.earlySaving)
    }

    @inline(__always)
    func include(_ header: SampleHeader) -> Bool {
      let (start, end) = (header.start.secondsSince1970, header.end.secondsSince1970)
      let isOrdered =
        start < end || start == end && header.start.nanoseconds <= header.end.nanoseconds
      guard isOrdered, earliest <= start, end <= latest,
        UInt64(bitPattern: end &- start) <= longest
      else { return false }
      let offset = header.start.offsetMinutes
      let created = header.created
      if let created, start &- created.secondsSince1970 > earlySaving { return false }
      let others = (header.end.offsetMinutes, created?.offsetMinutes ?? offset)
      return Self.isOffset(offset)
        && (others == (offset, offset) || Self.isOffset(others.0) && Self.isOffset(others.1))
    }

    /// Whether clocks have an offset from UTC: a quarter of an hour from west of the date line to the Line Islands.
    static func isOffset(_ minutes: Int16) -> Bool {
      -12 * 60...14 * 60 ~= minutes && minutes % 15 == 0
    }
  }
}
