public import Foundation
import HealthConv
import HealthFoundation
import HealthModel
public import HealthStatistics
import HealthStore
import HealthUnits

/// Which statistics are calculated.
public typealias HKStatisticsOptions = StatisticsOptions

/// The statistics of samples of one type.
public final class HKStatistics: Sendable {
  /// The type.
  public let quantityType: HKQuantityType
  /// The start of the interval; without intervals, the earliest start of a sample.
  public let startDate: Date
  /// The end of the interval; without intervals, the latest end of a sample.
  public let endDate: Date
  private let own: Statistics?
  /// The statistics that a workout states.
  private let stated: WorkoutStatistics?

  init(_ own: Statistics) {
    (self.own, stated, quantityType) = (own, nil, HKQuantityType(own.quantityType))
    (startDate, endDate) = (Date(own.startDate), Date(own.endDate))
  }

  private init(_ type: HKQuantityType, _ stated: WorkoutStatistics, _ start: Date, _ end: Date) {
    (own, self.stated, quantityType, startDate, endDate) = (nil, stated, type, start, end)
  }

  /// The statistics that a workout states, by type.
  static func all(
    _ list: [WorkoutStatistics], _ start: Date, _ end: Date
  ) -> [HKQuantityType: HKStatistics] {
    let pairs = list.compactMap { stated -> (HKQuantityType, HKStatistics)? in
      guard let type = stated.type.map({ HKQuantityType(QuantityType($0)) }) else { return nil }
      let (start, end) = (stated.startDate.map { Date($0) }, stated.endDate.map { Date($0) })
      return (type, HKStatistics(type, stated, start ?? .distantPast, end ?? .distantFuture))
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The sources; `nil` unless statistics are separate by source.
  public var sources: [HKSource]? { own?.sources?.map { HKSource($0) } }

  /// The sum, in which data that several sources counted are included once.
  public func sumQuantity() -> HKQuantity? { own?.sumQuantity() ?? stated?.sumQuantity }
  /// The sum of a source.
  public func sumQuantity(for source: HKSource) -> HKQuantity? {
    own?.sumQuantity(for: source.name)
  }
  /// The average, as the type defines it.
  public func averageQuantity() -> HKQuantity? { own?.averageQuantity() ?? stated?.averageQuantity }
  /// The average of a source.
  public func averageQuantity(for source: HKSource) -> HKQuantity? {
    own?.averageQuantity(for: source.name)
  }
  /// The least value.
  public func minimumQuantity() -> HKQuantity? { own?.minimumQuantity() ?? stated?.minimumQuantity }
  /// The least value of a source.
  public func minimumQuantity(for source: HKSource) -> HKQuantity? {
    own?.minimumQuantity(for: source.name)
  }
  /// The greatest value.
  public func maximumQuantity() -> HKQuantity? { own?.maximumQuantity() ?? stated?.maximumQuantity }
  /// The greatest value of a source.
  public func maximumQuantity(for source: HKSource) -> HKQuantity? {
    own?.maximumQuantity(for: source.name)
  }
  /// The value that ended last.
  public func mostRecentQuantity() -> HKQuantity? { own?.mostRecentQuantity() }
  /// The value of a source that ended last.
  public func mostRecentQuantity(for source: HKSource) -> HKQuantity? {
    own?.mostRecentQuantity(for: source.name)
  }
  /// The time of the sample that ended last.
  public func mostRecentQuantityDateInterval() -> DateInterval? {
    own?.mostRecentQuantityDateInterval().map {
      DateInterval(start: Date($0.start), end: Date($0.end))
    }
  }
  /// The time that samples cover.
  public func duration() -> HKQuantity? { own?.duration() }
  /// The time that samples of a source cover.
  public func duration(for source: HKSource) -> HKQuantity? { own?.duration(for: source.name) }

  /// Whether both have the same numbers.
  func isSame(as other: HKStatistics?) -> Bool { own == other?.own }
}

/// The statistics of consecutive intervals.
public final class HKStatisticsCollection: Sendable {
  private let own: StatisticsCollection

  init(_ own: StatisticsCollection) { self.own = own }

  /// The statistics of each interval that has samples, in the order of time.
  public func statistics() -> [HKStatistics] { own.statistics().map { HKStatistics($0) } }
  /// The statistics of the interval that contains a date; `nil` if it has no samples.
  public func statistics(for date: Date) -> HKStatistics? {
    own.statistics(for: date).map { HKStatistics($0) }
  }
  /// The sources.
  public func sources() -> Set<HKSource> { Set(own.sources().map { HKSource($0) }) }

  /// Set to `true` in order to end an enumeration.
  public final class Stop {
    /// Whether to end.
    public var pointee = false
  }

  /// Calls a function with the statistics of each interval from the one that contains a date to the one that contains another,
  /// those without samples included.
  public func enumerateStatistics(
    from startDate: Date, to endDate: Date, with block: (HKStatistics, Stop) -> Void
  ) {
    let stop = Stop()
    own.enumerateStatistics(from: startDate, to: endDate) { statistics, isEnd in
      block(HKStatistics(statistics), stop)
      isEnd = stop.pointee
    }
  }

  /// The first statistics that differ from those of an earlier collection.
  func firstChange(since before: HKStatisticsCollection) -> HKStatistics? {
    statistics().first { !$0.isSame(as: before.statistics(for: $0.startDate)) }
  }
}

/// Calculates statistics over all samples.
public final class HKStatisticsQuery: HKQuery, @unchecked Sendable {
  private let type: HKQuantityType
  private let options: HKStatisticsOptions
  private let handler: @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

  /// The statistics of the samples of a type that match a predicate. Without samples the handler gets the error `.errorNoData`.
  public init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?,
    options: HKStatisticsOptions = [],
    completionHandler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
  ) {
    (type, self.options, handler) = (quantityType, options, completionHandler)
    super.init(quantityType, quantitySamplePredicate)
  }

  override func run(in store: HKHealthStore) async {
    do {
      let found = try await store.statistics(type, QuerySelection(type, predicate), options)
      handler(self, found, found == nil ? HKError(.errorNoData, "there are no samples") : nil)
    } catch { handler(self, nil, error) }
  }
}

/// Calculates statistics over consecutive intervals and, with an update handler, again after changes.
public final class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
  private let plan: IntervalPlan
  /// Gets the first result.
  public var initialResultsHandler:
    (@Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
  /// Gets later results, if it is set before the query is executed.
  public var statisticsUpdateHandler:
    (
      @Sendable (
        HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?
      ) -> Void
    )?

  /// The statistics of the samples of a type that match a predicate, in intervals of so many minutes, hours, days, weeks, months or
  /// years in the zone of the components' calendar, or of the system.
  public init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?,
    options: HKStatisticsOptions = [], anchorDate: Date, intervalComponents: DateComponents
  ) {
    plan = IntervalPlan(
      type: quantityType, selection: QuerySelection(quantityType, quantitySamplePredicate),
      options: options, anchorDate: anchorDate, components: intervalComponents)
    super.init(quantityType, quantitySamplePredicate)
  }

