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
