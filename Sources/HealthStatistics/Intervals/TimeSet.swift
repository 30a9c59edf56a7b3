/// A set of instants: intervals in order that neither touch nor overlap. Times are in microseconds.
struct TimeSet: Equatable {
  private(set) var intervals: [Range<Int64>] = []

  init() {}

  /// The union of some intervals.
  ///
  /// - Complexity: That of sorting them.
  init(_ parts: some Sequence<Range<Int64>>) {
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) where !part.isEmpty {
      if let last = intervals.last, part.lowerBound <= last.upperBound {
        intervals[intervals.count - 1] =
          last.lowerBound..<max(last.upperBound, part.upperBound)
      } else {
        intervals.append(part)
      }
    }
  }

  var length: Int64 { intervals.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

  func union(_ other: TimeSet) -> TimeSet { TimeSet(intervals + other.intervals) }

  func subtracting(_ other: TimeSet) -> TimeSet {
    var parts: [Range<Int64>] = []
    var first = 0
    for interval in intervals {
      var start = interval.lowerBound
      while first < other.intervals.count, other.intervals[first].upperBound <= start { first += 1 }
      var index = first
      while index < other.intervals.count, other.intervals[index].lowerBound < interval.upperBound {
        let hole = other.intervals[index]
        if hole.lowerBound > start { parts.append(start..<hole.lowerBound) }
        start = max(start, hole.upperBound)
        index += 1
      }
      if start < interval.upperBound { parts.append(start..<interval.upperBound) }
    }
    return TimeSet(parts)
  }

  func intersection(_ range: Range<Int64>) -> TimeSet {
    TimeSet(intervals.map { $0.clamped(to: range) })
  }

  /// The spans of the intervals between which there is more than a gap.
  func spans(gap: Int64) -> [Range<Int64>] {
    var spans: [Range<Int64>] = []
    for interval in intervals {
      if let last = spans.last, interval.lowerBound - last.upperBound <= gap {
        spans[spans.count - 1] = last.lowerBound..<interval.upperBound
      } else {
        spans.append(interval)
      }
    }
    return spans
  }
}
