public import Foundation
import HealthConv
import HealthFoundation
import HealthModel
import HealthStatistics
import HealthStore
import HealthUnits
import Synchronization

/// Adds a route to a workout.
public final class HKWorkoutRouteBuilder: Sendable {
  private let healthStore: HKHealthStore
  private let device: HKDevice?
  private let points = Mutex<[RouteLocation]>([])

  /// A builder of a route in a store.
  public init(healthStore: HKHealthStore, device: HKDevice?) {
    (self.healthStore, self.device) = (healthStore, device)
  }

  /// Adds points in any order.
  public func insertRouteData(_ routeData: [CLLocation]) async throws {
    points.withLock { $0 += routeData.map(\.point) }
  }

  /// Adds points in any order, and calls `completion` before it returns.
  public func insertRouteData(
    _ routeData: [CLLocation], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    points.withLock { $0 += routeData.map(\.point) }
    completion(true, nil)
  }

  /// Saves the workout again, with the route.
  ///
  /// - Throws: `HKError`: `.errorNoData` without points.
  @discardableResult
  public func finishRoute(
    with workout: HKWorkout, metadata: [String: Any]?
  ) async throws -> HKWorkoutRoute {
    let metadata = Metadata(metadata)
    return try await healthStore.onThread { try self.finishNow(workout, metadata) }
  }

  /// Saves the workout again, with the route, and calls a function afterwards.
  public func finishRoute(
    with workout: HKWorkout, metadata: [String: Any]?,
    completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
  ) {
    let metadata = Metadata(metadata)
    DispatchQueue.global().async {
      do { completion(try self.finishNow(workout, metadata), nil) } catch {
        completion(nil, HKError(error))
      }
    }
  }

  private func finishNow(_ workout: HKWorkout, _ metadata: Metadata) throws -> HKWorkoutRoute {
    let points = points.withLock { $0.sorted { ($0.date ?? .unknown) < ($1.date ?? .unknown) } }
    let store = healthStore.store
    let workout = healthStore.own(workout.sample)
    guard case .workout(let own) = try store.stored(workout) ?? workout,
      !points.isEmpty
    else { throw HKError(.errorNoData, "the route has no points") }
    var route = WorkoutRoute()
    route.sourceName = HKSource.default().name
    route.device = device?.own.text(address: nil)
    (route.startDate, route.endDate) = (points.first?.date, points.last?.date)
    (route.metadata, route.ownLocations) = (metadata, points)
    var fields = own.fields
    fields.routes.append(route)
    let sample = Sample.workout(Workout(header: own.header, fields: fields))
    try store.save([sample], .upsert)
    return HKWorkoutRoute(sample, route, fields.routes.count - 1)
  }

  /// Discards the points; no route is saved.
  public func discard() { points.withLock { $0 = [] } }
}

/// Collects heartbeats, and saves them as a series.
public final class HKHeartbeatSeriesBuilder: Sendable {
  /// How many beats a series can have: no limit.
  public static let maximumCount = Int.max

  private let healthStore: HKHealthStore
  private let device: HKDevice?
  private let start: Date
  private let state = Mutex<(beats: [Sample.SeriesBeat], metadata: Metadata)>(([], Metadata()))

  /// A builder of a series in a store.
  public init(healthStore: HKHealthStore, device: HKDevice?, start startDate: Date) {
    (self.healthStore, self.device, start) = (healthStore, device, startDate)
  }

  /// Adds a beat, in seconds after the start.
  public func addHeartbeat(at timeInterval: TimeInterval, precededByGap: Bool) async throws {
    add(timeInterval, precededByGap)
  }

  /// Adds a beat, in seconds after the start, and calls a function afterwards.
  public func addHeartbeatWithTimeInterval(
    sinceSeriesStartDate timeInterval: TimeInterval, precededByGap: Bool,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    add(timeInterval, precededByGap)
    completion(true, nil)
  }

  private func add(_ time: TimeInterval, _ isPrecededByGap: Bool) {
    state.withLock {
      $0.beats.append(.init(timeSinceStart: time, isPrecededByGap: isPrecededByGap))
    }
  }

  /// Adds metadata to that of the series.
  public func addMetadata(_ metadata: [String: Any]) async throws {
    let metadata = Metadata(metadata)
    state.withLock { $0.metadata.entries += metadata.entries }
  }

