import HealthModel

/// Which checks need samples of one descriptor, as indexes into the validator's list of checks.
///
/// A class, so that using it for a sample costs one reference, with constant properties, so that no exclusivity checks
/// are needed.
final class CheckPlan: Sendable {
  /// The requests of all checks.
  let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  struct Requests {
    /// The checks of all samples.
    var every: [Int] = []
    /// The checks of samples whose dates are not ordinary: those of all, with others between them.
    var odd: [Int] = []
    /// What dates are ordinary.
    var dates = CheckScope.OrdinaryDates()
    /// The checks that pick their samples.
    var picking: [Int] = []
    /// The checks of samples with metadata.
    var metadata: [Int] = []
    /// The checks of values outside of a range.
    var ranges: [(check: Int, range: ClosedRange<Double>)] = []
    /// The checks that all samples break.
    var verdicts: [(check: Int, message: String)] = []

    /// Adds the request of one check.
    mutating func add(_ check: Int, _ scope: CheckScope) {
      switch scope {
      case .none: break
      case .every:
        every.append(check)
        odd.append(check)
      case .dates(let dates):
        self.dates.narrow(to: dates)
        odd.append(check)
      case .picked: picking.append(check)
      case .metadata: metadata.append(check)
      case .outside(let range): ranges.append((check, range))
      case .found(let message): verdicts.append((check, message))
      }
    }

    /// Whether any check is to look at a sample, but for those that pick theirs. Of plain samples, none is.
    @inline(__always)
    func needs(_ sample: Sample, _ header: SampleHeader) -> Bool {
      guard every.isEmpty, verdicts.isEmpty, header.metadata.isEmpty || metadata.isEmpty,
        odd.isEmpty || dates.include(header)
      else { return true }
      switch sample {
      case .quantity(let quantity):
        guard !ranges.isEmpty else { return false }
        let value = quantity.value
        return ranges.contains { !($0.range ~= value) }
      case .workout: return true
      default: return false
      }
    }
  }
}
