public import Foundation
import HealthConv

/// Finds samples.
public struct HKSampleQueryDescriptor<Sample: HKSample> {
  private let selection: QuerySelection
  private let sorting: Sorting
  private let limit: Int

  /// Samples that match one of some predicates.
  public init(
    predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>] = [],
    limit: Int? = nil
  ) {
    selection = QuerySelection(anyOf: predicates.map(\.selection))
    (sorting, self.limit) = (Sorting(sortDescriptors), limit ?? HKObjectQueryNoLimit)
  }

  /// The samples.
  public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
    try await healthStore.samples(selection, sorting, limit: limit).compactMap { $0 as? Sample }
  }
}

/// Finds what was added and deleted since an anchor.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: Sendable {
  /// What was added and deleted, and where to continue.
  public struct Result: Sendable {
    /// What was added.
    public let addedSamples: [Sample]
    /// What was deleted.
    public let deletedObjects: [HKDeletedObject]
    /// Where to continue.
    public let newAnchor: HKQueryAnchor

    fileprivate init(_ changes: ObjectChanges) {
      addedSamples = changes.addedSamples.compactMap { $0 as? Sample }
      (deletedObjects, newAnchor) = (changes.deletedObjects, changes.newAnchor)
    }
  }

  private let selection: QuerySelection
  private let anchor: HKQueryAnchor?
  private let limit: Int

  /// Changes of samples that match one of some predicates.
  public init(
    predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil
  ) {
    selection = QuerySelection(anyOf: predicates.map(\.selection))
    (self.anchor, self.limit) = (anchor, limit ?? HKObjectQueryNoLimit)
  }

  /// The changes until now.
  public func result(for healthStore: HKHealthStore) async throws -> Result {
    try await healthStore.onThread {
      Result(try healthStore.changesNow(selection, since: anchor, limit: limit))
    }
  }

  /// The changes until now, and then each later change.
  public func results(for healthStore: HKHealthStore) -> AsyncThrowingStream<Result, any Error> {
    healthStore.stream { yield in
      for try await changes in healthStore.changes(
        selection, since: anchor, limit: limit, follows: true)
      {
        yield(Result(changes))
      }
    }
  }
}

/// Calculates statistics over all samples.
public struct HKStatisticsQueryDescriptor: Sendable {
  private let selection: QuerySelection
  private let options: HKStatisticsOptions

  /// The statistics of the samples that a predicate matches.
  public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions = []) {
    (selection, self.options) = (predicate.selection, options)
  }

  /// The statistics; `nil` without samples.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
    guard let type = selection.types.first as? HKQuantityType else { return nil }
    return try await healthStore.statistics(type, selection, options)
  }
}

/// Calculates statistics over consecutive intervals.
public struct HKStatisticsCollectionQueryDescriptor: Sendable {
  /// A collection.
  public struct Result: Sendable {
    /// The statistics of all intervals.
    public let statisticsCollection: HKStatisticsCollection
    /// The first statistics that changed, after the first result.
    public let statistics: HKStatistics?
  }

  private let plan: IntervalPlan?

  /// The statistics of the samples that a predicate matches.
  public init(
    predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions = [],
    anchorDate: Date, intervalComponents: DateComponents
  ) {
    plan = (predicate.selection.types.first as? HKQuantityType).map {
      IntervalPlan(
        type: $0, selection: predicate.selection, options: options, anchorDate: anchorDate,
        components: intervalComponents)
    }
  }

  /// The collection now.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
    guard let plan else { throw HKError(.errorInvalidArgument) }
    for try await now in healthStore.collections(plan, follows: false) { return now }
    throw HKError(.errorUserCanceled)
  }

  /// The collection now, and after each change.
  public func results(for healthStore: HKHealthStore) -> AsyncThrowingStream<Result, any Error> {
    healthStore.stream { yield in
      guard let plan else { throw HKError(.errorInvalidArgument) }
      var before: HKStatisticsCollection?
      for try await now in healthStore.collections(plan, follows: true) {
        yield(
          Result(
            statisticsCollection: now, statistics: before.flatMap { now.firstChange(since: $0) }))
        before = now
      }
    }
  }
}

/// Finds the sources of samples.
public struct HKSourceQueryDescriptor<Sample: HKSample>: Sendable {
  private let selection: QuerySelection

  /// The sources of the samples that a predicate matches.
  public init(predicate: HKSamplePredicate<Sample>) { selection = predicate.selection }

  /// The sources, by name.
  public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
    let type = selection.isOfType ? selection.types.first : nil
    return try await healthStore.sources(selection, of: type).sorted { $0.name < $1.name }
  }
}

/// Finds the rings of days.
public struct HKActivitySummaryQueryDescriptor: Sendable {
  private let selection: QuerySelection

  /// The rings of the days that a predicate matches; of all days without one.
  public init(predicate: NSPredicate? = nil) { selection = QuerySelection(nil, predicate) }

  /// The rings, by day.
  public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
    try await healthStore.activitySummaries(selection)
  }
}

/// Gives the points of a route.
public struct HKWorkoutRouteQueryDescriptor: Sendable {
  private let route: HKWorkoutRoute

  /// The points of a route.
  public init(_ workoutRoute: HKWorkoutRoute) { route = workoutRoute }

  /// The points, one by one.
  public func results(for healthStore: HKHealthStore) -> AsyncThrowingStream<CLLocation, any Error>
  {
    healthStore.stream { yield in
      for point in route.route.locations { yield(CLLocation(point)) }
    }
  }
}

/// Gives the beats of a series.
public struct HKHeartbeatSeriesQueryDescriptor: Sendable {
  /// A beat.
  public struct Heartbeat: Sendable {
    /// Seconds since the start of the series.
    public let timeIntervalSinceStart: TimeInterval
    /// Whether beats before it may be missing.
    public let precededByGap: Bool
  }

  private let series: HKHeartbeatSeriesSample

  /// The beats of a series.
  public init(_ heartbeatSeries: HKHeartbeatSeriesSample) { series = heartbeatSeries }

  /// The beats, one by one.
  public func results(for healthStore: HKHealthStore) -> AsyncThrowingStream<Heartbeat, any Error> {
    healthStore.stream { yield in
      for beat in series.beats {
        yield(
          Heartbeat(
            timeIntervalSinceStart: beat.timeSinceStart?.doubleValue ?? 0,
            precededByGap: beat.isPrecededByGap))
      }
    }
  }
}

/// Gives the voltages of an electrocardiogram.
public struct HKElectrocardiogramQueryDescriptor: Sendable {
  private let electrocardiogram: HKElectrocardiogram

  /// The voltages of an electrocardiogram.
  public init(_ electrocardiogram: HKElectrocardiogram) {
    self.electrocardiogram = electrocardiogram
  }

  /// The voltages, one by one.
  public func results(
    for healthStore: HKHealthStore
  ) -> AsyncThrowingStream<HKElectrocardiogram.VoltageMeasurement, any Error> {
    healthStore.stream { yield in
      for measurement in electrocardiogram.measurements { yield(measurement) }
    }
  }
}
