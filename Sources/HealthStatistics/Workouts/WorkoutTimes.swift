/// Finds the workouts that an instant or an interval is in. Times are in microseconds.
struct WorkoutTimes {
  /// The instants at which a workout starts or ends.
  private var edges: [Int64] = []
  /// The workouts from each edge to the next one, in a row, and where those of each edge begin.
  private var open: [Int32] = []
  private var first: [Int] = []
  private let starts: [Int64]
  /// The workouts that are not found, because too many are at the same time.
  private(set) var skipped: Set<Int> = []

  /// How many workouts are found at one time.
  static let mostOpen = 16
  /// How many edges of workouts a single interval is compared with.
  private static let mostEdges = 1_024

  /// The intervals of workouts, none of them empty.
  init(_ times: [ActiveTime]) {
    starts = times.map(\.start)
    var order = times.indices.flatMap { [($0, times[$0].start, true), ($0, times[$0].end, false)] }
    order.sort { ($0.1, $0.0) < ($1.1, $1.0) }
    var current: [Int32] = []
    for (index, (workout, time, isStart)) in order.enumerated() {
      if !isStart {
        current.removeAll { $0 == Int32(workout) }
      } else if current.count < Self.mostOpen {
        current.append(Int32(workout))
      } else {
        skipped.insert(workout)
      }
      if index + 1 < order.count, order[index + 1].1 == time { continue }
      edges.append(time)
      first.append(open.count)
      open += current
    }
    first.append(open.count)
  }

  /// Calls a function with each workout that an instant or an interval is in.
  func forEach(
    from start: Int64, to end: Int64, _ body: (Int) throws(StatisticsError) -> Void
  ) throws(StatisticsError) {
    var (low, high) = (0, edges.count)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] <= start { low = middle + 1 } else { high = middle }
    }
    if low > 0 {
      for place in first[low - 1]..<first[low] { try body(Int(open[place])) }
    }
    var edge = low
    while edge < edges.count, edges[edge] < end, edge < low + Self.mostEdges {
      for place in first[edge]..<first[edge + 1] where starts[Int(open[place])] == edges[edge] {
        try body(Int(open[place]))
      }
      edge += 1
    }
  }
}
