import HealthModel
import HealthStatistics

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
