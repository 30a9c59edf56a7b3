import HealthModel
import HealthUnits

extension SamplePredicate {
  /// A figure of a quantity or a workout, as HealthKit's predicates name them.
  ///
  /// A quantity has one value. Of a discrete type it is the average, the minimum, the maximum and the latest value, of a
  /// cumulative type the sum; of a type that the catalog does not contain it is each of them. A workout has totals
  /// (`distance` of `Workout`).
  public enum Figure: String, Sendable, CaseIterable {
    case average, minimum, maximum, latest, sum
    /// The total distance of a workout.
    case distance
    /// The total active energy of a workout.
    case energy

    /// The kind of the samples that have it.
    var kind: SampleKind { canonicalUnit == nil ? .quantity : .workout }

    /// A unit of the totals of workouts.
    var canonicalUnit: HealthUnit? {
      switch self {
      case .average, .minimum, .maximum, .latest, .sum: nil
      case .distance: .kilometer
      case .energy: .kilocalorie
      }
    }

    /// Whether quantities of a type have it.
    func isFigure(of type: SampleType) -> Bool {
      guard case .quantity(let type) = type else { return false }
      return type.aggregationStyle.map { ($0 == .cumulative) == (self == .sum) } ?? true
    }

    /// The number and the unit of a workout, if it states them.
    func total(of workout: Workout) -> (number: Number, unit: String?)? {
      self == .distance ? workout.distance : workout.energyBurned
    }
  }
}

/// Compares a total of workouts.
struct TotalTest: Sendable {
  private let figure: SamplePredicate.Figure
  /// `nil` where the total only has to be there.
  private let comparison: SamplePredicate.Comparison?
  private let value: Double
  private let unit: UnitName?

  init(_ figure: SamplePredicate.Figure) {
    (self.figure, comparison, value, unit) = (figure, nil, 0, nil)
  }

  init(
    _ figure: SamplePredicate.Figure, _ comparison: SamplePredicate.Comparison, _ value: Double,
    _ unit: UnitName?
  ) {
    (self.figure, self.comparison, self.value, self.unit) = (figure, comparison, value, unit)
  }

  func matches(_ workout: Workout) -> Bool {
    guard let total = figure.total(of: workout) else { return false }
    guard let comparison else { return true }
    guard let unit, unit.text != total.unit else {
      return comparison.holds(total.number.doubleValue, value)
    }
    let own = total.unit.flatMap { try? HealthUnit($0) }
    guard let scale = NumberScale(from: own, to: unit.unit) else { return false }
    return comparison.holds(scale.value(of: total.number), value)
  }
}
