import HealthModel

/// How the dates of one sample move: all by the same time, so that durations and distances between them are exact.
struct DateMove {
  /// What is added to the instant.
  private let seconds: Int64
  private let isLocal: Bool
  /// What is added to days of the calendar.
  let days: Int64

  /// The move of a sample.
  ///
  /// - Parameters:
  ///   - start: Its start, whose offset is that of its local clock.
  ///   - shift: How many days to the past.
  /// - Returns: `nil` if the dates would leave the calendar.
  init?(start: Timestamp, shift: Int64, _ settings: Policy.Settings) {
    // Samples have a day: see ``Policy/forYears``.
    if settings.dates == .year { return nil }
    isLocal = settings.clock == .local
    let offset = isLocal ? Int64(start.offsetMinutes) * 60 : 0
    seconds = offset - shift * 86_400
    days = -shift
    guard moved(start) != nil else { return nil }
  }

  /// The date in the output, without its text form.
  func moved(_ date: Timestamp) -> Timestamp? {
    let (sum, isOverflow) = date.secondsSince1970.addingReportingOverflow(seconds)
    if isOverflow { return nil }
    return Timestamp(
      validating: sum, nanoseconds: date.nanoseconds,
      offsetMinutes: isLocal ? 0 : Int64(date.offsetMinutes))
  }

  /// The day in the output.
  func moved(_ day: CalendarDay) -> CalendarDay? {
    let moved = day.midnight.secondsSince1970 + days * 86_400
    return Timestamp(validating: moved).map { CalendarDay($0) }
  }

  /// The local day of an instant, in days since 1970.
  static func localDay(_ date: Timestamp) -> Int64 {
    CalendarDay(date).midnight.secondsSince1970 / 86_400
  }
}
