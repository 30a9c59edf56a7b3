public import Foundation
import HealthConv
import HealthModel
import HealthStatistics
import HealthStore

/// Finds the sources of samples.
public final class HKSourceQuery: HKQuery, @unchecked Sendable {
  private let type: HKSampleType
  private let handler: @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

  /// The sources of the samples of a type that match a predicate.
  public init(
    sampleType: HKSampleType, samplePredicate: NSPredicate?,
    completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
  ) {
    (type, handler) = (sampleType, completionHandler)
    super.init(sampleType, samplePredicate)
  }

  override func run(in store: HKHealthStore) async {
    do {
      let selection = QuerySelection(type, predicate)
      handler(self, try await store.sources(selection, of: predicate == nil ? type : nil), nil)
    } catch { handler(self, nil, error) }
  }
}

/// Finds correlations by their own predicate, and by predicates of the samples in them.
public final class HKCorrelationQuery: HKQuery, @unchecked Sendable {
  private let type: HKCorrelationType
  /// The predicates of the samples in a correlation, by type.
  public let samplePredicates: [HKSampleType: NSPredicate]?
  private let handler: @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

  /// The correlations of a type.
  public init(
    type: HKCorrelationType, predicate: NSPredicate?,
    samplePredicates: [HKSampleType: NSPredicate]?,
    completion: @escaping @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void
  ) {
    (self.type, self.samplePredicates, handler) = (type, samplePredicates, completion)
    super.init(type, predicate)
  }

  override func run(in store: HKHealthStore) async {
    do {
      let found = try await store.samples(QuerySelection(type, predicate), Sorting(byStart))
      let correlations = found.compactMap { $0 as? HKCorrelation }.filter { correlation in
        (samplePredicates ?? [:]).allSatisfy { type, predicate in
          correlation.objects(for: type).contains { predicate.evaluate(with: $0) }
        }
      }
      handler(self, correlations, nil)
    } catch { handler(self, nil, error) }
  }

  private var byStart: [NSSortDescriptor] {
    [NSSortDescriptor(keyPath: \HKSample.startDate, ascending: true)]
  }
}

/// Finds the rings of days.
public final class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
  private let handler:
    @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void

  /// The rings of the days that a predicate matches; of all days without one.
  public init(
    predicate: NSPredicate?,
    resultsHandler:
      @escaping @Sendable (
        HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?
      ) -> Void
  ) {
    handler = resultsHandler
    super.init(HKObjectType.activitySummaryType(), predicate)
  }

  override func run(in store: HKHealthStore) async {
    do {
      handler(self, try await store.activitySummaries(QuerySelection(nil, predicate)), nil)
    } catch {
      handler(self, nil, error)
    }
  }
}

/// Gives the points of a route.
public final class HKWorkoutRouteQuery: HKQuery, @unchecked Sendable {
  private let route: HKWorkoutRoute
  private let handler: @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void

  /// The points of a route, in batches.
  public init(
    route: HKWorkoutRoute,
    dataHandler:
      @escaping @Sendable (
        HKWorkoutRouteQuery, [CLLocation]?, _ done: Bool, (any Error)?
      ) -> Void
  ) {
    (self.route, handler) = (route, dataHandler)
    super.init(HKSeriesType.workoutRoute(), nil)
  }

  override func run(in store: HKHealthStore) async {
    let points = route.route.locations
    var next = 0
    repeat {
      let end = min(next + 1_000, points.count)
      handler(self, points[next..<end].map { CLLocation($0) }, end == points.count, nil)
      next = end
    } while next < points.count && !isStopped
  }
}

/// Gives the beats of a series.
public final class HKHeartbeatSeriesQuery: HKQuery, @unchecked Sendable {
  /// Gets seconds since the start, whether beats before may be missing, and whether it is the last.
  public typealias Handler =
    @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void
  private let series: HKHeartbeatSeriesSample
  private let handler: Handler

  /// The beats of a series, one by one.
  public init(heartbeatSeries: HKHeartbeatSeriesSample, dataHandler: @escaping Handler) {
    (series, handler) = (heartbeatSeries, dataHandler)
    super.init(HKSeriesType.heartbeat(), nil)
  }

  override func run(in store: HKHealthStore) async {
    let beats = series.beats
    for (index, beat) in beats.enumerated() where !isStopped {
      let time = beat.timeSinceStart?.doubleValue ?? 0
      handler(self, time, beat.isPrecededByGap, index == beats.count - 1, nil)
    }
  }
}

/// Gives the voltages of an electrocardiogram.
public final class HKElectrocardiogramQuery: HKQuery, @unchecked Sendable {
  /// A voltage, the end, or an error.
  public enum Result: Sendable {
    case measurement(HKElectrocardiogram.VoltageMeasurement)
    case done
    case error(any Error)
  }

  private let electrocardiogram: HKElectrocardiogram
  private let handler: @Sendable (HKElectrocardiogramQuery, Result) -> Void

  /// The voltages, one by one.
  public init(
    _ electrocardiogram: HKElectrocardiogram,
    dataHandler: @escaping @Sendable (HKElectrocardiogramQuery, Result) -> Void
  ) {
    (self.electrocardiogram, handler) = (electrocardiogram, dataHandler)
    super.init(HKObjectType.electrocardiogramType(), nil)
  }

  override func run(in store: HKHealthStore) async {
    for measurement in electrocardiogram.measurements where !isStopped {
      handler(self, .measurement(measurement))
    }
    if !isStopped { handler(self, .done) }
  }
}

