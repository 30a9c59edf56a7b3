/// The course of a series of intervals.
///
/// The intervals have numbers that rise by 1 from each to the next one; those without data are left out.
package struct SeriesFigures: Sendable {
  /// The course at one interval.
  package struct Course: Sendable, Equatable {
    /// The figure of the interval directly before this one; `nil` without data in it.
    package var before: Double?
    /// The figure less the one before.
    package var difference: Double?
    /// The difference in percent of the figure before, without its sign; `nil` if that is 0.
    package var percent: Double?
    /// The mean of the figures of the last intervals, this one included; those without data do not count. `nil` as long as
    /// the series is shorter than that.
    package var movingAverage: Double?
    /// The straight line through all figures of the series, by least squares, at this interval; `nil` for fewer than two.
    package var trend: Double?
    /// How much that line rises from an interval to the next one.
    package var slope: Double?
  }

  private var figures: [(index: Int64, value: Double)] = []

  package init() {}

  /// Adds the figure of an interval, after those of earlier ones.
  package mutating func add(_ value: Double, at index: Int64) { figures.append((index, value)) }

  /// The course at each interval.
  ///
  /// - Parameter window: How many intervals a moving average is over.
  package func courses(window: Int = 1) -> [Course] {
    guard let first = figures.first else { return [] }
    let count = Double(figures.count)
    // Small numbers, so that squares lose no digits.
    let places = figures.map { Double($0.index - first.index) }
    let place = places.reduce(0, +) / count
    let mean = figures.reduce(0) { $0 + $1.value } / count
    let squares = places.reduce(0) { $0 + ($1 - place) * ($1 - place) }
    let products = zip(places, figures).reduce(0) { $0 + ($1.0 - place) * ($1.1.value - mean) }
    let slope = squares > 0 ? products / squares : nil
    var start = 0
    return figures.indices.map { current in
      let (index, value) = figures[current]
      var course = Course()
      if current > 0, figures[current - 1].index == index - 1 {
        let before = figures[current - 1].value
        (course.before, course.difference) = (before, value - before)
        course.percent = before == 0 ? nil : (value - before) / before.magnitude * 100
      }
      while figures[start].index <= index - Int64(window) { start += 1 }
      if index - first.index >= Int64(window) - 1 {
        let last = figures[start...current]
        course.movingAverage = last.reduce(0) { $0 + $1.value } / Double(last.count)
      }
      if let slope {
        (course.slope, course.trend) = (slope, mean + slope * (places[current] - place))
      }
      return course
    }
  }
}
