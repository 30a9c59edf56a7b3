import HealthBytes
import HealthModel

/// The times of samples that replace the parts of others that they overlap, within one object of a JSON file.
struct MapCuts {
  private var spans: [(start: Timestamp, end: Timestamp)] = []
  private var isSorted = true
  /// How many samples and parts the object has.
  private var count = 0
  private static let limit = 1 << 16

  /// Begins the next object.
  mutating func begin() {
    spans.removeAll(keepingCapacity: true)
    (isSorted, count) = (true, 0)
  }

  /// Adds the time of a sample that replaces others.
  mutating func add(_ sample: Sample, at place: Place) throws(HealthError) {
    guard let header = sample.header, header.start < header.end else { return }
    try grow(at: place)
    spans.append((header.start, header.end))
    isSorted = false
  }

  /// The parts of a sample that none of the added ones overlaps.
  mutating func parts(of sample: Sample, at place: Place) throws(HealthError) -> [Sample] {
    if !isSorted { sort() }
    guard let header = sample.header, header.start < header.end else { return [sample] }
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].end <= header.start { low = middle + 1 } else { high = middle }
    }
    var parts: [Sample] = []
    var start = header.start
    func add(until end: Timestamp) {
      guard start < end else { return }
      var part = sample
      part.updateHeader { ($0.start, $0.end) = (start, end) }
      parts.append(part)
    }
    while low < spans.count, spans[low].start < header.end {
      try grow(at: place)
      add(until: spans[low].start)
      start = spans[low].end
      low += 1
    }
    add(until: header.end)
    return parts
  }

  /// Sorts the spans and joins those that overlap, so that their ends are in order, too.
  private mutating func sort() {
    spans.sort { $0.start < $1.start }
    var joined: [(start: Timestamp, end: Timestamp)] = []
    for span in spans {
      if let last = joined.last, span.start <= last.end {
        joined[joined.count - 1].end = max(last.end, span.end)
      } else {
        joined.append(span)
      }
    }
    (spans, isSorted) = (joined, true)
  }

  private mutating func grow(at place: Place) throws(HealthError) {
    count += 1
    guard count <= Self.limit else {
      throw HealthError(
        .malformed, rule: "limit", place: place,
        "samples replace parts of others more than \(Self.limit.grouped) times in one object, the limit"
      )
    }
  }
}