  /// Adds metadata to that of the series, and calls `completion` before it returns.
  public func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let metadata = Metadata(metadata)
    state.withLock { $0.metadata.entries += metadata.entries }
    completion(true, nil)
  }

  /// Saves the series, which ends with its last beat.
  ///
  /// - Throws: `HKError` for beats that are not in order.
  @discardableResult
  public func finishSeries() async throws -> HKHeartbeatSeriesSample {
    try await healthStore.onThread { try self.finishNow() }
  }

  /// Saves the series, and calls a function afterwards.
  public func finishSeries(
    completion: @escaping @Sendable (HKHeartbeatSeriesSample?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      do { completion(try self.finishNow(), nil) } catch { completion(nil, HKError(error)) }
    }
  }

  private func finishNow() throws -> HKHeartbeatSeriesSample {
    let (beats, metadata) = state.withLock { $0 }
    let length = beats.last?.timeSinceStart?.doubleValue ?? 0
    let series = try HeartbeatSeries(
      beats: beats, start: Timestamp(start), end: Timestamp(start.addingTimeInterval(length)),
      source: Source(name: HKSource.default().name), device: device?.own, metadata: metadata)
    let sample = healthStore.own(.heartbeatSeries(series))
    try healthStore.store.save([sample])
    return HKHeartbeatSeriesSample(sample)
  }
}

/// Collects quantities of one type for a series. HealthKit saves them as one sample; the library saves a sample for each,
/// whose metadata name the series.
public final class HKQuantitySeriesSampleBuilder: Sendable {
  private let healthStore: HKHealthStore
  /// The type.
  public let quantityType: HKQuantityType
  /// When the series begins.
  public let startDate: Date
  /// The device that measures the quantities.
  public let device: HKDevice?
  private let samples = Mutex<[(quantity: HKQuantity, time: DateInterval)]>([])

  /// A builder of a series in a store.
  public init(
    healthStore: HKHealthStore, quantityType: HKQuantityType, startDate: Date, device: HKDevice?
  ) {
    (self.healthStore, self.quantityType, self.startDate, self.device) = (
      healthStore, quantityType, startDate, device
    )
  }

  /// Adds a quantity that was measured at one instant.
  ///
  /// - Throws: `HKError` if it does not fit the type, or is before the start of the series.
  public func insert(_ quantity: HKQuantity, at date: Date) throws {
    try insert(quantity, for: DateInterval(start: date, duration: 0))
  }

  /// Adds a quantity that was measured in an interval.
  ///
  /// - Throws: `HKError` if it does not fit the type, or begins before the series.
  public func insert(_ quantity: HKQuantity, for dateInterval: DateInterval) throws {
    guard quantityType.is(compatibleWith: quantity.unit), dateInterval.start >= startDate else {
      throw HKError(.errorInvalidArgument, "the quantity does not fit the series")
    }
    samples.withLock { $0.append((quantity, dateInterval)) }
  }

  /// Saves the series, with its quantities in the order of time.
  ///
  /// - Throws: `HKError`: `.errorNoData` without quantities.
  @discardableResult
  public func finishSeries(
    metadata: [String: Any]?, endDate: Date? = nil
  ) async throws -> [HKQuantitySample] {
    let made = try made(metadata)
    try await healthStore.save(made)
    return made
  }

  /// Saves the series, and calls a function afterwards.
  public func finishSeries(
    metadata: [String: Any]?, endDate: Date? = nil,
    completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
  ) {
    do {
      let made = try made(metadata)
      healthStore.save(made) { isSaved, error in completion(isSaved ? made : nil, error) }
    } catch { completion(nil, error) }
  }

  private func made(_ metadata: [String: Any]?) throws -> [HKQuantitySample] {
    let quantities = samples.withLock { $0 }
    guard let first = quantities.first else {
      throw HKError(.errorNoData, "the series has no quantities")
    }
    do {
      var series = try QuantitySeries(
        quantityType: quantityType.type, unit: first.quantity.unit,
        source: Source(name: HKSource.default().name), device: device?.own,
        metadata: Metadata(metadata))
      for (quantity, time) in quantities {
        try series.insert(quantity, at: Timestamp(time.start), until: Timestamp(time.end))
      }
      return HKQuantitySample.joined(series.samples.compactMap { HKSample.make($0) })
        .compactMap { $0 as? HKQuantitySample }
    } catch { throw HKError(error) }
  }

  /// Discards the quantities; no samples are saved.
  public func discard() { samples.withLock { $0 = [] } }
}
