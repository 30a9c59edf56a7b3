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

    var kind: SampleKind { canonicalUnit == nil ? .quantity : .workout }

    /// A unit of the totals of workouts.
    var canonicalUnit: HealthUnit? {
      switch self {
      case .average, .minimum, .maximum, .latest, .sum: nil
      case .distance: .kilometer
      case .energy: .kilocalorie
      }
    }

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

/// Which cases of a category fit: computed for all values of the type in the catalog.
struct CategoryTest: Sendable {
  private let test: TextTest
  private let isNegated: Bool
  /// The cases that the type may have, and whether each fits.
  private var known: [CategoryValue: Bool] = [:]
  /// The numbers of those that fit: newer exports print old cases under new names.
  private let numbers: Set<Int>

  init(_ test: TextTest, _ type: CategoryType) {
    if case .differs(let text) = test {
      (self.test, isNegated) = (.equals(text), true)
    } else {
      (self.test, isNegated) = (test, false)
    }
    let values = type.values
    numbers = Set(values.filter(self.test.matches).compactMap(\.number))
    for value in values { known[value] = fits(value) }
  }

  /// Whether a value fits; a sample without one never does.
  func matches(_ value: CategoryValue?) -> Bool {
    guard let value else { return false }
    return (known[value] ?? fits(value)) != isNegated
  }

  private func fits(_ value: CategoryValue) -> Bool {
    test.matches(value) || value.number.map(numbers.contains) ?? false
  }
}

extension TextTest {
  /// Whether a name of a value fits, or its number.
  fileprivate func matches(_ value: CategoryValue) -> Bool {
    matches(value.name) || matches(value.shortName) || matches(value.number.map { "\($0)" })
  }
}

/// A test reduced to what differs between the samples of one descriptor.
struct ReducedTest {
  let test: SampleTest
  /// The range of starts, in seconds, in which all samples match without a test: most of those that an index has found.
  let passing: ClosedRange<Int64>?

  init(_ test: SampleTest) {
    self.test = test
    passing = test.passingStarts
  }
}

extension SampleTest {
  /// The seconds of starts at which samples pass on whatever clock; `nil` where it takes more than a start to tell.
  fileprivate var passingStarts: ClosedRange<Int64>? {
    switch self {
    case .constant(true): .min ... .max
    case .start(let comparison, let bound): bound.seconds(of: comparison)
    case .all(let parts):
      parts.reduce(.min ... .max) { range, part in
        guard let range, let other = part.passingStarts, range.overlaps(other) else { return nil }
        return range.clamped(to: other)
      }
    default: nil
    }
  }
}
