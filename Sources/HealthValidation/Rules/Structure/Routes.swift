import HealthModel

extension Workout {
  /// The points of each route, those of one file or one list at a time.
  var tracks: [[RouteLocation]] {
    fields.routes.flatMap { route in
      ([route.locations] + route.files.map { $0.track?.locations ?? [] }).filter { !$0.isEmpty }
    }
  }
}
