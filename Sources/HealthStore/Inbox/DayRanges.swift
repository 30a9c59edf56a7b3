import HealthModel

/// Days, as ranges without gaps, in order.
package struct DayRanges: Sendable, Equatable {
  /// The ranges of days since 1970-01-01.
  package private(set) var ranges: [ClosedRange<Int>] = []

  package init() {}

  /// The days of a set.
  package init(_ days: Set<Int>) { self.init(days.map { $0...$0 }) }

  /// The days of ranges in any order.
  package init(_ all: [ClosedRange<Int>]) {
    for range in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, last.upperBound + 1 >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// The days between the first and the last that are not among them.
  package var gaps: [ClosedRange<Int>] {
    zip(ranges, ranges.dropFirst()).map { ($0.upperBound + 1)...($1.lowerBound - 1) }
  }

  package var first: Int? { ranges.first?.lowerBound }
  package var last: Int? { ranges.last?.upperBound }

  /// A day as in `2024-06-01`.
  package static func text(_ day: Int) -> String {
    Timestamp(secondsSince1970: Int64(day) * 86_400).dayText
  }

  /// The ranges as text: `2024-06-01/2024-06-06,2024-06-08`.
  package var text: String {
    ranges.map {
      $0.count == 1
        ? Self.text($0.lowerBound) : "\(Self.text($0.lowerBound))/\(Self.text($0.upperBound))"
    }.joined(separator: ",")
  }

  /// Reads ``text``; `nil` for any other text.
  package init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
      let ends = part.split(separator: "/", omittingEmptySubsequences: false).map {
        CalendarDay(String($0)).map { Int($0.midnight.secondsSince1970 / 86_400) }
      }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count < 3,
        first <= last, self.last.map({ $0 < first }) ?? true
      else { return nil }
      ranges.append(first...last)
    }
  }
}
