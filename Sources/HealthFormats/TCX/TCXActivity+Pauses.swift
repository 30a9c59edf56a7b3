import HealthModel

/// Pauses that follow from the time of a lap.
extension TCXActivity.Lap {
  /// The seconds of a gap from which on it can be a pause: devices that record changes only have gaps of some seconds.
  private static let leastGap = 10.0
  /// The most gaps of a lap that are kept.
  private static let mostGaps = 1_000

  /// Notes the time of a point.
  mutating func note(_ date: Timestamp) {
    if let before = last ?? start, date > before,
      date.timeInterval(since: before) > Self.leastGap, gaps.count < Self.mostGaps
    {
      gaps.append((before, date))
    }
    last = max(last ?? date, date)
  }

  /// The pause that a lap does not show by its tracks: its time is shorter than that until the next lap, or until its last
  /// point, by more than two seconds.
  ///
  /// It is before the next lap if no point is later than its beginning; otherwise it is the one gap between points, or before the
  /// first one, that is as long, to 5 seconds. `nil` if there is no such gap, or several: devices pause also for some seconds.
  func hidden(
    _ pauses: RoutePauses, until next: Timestamp?
  ) -> (start: Timestamp, end: Timestamp)? {
    let located = segments.joined().compactMap(\.date)
    let dates = located + [last].compactMap { $0 }
    guard let start, let seconds, seconds.doubleValue > 0, seconds.doubleValue < 31_622_400,
      let end = next ?? dates.max(), end > start, end.isInGPXRange, start.isInGPXRange
    else { return nil }
    let (first, stop) = (start.nanosecondsSince1970, end.nanosecondsSince1970)
    let active = Int64((seconds.doubleValue * 1e9).rounded())
    let missing = stop &- first &- active &- pauses.length(from: first, to: stop)
    guard missing > 2_000_000_000 else { return nil }
    let begin = start.advanced(byNanoseconds: stop &- missing &- first)
    let slack: Int64 = 5_000_000_000
    if next != nil, dates.allSatisfy({ $0 <= begin.advanced(byNanoseconds: slack) }) {
      return (begin, end)
    }
    var gaps = gaps
    if let point = located.min(), point > start, !gaps.contains(where: { $0.start == start }) {
      gaps.append((start, point))
    }
    let fitting = gaps.filter { gap in
      let (from, to) = (gap.start.nanosecondsSince1970, gap.end.nanosecondsSince1970)
      return (to &- from &- missing).magnitude <= UInt64(slack)
        && pauses.length(from: from, to: to) == 0
    }
    return fitting.count == 1 ? fitting[0] : nil
  }
}
