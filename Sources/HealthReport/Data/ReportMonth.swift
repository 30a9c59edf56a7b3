import HealthModel
import HealthStatistics

/// A month of the calendar.
package struct MonthKey: Hashable, Comparable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int

  package init(year: Int, month: Int) { (self.year, self.month) = (year, month) }

  /// The month and the day of a date such as `2024-06-01`.
  static func reading(_ date: String) -> (month: MonthKey, day: Int)? {
    let parts = date.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, 1...12 ~= parts[1], 1...31 ~= parts[2] else { return nil }
    return (MonthKey(year: parts[0], month: parts[1]), parts[2])
  }

  package static func < (a: MonthKey, b: MonthKey) -> Bool {
    (a.year, a.month) < (b.year, b.month)
  }

  /// `June`
  var name: String { Self.names[month - 1] }
  /// `June 2024`
  var title: String { "\(name) \(year)" }
  /// `2024-06`
  var label: String { "\(year)-\(month.twoDigits)" }

  /// The months from January of year 0 to this one.
  var number: Int { year * 12 + month - 1 }
  init(number: Int) { self.init(year: number / 12, month: number % 12 + 1) }

  var length: Int { Civil.days(inMonth: month, of: year) }

  /// The days from 1970-01-01 to a day of the month.
  func number(ofDay day: Int) -> Int {
    let midnight = Civil(year: year, month: month, day: day, secondOfDay: 0)
    return Int(midnight.secondsSince1970 / 86_400)
  }

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

struct ReportDay {
  var values: [Measure: DayValue] = [:]
  /// The night that ends on the day.
  var night: SleepNight?
  /// The menstrual flow, as HealthKit's number: 1 unspecified, 2 light, 3 medium, 4 heavy.
  var flow: Int?

  subscript(measure: Measure) -> Double? { values[measure]?.value }
}

struct ReportMonth {
  /// The values of the days that have one.
  struct Total {
    var sum = 0.0
    var count = 0
    /// The lowest and the highest value of any day.
    var low = Double.infinity
    var high = -Double.infinity
    var average: Double? { count > 0 ? sum / Double(count) : nil }
    var range: (low: Double, high: Double)? { count > 0 ? (low, high) : nil }

    mutating func add(_ day: DayValue) {
      sum += day.value
      count += 1
      low = min(low, day.low ?? day.value)
      high = max(high, day.high ?? day.value)
    }

    mutating func add(_ other: Total) {
      sum += other.sum
      count += other.count
      low = min(low, other.low)
      high = max(high, other.high)
    }
  }

  let key: MonthKey
  private var totals: [Measure: Total] = [:]
  /// How many days have menstrual flow.
  var flowDays = 0
  /// By day; empty in months that are not shown by day.
  var days: [ReportDay]

  init(_ key: MonthKey, hasDays: Bool = true) {
    self.key = key
    days = Array(repeating: ReportDay(), count: hasDays ? key.length : 0)
  }

  subscript(measure: Measure) -> Total { totals[measure] ?? Total() }

  mutating func set(_ measure: Measure, _ value: DayValue, day: Int) {
    totals[measure, default: Total()].add(value)
    if days.indices.contains(day - 1) { days[day - 1].values[measure] = value }
  }
}

struct ReportWorkout {
  var figures: WorkoutFigures
  /// The route, `nil` without one.
  let sketch: RouteSketch?

  init(_ workout: Workout) {
    figures = WorkoutFigures(workout)
    var sketch = RouteSketch()
    for route in workout.fields.routes {
      // `locations` would copy all points.
      for location in route.ownLocations { sketch.add(location) }
      for file in route.files {
        for location in file.track?.locations ?? [] { sketch.add(location) }
      }
    }
    self.sketch = sketch.points.count > 1 ? sketch : nil
  }

  /// The month in which it starts, by its own clock.
  var month: MonthKey? { MonthKey.reading(figures.start.text(.iso8601).description)?.month }
}

/// The shape of a route in few points: enough to recognize it, in a square without a scale or a place.
struct RouteSketch {
  /// Degrees north and east.
  private(set) var points: [(latitude: Double, longitude: Double)] = []
  private var step = 1
  private var count = 0
  private static let most = 128

  mutating func add(_ location: RouteLocation) {
    guard let latitude = location.latitude?.doubleValue,
      let longitude = location.longitude?.doubleValue, abs(latitude) <= 90, abs(longitude) <= 180
    else { return }
    defer { count += 1 }
    guard count % step == 0 else { return }
    points.append((latitude, longitude))
    // Of too many points every second one is enough, of those to come as well.
    guard points.count == Self.most else { return }
    points = points.indices.filter { $0 % 2 == 0 }.map { points[$0] }
    step *= 2
  }

  /// The points in a square of a size, north up, in the proportions of the place.
  func placed(in size: Double) -> [(x: Double, y: Double)] {
    let latitudes = points.map(\.latitude), longitudes = points.map(\.longitude)
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max()
    else { return [] }
    let width = Self.cosine(ofDegrees: (south + north) / 2)
    let extent = max(north - south, (east - west) * width, 1e-6)
    let margin = size * 0.06
    let scale = (size - 2 * margin) / extent
    let left = (size - (east - west) * width * scale) / 2
    let top = (size - (north - south) * scale) / 2
    return points.map {
      ((left + ($0.longitude - west) * width * scale), top + (north - $0.latitude) * scale)
    }
  }

  /// The cosine by the formula of Bhaskara I, off by less than 0.002: enough for a sketch.
  private static func cosine(ofDegrees degrees: Double) -> Double {
    let square = degrees * degrees
    return (32_400 - 4 * square) / (32_400 + square)
  }
}