  override func run(in store: HKHealthStore) async {
    var before: HKStatisticsCollection?
    do {
      for try await now in store.collections(plan, follows: statisticsUpdateHandler != nil)
      where !isStopped {
        if let before {
          statisticsUpdateHandler?(self, now.firstChange(since: before), now, nil)
        } else {
          initialResultsHandler?(self, now, nil)
        }
        before = now
      }
    } catch {
      if before == nil {
        initialResultsHandler?(self, nil, error)
      } else {
        statisticsUpdateHandler?(self, nil, nil, error)
      }
    }
  }
}

/// The parameters of a calculation over intervals.
struct IntervalPlan: Sendable {
  let type: HKQuantityType
  let selection: QuerySelection
  let options: HKStatisticsOptions
  let anchorDate: Date
  let components: DateComponents

  /// The intervals as the library has them.
  func intervals() throws -> (anchor: CalendarAnchor, interval: CalendarInterval, zone: Zone) {
    let zone = components.timeZone ?? components.calendar?.timeZone ?? .current
    guard let interval = CalendarInterval(components) else {
      throw HKError(
        .errorInvalidArgument, "an interval is a number of one component, from minutes to years")
    }
    return (CalendarAnchor(anchorDate, in: zone), interval, try Zone(zone))
  }
}

extension HKHealthStore {
  /// The statistics of a selection; `nil` without samples.
  func statistics(
    _ type: HKQuantityType, _ selection: QuerySelection, _ options: HKStatisticsOptions
  ) async throws -> HKStatistics? {
    try await onThread {
      if selection.isExact {
        return try self.store.statistics(
          of: type.type, options: options, where: selection.predicate
        ).map { HKStatistics($0) }
      }
      try self.store.checkOneParticipant()
      var query = try StatisticsQuery(quantityType: type.type, options: options)
      for sample in try self.samplesNow(selection).flatMap(\.stored) { try query.add(sample) }
      return try query.statistics().map { HKStatistics($0) }
    }
  }

  private func collectionNow(_ plan: IntervalPlan) throws -> HKStatisticsCollection {
    let (anchor, interval, zone) = try plan.intervals()
    if plan.selection.isExact {
      return HKStatisticsCollection(
        try store.statisticsCollection(
          of: plan.type.type, options: plan.options, anchor: anchor, interval: interval,
          zone: zone, where: plan.selection.predicate))
    }
    try store.checkOneParticipant()
    var query = try StatisticsCollectionQuery(
      quantityType: plan.type.type, options: plan.options, anchor: anchor, interval: interval,
      zone: zone)
    for sample in try samplesNow(plan.selection).flatMap(\.stored) { try query.add(sample) }
    return HKStatisticsCollection(try query.statisticsCollection())
  }

  /// Returns the collection and, if `follows`, a new one after each change.
  func collections(
    _ plan: IntervalPlan, follows: Bool
  ) -> AsyncThrowingStream<HKStatisticsCollection, any Error> {
    stream { yield in
      if follows, plan.selection.isOfType {
        // Reads only what changed.
        try await self.onThread { try self.store.checkOneParticipant() }
        let (anchor, interval, zone) = try plan.intervals()
        let updater = try StatisticsCollection.Updater(
          quantityType: plan.type.type, options: plan.options, anchor: anchor,
          interval: interval, zone: zone)
        for try await now in updater.updates(of: self.store) { yield(HKStatisticsCollection(now)) }
        return
      }
      let begin = try await self.onThread { try self.store.anchor() }
      yield(try await self.onThread { try self.collectionNow(plan) })
      guard follows else { return }
      for try await _ in try await self.store.observe(plan.type.predicate, since: begin) {
        yield(try await self.onThread { try self.collectionNow(plan) })
      }
    }
  }
}
