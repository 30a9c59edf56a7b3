// `SamplePredicate` is the language of `--where` and of queries, and `SampleMatcher` its only definition. A database
// looks up the bounds of a predicate in its indexes (`SampleBounds`: types, time spans, sources; never too narrow)
// and the series that can match (`SeriesSelection`), and the matcher tests the samples found. So all stores give the
// same results, and a new predicate needs no SQL.
//
// A comparison with a field that a sample does not have is false, `!=` included, and `not` inverts any result. A day
// is the local day at the sample's UTC offset; for indexes the interval is widened by the possible offsets.
// Conditions on type, kind, source, device and unit are evaluated once for each descriptor (`SampleTest.reduced`).
// If only conditions on the start remain, all samples except those near a bound match without a test
// (`ReducedTest`), so most samples cost one comparison. `Predicate/Parsing` parses predicates, where the meaning of
// a word depends on its context (`5 in` is a length, `type in (…)` a list), and prints them. `95 %` means the 0.95
// of an export. A unit that does not fit any type in the same `and` is an error, since it would match nothing,
// unless it is in quotes.
//
// Queries on files use the same definition (`DatasetQuery`): matching samples are written at once or, with an order,
// held back: the first thousand in a heap, more on the disk. A `Migration` adds up the hashes of the samples of each
// type before they reach the writer, reads the target back and compares.
//
// Checks in code. The functions that build a `SamplePredicate` make the checks of the parser (`PredicateCheck`): a
// type or a unit that cannot exist throws, since it would match nothing and, under `not`, everything. `save` and
// `beginSaving` check samples by the rules (`CheckedLoad`) unless the caller passes `.unchecked`; formats save
// unchecked, since a conversion preserves what it reads. An observer (`StoreObservation`) polls the store on a
// `BlockingThread`: the cooperative pool has one thread per core, and a server that hangs would block one.

import HealthFormats
package import HealthModel
import HealthUnits

/// Defines which samples a ``SamplePredicate`` matches.
///
/// What depends on type, unit, source and device alone is worked out once for each descriptor, so that most
/// samples cost a look-up. Memory is bounded, whatever the samples are.
package struct SampleMatcher {
  private let test: SampleTest
  private let kinds: Set<SampleKind>
  /// Whether a sample without its parts can match otherwise than the whole.
  let needsWholeSamples: Bool
  /// How many descriptors it is worked out for at a time: a long predicate for fewer.
  private let capacity: Int
  private var tests = DescriptorTable<ReducedTest>()
  private var units = UnitMemo()

  /// A matcher that has seen nothing.
  public init(_ predicate: SamplePredicate) {
    test = SampleTest(predicate.form)
    needsWholeSamples = predicate.form.needsWholeSamples
    let bounds = SampleBounds(predicate)
    kinds = bounds.isEmpty ? [] : bounds.kinds
    capacity = max(Self.mostTerms / test.count, 4)
  }

  /// The most terms that are kept for all descriptors together, some hundred bytes each.
  private static let mostTerms = 1 << 17

  /// How many terms are kept now.
  var keptTerms: Int { tests.entries.reduce(0) { $0 + $1.value.test.count } }

  /// Whether a sample matches.
  ///
  /// - Parameter sample: The sample, without those nested in it.
  public mutating func matches(_ sample: borrowing Sample) -> Bool {
    guard let descriptor = sample.descriptor else { return matchesElement(copy sample) }
    let kind = sample.kind
    let index = tests.index(of: descriptor, kind: kind) { [test] descriptor, kind in
      ReducedTest(
        test.reduced(for: .init(kind: kind, type: descriptor.type, descriptor: descriptor)))
    }
    let answer =
      if tests.kind(of: index) != kind {
        // Samples of two kinds that share a descriptor: possible by hand, never from a file.
        test.reduced(for: .init(kind: kind, type: descriptor.type, descriptor: descriptor))
          .holds(for: sample, &units)
      } else if let starts = tests[index].passing, let start = sample.start,
        starts.contains(start.secondsSince1970)
      {
        true
      } else {
        tests[index].test.holds(for: sample, &units)
      }
    if tests.isLarge || tests.entries.count > capacity { _ = tests.takeEntries() }
    return answer
  }

  /// What a query finds in a sample: the sample with all it holds if it matches; otherwise the nested samples that match
  /// and are not also at top level. So a sample is found once, wherever it is kept: a duplicate is found at top level, and
  /// what is nested in a sample that matches comes with that one.
  ///
  /// - Returns: The samples found, in the order written.
  public mutating func matches(in sample: Sample) -> [Sample] {
    if matches(sample) { return [sample] }
    return sample.canHoldSamples ? sample.nestedSamples { matches($0) } : []
  }

  /// Whether some sample with a descriptor can match: what a store needs not look up in its indexes otherwise.
  ///
  /// - Returns: `false` only if no such sample matches.
  public func canMatch(_ descriptor: SampleDescriptor, kind: SampleKind) -> Bool {
    canMatch(.init(kind: kind, type: descriptor.type, descriptor: descriptor))
  }

  /// Whether a sample that was deleted, or one nested in it, can have matched. Kind, type and participant are known of it. Of what
  /// it held nothing is remembered, so a correlation or a workout can have held anything that can be nested.
  ///
  /// - Returns: `false` only if neither can have.
  public func canMatch(_ sample: DeletedSample) -> Bool {
    let test = test.reduced(for: sample.participant)
    if case .constant(let answer) = test { return answer }
    let subject = SampleTest.Subject(
      kind: sample.kind, type: SampleType(sample.kind, sample.type), descriptor: nil)
    guard case .constant(false) = test.reduced(for: subject) else { return true }
    guard sample.kind == .correlation || sample.kind == .workout else { return false }
    return !kinds.isDisjoint(with: [.quantity, .category, .correlation, .unknown])
  }

  /// The seconds of starts at which all samples with a descriptor match, on whatever clock.
  ///
  /// - Returns: The range in seconds since 1970; `nil` if it is empty, or if each sample must be tested.
  package func matchingStarts(
    _ descriptor: SampleDescriptor, kind: SampleKind
  ) -> ClosedRange<Int64>? {
    let known = kind == .unknown ? nil : descriptor
    return ReducedTest(
      test.reduced(for: .init(kind: kind, type: descriptor.type, descriptor: known))
    ).passing
  }

  private func canMatch(_ subject: SampleTest.Subject) -> Bool {
    if case .constant(let answer) = test.reduced(for: subject) { return answer }
    return true
  }

  /// An unknown element has only a name.
  private mutating func matchesElement(_ sample: Sample) -> Bool {
    guard case .unknown(let element) = sample else { return false }
    return test.reduced(
      for: .init(kind: .unknown, type: .other(element.name), descriptor: nil)
    ).holds(for: sample, &units)
  }
}

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
