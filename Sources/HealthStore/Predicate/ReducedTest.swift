import HealthModel

/// What is left of a test for the samples of one descriptor.
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