/// Gives the quantities of samples, one by one: those of a series each.
public final class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
  /// Gets the quantity, its time, its sample where that is wanted, and whether it is the last.
  public typealias Handler =
    @Sendable (
      HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool, (any Error)?
    ) -> Void

  private let selection: QuerySelection
  private let handler: Handler
  /// Whether the handler gets samples.
  public var includeSample = false
  /// Whether the quantities of one sample come together, samples by their start. Otherwise all quantities come by their start.
  public var orderByQuantitySampleStartDate = false

  /// The quantities of a type that match a predicate.
  public init(
    quantityType: HKQuantityType, predicate: NSPredicate?, quantityHandler: @escaping Handler
  ) {
    (selection, handler) = (QuerySelection(quantityType, predicate), quantityHandler)
    super.init(quantityType, predicate)
  }

  override func run(in store: HKHealthStore) async {
    do {
      var options = HKQuantitySeriesSampleQueryDescriptor.Options()
      if includeSample { options.insert(.includeSample) }
      if orderByQuantitySampleStartDate { options.insert(.orderByQuantitySampleStartDate) }
      let quantities = QuantityReader(store, selection, options)
      var next = try await quantities.next()
      if next == nil, !isStopped { handler(self, nil, nil, nil, true, nil) }
      while let one = next {
        next = try await quantities.next()
        if isStopped { return }
        handler(self, one.quantity, one.dateInterval, one.sample, next == nil, nil)
      }
    } catch { handler(self, nil, nil, nil, true, HKError(error)) }
  }
}

/// Gives the quantities of samples, one by one: those of a series each.
public struct HKQuantitySeriesSampleQueryDescriptor: Sendable {
  /// What is given with the quantities.
  public struct Options: OptionSet, Sendable {
    /// The bits, one for each option.
    public let rawValue: Int

    /// Options by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The sample of each quantity.
    public static let includeSample = Options(rawValue: 1)
    /// The quantities of one sample come together, samples by their start. Otherwise all quantities come by their start.
    public static let orderByQuantitySampleStartDate = Options(rawValue: 2)
  }

  /// One quantity.
  public struct Result: Sendable {
    /// The quantity.
    public let quantity: HKQuantity
    /// When it was measured.
    public let dateInterval: DateInterval
    /// Its sample, where that is wanted: of a quantity of a series, the series.
    public let sample: HKQuantitySample?
  }

  private let selection: QuerySelection
  private let options: Options

  /// The quantities of samples that match a predicate.
  public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
    (selection, self.options) = (predicate.selection, options)
  }

  /// The quantities, read one by one while they are used.
  public func results(for healthStore: HKHealthStore) -> AsyncThrowingStream<Result, any Error> {
    let quantities = QuantityReader(healthStore, selection, options)
    return AsyncThrowingStream {
      do { return try await quantities.next() } catch { throw HKError(error) }
    }
  }
}

/// Reads the quantities of a selection. One task at a time uses it.
private final class QuantityReader: @unchecked Sendable {
  private let store: HKHealthStore
  private let selection: QuerySelection
  private let includesSample: Bool
  private var quantities: QuantitySeries.Results.Iterator?
  /// The series that have begun and not ended; `nil` for those that are not wanted.
  private var series: [SampleUUID: HKQuantitySample?] = [:]

  init(
    _ store: HKHealthStore, _ selection: QuerySelection,
    _ options: HKQuantitySeriesSampleQueryDescriptor.Options
  ) {
    (self.store, self.selection) = (store, selection)
    includesSample = options.contains(.includeSample)
    guard let type = selection.types.first as? HKQuantityType else { return }
    var own: QuantitySeries.QueryOptions = []
    if includesSample || !selection.isExact { own.insert(.includeSample) }
    if options.contains(.orderByQuantitySampleStartDate) { own.insert(.orderBySample) }
    quantities = store.store.seriesResults(of: type.type, where: selection.predicate, options: own)
      .makeAsyncIterator()
  }

  func next() async throws -> HKQuantitySeriesSampleQueryDescriptor.Result? {
    while let one = try await quantities?.next() {
      let quantity = HKQuantitySample(.quantity(one.quantity))
      let sample = try await object(of: one)
      if one.sample != nil, sample == nil { continue }
      return .init(
        quantity: quantity.quantity,
        dateInterval: DateInterval(start: quantity.startDate, end: quantity.endDate),
        sample: includesSample ? sample : nil)
    }
    return nil
  }

  /// The sample of a quantity, if the query has it and the selection is about it.
  private func object(
    of one: QuantitySeries.Measurement
  ) async throws -> HKQuantitySample? {
    guard let sample = one.sample else { return nil }
    let known = one.series.flatMap { series[$0] }
    let object: HKQuantitySample?
    if let known {
      object = known
    } else {
      let own = store.store
      let made =
        one.series == nil
        ? HKSample.make(.quantity(sample))
        : HKQuantitySample.objects(
          try await store.onThread { try own.quantities(of: sample) }
        ).first
      object = (made as? HKQuantitySample).flatMap { selection.matches($0) ? $0 : nil }
    }
    if let uuid = one.series { series[uuid] = one.isLast ? nil : .some(object) }
    return object
  }
}

extension HKHealthStore {
  /// The sources of samples: of a type without a condition, those that the store lists.
  func sources(_ selection: QuerySelection, of type: HKSampleType?) async throws -> Set<HKSource> {
    try await onThread {
      if let type, !(type is HKWorkoutType) {
        return Set(try self.store.sources(of: type.sampleType).map { HKSource($0.name) })
      }
      return Set(try self.samplesNow(selection).map(\.source))
    }
  }

  /// The rings of the days of a selection, by day.
  func activitySummaries(_ selection: QuerySelection) async throws -> [HKActivitySummary] {
    try await onThread {
      let rings = SamplePredicate.all([.kind(.activitySummary), selection.predicate])
      return try self.store.samples(SampleQuery(rings, order: .start)).all()
        .map { HKActivitySummary($0) }
    }
  }
}
