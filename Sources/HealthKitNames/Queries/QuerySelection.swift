public import Foundation
import HealthModel
import HealthStore

/// The samples that a query selects: a predicate that the store evaluates, and a condition on the
/// objects that it finds.
struct QuerySelection: @unchecked Sendable {
  /// The part of the condition that the store evaluates.
  private(set) var predicate: SamplePredicate
  /// The part that is evaluated for each object that is read; `nil` if the store evaluates the
  /// whole condition.
  private let rest: NSPredicate?
  /// The types of the samples. Routes are found in their workouts.
  let types: [HKSampleType]
  /// Whether it selects all samples of one type, without a condition.
  let isOfType: Bool

  /// The samples of a type that match a predicate; of all types without one.
  init(_ type: HKSampleType?, _ condition: NSPredicate?) {
    let isOfRoutes = type?.identifier == HKWorkoutRouteTypeIdentifier
    let (own, rest) = Self.split(condition, isOfRoutes: isOfRoutes)
    predicate = .all([type?.predicate ?? .all, own])
    self.rest = rest
    types = type.map { [$0] } ?? []
    isOfType = type != nil && condition == nil
  }

  /// The samples that at least one of several selections contains.
  init(anyOf parts: [QuerySelection]) {
    predicate = .or(parts.map(\.predicate))
    types = parts.flatMap(\.types)
    isOfType = parts.count == 1 && parts[0].isOfType
    rest =
      parts.count == 1
      ? parts[0].rest
      : parts.allSatisfy { $0.rest == nil }
        ? nil
        : NSPredicate { object, _ in
          parts.contains { part in
            LibraryPredicate(part.predicate).evaluate(with: object)
              && part.rest?.evaluate(with: object) ?? true
          }
        }
  }

  /// Whether the store evaluates the whole selection.
  var isExact: Bool { rest == nil && !isOfRoutes }

  private var isOfRoutes: Bool { types.contains { $0.identifier == HKWorkoutRouteTypeIdentifier } }

  /// Whether the selection contains an object.
  func matches(_ object: HKSample) -> Bool {
    var matcher = SampleMatcher(predicate)
    return matcher.matches(object.sample) && rest?.evaluate(with: object) ?? true
  }

  /// The selected objects of a sample that the store found: the sample itself, or the routes of a
  /// workout.
  func objects(of sample: Sample) -> [HKSample] {
    let found: [HKSample] =
      isOfRoutes ? HKWorkoutRoute.all(of: sample) : [HKSample.make(sample)].compactMap(\.self)
    guard let rest else { return found }
    return found.filter { rest.evaluate(with: $0) }
  }

  /// The selected objects of a changed sample, including those nested in it.
  func objects(inChange sample: Sample) -> [HKSample] {
    var matcher = SampleMatcher(predicate)
    let found =
      matcher.matches(sample) ? [sample] : sample.nestedSamples { matcher.matches($0) }
    return found.flatMap { objects(of: $0) }
  }

  /// Splits a condition into the part that the store evaluates and the part that it cannot
  /// evaluate.
  private static func split(
    _ condition: NSPredicate?, isOfRoutes: Bool
  ) -> (SamplePredicate, NSPredicate?) {
    guard let condition else { return (.all, nil) }
    if isOfRoutes, condition is UUIDPredicate { return (.kind(.workout), condition) }
    if let own = condition as? LibraryPredicate { return (own.own, nil) }
    if let own = condition as? WorkoutPredicate {
      return (isOfRoutes ? .kind(.workout) : own.own, condition)
    }
    guard let compound = condition as? NSCompoundPredicate else { return (.all, condition) }
    let parts = compound.subpredicates.compactMap { ($0 as Any) as? NSPredicate }
      .map { split($0, isOfRoutes: isOfRoutes) }
    let rests = parts.compactMap(\.1)
    switch compound.compoundPredicateType {
    case .and:
      return (
        .all(parts.map(\.0)),
        rests.isEmpty ? nil : NSCompoundPredicate(andPredicateWithSubpredicates: rests)
      )
    case .or where rests.isEmpty: return (.or(parts.map(\.0)), nil)
    case .not where rests.isEmpty: return (.not(.all(parts.map(\.0))), nil)
    default: return (.all, condition)
    }
  }
}

/// The order in which a query returns samples.
struct Sorting: @unchecked Sendable {
  /// What the store sorts by.
  private(set) var ordering = SampleOrdering.saved
  /// Compares what the store cannot sort.
  private(set) var compare: ((HKSample, HKSample) -> ComparisonResult)?

