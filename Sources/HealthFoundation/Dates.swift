public import Foundation
public import HealthConv
import HealthModel
public import HealthStatistics
public import HealthStore

// Dates of Foundation where the library has its own. The offset from UTC that a sample stores is that of a time zone at the
// instant, by default the current zone of the system.

extension QuantitySample {
  /// Makes a sample that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    type: QuantityType, quantity: Quantity, start: Date, end: Date? = nil,
    in zone: TimeZone = .current, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata(), allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      type: type, quantity: quantity, start: Timestamp(start, in: zone),
      end: end.map { Timestamp($0, in: zone) }, source: source, device: device, metadata: metadata,
      allowing: allowance)
  }
}

extension CategorySample {
  /// Makes a sample that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    type: CategoryType, value: CategoryValue = .notApplicable, start: Date, end: Date? = nil,
    in zone: TimeZone = .current, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata(), allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      type: type, value: value, start: Timestamp(start, in: zone),
      end: end.map { Timestamp($0, in: zone) }, source: source, device: device, metadata: metadata,
      allowing: allowance)
  }
}

extension Correlation {
  /// Makes a correlation that keeps the rules, as do the samples in it.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    type: CorrelationType, samples: [Sample], start: Date, end: Date? = nil,
    in zone: TimeZone = .current, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata(), allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      type: type, samples: samples, start: Timestamp(start, in: zone),
      end: end.map { Timestamp($0, in: zone) }, source: source, device: device, metadata: metadata,
      allowing: allowance)
  }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// Makes a workout that keeps the rules, as do the samples in it.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    activityType: WorkoutActivityType, start: Date, end: Date, in zone: TimeZone = .current,
    events: [WorkoutEvent] = [], samples: [Sample] = [], totalEnergyBurned: Quantity? = nil,
    totalDistance: Quantity? = nil, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata(), allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      activityType: activityType, start: Timestamp(start, in: zone),
      end: Timestamp(end, in: zone), events: events, samples: samples,
      totalEnergyBurned: totalEnergyBurned, totalDistance: totalDistance, source: source,
      device: device, metadata: metadata, allowing: allowance)
  }
}

extension StructuredSample where Fields == Sample.AudiogramFields {
  /// Makes an audiogram that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    sensitivityPoints: [SensitivityPoint], start: Date, end: Date? = nil,
    in zone: TimeZone = .current, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata(), allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      sensitivityPoints: sensitivityPoints, start: Timestamp(start, in: zone),
      end: end.map { Timestamp($0, in: zone) }, source: source, device: device, metadata: metadata,
      allowing: allowance)
  }
}

extension SamplePredicate {
  /// Samples that have a part of the time from an instant until another.
  public static func samples(
    from start: Date, to end: Date? = nil, options: TimeOptions = []
  ) throws(HealthError) -> SamplePredicate {
    try .samples(from: Timestamp(start), to: end.map { Timestamp($0) }, options: options)
  }

  /// By the start.
  public static func start(_ comparison: Comparison, _ date: Date) -> SamplePredicate {
    .start(comparison, Timestamp(date))
  }

  /// By the end.
  public static func end(_ comparison: Comparison, _ date: Date) -> SamplePredicate {
    .end(comparison, Timestamp(date))
  }
}

extension CalendarInterval {
  /// The interval of date components: so many of one of them, as HealthKit's collections have it.
  ///
  /// - Returns: `nil` for none, several different ones, and for seconds.
  public init?(_ components: DateComponents) {
    let counts: [(Component, Int?)] = [
      (.minute, components.minute), (.hour, components.hour), (.day, components.day),
      (.week, components.weekOfYear ?? components.weekOfMonth), (.month, components.month),
      (.quarter, components.quarter), (.year, components.year),
    ]
    let stated = counts.compactMap { component, count in
      count.flatMap { $0 == 0 ? nil : (component, $0) }
    }
    guard stated.count == 1, let (component, count) = stated.first, count > 0,
      (components.second ?? 0) == 0
    else { return nil }
    self.init(component, count: count)
    guard self.count == count else { return nil }
  }
}

extension CalendarAnchor {
  /// The day and the time of day of an instant on the clock of a time zone.
  public init(_ date: Date, in zone: TimeZone = .current) {
    self.init(Timestamp(date, in: zone))
  }
}

extension Zone {
  /// The zone of the same name or offset.
  ///
  /// - Throws: `HealthError` of code `.usage` if the system's zone database does not have it.
  public init(_ zone: TimeZone) throws(HealthError) {
    if let offset = try? Zone(zone.identifier) {
      self = offset
      return
    }
    // Zones without a name, such as `GMT+0230`.
    let minutes = zone.secondsFromGMT() / 60
    let digits = [abs(minutes) / 60, abs(minutes) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    try self.init((minutes < 0 ? "-" : "+") + digits.joined(separator: ":"))
  }
}

extension StatisticsCollection {
  /// The statistics of the interval that contains an instant; `nil` if it has no samples.
  public func statistics(for date: Date) -> Statistics? { statistics(for: Timestamp(date)) }

  /// Calls a function with the statistics of each interval, from the one that contains a date to the one that contains
  /// another, those without samples included.
  ///
  /// - Parameter body: Gets the statistics, and a value to set to `true` in order to stop.
  public func enumerateStatistics<Failure: Error>(
    from start: Date, to end: Date,
    _ body: (Statistics, _ stop: inout Bool) throws(Failure) -> Void
  ) throws(Failure) {
    try enumerateStatistics(from: Timestamp(start), to: Timestamp(end), body)
  }
}

extension DatasetInfo {
  /// The date of birth as components; `nil` if it is not stated.
  public var dateOfBirthComponents: DateComponents? {
    dateOfBirth.map { DateComponents(year: $0.year, month: $0.month, day: $0.day) }
  }
}
