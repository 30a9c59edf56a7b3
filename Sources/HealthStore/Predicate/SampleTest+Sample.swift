import HealthModel

extension SampleTest {
  /// Whether a sample passes, of what was reduced for its descriptor.
  func holds(for sample: borrowing Sample, _ units: inout UnitMemo) -> Bool {
    switch self {
    case .constant(let answer): return answer
    case .number(let comparison, let value, let scale):
      guard case .quantity(let sample) = copy sample else { return false }
      return comparison.holds(scale.value(of: sample.number), value)
    case .start(let comparison, let bound):
      return sample.start.map { bound.holds($0, comparison) } ?? false
    case .end(let comparison, let bound):
      return sample.end.map { bound.holds($0, comparison) } ?? false
    case .created(let comparison, let bound):
      return sample.header?.created.map { bound.holds($0, comparison) } ?? false
    case .hasCreated: return sample.header?.created != nil
    case .duration(let comparison, let seconds):
      guard let start = sample.start, let end = sample.end else { return false }
      return comparison.holds(end.timeInterval(since: start), seconds)
    case .total(let test):
      guard case .workout(let sample) = copy sample else { return false }
      return test.matches(sample)
    case .category(let test):
      guard case .category(let sample) = copy sample else { return false }
      return test.matches(sample.value)
    case .metadata(let key, let test):
      guard let entries = sample.header?.metadata.entries else { return false }
      for entry in entries where entry.key == key && test.matches(entry.value, &units) {
        return true
      }
      return false
    case .all(let parts):
      for part in parts where !part.holds(for: sample, &units) { return false }
      return true
    case .any(let parts):
      for part in parts where part.holds(for: sample, &units) { return true }
      return false
    case .not(let part): return !part.holds(for: sample, &units)
    // Reducing leaves none of these.
    case .type, .types, .kind, .text, .unit, .value, .categoryNamed, .figure: return false
    }
  }
}