  init(_ descriptors: [NSSortDescriptor]?) {
    let descriptors = descriptors ?? []
    let keys = descriptors.map { Self.key($0.keyPath) }
    set(keys, descriptors.map(\.ascending)) { a, b in
      descriptors.lazy.map { $0.compare(a, to: b) }.first { $0 != .orderedSame } ?? .orderedSame
    }
  }

  init<T: HKSample>(_ descriptors: [SortDescriptor<T>]) {
    let keys = descriptors.map { Self.key($0.keyPath) }
    set(keys, descriptors.map { $0.order == .forward }) { a, b in
      guard let a = a as? T, let b = b as? T else { return .orderedSame }
      return descriptors.lazy.map { $0.compare(a, b) }.first { $0 != .orderedSame } ?? .orderedSame
    }
  }

  private mutating func set(
    _ keys: [SampleOrdering.Key?], _ ascending: [Bool],
    _ compare: @escaping (HKSample, HKSample) -> ComparisonResult
  ) {
    if keys.isEmpty { return }
    if keys.count == 1, let key = keys[0] {
      ordering = SampleOrdering(key, isDescending: !ascending[0])
    } else {
      self.compare = compare
    }
  }

  /// Sorts objects that the store has not sorted.
  func sorted(_ objects: [HKSample]) -> [HKSample] {
    objects.sorted { a, b in
      if let compare { return compare(a, b) == .orderedAscending }
      let (first, second) = ordering.isDescending ? (b, a) : (a, b)
      return switch ordering.key {
      case .start: first.startDate < second.startDate
      case .end: first.endDate < second.endDate
      case .saved, .value: false
      }
    }
  }

  /// The sort key of the store for a key path to the start or the end, of any class; `nil` for
  /// other paths.
  private static func key(_ path: AnyKeyPath?) -> SampleOrdering.Key? {
    guard let path else { return nil }
    let starts: [AnyKeyPath] = [
      \HKSample.startDate, \HKQuantitySample.startDate, \HKCategorySample.startDate,
      \HKWorkout.startDate, \HKCorrelation.startDate,
    ]
    let ends: [AnyKeyPath] = [
      \HKSample.endDate, \HKQuantitySample.endDate, \HKCategorySample.endDate,
      \HKWorkout.endDate, \HKCorrelation.endDate,
    ]
    return starts.contains(path) ? .start : ends.contains(path) ? .end : nil
  }
}

/// The samples of a kind that match a predicate, in the class of that kind.
public struct HKSamplePredicate<Sample: HKSample>: Sendable {
  let selection: QuerySelection

  fileprivate init(_ type: HKSampleType, _ predicate: NSPredicate?) {
    selection = QuerySelection(type, predicate)
  }
}

extension HKSamplePredicate where Sample == HKSample {
  /// Samples of a type.
  public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> Self {
    Self(type, predicate)
  }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
  /// Quantities of a type.
  public static func quantitySample(
    type: HKQuantityType, predicate: NSPredicate? = nil
  ) -> Self { Self(type, predicate) }
}

extension HKSamplePredicate where Sample == HKCategorySample {
  /// Categories of a type.
  public static func categorySample(
    type: HKCategoryType, predicate: NSPredicate? = nil
  ) -> Self { Self(type, predicate) }
}

extension HKSamplePredicate where Sample == HKCorrelation {
  /// Correlations of a type.
  public static func correlation(type: HKCorrelationType, predicate: NSPredicate? = nil) -> Self {
    Self(type, predicate)
  }
}

extension HKSamplePredicate where Sample == HKWorkout {
  /// Workouts.
  public static func workout(_ predicate: NSPredicate? = nil) -> Self {
    Self(.workoutType(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKWorkoutRoute {
  /// Routes of workouts.
  public static func workoutRoute(_ predicate: NSPredicate? = nil) -> Self {
    Self(HKSeriesType.workoutRoute(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKHeartbeatSeriesSample {
  /// Series of heartbeats.
  public static func heartbeatSeries(_ predicate: NSPredicate? = nil) -> Self {
    Self(HKSeriesType.heartbeat(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKElectrocardiogram {
  /// Electrocardiograms.
  public static func electrocardiogram(_ predicate: NSPredicate? = nil) -> Self {
    Self(.electrocardiogramType(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKAudiogramSample {
  /// Hearing tests.
  public static func audiogram(_ predicate: NSPredicate? = nil) -> Self {
    Self(.audiogramSampleType(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKStateOfMind {
  /// States of mind.
  public static func stateOfMind(_ predicate: NSPredicate? = nil) -> Self {
    Self(.stateOfMindType(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKClinicalRecord {
  /// Clinical records of a type.
  public static func clinicalRecord(type: HKClinicalType, predicate: NSPredicate? = nil) -> Self {
    Self(type, predicate)
  }
}
