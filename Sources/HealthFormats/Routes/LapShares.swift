import HealthModel

/// What laps have of the totals of their workout. One definition for FIT and TCX.
enum LapShares {
  /// Divides a total in proportion to weights. The shares are rounded to parts of a scale, so that their sum is the total.
  static func shares(of total: Double?, by weights: [Double], _ scale: Double) -> [Double?] {
    guard let total, total > 0, total < 1e9 else { return weights.map { _ in nil } }
    let all = weights.reduce(0, +)
    var (passed, written) = (0.0, 0.0)
    return weights.indices.map { index in
      passed += weights[index]
      let part = index == weights.count - 1 || all <= 0 ? 1 : passed / all
      let sum = (total * part * scale).rounded()
      defer { written = sum }
      return (sum - written) / scale
    }
  }

  /// The meters from the start of each lap to the start of the next one; `nil` if no point has a distance.
  ///
  /// - Parameter starts: Those of the laps, in order; `nil` for one that is not known.
  static func meters(_ points: [[RoutePoint]], starts: [Int64?]) -> [Double]? {
    var known: [(time: Int64, meters: Double)] = []
    for point in points.joined() {
      guard let date = point.location.date, let meters = point.distance?.doubleValue else {
        continue
      }
      let time = date.nanosecondsSince1970
      if let last = known.last, last.time > time || last.meters > meters { continue }
      known.append((time, meters))
    }
    guard let last = known.last, last.meters > 0, !starts.isEmpty else { return nil }
    func meters(at time: Int64) -> Double {
      var (low, high) = (0, known.count)
      while low < high {
        let middle = (low + high) / 2
        if known[middle].time < time { low = middle + 1 } else { high = middle }
      }
      guard low < known.count else { return last.meters }
      let next = known[low]
      guard low > 0, next.time > time else { return next.meters }
      let before = known[low - 1]
      let share = Double(time - before.time) / Double(next.time - before.time)
      return before.meters + (next.meters - before.meters) * share
    }
    // The distance counts from the start of the workout.
    var edges = starts.map { $0.map { meters(at: $0) } ?? 0 }
    edges[0] = 0
    return starts.indices.map { index in
      max(0, (index + 1 < edges.count ? edges[index + 1] : last.meters) - edges[index])
    }
  }
}
